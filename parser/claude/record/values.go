package record

import (
	"bytes"
	"strings"
	"time"

	"steno/parser/raw"
)

// members calls f with the name of each member of the object that comes next; f consumes
// the value.
func members(in *raw.Scanner, f func(name []byte)) {
	for more := in.Enter('{') && in.More(); more; more = in.More() {
		name := in.Name()
		if bytes.IndexByte(name, '\\') >= 0 {
			name = []byte(raw.Unescape(name))
		}
		f(name)
	}
}

// str reads a string; any other value counts as "".
func (d *Decoder) str() string { return d.Texts.String(raw.String(d.in.Value())) }

// again reads a string that is likely to be one that was read before.
func (d *Decoder) again(before string) string {
	v := d.in.Value()
	if len(v) == len(before)+2 && v[0] == '"' && string(v[1:len(v)-1]) == before && !strings.Contains(before, `\`) {
		return before
	}
	return d.Texts.String(raw.String(v))
}

// shared reads a string that other records are likely to repeat.
func (d *Decoder) shared() string { return d.strings.decode(d.in.Value()) }

// pool has one copy of each string that records repeat. It is bounded, for input that
// puts a different value in every record.
type pool map[string]string

// decode returns the one copy of a JSON string; any other value counts as "".
func (p pool) decode(v []byte) string {
	if len(v) < 2 || v[0] != '"' {
		return ""
	}
	if bytes.IndexByte(v, '\\') >= 0 {
		return p.intern([]byte(raw.String(v)))
	}
	return p.intern(v[1 : len(v)-1])
}

// intern returns the one copy of a string.
func (p pool) intern(b []byte) string {
	if s, ok := p[string(b)]; ok {
		return s
	}
	s := string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
	if len(p) < 1<<14 && len(b) < 1<<10 {
		p[s] = s
	}
	return s
}

// time reads a time; one that cannot be read counts as absent.
func (d *Decoder) time() time.Time { return raw.Time(d.in.Value()) }
