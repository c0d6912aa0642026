package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// dollars are prices of a million tokens, by a word of a model's name: of input, output, what is read from the cache, and what is
// written to it for five minutes and for an hour.
var dollars = map[string][5]float64{"opus": {5, 25, .5, 6.25, 10}, "sonnet": {3, 15, .3, 3.75, 6}, "haiku": {1, 5, .1, 1.25, 0}}

// pricesOf are the same for a configuration.
func pricesOf() config.Prices {
	prices := config.Prices{}
	for word, p := range dollars {
		prices["*"+word+"*"] = config.Price{Input: p[0], Output: p[1], CacheRead: p[2], CacheWrite: p[3], CacheWrite1h: p[4]}
	}
	return prices
}

// cost is what the tokens of a session cost, by model; other models have no price.
func (s *counted) cost() (all float64, models map[string]float64) {
	models = map[string]float64{}
	countModels(s, func(what, name string, n int) {
		for word, p := range dollars {
			if !strings.Contains(name, word) {
				continue
			}
			hour := p[4]
			if hour == 0 {
				hour = p[3]
			}
			price := map[string]float64{"models Input": p[0], "models Output": p[1], "models Cache read": p[2], "models Cache write": p[3], "models Kept an hour": hour - p[3]}[what]
			models[name] += float64(n) * price / 1e6
			all += float64(n) * price / 1e6
		}
	})
	return all, models
}

// TestCountedCosts compares what sessions, models, days and weeks cost with the usage in the raw lines of real transcripts.
func TestCountedCosts(t *testing.T) {
	t.Parallel()
	needCorpus(t)
	tier.NeedsLong(t, "builds real archives")
	sources, _ := realArchives()
	for _, source := range sources {
		t.Run(filepath.Base(filepath.Dir(source))+"-"+filepath.Base(source), func(t *testing.T) {
			t.Parallel()
			dir := pricedSite(t, source)
			pages := pagesByName(t, dir)
			said := saidCosts(t, dir)
			want, stats := tallies{}, pages["stats/index.html"]
			by := "day"
			if strings.Contains(text(stats.root), "Sessions by week") {
				by = "week"
			}
			for id, s := range countedSessions(t, source) {
				cost, models := s.cost()
				if math.Abs(cost-said[id]) > 1e-5 {
					t.Errorf("session %s costs $%.6f by its lines, Steno says $%.6f", id, cost, said[id])
				}
				for name, n := range models {
					want.add("models", name, n)
				}
				if column := s.column(by); column != "" {
					want.add(by, column, cost)
				}
				began := s.first()
				if began.IsZero() { // only the client's own agents asked
					began = firstOfAll(s.asking())
				}
				if !began.IsZero() {
					want.add("days", began.UTC().Format("2 Jan 2006"), cost)
				}
				want.add("all", "", cost)
				delete(said, id)
			}
			for id, cost := range said {
				if cost > 0 {
					t.Errorf("session %s costs $%.6f, but no line is of it", id, cost)
				}
			}
			sameCosts(t, "models", want["models"], shortNames(valuesOf(stats, "models", "Cost")))
			sameCosts(t, "Cost by "+by, want[by], costColumn(stats, "Cost by "+by))
			sameCosts(t, "By day", want["days"], shortNames(valuesOf(pages["stats/cost/day/index.html"], "rows", "Cost")))
			for _, of := range []string{"By session", "By day"} {
				sameCosts(t, of, map[string]float64{of: want["all"][""]}, map[string]float64{of: valuesOf(stats, "costs", "Cost")[of]})
			}
		})
	}
}

// pricedSite returns the folder of the site of an archive with prices, which tests share.
func pricedSite(t *testing.T, source string) string {
	t.Helper()
	return once(t, source+", priced", func(dir string) (string, error) { return dir, buildWithPrices(dir, source, pricesOf()) })
}

func buildWithPrices(dir, source string, prices config.Prices) error {
	c := configOf(source)
	c.Destination, c.Prices = dir, prices
	_, err := generator.Build(context.Background(), generator.Options{Config: c, Version: "test"})
	return err
}

// pagesByName are the pages of a site.
func pagesByName(t *testing.T, dir string) map[string]*page {
	t.Helper()
	pages := map[string]*page{}
	for _, p := range readPages(t, dir) {
		pages[p.name] = p
	}
	return pages
}

// saidCosts are the costs of the sessions of a site.
func saidCosts(t *testing.T, dir string) map[string]float64 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "sessions.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID      string
		CostUSD float64
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	said := map[string]float64{}
	for _, s := range list {
		said[s.ID] = s.CostUSD
	}
	return said
}

// shortNames adds up what has one name when the parts are left out that pages may leave out.
func shortNames(of map[string]float64) map[string]float64 {
	short := map[string]float64{}
	for name, n := range of {
		short[shownModel.ReplaceAllString(strings.TrimSpace(name), "")] += n
	}
	return short
}

