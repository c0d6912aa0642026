package claude

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/claude/withhold"
	"steno/parser/claude/wrapper"
	"steno/parser/source"
)

// What is kept of unshown records is bounded, whatever the size of a session.
const (
	maxSample    = 20        // records of a type
	maxRaw       = 32 << 10  // bytes of a record
	maxRawOfAll  = 256 << 10 // bytes of all
	maxRawOfType = 48 << 10  // bytes of a type
)

// unshown gathers what is not shown while files are read.
type unshown struct {
	types map[string]*parser.Unshown
	spent map[string]int // bytes by type
	room  int
}

// note counts a record that no page will show, and keeps it if there is room.
func (u *unshown) note(row *format.Row, r *record.Record, at parser.Origin, raw []byte) {
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
		t = &parser.Unshown{Type: name, Treatment: row.Treatment, Why: row.Why}
		if u.types == nil {
			u.types, u.spent, u.room = make(map[string]*parser.Unshown), make(map[string]int), maxRawOfAll
		}
		u.types[key] = t
	}
	t.Count++
	if row.Treatment == format.Withheld || len(t.Sample) == maxSample {
		return
	}
	kept := parser.RawRecord{File: at.File, Line: at.Line, Time: at.Time, Size: len(raw)}
	raw, _ = record.Withhold(raw)
	if size := len(raw); size <= maxRaw && size <= u.room && u.spent[name]+size <= maxRawOfType {
		kept.Raw = slices.Clone(jsontext.Value(raw))
		u.room -= size
		u.spent[name] += size
	}
	t.Sample = append(t.Sample, kept)
}

// list returns the types in order of their names.
func (u *unshown) list() []*parser.Unshown {
	var list []*parser.Unshown
	for _, t := range u.types {
		list = append(list, t)
	}
	slices.SortFunc(list, func(x, y *parser.Unshown) int {
		return cmp.Or(cmp.Compare(x.Type, y.Type), cmp.Compare(x.Treatment, y.Treatment))
	})
	return list
}

// rowOfUnshown is the row of a record that is not shown, nil for one that is.
func rowOfUnshown(r *record.Record, o source.Options) *format.Row {
	if row := withhold.Row(r, o); row != nil {
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
	case "attachment":
		row = format.Lookup(format.Attachment, r.Subtype)
	case "user":
		row = speechUnshown(r)
	}
	if row == nil || row.Treatment != format.Metadata && row.Treatment != format.Structural {
		return nil
	}
	return row
}

// speechUnshown reports user records without words of anybody's.
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
