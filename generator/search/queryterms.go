package search

import (
	"bytes"
	"unicode/utf8"
)

// queryTerms returns the terms that a message must hold to answer the query text:
// of joined runs the pairs, of other runs their joined parts, or the run itself.
func queryTerms(text string) []string {
	type item struct {
		term string
		from source
		run  int
	}
	var items []item
	t := tokenizer{emit: func(term []byte, from source, run int) {
		items = append(items, item{string(bytes.Clone(term)), from, run})
	}}
	t.tokens(text)
	covered, whole, joined := map[int]bool{}, map[int]int{}, map[int]bool{}
	for _, it := range items {
		if it.from == fromPair {
			covered[it.run], covered[it.run-1] = true, true
		}
		if it.from == fromRun {
			whole[it.run]++
		}
		joined[it.run] = joined[it.run] || it.from == fromJoin
	}
	var terms []string
	seen := map[string]bool{}
	for i, it := range items {
		keep := it.from == fromPair || !covered[it.run] &&
			(it.from == fromJoin || it.from == fromRun && !joined[it.run]) ||
			it.from == fromPart && whole[it.run] == 0
		// The last character of a dense run is alone only in a query of one.
		if last := i+1 == len(items) || items[i+1].run != it.run; keep && last && whole[it.run] > 1 && isDense(it.term) {
			keep = false
		}
		if keep && !seen[it.term] {
			seen[it.term] = true
			terms = append(terms, it.term)
		}
	}
	return terms
}

func isDense(term string) bool {
	r, _ := utf8.DecodeRuneInString(term)
	return classOf(r) == dense
}
