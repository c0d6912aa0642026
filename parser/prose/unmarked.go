package prose

import (
	"strings"

	"steno/parser/lazy"
)

var (
	lineMarks = lazy.MustCompile(`(?m)^[ \t]*(?:(?:#{1,6}|[-*+]|>)[ \t]+(?:\[[ xX]\][ \t]+)?|>$)`)
	rules     = lazy.MustCompile("(?m)^[ \\t]*(?:-{3,}|\\*{3,}|_{3,}|={3,}|`{3,}.*|~{3,}.*|\\|?[ :|-]+\\|[ :|-]*)$\n?")
	links     = lazy.MustCompile(`!?\[([^\[\]\n]{1,200})\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"\n]*")?\)`)
	strong    = lazy.MustCompile(`(\*\*|~~)([^\s*~][^\n]*?)(\*\*|~~)`)
	under     = lazy.MustCompile(`(^|[\s(])__([^\s_][^_\n]*)__($|[\s),:;!?])`)
	emphasis  = lazy.MustCompile(`(^|[\s(])([*_])([^\s*_][^*_\n]*)([*_])($|[\s).,:;!?])`)
)

// withoutLineMarks removes what [rules] and [lineMarks] match. Most lines begin with no mark, and
// an expression takes long to say so.
func withoutLineMarks(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if start := strings.TrimLeft(line, " \t"); start != "" && strings.IndexByte("#-*+>_=`~|:", start[0]) >= 0 {
			line = lineMarks.ReplaceAllString(rules.ReplaceAllString(line, ""), "")
		}
		b.WriteString(line)
	}
	return b.String()
}

// mayEmphasis reports whether a text may have something that [emphasis] removes: a mark at the start of a word.
func mayEmphasis(s string) bool {
	for i := 0; i < len(s); i++ {
		if (s[i] == '*' || s[i] == '_') && (i == 0 || strings.IndexByte(" \t\n\f\r(", s[i-1]) >= 0) {
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
	s = strings.ReplaceAll(withoutLineMarks(s), glob, "")
	if strings.Contains(s, "](") {
		s = links.ReplaceAllString(s, "$1")
	}
	if strings.Contains(s, "**") || strings.Contains(s, "~~") {
		s = strong.ReplaceAllString(globs.Replace(s), "$2")
	}
	if strings.Contains(s, "__") {
		s = under.ReplaceAllString(s, "$1$2$3")
	}
	if mayEmphasis(s) {
		s = emphasis.ReplaceAllString(s, "$1$3$5")
	}
	s = strings.ReplaceAll(withoutStars(s), "`", "")
	return strings.ReplaceAll(s, glob, "**")
}

// globs keeps the stars of patterns of paths, as no mark, and [glob] is what takes their place.
var globs = strings.NewReplacer("/**", "/"+glob, "**/", glob+"/", `\**`, `\`+glob, `**\`, glob+`\`)

const glob = "\ufdd0" // of which Unicode says that no text has it

// withoutStars removes marks without a partner, as that of a text which was cut off. What is within a word is none.
func withoutStars(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "**")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if before != "" && after != "" && inName(before[len(before)-1]) && inName(after[0]) {
			b.WriteString("**")
		}
		s = after
	}
}

// inName reports whether a byte is in names of files and of variables.
func inName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
