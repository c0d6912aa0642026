package render

import (
	"math"
	"slices"

	"steno/generator/config"
	"steno/parser"
	"steno/theme/view"
)

// Cost is what a usage costs at the configured prices. Models without a price that
// spent tokens are named.
func (r *Renderer) Cost(u parser.Usage) view.Cost {
	var sum view.Cost
	for _, m := range u.ByModel {
		sum.Add(modelCost(r.Conf.Prices, m))
	}
	return sum
}

// modelCost is the cost of one model's part of a usage; nothing when there are no
// prices at all.
func modelCost(prices config.Prices, m parser.ModelUsage) view.Cost {
	if len(prices) == 0 {
		return view.Cost{}
	}
	price, ok := prices.Of(m.Model)
	if !ok {
		if m.Input+m.Output+m.CacheRead+m.CacheWrite == 0 {
			return view.Cost{}
		}
		return view.Cost{Without: []string{m.Model}}
	}
	hour := price.CacheWrite1h
	if hour == 0 {
		hour = price.CacheWrite
	}
	long := min(m.CacheWrite1h, m.CacheWrite)
	// A dollar for a million tokens is a millionth of a dollar for one.
	micros := 0.0
	for _, part := range []struct {
		tokens int
		price  float64
	}{
		{m.Input, price.Input}, {m.Output, price.Output}, {m.CacheRead, price.CacheRead},
		{m.CacheWrite - long, price.CacheWrite}, {long, hour},
	} {
		micros += float64(max(part.tokens, 0)) * part.price
	}
	return view.Cost{Priced: true, Micros: int64(math.Round(min(micros, 1<<62)))}
}

// ModelRows returns the tokens and costs of each model, most tokens first.
func (r *Renderer) ModelRows(u parser.Usage) []view.ModelRow {
	var rows []view.ModelRow
	for _, m := range u.ByModel {
		rows = append(rows, view.ModelRow{Model: m.Model, Requests: m.Requests, Cost: modelCost(r.Conf.Prices, m), Tokens: view.Tokens{
			Input: m.Input, Output: m.Output, CacheRead: m.CacheRead, CacheWrite: m.CacheWrite,
		}})
	}
	slices.SortStableFunc(rows, func(a, b view.ModelRow) int { return b.Tokens.Total() - a.Tokens.Total() })
	return rows
}

// Tokens returns the tokens of a usage as pages show them.
func Tokens(u parser.Usage) view.Tokens {
	return view.Tokens{Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite}
}
