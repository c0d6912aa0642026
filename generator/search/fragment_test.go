package search

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestFragments(t *testing.T) {
	t.Parallel()
	want := []Snippet{
		{KindPrompt, "", "", "", "t0", "index.html", "m-1", "alpha"},
		{KindResult, "!…", "Bash", "a.go", "", "page-2.html", "m-2", ""},
		{KindCall, "", "", "", "", "", "", "beta"},
	}
	p := newPacker()
	for _, record := range want {
		p.add(record)
	}
	all, data := p.end()
	text, err := p.unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Snippets(text)
	if err != nil || !slices.Equal(got, want) || len(all.fragments) != 1 || all.fragments[0].docs != len(want) {
		t.Errorf("read %q, %v, %v; want %q", got, all.fragments, err, want)
	}
	for _, damaged := range []string{"", "a", strings.Replace(text, "alpha", "al\x1fpha", 1), strings.Replace(text, "\x1e", "", 1), text + "\x1e"} {
		if _, err := Snippets(damaged); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q is read: %v", damaged, err)
		}
	}
}
