package parser

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/format"
	"steno/parser/record"
	"steno/parser/wrapper"
)

// Unshown are the records of one type that no page shows as messages: state, and what
// holds the tree together. They are counted, and the first ones kept as recorded for
// the reader who asks.
type Unshown struct {
	Type      string           `json:"type"` // as in Ledger.Types
	Treatment format.Treatment `json:"treatment"`
	Why       string           `json:"why,omitzero"` // not shown
	Count     int              `json:"count"`
	Sample    []RawRecord      `json:"sample,omitempty"` // in reading order; none of withheld records
}

// RawRecord is a record as it was written.
type RawRecord struct {
	File int            `json:"file"` // index into Session.Files
	Line int            `json:"line"` // 1-based
	Time time.Time      `json:"time,omitzero"`
	Size int            `json:"size"`         // in bytes
	Raw  jsontext.Value `json:"raw,omitzero"` // nil when the record is too large to be kept
}

// What is kept of unshown records is bounded, whatever the size of a session.
const (
	maxSample    = 20        // records of a type
	maxRaw       = 32 << 10  // bytes of a record
	maxRawOfAll  = 256 << 10 // bytes of all
	maxRawOfType = 48 << 10  // bytes of a type
)

// unshown gathers what is not shown while files are read.
type unshown struct {
	types map[string]*Unshown
	spent map[string]int // bytes by type
	room  int
}

// note counts a record that no page will show, and keeps it if there is room.
func (u *unshown) note(row *format.Row, r *record.Record, at Origin, raw []byte) {
	if row == nil {
		return
	}
	name := typeName(r)
	if row.Kind == format.Speech {
		name += "/" + row.Name
	}
	key := string(row.Treatment) + " " + name
	t := u.types[key]
	if t == nil {
		t = &Unshown{Type: name, Treatment: row.Treatment, Why: row.Why}
		if u.types == nil {
			u.types, u.spent, u.room = make(map[string]*Unshown), make(map[string]int), maxRawOfAll
		}
		u.types[key] = t
	}
	t.Count++
	if row.Treatment == format.Withheld || len(t.Sample) == maxSample {
		return
	}
	kept := RawRecord{File: at.File, Line: at.Line, Time: at.Time, Size: len(raw)}
	raw, _ = record.Withhold(raw)
	if size := len(raw); size <= maxRaw && size <= u.room && u.spent[name]+size <= maxRawOfType {
		kept.Raw = slices.Clone(jsontext.Value(raw))
		u.room -= size
		u.spent[name] += size
	}
	t.Sample = append(t.Sample, kept)
}

// list gives the types in order of their names.
func (u *unshown) list() []*Unshown {
	var list []*Unshown
	for _, t := range u.types {
		list = append(list, t)
	}
	slices.SortFunc(list, func(x, y *Unshown) int {
		return cmp.Or(cmp.Compare(x.Type, y.Type), cmp.Compare(x.Treatment, y.Treatment))
	})
	return list
}

// rowOfUnshown is the row of a record that is not shown, nil for one that is.
func (o Options) rowOfUnshown(r *record.Record) *format.Row {
	if row := o.withheldRow(r); row != nil {
		return row
	}
	row := format.Lookup(format.Record, r.Type)
	switch r.Type {
	case "progress":
		if known := format.Lookup(format.Progress, r.Subtype); known != nil {
			row = known
		}
	case "queue-operation":
		row = format.Lookup(format.Queue, r.Subtype)
	case "user":
		row = speechUnshown(r)
	}
	if row == nil || row.Treatment != format.Metadata && row.Treatment != format.Structural {
		return nil
	}
	return row
}

// speechUnshown tells user records without words of anybody's.
func speechUnshown(r *record.Record) *format.Row {
	content := r.Message.Content
	if len(content) == 0 && r.Message.Result == nil {
		return format.Lookup(format.Speech, "empty")
	}
	text := strings.TrimSpace(firstText(content))
	tags, rest := wrapper.Split(text)
	only := len(tags) == 1 && tags[0].Tag == "local-command-caveat" && strings.TrimSpace(rest) == ""
	if len(content) == 1 && (only || strings.HasPrefix(text, caveat)) {
		return format.Lookup(format.Speech, "caveat")
	}
	return nil
}
