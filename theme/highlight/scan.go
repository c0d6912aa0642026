package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// Chroma's lexers are regular expressions and manage about a megabyte a second.
// A transcript is half code, so the most frequent languages of transcripts are
// read by this scanner, which is a hundred times as fast: it finds comments,
// strings, numbers, known words, calls and keys, and knows no grammar. All other
// languages go to chroma.

// language reports the scanner what to look for.
type language struct {
	comments []string                    // begin a comment that ends with the line
	blocks   [][2]string                 // begin and end a comment
	quotes   []quote                     // in order: longer ones first
	words    map[string]chroma.TokenType // keywords, constants, types
	more     string                      // bytes of names besides letters, digits and "_"
	caseless bool                        // words are known in any case
	spaced   bool                        // a comment begins only behind white space
	dollar   bool                        // $name and ${name} are variables
	keys     string                      // bytes behind a name or string that make it a key
	calls    bool                        // a name before "(" is called
	at       bool                        // @name is a decorator
	tags     bool                        // markup: all but comments is between "<" and ">"
	lines    bool                        // a diff: the first byte of a line reports what it is
}

// quote is a way to write a string.
type quote struct {
	open, close string
	raw         bool // a backslash means nothing
	long        bool // goes on over line ends
	char        bool // a single character: else it is no string
}

// scanner reads one text.
type scanner struct {
	lang *language
	text string
	at   int  // what is before it has been emitted
	tag  bool // between "<" and ">"
	emit func(t chroma.TokenType, text string)
}

// scan cuts text into tokens, which together are the text.
func scan(lang *language, text string, emit func(chroma.TokenType, string)) {
	if lang.lines {
		scanDiff(text, emit)
		return
	}
	s := &scanner{lang: lang, text: text, emit: emit}
	for i := 0; i < len(text); {
		n, t := s.token(i)
		if n == 0 { // nothing special: white space, an operator
			i++
			continue
		}
		if t != chroma.Text {
			s.plain(i)
			s.emit(t, text[i:i+n])
			s.at = i + n
		}
		i += n
	}
	s.plain(len(text))
}

// plain emits what was passed over.
func (s *scanner) plain(to int) {
	if to > s.at {
		s.emit(chroma.Text, s.text[s.at:to])
		s.at = to
	}
}

// token returns the length of the token at i, and what it is.
func (s *scanner) token(i int) (int, chroma.TokenType) {
	if s.lang.tags {
		if n, t, ok := s.markup(i); ok {
			return n, t
		}
	}
	c := s.text[i]
	switch {
	case isNameStart(c):
		return s.name(i)
	case c >= '0' && c <= '9':
		return s.number(i), chroma.LiteralNumber
	case c == ' ' || c == '\n' || c == '\t':
		return 0, chroma.Text
	}
	if n := s.comment(i); n > 0 {
		return n, chroma.Comment
	}
	if n := s.quoted(i); n > 0 {
		if s.isKey(i + n) {
			return n, chroma.NameTag
		}
		return n, chroma.LiteralString
	}
	if c == '$' && s.lang.dollar {
		return s.variable(i), chroma.NameVariable
	}
	if c == '@' && s.lang.at && i+1 < len(s.text) && isNameStart(s.text[i+1]) {
		return 1 + s.nameLen(i+1), chroma.NameDecorator
	}
	return 0, chroma.Text
}

// markup reads what is special in HTML and XML: a tag's begin and end. Outside of
// tags there is nothing but text and comments. It reports whether that was all.
func (s *scanner) markup(i int) (int, chroma.TokenType, bool) {
	c := s.text[i]
	if n := s.comment(i); n > 0 {
		return n, chroma.Comment, true
	}
	if !s.tag {
		n := 1
		if c == '<' && i+1 < len(s.text) && (isNameStart(s.text[i+1]) || strings.IndexByte("/!?", s.text[i+1]) >= 0) {
			s.tag = true
			n += 1 + s.nameLen(i+2)
			return n, chroma.NameTag, true
		}
		return n, chroma.Text, true
	}
	if c == '>' {
		s.tag = false
		return 1, chroma.NameTag, true
	}
	return 0, chroma.Text, false
}

