package mcp

import (
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
