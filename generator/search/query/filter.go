package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"steno/generator/search"
)

// rules are the filters of a query, and the words that hits do not have.
type rules struct {
	ix      *Index
	q       parsed
	filters []rule // of each filter
}

// rule is what a filter asks of a doc: to pass a test, to be in any of some lists, or to keep several rules.
type rule struct {
	test   func(doc int) bool
	lists  []*list
	listed bool // lists count, even when there are none
	all    []rule
	bad    string // what to say of a value that nothing has
}

func (r *rules) empty() bool { return len(r.q.filters)+len(r.q.not) == 0 }

func (r *rules) bad() (all []string) {
	for _, f := range r.filters {
		if f.bad != "" {
			all = append(all, f.bad)
		}
	}
	return all
}

func (ix *Index) rules(ctx context.Context, q parsed) (*rules, error) {
	r := &rules{ix: ix, q: q}
	for _, f := range q.filters {
		rule, err := r.rule(ctx, f)
		if err != nil {
			return nil, err
		}
		r.filters = append(r.filters, rule)
	}
	return r, nil
}

// rule returns what a filter asks for.
func (r *rules) rule(ctx context.Context, f filter) (rule, error) {
	low := strings.ToLower(f.value)
	switch f.key {
	case "kind", "tool", "tag":
		var terms []string
		for v := range strings.SplitSeq(low, ",") {
			terms = append(terms, ":"+f.key+"/"+search.Slug(v))
		}
		return r.listed(ctx, f, terms...)
	case "is", "has":
		switch {
		case f.key == "has" || low == "file":
			return r.listed(ctx, f, ":file")
		case strings.HasPrefix(low, "fail") || strings.HasPrefix(low, "err"):
			return r.listed(ctx, f, ":failed")
		}
		return r.listed(ctx, f, ":kind/"+search.Slug(low))
	case "file":
		return r.pathRule(ctx, f)
	case "session":
		return r.sessionRule(ctx, low)
	case "before", "after":
		return r.dayRule(ctx, f, low)
	}
	return r.facetRule(ctx, f)
}

func (f filter) unknown() string { return f.key + ":" + f.value }

func (r *rules) listed(ctx context.Context, f filter, terms ...string) (rule, error) {
	lists, err := r.ix.in.findAll(ctx, terms)
	one := rule{lists: lists, listed: true}
	if len(lists) == 0 {
		one.bad = f.unknown()
	}
	return one, err
}

// mostNear is how many terms of paths are searched that begin like the one asked for.
const mostNear = 24

func (r *rules) pathRule(ctx context.Context, f filter) (all rule, err error) {
	for _, term := range search.QueryTerms(f.value) {
		l, err := r.ix.in.find(ctx, ":file/"+term)
		if err != nil {
			return all, err
		}
		lists := []*list{l}
		if l == nil {
			if lists, err = r.ix.in.near(ctx, ":file/"+term); err != nil {
				return all, err
			}
		}
		all.all = append(all.all, rule{lists: lists[:min(len(lists), mostNear)], listed: true})
	}
	return all, nil
}

// sessionRule: a term of a title is of the whole session.
func (r *rules) sessionRule(ctx context.Context, low string) (rule, error) {
	lists, err := r.ix.in.near(ctx, ":session/"+search.Slug(low))
	if err != nil {
		return rule{}, err
	}
	docs, err := r.ix.in.docsIn(ctx, lists, nil)
	return rule{test: func(doc int) bool {
		s := r.ix.in.session(doc)
		return docs[doc] || s >= 0 && docs[r.ix.in.starts[s]]
	}}, err
}

func (ix *reader) docsIn(ctx context.Context, lists []*list, candidates []int) (map[int]bool, error) {
	found := make([][]int, len(lists))
	err := each(ctx, len(lists), func(ctx context.Context, i int) (err error) {
		found[i], _, err = ix.postings(ctx, lists[i], candidates)
		return err
	})
	set := map[int]bool{}
	for _, docs := range found {
		for _, doc := range docs {
			set[doc] = true
		}
	}
	return set, err
}

// columns are the facets of all sessions.
type columns struct {
	H                                  uint32
	Projects, Branches, Models, Agents []search.Value
	Project, Branch, Model, Agent      string
	Days                               string

	project, branch, model, agent []int
	changes                       []struct{ doc, day int }
}

func (ix *reader) columns(ctx context.Context) (*columns, error) {
	return once(ix, "c", func() (*columns, error) {
		c := &columns{}
		if err := ix.parse(ctx, "c.js", "c", c); err != nil {
			return nil, err
		}
		damaged := fmt.Errorf("search/c.js: %w", search.ErrDamaged)
		for _, col := range []struct {
			to     *[]int
			codes  string
			values int
		}{{&c.project, c.Project, len(c.Projects)}, {&c.branch, c.Branch, len(c.Branches)},
			{&c.model, c.Model, len(c.Models)}, {&c.agent, c.Agent, len(c.Agents)}} {
			codes, err := search.Numbers(col.codes)
			if err != nil || len(codes) != len(ix.starts) || len(codes) > 0 && slices.Max(codes) >= col.values {
				return nil, damaged
			}
			*col.to = codes
		}
		days, err := search.Numbers(c.Days)
		if err != nil || len(days)%2 > 0 {
			return nil, damaged
		}
		doc, day := 0, 0
		for i := 0; i < len(days); i += 2 {
			doc += days[i]
			if day += days[i+1] / 2; days[i+1]%2 > 0 {
				day -= days[i+1]/2*2 + 1
			}
			c.changes = append(c.changes, struct{ doc, day int }{doc, day})
		}
		return c, ix.known(c.H)
	})
}

