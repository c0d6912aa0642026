package compact

import (
	"slices"
	"strings"
)

// implied reports whether the end tag of an element need not be written before another
// tag, as HTML has it, because that one would end the element anyway. It must follow at
// once, for a blank between would come to be within the element.
func implied(name, next string) bool {
	switch name {
	case "p":
		return slices.Contains(endsP, next)
	case "li":
		return next == "<li" || next == "</ul" || next == "</ol"
	case "td", "th":
		return next == "<td" || next == "<th" || next == "</tr"
	case "tr":
		return next == "<tr" || next == "</tbody" || next == "</thead" || next == "</table"
	case "dt":
		return next == "<dt" || next == "<dd"
	case "dd":
		return next == "<dt" || next == "<dd" || next == "</dl" || next == "</div"
	}
	return false
}

var endsP = []string{
	"<p", "<div", "<ul", "<ol", "<dl", "<pre", "<table", "<blockquote", "<details", "<h1", "<h2", "<h3", "<h4",
	"<h5", "<h6", "<hr", "<section",
	"</div", "</li", "</td", "</dd", "</blockquote", "</details", "</section", "</article", "</header", "</figure",
}

// endTag writes an end tag, if it must be written.
func (c *compactor) endTag() bool {
	rest := c.in[c.at+2:]
	name := word(rest)
	if name == "" || !strings.HasPrefix(rest[len(name):], ">") {
		return false
	}
	end := c.at + 2 + len(name) + 1
	if implied(name, tagName(c.in[end:])) {
		c.leaveOut(end, "")
	}
	c.at = end
	return true
}

// tagName is the start of the tag that s begins with, without what follows its name.
func tagName(s string) string {
	n := 1
	if strings.HasPrefix(s, "</") {
		n = 2
	}
	if len(s) <= n || s[0] != '<' {
		return ""
	}
	return s[:n+len(word(s[n:]))]
}
