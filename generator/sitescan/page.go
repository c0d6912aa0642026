package sitescan

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"unicode/utf8"
)

// file goes through the forms in which a file shows its texts: of a page what a reader sees, as
// markup within a word does not hide it, and what its tags say; of any other file its bytes; and of
// both, the files that it contains.
func (f *finder) file(name string, data []byte) { nested(f, name, data, 0) }

// manifest is the list of a site's files, and sums are what it says of the bytes of each, with its length: random letters, which
// in a site of some size look like a token somewhere.
const manifest = "steno-manifest.json"

var sums = regexp.MustCompile(`,[0-9]+,"[A-Za-z0-9+/]{43}"\]`)

// asItIs goes through a file without those that it contains.
func asItIs(f *finder, name string, data []byte) {
	switch ext := path.Ext(name); {
	case ext == ".html" || ext == ".svg" || ext == ".xml":
		f.page(data)
		f.forms(&f.text)
		f.forms(&f.tags)
	case path.Base(name) == manifest:
		f.shown(sums.ReplaceAllFunc(data, func(sum []byte) []byte { return bytes.Repeat([]byte{' '}, len(sum)) }))
	default:
		in := &f.inflater
		name, packed, ok := packedFile(data, in.in[:0])
		in.in = packed
		if !ok || !in.inflate() || in.raw.Len() > 0 {
			f.shown(data)
			return
		}
		text, numbers := in.out.Bytes(), numbersFrom(name, in.out.Bytes())
		f.forms(&buffer{text: name})
		f.forms(&buffer{text: text[:numbers], base: len(name), packed: true})
		f.forms(&buffer{text: text[numbers:], base: len(name), packed: true, numbers: true})
	}
}

// page divides a page into text, without tags that do not part words and with character references
// decoded, and into what is within tags and comments. Each byte goes to one of the two.
func (f *finder) page(data []byte) {
	f.text.reset()
	f.tags.reset()
	for i := 0; i < len(data); {
		j := bytes.IndexByte(data[i:], '<')
		if j < 0 {
			j = len(data) - i
		}
		if j > 0 {
			f.text.from(i)
			f.text.text = appendUnescaped(f.text.text, data[i:i+j])
		}
		if i += j; i < len(data) {
			i = f.markup(data, i)
		}
	}
}

// markup handles what begins with '<' at data[i] and returns where it ends.
func (f *finder) markup(data []byte, i int) int {
	rest := data[i:]
	switch {
	case len(rest) > 1 && (rest[1] == '/' || isLetter(rest[1])):
		return f.tag(data, i)
	case bytes.HasPrefix(rest, []byte("<!--")):
		return f.aside(data, i, endAfter(rest, "-->"))
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		end := endAfter(rest, "]]>")
		f.text.from(i)
		f.text.text = append(f.text.text, rest[:end]...)
		return i + end
	case len(rest) > 1 && (rest[1] == '!' || rest[1] == '?'):
		return f.tag(data, i)
	}
	f.text.from(i)
	f.text.text = append(f.text.text, '<')
	return i + 1
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// endAfter returns where the first end of s stops, or the length of s.
func endAfter(s []byte, end string) int {
	if i := bytes.Index(s, []byte(end)); i >= 0 {
		return i + len(end)
	}
	return len(s)
}

// aside adds size bytes to what is within tags.
func (f *finder) aside(data []byte, i, size int) int {
	f.tags.from(i)
	f.tags.text = append(appendUnescaped(f.tags.text, data[i:i+size]), '\n')
	return i + size
}

// tag handles a tag, and the text of a script or a style sheet behind it.
func (f *finder) tag(data []byte, i int) int {
	start := i + 1
	if data[start] == '/' {
		start++
	}
	at, name := start, tagName(0)
	for at < len(data) && isWord(data[at]) {
		name = name<<8 | tagName(data[at]|0x20)
		at++
	}
	if at-start > 8 {
		name = 0
	}
	end, value := tagEnd(data, at)
	closed := data[end-1] == '>'
	if !name.inline() {
		f.text.text = append(f.text.text, '\n')
	}
	// Most tags are too short for a value, or have one attribute which is.
	if !closed || end-i > MinLength+1 && (value == 0 || at-i > MinLength || value-at > MinLength+1 || end-value > MinLength) {
		f.aside(data, i+1, end-i-1)
	}
	if name != tagScript && name != tagStyle || !closed || start > i+1 {
		return end
	}
	stop := end + endBefore(data[end:], "</"+string(data[start:at]))
	f.text.from(end)
	f.text.text = append(append(f.text.text, data[end:stop]...), '\n')
	return stop
}

// tagEnd returns where the tag ends whose name ends at i, and where the value of its attribute begins
// when there is one only, else 0. A quoted value may contain a '>'.
func tagEnd(data []byte, i int) (end, value int) {
	for count := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '>':
			return i + 1, value
		case '=':
			if value = i + 1; count > 0 {
				value = 0
			}
			count++
		case '"', '\'':
			if data[i-1] == '=' {
				n := bytes.IndexByte(data[i+1:], c)
				if n < 0 {
					return len(data), 0
				}
				i += 1 + n
			}
		}
	}
	return i, 0
}

