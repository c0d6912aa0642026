package markup

import (
	"iter"
	"regexp"
	"strings"
)

// mostLinks is how many addresses of one text become links.
const mostLinks = 200

// webAddress begins like an address of the web and ends before what surrounds addresses.
var webAddress = regexp.MustCompile("https?://[^\\s<>\"'`{}|\\\\^\\x00-\\x1f]+")

// Linked writes text, with links in place of the web addresses in it.
func (w *Writer) Linked(s string) { w.LinkedTo(s, nil) }

// LinkedTo is Linked with links in place of the names that known has an address for, too: the first
// of each. known may be nil.
func (w *Writer) LinkedTo(s string, known func(name string) string) {
	seen := map[string]bool{}
	if !strings.Contains(s, "://") {
		w.names(s, known, seen)
		return
	}
	at := 0
	for _, m := range webAddress.FindAllStringIndex(s, mostLinks) {
		addr := trimAddress(s[m[0]:m[1]])
		if !Outside(addr) {
			continue
		}
		w.names(s[at:m[0]], known, seen)
		w.Target(addr)
		at = m[0] + len(addr)
	}
	w.names(s[at:], known, seen)
}

// names writes text, with links in place of names that are known.
func (w *Writer) names(s string, known func(string) string, seen map[string]bool) {
	at := 0
	if known != nil {
		for i, j := range Names(s) {
			name := s[i:j]
			if seen[name] || len(seen) >= mostLinks {
				continue
			}
			if href := known(name); href != "" {
				seen[name] = true
				w.Text(s[at:i])
				w.Element("a", name, Href(href))
				at = j
			}
		}
	}
	w.Text(s[at:])
}

// Names yields where words of a text are that may be paths: they contain a slash, or a dot before an
// ending.
func Names(s string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(s); i++ {
			if !inName(s[i]) {
				continue
			}
			from, marked := i, false
			for i < len(s) && inName(s[i]) {
				marked = marked || s[i] == '/' || s[i] == '.'
				i++
			}
			to := i
			for to > from && s[to-1] == '.' {
				to--
			}
			if marked && to-from > 2 && to-from <= maxName && !yield(from, to) {
				return
			}
		}
	}
}

// maxName is how long a name may be.
const maxName = 300

func inName(c byte) bool {
	return 'a' <= c && c <= 'z' || '-' <= c && c <= '9' || 'A' <= c && c <= 'Z' || c >= 0x80 || c == '_' || c == '@' || c == '+' || c == '~'
}

// trimAddress leaves out the punctuation behind an address, and brackets that were opened before it.
func trimAddress(s string) string {
	for s != "" {
		last := s[len(s)-1]
		switch {
		case strings.IndexByte(".,;:!?*_", last) >= 0:
		case last == ')' && strings.Count(s, ")") > strings.Count(s, "("):
		case last == ']' && strings.Count(s, "]") > strings.Count(s, "["):
		default:
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}
