package search

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// spans are the parts of a file that an index left.
func spans(e *Earlier) (list []Span) {
	for _, at := range e.left {
		list = append(list, at.run, at.snippets)
	}
	for i := range e.blocks {
		list = append(list, e.blocks[i].at)
	}
	return slices.DeleteFunc(list, func(at Span) bool { return at.Size == 0 })
}

// A part that was damaged is not taken for what was left.
func TestDamagedParts(t *testing.T) {
	t.Parallel()
	_, left, _ := leaving(t, Options{Scope: ScopeEverything}, archive(10, 3, 4), "", nil)
	parts := read(t, left+".parts")
	for _, at := range spans(earlierAt(t, left)) {
		broken := bytes.Clone(parts)
		broken[at.At+at.Size/2] ^= 0x40
		for _, data := range [][]byte{broken, parts[:at.At+at.Size-1]} {
			e, err := OpenEarlier(left, bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.part(at, nil); !errors.Is(err, ErrEarlier) {
				t.Errorf("a damaged part at %d: %v", at.At, err)
			}
		}
	}
}

// What the next index does not refer to is unused, and nothing else.
func TestUnusedParts(t *testing.T) {
	t.Parallel()
	o := Options{Scope: ScopeEverything}
	sessions := chronological(archive(12, 150, 60))
	before, left, _ := leaving(t, o, sessions, "", nil)
	s := &sessions[len(sessions)-1]
	s.Docs = append(s.Docs[:len(s.Docs):len(s.Docs)], Doc{Kind: KindReply, Page: "index.html", Text: "frobnicated"})
	o.Earlier = earlierAt(t, left)
	_, now, _ := leaving(t, o, sessions, left, before)
	used := spans(earlierAt(t, now))
	want := slices.DeleteFunc(spans(o.Earlier), func(at Span) bool { return slices.Contains(used, at) })
	got := slices.DeleteFunc(slices.Collect(o.Earlier.Unused()), func(at Span) bool { return at.Size == 0 })
	if !slices.Equal(got, want) || len(want) == 0 || len(want) > len(used)/2 {
		t.Errorf("%d parts are unused: %v; %d of %d are not in the next index: %v", len(got), got, len(want), len(used), want)
	}
}
