package raw

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Object returns tolerant access to the members of a JSON object: a member that is
// absent or of another type reads as the zero value. The values point into the
// bytes that were parsed.
type Object []Member

// Member is one name and value of an Object.
type Member struct {
	Name  string
	Value jsontext.Value
}

// ParseObject parses a JSON object, which must be valid; anything else returns an empty Object.
func ParseObject(v []byte) Object {
	in := Scan(v)
	if !in.Enter('{') || !in.More() {
		return nil
	}
	o := append(make(Object, 0, 8), Member{Unescape(in.Name()), in.Value()})
	for in.More() {
		o = append(o, Member{Unescape(in.Name()), in.Value()})
	}
	return o
}

// ParseText parses a text that may be a JSON object, and may be anything.
func ParseText(text string) Object {
	v := jsontext.Value(text)
	if !v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
		return nil
	}
	return ParseObject(v)
}

// ParseArray parses a JSON array, which must be valid; anything else returns nil.
func ParseArray(v []byte) []jsontext.Value {
	var vs []jsontext.Value
	for e := range Elements(v) {
		vs = append(vs, e)
	}
	return vs
}

// Raw returns a member as recorded, nil when absent. The last of several wins.
func (o Object) Raw(name string) jsontext.Value {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].Name == name {
			return o[i].Value
		}
	}
	return nil
}

// String returns a string member.
func (o Object) String(name string) string { return String(o.Raw(name)) }

// First returns the first of some string members that is not empty.
func (o Object) First(names ...string) string {
	for _, name := range names {
		if s := o.String(name); s != "" {
			return s
		}
	}
	return ""
}

// Bool returns a boolean member.
func (o Object) Bool(name string) bool { return string(o.Raw(name)) == "true" }

// Int returns a number member without its fraction.
func (o Object) Int(name string) int {
	return Int(o.Raw(name))
}

// Object returns an object member.
func (o Object) Object(name string) Object { return ParseObject(o.Raw(name)) }

// Array returns an array member.
func (o Object) Array(name string) []jsontext.Value { return ParseArray(o.Raw(name)) }

// Text returns a member for people: a string as it is, content blocks and lists of
// strings joined by newlines, anything else as JSON; null and absent are "".
func (o Object) Text(name string) string { return Text(o.Raw(name)) }

// Text returns a value for people, as Object.Text does.
func Text(v jsontext.Value) string { return text(v, 3) }

// text looks into arrays only so deep: each level is read again.
func text(v jsontext.Value, depth int) string {
	if len(v) == 0 {
		return ""
	}
	switch k := v.Kind(); {
	case k == 'n':
		return ""
	case k == '"':
		return String(v)
	case k == '[' && depth > 0:
		var parts []string
		for _, e := range ParseArray(v) {
			if s := text(e, depth-1); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, "\n")
	case k == '{':
		if o := ParseObject(v); o.String("type") == "text" {
			return o.String("text")
		}
	}
	return string(bytes.ToValidUTF8(v, []byte("\uFFFD")))
}

// Without copies a JSON object, leaving out the named members.
func Without(v []byte, names ...string) jsontext.Value {
	o := ParseObject(v)
	if o == nil {
		return bytes.Clone(v)
	}
	return slices.DeleteFunc(o, func(m Member) bool { return slices.Contains(names, m.Name) }).JSON()
}

// Int is a number without its fraction, also one that was written as a string; anything else is 0.
func Int(v []byte) int {
	if n := len(v) - 1; n > 1 && v[0] == '"' {
		v = v[1:n]
	}
	if len(v) == 0 || v[0] != '-' && (v[0] < '0' || v[0] > '9') {
		return 0
	}
	if n, err := strconv.Atoi(string(v)); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f > 1<<53 || f < -(1<<53) {
		return 0
	}
	return int(f)
}

// JSON writes the object again, its members as they were.
func (o Object) JSON() jsontext.Value {
	size := 2
	for _, m := range o {
		size += len(m.Name) + len(`"":,`) + len(m.Value)
	}
	out := append(make([]byte, 0, size), '{')
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, m.Name)
		out = append(append(out, ':'), m.Value...)
	}
	return append(out, '}')
}
