package query

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
)

// How much the lists count that can represent a term.
const (
	exact     = 1.0
	inflected = 0.7
	prefixed  = 0.6
	similar   = 0.4

	behind = 1.0 / 16 // of the others if the only term has a list itself: their highest impact is worth less than its lowest

	mostPrefixes = 24
	mostLong     = 2
	mostSimilar  = 5
)

// option is a list that can represent a term.
type option struct {
	list   *list
	factor float64
	weight float64 // the score of its highest impact
}

// clause is a term of a word with its options.
type clause struct {
	term    string
	wide    *fitting
	loose   bool // of a pair that was taken apart
	options []option
	df      int
}

// itselfFirst has the messages with the term itself come before all others.
func (c clause) itselfFirst() {
	for i, o := range c.options {
		if o.factor < exact && c.options[0].factor == exact {
			c.options[i].weight *= behind
		}
	}
}

// ready is a word with its clauses.
type ready struct {
	word    word
	clauses []clause
}

// rank is how frequent the rarest term of the word is.
func (w ready) rank() int {
	rank := math.MaxInt
	for _, c := range w.clauses {
		rank = min(rank, c.df)
	}
	return rank
}

// result is what a query found, and how the query that was answered differs from the one that was asked.
type result struct {
	hits
	q       parsed
	absent  []string
	dropped []string
	instead [][2]string // term, what is shown for it
	loose   []string
	wide    []*fitting
	marks   []string
	bad     []string
	spread  bool
	partial bool         // the hits are the best only, and there may be more
	beside  map[int]bool // sessions that have all words, but in different messages, where others have messages with all
	phrases []string
}

// weighted sets the weights of a term's options. All count as frequent as the most frequent of
// them: a rare form of a word says no more than the word. Weights are rounded to a fraction that
// sums keep exactly, so that every machine puts equal results into the same order.
func (ix *Index) weighted(options []option) []option {
	n, df := float64(ix.in.m.Docs), 0.0
	for _, o := range options {
		df = max(df, float64(o.list.df))
	}
	for i, o := range options {
		options[i].weight = math.Round(o.factor*math.Log(1+(n-df+0.5)/(df+0.5))*0x1p32) / 0x1p32
	}
	return options
}

// score returns what an impact is worth, of which the highest is 4.
func (o option) score(impact int) float64 { return o.weight * float64(impact*impact) / 16 }

// scored returns docs with the scores of their impacts.
func (o option) scored(docs []int, impacts []byte) hits {
	h := hits{docs: docs, scores: make([]float64, len(docs))}
	for i, x := range impacts {
		h.scores[i] = o.score(int(x))
	}
	return h
}

// weighed returns the docs of a list with their scores.
func (ix *Index) weighed(ctx context.Context, o option, candidates []int) (hits, error) {
	docs, impacts, err := ix.in.postings(ctx, o.list, candidates)
	return o.scored(docs, impacts), err
}

// clauses returns all terms of a word with their options, or what replaces terms that no message has.
func (ix *Index) clauses(ctx context.Context, w word) (out []clause, err error) {
	for i, term := range w.terms {
		open := w.open && i == len(w.terms)-1
		options, err := ix.options(ctx, term, open, !w.phrase)
		if err != nil {
			return nil, err
		}
		clauses := []clause{{term: term, options: options}}
		if len(options) == 0 {
			others, err := instead(ctx, ix, term, open, w.phrase)
			if err != nil {
				return nil, err
			}
			if len(others) > 0 {
				clauses = others
			}
		}
		out = append(out, clauses...)
	}
	if w.wide {
		fits, err := ix.in.wide(ctx, w.text)
		if err != nil {
			return nil, err
		}
		for _, f := range fits {
			lists, err := ix.in.findAll(ctx, f.terms)
			if err != nil {
				return nil, err
			}
			c := clause{term: f.mark, wide: f}
			for _, l := range lists {
				c.options = append(c.options, option{list: l, factor: exact})
			}
			out = append(out, c)
		}
	}
	for i := range out {
		for _, o := range ix.weighted(out[i].options) {
			out[i].df += o.list.df
		}
	}
	return out, nil
}

