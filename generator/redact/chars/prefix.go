package chars

import "strings"

// maxPrefix bounds what is before the text of a line.
const maxPrefix = 160

// OwnText returns where the text of the line at s[at:] begins: behind the line's number, the name
// of its file, the marks of a diff, a quote or a box, and the time and level of a log.
func OwnText(s string, at int) int {
	limit := min(len(s), at+maxPrefix)
	for at < limit {
		n := prefixPart(s[at:limit])
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// LineMark returns the length of the mark of a diff or the number, with the name of the file in
// front or without, that the line at s[at:] begins with; 0 when there is none.
func LineMark(s string, at int) int {
	i := RunOf(s, at, at+8, " ")
	limit := min(len(s), at+maxPrefix)
	if i >= limit {
		return 0
	}
	switch c := s[i]; {
	case i == at && (c == '+' || c == '-' && !strings.HasPrefix(s[i:], "--")):
		return 1
	case c == '>' && strings.HasPrefix(s[i:], "> "):
		return i + 2 - at
	case !IsWord(c) && c != '/' && c != '.':
		return 0
	}
	word := i
	for word < limit && !IsSpace(s[word]) {
		word++
	}
	if n := numbered(s[i:word]); n > 0 {
		return i + n - at
	}
	if i > at && word < limit && s[word] == '\t' && All(s[i:word], IsDigit) {
		return word + 1 - at
	}
	return 0
}

// prefixPart returns the length of one part of such a prefix, 0 when s begins with none.
func prefixPart(s string) int {
	switch c := s[0]; {
	case strings.IndexByte(" \t+->|", c) >= 0:
		return 1
	case strings.HasPrefix(s, "│"):
		return len("│")
	case c == '[' || c == '(': // [main]
		if end := strings.IndexAny(s, "])\n "); end > 0 && s[end] != '\n' && s[end] != ' ' && strings.HasPrefix(s[end+1:], " ") {
			return end + 1
		}
	}
	word := Run(s, 0, len(s), func(c byte) bool { return !IsSpace(c) })
	if n := strings.TrimRight(s[:word], ":"); logLevels[n] || len(n) >= 19 && IsDigit(n[0]) && n[4] == '-' && n[7] == '-' && n[10] == 'T' {
		return word
	}
	if n := numbered(s[:word]); n > 0 {
		return n
	}
	if word < len(s) && s[word] == '\t' && All(s[:word], IsDigit) {
		return word + 1
	}
	return 0
}

// numbered returns the length of a line's number and what divides it from the line, with the name
// of the file in front or without: 12→, 12:, app.yaml:12:, app.yaml-12-.
func numbered(word string) int {
	for i := range len(word) {
		if !IsDigit(word[i]) || i > 0 && word[i-1] != ':' && word[i-1] != '-' {
			continue
		}
		end := i
		for end < len(word) && IsDigit(word[end]) {
			end++
		}
		switch rest := word[end:]; {
		case strings.HasPrefix(rest, "→") && i == 0:
			return end + len("→")
		case strings.HasPrefix(rest, "│") && i == 0:
			return end + len("│")
		case rest != "" && (rest[0] == ':' || rest[0] == '-') && (i == 0 || rest[0] == word[i-1]) &&
			end-i <= 7 && !(i == 0 && len(rest) > 1 && rest[0] == '-' && IsDigit(rest[1])):
			return end + 1
		}
		if i == 0 {
			return 0
		}
	}
	return 0
}

var logLevels = Set("TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL")
