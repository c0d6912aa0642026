package scan

import (
	"strings"

	"steno/generator/redact/find"
	"steno/generator/redact/hidden"
	"steno/generator/redact/token"
)

// longRuns looks into everything that may be encoded text. It looks at one character in
// twenty, as no run is between two of them.
func (p *Pass) longRuns() {
	s := p.S
	for i := hidden.MinRun - 1; i < len(s); i += hidden.MinRun {
		start, end, ok := hidden.Run(s, i, p.read.runs)
		if !ok {
			continue
		}
		p.read.runs = end
		if start > 0 && s[start-1] == '\\' && strings.IndexByte("nrt", s[start]) >= 0 {
			start++
		}
		if start < end && s[start] == '+' && (start == 0 || s[start-1] == '\n') { // of a diff
			start++
		}
		if end-start >= hidden.MinRun {
			token.Run(&p.tokens, start, end)
			if !p.depth.decoded {
				p.encodedRun(start, end)
			}
		}
		i += (p.read.runs - i) / hidden.MinRun * hidden.MinRun
	}
}

// encodedRun decodes a run of base64 or hexadecimal digits, which goes as a whole when the text in
// it contains a secret: under the number of a value of the dictionary, as it goes with that.
func (p *Pass) encodedRun(start, end int) {
	s := p.S
	text, stop, wrapped, ok := hidden.Decode(s, start, end, p.read.wrapped)
	p.read.wrapped = wrapped
	if !ok {
		return
	}
	end = stop
	p.asked = true
	inner := &Pass{lanes: p.lanes, again: p.again} // which are read
	inner.reset(p.rules, text, p.dict, depth{decoded: true})
	inner.look("")
	for i := range inner.Spans {
		if sp := &inner.Spans[i]; p.Rules.Rules[sp.Rule].Severity > find.Low {
			for end < len(s) && s[end] == '=' {
				end++
			}
			n := len(p.Spans)
			if p.Add(start, end, sp.Rule); len(p.Spans) > n {
				p.Spans[n].Entry = sp.Entry
			}
			p.read.runs = max(p.read.runs, end)
			return
		}
	}
}

// dump looks at the content of a file that the lines from s[at:] show as numbers. Lines that show a
// part of a secret go without their offset.
func (p *Pass) dump(at int) {
	if at < p.read.dumped || p.depth.decoded {
		return
	}
	d, ok := hidden.ReadDump(p.S, at)
	if !ok {
		return
	}
	p.read.dumped, p.asked = d.End, true
	inner := &Pass{again: p.again}
	inner.reset(p.rules, d.Text, p.dict, depth{decoded: true})
	inner.look("")
	for _, sp := range inner.Spans {
		if p.Rules.Rules[sp.Rule].Severity > find.Low {
			sp.Value = d.Text[sp.Start:sp.End]
			sp.Start, sp.End = d.Back(sp.Start, sp.End)
			p.Spans = append(p.Spans, sp)
		}
	}
}

// readView looks at the hidden lines again, decoded, and maps what is found there back to the text.
func (p *Pass) readView(name string) {
	some, whole := p.lines.Some()
	if !some || p.depth.view {
		return
	}
	if !whole {
		name = ""
	}
	v := p.lines.View()
	p.asked = true
	inner := &Pass{lanes: p.lanes, again: p.again} // which are read
	inner.reset(p.rules, v.Text, p.dict, depth{view: true, decoded: p.depth.decoded})
	inner.look(name)
	p.takeBack(inner, v)
}

// readBare looks at a text without what a tool wrote before each of its lines.
func (p *Pass) readBare(v *hidden.View, name string) {
	inner := &Pass{lanes: p.lanes, again: p.again} // which are read
	inner.reset(p.rules, v.Text, p.dict, depth{view: p.depth.view, decoded: p.depth.decoded, bare: true})
	inner.look(name)
	p.asked = p.asked || inner.asked
	p.people.Asked = append(p.people.Asked, inner.people.Asked...)
	p.takeBack(inner, v)
}

// takeBack notes what was found in a view of the text.
func (p *Pass) takeBack(inner *Pass, v *hidden.View) {
	p.people.Users = append(p.people.Users, inner.people.Users...)
	p.people.Homes = append(p.people.Homes, inner.people.Homes...)
	for _, sp := range inner.Spans {
		from, to := v.Back(sp.Start, sp.End)
		if raw, value := p.S[from:to], sp.In(v.Text); sp.Text == "" && raw != value {
			sp.Value = value
		}
		sp.Start, sp.End = from, to
		p.Spans = append(p.Spans, sp)
	}
}
