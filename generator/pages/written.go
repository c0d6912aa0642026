package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"steno/parser/offheap"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/theme/view"
)

// Records of one type repeat each other. What all of them have is written once, above them; a record that
// repeats another one, or a long member of the one before, says so, and what its row on the page has in a
// file is linked to. With that, each record can be written in full again.

const (
	sharedMember = 60    // how long a member must be for a record to say that it repeats the one before
	shownMember  = 4_000 // how long one must be to be linked to, where the row of the record shows it
)

// recordWriter writes the records of one type.
type recordWriter struct {
	spill  func(ext string, data []byte) string // stores what a page links to, see sessionSite.spill
	shared map[string][]byte
	before map[string][]byte // the members of the record before
	where  string            // where that one is
	seen   map[string]string // records on this page, by where the first one is
}

// writerOf returns a writer for the records of a group, and notes what they share.
func writerOf(g *rawGroup, held *offheap.Texts, spill func(ext string, data []byte) string) *recordWriter {
	w := &recordWriter{spill: spill}
	w.begin()
	first := slices.IndexFunc(g.values, func(v []byte) bool { return len(v) > 0 })
	if first < 0 || len(g.values) < 2 {
		return w
	}
	for i, v := range g.values[first:] {
		letGo(held, i)
		members, ok := membersOf(v)
		switch {
		case len(v) == 0: // it was too large to be kept
		case !ok || len(v) > recordMost: // it is written on its own
			w.shared = nil
			return w
		case w.shared == nil:
			w.shared = members
		default:
			for name, value := range w.shared {
				if !bytes.Equal(members[name], value) {
					delete(w.shared, name)
				}
			}
		}
	}
	if all, _ := membersOf(g.values[first]); len(w.shared) == len(all) {
		w.shared = nil // the first is whole, and others say that they are the same
	}
	if len(w.shared) > 0 {
		g.Shared = w.text(g.values[first], func(name string, _ []byte) (string, bool) { return "", w.shared[name] != nil })
	}
	return w
}

// begin forgets the records before, for those of a new page.
func (w *recordWriter) begin() {
	w.before, w.where, w.seen = nil, "", map[string]string{}
}

// write writes a record. Of a very long one it is the start, and the whole is kept beside the page.
// Shown is the text that the row of the record shows.
func (w *recordWriter) write(rec *view.RawRecord, value []byte, shown string) {
	rec.JSON, rec.Same, rec.Texts = "", "", nil
	if len(value) == 0 {
		return
	}
	members, ok := membersOf(value)
	if !ok || len(value) > recordMost {
		w.long(rec, value)
		return
	}
	whole := true // as it was written, but for what all share
	rec.JSON = w.text(value, func(name string, value []byte) (string, bool) {
		switch {
		case w.shared[name] != nil:
			return "", false
		case len(value) >= sharedMember && bytes.Equal(w.before[name], value):
			whole = false
			return "as in " + w.where, true
		case len(value) >= shownMember && shown != "" && textOf(value) == shown:
			whole = false
			file := w.spill("txt", []byte(shown))
			rec.Texts = append(rec.Texts, view.Link{Text: name, Href: file})
			return file, true
		}
		return "", true
	})
	own := rec.JSON
	if !whole {
		own = w.text(value, func(name string, _ []byte) (string, bool) { return "", w.shared[name] == nil })
	}
	if first := w.seen[own]; first != "" {
		rec.JSON, rec.Same = "", first
	} else {
		w.seen[own] = rec.Where
	}
	w.before, w.where = members, rec.Where
}

// long writes a record on its own.
func (w *recordWriter) long(rec *view.RawRecord, value []byte) {
	text := indented(value)
	rec.JSON = text
	if len(text) > recordMost {
		rec.JSON = prose.Start(text, recordText)
		rec.Whole = w.spill("json", []byte(text))
	}
}

// text is an object with the members that choose keeps, each with what is written instead of its value, if
// anything.
func (w *recordWriter) text(object []byte, choose func(name string, value []byte) (instead string, keep bool)) string {
	var b bytes.Buffer
	for name, value := range raw.Members(object) {
		instead, keep := choose(string(name), value)
		if !keep {
			continue
		}
		if b.Len() == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		b.WriteString("\n\t\"")
		b.Write(name)
		b.WriteString("\": ")
		if instead != "" {
			b.WriteString(instead)
		} else if value[0] != '{' && value[0] != '[' {
			b.Write(value)
		} else if json.Indent(&b, value, "\t", "\t") != nil {
			b.Write(value)
		}
	}
	if b.Len() == 0 {
		return "{}"
	}
	b.WriteString("\n}")
	return b.String()
}

// membersOf returns the members of an object; false when value is none, or has a name twice.
func membersOf(value []byte) (map[string][]byte, bool) {
	members := map[string][]byte{}
	n := 0
	for name, v := range raw.Members(value) {
		members[string(name)] = v
		n++
	}
	return members, n > 0 && n == len(members) && json.Valid(value)
}

// textOf is a string, or the lines of an array of them; "" for other values.
func textOf(value []byte) string {
	if len(value) > 0 && value[0] != '[' {
		return raw.String(value)
	}
	var lines []string
	for v := range raw.Elements(value) {
		line := raw.String(v)
		if line == "" || strings.Contains(line, "\n") {
			return ""
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// indented is JSON with a line for each member.
func indented(value []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, value, "", "\t") != nil {
		return string(value)
	}
	return b.String()
}

// recordPlace names a line as people look for it: of the session's own file by its number alone.
func recordPlace(s *sessionSite, file, line int) string {
	if file < 0 || file >= len(s.s.Files) {
		return ""
	}
	name := path.Base(strings.ReplaceAll(s.s.Files[file].Path, `\`, "/"))
	if strings.TrimSuffix(name, path.Ext(name)) == s.s.ID {
		return fmt.Sprint("line ", line)
	}
	return fmt.Sprintf("%s:%d", name, line)
}
