package jsonl

import (
	"io"
	"strings"
	"testing"
)

// TestReaders: a reader that was used before reads another file from its start, and the buffer of a very long line is not kept.
func TestReaders(t *testing.T) {
	t.Parallel()
	var all Readers
	for _, readers := range []*Readers{&all, nil} {
		for _, size := range []int{10, mostKept, 20} {
			r := readers.Take()
			text := `{"a":"` + strings.Repeat("x", size) + `"}`
			r.Reset(strings.NewReader(text + "\n{}\n"))
			if head := string(r.Peek(6)); head != text[:6] {
				t.Errorf("the head is %q", head)
			}
			if !r.Next() || len(r.Line().Objects) != 1 || string(r.Line().Objects[0]) != text || string(r.Buffered()) != "{}\n" {
				t.Errorf("the first line of %d bytes has %d objects, and %q follows", len(text), len(r.Line().Objects), r.Buffered())
			}
			readers.Put(r)
			if kept := all.Take(); cap(kept.buf) > mostKept {
				t.Errorf("a buffer of %d bytes was kept", cap(kept.buf))
			} else {
				all.Put(kept)
			}
		}
	}
	r := NewReader(io.MultiReader(strings.NewReader("{}"), strings.NewReader("\n")))
	if got := string(r.Peek(100)); got != "{}\n" || !r.Next() || r.Next() {
		t.Errorf("all of a short file is %q", got)
	}
}
