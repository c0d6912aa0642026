package search

import (
	"slices"
	"strings"
	"testing"
	"time"

	"steno/tier"
)

// A text that is indexed as it is has the terms of the cleaned one.
func TestSameTerms(t *testing.T) {
	t.Parallel()
	parts := []string{"a", "Bc", "dE_f", "12", "7", ".", "-", "+", "#", "%", "/", ":", "c++", " ", " ", "\n", "\t", "\r\n", "\x00", "\x7f", "é", "\u00a0", "漢字", "✓", "→", "1→",
		"\x1b[1m", "\x1b", "\xff", "4f2a9c81-d0b3-e5f6-a7b8-c9d0e1f2a3b4", strings.Repeat("x", blobMin-1), strings.Repeat("aB3", 20)}
	r := newRand(12)
	same := 0
	n := tier.Count(20_000, 500_000)
	for range n {
		var b strings.Builder
		for range r.IntN(16) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		text := b.String()
		if !sameTerms(text) {
			continue
		}
		same++
		if got, want := TextTerms(text), TextTerms(clean(text)); !slices.Equal(got, want) {
			t.Fatalf("%q has the terms %q, cleaned %q", text, got, want)
		}
	}
	if same < n/10 {
		t.Errorf("%d of %d texts are indexed as they are", same, n)
	}
}

// A call is found by its file as text once, whatever blanks its own text has in the name.
func TestNamedFile(t *testing.T) {
	t.Parallel()
	for text, named := range map[string]bool{"see a b.go": true, "see a\n b.go": true, "see \x1b]8;;a b.go\x07it": false, "see a_b.go": false} {
		d := newDigester()
		d.doc(&record{}, Doc{Kind: KindCall, File: "a b.go", Text: text}, 100)
		if got := d.length == len(TextTerms(clean(text))); got != named {
			t.Errorf("%q: %d terms, named %v", text, d.length, named)
		}
	}
}

// Escapes that begin and do not end are read once.
func TestEscapesAreLinear(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a \x1b]8;;https://x.dev\x1b\\b\x1b]8;;\x07 c": "a b c",
		"a \x1b]8;;\x1b[1mb":                           "a ]8;;b",
	} {
		if got := clean(in); got != want {
			t.Errorf("%q is cleaned to %q, want %q", in, got, want)
		}
	}
	begin := time.Now()
	clean(strings.Repeat("\x1b]8;;", 1<<20/len("\x1b]8;;")))
	if took := time.Since(begin); took > time.Minute { // far above what it takes, as machines are busy
		t.Errorf("1 MB takes %v", took)
	}
}
