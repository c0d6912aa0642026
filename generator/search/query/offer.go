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

// someWords is how many files of the list of words are read to offer something.
const someWords = 6

// poor reports that half of the words, without those that make a question of others, are not in what was found.
func (r *result) poor() bool {
	told, lost := 0, 0
	for _, w := range r.q.words {
		if !w.asks() {
			told++
			lost += bit(slices.Contains(r.absent, w.text) || slices.Contains(r.dropped, w.text))
		}
	}
	return len(r.docs) == 0 || lost > 0 && 2*lost >= told
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// offers returns queries that find something, made from the words of one that found nothing or little.
func (ix *Index) offers(ctx context.Context, r *result) (found []string, err error) {
	if !r.poor() {
		return nil, nil
	}
	told := slices.DeleteFunc(slices.Clone(r.q.words), word.asks)
	if len(told) == 0 {
		told = r.q.words
	}
	tries, err := tries(ctx, ix, r, told)
	if err != nil {
		return nil, err
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

// tries returns what may find something: a query with a kind, tool or tag like one that is not
// there, without filters and quotes, with a word like one that is not there, with one of the words
// that were left out, with parts of words and of joined ones, with one of the filters alone.
func tries(ctx context.Context, ix *Index, r *result, told []word) (tries []string, err error) {
	absent := func(w word) bool { return slices.Contains(r.absent, w.text) }
	empty := len(r.docs) == 0
	if empty {
		if tries, err = withoutFilters(ctx, ix, r.q, told); err != nil {
			return nil, err
		}
	}
	for i, w := range told {
		var near []*list
		if len(r.absent) == 0 || absent(w) {
			if near, err = ix.closest(ctx, w.terms); err != nil {
				return nil, err
			}
		}
		for _, l := range near {
			var words []string
			for n, other := range told {
				if n == i {
					words = append(words, l.term)
				} else if !absent(other) {
					words = append(words, other.text)
				}
			}
			tries = append(tries, strings.Join(words, " "))
		}
		if empty || slices.Contains(r.dropped, w.text) {
			tries = append(tries, w.text)
		}
	}
	for _, w := range told {
		if ix.in.m.Words <= someWords && absent(w) && len(w.terms) == 1 && units(w.terms[0]) >= 4 &&
			!strings.ContainsAny(w.terms[0], "./-") {
			letters := []rune(w.terms[0])
			tries = append(tries, "*"+w.terms[0]+"*", "*"+string(letters[:min(len(letters), max(4, units(w.terms[0])*2/3))])+"*")
		}
	}
	for _, w := range told {
		if absent(w) {
			tries = append(tries, joined(w)...)
		}
	}
	if empty {
		for _, f := range r.q.filters {
			tries = append(tries, f.text)
		}
	}
	return tries, nil
}

// joined returns the parts that are joined in a word, the last first: the method, then the type that it is said to be of.
func joined(w word) (all []string) {
	for _, term := range slices.Backward(w.terms) {
		for _, part := range slices.Backward(strings.Fields(joints.Replace(term))) {
			if units(part) >= 4 {
				all = append(all, part)
			}
		}
	}
	return all
}

// withoutFilters returns the words with each kind, tool or tag that is like one of the filters, and alone.
func withoutFilters(ctx context.Context, ix *Index, q parsed, words []word) (tries []string, err error) {
	var texts []string
	for _, w := range words {
		texts = append(texts, w.text)
	}
	plain := strings.Join(texts, " ")
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
	return append(tries, plain), nil
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

// closest returns the lists of the two terms that begin most like the first of some terms that no
// message has, at least with a third of it.
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
