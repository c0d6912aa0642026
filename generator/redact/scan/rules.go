// Package scan looks for everything that rules find in one text: literals lead each rule to where
// it looks, what is hidden is read as well, and of values that overlap one remains.
package scan

import (
	"io"
	"regexp"
	"sync"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/known"
	"steno/generator/redact/literal"
	"steno/generator/redact/personal"
	"steno/generator/redact/token"
)

// Placeholder is what all placeholders begin with.
const Placeholder = chars.Placeholder

// Config says what to look for.
type Config struct {
	Rules     *find.Set
	Literals  []literal.Text // what is found wherever it is
	Patterns  []Pattern
	KeepPaths bool // leave home directories and user names as they are
	Email     bool // look for e-mail addresses
	IP        bool // look for IP addresses
}

// Pattern is a regular expression of a rule. Its first group is the value; without a group the whole match is.
type Pattern struct {
	Expr *regexp.Regexp
	Rule int
}

// Rules are all rules, made ready. They never change, and any number of goroutines may use them.
type Rules struct {
	config   Config
	formats  *token.Formats
	leads    []lead
	auto     *literal.Automaton // of what triggers them
	literals *literal.Set
	pool     sync.Pool
}

// New makes rules ready.
func New(c Config) (*Rules, error) {
	formats, err := token.NewFormats(c.Rules)
	if err != nil {
		return nil, err
	}
	l := newLeads(&c, formats)
	r := &Rules{config: c, formats: formats, leads: l.list}
	if r.auto, err = literal.NewAutomaton(l.literals); err != nil {
		return nil, err
	}
	if r.literals, err = literal.NewSet(c.Literals); err != nil {
		return nil, err
	}
	r.pool.New = func() any { return new(Pass) }
	return r, nil
}

// Sum adds the literals to a hash.
func (r *Rules) Sum(h io.Writer) { r.literals.Sum(h) }

// Scan finds what to replace in s, which is under a name when that is not "". Spans overlap no longer. The pass
// goes back with Release.
func (r *Rules) Scan(s, name string, dict *known.Dictionary) *Pass {
	p := r.pool.Get().(*Pass)
	if p.knows(s, name, dict) {
		return p
	}
	p.reset(r, s, dict, depth{})
	p.look(name)
	p.Clean = len(p.Spans)+len(p.people.Users)+len(p.people.Homes) == 0 && !p.asked && len(p.people.Asked) < personal.MostAsked
	p.settle()
	p.remember(s, name)
	return p
}

// Release takes a pass back. What it found is no longer valid.
func (r *Rules) Release(p *Pass) {
	clear(p.people.Users)
	clear(p.people.Homes)
	clear(p.people.Asked)
	p.S, p.Spans, p.dict = "", p.Spans[:0], nil
	p.people.Reset(&p.Text, nil)
	r.pool.Put(p)
}
