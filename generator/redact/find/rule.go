package find

import (
	"maps"
	"slices"
)

// Rule is one kind of finding.
type Rule struct {
	Name     string
	Severity Severity
	Source   string // where its form is documented
	Rank     int    // of two rules that find the same text the lower one names it
}

// Ranks, most telling first.
const (
	RankUser = iota
	RankFormat
	RankContext
	RankGuess
	RankPersonal
)

// Set is all rules of an engine. Everything else knows a rule by its number in it.
type Set struct {
	Rules  []Rule
	byName map[string]int
}

// Add adds a rule, unless there is one of its name, and returns its number.
func (s *Set) Add(r Rule) int {
	i, ok := s.byName[r.Name]
	if !ok {
		i = len(s.Rules)
		if s.byName == nil {
			s.byName = map[string]int{}
		}
		s.byName[r.Name] = i
		s.Rules = append(s.Rules, r)
	}
	return i
}

// Names lists the rules in the order of the alphabet.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.byName)) }

// Named returns the rule with that name.
func (s *Set) Named(name string) *Rule { return &s.Rules[s.byName[name]] }

// Number returns the number of a rule.
func (s *Set) Number(name string) (number int, ok bool) {
	number, ok = s.byName[name]
	return number, ok
}
