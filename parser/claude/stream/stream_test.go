package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/jsonl"
	"steno/parser/raw"
)

const (
	started = `{"type":"system","subtype":"init","session_id":"s","cwd":"/w","tools":["Bash"]}`
	reply   = `{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"yes"}]},"session_id":"s"}`
	result  = `{"type":"result","subtype":"success","session_id":"s","result":"yes"}`
)

// read returns the lines of a text as they are sent out, damage in angle brackets, and the error.
func read(src io.Reader) (lines []string, err error) {
	r := NewReader(jsonl.NewReader(nil), src)
	for r.Next() {
		l := r.Line()
		text := string(bytes.Join(l.Objects, []byte(" ")))
		if l.Reason != "" {
			text += "<" + l.Reason + ">"
		}
		lines = append(lines, text)
	}
	return lines, r.Err()
}

// The log of the desktop client has what it sends to the agent twice, first under another id.
func TestHosted(t *testing.T) {
	t.Parallel()
	sent := func(uuid, session, more string) string {
		return `{"type":"user","uuid":"` + uuid + `","session_id":"` + session + `","message":{"role":"user","content":"go"}` + more + `}`
	}
	lines, err := read(strings.NewReader(strings.Join([]string{sent("u1", "desk", ""), started, sent("u1", "s", `,"isReplay":true`), reply, sent("u2", "desk", ""), sent("u2", "s", `,"isReplay":true`)}, "\n")))
	if err != nil || len(lines) != 6 {
		t.Fatal(lines, err)
	}
	for _, line := range lines {
		if got := raw.ParseText(line).String("sessionId"); got != "s" {
			t.Errorf("session %q in %s", got, line)
		}
	}
	other := `{"type":"user","uuid":"u1","session_id":"other","message":{"role":"user","content":"go"}}` + "\n" + reply
	if lines, _ := read(strings.NewReader(other)); raw.ParseText(lines[0]).String("sessionId") != "other" {
		t.Errorf("another session: %s", lines[0])
	}
}

func TestShape(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, head string
		want       shape
	}{
		{"an array", "[" + started + "]", array},
		{"an array for people", "\ufeff [\n  {\n    \"type\": \"system\",\n    \"subtype\": \"init\"", array},
		{"lines", started + "\n" + reply, lines},
		{"lines below words of a terminal", "npm warn x\n" + started + "\n", lines},
		{"a transcript", `{"type":"user","sessionId":"s","session_id":"s"}` + "\n", transcript},
		{"a transcript that quotes a stream", `{"type":"user","sessionId":"s","message":{"content":"[{\"type\":\"system\",\"session_id\":\"s\"}]"}}`, transcript},
		{"an array of transcripts' records", `[{"type":"user","sessionId":"s","message":{"content":"x"}}]`, transcript},
		{"chats of another client", `[{"uuid":"u","name":"Chat","chat_messages":[{"type":"text","text":"x"}]}]`, transcript},
		{"numbers", "[1,2,3]", transcript},
		{"an object", `{"name":"x","version":"1"}`, transcript},
		{"nothing", "", transcript},
	} {
		if got := shapeOf([]byte(c.head)); got != c.want || Knows([]byte(c.head)) != (c.want != transcript) {
			t.Errorf("%s: shape %d, want %d", c.name, got, c.want)
		}
	}
}

