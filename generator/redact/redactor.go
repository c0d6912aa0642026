package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"steno/generator/redact/find"
	"steno/generator/redact/judge"
	"steno/generator/redact/known"
	"steno/generator/redact/scan"
)

const maxPasses = 8 // over one text: a replacement may uncover another value

// Finding is one place where something was replaced.
type Finding struct {
	Rule        string
	Severity    Severity
	Placeholder string // what is there now
	Hash        Hash   // of the value; zero for home directories and user names
	Offset      int    // in the text that was given, as far as no earlier replacement moved it
	Anchor      string // of the message, "" outside messages
	Agent       string // id of the agent in whose thread the message is, "" in the main thread
	More        int    // how many more of the same there are in the same message, in what [Redactor.Session] returns
}

// Redactor replaces: the second phase. It is immutable and may be used by many
// goroutines at once.
type Redactor struct {
	e       *Engine
	dict    *known.Dictionary
	entries []entry
	byHash  map[Hash]int // number of an entry, from 1
	beside  map[Hash]bool
}

type entry struct {
	rule        int
	hash        Hash
	placeholder string
}

// Freeze numbers the values of a build: by rule, in the order of the groups (one
// per session, in the order of their start) and of finding. A value found by
// several rules goes by the most telling one.
func (e *Engine) Freeze(groups ...[]Value) *Redactor {
	r := &Redactor{e: e, byHash: map[Hash]int{}, dict: known.NewDictionary()}
	for _, group := range groups {
		for _, v := range group {
			rule, ok := e.rules.Number(v.Rule)
			switch {
			case !ok:
			case v.Personal():
				r.dict.Person(v, rule)
			default:
				r.number(rule, v.Hash)
			}
		}
	}
	next := make([]int, len(e.rules.Rules))
	for i := range r.entries {
		en := &r.entries[i]
		next[en.rule]++
		en.placeholder = scan.Placeholder + e.rules.Rules[en.rule].Name + "#" + strconv.Itoa(next[en.rule]) + "]"
	}
	for _, group := range groups {
		for _, v := range group {
			if n := r.byHash[v.Hash]; n > 0 {
				r.dict.Add(v, r.entries[n-1].rule, n)
			}
		}
	}
	r.dict.Seal()
	return r
}

// FreezeBeside is Freeze for one part of something larger, of which the values of the rest
// are known. Those go as well, but have no numbers, so that the part's own do not depend
// on how the rest grows.
func (e *Engine) FreezeBeside(rest []Value, own ...[]Value) *Redactor {
	r := e.Freeze(own...)
	r.beside = map[Hash]bool{}
	for _, v := range rest {
		rule, ok := e.rules.Number(v.Rule)
		switch {
		case !ok || r.byHash[v.Hash] > 0:
		case v.Personal():
			r.dict.Person(v, rule)
		default:
			r.dict.Add(v, rule, 0)
			r.beside[v.Hash] = true
		}
	}
	r.dict.Seal()
	return r
}

func (r *Redactor) number(rule int, h Hash) {
	n := r.byHash[h]
	if n == 0 {
		r.entries = append(r.entries, entry{rule: rule, hash: h})
		r.byHash[h] = len(r.entries)
		return
	}
	if en := &r.entries[n-1]; r.e.rules.Rules[rule].Rank < r.e.rules.Rules[en.rule].Rank {
		en.rule = rule
	}
}

// Text returns s with every finding replaced, and the findings. When there are
// none it returns s itself and allocates nothing.
func (r *Redactor) Text(s string) (string, []Finding) { return r.field("", s) }

func (r *Redactor) field(name, s string) (string, []Finding) {
	var out []Finding
	for pass := 0; ; pass++ {
		sc := r.e.scan(s, name, r.dict)
		if len(sc.Spans) == 0 {
			r.e.scanner.Release(sc)
			break
		}
		if pass == maxPasses { // it does not settle: rather nothing than something left over
			sc.Spans = append(sc.Spans[:0], find.Span{End: len(s), Rule: sc.Spans[0].Rule})
		}
		for i := range sc.Spans {
			sp, limit := &sc.Spans[i], len(s)
			if i+1 < len(sc.Spans) {
				limit = sc.Spans[i+1].Start
			}
			out = append(out, r.finding(s, sp))
			if out[len(out)-1].Rule == "password" && sp.Value == "" {
				sp.End = lastMarks(s[:limit], sp.End)
			}
		}
		beside, ok := besidePaths(s, sc.Spans)
		s = splice(s, sc.Spans)
		r.e.scanner.Release(sc)
		if pass == maxPasses {
			break // the placeholder may contain a literal itself
		}
		if ok && judge.Classify(name) == judge.None && !r.finds(beside) {
			break
		}
	}
	return s, out
}

