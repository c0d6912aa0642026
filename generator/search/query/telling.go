package query

import (
	"regexp"
	"slices"
	"strings"
)

// small are words that make a question of others, in English, German, French and Spanish, as terms.
// Which messages answer it, they do not say. Words that name something where programs are talked
// about, such as "comment", "bin" and "no", are not among them.
var small = strings.Fields(`and are as at be been but by can could did do does doesn for from had has have how if in is it its me my of often on or our should so that the their
there they this to us was we were what when where which who why will with would you your
aber als am an auch auf aus bei beim da damit dann darf das dass dem den denn der des die diese diesem diesen dieser dieses doch durch ein eine
einem einen einer eines er es fur gab gibt habe haben hat hatte hatten ich ihr im ist jetzt kann kein keine konnen man mein meine mit muss nach
nicht noch nur ob oder oft schon sehr seit sich sie sind uber um und uns unser unter vom von vor wann war waren warum wegen weil welche welchem
welchen welcher welches wenn wer werden weshalb weswegen wie wieso wir wird wo woher wohin wurde wurden zu zum zur
ai au aux avec avez avons ce ces cet cette dans de du elle elles en est et etaient etait ete eu il ils je la le les leur leurs lui ma mais mes mon
ne nos notre nous ont ou par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi sans se ses son sont sur tu un une vos votre vous
al como con cual cuales cuando cuanto cuantos del desde donde el ella ellas ellos era esa ese eso esta estaba estan estas este esto estos fue fueron
ha hace han hasta hay he hemos las lo los mi mis muy para pero por porque quien sin sobre su sus tiene una unos ya yo`)

// isSmall reports whether a term is one of these words.
func isSmall(term string) bool { return slices.Contains(small, term) }

// asks reports whether a word is one of these words, and no phrase.
func (w word) asks() bool { return len(w.terms) == 1 && !w.phrase && isSmall(w.terms[0]) }

// name is what is in names and rarely in words of a language.
var name = regexp.MustCompile(`\p{Ll}\p{Lu}|[\d_]|\w[./-]\w`)

// placed is a word with a place behind it: "main.go:142", "main.go(142,7)".
var placed = regexp.MustCompile(`[:(,]\d`)

// often is a question about figures, which statistics answer.
var often = regexp.MustCompile(`(?i)^(how (often|many)|wie (oft|viele))\b`)

var digits = regexp.MustCompile(`^\d+$`)

// telling returns the words without those that make a question of the others, and these without the
// numbers of lines that follow names of files, which change. It returns all if nothing else is
// left.
func telling(words []ready) []ready {
	var out []ready
	for _, w := range words {
		if w.word.asks() {
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