// The same records have the same form, whatever their container; what is between them counts as lines.
func TestContainers(t *testing.T) {
	t.Parallel()
	pretty := jsontext.Value("[" + started + "," + reply + "," + result + "]")
	if err := pretty.Indent(); err != nil {
		t.Fatal(err)
	}
	want, err := read(strings.NewReader(started + "\n" + reply + "\n" + result + "\n"))
	if err != nil || len(want) != 3 {
		t.Fatal(want, err)
	}
	for i := range want {
		v := jsontext.Value(want[i])
		v.Compact()
		want[i] = string(v)
	}
	for name, src := range map[string]io.Reader{
		"array": bytes.NewReader(pretty), "byte by byte": iotest.OneByteReader(bytes.NewReader(pretty)),
		"Windows": strings.NewReader(strings.ReplaceAll(string(pretty), "\n", "\r\n")),
	} {
		got, err := read(src)
		for i := range got {
			v := jsontext.Value(got[i])
			v.Compact()
			got[i] = string(v)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || err != nil {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// A long first line does not hide what a file is.
func TestLongFirstLine(t *testing.T) {
	t.Parallel()
	long := `{"type":"system","subtype":"init","tools":["` + strings.Repeat("x", 3*headSize) + `"],"session_id":"s"}`
	got, err := read(strings.NewReader(long + "\n" + reply + "\n"))
	if err != nil || len(got) != 2 || !strings.Contains(got[1], `"sessionId":"s"`) {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

func TestTranscriptIsLeftAlone(t *testing.T) {
	t.Parallel()
	in := `{"type":"user","sessionId":"s","request_id":"r","tool_use_result":1}`
	if got, err := read(strings.NewReader(in)); err != nil || len(got) != 1 || got[0] != in {
		t.Errorf("%q %v", got, err)
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in string
		reasons  []string // of each line, "" for a whole record
		open     bool
	}{
		{"cut off between elements", "[" + started + "," + reply + ",", []string{"", ""}, true},
		{"cut off behind an element", "[" + started, []string{""}, false},
		{"cut off inside an element", "[" + started + "," + reply[:40], []string{"", "the file ends inside a record"}, false},
		{"text behind the array", "[" + started + "]\n \nDone.\n", []string{"", "not JSON at byte 1: unexpected 'D'"}, false},
		{"an element that is no object", "[" + started + ",7," + reply + "]", []string{"", "a JSON number, not an object", ""}, false},
		{"words apart", "[" + started + `,{"a":1 2},` + reply + "]", []string{"", "not JSON at byte 8: unexpected '2'", ""}, false},
		{"no element", "[" + started + ",," + reply + "]", []string{"", "", ""}, false},
		{"line ends inside strings", "[" + started + ",{\"type\":\"x\",\"a\":\"b\nc\\\r\n\"}]", []string{"", ""}, false},
		{"brackets in strings", "[" + started + `,{"type":"x","a":"]}[{\"\\"}]`, []string{"", ""}, false},
		{"wrong brackets", "[" + started + ",{]]]},}," + reply + "]", []string{"", "not JSON at byte 2: unexpected ']'", "not JSON at byte 1: unexpected '}'", ""}, false},
		{"arrays among the elements", "[" + started + ",[1,[2]]," + reply + "]", []string{"", "a JSON array, not an object", ""}, false},
		{"a bomb", "[" + started + ",{\"type\":\"x\",\"a\":" + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}," + reply + "]", []string{"", "nested deeper than 1000 levels", ""}, false},
	} {
		got, err := read(strings.NewReader(c.in))
		var reasons []string
		for _, l := range got {
			_, reason, _ := strings.Cut(strings.TrimSuffix(l, ">"), "<")
			reasons = append(reasons, reason)
		}
		if fmt.Sprintf("%q", reasons) != fmt.Sprintf("%q", c.reasons) || errors.Is(err, errOpen) != c.open || err != nil && !c.open {
			t.Errorf("%s: %q, %v, want %q", c.name, reasons, err, c.reasons)
		}
	}
}

// Reading takes as long as the file is: elements of 20 MB, and more elements than fit a page.
func TestLargeElements(t *testing.T) {
	t.Parallel()
	big := `{"type":"user","session_id":"s","message":{"content":"` + strings.Repeat("x", 20<<20) + `"}}`
	got, err := read(strings.NewReader("[" + started + "," + big + "," + reply + "]"))
	if err != nil || len(got) != 3 || len(got[1]) < 20<<20 || !strings.Contains(got[2], `"yes"`) {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

// Names made for records without one depend on what came before, never on what follows.
func TestNamesStay(t *testing.T) {
	t.Parallel()
	all := []string{started, reply, reply, result, reply}
	want, _ := read(strings.NewReader(strings.Join(all, "\n")))
	seen := map[string]bool{}
	for _, l := range want {
		id := raw.ParseText(l).String("uuid")
		if len(id) != 32 || seen[id] {
			t.Errorf("name %q", id)
		}
		seen[id] = true
	}
	for n := range all {
		got, _ := read(strings.NewReader("[" + strings.Join(all[:n+1], ",\n ") + "]"))
		if strings.Join(got, "\n") != strings.Join(want[:n+1], "\n") {
			t.Errorf("of %d records:\n%s\nwant\n%s", n+1, strings.Join(got, "\n"), strings.Join(want[:n+1], "\n"))
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"[" + started + "," + reply + "," + result + "]", started + "\n" + reply + "\n" + result, "[" + started + ",{]]]}", "[" + started + `,"a`,
		`{"type":"user","session_id":"s","parent_tool_use_id":"t","uuid":"u","tool_use_result":{"a":1},"message":{"content":[]}}`,
		`{"type":"system","subtype":"compact_boundary","session_id":"s","compact_metadata":{"pre_tokens":1,"x":{"head_uuid":null}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		first, err1 := read(bytes.NewReader(in))
		again, err2 := read(iotest.HalfReader(bytes.NewReader(in)))
		if strings.Join(first, "\n") != strings.Join(again, "\n") || fmt.Sprint(err1) != fmt.Sprint(err2) {
			t.Fatalf("read twice:\n%q %v\n%q %v", first, err1, again, err2)
		}
		r := NewReader(jsonl.NewReader(nil), bytes.NewReader(in))
		for r.Next() {
			for _, o := range r.Line().Objects {
				if v := jsontext.Value(o); !v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) || v.Kind() != '{' {
					t.Fatalf("not a valid object: %q", o)
				}
			}
		}
	})
}
