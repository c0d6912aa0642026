package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/known"
)

// The words of a wallet restore it (BIP 39): 12 to 24 of them, on one line, on several, or numbered.

const (
	fewestSeedWords = 12
	mostSeedWords   = 24
)

// Seed handles the words of a wallet that follow s[:at], which calls them a phrase: Recovery
// phrase:, your seed phrase is.
func Seed(f *Finder, at int) {
	s := f.S
	for _, word := range [...]string{"\"", "'", " is", " was", ":", "="} {
		if strings.HasPrefix(s[min(at, len(s)):], word) {
			at += len(word)
		}
	}
	at = chars.RunOf(s, at, len(s), " \r\n\t\"'`*>:")
	f.seedWords(at)
}

// seedWords takes such words at s[at:].
func (f *Finder) seedWords(at int) {
	s := f.S
	limit := min(len(s), at+known.MaxForm)
	numbered := at < limit && chars.IsDigit(s[at])
	var words []string
	end := at
	for i := at; i < limit; {
		next, ok := betweenSeeds(s, i, limit, numbered)
		if !ok || strings.Count(s[i:next], "\n") > 1 && len(words) >= fewestSeedWords {
			break
		}
		i = chars.Run(s, next, limit, chars.IsLower)
		if i == next {
			break
		}
		if n := i - next; n < 3 || n > 8 || i < limit && strings.IndexByte(" \r\n\t,|\"'`", s[i]) < 0 {
			if line := chars.LineStart(s, next); line <= end { // a sentence goes on
				return
			}
			break
		}
		words, end = append(words, s[next:i]), i
	}
	if n := len(words); n >= fewestSeedWords && n <= mostSeedWords && n%3 == 0 && !judge.Prose(words) {
		f.AddAs(at, end, "secret")
	}
}

// betweenSeeds passes over blanks, the lines of a table and the number of the next word, which has to be there when
// the words are numbered.
func betweenSeeds(s string, i, limit int, numbered bool) (next int, ok bool) {
	next = chars.RunOf(s, i, limit, " \r\n\t,|")
	if !numbered {
		return next, next < limit
	}
	digits := chars.Run(s, next, limit, chars.IsDigit)
	return chars.RunOf(s, digits, limit, ".): \t|"), digits > next
}
