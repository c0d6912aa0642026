package panel

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
)

// encodings are the ways in which places write values, by the names that
// places.txtar uses.
var encodings = map[string]func(d drawer, v value) value{
	"raw":      func(_ drawer, v value) value { return v },
	"lines":    func(_ drawer, v value) value { return v },
	"json":     func(_ drawer, v value) value { return v.each(jsonByte) },
	"json2":    func(_ drawer, v value) value { return v.each(jsonByte).each(jsonByte) },
	"json3":    func(_ drawer, v value) value { return v.each(jsonByte).each(jsonByte).each(jsonByte) },
	"percent":  func(_ drawer, v value) value { return v.each(percentByte) },
	"percent2": func(_ drawer, v value) value { return v.each(percentByte).each(percentByte) },
	"html":     func(_ drawer, v value) value { return v.each(htmlByte) },
	"sql":      func(_ drawer, v value) value { return v.each(doubled('\'')) },
	"unicode":  unicodeSome,
	"base64":   func(_ drawer, v value) value { return base64All(v) },
	"basic":    func(_ drawer, v value) value { return base64All(between("deploy:", v, "")) },
	"env64":    func(_ drawer, v value) value { return base64All(between("PORT=3000\nAPI_KEY=", v, "\n")) },
	"block4":   func(_ drawer, v value) value { return prefixed(v, "|\n      ", "\n      ") },
	"plus":     func(_ drawer, v value) value { return prefixed(v, "", "\n+") },
	"minus":    func(_ drawer, v value) value { return prefixed(v, "", "\n-") },
	"numbered": numbered,
	"grep":     grep,
	"cut":      cut,
}

func jsonByte(b byte) string {
	switch b {
	case '"', '\\':
		return `\` + string(b)
	case '\n':
		return `\n`
	case '\t':
		return `\t`
	}
	return string(b)
}

func percentByte(b byte) string {
	if strings.IndexByte(alphanum+"-._~", b) >= 0 {
		return string(b)
	}
	return fmt.Sprintf("%%%02X", b)
}

func htmlByte(b byte) string {
	switch b {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&quot;"
	case '\'':
		return "&#39;"
	}
	return string(b)
}

func doubled(quote byte) func(byte) string {
	return func(b byte) string {
		if b == quote {
			return string(quote) + string(quote)
		}
		return string(b)
	}
}

// unicodeSome writes what is no letter or digit as \u escapes, as serialisers that
// keep HTML safe do with some of them.
func unicodeSome(_ drawer, v value) value {
	return v.each(func(b byte) string {
		if strings.IndexByte(alphanum+"_-. ", b) >= 0 {
			return string(b)
		}
		return fmt.Sprintf(`\u%04x`, b)
	})
}

// base64All encodes v. A character counts as drawn when the byte that most of its
// bits are from was drawn.
func base64All(v value) (out value) {
	for i, c := range base64.StdEncoding.EncodeToString(v.text) {
		at := i * 6 / 8
		out.add(string(c), at < len(v.text) && v.drawn[at] && c != '=')
	}
	return out
}

// between puts v between texts that are no secret.
func between(before string, v value, after string) (out value) {
	out.add(before, false)
	out.join(v)
	out.add(after, false)
	return out
}

// prefixed writes a value of several lines with the text that each begins with; a
// single line stays as it is.
func prefixed(v value, first, each string) value {
	if !bytes.ContainsRune(v.text, '\n') {
		return v
	}
	return between(first, v.each(func(b byte) string {
		if b == '\n' {
			return each
		}
		return string(b)
	}), "")
}

// numbered writes further lines with the numbers that a reading tool puts there.
func numbered(_ drawer, v value) value {
	n := 12
	return v.each(func(b byte) string {
		if b == '\n' {
			n++
			return fmt.Sprintf("\n%6d→", n)
		}
		return string(b)
	})
}

// grep colours the beginning of a value, which is what somebody searched for.
func grep(d drawer, v value) value {
	n := min(len(v.text), 3+d.IntN(4))
	return between("\x1b[01;31m\x1b[K"+string(v.text[:n])+"\x1b[m\x1b[K", value{v.text[n:], v.drawn[n:]}, "")
}

// cut writes the first part of a value, as outputs are cut to length; at least 20
// characters of what was drawn stay, so that it can still be recognised.
func cut(d drawer, v value) (out value) {
	least, drawn := 0, 0
	for least < len(v.text) && drawn < 20 {
		if v.drawn[least] {
			drawn++
		}
		least++
	}
	n := min(len(v.text), max(least, len(v.text)*2/3))
	out = value{v.text[:n:n], v.drawn[:n:n]}
	out.add(d.pick("…", "...", "... [truncated]", "\n... (output truncated)", "… +12 lines"), false)
	return out
}
