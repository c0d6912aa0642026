package lazy

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The engine of regular expressions takes a hundred times as long for a text as the search for a word. Most texts do not contain
// the words that a match must contain, so these are looked for first.

// maxNeeds is how many texts are looked for at most. Each takes a pass.
const maxNeeds = 10

// maxExact is how many texts are followed at most that part of an expression matches.
const maxExact = 16

// filter finds texts that do not match.
type filter struct {
	needs        []string // a match contains one of these, if there are any
	begins, ends *edge    // of the texts that match, nil if that says nothing
}

func filterOf(re *syntax.Regexp) filter {
	f := filter{begins: fixed(re, false), ends: fixed(re, true)}
	if isFixed(re, false) { // the engine stops sooner than a search
		return f
	}
	if best := partOf(re).best(); len(best) <= maxNeeds {
		f.needs = best
	}
	return f
}

// passes reports whether a text may match.
func passes[T string | []byte](f filter, text T, contains func(T, T) bool) bool {
	if n := len(text); f.begins != nil && (n == 0 || !f.begins[text[0]]) || f.ends != nil && (n == 0 || !f.ends[text[n-1]]) {
		return false
	}
	for _, need := range f.needs {
		if contains(text, T(need)) {
			return true
		}
	}
	return len(f.needs) == 0
}

// part is what is known of a part of an expression.
type part struct {
	exact []string // all that it matches, nil if that is not known or too much
	needs []string // each match contains one of these, nil if that is not known
}

// partOf goes through an expression.
func partOf(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return part{exact: []string{""}}
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return classOf(re.Rune)
	case syntax.OpCapture:
		return partOf(re.Sub[0])
	case syntax.OpPlus:
		return part{needs: partOf(re.Sub[0]).best()}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return part{needs: partOf(re.Sub[0]).best()}
		}
	case syntax.OpQuest:
		if sub := partOf(re.Sub[0]); sub.exact != nil {
			return part{exact: bounded(append([]string{""}, sub.exact...))}
		}
	case syntax.OpConcat:
		return sequence(partsOf(re.Sub))
	case syntax.OpAlternate:
		return choice(partsOf(re.Sub))
	}
	return part{}
}

// literal is fixed text, in any case if the expression ignores that.
func literal(re *syntax.Regexp) part {
	if re.Flags&syntax.FoldCase == 0 {
		if slices.Contains(re.Rune, utf8.RuneError) { // bytes that are not UTF-8 count as this one
			return part{}
		}
		return part{exact: []string{string(re.Rune)}}
	}
	letters := make([]part, len(re.Rune))
	for i, r := range re.Rune {
		forms := []rune{r, r}
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			forms = append(forms, other, other)
		}
		letters[i] = classOf(forms)
	}
	return sequence(letters)
}

// classOf is one of some characters, given as ranges.
func classOf(ranges []rune) part {
	var exact []string
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if len(exact) == maxExact || r == utf8.RuneError {
				return part{}
			}
			exact = append(exact, string(r))
		}
	}
	return part{exact: exact}
}

// sequence is one part behind the other: what they match exactly is joined as long as it is few, and the best of all that one of
// them needs counts.
func sequence(parts []part) part {
	var all part
	run, whole := []string{""}, true
	for _, p := range parts {
		joint := joined(run, p.exact)
		if joint == nil {
			whole = false
			if joint = p.exact; joint == nil {
				joint = []string{""}
			}
		}
		run = joint
		all.take(p.best())
		all.take(run)
	}
	if whole {
		all.exact = run
	}
	return all
}

// take notes what a part needs, if that says more than what is known.
func (p *part) take(needs []string) {
	if better(needs, p.needs) {
		p.needs = needs
	}
}

// choice is one part or the other.
func choice(parts []part) part {
	all := part{exact: []string{}, needs: []string{}}
	for _, p := range parts {
		if p.exact == nil {
			all.exact = nil
		} else if all.exact != nil {
			all.exact = bounded(append(all.exact, p.exact...))
		}
		if needs := p.best(); needs == nil {
			all.needs = nil
		} else if all.needs != nil {
			all.needs = append(all.needs, needs...)
		}
	}
	return all
}

func partsOf(subs []*syntax.Regexp) []part {
	parts := make([]part, len(subs))
	for i, sub := range subs {
		parts[i] = partOf(sub)
	}
	return parts
}

// joined is each text in front of each other one, nil if these are too many or unknown.
func joined(front, behind []string) []string {
	if behind == nil || len(front)*len(behind) > maxExact {
		return nil
	}
	var all []string
	for _, f := range front {
		for _, b := range behind {
			all = append(all, f+b)
		}
	}
	return all
}

func bounded(texts []string) []string {
	if len(texts) > maxExact {
		return nil
	}
	return texts
}

// best is what a part needs, whichever is known.
func (p part) best() []string {
	p.take(p.exact)
	return shortest(p.needs)
}

// better reports whether texts are to be looked for rather than others.
func better(texts, than []string) bool {
	return len(texts) > 0 && leastOf(texts) > 0 && len(shortest(texts)) <= maxNeeds && (than == nil || worth(texts) > worth(than))
}

// worth weighs how rare the shortest text is against the number of passes.
func worth(texts []string) int {
	const rare = 6 // longer texts are not much rarer
	return 5*min(leastOf(texts), rare) - len(texts)
}

// leastOf is the length of the shortest text.
func leastOf(texts []string) int {
	least := len(texts[0])
	for _, text := range texts {
		least = min(least, len(text))
	}
	return least
}

// shortest leaves out texts that contain another one.
func shortest(texts []string) []string {
	var kept []string
	for i, text := range texts {
		if !slices.ContainsFunc(texts, func(other string) bool { return other != text && strings.Contains(text, other) }) && !slices.Contains(texts[:i], text) {
			kept = append(kept, text)
		}
	}
	return kept
}
