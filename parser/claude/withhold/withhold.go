// Package withhold says which records of Claude Code are never published, and takes them out
// of copies of transcripts.
//
// Some records are withheld: nothing of what they say leaves the parser. They are counted,
// by type and in the ledger, and keep their place in the tree.
//
//   - The format table calls some types so: links to remote sessions, the client's system
//     prompt. The latter is published when Options ask for it.
//   - A record of any type that contains nothing but identifiers of an account. In a record that
//     contains more, their values are replaced by record.Mark and the rest is treated as ever.
//   - Lines that source.Part.Withheld names: copies of records that belong to a session which
//     is not published.
package withhold

import (
	"bytes"
	"slices"
	"strings"

	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

const promptSnapshot = "prompt_snapshot"

// identifies is the row of a record that contains nothing but identifiers of an account.
var identifies = format.Row{Treatment: format.Withheld, Why: format.AccountID}

// Row returns the row that says why nothing of a record is published, nil for one
// that is.
func Row(r *record.Record, o source.Options) *format.Row {
	row := format.Lookup(format.Record, r.Type)
	name := r.Type
	if r.Type == "attachment" {
		row, name = format.Lookup(format.Attachment, r.Subtype), r.Subtype
	}
	switch {
	case r.Flags.Has(record.Withheld):
		return &identifies
	case row == nil || row.Treatment != format.Withheld || name == promptSnapshot && o.SystemPrompt:
		return nil
	}
	return row
}

// Withholder removes from the lines of transcripts what Parse withholds, for copies that are
// to be published. It is not safe for concurrent use.
type Withholder struct {
	options source.Options
	reader  *jsonl.Reader
	decoder *record.Decoder
}

// New returns a Withholder that removes what Parse withholds with o.
func New(o source.Options) *Withholder {
	return &Withholder{options: o, reader: jsonl.NewReader(nil), decoder: record.NewDecoder()}
}

// Line returns a line without what is withheld. Records keep their types, and a line in which
// nothing is withheld is returned as it is. If a line is damaged and the damage cannot be
// separated from the records, only the records are kept.
func (w *Withholder) Line(line []byte) []byte {
	w.reader.Reset(bytes.NewReader(line))
	var out, records []byte
	rest, changed, apart := line, false, false
	for w.reader.Next() {
		for _, object := range w.reader.Line().Objects {
			clean := w.record(object)
			records = append(append(records, clean...), '\n')
			changed = changed || !bytes.Equal(clean, object)
			if at := bytes.Index(rest, object); at >= 0 {
				between, _ := record.Withhold(rest[:at])
				out = append(append(out, between...), clean...)
				rest = rest[at+len(object):]
			} else {
				apart = true
			}
		}
	}
	between, more := record.Withhold(rest)
	switch {
	case apart && changed:
		return bytes.ReplaceAll(bytes.TrimSpace(records), []byte("\n"), []byte(" "))
	case !changed && !more && len(out)+len(between) == len(line):
		return line
	}
	return append(out, between...)
}

// record removes of one record what is withheld.
func (w *Withholder) record(object []byte) []byte {
	r, err := w.decoder.Decode(object)
	if err != nil {
		return object
	}
	if Row(r, w.options) == nil {
		return w.fields(r, object)
	}
	members := raw.ParseObject(object)
	for i, m := range members {
		if !format.InEnvelope(m.Name) {
			members[i].Value = markOf(m)
		}
	}
	return members.JSON()
}

// fields removes account identifiers from a record that is published. What was said is left
// alone, as Parse does.
func (w *Withholder) fields(r *record.Record, object []byte) []byte {
	from, to := 0, 0 // where what was said begins and ends
	if r.Type == "user" || r.Type == "assistant" {
		in := raw.Scan(object)
		for more := in.Enter('{') && in.More(); more; more = in.More() {
			said := string(in.Name()) == "message"
			if v := in.Value(); said {
				from, to = in.At()-len(v), in.At()
			}
		}
	}
	before, found := record.Withhold(object[:from])
	after, more := record.Withhold(object[to:])
	if !found && !more {
		return object
	}
	out := slices.Concat(before, object[from:to], after)
	if r.Type != "attachment" {
		return out
	}
	members := raw.ParseObject(out)
	for i, m := range members {
		if strings.HasPrefix(m.Name, "rendered") { // repeats in words what the attachment says; from 2.1.269 on renderedInHumanTurn, too
			members[i].Value = markOf(m)
		}
	}
	return members.JSON()
}

// markOf returns what takes the place of a member's value in a withheld record. An attachment keeps its type.
func markOf(m raw.Member) []byte {
	mark := `"` + record.Mark + `"`
	if m.Name != "attachment" {
		return []byte(mark)
	}
	kind := raw.ParseObject(m.Value).Raw("type")
	if kind == nil {
		return []byte(`{}`)
	}
	return []byte(`{"type":` + string(kind) + `,"withheld":` + mark + `}`)
}
