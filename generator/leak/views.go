package leak

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// maxUnpacked bounds what one compressed text may become.
const maxUnpacked = 64 << 20

// packed finds what may be base64: of the search index, of a data: address, of a
// picture's file.
var packed = regexp.MustCompile(`[A-Za-z0-9+/]{64,}={0,2}`)

// views gives the texts that a file shows: its bytes, the text of a page without its
// markup, and what is packed in base64, inflated where it is deflated. What is packed
// binary data shows nothing.
func views(name string, data []byte) []view {
	if !text(data) {
		return nil
	}
	plain := string(data)
	bare := []byte(plain)
	all := []view{{}} // the first is the file as it is
	if ext := path.Ext(name); ext == ".html" || ext == ".svg" || ext == ".xml" {
		all = append(all, pageText(plain))
	}
	for _, m := range packed.FindAllStringIndex(plain, -1) {
		t, deflated := unpack(plain[m[0]:m[1]])
		if t != "" {
			all = append(all, view{text: t, base: m[0], packed: true})
		}
		if deflated || strings.HasSuffix(plain[:m[0]], "base64,") {
			// Random letters now and then look like a token.
			copy(bare[m[0]:m[1]], bytes.Repeat([]byte{' '}, m[1]-m[0]))
		}
	}
	all[0].text = string(bare)
	return all
}

// text tells text from pictures and other binary files, which begin with zeros among
// their first bytes. What is in doubt counts as text.
func text(data []byte) bool { return bytes.IndexByte(data[:min(len(data), 8<<10)], 0) < 0 }

// unpack decodes base64 and inflates what it holds, "" when it is no text. A token may
// be base64 by chance, but hardly deflated text.
func unpack(s string) (plain string, deflated bool) {
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		if raw, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "=")); err != nil {
			return "", false
		}
	}
	if text(raw) && utf8.Valid(raw) {
		return string(raw), false
	}
	inflated, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), maxUnpacked))
	if err != nil || !text(inflated) {
		return "", false
	}
	return string(inflated), true
}

// pageText joins the text of a page as a reader sees it, so that a token which
// highlighting cut into pieces is whole again. Attributes follow on lines of their own.
func pageText(page string) view {
	var v view
	var b strings.Builder
	var attrs []attribute
	z := html.NewTokenizer(strings.NewReader(page))
	at := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		size := len(z.Raw())
		switch kind {
		case html.TextToken:
			v.pieces = append(v.pieces, piece{b.Len(), at})
			b.Write(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			if !inline[string(name)] {
				b.WriteByte('\n')
			}
			for more {
				var value []byte
				_, value, more = z.TagAttr()
				if len(value) > 8 && !bytes.HasPrefix(value, []byte("data:")) {
					attrs = append(attrs, attribute{string(value), at})
				}
			}
		}
		at += size
	}
	for _, a := range attrs {
		b.WriteByte('\n')
		v.pieces = append(v.pieces, piece{b.Len(), a.tag})
		b.WriteString(a.value)
	}
	v.text = b.String()
	return v
}

// attribute is the value of an attribute, and where its tag begins.
type attribute struct {
	value string
	tag   int
}

// inline are the elements that do not part words.
var inline = map[string]bool{"span": true, "a": true, "b": true, "i": true, "em": true, "strong": true, "mark": true, "code": true, "wbr": true, "ins": true, "del": true, "u": true, "s": true}
