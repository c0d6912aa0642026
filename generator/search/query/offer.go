package query

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"steno/generator/search"
)

// mostOffers is how many queries like one that found nothing are returned.
const mostOffers = 3

// offers returns queries that find something, made from the words of one that did not: with a kind, tool or tag like one that is
// not there, without filters and quotes, with a word like one that is not there, with one of the words, with one of the filters alone.
func (ix *Index) offers(ctx context.Context, q parsed) (found []string, err error) {
	var words []string
	for _, w := range q.words {
		words = append(words, w.text)
	}
	plain := strings.Join(words, " ")
	var tries []string
	for _, f := range q.filters {
		if f.key != "kind" && f.key != "tool" && f.key != "tag" {
			continue
		}
		near, err := ix.closest(ctx, []string{":" + f.key + "/" + search.Slug(f.value)})
		if err != nil {
			return nil, err
		}
		var like []string
		for _, l := range near {
			like = append(like, strings.TrimSpace(plain+" "+strings.Replace(l.term[1:], "/", ":", 1)))
		}
		tries = append(like, tries...)
	}
	tries = append(tries, plain)
	for _, w := range q.words {
		near, err := ix.closest(ctx, w.terms)
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
		r, err := ix.run(ctx, text+" ", 0)
		if err != nil {
			return nil, err
		}
		if len(r.docs) > 0 {
			found = append(found, text)
		}
	}
	return found, nil
}

// fileFilters returns a filter for each word of a query that is the name of a file which calls are about.
func fileFilters(ctx context.Context, ix *reader, q parsed) (all []string, err error) {
	for _, w := range q.words {
		if n := len(w.terms); n > 0 && strings.Contains(w.terms[n-1], ".") && !w.phrase {
			l, err := ix.find(ctx, ":file/"+w.terms[n-1])
			if err != nil {
				return nil, err
			}
			if l != nil {
				all = append(all, "file:"+placed.Split(w.text, 2)[0])
			}
		}
	}
	return all, nil
}

// closest returns the lists of the two terms that begin most like the first of some terms that no message has, at least with a
// third of it.
func (ix *Index) closest(ctx context.Context, terms []string) ([]*list, error) {
	missing := ""
	for _, term := range terms {
		if there, err := ix.in.find(ctx, term); err != nil {
			return nil, err
		} else if there == nil {
			missing = term
			break
		}
	}
	if missing == "" {
		return nil, nil
	}
	letters := []rune(missing)
	near, err := ix.in.near(ctx, string(letters[:min(len(letters), len(letters)/3+1)]))
	shared := map[*list]int{}
	for _, l := range near {
		shared[l] = alike(letters, []rune(l.term))
	}
	slices.SortStableFunc(near, func(a, b *list) int { return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(b.df, a.df)) })
	return near[:min(2, len(near))], err
}

// alike is how many characters two words have in common at their start.
func alike(a, b []rune) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