// endBefore returns where the first end in s begins, in any letter case, or the length of s.
func endBefore(s []byte, end string) int {
	for i := 0; i < len(s); i++ {
		j := bytes.Index(s[i:], []byte(end[:2]))
		if j < 0 {
			break
		}
		if i += j; len(s) >= i+len(end) && bytes.EqualFold(s[i:i+len(end)], []byte(end)) {
			return i
		}
	}
	return len(s)
}

// tagName is the name of a tag in lower case as a number, 0 for one of more than eight letters. There
// are too many tags to compare strings.
type tagName uint64

const (
	tagScript tagName = 's'<<40 | 'c'<<32 | 'r'<<24 | 'i'<<16 | 'p'<<8 | 't'
	tagStyle  tagName = 's'<<32 | 't'<<24 | 'y'<<16 | 'l'<<8 | 'e'
)

// inline reports the tags that do not part words.
func (n tagName) inline() bool {
	switch n {
	case 'a', 'b', 'i', 'u', 's',
		'e'<<8 | 'm', 'i'<<16 | 'n'<<8 | 's', 'd'<<16 | 'e'<<8 | 'l',
		'w'<<16 | 'b'<<8 | 'r', 'c'<<24 | 'o'<<16 | 'd'<<8 | 'e', 'm'<<24 | 'a'<<16 | 'r'<<8 | 'k',
		's'<<24 | 'p'<<16 | 'a'<<8 | 'n', 't'<<32 | 's'<<24 | 'p'<<16 | 'a'<<8 | 'n',
		's'<<40 | 't'<<32 | 'r'<<24 | 'o'<<16 | 'n'<<8 | 'g':
		return true
	}
	return false
}

// appendUnescaped appends text with its character references decoded.
func appendUnescaped(out, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(out, text...)
		}
		out = append(out, text[:i]...)
		var n int
		if out, n = appendReference(out, text[i:]); n == 0 {
			out, n = append(out, '&'), 1
		}
		text = text[i+n:]
	}
}

// referenceEnd returns where in s the sign is that ends a character reference, 0 for none.
func referenceEnd(s []byte) int {
	for i, c := range s[:min(len(s), longest)] {
		if c == ';' && i > 1 {
			return i
		}
		if c <= ' ' || c == ';' {
			break
		}
	}
	return 0
}

// appendReference appends the character of the reference at the start of s. n is its
// length, 0 for none.
func appendReference(out, s []byte) (_ []byte, n int) {
	end := referenceEnd(s)
	if end == 0 {
		return out, 0
	}
	switch string(s[1:end]) {
	case "amp":
		return append(out, '&'), end + 1
	case "lt":
		return append(out, '<'), end + 1
	case "gt":
		return append(out, '>'), end + 1
	case "quot", "#34":
		return append(out, '"'), end + 1
	case "apos", "#39":
		return append(out, '\''), end + 1
	case "#43":
		return append(out, '+'), end + 1
	case "nbsp":
		return append(out, ' '), end + 1
	}
	plain := html.UnescapeString(string(s[:end+1]))
	if plain == string(s[:end+1]) || !utf8.ValidString(plain) {
		return out, 0
	}
	return append(out, plain...), end + 1
}
