package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Runs that are looked up have the terms of runs that are cut, in texts that begin alike and in a session after another.
func TestWordTable(t *testing.T) {
	t.Parallel()
	d := newDigester()
	for session := range 3 {
		var texts []string
		for i := range 40 {
			texts = append(texts, ordinary, fmt.Sprintf("getName%d HTTP_Server %d c++ c x c# 12:%02d -%d %d%% %x 漢字 naïve_Naïve", i%7, i, i, i%7, i%7, 1<<(4*i%60)),
				strings.Repeat("ab_cd", i), "a/b.go a.b c-d")
		}
		for n, text := range texts[session:] {
			var want []string
			plain := tokenizer{emit: func(term []byte, _ source, _ int) { want = append(want, string(term)) }}
			plain.tokens(text)
			d.length = 0
			d.tokens(text)
			var got []string
			for id, known := range d.terms.known {
				got = append(got, slices.Repeat([]string{known.text}, int(d.count[id]))...)
			}
			if slices.Sort(got); d.length != len(want) || !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Fatalf("session %d, text %d: %d terms %q, want %d %q", session, n, d.length, got, len(want), want)
			}
			d.endDoc(n, 1)
		}
		if !d.reset() {
			t.Fatal("the digester is not reset")
		}
	}
}

func TestSortedTerms(t *testing.T) {
	t.Parallel()
	terms := []string{"b", "", "abcdefghi", "abcdefgh", "a\x00", "a", "abcdefghij", "é", ":kind/x"}
	var got []string
	for _, id := range sortedTerms(terms) {
		got = append(got, terms[id])
	}
	if want := slices.Sorted(slices.Values(terms)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
