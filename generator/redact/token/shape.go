package token

import (
	"fmt"
	"strconv"
	"strings"

	"steno/generator/redact/chars"
)

// A shape is the form of a token after its literal prefix: a sequence of
// character classes with counts and of literal text, as in
// "[A-Za-z0-9]{22}_[A-Za-z0-9]{59}". It is the small part of regular
// expressions that token formats need; matching is greedy and never steps
// back, so that it is linear by construction.
type shape []element

type element struct {
	class    *[256]bool // nil: literal
	literal  string
	min, max int // max 0: unbounded
}

// parseShape reads the notation above. Counts are {n}, {n,m} or {n,}; a class
// without a count matches one character.
func parseShape(text string) (shape, error) {
	var out shape
	for i := 0; i < len(text); {
		if text[i] != '[' {
			end := strings.IndexByte(text[i:], '[')
			if end < 0 {
				end = len(text) - i
			}
			out = append(out, element{literal: text[i : i+end]})
			i += end
			continue
		}
		end := strings.IndexByte(text[i:], ']')
		if end < 0 {
			return nil, fmt.Errorf("shape %q: class without an end", text)
		}
		el := element{class: parseClass(text[i+1 : i+end]), min: 1, max: 1}
		i += end + 1
		if i < len(text) && text[i] == '{' {
			end := strings.IndexByte(text[i:], '}')
			if end < 0 {
				return nil, fmt.Errorf("shape %q: count without an end", text)
			}
			var err error
			if el.min, el.max, err = parseCount(text[i+1 : i+end]); err != nil {
				return nil, fmt.Errorf("shape %q: %w", text, err)
			}
			i += end + 1
		}
		out = append(out, el)
	}
	return out, nil
}

// firstRun returns the least and the largest length of the run of characters of base64 that
// the shape begins with.
func (sh shape) firstRun() (length [2]int) {
	for _, el := range sh {
		switch {
		case el.class != nil && !el.class['.']:
			length[0] += el.min
			length[1] += el.max
			if el.max == 0 {
				length[1] += chars.MaxToken
			}
		case chars.All(el.literal, chars.IsBase64):
			length[0] += len(el.literal)
			length[1] += len(el.literal)
		default:
			return length
		}
	}
	return length
}

func parseClass(text string) *[256]bool {
	var set [256]bool
	for i := 0; i < len(text); i++ {
		if i+2 < len(text) && text[i+1] == '-' {
			for c := int(text[i]); c <= int(text[i+2]); c++ {
				set[c] = true
			}
			i += 2
			continue
		}
		set[text[i]] = true
	}
	return &set
}

func parseCount(text string) (lo, hi int, err error) {
	first, last, ranged := strings.Cut(text, ",")
	if lo, err = strconv.Atoi(first); err != nil {
		return 0, 0, err
	}
	if !ranged {
		return lo, lo, nil
	}
	if last == "" {
		return lo, 0, nil
	}
	hi, err = strconv.Atoi(last)
	return lo, hi, err
}

// longRuns are the long runs of characters of unbounded elements that were read last. In a long run there may be
// many places where a token might begin, and each would read it to its end again. The text is read in ascending order.
type longRuns map[*element]run

type run struct{ from, to int }

// end returns where the characters of an element end, the first of which may be at s[i:].
func (r longRuns) end(el *element, s string, i int) int {
	if len(r) > 0 && el.max == 0 {
		if known := r[el]; known.from <= i && i < known.to {
			return known.to
		}
	}
	j := i
	for j < len(s) && el.class[s[j]] && (el.max == 0 || j-i < el.max) {
		j++
	}
	if r != nil && el.max == 0 && j-i > chars.MaxToken {
		r[el] = run{i, j}
	}
	return j
}

// match returns where the shape ends when it begins at s[i:], or -1. A bounded
// last class must not be followed by another of its characters: a longer run is
// something else.
func (sh shape) match(s string, i int, runs longRuns) int {
	for n := range sh {
		el := &sh[n]
		if el.class == nil {
			if !strings.HasPrefix(s[i:], el.literal) {
				return -1
			}
			i += len(el.literal)
			continue
		}
		j := runs.end(el, s, i)
		if j-i < el.min {
			return -1
		}
		if n == len(sh)-1 && el.max > 0 && j < len(s) && el.class[s[j]] {
			return -1
		}
		i = j
	}
	return i
}

// reach returns how far s[i:] fits the shape.
func (sh shape) reach(s string, i int, runs longRuns) int {
	for n := range sh {
		el := &sh[n]
		if el.class == nil {
			for j := range len(el.literal) {
				if i >= len(s) || s[i] != el.literal[j] {
					return i
				}
				i++
			}
			continue
		}
		from := i
		if i = runs.end(el, s, i); i-from < el.min {
			return i
		}
	}
	return i
}

// matchBack returns where the shape begins when it ends at s[:end], or -1. Only
// shapes of classes are matched backwards.
func (sh shape) matchBack(s string, end int) int {
	i := end
	for n := len(sh) - 1; n >= 0; n-- {
		el := &sh[n]
		j := i
		for j > 0 && el.class[s[j-1]] && (el.max == 0 || i-j < el.max) {
			j--
		}
		if i-j < el.min {
			return -1
		}
		i = j
	}
	return i
}
