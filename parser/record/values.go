package record

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// members calls f with the name of each member; f consumes the value.
func (d *Decoder) members(f func(name []byte) error) error {
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	for d.dec.PeekKind() != '}' {
		v, err := d.dec.ReadValue()
		if err != nil {
			return err
		}
		d.name = append(d.name[:0], v[1:len(v)-1]...)
		if bytes.IndexByte(d.name, '\\') >= 0 {
			d.name, _ = jsontext.AppendUnquote(d.name[:0], v)
		}
		if err := f(d.name); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// str reads a string; any other value counts as "".
func (d *Decoder) str() (string, error) {
	v, err := d.dec.ReadValue()
	return unquote(v), err
}

// again reads a string that is likely to be one that was read before.
func (d *Decoder) again(before string) (string, error) {
	v, err := d.dec.ReadValue()
	if len(v) == len(before)+2 && v[0] == '"' && string(v[1:len(v)-1]) == before && !strings.Contains(before, `\`) {
		return before, nil
	}
	return unquote(v), err
}

// shared reads a string that other records are likely to repeat.
func (d *Decoder) shared() (string, error) {
	v, err := d.dec.ReadValue()
	if err != nil || v.Kind() != '"' {
		return "", err
	}
	if bytes.IndexByte(v, '\\') >= 0 {
		return d.intern([]byte(unquote(v))), nil
	}
	return d.intern(v[1 : len(v)-1]), nil
}

// intern gives the one copy of a string. Its table is bounded, for input that
// puts a different value in every record.
func (d *Decoder) intern(b []byte) string {
	if s, ok := d.strings[string(b)]; ok {
		return s
	}
	s := string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
	if len(d.strings) < 1<<14 && len(b) < 1<<10 {
		d.strings[s] = s
	}
	return s
}

// time reads an ISO 8601 time; one that cannot be read counts as absent.
func (d *Decoder) time() (time.Time, error) {
	v, err := d.dec.ReadValue()
	if err != nil || v.Kind() != '"' {
		return time.Time{}, err
	}
	t, bad := time.Parse(time.RFC3339Nano, string(v[1:len(v)-1]))
	if bad != nil {
		return time.Time{}, nil
	}
	return t.UTC(), nil
}

func unquote(v []byte) string {
	if len(v) < 2 || v[0] != '"' {
		return ""
	}
	if plain := v[1 : len(v)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain)
	}
	b, _ := jsontext.AppendUnquote(nil, v)
	return string(b)
}
