package twin

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// tildes finds single tildes between which hosts strike text out. In transcripts they are home
// directories and mean "about", and pages strike out between double tildes only.
type tildes struct {
	opened bool // a tilde before, in the same paragraph, may begin it
	last   int  // where that one is
}

// ends reports whether the tilde at i may end what a tilde before it begins.
func (t *tildes) ends(src []byte, i int) bool {
	if bytes.HasPrefix(src[i+1:], []byte("~")) || i > 0 && (src[i-1] == '~' || src[i-1] == '\\') || bytes.HasSuffix(src[:i], []byte("](")) {
		return false
	}
	if bytes.Contains(src[t.last:i], []byte("\n\n")) {
		t.opened = false
	}
	t.last = i
	before, _ := utf8.DecodeLastRune(src[:i])
	after, _ := utf8.DecodeRune(src[i+1:])
	if t.opened && !blank(before) && (!mark(before) || blank(after) || mark(after)) {
		return true
	}
	t.opened = t.opened || !blank(after) && (!mark(after) || blank(before) || mark(before))
	return false
}

// blank reports whether a character is a space, or none at the end of a text.
func blank(r rune) bool { return r == utf8.RuneError || unicode.IsSpace(r) }

func mark(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
