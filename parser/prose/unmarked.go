package prose

import (
	"regexp"
	"strings"
)

var (
	lineMarks = regexp.MustCompile(`(?m)^[ \t]*(?:(?:#{1,6}|[-*+]|>)[ \t]+(?:\[[ xX]\][ \t]+)?|>$)`)
	rules     = regexp.MustCompile("(?m)^[ \\t]*(?:-{3,}|\\*{3,}|_{3,}|={3,}|`{3,}.*|~{3,}.*|\\|?[ :|-]+\\|[ :|-]*)$\n?")
	links     = regexp.MustCompile(`!?\[([^\[\]\n]{1,200})\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"\n]*")?\)`)
	strong    = regexp.MustCompile(`(\*\*|~~)([^\s*~][^\n]*?)(\*\*|~~)`)
	under     = regexp.MustCompile(`(^|[\s(])__([^\s_][^_\n]*)__($|[\s),:;!?])`)
	emphasis  = regexp.MustCompile(`(^|[\s(])([*_])([^\s*_][^*_\n]*)([*_])($|[\s).,:;!?])`)
)

// mayRule reports whether a text may have a line that [rules] removes. Most have none, and the expression takes long.
func mayRule(s string) bool {
	if strings.Contains(s, "|") {
		return true
	}
	for _, row := range []string{"---", "***", "___", "===", "```", "~~~"} {
		if strings.Contains(s, row) {
			return true
		}
	}
	return false
}

// Unmarked returns the words of a text in Markdown without its commonest marks: headings, lists,
// quotes, emphasis, code and links. It is for titles and previews; what a rule does not know stays.
func Unmarked(s string) string {
	if !strings.ContainsAny(s, "#*_`[>~-+|=") {
		return s
	}
	if strings.Contains(strings.TrimSpace(s), "\n") {
		s = headed(s)
	}
	if mayRule(s) {
		s = rules.ReplaceAllString(s, "")
	}
	if strings.ContainsAny(s, "#-*+>") {
		s = lineMarks.ReplaceAllString(s, "")
	}
	if strings.Contains(s, "](") {
		s = links.ReplaceAllString(s, "$1")
	}
	if strings.Contains(s, "**") || strings.Contains(s, "~~") {
		s = strong.ReplaceAllString(s, "$2")
	}
	if strings.Contains(s, "__") {
		s = under.ReplaceAllString(s, "$1$2$3")
	}
	if strings.Count(s, "*")+strings.Count(s, "_") > 1 {
		s = emphasis.ReplaceAllString(s, "$1$3$5")
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "**", ""), "`", "")
}
