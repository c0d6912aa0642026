package search

import (
	"strings"
	"unicode/utf8"
)

// blobMin is the length from which a random-looking stretch of letters and digits
// counts as encoded data, which is not indexed.
const blobMin = 128

// clean removes what is in a message's text but not of it: terminal escape
// sequences, control characters, the line numbers that file-reading tools put in
// front of each line, and encoded data. All white space becomes single spaces;
// the result is valid UTF-8.
func clean(s string) string { return cleanStart(s, len(s)) }

// sameTerms reports whether a text has the terms that it has when it is cleaned, as nearly all
// have: what else differs are blanks, none of which is in a term.
func sameTerms(s string) bool {
	if strings.IndexByte(s, 0x1b) >= 0 || !utf8.ValidString(s) {
		return false
	}
	for rest := s; ; {
		before, behind, ok := strings.Cut(rest, "→")
		if !ok {
			break
		}
		if before != "" && before[len(before)-1] <= '9' && before[len(before)-1] >= '0' {
			return false // it may be a line number
		}
		rest = behind
	}
	for blank := -1; blank+blobMin < len(s); { // no word is longer
		at := blank + blobMin
		for at > blank && !isBlank(s[at]) {
			at--
		}
		if at == blank {
			return false
		}
		blank = at
	}
	return true
}

// cleanStart returns the start of a cleaned text: more than limit bytes, or all of it.
func cleanStart(s string, limit int) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	var b strings.Builder
	b.Grow(min(len(s), limit+limit/8))
	from := 0 // of words with single spaces between them, which are written together
	lineStart, space := true, true
	i := 0
	skip := func(n int) {
		b.WriteString(s[from:i])
		i += n
		from = i
	}
	for i < len(s) && (space || b.Len()+i-from <= limit) {
		if lineStart {
			lineStart = false
			skip(lineNumber(s[i:]))
			continue
		}
		switch c := s[i]; {
		case c == 0x1b:
			skip(escapeLen(s[i:]))
		case c == ' ' && !space:
			space = true
			i++
		case isBlank(c):
			lineStart = c == '\n' || c == '\r'
			skip(1)
			if !space {
				b.WriteByte(' ')
			}
			space = true
		default:
			if n := wordLen(s[i:]); n < blobMin {
				i += n
			} else {
				skip(n)
				writeWord(&b, s[i-n:i])
			}
			space = false
		}
	}
	skip(0)
	return strings.TrimRight(b.String(), " ")
}

// cleanLines returns the start of a cleaned text as [cleanStart] does, but keeps its lines and their
// indentation: lineEnd is between them. Empty lines go.
func cleanLines(s string, limit int) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line[lineNumber(line):], "\r\n")
		text := cleanStart(line, limit-b.Len())
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(lineEnd)
			b.WriteString(indentation(line))
		}
		b.WriteString(text)
		if b.Len() > limit {
			break
		}
	}
	return b.String()
}

// mostIndented is how many blanks or tabs are kept at the start of a line.
const mostIndented = 16

func indentation(line string) string {
	n := 0
	for n < min(len(line), mostIndented) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return line[:n]
}

// isBlank reports white space and control characters.
func isBlank(c byte) bool { return c <= ' ' || c == 0x7f }

func wordLen(s string) int {
	n := 0
	for n < len(s) && !isBlank(s[n]) {
		n++
	}
	return n
}

// writeWord writes what is between blanks, but for encoded data.
func writeWord(b *strings.Builder, word string) {
	for len(word) >= blobMin {
		n := blobLen(word)
		switch {
		case n >= blobMin && isBlob(word[:n]):
			b.WriteString("…")
		case n > 0:
			b.WriteString(word[:n])
		default:
			n = 1
			b.WriteByte(word[0])
		}
		word = word[n:]
	}
	b.WriteString(word)
}

// lineNumber returns the length of a line number at the start of a line:
// blanks, digits and an arrow.
func lineNumber(s string) int {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	digits := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == digits || !strings.HasPrefix(s[i:], "→") {
		return 0
	}
	return i + len("→")
}

// escapeLen returns the length of the terminal escape sequence s starts with:
// CSI (colours), OSC (links, titles) or a lone escape.
func escapeLen(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		i := 2
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
			i++
		}
		if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
			i++
		}
		return i
	case ']':
		for i := 2; i < len(s) && s[i] != '\n'; i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			} else if s[i] == 0x1b {
				return 1 // another one begins
			}
		}
	}
	return 1
}

func isBlobByte(c byte) bool {
	return c < utf8.RuneSelf && (asciiClass[c] != separator || c == '+' || c == '/' || c == '=' || c == '-')
}

func blobLen(s string) int {
	n := 0
	for n < len(s) && isBlobByte(s[n]) {
		n++
	}
	return n
}

// isBlob reports whether s changes between lower case, upper case and digits as
// often as random data does. Words and paths do so at most every fourth character.
func isBlob(s string) bool {
	changes, last := 0, separator
	for i := 0; i < len(s); i++ {
		c := asciiClass[s[i]]
		if c != last {
			changes++
		}
		last = c
	}
	return changes*3 > len(s)
}

// head returns the start of s, at most n bytes, cut at a word where there is one
// near, and whether something was cut.
func head(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	cut := n
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	if i := strings.LastIndexByte(s[:cut], ' '); i > n-n/4 {
		cut = i
	}
	return s[:cut], true
}
