// Package prose shortens texts for titles, rows and previews, and reads texts that clients escaped.
package prose

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/parser/lazy"
)

// Start is the first bytes of s, at most limit.
func Start(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

// Head is the first bytes of s, at most limit, which end with a whole character.
func Head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// Lines is the first lines of s, at most limit bytes, and a part of a line where the lines are less than half of it.
func Lines(s string, limit int) string {
	head := Head(s, limit)
	if i := strings.LastIndexByte(head, '\n'); len(head) < len(s) && i > limit/2 {
		return head[:i]
	}
	return head
}

// heading is the mark of a heading in Markdown, and what it says.
var heading = lazy.MustCompile(`(?m)^#{1,6}[ \t]+(.*\pL.*?)([.:!?…]?)[ \t#]*$`)

// Excerpt is the start of s on one line, of at most limit bytes, cut between
// words where that costs little. Headings become words that a colon follows.
func Excerpt(s string, limit int) string {
	if len(s) > 4*limit {
		s = strings.ToValidUTF8(s[:4*limit], "")
	}
	s = headed(s)
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(s) <= limit {
		return s
	}
	s = Head(s, limit)
	if i := strings.LastIndexByte(s, ' '); i > len(s)*3/4 {
		s = s[:i]
	}
	return s + "…"
}

// Middle is s on one line, of at most limit bytes and an ellipsis: of a longer one its start and
// its end, as a path says most at its end.
func Middle(s string, limit int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit/2], "") + "…" + strings.ToValidUTF8(s[len(s)-limit/2:], "")
}

// headed makes words that a colon follows of headings.
func headed(s string) string {
	if !strings.HasPrefix(s, "#") && !strings.Contains(s, "\n#") {
		return s
	}
	return heading.ReplaceAllStringFunc(s, func(line string) string {
		m := heading.FindStringSubmatch(line)
		return m[1] + cmp.Or(m[2], ":")
	})
}

// Capital returns a text with a capital as its first letter.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Unescape returns a text that a client put between tags as it was before: the entities that all XML has are replaced.
func Unescape(s string) string { return entities.Replace(s) }

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&apos;", "'", "&amp;", "&")
