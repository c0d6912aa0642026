package view

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cost          Cost
		text, missing string
	}{
		{Cost{}, "", ""},
		{Cost{Without: []string{"x"}}, "", ""},
		{Cost{Priced: true}, "$0", ""},
		{Cost{Priced: true, Micros: 40}, "under $0.01", ""},
		{Cost{Priced: true, Micros: 5_000}, "$0.01", ""},
		{Cost{Priced: true, Micros: 1_239_999, Without: []string{"claude-opus-4-1-20250805", "qwen"}}, "$1.24", "without opus-4-1, qwen"},
		{Cost{Priced: true, Micros: 999_996_000, Without: []string{"a", "b", "c", "d"}}, "$1,000", "without 4 models"},
		{Cost{Priced: true, Micros: 1_234_567_890}, "$1,235", ""},
	} {
		if got := c.cost.String(); got != c.text {
			t.Errorf("%+v is written %q, want %q", c.cost, got, c.text)
		}
		if got := c.cost.Missing(); got != c.missing {
			t.Errorf("%+v lacks %q, want %q", c.cost, got, c.missing)
		}
	}
}

func TestCostsAddUp(t *testing.T) {
	t.Parallel()
	sum := Cost{Without: []string{"b"}}
	sum.Add(Cost{Priced: true, Micros: 7, Without: []string{"a", "b"}})
	sum.Add(Cost{Priced: true, Micros: 8})
	if diff := cmp.Diff(Cost{Micros: 15, Priced: true, Without: []string{"a", "b"}}, sum); diff != "" {
		t.Error(diff)
	}
	for range 3 {
		sum.Add(Cost{Micros: math.MaxInt64})
	}
	if sum.Micros < 1<<61 {
		t.Errorf("a sum too large is %d", sum.Micros)
	}
}

func TestModelName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"claude-opus-4-1-20250805": "opus-4-1", "gpt-5.5": "gpt-5.5", "<synthetic>": "client"} {
		if got := ModelName(name); got != want {
			t.Errorf("%s is called %s, want %s", name, got, want)
		}
	}
}
