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
	const fewest = 3
	if c.Class != judge.Password || c.List || !chars.EndsFold(name, "passphrase", "pass_phrase", "pass-phrase") {
		return end
	}
	line := strings.TrimRight(s[at:chars.LineEnd(s, at)], " \r")
	if !phraseOf(line, fewest) {
		return end
	}
	c.Quoted, c.Prose = true, false // as if it was
	return at + len(line)
}

// phraseOf reports such words, of which there are some or more.
func phraseOf(line string, fewest int) bool {
	const most, longestNumber = 8, 4
	line = strings.TrimRight(line, "!?.")
	if number := strings.TrimRight(line, "0123456789"); len(line)-len(number) <= longestNumber { // orchid gravel tundra 42
		line = strings.TrimRight(number, " ")
	}
	words := strings.Split(line, " ")
	if len(words) < fewest || len(words) > most {
		return false
	}
	greetings := 0
	for _, word := range words {
		if !judge.Chosen(word) {
			if greetings++; !greets[word] {
				return false
			}
		}
	}
	return 2*greetings < len(words)
}

// greets are words that are passwords of many people by themselves.
var greets = chars.Set("welcome", "letmein", "hello", "love", "cookie", "master", "key")
