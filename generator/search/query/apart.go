package query

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// apart answers a query whose words are in no message together: without the words that make a
// question of the others, else with messages that lack at most a quarter of the words, else with
// the sessions that have all words in different messages, else with messages that have some. It
// returns the words that the hits have.
func (ix *Index) apart(ctx context.Context, r *result, left []ready, rules *rules) (_ []ready, err error) {
	said := telling(left)
	if len(r.docs) > 0 {
		return left, ix.beside(ctx, r, said, rules)
	}
	if len(clausesOf(said)) < len(clausesOf(left)) {
		r.leave(left, said)
		if r.hits, err = ix.narrowed(ctx, clausesOf(said), nil, rules); err != nil {
			return nil, err
		}
		if len(r.docs) > 0 || len(said) == 1 {
			return said, ix.beside(ctx, r, said, rules)
		}
	}
	some, err := ix.most(ctx, said, rules)
	if err != nil {
		return nil, err
	}
	if 4*len(some) < 3*len(said) {
		h, err := ix.spread(ctx, said, rules)
		if err != nil {
			return nil, err
		}
		if h != nil {
			r.hits, r.spread = *h, true
			return said, nil
		}
	}
	r.leave(said, some)
	if r.hits, err = ix.narrowed(ctx, clausesOf(some), nil, rules); err != nil {
		return nil, err
	}
	return some, ix.beside(ctx, r, some, rules)
}

// leave notes which words are left out, and which numbers behind words.
func (r *result) leave(words, some []ready) {
	for _, w := range words {
		i := slices.IndexFunc(some, func(s ready) bool { return s.word.text == w.word.text })
		if i < 0 {
			r.dropped = append(r.dropped, w.word.text)
			continue
		}
		for _, c := range w.clauses {
			if !slices.ContainsFunc(some[i].clauses, func(s clause) bool { return s.term == c.term }) {
				r.dropped = append(r.dropped, c.term)
			}
		}
	}
}

// valueOf returns how much of a word a message must have to answer a query of so many docs: more
// for rare words, twice as much for names.
func valueOf(w ready, docs int) int {
	n := bits.Len32(uint32(docs / max(1, w.rank())))
	if name.MatchString(w.word.text) {
		n *= 2
	}
	return n
}

// most returns the words that some message has together, of all such choices the one of the highest
// value; of several messages those of the newest.
func (ix *Index) most(ctx context.Context, words []ready, rules *rules) (left []ready, err error) {
	sum := map[int]int{}
	docs := make([][]int, len(words))
	for i, w := range words {
		h, err := ix.narrowed(ctx, w.clauses, nil, rules)
		if err != nil {
			return nil, err
		}
		docs[i] = h.docs
		for _, doc := range h.docs {
			sum[doc] += valueOf(w, ix.in.m.Docs)
		}
	}
	best := -1
	for doc, n := range sum {
		if best < 0 || n > sum[best] || n == sum[best] && doc > best {
			best = doc
		}
	}
	for i, w := range words {
		if _, has := slices.BinarySearch(docs[i], best); has {
			left = append(left, w)
		}
	}
	return left, nil
}

// together is how much more a session is worth for a message that has all words, as a part of that
// message's score: an eighth for each two of the words. The more they are, the less are they together by chance.
func together(words int) float64 { return float64(words*(words-1)) / 16 }

// beside adds to messages that have all of these words the sessions that have them in different messages. It
// reads nothing for them: words with long lists are in so many sessions that it would say little.
func (ix *Index) beside(ctx context.Context, r *result, words []ready, rules *rules) error {
	for _, c := range clausesOf(words) {
		if slices.ContainsFunc(c.options, func(o option) bool { return o.list.long() }) {
			return nil
		}
	}
	if len(words) < 2 || slices.ContainsFunc(words, func(w ready) bool { return w.word.phrase }) {
		return nil
	}
	h, err := ix.spread(ctx, words, rules)
	if err != nil || h == nil {
		return err
	}
	best := highest(ix, r.hits) // of the sessions with a message that has all words
	for s, score := range best {
		h.worth[s] += together(len(words)) * score
	}
	more := h.pick(func(doc int) bool {
		s := ix.in.session(doc)
		_, in := best[s]
		return !in && doc != ix.in.starts[s] // results show the title anyway
	})
	if len(more.docs) == 0 {
		return nil
	}
	r.hits = either([]hits{r.hits, more})
	r.worth, r.beside = h.worth, map[int]bool{}
	for _, doc := range more.docs {
		r.beside[ix.in.session(doc)] = true
	}
	return nil
}

func (ix *Index) narrowed(ctx context.Context, clauses []clause, candidates []int, rules *rules) (hits, error) {
	h, err := ix.match(ctx, clauses, candidates)
	if err != nil {
		return h, err
	}
	return rules.narrow(ctx, h)
}

// highest returns the highest score of the hits in each session.
func highest(ix *Index, h hits) map[int]float64 {
	best := map[int]float64{}
	for i, doc := range h.docs {
		s := ix.in.session(doc)
		best[s] = max(best[s], h.scores[i])
	}
	return best
}

// spread finds words in different messages of one session: the messages of each that has all of
// them, nil when none has. A session is worth the sum of the best message for each word, 2% less
// for each doubling of its messages: long sessions have most words somewhere.
func (ix *Index) spread(ctx context.Context, words []ready, rules *rules) (*hits, error) {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b ready) int { return cmp.Compare(a.rank(), b.rank()) })
	var worth map[int]float64
	var found []hits
	for _, w := range words {
		h, err := ix.narrowed(ctx, w.clauses, ix.in.docsOf(worth), rules)
		if err != nil {
			return nil, err
		}
		h = h.pick(func(doc int) bool { _, in := worth[ix.in.session(doc)]; return worth == nil || in })
		best := highest(ix, h)
		for s := range best {
			best[s] = best[s]*float64(18+bits.LeadingZeros32(uint32(ix.in.docs[s])))/50 + worth[s]
		}
		if worth = best; len(worth) == 0 {
			return nil, nil
		}
		found = append(found, h)
	}
	all := either(found).pick(func(doc int) bool { _, in := worth[ix.in.session(doc)]; return in })
	all.worth = worth
	return &all, nil
}

// docsOf returns the docs of sessions, nil when they are too many to choose parts of lists by.
func (ix *reader) docsOf(sessions map[int]float64) (docs []int) {
	for s := range sessions {
		for n := range ix.docs[s] {
			docs = append(docs, ix.starts[s]+n)
		}
		if len(docs) > fewCandidates {
			return nil
		}
	}
	slices.Sort(docs)
	return docs
}
