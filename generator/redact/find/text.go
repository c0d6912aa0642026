package find

import "steno/generator/redact/chars"

// Span is a piece of text to replace.
type Span struct {
	Start, End int
	Rule       int
	Text       string // what to put there; "" for a numbered placeholder
	Entry      int    // of the dictionary, 0: not found by it
	Value      string // what was found, "" when the text has it as it is
}

// In returns what was found in the text s.
func (sp *Span) In(s string) string {
	if sp.Value != "" {
		return sp.Value
	}
	return s[sp.Start:sp.End]
}

// Text is a text in which values are found.
type Text struct {
	S     string
	Spans []Span
	Kept  int // end of the last placeholder or key: nothing before it is looked at again
	Rules *Set
}

// Add notes a value that a rule found, unless it begins in a placeholder, which has a colon and a
// hash as values beside names have.
func (t *Text) Add(start, end, rule int) {
	if t.Rules.Rules[rule].Severity != Off && !chars.InPlaceholder(t.S, start) {
		t.Spans = append(t.Spans, Span{Start: start, End: end, Rule: rule})
	}
}

// AddAs notes a value of the rule with that name.
func (t *Text) AddAs(start, end int, rule string) { t.Add(start, end, t.Rules.byName[rule]) }

// Replace notes a place that a text replaces; Add notes one for a placeholder.
func (t *Text) Replace(start, end int, rule, text string) {
	if r := t.Rules.byName[rule]; t.Rules.Rules[r].Severity != Off {
		t.Spans = append(t.Spans, Span{Start: start, End: end, Rule: r, Text: text})
	}
}
