package query

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

// Options say which of the hits are wanted.
type Options struct {
	Limit  int  // most hits, at most three of a session unless "session:" asks for one, copies of a text once; 0 is all of them
	ByDate bool // newest first, instead of the best
}

// Hit is a message that answers a query, or a session whose title does (kind "title", no anchor).
type Hit struct {
	Session string `json:"session"` // its id, as addresses have it
	Anchor  string `json:"anchor"`  // of the message on its page
	Kind    string `json:"kind"`    // prompt, reply, thinking, call, result, summary, event or title
	Snippet string `json:"snippet"` // of its text, around the words that were asked for
	URL     string `json:"url"`     // from the site's root; absolute for a site at an address

	Page    string    `json:"-"` // file of the page, from the site's root
	Title   string    `json:"-"` // of the session
	Project string    `json:"-"`
	Branch  string    `json:"-"`
	Tool    string    `json:"-"` // of calls and results
	File    string    `json:"-"` // that a call is about
	Failed  bool      `json:"-"` // the call failed
	Apart   bool      `json:"-"` // its words may be apart where a phrase was asked for: the index does not store all of its text
	Time    time.Time `json:"-"`
	Copies  int       `json:"-"` // of the same text that were left out, also of other sessions
	More    int       `json:"-"` // hits of the session that a limit left out; on the last of those returned
}

// Answer is what was found.
type Answer struct {
	Hits     []Hit
	Empty    bool     // nothing is indexed
	Messages int      // that were found, whatever the limit
	Titles   int      // that were found
	Sessions int      // that they are in
	Remarks  []string // how the query that was answered differs from the one that was asked
	Offers   []string // when nothing was found, or half of the words are not there, queries like it that find something
}

// group is the hits of a session.
type group struct {
	session int
	score   float64
	title   bool
	hits    []scored
	most    int // hits to show: all, or those that the page reads at first
}

type scored struct {
	doc   int
	score float64
}

// perSession is how many hits of a session are returned, unless all are wanted, or those of one session.
const perSession = 3

// Search answers a query as the search page does.
func (ix *Index) Search(ctx context.Context, text string, o Options) (*Answer, error) {
	r, err := ix.run(ctx, text, 0)
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	groups, err := ix.grouped(r.hits, o.ByDate)
	if err == nil && o.Limit > 0 && !o.ByDate {
		groups, err = ix.bestFirst(ctx, text, groups)
	}
	if err == nil && len(r.phrases) > 0 && !o.ByDate {
		groups, err = confirmed(ctx, ix.in, groups, r.marker())
	}
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	a := &Answer{Empty: ix.in.m.Docs == 0, Sessions: len(groups) - len(r.beside), Remarks: r.remarks(), Hits: []Hit{}}
	files, err := fileFilters(ctx, ix.in, r.q)
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	for _, f := range files {
		a.Remarks = append(a.Remarks, "calls about that file: "+f)
	}
	for _, g := range groups {
		if r.beside[g.session] {
			continue
		}
		a.Messages += len(g.hits)
		if g.title {
			a.Titles++
		}
	}
	most := perSession
	if o.Limit == 0 || slices.ContainsFunc(r.q.filters, func(f filter) bool { return f.key == "session" && !f.not }) {
		most = cmp.Or(o.Limit, len(r.docs))
	}
	l := lister{ix: ix, m: r.marker(), copies: o.Limit == 0, seen: map[record]int{}, hits: a.Hits}
	for len(groups) > 0 && (o.Limit == 0 || len(l.hits) < o.Limit) {
		batch := groups[:min(len(groups), atOnce)]
		groups = groups[len(batch):]
		found := make([]texts, len(batch))
		if err := each(ctx, len(batch), func(ctx context.Context, i int) (err error) {
			found[i], err = ix.textsOf(ctx, batch[i], most)
			return err
		}); err != nil {
			return nil, fmt.Errorf("searching: %w", err)
		}
		for i, g := range batch {
			l.add(g, found[i])
		}
	}
	a.Hits = l.hits
	if o.Limit > 0 {
		a.Hits = a.Hits[:min(len(a.Hits), o.Limit)]
	}
	if a.Offers, err = ix.offers(ctx, r); err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	return a, nil
}

// firstSessions is how many sessions of the best messages are enough for the search page.
const firstSessions = 10

// bestFirst puts those sessions first that the search page shows first, with the hits of them that
// it shows, where it does not read all.
func (ix *Index) bestFirst(ctx context.Context, text string, groups []group) ([]group, error) {
	r, err := ix.run(ctx, text, firstSessions)
	if err != nil || !r.partial {
		return groups, err
	}
	first, err := ix.grouped(r.hits, false)
	if err != nil {
		return nil, err
	}
	place := map[int]int{}
	for i, g := range first {
		place[g.session] = i
	}
	all := first
	for _, g := range groups {
		i, shown := place[g.session]
		if !shown {
			all = append(all, g)
			continue
		}
		had := map[int]bool{}
		for _, h := range first[i].hits {
			had[h.doc] = true
		}
		g.hits = slices.DeleteFunc(g.hits, func(h scored) bool { return had[h.doc] })
		all[i].hits, all[i].title = append(first[i].hits, g.hits...), g.title
	}
	return all, nil
}

