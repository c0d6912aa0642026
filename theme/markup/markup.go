// Package markup is the one place where text becomes HTML.
//
// Everything that is in a transcript is untrusted. It reaches a page either
// through html/template or through a [Writer] of this package, and nothing else
// may convert a string to template.HTML (a test looks for such conversions).
// Three rules make that safe:
//
//   - Tag names, attribute names and fixed pieces of markup are [Const]: only
//     constants of the program convert to it by themselves.
//   - Text and attribute values are escaped, after [Clean] has made control
//     characters, invisible characters and broken encoding visible.
//   - Addresses pass a policy: [Outside] for links that a transcript wrote,
//     and those of the site itself must stay inside it.
package markup

import (
	"bytes"
	"html/template"
	"strings"
	"unsafe"
)

// Const is markup that is in the source code of the program: a tag name, an
// attribute's name, a fixed piece of HTML. Never convert a variable to it.
type Const string

// Attr is an attribute of an element.
type Attr struct {
	name  Const
	value string
	bare  bool // without a value
}

// A is an attribute with any text as its value. It is not for addresses: use
// Href or Src.
func A(name Const, value string) Attr { return Attr{name: name, value: value} }

// Bare is an attribute without a value, such as "open".
func Bare(name Const) Attr { return Attr{name: name, bare: true} }

// Class is the class attribute.
func Class(names Const) Attr { return Attr{name: "class", value: string(names)} }

// Href is the address of a link within the site. An address that inside refuses
// leaves the attribute empty of it: the link then leads nowhere.
func Href(addr string) Attr { return address("href", addr) }

// Src is the address of an image within the site, under the rule of Href.
func Src(addr string) Attr { return address("src", addr) }

func address(name Const, addr string) Attr {
	if !inside(addr) {
		return Attr{name: "data-refused", bare: true}
	}
	return Attr{name: name, value: addr}
}

// Writer builds a piece of HTML. Its zero value is ready to use. Elements must
// be closed by the caller in the right order.
type Writer struct{ b strings.Builder }

// Open writes a start tag.
func (w *Writer) Open(tag Const, attrs ...Attr) {
	w.b.WriteByte('<')
	w.b.WriteString(string(tag))
	for _, a := range attrs {
		w.b.WriteByte(' ')
		w.b.WriteString(string(a.name))
		if a.bare {
			continue
		}
		w.b.WriteString(`="`)
		escape(&w.b, Clean(a.value), true)
		w.b.WriteByte('"')
	}
	w.b.WriteByte('>')
}

// Close writes an end tag.
func (w *Writer) Close(tag Const) {
	w.b.WriteString("</")
	w.b.WriteString(string(tag))
	w.b.WriteByte('>')
}

// Element writes an element that contains nothing but text.
func (w *Writer) Element(tag Const, text string, attrs ...Attr) {
	w.Open(tag, attrs...)
	w.Text(text)
	w.Close(tag)
}

// Const writes fixed markup.
func (w *Writer) Const(s Const) { w.b.WriteString(string(s)) }

// HTML writes what another Writer or a template has made.
func (w *Writer) HTML(h template.HTML) {
	w.room(len(h))
	w.b.WriteString(string(h))
}

// room grows the buffer so that n bytes fit, to twice its size at least. Left to itself it would
// grow by a quarter, and what is written would be copied five times.
func (w *Writer) room(n int) {
	if w.b.Cap()-w.b.Len() < n {
		w.b.Grow(n)
	}
}

// Text writes text. Characters that Clean makes visible are in a span of class
// "esc", so that they can be told from the same words typed by someone.
func (w *Writer) Text(s string) {
	w.room(len(s) + len(s)/8)
	for {
		i, n, shown := nextOdd(s)
		if n == 0 {
			escape(&w.b, s, false)
			return
		}
		escape(&w.b, s[:i], false)
		if len(shown) > 3 { // longer than one substitute character
			w.b.WriteString(`<span class="esc">`)
			w.b.WriteString(shown)
			w.b.WriteString("</span>")
		} else {
			w.b.WriteString(shown)
		}
		s = s[i+n:]
	}
}

// Len is the number of bytes written.
func (w *Writer) Len() int { return w.b.Len() }

// Result is what has been written.
func (w *Writer) Result() template.HTML { return template.HTML(w.b.String()) }

// Text is s as HTML.
func Text(s string) template.HTML {
	var w Writer
	w.Text(s)
	return w.Result()
}

// FromSheet takes over a style sheet for a <style> element, which it cannot end.
func FromSheet(sheet []byte) template.CSS { return template.CSS(EndsNoStyle(sheet)) }

// EndsNoStyle is a style sheet with the same meaning and without anything that could be an end tag.
func EndsNoStyle(sheet []byte) []byte { return bytes.ReplaceAll(sheet, []byte("</"), []byte(`<\/`)) }

// FromTemplate takes over pieces of output of html/template, which escapes by itself.
// It is for nothing else. One piece alone is not copied, and must not change.
func FromTemplate(pieces ...[]byte) template.HTML {
	if len(pieces) == 1 {
		return template.HTML(unsafe.String(unsafe.SliceData(pieces[0]), len(pieces[0])))
	}
	size := 0
	for _, p := range pieces {
		size += len(p)
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range pieces {
		b.Write(p)
	}
	return template.HTML(b.String())
}

// escape writes s with those characters escaped that mean something in text, or in an
// attribute with quotes round it.
func escape(b *strings.Builder, s string, attribute bool) {
	for {
		i := special(s, attribute)
		b.WriteString(s[:i])
		if i == len(s) {
			return
		}
		switch s[i] {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&#34;")
		}
		s = s[i+1:]
	}
}
