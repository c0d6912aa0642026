package search

import (
	"strings"
	"unicode/utf8"
)

// markdownText drops the marks of Markdown, line by line. Code stays as it is.
func markdownText(s string) string {
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if f := fenceOf(line); f != "" && (fence == "" || strings.HasPrefix(line, fence)) {
			if fence != "" {
				f = ""
			}
			fence = f
			continue
		}
		if fence == "" {
			line = markdownLine(line)
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// fenceOf is the row of marks that begins or ends a block of code, or "".
func fenceOf(line string) string {
	n := 0
	for n < len(line) && (line[n] == '`' || line[n] == '~') && line[n] == line[0] {
		n++
	}
	if n < 3 || strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

func markdownLine(line string) string {
	if line == "" {
		return ""
	}
	if line[0] == '>' {
		line = strings.TrimLeft(line, ">"+spaces)
	}
	switch {
	case strings.HasPrefix(line, "#"):
		line = headingText(line)
	case strings.HasPrefix(line, "|") || strings.HasSuffix(line, "|"):
		line = rowText(line)
	case strings.HasPrefix(line, "-") || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "+"):
		line = itemText(line)
	}
	return inlineText(line)
}

// spaces are those that part the words of a line.
const spaces = " \t\n\f\r"

func isSpace(c byte) bool { return strings.IndexByte(spaces, c) >= 0 }

// itemText is an item of a list, of which a box to tick off is no part.
func itemText(line string) string {
	text := strings.TrimLeft(line[1:], spaces)
	if len(text) == len(line)-1 {
		return line
	}
	if len(text) > 3 && text[0] == '[' && strings.IndexByte(" xX", text[1]) >= 0 && text[2] == ']' && isSpace(text[3]) {
		text = strings.TrimLeft(text[3:], spaces)
	}
	return "• " + text
}

// headingText is a heading of one to six marks, with a colon behind it.
func headingText(line string) string {
	text := strings.TrimLeft(line, "#")
	if text == "" || len(line)-len(text) > 6 || !isSpace(text[0]) {
		return line
	}
	if text = strings.TrimRight(strings.TrimLeft(text, spaces), "#"+spaces); text == "" {
		return line
	}
	if last, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".:!?…。：！？", last) {
		return text + ":"
	}
	return text
}

// rowText is a row of a table; the row below the head, of lines, is nothing.
func rowText(line string) string {
	if strings.Trim(line, "|:- ") == "" {
		return ""
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(cell)
	}
	return strings.Join(cells, " · ") + ";"
}

// inlineText drops what is within a line: links keep their words and their target.
func inlineText(s string) string {
	if !strings.ContainsAny(s, "`*~[\\") {
		return s
	}
	s, codes := withoutCode(strings.ReplaceAll(s, "\x00", ""))
	if strings.Contains(s, "](") {
		s = withoutLinks(s)
	}
	s = withoutEscapes(withoutEmphasis(withoutStrong(s)))
	for _, c := range codes {
		s = strings.Replace(s, "\x00", c, 1)
	}
	return s
}

// withoutLinks puts words and targets in the place of links and pictures.
func withoutLinks(s string) string {
	var b strings.Builder
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '[' {
			continue
		}
		words, target, end := linkAt(s[i:])
		if end == 0 {
			continue
		}
		start := i
		if i > from && s[i-1] == '!' {
			start--
		}
		b.WriteString(s[from:start])
		if words != target && target != "" {
			words = strings.TrimSpace(words + " (" + target + ")")
		}
		b.WriteString(words)
		from = i + end
		i = from - 1
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// linkAt reads the link that s begins with: [words](target) or [words](target "title"). end is 0 for none.
func linkAt(s string) (words, target string, end int) {
	n := strings.IndexAny(s[1:], "[]") + 1
	if n == 0 || !strings.HasPrefix(s[n:], "](") {
		return "", "", 0
	}
	rest := s[n+2:]
	words, n = s[1:n], strings.IndexAny(rest, "()"+spaces)
	if n < 0 {
		return "", "", 0
	}
	target, rest = rest[:n], rest[n:]
	if title := strings.TrimLeft(rest, spaces); len(title) < len(rest) && title[:min(1, len(title))] == `"` {
		_, rest, _ = strings.Cut(title[1:], `"`)
	}
	if rest == "" || rest[0] != ')' {
		return "", "", 0
	}
	return words, target, len(s) - len(rest) + 1
}

// withoutStrong drops pairs of two marks around words: **so** and ~~so~~.
func withoutStrong(s string) string {
	var b strings.Builder
	from := 0
	for i := 0; i+2 < len(s); i++ {
		mark := s[i]
		if mark != '*' && mark != '~' || s[i+1] != mark || isSpace(s[i+2]) {
			continue
		}
		end := strings.IndexByte(s[i+3:], mark) // what follows the marks is of the words, a third mark too
		if end < 0 {
			continue
		}
		if end += i + 3; end+1 == len(s) || s[end+1] != mark {
			continue
		}
		if end+2 < len(s) && s[end+2] == mark {
			end++
		} else if isSpace(s[end-1]) {
			continue
		}
		b.WriteString(s[from:i])
		b.WriteString(s[i+2 : end])
		from = end + 2
		i = from - 1
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// withoutEmphasis drops pairs of asterisks around words that are apart from others: *so*.
func withoutEmphasis(s string) string {
	var b strings.Builder
	from := 0
	for i := strings.IndexByte(s, '*'); i >= 0 && i+2 < len(s); {
		size := strings.IndexByte(s[i+1:], '*')
		if size < 0 {
			break
		}
		end := i + 1 + size
		if size == 0 || isSpace(s[i+1]) || isSpace(s[end-1]) || i > 0 && (i == from || joins(s[i-1])) {
			i = end
			continue
		}
		b.WriteString(s[from:i])
		b.WriteString(s[i+1 : end])
		from = end + 1
		if i = strings.IndexByte(s[from:], '*'); i >= 0 {
			i += from
		}
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// joins reports the characters behind which an asterisk does not begin an emphasis.
func joins(c byte) bool {
	return c < utf8.RuneSelf && asciiClass[c] != separator || c == '*' || c == '\\'
}

// withoutEscapes drops the backslashes before marks.
func withoutEscapes(s string) string {
	var b strings.Builder
	from := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && strings.IndexByte("\\`*_{}[]()#+.!|>~-", s[i+1]) >= 0 {
			b.WriteString(s[from:i])
			i++
			from = i
		}
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// withoutCode returns a line with a NUL in place of what is between backticks, and that without them.
func withoutCode(s string) (rest string, codes []string) {
	var b strings.Builder
	for i := strings.IndexByte(s, '`'); i >= 0; i = strings.IndexByte(s, '`') {
		n := codeLen(s[i:])
		if n == 0 {
			b.WriteString(s[:i+1])
			s = s[i+1:]
			continue
		}
		codes = append(codes, strings.Trim(s[i:i+n], "`"))
		b.WriteString(s[:i])
		b.WriteByte(0)
		s = s[i+n:]
	}
	if b.Len() == 0 {
		return s, nil
	}
	b.WriteString(s)
	return b.String(), codes
}

// codeLen returns how long the code is that begins with the backtick at the start of s, 0 for none.
func codeLen(s string) int {
	if strings.HasPrefix(s, "``") {
		if len(s) > 3 {
			if n := strings.Index(s[3:], "``"); n >= 0 {
				return 3 + n + 2
			}
		}
		return 0
	}
	if n := strings.IndexByte(s[1:], '`'); n > 0 {
		return 1 + n + 1
	}
	return 0
}
