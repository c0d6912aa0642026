package redact

import (
	"encoding/binary"
	"slices"

	"steno/generator/redact/walk"
	"steno/parser"
	"steno/parser/spill"
)

// Nineteen of twenty texts contain no value. Marks are what the first phase learned of a session:
// in which texts no rule finds anything, whatever the dictionary contains. In these the second phase
// only looks for the values of the dictionary, unless the dictionary knows a name that a rule asked about.
//
// A mark belongs to the place of a text in the order in which a session is visited, not to what the
// text says. Texts whose place may shift once others are redacted have no mark. The lengths of the
// texts are compared: after the first that differs all are scanned.

// Marks are those of one session, see [Collector.Marks]. They are for this session alone: the same
// one in memory, or one that was parsed in the same way from files of which it is sure that they did
// not change.
type Marks struct {
	texts []byte           // of each text its length, doubled, plus one for one without values; nil once they are in a file
	count int              // of texts
	asked map[int][]string // by the number of such a text: names that would be values if they were those of users

	in   *spill.File // nil while they are in memory
	at   int64
	size int
}

// Spill moves the marks into a file, but for the names that were asked about.
func (m *Marks) Spill(f *spill.File) {
	if m != nil && m.in == nil {
		m.in, m.at, m.size, m.texts = f, f.Put(m.texts), len(m.texts), nil
	}
}

// Asked returns how many texts there are without values that have names that were asked about, 0 for nil.
func (m *Marks) Asked() int {
	if m == nil {
		return 0
	}
	return len(m.asked)
}

func (m *Marks) add(length int, seen glance) {
	mark := uint64(length) << 1
	if seen.clean {
		mark |= 1
	}
	if len(seen.asked) > 0 {
		if m.asked == nil {
			m.asked = map[int][]string{}
		}
		m.asked[m.count] = seen.asked
	}
	m.texts = binary.AppendUvarint(m.texts, mark)
	m.count++
}

// markReader goes through marks.
type markReader struct {
	rest  []byte // nothing once a length differed
	asked map[int][]string
	next  int
}

// reader returns a reader, which reads none from nil, and none that cannot be read.
func (m *Marks) reader() (r markReader) {
	if m == nil {
		return r
	}
	r.rest, r.asked = m.texts, m.asked
	if m.in != nil {
		r.rest = make([]byte, m.size)
		if _, err := m.in.ReadAt(r.rest, m.at); err != nil {
			r.rest = nil
		}
	}
	return r
}

// clean reports whether the next text, of this length, has no values but those of the dictionary,
// which knows some users.
func (r *markReader) clean(length int, knows func(user string) bool) bool {
	mark, n := binary.Uvarint(r.rest)
	if n <= 0 || mark>>1 != uint64(length) {
		r.rest = nil
		return false
	}
	r.rest = r.rest[n:]
	r.next++
	return mark&1 == 1 && !slices.ContainsFunc(r.asked[r.next-1], knows)
}

// Marks returns what [Collector.Session] learned of the texts of the session that it visited last.
func (c *Collector) Marks() *Marks { return c.marks }

// redacted is a redacted text, with what was found in it.
type redacted struct {
	text  string
	found []Finding
}

// Session redacts a session in place and returns the findings with their anchors, in the order of
// the session. Texts that a [Collector] marked as clean are searched for known values only; without
// marks, marks is nil. Image data stays as it is. now, which may be nil, gets what the texts are then.
func (r *Redactor) Session(s *parser.Session, marks *Marks, now *Outcome) []Finding {
	var out []Finding
	reader := marks.reader()
	var last recent[redacted]
	read := func(name, text string) redacted {
		text, found := r.field(name, text)
		return redacted{text, found}
	}
	w := walk.Walker{Text: func(name, text string, at walk.Place) string {
		if !at.Shifts && reader.clean(len(text), r.dict.Knows) {
			known := false
			if r.dict.Find(text, func(_, _, _, _ int) { known = true }); !known {
				now.note(text, nil)
				return text
			}
		}
		as := last.of(name, text, read)
		for _, f := range as.found {
			f.Anchor, f.Agent = at.Anchor, at.Agent
			out = addFinding(out, &f)
		}
		now.note(as.text, as.found)
		return as.text
	}}
	w.Session(s, true)
	return out
}

// addFinding adds a finding, or counts it with one of the last ones: a message may say the same
// path a hundred times.
func addFinding(list []Finding, f *Finding) []Finding {
	for i := len(list) - 1; i >= max(0, len(list)-4); i-- {
		same := *f
		same.Offset, same.More = list[i].Offset, list[i].More
		if same == list[i] {
			list[i].More++
			return list
		}
	}
	return append(list, *f)
}
