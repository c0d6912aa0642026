package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// LicenceWords are in the names of the keys of licences and of keys that recover an account, in small letters.
var LicenceWords = []string{"recovery key", "recovery code", "rescue key", "emergency key", "wiederherstellungsschl", "serial", "licen", "lizenz", "activation", "product key", "product code", "produktschl", "reg code", "reg key",
	"registration", "seriennummer", "numéro de série", "número de serie", "numero di serie", "aktivierung"}

// Licence takes the key of a licence behind such a word: four groups or more of capitals and digits. s[at:] is behind the word.
func Licence(f *Finder, at int) {
	const longest, mostWords = 64, 5
	s := f.S
	end := min(len(s), at+longest)
	for words := 0; at < end && words < mostWords; words++ {
		at = chars.Run(s, at, end, func(c byte) bool { return !chars.IsWord(c) && c < 0x80 })
		from := at
		at = chars.Run(s, at, from+chars.MaxToken, func(c byte) bool { return chars.IsWord(c) || c == '-' || c >= 0x80 })
		if v := s[from:at]; strings.IndexByte(v, '-') > 0 && (judge.Licence(v) || drawnGroups(v)) {
			f.AddAs(from, at, judge.Key.Rule())
			return
		}
	}
}

// drawnGroups reports three groups or more of four capitals and digits or more, which are no words.
func drawnGroups(v string) bool {
	groups := strings.Split(v, "-")
	for _, group := range groups {
		if len(group) < 4 || len(group) != len(groups[0]) || !chars.All(group, chars.IsWord) || chars.Some(group, chars.IsLower) {
			return false
		}
	}
	return len(groups) >= 3 && chars.Randomness(strings.Join(groups, "")) >= chars.SurelyRandom && !chars.Regular(v)
}
