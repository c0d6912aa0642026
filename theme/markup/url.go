package markup

import (
	"net/url"
	"strings"
)

// Addresses. A transcript may link to http, https and mailto, and to nothing
// else; not even there with a user name, which can contain a password or disguise
// the host. The site's own links are relative, or go where the configuration said.

// Outside reports whether a transcript's own link may be one. Relative addresses
// and fragments are not: they would point at something of this site by accident.
func Outside(addr string) bool {
	u, ok := parse(addr)
	if !ok {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != "" && u.Opaque == "" && u.User == nil
	case "mailto":
		return strings.Contains(u.Opaque, "@") && u.Host == ""
	}
	return false
}

// inside reports whether addr may be a link of the site's own: relative, a
// fragment, or http(s).
func inside(addr string) bool {
	u, ok := parse(addr)
	if !ok {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "":
		return u.Host == "" // no "//host" either
	case "http", "https":
		return u.Host != "" && u.User == nil
	}
	return false
}

func parse(addr string) (*url.URL, bool) {
	if addr == "" || Clean(addr) != addr || strings.ContainsAny(addr, " \t\n\\<>\"`") {
		return nil, false
	}
	u, err := url.Parse(addr)
	return u, err == nil
}

// External opens a link that a transcript wrote, when Outside allows it. It
// reports whether it did: the caller closes the "a" element then.
func (w *Writer) External(addr string) bool {
	if !Outside(addr) {
		return false
	}
	w.Open("a", Attr{name: "href", value: addr}, A("rel", "noopener nofollow ugc"))
	return true
}

// Target writes an address from a transcript: as a link where Outside allows it,
// else as text.
func (w *Writer) Target(addr string) {
	if w.External(addr) {
		w.Text(addr)
		w.Close("a")
		return
	}
	w.Text(addr)
}