// sameCosts compares costs by name, to what pages round.
func sameCosts(t *testing.T, what string, want, said map[string]float64) {
	t.Helper()
	for name, cost := range want {
		if d := math.Abs(cost - said[name]); d > .006 && (cost < 999 || d > .6) {
			t.Errorf("%s: %s costs $%.3f by the lines, the page says $%.3f", what, name, cost, said[name])
		}
	}
	for name, cost := range said {
		if want[name] == 0 && cost > .006 {
			t.Errorf("%s: %s costs $%.3f, but no line is of it", what, name, cost)
		}
	}
}

// costColumn is the table of a chart of costs.
func costColumn(p *page, title string) map[string]float64 {
	of := map[string]float64{}
	for table := range elements(p.root, "table") {
		if caption := firstOf(table, "caption"); caption != nil && text(caption) == title {
			for tr := range elements(firstOf(table, "tbody"), "tr") {
				of[text(firstOf(tr, "th"))] = amountOf(text(firstOf(tr, "td"))).value
			}
		}
	}
	return of
}

// TestDaysAcrossZones has records of several time zones around midnight, and of one session on several days. Days and weeks
// are those of UTC.
func TestDaysAcrossZones(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	write := func(id string, times ...string) {
		var lines strings.Builder
		for i, at := range times {
			kind, message, parent := "user", `{"role":"user","content":"Look at the tide."}`, "null"
			if i > 0 {
				kind, parent = "assistant", fmt.Sprintf(`"%s-%d"`, id, i-1)
				message = fmt.Sprintf(`{"id":"m%s%d","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"It is high."}],"usage":{"input_tokens":1000,"output_tokens":1000}}`, id, i)
			}
			fmt.Fprintf(&lines, `{"type":%q,"uuid":"%s-%d","parentUuid":%s,"sessionId":%q,"cwd":"/srv/tide","version":"2.1.40","requestId":"r%[2]s%[3]d","timestamp":%[6]q,"message":%[7]s}`+"\n", kind, id, i, parent, id, at, message)
		}
		put(t, filepath.Join(source, "-srv-tide", id+".jsonl"), lines.String())
	}
	write("11111111-0000-4000-8000-000000000000", "2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00Z", "2026-03-02T23:59:59Z", "2026-03-03T00:00:01Z") // a Sunday, a Monday, a Tuesday
	write("22222222-0000-4000-8000-000000000000", "2026-03-02T01:30:00+02:00", "2026-03-02T01:59:00+02:00", "2026-03-02T02:00:00+02:00")              // begins on 1 March
	write("33333333-0000-4000-8000-000000000000", "2026-03-01T18:30:00-05:30", "2026-03-01T18:31:00-05:30")                                           // 2 March
	days := map[string]int{"1 Mar 2026": 2, "2 Mar 2026": 1}
	tokens := map[string]float64{"1 Mar 2026": 2000, "2 Mar 2026": 8000, "3 Mar 2026": 2000}
	costs := map[string]float64{"1 Mar 2026": 5 * .03, "2 Mar 2026": .03}
	check := func(by string, sessions map[string]int, costs map[string]float64) {
		dir := t.TempDir()
		if err := buildWithPrices(dir, source, pricesOf()); err != nil {
			t.Fatal(err)
		}
		pages := pagesByName(t, dir)
		stats := pages["stats/index.html"]
		if got := positive(chartTable(stats, "Sessions by "+by)); fmt.Sprint(got) != fmt.Sprint(sessions) {
			t.Errorf("sessions by %s: %v, want %v", by, got, sessions)
		}
		sameCosts(t, "Cost by "+by, costs, costColumn(stats, "Cost by "+by))
		if got := present(costColumn(stats, "Tokens by day")); fmt.Sprint(got) != fmt.Sprint(tokens) {
			t.Errorf("tokens by day: %v, want %v", got, tokens)
		}
		compareStatistics(t, pages, followCharts(t, pages), source, by)
		for _, p := range pages {
			if strings.HasPrefix(p.name, "stats/") {
				for _, n := range numbersOf(p) {
					n.follow(t, pages)
				}
			}
		}
	}
	check("day", days, costs)
	write("44444444-0000-4000-8000-000000000000", "2026-04-20T00:30:00+01:00", "2026-04-20T00:59:59.9+01:00") // Sunday, 19 April
	tokens["19 Apr 2026"] = 2000
	check("week", map[string]int{"week of 23 Feb 2026": 2, "week of 2 Mar 2026": 1, "week of 13 Apr 2026": 1}, map[string]float64{"week of 23 Feb 2026": 5 * .03, "week of 2 Mar 2026": .03, "week of 13 Apr 2026": .03})
}
