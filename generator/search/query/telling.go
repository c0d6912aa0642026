package query

import (
	"regexp"
	"slices"
)

// small are words that make a question of others, in English and German. Which messages answer it, they do not say.
var small = regexp.MustCompile(`^(a(nd?|re|s|t)?|be(en)?|but|by|can|could|d(id|o|oes|oesn)|for|from|ha(d|s|ve)|how|i[fnst]?|its|my|of(ten)?|on|or|our|should|so|th(at|e|eir|ere|ey|is)|` +
	`to|us|was|we(re?)?|wh(at|en|ere|ich|o|y)|will|with|would|your?|auf|bei|d(as|e[mnrs]|ie)|eine?|fur|ha(ben|t)|i(ch|m|st)|mit|oft|sind|uns?|und|von|warum|w(er|ie|ir|urden?)|zu[mr]?)$`)

// name is what is in names and rarely in words of a language.
var name = regexp.MustCompile(`\p{Ll}\p{Lu}|[\d_]|\w[./-]\w`)

// placed is a word with a place behind it: "main.go:142", "main.go(142,7)".
var placed = regexp.MustCompile(`[:(,]\d`)

// often is a question about figures, which statistics answer.
var often = regexp.MustCompile(`(?i)^(how (often|many)|wie (oft|viele))\b`)

var digits = regexp.MustCompile(`^\d+$`)

// telling returns the words without those that make a question of the others, and these without the numbers of lines that follow names of
// files, which change. It returns all if nothing else is left.
func telling(words []ready) []ready {
	var out []ready
	for _, w := range words {
		if len(w.word.terms) == 1 && !w.word.phrase && small.MatchString(w.word.terms[0]) {
			continue
		}
		if placed.MatchString(w.word.text) && !w.word.phrase {
			some := slices.DeleteFunc(slices.Clone(w.clauses), func(c clause) bool { return digits.MatchString(c.term) })
			if len(some) > 0 {
				w.clauses = some
			}
		}
		out = append(out, w)
	}
	if out == nil {
		return words
	}
	return out
}
