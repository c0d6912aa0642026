package lazy

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Few of the texts that are asked about match, and an expression takes long to say so: some 30 ns a byte. So what an
// expression needs is looked for first: texts of which one is in everything that it matches.

// needs are texts of which a match contains one. If there are none, any text may match.
type needs struct {
	texts  []string  // in lower case where fold
	fold   bool      // upper and lower case are the same
	starts [256]bool // the bytes with which one of them may begin
}

const maxNeeds = 16 // with more of them the expression is as fast

// needsOf returns what an expression needs, as far as its literals say.
func needsOf(expression string) (n needs) {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return n // compiling it says what is wrong
	}
	if parsed.Op == syntax.OpConcat && parsed.Sub[0].Op == syntax.OpBeginText {
		return n // what begins otherwise is told at once
	}
	n.texts = n.of(parsed)
	for i, t := range n.texts {
		if n.fold {
			n.texts[i] = strings.Map(func(r rune) rune { return rune(folded(r)) }, t)
		}
	}
	for _, t := range n.texts {
		n.starts[t[0]] = true
	}
	for c := range n.starts {
		n.starts[c] = n.starts[c] || n.fold && (n.starts[folded(rune(c))] || byte(c) == longS[0] || byte(c) == kelvin[0])
	}
	return n
}

// The only letters outside of ASCII that are the same as one of ASCII, but for their case: an s and a k.
const longS, kelvin = "\u017F", "\u212A"

// folded is a letter of ASCII in lower case, or any other rune.
func folded[T rune | byte](c T) T {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// of returns texts of which one is in each match of a part of an expression, nil where none is known.
func (n *needs) of(part *syntax.Regexp) (texts []string) {
	switch part.Op {
	case syntax.OpLiteral:
		text, fold := string(part.Rune), part.Flags&syntax.FoldCase != 0
		if fold && len(text) > len(part.Rune) || strings.ContainsRune(text, utf8.RuneError) {
			return nil
		}
		n.fold = n.fold || fold
		return []string{text}
	case syntax.OpCapture, syntax.OpPlus:
		return n.of(part.Sub[0])
	case syntax.OpRepeat:
		if part.Min > 0 {
			return n.of(part.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			if other := n.of(sub); shortest(other) > shortest(texts) {
				texts = other // in fewer texts
			}
		}
	case syntax.OpAlternate:
		for _, sub := range part.Sub {
			other := n.of(sub)
			if texts = append(texts, other...); other == nil || len(texts) > maxNeeds {
				return nil
			}
		}
	}
	return texts
}

func shortest(texts []string) (n int) {
	for i, t := range texts {
		if i == 0 || len(t) < n {
			n = len(t)
		}
	}
	return n
}

// met reports whether a text may match.
func (n *needs) met(text string) bool {
	if len(n.texts) == 1 && !n.fold {
		return strings.Contains(text, n.texts[0])
	}
	for i := range len(text) {
		if n.starts[text[i]] && n.begins(text[i:]) {
			return true
		}
	}
	return len(n.texts) == 0
}

// begins reports whether a text begins with one that is needed, or with a letter that may begin one.
func (n *needs) begins(text string) bool {
	if n.fold && (strings.HasPrefix(text, longS) || strings.HasPrefix(text, kelvin)) {
		return true
	}
	for _, t := range n.texts {
		if len(text) < len(t) {
			continue
		}
		i := 0
		for i < len(t) && (text[i] == t[i] || n.fold && folded(text[i]) == t[i]) {
			i++
		}
		if i == len(t) {
			return true
		}
	}
	return false
}
