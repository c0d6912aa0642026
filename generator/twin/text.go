package twin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/parser/prose"
)

// Escape makes text that means itself.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '@' || r == '#':
			b.WriteRune(r)
			b.WriteRune('\u200b') // a backslash does not keep hosts from linking
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_[]|~", r):
			b.WriteRune('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code makes a code span of a text of one line.
func code(text string) string {
	text = oneLine(text, len(text))
	if text == "" {
		return ""
	}
	ticks := strings.Repeat("`", longest(text, '`')+1)
	if text[0] == '`' || text[len(text)-1] == '`' {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// Fence makes a block of code of a text.
func Fence(text string) string {
	ticks := strings.Repeat("`", max(3, longest(text, '`')+1))
	return ticks + "text\n" + strings.TrimRight(clean(text), "\n") + "\n" + ticks
}

// longest is the length of the longest run of a character.
func longest(text string, c byte) (n int) {
	run := 0
	for i := range len(text) {
		if text[i] == c {
			run++
			n = max(n, run)
		} else {
			run = 0
		}
	}
	return n
}

// clean leaves out characters that are not text.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// quote makes a block quote of Markdown.
func quote(text string) string {
	return "> " + strings.ReplaceAll(clean(text), "\n", "\n> ")
}

func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

// oneLine is the start of a text on one line, of at most limit bytes.
func oneLine(text string, limit int) string {
	return strings.Join(strings.FieldsFunc(head(text, limit), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// head is the start of a text, of at most limit bytes, with "…" when it goes on.
func head(text string, limit int) string {
	limit = max(limit, 0)
	for size := limit + 64; ; size *= 2 { // of a long text only the start is looked at
		start := strings.ToValidUTF8(text[:min(size, len(text))], "\ufffd")
		if size < len(text) && len(start) < limit+utf8.UTFMax {
			continue // it was mostly broken, and its last character may be cut
		}
		if len(start) <= limit {
			return start
		}
		return prose.Head(start, limit) + "…"
	}
}