func (c *columns) dayOf(doc int) int {
	i := last(len(c.changes), func(i int) bool { return c.changes[i].doc > doc })
	if i < 0 {
		return 0
	}
	return c.changes[i].day
}

func (r *rules) dayRule(ctx context.Context, f filter, low string) (rule, error) {
	c, err := r.ix.in.columns(ctx)
	if err != nil {
		return rule{}, err
	}
	day, ok := dayOf(low)
	if !ok {
		return rule{test: func(int) bool { return false }, bad: f.unknown() + " (write a date such as 2026-01-31)"}, nil
	}
	return rule{test: func(doc int) bool { return (c.dayOf(doc) < day) == (f.key == "before") }}, nil
}

// dayOf is the number of a day since 1970.
func dayOf(text string) (day int, ok bool) {
	for _, layout := range []string{"2006-01-02", "2006-01", "2006", time.RFC3339} {
		if t, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			return int(t.Unix() / 86400), true
		}
	}
	return 0, false
}

func (r *rules) facetRule(ctx context.Context, f filter) (rule, error) {
	c, err := r.ix.in.columns(ctx)
	if err != nil {
		return rule{}, err
	}
	values, column := c.Projects, c.project
	switch f.key {
	case "branch":
		values, column = c.Branches, c.branch
	case "model":
		values, column = c.Models, c.model
	case "agent":
		values, column = c.Agents, c.agent
	}
	like, found := make([]bool, len(values)), false
	choose := func(fits func(v search.Value) bool) {
		for i, v := range values {
			like[i] = fits(v)
			found = found || like[i]
		}
	}
	// The same name can be written in several ways: macOS takes accents off their letters in the
	// names of folders.
	whole, part := norm.NFC.String(f.value), folded(f.value)
	if choose(func(v search.Value) bool { return norm.NFC.String(v.ID) == whole || norm.NFC.String(v.Name) == whole }); !found {
		choose(func(v search.Value) bool { return strings.Contains(folded(v.Name), part) })
	}
	one := rule{test: func(doc int) bool { s := r.ix.in.session(doc); return s >= 0 && like[column[s]] }}
	if !found {
		one.bad = f.unknown()
	}
	return one, nil
}

// folded is a name as filters compare it with a part of one.
func folded(name string) string { return strings.ToLower(search.Fold(name)) }

// narrow returns the hits that keep all rules.
func (r *rules) narrow(ctx context.Context, h hits) (hits, error) {
	var err error
	for i, f := range r.q.filters {
		if h, err = r.ix.keep(ctx, h, r.filters[i], f.not); err != nil {
			return h, err
		}
	}
	for _, w := range r.q.not {
		docs, err := r.ix.excluded(ctx, w, h)
		if err != nil {
			return h, err
		}
		h = h.pick(func(doc int) bool { return !docs[doc] })
	}
	return h, nil
}

// keep returns the hits that keep a rule, or those that do not.
func (ix *Index) keep(ctx context.Context, h hits, r rule, not bool) (hits, error) {
	test := r.test
	switch {
	case r.listed:
		docs, err := ix.in.docsIn(ctx, r.lists, h.docs)
		if err != nil {
			return h, err
		}
		test = func(doc int) bool { return docs[doc] }
	case test == nil:
		inner := h
		for _, part := range r.all {
			var err error
			if inner, err = ix.keep(ctx, inner, part, false); err != nil {
				return h, err
			}
		}
		kept := map[int]bool{}
		for _, doc := range inner.docs {
			kept[doc] = true
		}
		test = func(doc int) bool { return kept[doc] }
	}
	return h.pick(func(doc int) bool { return test(doc) != not }), nil
}

// excluded are the docs among the hits that have all terms of a word.
func (ix *Index) excluded(ctx context.Context, w word, h hits) (map[int]bool, error) {
	w.open, w.phrase = false, true
	clauses, err := ix.clauses(ctx, w)
	if err != nil {
		return nil, err
	}
	for _, c := range clauses {
		if c.loose || len(c.options) == 0 {
			return nil, nil
		}
	}
	for _, c := range clauses {
		var lists []*list
		for _, o := range c.options {
			lists = append(lists, o.list)
		}
		docs, err := ix.in.docsIn(ctx, lists, h.docs)
		if err != nil {
			return nil, err
		}
		h = h.pick(func(doc int) bool { return docs[doc] })
	}
	docs := map[int]bool{}
	for _, doc := range h.docs {
		docs[doc] = true
	}
	return docs, nil
}

// start is where a query without words begins: with everything that one of the filters lists, else with the
// sessions, as for a tag.
func (r *rules) start(ctx context.Context) (hits, error) {
	for i, f := range r.q.filters {
		rule := r.filters[i]
		if f.not || f.key == "tag" || !rule.listed && len(rule.all) == 0 {
			continue
		}
		lists := rule.lists
		if !rule.listed {
			lists = rule.all[0].lists
		}
		docs, err := r.ix.in.docsIn(ctx, lists, nil)
		var h hits
		for doc := range docs {
			h.docs = append(h.docs, doc)
		}
		slices.Sort(h.docs)
		h.scores = make([]float64, len(h.docs))
		return h, err
	}
	return hits{docs: slices.Clone(r.ix.in.starts), scores: make([]float64, len(r.ix.in.starts))}, nil
}
