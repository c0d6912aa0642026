package card

import (
	"os"
	"testing"
)

// BenchmarkRecorded makes and renders the cards of real transcripts.
func BenchmarkRecorded(b *testing.B) {
	const corpus = "../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		b.Skip("no transcripts in ../shared")
	}
	tpl := testTemplate(b)
	calls := recorded(b, corpus)
	size := 0
	for _, c := range calls {
		size += len(c.Input)
		if c.Result != nil {
			size += len(c.Result.Structured) + len(c.Result.Text())
		}
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		r, _ := testRenderer(b)
		for _, c := range calls {
			render(b, tpl, r.Call(c))
		}
	}
}

// BenchmarkCards makes and renders one card of each kind.
func BenchmarkCards(b *testing.B) {
	tpl := testTemplate(b)
	r, _ := testRenderer(b)
	for b.Loop() {
		for _, tc := range testCalls() {
			render(b, tpl, r.Call(tc.call()))
		}
	}
}
