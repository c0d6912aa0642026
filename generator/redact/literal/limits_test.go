package literal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestLimitsAreErrors has more than the tables can number.
func TestLimitsAreErrors(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 64<<20)
	if _, err := NewSet(slices.Repeat([]Text{{Text: long}}, 64)); err == nil {
		t.Error("4 GiB of literals: no error")
	}
	var many []Literal
	for i := range 20_000 {
		many = append(many, Literal{Text: fmt.Sprintf("%06d", i*37)})
	}
	if _, err := NewAutomaton(many); err != nil {
		t.Errorf("20,000 triggers: %v", err)
	}
	for i := range 60_000 {
		many = append(many, Literal{Text: fmt.Sprintf("x%06d", i*37)})
	}
	if _, err := NewAutomaton(many); err == nil {
		t.Error("more states than an automaton can number: no error")
	}
}
