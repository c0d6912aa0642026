package query

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"steno/generator/search"
)

// options returns the lists that can represent a term, the best first.
func (ix *Index) options(ctx context.Context, term string, open, inflect bool) (all []option, err error) {
	found, err := ix.in.find(ctx, term)
	if err != nil {
		return nil, err
	}
	if found != nil {
		all = append(all, option{list: found, factor: exact})
	}
	if inflect {
		lists, err := ix.in.findAll(ctx, forms(term))
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			all = append(all, option{list: l, factor: inflected})
		}
	}
	if open && (units(term) > 2 || search.IsDense(term)) {
		near, err := ix.in.near(ctx, term)
		if err != nil {
			return nil, err
		}
		near = slices.DeleteFunc(near, func(l *list) bool {
			return slices.ContainsFunc(all, func(o option) bool { return o.list.term == l.term })
		})
		long := 0
		for _, l := range shortest(near, mostPrefixes, func(l *list) bool {
			if l.long() {
				long++
			}
			return !l.long() || long <= mostLong
		}) {
			all = append(all, option{list: l, factor: prefixed})
		}
	}
	return all, nil
}

var joints = strings.NewReplacer(".", " ", "/", " ", "-", " ")

// instead returns clauses for a term that no message has, if there are any: the parts of a pair;
// else, outside of phrases, words that differ in spelling, by a slip or an ending; else the two
// words that it is made of.
func instead(ctx context.Context, ix *Index, term string, open, phrase bool) (all []clause, err error) {
	if parts := search.QueryTerms(joints.Replace(term)); len(parts) > 1 {
		for i, part := range parts {
			options, err := ix.options(ctx, part, open && i == len(parts)-1, false)
			if err != nil {
				return nil, err
			}
			all = append(all, clause{term: part, options: options, loose: true})
		}
		return all, nil
	}
	if phrase || units(term) <= 3 || isSmall(term) { // "warum" is no slip of "warm"
		return nil, nil
	}
	lists, err := ix.in.similar(ctx, term)
	if err != nil {
		return nil, err
	}
	if len(lists) > 0 {
		return []clause{{term: term, options: likely(lists)}}, nil
	}
	return ix.in.compound(ctx, term)
}

// shortest returns the lists that are kept, at most n, the most frequent first.
func shortest(lists []*list, n int, keep func(*list) bool) []*list {
	slices.SortStableFunc(lists, func(a, b *list) int { return cmp.Compare(b.df, a.df) })
	var kept []*list
	for _, l := range lists {
		if keep(l) && len(kept) < n {
			kept = append(kept, l)
		}
	}
	return kept
}

// likely returns the options of a term that are in these lists, of which the most frequent are enough.
func likely(lists []*list) (options []option) {
	for _, l := range shortest(lists, mostSimilar, func(*list) bool { return true }) {
		options = append(options, option{list: l, factor: similar})
	}
	return options
}

// similarBlocks is how many blocks are read for the terms that differ by one slip.
const similarBlocks = 24

var (
	spelledOut = regexp.MustCompile(`([aou])e`)
	mayUmlaut  = regexp.MustCompile(`^[aou]`)
)

// spellings returns a term with umlauts that it may spell out, and with the first spelled out.
// Others are found as slips.
func spellings(term string) []string {
	return []string{spelledOut.ReplaceAllString(term, "$1"), mayUmlaut.ReplaceAllString(term, "${0}e")}
}

// similar returns the lists of the terms that are a term in another spelling, differ by one slip,
// or else by another ending, of those that begin with the same two characters, or more where these
// are in too many blocks.
func (ix *reader) similar(ctx context.Context, term string) ([]*list, error) {
	if len(ix.first) == 0 {
		return nil, nil
	}
	if same, err := ix.findAll(ctx, spellings(term)); err != nil || len(same) > 0 {
		return same, err
	}
	asked := []rune(term)
	var from, to int
	for n := 2; n == 2 || to-from >= similarBlocks && n <= len(asked); n++ {
		start := string(asked[:min(n, len(asked))])
		from, to = max(0, ix.blockOf(start)), ix.blockOf(start+"\uffff")
	}
	slips, forms := make([][]string, min(max(0, to-from+1), similarBlocks)), make([][]string, similarBlocks)
	err := each(ctx, len(slips), func(ctx context.Context, i int) error {
		b, err := ix.block(ctx, from+i)
		if err != nil {
			return err
		}
		for _, t := range b.terms {
			if oneEdit(asked, []rune(t)) {
				slips[i] = append(slips[i], t)
			} else if related(term, t) {
				forms[i] = append(forms[i], t)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	like := slices.Concat(slips...)
	if len(like) == 0 {
		like = slices.Concat(forms...)
	}
	return ix.findAll(ctx, like)
}

// oneEdit reports whether two terms begin with the same two characters, and one insertion,
// deletion, change or swap makes one of the other.
func oneEdit(a, b []rune) bool {
	if len(a)-len(b) > 1 || len(b)-len(a) > 1 || len(a) < 2 || len(b) < 2 || a[0] != b[0] || a[1] != b[1] || b[0] == ':' {
		return false
	}
	i, j := 0, 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	x, y := len(a)-i-j, len(b)-i-j
	return x <= 1 && y <= 1 || x == 2 && y == 2 && a[i] == b[i+1] && a[i+1] == b[i]
}

// lettersOnly matches the words whose endings and parts are looked for.
var lettersOnly = regexp.MustCompile(`^[a-z]+$`)

// ending matches what words end with in some form: "schneller" and "schnell", "archivos" and
// "archivo", "gardée" and "garder".
var ending = regexp.MustCompile(`^(|[aeio]?(m|n|nt|r|rn|s|st|t|x)|[aeio]|ee?s?|ere[mnrs]?|te[nrs]?|ung(en)?|ad[ao]s?|aba[ns]?|o?ns|ando|iendo|aie?nt|ait)$`)

// related reports whether one word is the other with another ending, behind four letters or more.
func related(a, b string) bool {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return i > 3 && lettersOnly.MatchString(a) && ending.MatchString(a[i:]) && ending.MatchString(b[i:])
}

// joint matches what may be between the parts of a German word.
var joint = regexp.MustCompile(`^e?[ns]`)

// compound returns the clauses of two words that a word is made of, which may have other endings,
// nil if there are none: of "indexsuche", "index" and "suche", of "zeitungsseiten" "zeitung" and
// "seite".
func (ix *reader) compound(ctx context.Context, term string) ([]clause, error) {
	if !lettersOnly.MatchString(term) {
		return nil, nil
	}
	for n := len(term) - shortestPart; n >= shortestPart; n-- {
		first, err := ix.half(ctx, term[:n])
		if err != nil {
			return nil, err
		}
		if len(first.options) == 0 {
			continue
		}
		for _, rest := range []string{term[n:], joint.ReplaceAllString(term[n:], "")} {
			if len(rest) < shortestPart {
				continue
			}
			second, err := ix.half(ctx, rest)
			if err != nil {
				return nil, err
			}
			if len(second.options) > 0 {
				return []clause{first, second}, nil
			}
		}
	}
	return nil, nil
}

const shortestPart = 4 // of a word that is made of two

// half returns a clause of the words that a part of a word is, with an ending or without.
func (ix *reader) half(ctx context.Context, part string) (clause, error) {
	near, err := ix.near(ctx, part)
	near = slices.DeleteFunc(near, func(l *list) bool { return !ending.MatchString(l.term[len(part):]) })
	return clause{term: part, loose: true, options: likely(near)}, err
}
