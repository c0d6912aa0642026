package query

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// mostOffers is how many queries like one that found nothing are returned.
const mostOffers = 3

// offers returns queries that find something, made from the words of one that did not: without filters and quotes, with a
// frequent word that begins with a third of one, with one of the words, with one of the filters alone.
func (ix *Index) offers(ctx context.Context, q parsed) (found []string, err error) {
	var words []string
	for _, w := range q.words {
		words = append(words, w.text)
	}
	plain := strings.Join(words, " ")
	tries := []string{plain}
	for _, w := range q.words {
		near, err := ix.closest(ctx, w)
		if err != nil {
			return nil, err
		}
		for _, l := range near {
			tries = append(tries, strings.Replace(plain, w.text, l.term, 1))
		}
		tries = append(tries, w.text)
	}
	for _, f := range q.filters {
		tries = append(tries, f.text)
	}
	tried := map[string]bool{"": true}
	for _, text := range tries {
		if tried[text] || len(found) == mostOffers {
			continue
		}
		tried[text] = true
		r, err := ix.run(ctx, text+" ")
		if err != nil {
			return nil, err
		}
		if len(r.docs) > 0 {
			found = append(found, text)
		}
	}
	return found, nil
}

// closest returns the lists of the two most frequent words that begin with the first third of a word. Parts of words
// have none.
func (ix *Index) closest(ctx context.Context, w word) ([]*list, error) {
	if len(w.terms) == 0 {
		return nil, nil
	}
	start := []rune(w.terms[0])
	near, err := ix.in.near(ctx, string(start[:min(len(start), len(start)/3+1)]))
	slices.SortStableFunc(near, func(a, b *list) int { return cmp.Compare(b.df, a.df) })
	return near[:min(2, len(near))], err
}
