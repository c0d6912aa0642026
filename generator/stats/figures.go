package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/generator/summary"
	"steno/parser/facts"
	"steno/theme/view"
)

// The figures of the tables of the statistics.

func number(label string, n int) view.Figure {
	return view.Figure{Label: label, Value: float64(n), Unit: "number"}
}

func bad(f view.Figure) view.Figure { f.Bad = true; return f }

func rate(u *used) view.Figure {
	return view.Figure{Label: "Rate", Value: share(u.Errors.Failed, u.Times), Unit: "percent"}
}

// share is a part in percent.
func share(part, all int) float64 {
	if all == 0 {
		return 0
	}
	return 100 * float64(part) / float64(all)
}

func commandFigures(u *used) []view.Figure {
	var t summary.Trouble
	if u.Trouble != nil {
		t = *u.Trouble
	}
	return []view.Figure{
		number("Runs", u.Times), bad(number("Failed", u.Errors.Failed)), rate(u),
		number("Not run", u.Errors.Rejected+u.Errors.Denied+u.Errors.Cancelled), number("Retries", t.Retries),
		number("Recovered", t.Mended),
		{Label: "Followed by", Unit: "text", Text: mostly(t.Next)},
	}
}

// mostly is what followed most failures, in words.
func mostly(next map[facts.Next]int) string {
	order := slices.Clone(facts.Nexts)
	slices.SortStableFunc(order, func(a, b facts.Next) int { return cmp.Compare(next[b], next[a]) })
	var words []string
	for _, n := range order {
		if next[n] > 0 {
			words = append(words, fmt.Sprintf("%s %d", n, next[n]))
		}
	}
	return strings.Join(words, ", ")
}

func toolFigures(u *used) []view.Figure {
	figures := []view.Figure{
		number("Calls", u.Times), bad(number("Failed", u.Errors.Failed)), rate(u),
		number("Rejected", u.Errors.Rejected), number("Denied", u.Errors.Denied), number("Cancelled", u.Errors.Cancelled),
	}
	middle := view.Figure{Label: "Median", Unit: "seconds", Value: median(u.Exact)}
	if len(u.Exact) == 0 {
		middle.Value, middle.AtMost = median(u.AtMost), true
	}
	if u.mixed {
		middle = view.Figure{Label: middle.Label, Unit: middle.Unit}
	}
	sum := 0
	for _, list := range [][]int32{u.Exact, u.AtMost} {
		for _, ms := range list {
			sum += int(ms)
		}
	}
	return append(figures, middle,
		view.Figure{Label: "Time", Unit: "seconds", Value: float64(sum) / 1000, AtMost: len(u.AtMost) > 0},
		view.Figure{Label: "Waiting", Unit: "seconds", Value: u.Waited.Round(time.Millisecond).Seconds()})
}

// median is the middle of times in milliseconds, in seconds; of an even number the lower one of two.
func median(times []int32) float64 {
	if len(times) == 0 {
		return 0
	}
	list := slices.Sorted(slices.Values(times))
	return float64(list[(len(list)-1)/2]) / 1000
}

// runFigures are how often something ran and failed; failed is "" for what cannot.
func runFigures(times, failed string) func(u *used) []view.Figure {
	return func(u *used) []view.Figure {
		list := []view.Figure{number("Sessions", u.sessions), number(times, u.Times)}
		if failed != "" {
			list = append(list, bad(number(failed, u.Errors.Failed)), rate(u))
		}
		return list
	}
}

func agentFigures(u *used) []view.Figure {
	return []view.Figure{number("Sessions", u.sessions), number("Runs", u.Times),
		number("Without a transcript", u.Lost), bad(number("Failed calls", u.Errors.Failed))}
}

func modelFigures(u *used) []view.Figure {
	m := &u.model
	tokens := func(label string, n int) view.Figure {
		return view.Figure{Label: label, Value: float64(n), Unit: "tokens"}
	}
	return []view.Figure{
		number("Requests", u.Times), tokens("Tokens", m.Input+m.Output+m.CacheRead+m.CacheWrite),
		tokens("Input", m.Input), tokens("Output", m.Output), tokens("Cache read", m.CacheRead),
		tokens("Cache write", m.CacheWrite),
		{Label: "Cache share", Value: share(m.CacheRead, m.Input+m.CacheRead+m.CacheWrite), Unit: "percent"},
		{Label: "Cost", Value: u.cost.USD(), Unit: "usd"},
	}
}

func sessionFigures(u *used) []view.Figure {
	return []view.Figure{
		number("Sessions", u.sessions), number("Calls", u.Times), bad(number("Errors", u.Errors.Failed)),
		{Label: "Tokens", Value: float64(u.tokens), Unit: "tokens"}, {Label: "Cost", Value: u.cost.USD(), Unit: "usd"},
	}
}
