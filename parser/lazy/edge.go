package lazy

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// edge is the bytes with which a match begins, or those with which it ends.
type edge [256]bool

// edgeOf returns the bytes at the beginning or the end of a match, and whether a match may also be empty.
func edgeOf(re *syntax.Regexp, end bool) (set edge, empty bool) {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return set, true
	case syntax.OpLiteral:
		r := re.Rune[0]
		if end {
			r = re.Rune[len(re.Rune)-1]
		}
		set.add(r, r)
		for other := unicode.SimpleFold(r); other != r && re.Flags&syntax.FoldCase != 0; other = unicode.SimpleFold(other) {
			set.add(other, other)
		}
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			set.add(re.Rune[i], re.Rune[i+1])
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		set.add(0, unicode.MaxRune)
	case syntax.OpCapture, syntax.OpPlus, syntax.OpStar, syntax.OpQuest, syntax.OpRepeat:
		set, empty = edgeOf(re.Sub[0], end)
		empty = empty || re.Op == syntax.OpStar || re.Op == syntax.OpQuest || re.Op == syntax.OpRepeat && re.Min == 0
	case syntax.OpConcat:
		empty = true
		for i := 0; i < len(re.Sub) && empty; i++ {
			sub := re.Sub[i]
			if end {
				sub = re.Sub[len(re.Sub)-1-i]
			}
			empty = set.either(sub, end)
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			empty = set.either(sub, end) || empty
		}
	}
	return set, empty
}

// either adds the edge of another expression, and reports whether that may match nothing.
func (e *edge) either(re *syntax.Regexp, end bool) (empty bool) {
	set, empty := edgeOf(re, end)
	for i, is := range set {
		e[i] = e[i] || is
	}
	return empty
}

// add adds characters. All that are not ASCII are one, as are bytes that are no character.
func (e *edge) add(from, to rune) {
	if to >= utf8.RuneSelf {
		for i := utf8.RuneSelf; i < len(e); i++ {
			e[i] = true
		}
	}
	for r := from; r <= min(to, utf8.RuneSelf-1); r++ {
		e[r] = true
	}
}

// fixed returns the edge of an expression that matches only there in a text: at its beginning or at its end. It is nil for others,
// and where a match may be empty.
func fixed(re *syntax.Regexp, end bool) *edge {
	if set, empty := edgeOf(re, end); !empty && isFixed(re, end) {
		return &set
	}
	return nil
}

// isFixed reports whether an expression begins with the beginning of the text, or ends with its end.
func isFixed(re *syntax.Regexp, end bool) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return !end
	case syntax.OpEndText:
		return end
	case syntax.OpCapture:
		return isFixed(re.Sub[0], end)
	case syntax.OpConcat:
		if end {
			return isFixed(re.Sub[len(re.Sub)-1], end)
		}
		return isFixed(re.Sub[0], end)
	}
	return false
}
