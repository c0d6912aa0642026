package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// passphrase returns where the words end that are a value without quotes at s[at:], 0 where none are: four to eight words
// in small letters with blanks between them, the rest of the line behind a name that says that it is several words, of which
// none is about values or one that sentences are made of. LUKS passphrase: orchid gravel tundra lantern.
func passphrase(s, name string, at int, c judge.Context) int {
	const fewest, most = 4, 8
	if c.Class != judge.Password || c.List || !chars.EndsFold(name, "passphrase", "pass_phrase", "pass-phrase") {
		return 0
	}
	end := chars.LineEnd(s, at)
	line := strings.TrimRight(s[at:end], " \r")
	words := strings.Split(line, " ")
	if len(words) < fewest || len(words) > most {
		return 0
	}
	for _, word := range words {
		if !judge.Chosen(word) {
			return 0
		}
	}
	return at + len(line)
}
