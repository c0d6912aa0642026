// Package compact writes a finished page with fewer bytes. What browsers parse from the
// page stays the same, to the last node of its tree:
//
//   - Plus signs, and quotes and ">" in text, need no character references, nor do apostrophes in
//     values that are in quotes. "&" in text needs none where no reference can begin.
//   - Values of attributes that are one plain word need no quotes.
//   - Some end tags are implied by what follows them (see ends.go).
//
// Text cannot become markup: "<" is never changed, nor is "&" before what may be a reference.
// What is no text to browsers (scripts, style sheets, comments, ...) is left alone,
// and so is the rest of a page from where it breaks off within a tag.
package compact

import (
	"slices"
	"strings"
)

// Page is page with fewer bytes. It takes HTML as package theme writes it; other HTML
// is safe in it, too.
func Page(page string) []byte { return Append(nil, page) }

// Append appends to dst what [Page] returns.
func Append(dst []byte, page string) []byte {
	c := compactor{in: page, out: slices.Grow(dst, len(page))}
	for c.at < len(page) {
		if page[c.at] != '<' {
			c.text()
		} else if !c.markup() {
			break
		}
	}
	return append(c.out, page[c.kept:]...)
}

// compactor goes through a page. What it goes past is kept, unless it is left out.
type compactor struct {
	in   string
	at   int // where it is
	kept int // what is between here and at is kept, and not yet in out
	out  []byte
}

// leaveOut goes on to end, and writes other text for what is before it.
func (c *compactor) leaveOut(end int, other string) {
	c.out = append(c.out, c.in[c.kept:c.at]...)
	c.out = append(c.out, other...)
	c.at, c.kept = end, end
}

// text goes past the text up to the next tag.
func (c *compactor) text() {
	end := strings.IndexByte(c.in[c.at:], '<')
	if end < 0 {
		end = len(c.in) - c.at
	}
	c.unquote(c.at+end, false)
}

// unquote goes past what precedes end, and writes apostrophes and plus signs in it as they are;
// quotes and ">", too, unless it is between quotes itself.
func (c *compactor) unquote(end int, quoted bool) {
	const double, single, greater, plus, and = "&#34;", "&#39;", "&gt;", "&#43;", "&amp;"
	for c.at < end {
		i := strings.IndexByte(c.in[c.at:end], '&')
		if i < 0 {
			break
		}
		c.at += i
		switch rest := c.in[c.at:end]; {
		case strings.HasPrefix(rest, single):
			c.leaveOut(c.at+len(single), "'")
		case strings.HasPrefix(rest, plus):
			c.leaveOut(c.at+len(plus), "+")
		case !quoted && strings.HasPrefix(rest, double):
			c.leaveOut(c.at+len(double), `"`)
		case !quoted && strings.HasPrefix(rest, greater):
			c.leaveOut(c.at+len(greater), ">")
		case !quoted && strings.HasPrefix(rest, and) && len(rest) > len(and) && endsAnd(rest[len(and)]):
			c.leaveOut(c.at+len(and), "&")
		default:
			c.at++
		}
	}
	c.at = end
}

// endsAnd reports whether "&" before b begins no reference. A reference that follows, such as that of
// another "&" or of a quote, may be written as its character: neither goes on with the first.
func endsAnd(b byte) bool {
	return b == ' ' || b == '\n' || b == '&' || b == '=' || b == '|' || b == ')'
}

// markup writes a tag, and what it contains where that is no markup. It is false for what
// it does not understand, of which it has not written all.
func (c *compactor) markup() bool {
	rest := c.in[c.at:]
	switch {
	case strings.HasPrefix(rest, doctype):
		c.at += len(doctype)
		return true
	case strings.HasPrefix(rest, "</"):
		return c.endTag()
	}
	name := word(rest[1:])
	if name == "" {
		return false
	}
	c.at += 1 + len(name)
	for c.attribute() {
	}
	switch rest = c.in[c.at:]; {
	case strings.HasPrefix(rest, ">"):
		c.at++
	case strings.HasPrefix(rest, "/>"):
		c.at += 2
	default:
		return false
	}
	return !verbatim(name) || c.raw(name)
}

const doctype = "<!doctype html>"

// verbatim reports whether an element has content that is not what it looks like.
func verbatim(name string) bool {
	switch strings.ToLower(name) {
	case "script", "style", "title", "textarea", "template", "noscript", "xmp", "iframe", "noembed", "noframes",
		"plaintext", "math", "select":
		return true
	}
	return false
}

// raw writes what an element contains that began, as it is.
func (c *compactor) raw(name string) bool {
	i := strings.Index(c.in[c.at:], "</"+name+">")
	if i < 0 || strings.Contains(c.in[c.at:c.at+i], "<!--") { // within it "</script>" need not be the end
		return false
	}
	c.at += i
	return true
}

// attribute writes an attribute and what parts it from what was before. It is false
// when there is none.
func (c *compactor) attribute() bool {
	at := c.at
	for at < len(c.in) && blank(c.in[at]) {
		at++
	}
	name := at
	for at < len(c.in) && inName(c.in[at]) {
		at++
	}
	if at == name {
		if at < len(c.in) && c.in[at] == '>' && at > c.at {
			c.leaveOut(at, "")
		}
		return false
	}
	if name == c.at {
		return false // right behind the value before
	}
	if name > c.at+1 || c.in[c.at] != ' ' {
		c.leaveOut(name, " ")
	}
	c.at = at
	if !strings.HasPrefix(c.in[at:], `="`) {
		return c.oddValue()
	}
	begin := at + 2
	end := begin + strings.IndexByte(c.in[begin:], '"')
	if end < begin {
		return false
	}
	if plain(c.in[begin:end]) && c.parted(end+1) {
		c.at++
		c.leaveOut(begin, "")
		c.at = end
		c.leaveOut(end+1, "")
		return true
	}
	c.at = begin
	c.unquote(end, true)
	c.at = end + 1
	return true
}

// oddValue writes a value that is not in quotes, or none.
func (c *compactor) oddValue() bool {
	at := c.at
	if at < len(c.in) && c.in[at] == '=' {
		at++
		for at < len(c.in) && inPlain(c.in[at]) {
			at++
		}
	}
	if !c.parted(at) {
		return false
	}
	c.at = at
	return true
}

// parted reports whether a value or a name surely ends before at.
func (c *compactor) parted(at int) bool {
	return at < len(c.in) && (blank(c.in[at]) || c.in[at] == '>')
}

// word is the name that s begins with, "" when that is none.
func word(s string) string {
	n := 0
	for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || n > 0 && (s[n] >= '0' && s[n] <= '9' || s[n] == '-')) {
		n++
	}
	return s[:n]
}

func blank(c byte) bool { return c == ' ' || c == '\n' }

func inName(c byte) bool {
	return c > ' ' && c < 0x7f && c != '"' && c != '\'' && c != '<' && c != '=' && c != '>' && c != '/' && c != '`'
}

// inPlain are the bytes that need no quotes in a value.
func inPlain(c byte) bool { return inName(c) || c == '/' }

// plain reports whether a value needs no quotes. A slash at its end could be taken for the
// end of the tag.
func plain(value string) bool {
	for i := range len(value) {
		if !inPlain(value[i]) {
			return false
		}
	}
	return value != "" && value[len(value)-1] != '/'
}
