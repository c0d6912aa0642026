package quick

import (
	"bytes"
	"fmt"
	"html/template"
	"reflect"
	"strconv"
	"strings"
	"text/template/parse"
)

// html/template puts the names of its escapers behind each value. These are the ones that templates
// need again and again, for the values that they need; what is unusual is left to it.

// escaperOf returns the name of the escaper that a command is, "" for none.
func escaperOf(cmd *parse.CommandNode) string {
	if len(cmd.Args) == 1 {
		if name, ok := cmd.Args[0].(*parse.IdentifierNode); ok {
			if short, ok := strings.CutPrefix(name.Ident, "_html_template_"); ok {
				return short
			}
		}
	}
	return ""
}

// writer writes a value where the template has it.
type writer func(out *bytes.Buffer, v reflect.Value)

// writerOf returns the writer for escapers that follow each other.
func writerOf(escapers []*parse.CommandNode) writer {
	var names []string
	for _, cmd := range escapers {
		names = append(names, escaperOf(cmd))
	}
	switch strings.Join(names, " ") {
	case "htmlescaper":
		return writeText
	case "attrescaper", "rcdataescaper":
		return func(out *bytes.Buffer, v reflect.Value) { escape(out, plain(v)) }
	case "urlfilter urlnormalizer attrescaper":
		return func(out *bytes.Buffer, v reflect.Value) { writeAddress(out, plain(v), true) }
	case "urlescaper attrescaper":
		return func(out *bytes.Buffer, v reflect.Value) { writeAddress(out, plain(v), false) }
	case "cssvaluefilter":
		return writeSheet
	}
	leave()
	return nil
}

var (
	textType = reflect.TypeFor[string]()
	cssType  = reflect.TypeFor[template.CSS]()
	htmlType = reflect.TypeFor[template.HTML]()
	intType  = reflect.TypeFor[int]()
)

// writeText writes a value between tags. HTML stays as it is.
func writeText(out *bytes.Buffer, v reflect.Value) {
	if v.Kind() == reflect.String && v.Type() == htmlType {
		out.WriteString(v.String())
		return
	}
	escape(out, plain(v))
}

// writeSheet writes a style sheet within a style element. Text may be no style.
func writeSheet(out *bytes.Buffer, v reflect.Value) {
	if !v.IsValid() || v.Type() != cssType {
		leave()
	}
	out.WriteString(v.String())
}

// plain returns a value that is no markup as text.
func plain(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	switch v.Type() {
	case textType:
		return v.String()
	case intType:
		return strconv.FormatInt(v.Int(), 10)
	}
	switch v := v.Interface().(type) {
	case fmt.Stringer:
		return fmt.Sprint(v)
	case template.HTML, template.CSS, template.HTMLAttr, template.JS, template.JSStr, template.URL, template.Srcset, error:
		leave()
	default:
		if k := reflect.TypeOf(v).Kind(); k == reflect.String || k == reflect.Bool || k >= reflect.Int && k <= reflect.Float64 {
			return fmt.Sprint(v)
		}
		leave()
	}
	return ""
}

// escape writes text, for between tags and within quotes.
func escape(out *bytes.Buffer, s string) {
	done := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < byte(len(references)) && references[c] != "" {
			out.WriteString(s[done:i])
			out.WriteString(references[c])
			done = i + 1
		}
	}
	out.WriteString(s[done:])
}

// references are what is written for some characters.
var references = [...]string{0: "\ufffd", '"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;"}

// writeAddress writes an address, whole or a part of its query.
func writeAddress(out *bytes.Buffer, s string, whole bool) {
	if scheme, _, ok := strings.Cut(s, ":"); whole && ok && scheme != "https" && !strings.Contains(scheme, "/") {
		leave() // it may be no address of the web
	}
	done := 0
	for i := 0; i < len(s); i++ {
		if stays(s[i:], whole) {
			continue
		}
		escape(out, s[done:i])
		fmt.Fprintf(out, "%%%02x", s[i])
		done = i + 1
	}
	escape(out, s[done:])
}

// stays reports whether the first byte of a rest of an address is written as it is.
func stays(s string, whole bool) bool {
	switch c := s[0]; {
	case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0:
		return true
	case c == '%':
		return whole && len(s) > 2 && isHex(s[1]) && isHex(s[2])
	default:
		return whole && strings.IndexByte("!#$&*+,/:;=?@[]", c) >= 0
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