// finding labels a span.
func (r *Redactor) finding(s string, sp *find.Span) Finding {
	rule := &r.e.rules.Rules[sp.Rule]
	f := Finding{Rule: rule.Name, Severity: rule.Severity, Placeholder: sp.Text, Offset: sp.Start}
	if sp.Text != "" {
		return f
	}
	n := sp.Entry
	if n == 0 {
		f.Hash = known.HashOf(sp.In(s))
		n = r.byHash[f.Hash]
	}
	if n == 0 { // the text was not collected
		sp.Text = scan.Placeholder + rule.Name + "]"
	} else {
		en := &r.entries[n-1]
		f.Hash, sp.Text = en.hash, en.placeholder
		f.Rule, f.Severity = r.e.rules.Rules[en.rule].Name, r.e.rules.Rules[en.rule].Severity
	}
	f.Placeholder = sp.Text
	return f
}

// lastMarks returns where the exclamation and question marks end that begin at a place. A value
// without quotes ends before them, since they may end its sentence; but many a password ends in
// one, and that is hidden, too.
func lastMarks(s string, at int) int {
	for at < len(s) && (s[at] == '!' || s[at] == '?') {
		at++
	}
	return at
}

func splice(s string, spans []find.Span) string {
	var b strings.Builder
	b.Grow(len(s) + 16*len(spans))
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.Start])
		b.WriteString(sp.Text)
		at = sp.End
	}
	b.WriteString(s[at:])
	return b.String()
}

// Placeholder returns the placeholder of the value with that hash, "" when the
// build has no such value.
func (r *Redactor) Placeholder(h Hash) string {
	if n := r.byHash[h]; n > 0 {
		return r.entries[n-1].placeholder
	}
	return ""
}

// Key condenses the rules and the placeholders of the values with the given hashes: for
// those that a session was built with, it reports whether the session must be built
// again, unless values became known that its texts may contain too: see [Outcome.Sum] for these.
func (r *Redactor) Key(used []Hash) string {
	h := sha256.New()
	fmt.Fprintln(h, r.e.digest)
	for _, u := range used {
		fmt.Fprintln(h, u, r.Placeholder(u), r.beside[u])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Leaks is the second look, for what is about to be published: it reports known
// values, in any form, and tokens that are recognized by their own form, and leaves
// guesses by name alone out.
func (r *Redactor) Leaks(s string) []Finding {
	sc := r.e.scan(s, "", r.dict)
	defer r.e.scanner.Release(sc)
	var out []Finding
	for i := range sc.Spans {
		if sp := &sc.Spans[i]; sp.Text == "" && (sp.Entry > 0 || r.e.rules.Rules[sp.Rule].Rank <= find.RankFormat) {
			out = append(out, r.finding(s, sp))
		}
	}
	return out
}

// Touches reports whether any of the values is in raw, the undecoded text of
// a session: whether a value found elsewhere makes it necessary to build it again.
func (e *Engine) Touches(raw string, values []Value) bool {
	d := known.NewDictionary()
	for _, v := range values {
		d.Add(v, 0, 1)
	}
	d.Seal()
	found := false
	d.Find(raw, func(_, _, _, _ int) { found = true })
	return found
}

// Text redacts one text on its own, numbers from 1.
func (e *Engine) Text(s string) (string, []Finding) {
	c := e.Collect()
	c.Text(s)
	if len(c.values) == 0 {
		sc := e.scan(s, "", nil)
		n := len(sc.Spans)
		e.scanner.Release(sc)
		if n == 0 {
			return s, nil
		}
	}
	return e.Freeze(c.values).Text(s)
}
