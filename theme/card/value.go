package card

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Inputs and results are JSON of any shape. Claude Code changes names and types
// from version to version, models invent both, and before 2.1.92 some values
// were JSON encoded as strings. So nothing here fails: what is not there is "",
// what is of another type is turned into what was asked for where that makes
// sense, and what no card asked for is shown by the generic part of every card.

// object is a JSON object that remembers the order of its keys and which of its
// values a card has shown.
type object struct {
	keys   []string
	values map[string]jsontext.Value
	taken  map[string]bool
}

// lenient accepts what Claude Code writes: lone surrogates, doubled names.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// asObject reads v as an object. Anything else is an empty one.
func asObject(v jsontext.Value) *object {
	o := &object{values: map[string]jsontext.Value{}, taken: map[string]bool{}}
	v = unwrap(v, '{')
	if v.Kind() != '{' {
		return o
	}
	d := jsontext.NewDecoder(bytes.NewReader(v), lenient())
	if _, err := d.ReadToken(); err != nil {
		return o
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			break
		}
		key := name.String()
		value, err := d.ReadValue()
		if err != nil {
			break
		}
		if _, twice := o.values[key]; !twice {
			o.keys = append(o.keys, key)
		}
		o.values[key] = value.Clone()
	}
	return o
}

// unwrap looks into a string that holds JSON of the wanted kind.
func unwrap(v jsontext.Value, want jsontext.Kind) jsontext.Value {
	if v.Kind() != '"' {
		return v
	}
	inner := jsontext.Value(strings.TrimSpace(asText(v)))
	if inner.Kind() == want && inner.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
		return inner
	}
	return v
}

// asText is v as people read it: a string without quotes, null as nothing,
// anything else as JSON.
func asText(v jsontext.Value) string {
	switch v.Kind() {
	case 0, 'n':
		return ""
	case '"':
		var s string
		if err := json.Unmarshal(v, &s, lenient()); err != nil {
			return string(v)
		}
		return s
	}
	return strings.TrimSpace(string(v))
}

// asList reads v as an array. A single value is a list of one, nothing is none.
func asList(v jsontext.Value) []jsontext.Value {
	v = unwrap(v, '[')
	switch v.Kind() {
	case 0, 'n':
		return nil
	case '[':
	default:
		return []jsontext.Value{v}
	}
	var list []jsontext.Value
	if err := json.Unmarshal(v, &list, lenient()); err != nil {
		return nil
	}
	return list
}

// has tells whether a key is there with anything but null.
func (o *object) has(key string) bool {
	v, ok := o.values[key]
	return ok && v.Kind() != 'n'
}

// peek is a value as text, without counting it as shown.
func (o *object) peek(key string) string { return asText(o.values[key]) }

// take is a value as text; the caller shows it.
func (o *object) take(key string) string {
	o.taken[key] = true
	return o.peek(key)
}

// first takes the first of several names of a value that is there.
func (o *object) first(keys ...string) string {
	for _, k := range keys {
		if o.has(k) {
			return o.take(k)
		}
	}
	return ""
}

// list takes an array.
func (o *object) list(key string) []jsontext.Value {
	o.taken[key] = true
	return asList(o.values[key])
}

// object takes an object. A value of another type is not taken.
func (o *object) object(key string) *object {
	inner := asObject(o.values[key])
	if len(inner.keys) > 0 {
		o.taken[key] = true
	}
	return inner
}

// number takes a number, 0 for anything that is none.
func (o *object) number(key string) float64 {
	f, err := strconv.ParseFloat(o.peek(key), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	o.taken[key] = true
	return f
}

// int takes a whole number.
func (o *object) int(key string) int {
	f := o.number(key)
	return int(max(-1e15, min(f, 1e15)))
}

// flag takes a truth value. A value of another type is not taken.
func (o *object) flag(key string) bool {
	switch o.peek(key) {
	case "true":
		o.taken[key] = true
		return true
	case "false", "":
		o.taken[key] = true
	}
	return false
}

// skip counts values as shown that are shown elsewhere or say nothing.
func (o *object) skip(keys ...string) {
	for _, k := range keys {
		o.taken[k] = true
	}
}

// rest are the fields that were not taken, in their order.
func (o *object) rest() []param {
	var out []param
	for _, k := range o.keys {
		if !o.taken[k] {
			out = append(out, param{k, o.values[k]})
		}
	}
	return out
}

// param is a named value.
type param struct {
	name  string
	value jsontext.Value
}

// empty tells whether a value says nothing: null, false, 0, "", [], {}.
func (p param) empty() bool {
	switch strings.Join(strings.Fields(string(p.value)), "") {
	case "", "null", "false", "0", `""`, "[]", "{}":
		return true
	}
	return false
}

// pretty is JSON with indentation; not valid JSON stays as it is.
func pretty(v jsontext.Value) string {
	c := v.Clone()
	err := c.Indent(jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return string(v)
	}
	return string(c)
}
