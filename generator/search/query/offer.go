package query

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf16"

	"steno/generator/search"
)

// mostOffers is how many queries like one that found nothing are returned.
const mostOffers = 3

// offers returns queries that find something, made from the words of one that did not: without filters and quotes, with a
// frequent word that begins with a third of one, with one of the words.
func (ix *Index) offers(ctx context.Context, q parsed) (found []string, err error) {
	var words []string
	for _, w := range q.words {
		words = append(words, w.text)
	}
	plain := strings.Join(words, " ")
	tries := []string{plain}
	for _, w := range words {
		near, err := ix.closest(ctx, w)
		if err != nil {
			return nil, err
		}
		for _, l := range near {
			tries = append(tries, strings.Replace(plain, w, l.term, 1))
		}
		tries = append(tries, w)
	}
	tried := map[string]bool{}
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

// closest returns the lists of the two most frequent words that begin with the first third of a word.
func (ix *Index) closest(ctx context.Context, word string) ([]*list, error) {
	terms := search.QueryTerms(word)
	if len(terms) == 0 {
		return nil, nil
	}
	units := utf16.Encode([]rune(terms[0]))
	near, err := ix.in.near(ctx, string(utf16.Decode(units[:min(len(units), len(units)/3+1)])))
	slices.SortStableFunc(near, func(a, b *list) int { return cmp.Compare(b.df, a.df) })
	return near[:min(2, len(near))], err
}
