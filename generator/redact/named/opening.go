package named

import (
	"strings"

	"steno/generator/redact/chars"
)

// Strings of many languages open with more than a quote: with letters before it, with brackets, or with the word
// that ends them.

const longestSigns = 8 // between the beginning of a heredoc and its word

// prefixed passes over the letters before a string that say what kind it is: r"x", L"x", r#"x"#.
func prefixed(s string, at int) int {
	start := at
	if at < len(s) && strings.IndexByte("bfrRBuNL@$", s[at]) >= 0 {
		at++
	}
	if at < len(s) && s[at] == '#' {
		at++
	}
	if at < len(s) && (s[at] == '"' || s[at] == '\'') {
		return at
	}
	return start
}

// ofPerl returns where the text is in a string of Perl or Ruby with any sign for quotes: q{x}, qq(x), %q[x]. end is 0 where
// none is.
func ofPerl(s string, at int) (from, end int) {
	from = at + len(s[at:]) - len(strings.TrimPrefix(s[at:], "%"))
	if from >= len(s) || s[from]|' ' != 'q' {
		return 0, 0
	}
	from = chars.RunOf(s, from, from+len("qq"), "qQ")
	if from >= len(s) {
		return 0, 0
	}
	sign := strings.IndexByte("{([<|!~", s[from])
	if sign < 0 {
		return 0, 0
	}
	from++
	end = chars.Run(s, from, from+chars.MaxToken, func(c byte) bool { return c != "})]>|!~"[sign] && c != '\n' && c != '"' && c != '\'' })
	if end >= len(s) || s[end] != "})]>|!~"[sign] {
		return 0, 0
	}
	return from, end
}

// heredoc returns where the only line is of a text between two lines with a word: <<~KEY. end is 0 where none is.
func heredoc(s string, at int) (from, end int) {
	if !strings.HasPrefix(s[at:], "<<") {
		return 0, 0
	}
	word := chars.RunOf(s, at, at+longestSigns, "<~-'\"")
	from = chars.Run(s, word, word+chars.MaxToken, chars.IsWord)
	tag := s[word:from]
	if from = chars.RunOf(s, from, from+2, "'\""); tag == "" || from >= len(s) || s[from] != '\n' {
		return 0, 0
	}
	from = chars.RunOf(s, from+1, len(s), " \t")
	end = chars.LineEnd(s, from)
	if !strings.HasPrefix(strings.TrimLeft(s[end:min(len(s), end+chars.MaxToken)], "\n\t "), tag) {
		return 0, 0
	}
	return from, end
}

// bracketedText returns where the string is that brackets of Lua begin at s[at:], data of XML, or a text between two
// lines: [[x]], <![CDATA[x]]>. end is 0 for lists and for what a shell tests.
func bracketedText(s string, at int) (from, end int) {
	if data, ok := strings.CutPrefix(s[at:], "<![CDATA["); ok {
		return len(s) - len(data), len(s) - len(data) + max(0, strings.Index(data[:min(len(data), chars.MaxToken)], "]]>"))
	}
	for _, quotes := range [...][2]string{{"“", "”"}, {"„", "“"}, {"„", "”"}, {"«", "»"}, {"« ", " »"}} {
		if text, ok := strings.CutPrefix(s[at:], quotes[0]); ok {
			if end := strings.Index(text[:min(len(text), chars.MaxToken)], quotes[1]); end > 0 && strings.IndexByte(text[:end], '\n') < 0 {
				return len(s) - len(text), len(s) - len(text) + end
			}
		}
	}
	if from, end = ofPerl(s, at); end > 0 {
		return from, end
	}
	if !strings.HasPrefix(s[at:], "[[") {
		return heredoc(s, at)
	}
	from = at + len("[[")
	if end = chars.Until(s, from, at+chars.MaxToken, "[]\"'`,()"); !strings.HasPrefix(s[end:], "]]") {
		return 0, 0
	}
	return from, end
}
