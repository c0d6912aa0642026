package mcp

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// nowhere takes all that is written.
type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }

// The last answer may be written at the moment when the input ends: the end is reported then, and not a
// minute later.
func TestLastAnswerAtTheEnd(t *testing.T) {
	t.Parallel()
	for range 500 {
		s := newStdio(io.NopCloser(strings.NewReader(`{"id":1,"method":"ping"}`+"\n")), nowhere{io.Discard})
		q := questions{s}
		if _, err := q.Read(make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		go answers{s}.Write([]byte(`{"id":1,"result":{}}` + "\n"))
		if _, err := q.Read(make([]byte, 100)); err != io.EOF {
			t.Fatalf("the end of the input is %v", err)
		}
	}
}

// A line that is no message is answered, and does not end the server.
func TestNoMessage(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	in := "hello\n\n[1]\n{}\n{\"id\":1,\"method\":\"ping\"}\n"
	q := questions{newStdio(io.NopCloser(strings.NewReader(in)), nowhere{&out})}
	line := make([]byte, 100)
	n, err := q.Read(line)
	if got := string(line[:n]); err != nil || got != "{\"id\":1,\"method\":\"ping\"}\n" {
		t.Errorf("read %q, %v", got, err)
	}
	var codes []string
	for answer := range strings.Lines(out.String()) {
		var said struct {
			ID    any
			Error struct{ Code json.Number }
		}
		if err := json.Unmarshal([]byte(answer), &said); err != nil || said.ID != nil {
			t.Errorf("answer %q: %v", answer, err)
		}
		codes = append(codes, said.Error.Code.String())
	}
	if got := strings.Join(codes, " "); got != "-32700 -32600 -32600" {
		t.Errorf("answered with %s", got)
	}
}
