package scan

import (
	"cmp"
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
)

// settle sorts the spans and resolves overlaps: of two that share text the more
// telling rule names the whole; a token inside an assignment's value is found
// by itself.
func (p *Pass) settle() {
	if len(p.Spans) < 2 {
		return
	}
	rank := func(s find.Span) int { return p.Rules.Rules[s.Rule].Rank }
	slices.SortFunc(p.Spans, func(a, b find.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(rank(a), rank(b)),
			cmp.Compare(a.Rule, b.Rule), strings.Compare(a.Value, b.Value))
	})
	out := p.Spans[:1]
	for _, next := range p.Spans[1:] {
		last := &out[len(out)-1]
		switch {
		case next.Start >= last.End:
			out = append(out, next)
		case next.End <= last.End && rank(next) < rank(*last):
			if p.inside(last, &next) {
				next.Start, next.End, next.Value = last.Start, last.End, last.Value
			}
			*last = next
		case next.End <= last.End:
		case rank(next) < rank(*last):
			next.Start, next.Text, next.Value = last.Start, "", ""
			*last = next
		default:
			last.End, last.Value = next.End, ""
		}
	}
	p.Spans = out
}

// inside reports a span that goes on in the one around it: what was found in it is not all
// of the value.
func (p *Pass) inside(outer, inner *find.Span) bool {
	s := p.S
	return outer.Text == "" && inner.Text == "" &&
		(inner.Start > outer.Start && chars.IsBase64(s[inner.Start-1]) ||
			inner.End < outer.End && chars.IsBase64(s[inner.End]))
}
