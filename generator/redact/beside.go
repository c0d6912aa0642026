package redact

import (
	"strings"

	"steno/generator/redact/find"
	"steno/generator/redact/scan"
)

// A replacement may uncover a value, so what was replaced is looked at again. Paths and names of users are in most long
// texts, and what they become uncovers a value at most beside it: there only what is around them is looked at, and
// all of the text when anything is found in that.

// reach is how many bytes on each side of a replaced path are looked at again.
const reach = 256

// besidePaths returns what is around the spans of a text once they are replaced, when all of them are paths and names
// of users. ok is false when others are among them, or when that is most of the text.
func besidePaths(s string, spans []find.Span) (beside string, ok bool) {
	size, at := 0, 0
	for i := range spans {
		if strings.HasPrefix(spans[i].Text, scan.Placeholder) {
			return "", false
		}
		size += min(spans[i].Start-at, 2*reach)
		at = spans[i].End
	}
	if size+2*reach > len(s)/2 {
		return "", false
	}
	var b strings.Builder
	b.Grow(size + reach + len("\n~")*len(spans))
	at = 0
	for i := range spans {
		between := s[at:spans[i].Start]
		if i == 0 {
			between = between[max(0, len(between)-reach):]
		}
		if len(between) > 2*reach {
			b.WriteString(between[:reach])
			b.WriteByte('\n')
			between = between[len(between)-reach:]
		}
		b.WriteString(between)
		b.WriteString(spans[i].Text)
		at = spans[i].End
	}
	b.WriteString(s[at:min(len(s), at+reach)])
	return b.String(), true
}

// finds reports whether anything is found in a text.
func (r *Redactor) finds(s string) bool {
	p := r.e.scan(s, "", r.dict)
	defer r.e.scanner.Release(p)
	return len(p.Spans) > 0
}
