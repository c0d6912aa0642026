package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// passphrase returns where the words end that are a value without quotes at s[at:], end where none are: four to eight words
// in small letters with blanks between them, the rest of the line behind a name that says that it is several words, of which
// none is about values or one that sentences are made of. LUKS passphrase: orchid gravel tundra lantern.
func passphrase(s, name string, at, end int, c *judge.Context) int {
	const fewest, most = 4, 8
	if c.Class != judge.Password || c.List || !chars.EndsFold(name, "passphrase", "pass_phrase", "pass-phrase") {
		return end
	}
	line := strings.TrimRight(s[at:chars.LineEnd(s, at)], " \r")
	words := strings.Split(line, " ")
	if len(words) < fewest || len(words) > most {
		return end
	}
	for _, word := range words {
		if !judge.Chosen(word) {
			return end
		}
	}
	c.Quoted, c.Prose = true, false // as if it was
	return at + len(line)
}