// scanDiff distinguishes added, removed and other lines.
func scanDiff(text string, emit func(chroma.TokenType, string)) {
	for line := range strings.Lines(text) {
		t := chroma.Text
		switch {
		case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "),
			strings.HasPrefix(line, "diff "):
			t = chroma.Comment
		case strings.HasPrefix(line, "+"):
			t = chroma.GenericInserted
		case strings.HasPrefix(line, "-"):
			t = chroma.GenericDeleted
		}
		emit(t, line)
	}
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// nameLen is the length of the name at i.
func (s *scanner) nameLen(i int) int {
	n := 0
	for i+n < len(s.text) {
		c := s.text[i+n]
		if !isNameStart(c) && (c < '0' || c > '9') && strings.IndexByte(s.lang.more, c) < 0 {
			break
		}
		n++
	}
	return n
}

func (s *scanner) name(i int) (int, chroma.TokenType) {
	n := s.nameLen(i)
	word := s.text[i : i+n]
	if s.lang.caseless {
		word = strings.ToLower(word)
	}
	if s.isKey(i + n) {
		return n, chroma.NameTag
	}
	if t, ok := s.lang.words[word]; ok {
		return n, t
	}
	if s.lang.calls && i+n < len(s.text) && s.text[i+n] == '(' {
		return n, chroma.NameFunction
	}
	return n, chroma.Text
}

// isKey reports whether what ends at i is the key of a value.
func (s *scanner) isKey(i int) bool {
	if s.lang.keys == "" {
		return false
	}
	for i < len(s.text) && s.text[i] == ' ' {
		i++
	}
	return i < len(s.text) && strings.IndexByte(s.lang.keys, s.text[i]) >= 0
}

func (s *scanner) number(i int) int {
	n := 1
	for i+n < len(s.text) {
		c := s.text[i+n]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' && c != '.' {
			break
		}
		n++
	}
	return n
}

func (s *scanner) comment(i int) int {
	for _, open := range s.lang.comments {
		if strings.HasPrefix(s.text[i:], open) && (!s.lang.spaced || i == 0 || strings.IndexByte(" \t\n;", s.text[i-1]) >= 0) {
			if end := strings.IndexByte(s.text[i:], '\n'); end >= 0 {
				return end
			}
			return len(s.text) - i
		}
	}
	for _, b := range s.lang.blocks {
		if strings.HasPrefix(s.text[i:], b[0]) {
			if end := strings.Index(s.text[i+len(b[0]):], b[1]); end >= 0 {
				return len(b[0]) + end + len(b[1])
			}
			return len(s.text) - i
		}
	}
	return 0
}

// quoted is the length of the string at i, 0 for none. One that is not closed
// ends with its line.
func (s *scanner) quoted(i int) int {
	for _, q := range s.lang.quotes {
		if !strings.HasPrefix(s.text[i:], q.open) {
			continue
		}
		n, closed := q.length(s.text[i:])
		if q.char && (!closed || n > 12) {
			return 0
		}
		return n
	}
	return 0
}

func (q quote) length(s string) (n int, closed bool) {
	for n = len(q.open); n < len(s); n++ {
		switch {
		case s[n] == '\\' && !q.raw:
			n++
		case strings.HasPrefix(s[n:], q.close):
			return n + len(q.close), true
		case s[n] == '\n' && !q.long:
			return n, false
		}
	}
	return len(s), false
}

// variable is the length of $name, ${...} or $1.
func (s *scanner) variable(i int) int {
	rest := s.text[i+1:]
	if strings.HasPrefix(rest, "{") {
		if end := strings.IndexAny(rest, "}\n"); end > 0 && rest[end] == '}' {
			return end + 2
		}
		return 2
	}
	if n := s.nameLen(i + 1); n > 0 {
		return 1 + n
	}
	if rest != "" && strings.IndexByte("@#?$!*0123456789-", rest[0]) >= 0 {
		return 2
	}
	return 1
}
