package search

import (
	"fmt"
	"strings"
	"testing"
)

// ordinary is text as transcripts have it: prose, code, paths, output of tools.
var ordinary = strings.Repeat(`I'll look at the tokenizer first, then run the tests for generator/search again.
     1→func (t *tokenizer) wordRun(s string, start int) int {
     2→	if end := uuidEnd(s, start); end > 0 {
     3→		return end // see https://example.org/a/b?c=d#e, HTTPServer_name2 and "x86_64"
ok  	steno/generator/search	1.234s	coverage: 87.5% of statements
commit 4f2a9c81d0b3e5f6a7b8c9d0e1f2a3b4c5d6e7f8 (HEAD -> main), 2026-01-02T03:04:05Z
`, 40)

func BenchmarkTokens(b *testing.B) {
	b.SetBytes(int64(len(ordinary)))
	t := tokenizer{emit: func([]byte, source, int) {}}
	for b.Loop() {
		t.tokens(ordinary)
	}
}

func BenchmarkClean(b *testing.B) {
	b.SetBytes(int64(len(ordinary)))
	b.ReportAllocs()
	for b.Loop() {
		clean(ordinary)
	}
}

// BenchmarkDigest digests a session of one message of each kind, with many words of its own.
func BenchmarkDigest(b *testing.B) {
	var words strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&words, "word%c%d ", 'a'+i%26, i)
	}
	s := Session{ID: "s", URL: "sessions/s/index.html", Title: "Look at the tokenizer"}
	for _, kind := range []string{KindPrompt, KindReply, KindCall, KindResult} {
		s.Docs = append(s.Docs, Doc{Anchor: "m-1", Page: "index.html", Kind: kind, Text: ordinary + words.String()})
	}
	b.SetBytes(int64(4 * (len(ordinary) + words.Len())))
	b.ReportAllocs()
	builder := New(Options{Scope: ScopeEverything, Snippet: 200})
	for b.Loop() {
		builder.Digest(s)
	}
}
