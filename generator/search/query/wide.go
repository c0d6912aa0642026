package query

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"steno/generator/search"
)

// mostWords is how many of the words are searched that a part of one fits, the shortest first.
const mostWords = 60

// fitting is what was found for a part of a word, or a plain term.
type fitting struct {
	mark    string
	terms   []string
	problem string // why it cannot be searched
	said    string
}

var (
	stars  = regexp.MustCompile(`\*+`)
	middle = regexp.MustCompile(`[^*]{2}`)
	inWord = regexp.MustCompile(`^\*?[^*]+\*$`)
)

// partsOf cuts a word at slashes into marks and plain terms; an expression is one mark.
func partsOf(w string) (parts []string) {
	if strings.HasPrefix(w, "/") && (strings.HasSuffix(w, "/") || strings.HasSuffix(w, "/i")) {
		return []string{strings.TrimSuffix(w, "i")}
	}
	for piece := range strings.SplitSeq(strings.ToLower(search.Fold(w)), "/") {
		piece = strings.Trim(stars.ReplaceAllString(piece, "*"), "._-")
		switch {
		case !strings.Contains(piece, "*"):
			parts = append(parts, search.QueryTerms(piece)...)
		case !middle.MatchString(piece):
		case inWord.MatchString(piece):
			parts = append(parts, piece)
		default:
			parts = append(parts, "/^"+strings.ReplaceAll(strings.ReplaceAll(piece, ".", `\.`), "*", ".*")+"$/")
		}
	}
	return parts
}

// wide returns what the parts of a word fit.
func (ix *reader) wide(ctx context.Context, w string) (all []*fitting, err error) {
	for _, mark := range partsOf(w) {
		f, err := ix.fitting(ctx, mark)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// fitting returns the words of the index that a mark fits. A plain term is itself.
func (ix *reader) fitting(ctx context.Context, mark string) (*fitting, error) {
	fits := testOf(mark)
	if fits == nil && strings.HasPrefix(mark, "/") {
		return &fitting{mark: mark, problem: "it is not a regular expression",
			said: "cannot be searched: it is not a regular expression that the search supports"}, nil
	}
	if fits == nil {
		return &fitting{mark: mark, terms: []string{mark}}, nil
	}
	files := make([][]string, ix.m.Words)
	if err := each(ctx, len(files), func(ctx context.Context, n int) (err error) {
		words, err := ix.words(ctx, n)
		for _, w := range words {
			if fits(w) {
				files[n] = append(files[n], w)
			}
		}
		return err
	}); err != nil {
		return nil, err
	}
	found := slices.Concat(files...)
	slices.SortStableFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(units(a), units(b)), cmp.Compare(a, b))
	})
	f := &fitting{mark: mark, terms: found[:min(len(found), mostWords)]}
	switch n := len(found); {
	case n > mostWords:
		f.said = fmt.Sprintf("fits %d words; the %d shortest are searched", n, mostWords)
	case n > 9:
		f.said = fmt.Sprintf("fits %s and %d more", strings.Join(found[:9], ", "), n-9)
	case n > 0:
		f.said = "fits " + strings.Join(found, ", ")
	}
	return f, nil
}

// units is the length of a text as browsers count.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

var classes = regexp.MustCompile(`\[[^\]]*\]`)
var joinedBy = regexp.MustCompile(`\\[./]|-`)

// testOf returns the test of terms that a mark is, nil when it is none. Pairs, such as a.b, are tested only
// by those that ask for what joins them: else their halves are.
func testOf(mark string) func(term string) bool {
	if len(mark) < 2 || len(mark) < 3 && (mark[0] == '*' || mark[0] == '/') {
		return nil
	}
	part := mark[1 : len(mark)-1]
	var fits func(term string) bool
	pairs := strings.ContainsAny(part, "./-")
	switch {
	case mark[0] == '/':
		re, err := regexp.Compile("(?i:" + part + ")")
		if err != nil {
			return nil
		}
		fits, pairs = re.MatchString, joinedBy.MatchString(classes.ReplaceAllString(part, ""))
	case mark[0] == '*':
		fits = func(term string) bool { return strings.Contains(term, part) }
	case strings.HasSuffix(mark, "*"):
		part = mark[:len(mark)-1]
		pairs = strings.ContainsAny(part, "./-")
		fits = func(term string) bool { return strings.HasPrefix(term, part) }
	default:
		return nil
	}
	return func(term string) bool { return (pairs || !strings.ContainsAny(term, "./-")) && fits(term) }
}
