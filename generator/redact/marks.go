package redact

import (
	"slices"

	"steno/generator/redact/walk"
	"steno/parser"
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
	texts []uint32         // length of each text, doubled; plus one for one without values
	asked map[int][]string // by the number of such a text: names that would be values if they were those of users
}

// Clip returns the same marks in no more memory than they need.
func (m *Marks) Clip() *Marks {
	if m == nil {
		return nil
	}
	return &Marks{append(make([]uint32, 0, len(m.texts)), m.texts...), m.asked}
}

// longestMarked is the length of the longest text that can be marked.
const longestMarked = 1 << 30

func (m *Marks) add(length int, seen glance) {
	mark := uint32(0)
	if length <= longestMarked {
		if mark = uint32(length) << 1; seen.clean {
			mark |= 1
		}
	}
	if len(seen.asked) > 0 {
		if m.asked == nil {
			m.asked = map[int][]string{}
		}
		m.asked[len(m.texts)] = seen.asked
	}
	m.texts = append(m.texts, mark)
}

// markReader goes through marks.
type markReader struct {
	marks *Marks // nil for none, and once a length differed
	next  int
}

// clean reports whether the next text, of this length, has no values but those of the dictionary,
// which knows some users.
func (r *markReader) clean(length int, knows func(user string) bool) bool {
	if r.marks == nil {
		return false
	}
	if r.next >= len(r.marks.texts) {
		r.marks = nil
		return false
	}
	mark := r.marks.texts[r.next]
	r.next++
	if length <= longestMarked && int(mark>>1) != length {
		r.marks = nil
		return false
	}
	return mark&1 == 1 && !slices.ContainsFunc(r.marks.asked[r.next-1], knows)
}

// Len returns the number of texts that the marks speak of, 0 for nil. Names count as so many texts
// as need their memory.
func (m *Marks) Len() int {
	if m == nil {
		return 0
	}
	return len(m.texts) + 64*len(m.asked)
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
	reader := markReader{marks: marks}
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
