package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"steno/generator/redact/find"
	"steno/generator/redact/known"
	"steno/generator/redact/literal"
	"steno/generator/redact/scan"
)

// Engine is a compiled set of rules. It is immutable, contains no value that it
// found, and may be used by many goroutines at once.
type Engine struct {
	options Options
	rules   *find.Set
	scanner *scan.Rules
	digest  string
}

// New compiles the rules. Any mistake in the options is an error: a redaction
// that was asked for and cannot be done must stop the build.
func New(o Options) (*Engine, error) {
	e := &Engine{options: o, rules: &find.Set{}}
	patterns, err := e.addRules()
	if err != nil {
		return nil, err
	}
	if err := o.validate(e.rules); err != nil {
		return nil, err
	}
	for name, s := range o.Rules {
		if i, _ := e.rules.Number(name); s != Default {
			e.rules.Rules[i].Severity = s
		}
	}
	e.scanner, err = scan.New(scan.Config{Rules: e.rules, Literals: e.literals(), Patterns: patterns,
		KeepPaths: o.KeepPaths, Email: o.Email, IP: o.IP})
	if err != nil {
		return nil, err
	}
	e.digest = e.sum(patterns)
	return e, nil
}

func (e *Engine) addRules() (patterns []scan.Pattern, err error) {
	for _, r := range Rules() {
		e.rules.Add(r)
	}
	for i := range e.options.Patterns {
		p := &e.options.Patterns[i]
		re, err := p.compile()
		if err != nil {
			return nil, err
		}
		r := find.Rule{Name: p.Name, Severity: p.Severity, Source: "configuration", Rank: find.RankUser}
		if r.Name == "" {
			r.Name = "pattern"
		}
		if r.Severity == Default {
			r.Severity = High
		}
		patterns = append(patterns, scan.Pattern{Expr: re, Rule: e.rules.Add(r)})
	}
	return patterns, nil
}

// literals lists what must never appear, in every form in which it may be written.
func (e *Engine) literals() []literal.Text {
	var out []literal.Text
	add := func(value, rule string) {
		number, _ := e.rules.Number(rule)
		for _, form := range known.WrittenForms(value) {
			out = append(out, literal.Text{Text: form, Rule: number})
		}
	}
	for _, l := range e.options.Literals {
		add(l, "literal")
	}
	for _, v := range e.options.EnvVars {
		if secretEnv(v) {
			add(v.Value, "env-file")
		}
	}
	return out
}

// sum returns a hash of the rules and options, so that results of other ones are not used.
func (e *Engine) sum(patterns []scan.Pattern) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n", rulesVersion)
	for _, r := range e.rules.Rules {
		fmt.Fprintf(h, "%s %d\n", r.Name, r.Severity)
	}
	e.scanner.Sum(h)
	for _, p := range patterns {
		fmt.Fprintf(h, "%q %d\n", p.Expr, p.Rule)
	}
	fmt.Fprintf(h, "%q %s %v %v %v\n", e.options.Allow, ID(e.options.Key, Hash{}), e.options.KeepPaths, e.options.Email, e.options.IP)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Digest identifies the rules and options: results of engines with the same
// digest agree.
func (e *Engine) Digest() string { return e.digest }

// scan finds what to replace in s. The pass goes back with release.
func (e *Engine) scan(s, name string, d *known.Dictionary) *scan.Pass {
	p := e.scanner.Scan(s, name, d)
	if len(e.options.Allow) > 0 && len(p.Spans) > 0 {
		p.Spans = slices.DeleteFunc(p.Spans, func(sp find.Span) bool { return e.allowed(sp.In(s), e.rules.Rules[sp.Rule].Name) })
	}
	return p
}

// allowed reports a value that the user has looked at and allowed.
func (e *Engine) allowed(value, rule string) bool {
	sum := sha256.Sum256([]byte(value))
	return e.names(e.options.Allow, rule, hex.EncodeToString(sum[:]))
}