// grouped puts hits together by session: the best first, or the newest.
func (ix *Index) grouped(h hits, byDate bool) ([]group, error) {
	groups := map[int]*group{}
	for i, doc := range h.docs {
		n := ix.in.session(doc)
		if n < 0 || doc-ix.in.starts[n] >= ix.in.docs[n] {
			return nil, errNoSession
		}
		g := groups[n]
		if g == nil {
			g = &group{session: n, score: -1}
			groups[n] = g
		}
		if g.score = max(g.score, h.scores[i]); h.worth != nil {
			g.score = h.worth[n]
		}
		if doc == ix.in.starts[n] {
			g.title = true
		} else {
			g.hits = append(g.hits, scored{doc, h.scores[i]})
		}
	}
	all := make([]group, 0, len(groups))
	for _, g := range groups {
		slices.SortFunc(g.hits, func(a, b scored) int {
			if byDate {
				return b.doc - a.doc
			}
			return cmp.Or(cmp.Compare(b.score, a.score), b.doc-a.doc)
		})
		g.most = len(g.hits)
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b group) int {
		if byDate {
			return b.session - a.session
		}
		return cmp.Or(cmp.Compare(b.score, a.score), b.session-a.session)
	})
	return all, nil
}

// texts are what the index stores of a session and of its hits.
type texts struct {
	row     sessionRow
	records []record
}

// textsOf reads what is stored of a session and of its hits, at most so many.
func (ix *Index) textsOf(ctx context.Context, g group, most int) (t texts, err error) {
	if t.row, err = ix.in.sessionRow(ctx, g.session); err != nil {
		return t, err
	}
	t.records = make([]record, min(g.most, most))
	err = each(ctx, len(t.records), func(ctx context.Context, i int) (err error) {
		t.records[i], err = ix.in.record(ctx, g.hits[i].doc)
		return err
	})
	return t, err
}

// lister lists hits, one session after the other.
type lister struct {
	ix     *Index
	m      marker
	copies bool           // list copies of a text, too
	seen   map[record]int // texts, and the hit that has each
	hits   []Hit
}

// add lists the hits of a session.
func (l *lister) add(g group, t texts) {
	begun := len(l.hits)
	if g.title {
		l.hits = append(l.hits, l.ix.hit(t.row, record{kind: "title", text: t.row.title,
			page: path.Base(t.row.url), time: t.row.start}, l.m))
	}
	for _, rec := range t.records {
		key := record{kind: rec.kind, tool: rec.tool, file: rec.file, text: rec.text}
		if n, twin := l.seen[key]; twin && !l.copies && (rec.file != "" || units(rec.text) > 40) {
			l.hits[n].Copies++
			continue
		}
		missing := !l.m.hasPhrases(rec)
		if missing && !rec.cut {
			continue
		}
		h := l.ix.hit(t.row, rec, l.m)
		h.Apart = missing
		l.seen[key] = len(l.hits)
		l.hits = append(l.hits, h)
	}
	if len(l.hits) > begun {
		l.hits[len(l.hits)-1].More = len(g.hits) - len(t.records)
	}
}

func (ix *Index) hit(row sessionRow, rec record, m marker) Hit {
	dir := path.Dir(row.url)
	h := Hit{
		Session: path.Base(dir), Anchor: rec.anchor, Kind: rec.kind, Snippet: m.snippet(rec.text), Page: path.Join(dir, rec.page),
		Title: row.title, Project: row.project, Branch: row.branch, Tool: rec.tool, File: rec.file, Failed: rec.failed, Time: rec.time,
	}
	if h.Snippet == "" {
		h.Snippet = rec.file
	}
	if !local(h.Page) { // a damaged index: the session is there
		h.Page = row.url
	}
	to := url.URL{Path: h.Page, Fragment: h.Anchor}
	h.URL = ix.in.files.address + to.String()
	return h
}

// remarks say how the query that was answered differs from the one that was asked.
func (r *result) remarks() (out []string) {
	say := func(before string, words []string, after string) {
		if len(words) > 0 {
			slices.Sort(words)
			out = append(out, before+strings.Join(slices.Compact(words), ", ")+after)
		}
	}
	var not []string
	for _, w := range r.q.not {
		not = append(not, w.text)
	}
	say("without: ", not, " (quotes would find it)")
	say("not found anywhere: ", r.absent, "")
	for _, w := range r.absent {
		if key, value := keyOf(w); key != "" && value != "" {
			say("no filter: ", []string{w}, "")
		}
	}
	for _, i := range r.instead {
		out = append(out, i[0]+" was not found; showing results for "+i[1])
	}
	if r.spread {
		out = append(out, "no message has all words; these sessions have them in different messages")
	}
	if n := len(r.beside); n > 0 {
		out = append(out, fmt.Sprintf("sessions that have the words in different messages: %d", n))
	}
	if r.spread {
		say("left out: ", r.dropped, "")
	} else {
		say("no message has all words; left out: ", r.dropped, "")
	}
	say("taken apart: ", r.loose, " was not found as one word")
	say("not found: ", r.bad, "")
	for _, w := range r.wide {
		if w.said != "" {
			out = append(out, w.mark+" "+w.said)
		}
	}
	var words []string
	for _, w := range r.q.words {
		words = append(words, w.text)
	}
	if often.MatchString(strings.Join(words, " ")) {
		out = append(out, "how often commands, tools and tests fail: stats/index.html")
	}
	return out
}
