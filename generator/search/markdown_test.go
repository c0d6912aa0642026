package search

import (
	"regexp"
	"strings"
	"testing"

	"steno/tier"
)

// What markdown.go reads by hand, as regular expressions.
var (
	quoteMark = regexp.MustCompile(`^(?:>\s*)+`)
	heading   = regexp.MustCompile(`^#{1,6}\s+(.*?)[\s#]*$`)
	item      = regexp.MustCompile(`^[-*+]\s+(?:\[[ xX]\]\s+)?`)
	link      = regexp.MustCompile(`!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)`)
	strong    = regexp.MustCompile(`\*\*(\S(?:[^*]*\S)?)\*\*|~~(\S(?:[^~]*\S)?)~~`)
	emphasis  = regexp.MustCompile(`(^|[^\w*\\])\*([^\s*](?:[^*]*[^\s*])?)\*`)
	escaped   = regexp.MustCompile("\\\\([\\\\`*_{}\\[\\]()#+.!|>~-])")
)

func plainLine(line string) string {
	line = quoteMark.ReplaceAllString(line, "")
	switch m := heading.FindStringSubmatch(line); {
	case m != nil && m[1] != "" && strings.ContainsAny(m[1][len(m[1])-1:], ".:!?"):
		line = m[1]
	case m != nil && m[1] != "":
		line = m[1] + ":"
	case strings.HasPrefix(line, "#"):
	case strings.HasPrefix(line, "|") || strings.HasSuffix(line, "|"):
		line = rowText(line)
	default:
		line = item.ReplaceAllString(line, "• ")
	}
	return plainInline(line)
}

func plainInline(s string) string {
	if !strings.ContainsAny(s, "`*~[\\") {
		return s
	}
	s, codes := withoutCode(strings.ReplaceAll(s, "\x00", ""))
	s = link.ReplaceAllStringFunc(s, func(l string) string {
		m := link.FindStringSubmatch(l)
		if m[1] == m[2] || m[2] == "" {
			return m[1]
		}
		return strings.TrimSpace(m[1] + " (" + m[2] + ")")
	})
	s = strong.ReplaceAllString(s, "$1$2")
	s = emphasis.ReplaceAllString(s, "$1$2")
	s = escaped.ReplaceAllString(s, "$1")
	for _, c := range codes {
		s = strings.Replace(s, "\x00", c, 1)
	}
	return s
}

func TestMarkdownAsExpressions(t *testing.T) {
	t.Parallel()
	parts := strings.Split("* ** *** **** ~ ~~ ~~~ a bc é _ ` `` [ ] ( ) ]( ![ ](b) \"t\" \\ \\* # ## ####### - + > > 1 . ! | [x] • \u00a0 \xff", " ")
	parts = append(parts, " ", " ", " ", "\t", "\v", "\x00")
	r := newRand(11)
	for n := range tier.Count(10_000, 300_000) {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		line := strings.TrimSpace(b.String())
		if got, want := markdownLine(line), plainLine(line); got != want {
			t.Fatalf("line %d: %q becomes %q, want %q", n, line, got, want)
		}
	}
}
