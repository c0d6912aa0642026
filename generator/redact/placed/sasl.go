package placed

import (
	"encoding/base64"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

const longestTag = 12 // bytes

// Mail programs log how they authenticate (SASL): the words of LOGIN (RFC 4954) and the only word of PLAIN (RFC 4616)
// are in base64.

const (
	saslLines   = 3 // below the question
	longestSASL = 400
)

// Challenges are the question for a password as servers of mail ask it, in base64 and in small letters.
var Challenges = []string{"334 ugfzc3dvcmq", "334 cgfzc3dvcmq"}

// Challenged takes the answer to such a question. The question ends at s[at:] or in the word there.
func Challenged(f *Finder, at int) {
	for range saslLines - 1 {
		next, from, to := saslWord(f.S, at)
		if text, ok := decoded(f.S[from:to]); ok && len(text) >= 4 && chars.All(text, printable) {
			f.AddAs(from, to, judge.Password.Rule())
			return
		}
		at = next
	}
}

// Plain takes the word behind the name of the mechanism PLAIN, or on a line below. s[at:] is behind the name.
func Plain(f *Finder, at int) {
	s := f.S
	from := chars.RunOf(s, at, at+4, " ")
	if to := saslEnd(s, from); to > from {
		plain(f, from, to)
		return
	}
	for range saslLines {
		next, from, to := saslWord(s, at)
		if plain(f, from, to) {
			return
		}
		at = next
	}
}

// plain takes a word that is, in base64, a user and a password with a NUL before each of them.
func plain(f *Finder, from, to int) bool {
	text, _ := decoded(f.S[from:to])
	parts := strings.Split(text, "\x00")
	ok := len(parts) == 3 && parts[1] != "" && parts[2] != "" && chars.All(parts[0]+parts[1]+parts[2], printable)
	if ok {
		f.AddAs(from, to, judge.Password.Rule())
	}
	return ok
}

// saslWord returns the last word in base64 of the line below s[at:], and where that line begins.
func saslWord(s string, at int) (line, from, to int) {
	line = min(len(s), chars.LineEnd(s, at)+1)
	end := min(chars.LineEnd(s, line), line+longestSASL)
	to = end - len(s[line:end]) + len(strings.TrimRight(s[line:end], " \r'\""))
	for _, escaped := range [...]string{`\n`, `\r`} {
		to = line + len(strings.TrimSuffix(s[line:to], escaped))
	}
	from = chars.RunBack(s, line, to, func(c byte) bool { return chars.IsBase64(c) || c == '=' })
	if from > line && strings.IndexByte(" '\":>", s[from-1]) < 0 {
		return line, from, from
	}
	return line, from, to
}

// saslEnd returns where the word in base64 at s[at:] ends.
func saslEnd(s string, at int) int {
	return chars.Run(s, at, at+longestSASL, func(c byte) bool { return chars.IsBase64(c) || c == '=' })
}

// decoded returns what a word in base64 says.
func decoded(word string) (text string, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(word)
	return string(raw), err == nil && len(raw) > 0
}

func printable(c byte) bool { return c >= 0x20 && c < 0x7f }

// Mail takes the password of a command of IMAP: a1 LOGIN joe x. s[start:at] is the word in the middle.
func Mail(f *Finder, start, at int) {
	s := f.S
	tag := chars.UntilBack(s, start-longestTag, start, "")
	if own := chars.OwnText(s, chars.LineStart(s, start)); tag > own+1 && strings.IndexByte(":>", s[tag-2]) < 0 {
		return
	}
	words := strings.Fields(s[at:chars.LineEnd(s, at)])
	if s[start+1] != 'L' || tag >= start || !chars.All(s[tag:start], chars.IsWord) ||
		!chars.HasDigit(s[tag:start]) || len(words) != 2 {
		return
	}
	end := len(strings.TrimRight(s[:chars.LineEnd(s, at)], " \r"))
	from, to := chars.TrimQuotes(s, end-len(words[1]), end)
	f.password(from, to)
}
