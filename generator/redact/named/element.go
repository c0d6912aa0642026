package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Names and values of elements of XML and HTML, and of lists that programs print.

// nextEntry finds the value of a name that redis-cli prints as an entry of a list: 1) "password" 2)
// "x". s[i] ends its line.
func nextEntry(s string, lo, i int) (at int, ok bool) {
	entry := strings.TrimLeft(s[chars.LineStart(s, lo):lo], " ")
	number := strings.TrimRight(entry, "\"")
	if len(entry) != len(number)+1 || !strings.HasSuffix(number, ") ") || !chars.IsDigit(number[0]) {
		return 0, false
	}
	rest := s[i+1 : min(len(s), i+20)]
	end := strings.Index(rest, ") \"")
	return i + 1 + end + 2, end > 0 && chars.All(strings.TrimLeft(rest[:end], " "), chars.IsDigit)
}

// attributes passes over what else is in the tag of an element that has the name as an attribute,
// and over the tag of its value: <setting name="secret" serializeAs="String"><value>x.
func attributes(s string, i int) (at int, ok bool) {
	for range 2 {
		end := strings.IndexAny(s[i:min(len(s), i+64)], "<>\n")
		if end < 0 || s[i+end] != '>' || s[i+end-1] == '/' || !strings.Contains(s[i:i+end], "=") && s[i-1] != '<' {
			return 0, false
		}
		i += end + 1
		if i >= len(s) || s[i] != '<' {
			return i, i < len(s)
		}
		i++
	}
	return 0, false
}

// ofAttribute reports whether the name at s[lo:] is the value of an attribute that names what is in
// the element: name="x", key="x".
func ofAttribute(s string, lo int) bool {
	if lo < 6 || s[lo-1] != '"' && s[lo-1] != '\'' || s[lo-2] != '=' {
		return false
	}
	before := s[lo-6 : lo-2]
	return chars.EndsFold(before, "name", " key")
}

// opensElement reports whether the name at s[lo:] is that of an element: <Password Type="x">,
// <wsse:Password Type="x">.
func opensElement(s string, lo int) bool {
	space := lo
	if lo > 1 && s[lo-1] == ':' {
		for space--; space > 0 && chars.IsWord(s[space-1]); {
			space--
		}
	}
	return space > 0 && s[space-1] == '<'
}

// closed reports an element with the name s[lo:hi] and text alone in it, from s[at:] on:
// <apiKey>x</apiKey>. People choose passwords, and a word there may be what a page says.
func closed(s string, lo, hi, at int) bool {
	if lo == 0 || s[lo-1] != '<' || judge.Classify(s[lo:hi]) == judge.Password {
		return false
	}
	text, rest, ok := strings.Cut(s[at:min(len(s), at+chars.MaxToken)], "</")
	return ok && strings.HasPrefix(rest, s[lo:hi]) && !strings.ContainsAny(text, " \n{")
}

// encrypted passes over the brace that Jenkins puts before what it keeps encrypted, and over a word
// behind it: <secret>{AQAA x}</secret>.
func encrypted(s string, at int) int {
	if at >= len(s) || s[at] != '{' {
		return at
	}
	inner, _, ok := strings.Cut(s[at:min(len(s), at+chars.MaxToken)], "}</")
	if !ok {
		return at
	}
	return at + 1 + strings.LastIndexByte(inner[1:], ' ') + 1
}

// elementValue finds the value of an element of XML or HTML: <password>x,
// <entry key="password">x, <key>password</key> <string>x, <td>password</td><td>x. s[i] is the
// angle bracket after the name.
func elementValue(s string, lo, hi, i int, quoted bool) (at int, ok bool) {
	if echo := "<(echo "; strings.HasPrefix(s[i:], echo) { // of no element: private-key <(echo x)
		return i + len(echo), true
	}
	if s[i] == '>' {
		next := chars.Run(s, i+1, i+longestGap, chars.IsSpace)
		if len(s)-next >= len("<value>") && strings.EqualFold(s[next:next+len("<value>")], "<value>") {
			return next + len("<value>"), true
		}
		if strings.HasPrefix(s[i+1:], "@") { // user:<password>@host
			return 0, false
		}
		return encrypted(s, i+1), quoted || lo > 0 && s[lo-1] == '<' && i == hi
	}
	if lo == 0 || !strings.HasPrefix(s[i:], "</") {
		return 0, false
	}
	limit, opened := min(len(s), i+120), false
	for i < limit {
		switch {
		case chars.IsSpace(s[i]):
			i++
		case s[i] == '<':
			end := strings.IndexByte(s[i:limit], '>')
			if end < 0 {
				return 0, false
			}
			opened = opened || s[i+1] != '/'
			i += end + 1
		default:
			return i, opened
		}
	}
	return 0, false
}

// PasswordInput takes the value that a field of a form for passwords has, when it is before the type of the field, which begins at
// s[at:]: <input value="x" type="password">.
func PasswordInput(f *Finder, at int) {
	const longest, name = 200, "value="
	from := max(0, at-longest)
	open := strings.LastIndexByte(f.S[from:at], '<')
	if open < 0 || strings.IndexByte(f.S[from+open:at], '>') >= 0 {
		return
	}
	if i := strings.LastIndex(f.S[from+open:at], name); i >= 0 {
		f.value("password", from+open+i+len(name), judge.Context{Class: judge.Password, Field: true})
	}
}
