package redact

import (
	"strings"
	"unicode/utf8"

	"steno/generator/redact/find"
	"steno/generator/redact/hidden"
	"steno/generator/redact/walk"
	"steno/parser"
)

// contextBytes is how much text a sighting shows on each side of a value.
const contextBytes = 60

// Sighting is a place where a value is, as a person looks at it.
type Sighting struct {
	Finding
	Value         string // never to be written anywhere
	Before, After string // what is around it on its line, other values redacted
	File          int    // index into the session's Files, -1 when no record is known
	Line          int    // 1-based, 0 when no record is known
}

// Sightings returns the first place of each value that Redactor.Session would remove of
// a session. The session stays as it is.
func (r *Redactor) Sightings(s *parser.Session) []Sighting {
	l := r.newLooker()
	w := walk.Walker{Text: l.look, Data: func(data string, at walk.Place) string {
		if text, ok := hidden.File(data); ok {
			l.look("", text, at)
		}
		hidden.Packed(data, func(text string) { l.look("", text, at) })
		return data
	}}
	w.Session(s, false)
	return l.out
}

// SightingsIn returns the first place of each value that Redactor.Record would remove of a record.
func (r *Redactor) SightingsIn(record []byte) []Sighting {
	l := r.newLooker()
	walk.JSON(record, func(name, s string) string {
		if holdsTogether(name, s) {
			return s
		}
		return l.look(name, s, walk.Place{})
	})
	return l.out
}

// looker notes the first place of each value.
type looker struct {
	r    *Redactor
	seen map[Hash]bool
	out  []Sighting
}

func (r *Redactor) newLooker() *looker {
	return &looker{r: r, seen: map[Hash]bool{{}: true}} // home directories and user names are only counted
}

// look looks at a text and returns it as it is.
func (l *looker) look(name, text string, at walk.Place) string {
	sc := l.r.e.scan(text, name, l.r.dict)
	defer l.r.e.scanner.Release(sc)
	for i := range sc.Spans {
		f := l.r.finding(text, &sc.Spans[i])
		if l.seen[f.Hash] {
			continue
		}
		l.seen[f.Hash] = true
		f.Anchor, f.Agent = at.Anchor, at.Agent
		one := Sighting{Finding: f, Value: sc.Spans[i].In(text), File: -1}
		one.Before, one.After = l.r.around(text, sc.Spans, i)
		if at.From != nil {
			one.File, one.Line = at.From.File, at.From.Line
		}
		l.out = append(l.out, one)
	}
	return text
}

// around returns what is before and behind a span on its line.
func (r *Redactor) around(s string, spans []find.Span, i int) (before, after string) {
	from, to := max(0, spans[i].Start-contextBytes), min(len(s), spans[i].End+contextBytes)
	at := from
	for j := range spans {
		sp := &spans[j]
		switch {
		case sp.End <= from || sp.Start >= to:
			continue
		case j < i:
			before += s[at:max(at, sp.Start)] + "[" + r.e.rules.Rules[sp.Rule].Name + "]"
		case j == i:
			before += s[at:max(at, sp.Start)]
		default:
			after += s[at:max(at, sp.Start)] + "[" + r.e.rules.Rules[sp.Rule].Name + "]"
		}
		at = sp.End
	}
	if at < to {
		after += s[at:to]
	}
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return whole(before), whole(after)
}

// whole drops the pieces of characters at the ends of a text that was cut.
func whole(s string) string {
	for len(s) > 0 && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	return strings.ToValidUTF8(s, "")
}
