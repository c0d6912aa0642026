package cache

import (
	"testing"

	"steno/generator/about"
	"steno/parser/source"
)

// TestKeysOfParts: of one file, sessions may have different parts, which change when other sessions do.
func TestKeysOfParts(t *testing.T) {
	t.Parallel()
	lines := []source.Span{{From: 1, To: 2}}
	known := map[string]int{}
	for i, part := range []*source.Part{nil, {Only: []string{}}, {Only: []string{"a"}}, {Only: []string{"a", ""}}, {Copied: lines}, {Withheld: lines},
		{Repeated: []source.Repeat{{Session: "b", Lines: lines}}}, {Repeated: []source.Repeat{{Session: "c", Lines: lines}}}} {
		key := SessionKey(&source.Session{ID: "a", Project: &source.Project{}, Folder: &source.Folder{}, Main: []*source.File{{Path: "x.jsonl", Size: 9, Part: part}}}, about.Entry{})
		if other, is := known[key]; is {
			t.Errorf("parts %d and %d have one key", other, i)
		}
		known[key] = i
	}
}
