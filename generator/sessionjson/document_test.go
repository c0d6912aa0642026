package sessionjson

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Tests read documents back: what a document contains is what a session has if both are equal.

// marshalled writes a document of sessions.
func marshalled(d *Document) ([]byte, error) {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, d.Steno)
	if err != nil {
		return nil, err
	}
	for _, s := range d.Sessions {
		if err := w.Add(s); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return buf.Bytes(), err
}

// unmarshal reads a document. Members that it does not know are passed over, and a block of an
// unknown kind becomes a parser.Unknown: a document of the same number may come from a later
// Steno. It fails for another number, and for what is no document.
func unmarshal(data []byte) (*Document, error) {
	var form struct {
		Schema   int            `json:"schema"`
		Steno    string         `json:"steno"`
		Sessions jsontext.Value `json:"sessions"` // which another number may have otherwise
	}
	if err := json.Unmarshal(data, &form, syntax); err != nil {
		return nil, fmt.Errorf("reading exported sessions: %w", err)
	}
	switch {
	case form.Schema == 0:
		return nil, errors.New(`reading exported sessions: there is no "schema"; is this from steno export --format json?`)
	case form.Schema != Schema:
		return nil, fmt.Errorf("reading exported sessions: they have schema %d, and this Steno reads %d; export them again", form.Schema, Schema)
	}
	var sessions []jsontext.Value
	if err := json.Unmarshal(form.Sessions, &sessions, syntax); err != nil {
		return nil, fmt.Errorf(`reading exported sessions: "sessions" is no list: %w`, err)
	}
	d := &Document{Schema: form.Schema, Steno: form.Steno, Sessions: []Session{}}
	for i, raw := range sessions {
		s, err := decode(raw)
		if err != nil {
			return nil, fmt.Errorf("reading exported session %d: %w", i+1, err)
		}
		d.Sessions = append(d.Sessions, *s)
	}
	return d, nil
}
