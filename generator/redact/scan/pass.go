package scan

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/hidden"
	"steno/generator/redact/known"
	"steno/generator/redact/literal"
	"steno/generator/redact/named"
	"steno/generator/redact/personal"
	"steno/generator/redact/placed"
	"steno/generator/redact/token"
	"steno/generator/redact/wallet"
)

// depth is how a text was made from another one.
type depth struct {
	view    bool // it is a view of hidden lines
	decoded bool // it was decoded from base64 or hex: look no deeper
	bare    bool // it has no longer what a tool wrote before each line
}

// Pass is one look at one text.
type Pass struct {
	find.Text
	Clean bool // nothing was found, and no dictionary can change that but by values in it, and by users with the names in Asked

	rules   *Rules
	dict    *known.Dictionary // nil while values are collected
	depth   depth
	lanes   *literal.Lanes
	lines   hidden.Lines
	asked   bool // what is found may depend on a dictionary in other ways than by its values
	tokens  token.Finder
	names   named.Finder
	places  placed.Finder
	people  personal.Finder
	wallets wallet.Finder

	again *again
	read  ends
}

// ends are those of what was read last.
type ends struct {
	runs    int // runs that were looked into
	wrapped int // lines of base64 that were read as one
	dumped  int // a dump
}

// reset begins with another text.
func (p *Pass) reset(r *Rules, s string, dict *known.Dictionary, d depth) {
	p.Text = find.Text{S: s, Spans: p.Spans[:0], Rules: r.config.Rules}
	p.rules, p.dict, p.depth = r, dict, d
	p.Clean, p.asked, p.read = false, false, ends{}
	p.lines.Reset(&p.Text, d.view)
	p.tokens.Reset(&p.Text, r.formats, &p.lines, d.view)
	if p.again == nil {
		p.again = new(again)
	}
	p.wallets.Reset(&p.Text)
	p.names.Reset(&p.Text, &p.lines, &p.wallets, &p.again.classes)
	p.places.Reset(&p.Text)
	p.people.Reset(&p.Text, dict)
}

// Users returns the names in home directories, Homes the home directories in unusual places.
func (p *Pass) Users() []string { return p.people.Users }

// Homes returns them.
func (p *Pass) Homes() []string { return p.people.Homes }

// Asked returns the names that would matter if they were those of users.
func (p *Pass) Asked() []string { return p.people.Asked }

// look collects the spans of everything that is found in the text, which is under a name when
// that is not "".
func (p *Pass) look(name string) {
	if p.lanes == nil {
		p.lanes = new(literal.Lanes)
	}
	if !p.depth.bare {
		p.literals()
		for i := range p.rules.config.Patterns {
			p.pattern(&p.rules.config.Patterns[i])
		}
		p.dict.Find(p.S, p.found)
		if v, ok := hidden.Unprefixed(p.S); ok {
			p.readBare(v, name)
			return
		}
	}
	p.rules.auto.Read(p.S, p.lanes, p.trigger)
	if name != "" {
		named.Field(&p.names, name)
	}
	if p.rules.config.IP {
		personal.IPs(&p.people)
	}
	token.KeyPair(&p.tokens)
	wallet.Whole(&p.wallets)
	p.longRuns()
	p.readView(name)
}

// literals finds what the user named, also where lines, blanks or marks of Markdown divide it.
func (p *Pass) literals() {
	if p.rules.literals == nil {
		return
	}
	p.rules.literals.Find(p.S, p.Add)
	v, ok := hidden.Flowed(p.S, p.rules.literals.Joint)
	if !ok {
		return
	}
	p.rules.literals.Find(v.Text, func(start, end, rule int) {
		from, to := v.Back(start, end)
		n := len(p.Spans)
		if value := v.Text[start:end]; p.S[from:to] != value {
			if p.Add(from, to, rule); len(p.Spans) > n {
				p.Spans[n].Value = value
			}
		}
	})
}

// found notes a value of the dictionary.
func (p *Pass) found(start, end, rule, entry int) {
	if entry == known.Home {
		p.Replace(start, end, "home-path", "~")
		return
	}
	p.Spans = append(p.Spans, find.Span{Start: start, End: end, Rule: rule, Entry: entry})
}

// trigger leads a rule to where a literal of it ended.
func (p *Pass) trigger(t literal.Trigger, end int) {
	if start := end - int(t.Length); start >= p.Kept {
		p.rules.leads[t.Kind](p, place{start, end, int(t.Rule)})
	}
}

// keep passes over a placeholder that is in the text already.
func (p *Pass) keep(start int) {
	if end := chars.PlaceholderEnd(p.S, start); end > start {
		p.Kept = end
	}
}

func (p *Pass) pattern(pt *Pattern) {
	for _, m := range pt.Expr.FindAllStringSubmatchIndex(p.S, -1) {
		start, end := m[0], m[1]
		if len(m) > 2 && m[2] >= 0 {
			start, end = m[2], m[3]
		}
		if start < end && !strings.Contains(p.S[start:end], Placeholder) {
			p.Add(start, end, pt.Rule)
		}
	}
}
