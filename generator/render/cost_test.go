package render

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator/config"
	"steno/parser"
	"steno/theme/view"
)

func TestCost(t *testing.T) {
	t.Parallel()
	opus := parser.ModelUsage{Model: "claude-opus-4-1", Requests: 2, Input: 1000, Output: 200, CacheRead: 50_000, CacheWrite: 4000, CacheWrite1h: 1000}
	haiku := parser.ModelUsage{Model: "claude-haiku-4-5", Input: 10, Output: 10}
	price := config.Price{Input: 15, Output: 75, CacheRead: 1.5, CacheWrite: 18.75}
	hour := price
	hour.CacheWrite1h = 30
	for _, c := range []struct {
		name   string
		prices config.Prices
		usage  []parser.ModelUsage
		want   view.Cost
	}{
		{"no prices", nil, []parser.ModelUsage{opus}, view.Cost{}},
		{"one model", config.Prices{"*opus*": price}, []parser.ModelUsage{opus}, view.Cost{Priced: true, Micros: 15_000 + 15_000 + 75_000 + 75_000}},
		{"the hour has its price", config.Prices{"*opus*": hour}, []parser.ModelUsage{opus}, view.Cost{Priced: true, Micros: 15_000 + 15_000 + 75_000 + 56_250 + 30_000}},
		{"a model without a price", config.Prices{"*opus*": {Input: 1}}, []parser.ModelUsage{haiku, opus}, view.Cost{Priced: true, Micros: 1000, Without: []string{"claude-haiku-4-5"}}},
		{"none has a price", config.Prices{"gpt*": {Input: 1}}, []parser.ModelUsage{haiku}, view.Cost{Without: []string{"claude-haiku-4-5"}}},
		{"nothing was spent", config.Prices{"gpt*": {Input: 1}}, []parser.ModelUsage{{Model: "x", Requests: 1}}, view.Cost{}},
		{"free", config.Prices{"*": {}}, []parser.ModelUsage{opus}, view.Cost{Priced: true}},
		{"more of the hour than of all", config.Prices{"*": {CacheWrite: 1, CacheWrite1h: 2}}, []parser.ModelUsage{{CacheWrite: 3, CacheWrite1h: 9}}, view.Cost{Priced: true, Micros: 6}},
		{"figures without sense", config.Prices{"*": {Input: 1e300, Output: 1}}, []parser.ModelUsage{{Input: math.MaxInt, Output: -9}}, view.Cost{Priced: true, Micros: 1 << 62}},
	} {
		b := &Renderer{Conf: config.Config{Prices: c.prices}}
		if diff := cmp.Diff(c.want, b.Cost(parser.Usage{ByModel: c.usage})); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
