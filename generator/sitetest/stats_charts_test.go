package sitetest

import (
	"math"
	"strconv"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	phrase "steno/theme/words"
)

// compareStatistics compares the tables and charts of the statistics with a count of the raw lines.
func compareStatistics(t *testing.T, pages map[string]*page, charts tallies, source, by string) {
	t.Helper()
	stats := pages["stats/index.html"]
	want := countedStatistics(t, source, by)
	compare := func(what string, want, got map[string]float64) {
		if d := diff.Diff(present(want), present(got)); d != "" {
			t.Errorf("%s (-transcripts +page):\n%s", what, d)
		}
	}
	for table, labels := range map[string][]string{
		"programs": {"Sessions", "Calls", "Errors", "Tokens"}, "platforms": {"Sessions", "Calls", "Errors", "Tokens"},
		"agents": {"Sessions", "Runs", "Failed calls"}, "skills": {"Sessions", "Loads", "Failed"},
		"tests": {"Sessions", "Runs", "Failed"}, "tools": {"Time", "Waiting"},
	} {
		for _, label := range labels {
			compare(table+", "+label, want[table+" "+label], valuesOf(stats, table, label))
		}
	}
	for name, said := range valuesOf(stats, "tools", "Median") {
		if n := want["tools Median"][name]; math.Abs(said-n) > .0011 { // times are cut to milliseconds on both sides
			t.Errorf("the median of %s is %v, the page has %v", name, n, said)
		}
	}
	for _, label := range []string{"Runs", "Failed", "Retries", "Recovered"} {
		of := map[string]float64{}
		for name, n := range want["commands "+label] {
			if want["commands Failed"][name] > 0 {
				of[name] = n
			}
		}
		compare("commands, "+label, of, valuesOf(stats, "commands", label))
	}
	share := map[string]float64{}
	for name, all := range want["models All input"] {
		share[name] = 100 * want["models Read"][name] / all
	}
	compare("models, Cache share", share, valuesOf(stats, "models", "Cache share"))
	followed := map[string]float64{}
	for name := range pages {
		if strings.HasPrefix(name, "stats/command/") && strings.HasSuffix(name, "/index.html") && !strings.Contains(name, "/total-") && pages[name].ids["h-next"] != nil {
			for tr := range elements(pages[name].ids["h-next"].NextSibling, "tr") {
				what := text(firstOf(tr, "th"))
				if what == "same command" || what == "another command" {
					what = "command"
				}
				followed[what] += rowFigures(tr)["Times"] + plainNumber(text(firstOf(tr, "td")))
			}
		}
	}
	compare("commands, followed by", want["commands followed by"], followed)
	net := map[string]float64{}
	for column, n := range charts[by+" Lines added"] {
		net[column] = n - charts[by+" Lines removed"][column]
	}
	for column, n := range want["Net lines"] {
		if n != net[column] {
			t.Errorf("net lines of %s: %v in the transcripts, %v on the page", column, n, net[column])
		}
	}
	for _, label := range []string{"Commits", "Runs passed", "Runs failed", "Calls", "Failed calls", "Input", "Cached"} {
		if got := charts[by+" "+label]; got != nil || len(want[label]) > 1 {
			compare(label+" by "+by, want[label], got)
		}
	}
	compare("tokens by day", want["Tokens"], charts["tokens"])
}

// followCharts follows each row of the charts' tables to the sessions that it counts: their figures add up to the row's.
// It returns the sums of figures by column: "week Commits", "week of 13 Jul 2026"; "tokens", "14 Jul 2026".
func followCharts(t *testing.T, pages map[string]*page) tallies {
	t.Helper()
	all := tallies{}
	for table := range elements(pages["stats/index.html"].root, "table") {
		caption := firstOf(table, "caption")
		if caption == nil || !strings.Contains(attr(table, "class"), "small") {
			continue
		}
		title := text(caption)
		var series []string
		for th := range elements(firstOf(table, "thead"), "th") {
			series = append(series, text(th))
		}
		for tr := range elements(firstOf(table, "tbody"), "tr") {
			link := firstOf(tr, "a")
			if link == nil {
				t.Errorf("%s: the row %q has no link", title, text(tr))
				continue
			}
			sums, rows := sumOfPages(pages, "stats/"+attr(link, "href"))
			kind, _, _ := strings.Cut(attr(link, "href"), "/")
			for label, v := range sums {
				what := kind + " " + label
				if kind == "tokens" {
					what = kind
				} else if title != "Sessions by "+kind {
					continue // each page once
				}
				all.add(what, text(link), v)
			}
			i := 1
			for td := range elements(tr, "td") {
				want := shownSum(title, series[i], sums, rows)
				if i++; text(td) != want {
					t.Errorf("%s, %s: the chart has %s, the sessions %s", title, text(link), text(td), want)
				}
			}
		}
	}
	return all
}

// sumOfPages adds up the figures of the rows of a page and those behind it.
func sumOfPages(pages map[string]*page, name string) (sums map[string]float64, rows int) {
	sums = map[string]float64{}
	for ; pages[name] != nil; name = nextPage(name) {
		for row := range elements(firstOf(pages[name].ids["rows"], "tbody"), "tr") {
			rows++
			for label, v := range rowFigures(row) {
				sums[label] += v
			}
		}
	}
	return sums, rows
}

// shownSum is how a chart shows a sum of sessions.
func shownSum(title, series string, sums map[string]float64, rows int) string {
	name, _, _ := strings.Cut(title, " by ")
	switch name {
	case "Sessions":
		return phrase.Amount("session", float64(rows))
	case "Commits":
		return phrase.Amount("commit", sums["Commits"])
	case "Lines":
		return phrase.Amount("line", sums["Lines "+strings.ToLower(series)])
	case "Test runs":
		return phrase.Amount("run", sums["Runs "+strings.ToLower(series)])
	case "Failed calls":
		return phrase.Amount("percent", 100*sums["Failed calls"]/max(1, sums["Calls"]))
	case "Cache share":
		return phrase.Amount("percent", 100*sums["Cached"]/max(1, sums["Input"]))
	case "Cost":
		return phrase.Amount("usd", sums["Cost"])
	}
	return phrase.Amount("tokens", sums[series])
}

func present(m map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for k, n := range m {
		if n = math.Round(n*10) / 10; n > 0 {
			out[k] = n
		}
	}
	return out
}

func plainNumber(s string) float64 {
	n, _ := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return n
}

// valuesOf are the figures of a column of a table, by the name of the row.
func valuesOf(p *page, table, label string) map[string]float64 {
	of := map[string]float64{}
	for tr := range elements(firstOf(p.ids[table], "tbody"), "tr") {
		if v := rowFigures(tr)[label]; v != 0 && !strings.HasSuffix(text(firstOf(tr, "th")), " others") {
			of[text(firstOf(tr, "th"))] = v
		}
	}
	return of
}
