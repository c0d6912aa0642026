package query

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// mostChunks is how many chunks of long lists are read for the best messages. If the lists of
// several words have no more, all are read.
const mostChunks = 20

// best answers a query of frequent words without reading all of their lists, if it finds messages
// of so many sessions: those that are worth more than any other can be, as the heads of the lists
// show; if these are too few, those that the heads have and the newest. It leaves the result to
// others if one of the lists is short: then few parts of the others are read.
func (ix *Index) best(ctx context.Context, r *result, words []ready, rules *rules, sessions int) error {
	clauses := clausesOf(words)
	if sessions == 0 || len(clauses) == 0 || !rules.empty() || slices.ContainsFunc(words, func(w ready) bool { return w.word.phrase }) {
		return nil
	}
	for _, c := range clauses {
		if !slices.ContainsFunc(c.options, func(o option) bool { return o.list.rest > 0 }) {
			return nil
		}
	}
	chunks := chunksOf(clauses)
	if len(clauses) > 1 && len(chunks) <= mostChunks {
		return nil
	}
	heads := make([]prominent, len(clauses))
	if err := each(ctx, len(clauses), func(ctx context.Context, i int) (err error) {
		heads[i], err = ix.prominent(ctx, clauses[i])
		return err
	}); err != nil {
		return err
	}
	joined, first := settled(heads)
	if ix.sessionsOf(first) >= sessions {
		r.hits, r.partial = first, true
		return nil
	}
	if len(chunks) < mostChunks {
		return nil
	}
	if chunks = chunks[len(chunks)-mostChunks:]; chunks[0] == 0 {
		return nil
	}
	newest, err := ix.match(ctx, clauses[:1], chunks)
	for _, c := range clauses[1:] {
		h, e := ix.match(ctx, []clause{c}, chunks)
		newest, err = join(newest, h), cmp.Or(err, e)
	}
	if err != nil {
		return err
	}
	newest = newest.pick(func(doc int) bool { return doc >= chunks[0] })
	if both := either([]hits{newest, joined}); ix.sessionsOf(both) >= sessions {
		r.hits, r.partial = both, true
	}
	return nil
}

// chunksOf returns the first docs of the chunks of lists that have several, in order.
func chunksOf(clauses []clause) (chunks []int) {
	for _, c := range clauses {
		for _, o := range c.options {
			if len(o.list.chunks) < 2 {
				continue // it is read as a whole
			}
			for _, chunk := range o.list.chunks {
				chunks = append(chunks, chunk.first)
			}
		}
	}
	slices.Sort(chunks)
	return chunks
}

// sessionsOf returns how many sessions hits are in.
func (ix *Index) sessionsOf(h hits) int {
	in := map[int]bool{}
	for _, doc := range h.docs {
		in[ix.in.session(doc)] = true
	}
	return len(in)
}

// prominent is the hits of a clause that are worth at least rest, which no other is worth more
// than. Others that are worth as much are before since.
type prominent struct {
	hits
	rest  float64
	since int
}

func (ix *Index) prominent(ctx context.Context, c clause) (p prominent, err error) {
	lists := make([]hits, len(c.options))
	for i, o := range c.options {
		docs, impacts, err := ix.in.best(ctx, o.list)
		if err != nil {
			return p, err
		}
		lists[i] = o.scored(docs, impacts)
		if o.list.rest == 0 {
			continue
		}
		p.rest = max(p.rest, o.score(o.list.rest))
		if n := slices.Index(impacts, byte(o.list.rest)); n >= 0 {
			p.since = max(p.since, docs[n])
		} else {
			p.since = math.MaxInt
		}
	}
	all := either(lists)
	for i, doc := range all.docs {
		if all.scores[i] >= p.rest {
			p.docs, p.scores = append(p.docs, doc), append(p.scores, all.scores[i])
		}
	}
	return p, nil
}

// settled returns the docs that are prominent in all clauses, and those of them that come before
// all others: any other is worth at most what it is worth in the clauses that it is prominent in,
// and the rest in each of the others.
func settled(heads []prominent) (joined, first hits) {
	joined = heads[0].hits
	sum, since := 0.0, 0
	for i, p := range heads {
		if i > 0 {
			joined = join(joined, p.hits)
		}
		sum, since = sum+p.rest, max(since, p.since)
	}
	more := map[int]float64{}
	for _, p := range heads {
		for n, doc := range p.docs {
			more[doc] += p.scores[n] - p.rest
		}
	}
	for _, doc := range joined.docs {
		delete(more, doc)
	}
	limit := sum
	for _, m := range more {
		limit = max(limit, sum+m)
	}
	for i, doc := range joined.docs {
		if s := joined.scores[i]; s > limit || s == limit && doc >= since {
			first.docs, first.scores = append(first.docs, doc), append(first.scores, s)
		}
	}
	return joined, first
}