// match returns the docs that have all clauses, at least those around the candidates.
func (ix *Index) match(ctx context.Context, clauses []clause, candidates []int) (h hits, err error) {
	clauses = slices.Clone(clauses)
	slices.SortStableFunc(clauses, func(a, b clause) int { return cmp.Compare(a.df, b.df) })
	for i, c := range clauses {
		lists := make([]hits, len(c.options))
		if i > 0 {
			candidates = h.docs
		}
		if err := each(ctx, len(lists), func(ctx context.Context, n int) (err error) {
			lists[n], err = ix.weighed(ctx, c.options[n], candidates)
			return err
		}); err != nil {
			return h, err
		}
		if i == 0 {
			h = either(lists)
		} else {
			h = join(h, either(lists))
		}
		if len(h.docs) == 0 {
			break
		}
	}
	return h, nil
}

func clausesOf(words []ready) (all []clause) {
	for _, w := range words {
		all = append(all, w.clauses...)
	}
	return all
}

// run answers a query. With a number of sessions, it may return the best hits only, if they are of so many.
func (ix *Index) run(ctx context.Context, text string, sessions int) (*result, error) {
	r := &result{q: parse(text)}
	rules, err := ix.rules(ctx, r.q)
	if err != nil {
		return nil, err
	}
	r.bad = rules.bad()
	words := make([]ready, len(r.q.words))
	if err := each(ctx, len(words), func(ctx context.Context, i int) error {
		clauses, err := ix.clauses(ctx, r.q.words[i])
		words[i] = ready{r.q.words[i], clauses}
		return err
	}); err != nil {
		return nil, err
	}
	if all := clausesOf(words); len(all) == 1 {
		all[0].itselfFirst()
	}
	left := r.present(words)
	if err := ix.best(ctx, r, left, rules, sessions); err != nil {
		return nil, err
	}
	switch {
	case r.partial:
	case len(left) > 0:
		if r.hits, err = ix.match(ctx, clausesOf(left), nil); err == nil {
			r.hits, err = rules.narrow(ctx, r.hits)
		}
		if err == nil && len(left) > 1 {
			left, err = ix.apart(ctx, r, left, rules)
		}
	case len(words) == 0 && !rules.empty():
		if r.hits, err = rules.start(ctx); err == nil {
			r.hits, err = rules.narrow(ctx, r.hits)
		}
	}
	if err != nil {
		return nil, err
	}
	r.note(left)
	return r, nil
}

// present returns the words that are in the index, and notes the others. What makes a question of
// words that nothing has is no query.
func (r *result) present(words []ready) (left []ready) {
	for _, w := range words {
		missing, problem := len(w.clauses) == 0, false
		for _, c := range w.clauses {
			if c.wide != nil {
				r.wide = append(r.wide, c.wide)
				problem = problem || c.wide.problem != ""
			}
			missing = missing || len(c.options) == 0
		}
		switch {
		case len(w.clauses) == 0 || !missing:
			left = append(left, w)
		case !problem:
			r.absent = append(r.absent, w.word.text)
		}
	}
	means := func(w ready) bool { return !w.word.asks() }
	if len(r.absent) > 0 && !slices.ContainsFunc(left, means) && slices.ContainsFunc(words, means) {
		return nil
	}
	return left
}

// note notes what to mark in the hits, and where they differ from what was asked for.
func (r *result) note(left []ready) {
	for _, w := range left {
		for _, c := range w.clauses {
			if c.wide != nil {
				r.marks = append(r.marks, c.term)
				continue
			}
			changed := c.options[0].factor == similar
			var found []string
			for _, o := range c.options {
				found = append(found, o.list.term)
				switch {
				case w.word.phrase && !changed:
				case o.factor == prefixed:
					r.marks = append(r.marks, c.term+"*")
				default:
					r.marks = append(r.marks, o.list.term)
				}
			}
			if c.loose {
				r.loose = append(r.loose, w.word.text)
			} else if changed {
				r.instead = append(r.instead, [2]string{c.term, strings.Join(found, ", ")})
			}
		}
		if w.word.phrase {
			r.phrases = append(r.phrases, w.word.text)
		}
	}
}

// errNoSession is returned for a doc that no session has.
var errNoSession = errors.New("a message of the search index belongs to no session")
