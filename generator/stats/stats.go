// Package stats writes the statistics of an archive: what agents did, what they used and how that went,
// what it cost, week by week. Its input is the summaries of all sessions; its output is pages on which each
// number leads to what it counts.
package stats

import (
	"maps"
	"slices"
	"strings"
	"time"

	"steno/generator/render"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/chart"
	"steno/theme/view"
)

// seriesShown is how many models a chart distinguishes; the rest are summed.
const seriesShown = 4

// Dir is the folder of the statistics.
const Dir = "stats"

// Input is what the statistics are made of.
type Input struct {
	Newest   []summary.Listing                        // all sessions, newest first
	Page     func(file, kind, title string) view.Page // the frame of a page
	Projects []view.ProjectRow                        // with the most tokens
	More     *view.Link                               // to all projects, nil when they are all there

	// Keep takes a page about some sessions over from the last build, if key, which condenses what is on it, is the same, and same
	// reports whether what else it shows of a session is, for each that was built again.
	Keep func(name, key string, of []summary.Listing, same func(was, is *summary.Session) bool) (bool, error)
}

type writer struct {
	*render.Renderer
	Input
	short map[string]int // how many models have a short name
}

// modelName is what readers see of a model: its short name, unless that is another one's, too.
func (w *writer) modelName(model string) string {
	if name := view.ModelName(model); w.short[name] < 2 {
		return name
	}
	return model
}

// Write writes the page of figures over the whole archive, and the pages of what they count.
func Write(r *render.Renderer, in Input) error {
	const file = Dir + "/index.html"
	w := &writer{r, in, map[string]int{}}
	for _, m := range usage(in.Newest).ByModel {
		w.short[view.ModelName(m.Model)]++
	}
	page := &view.StatsPage{Page: w.Page(file, "stats", "Statistics"), Totals: linked(w.Site.Counts), Projects: slices.Clone(in.Projects), More: in.More}
	for i := range page.Projects {
		page.Projects[i].Totals.Linked = true
	}
	tables, err := w.useTables()
	if err != nil {
		return err
	}
	costs, err := w.costTable()
	if err != nil {
		return err
	}
	page.Tables = append(tables, costs...)
	if page.Declined, page.AllDeclined, err = w.writeDeclined(); err != nil {
		return err
	}
	if page.Tokens, err = w.tokensByDay(w.ModelRows(usage(in.Newest))); err != nil {
		return err
	}
	if page.Trends, err = w.trends(); err != nil {
		return err
	}
	return w.WritePage(file, page)
}

// linked makes the figures of an archive link to what they count.
func linked(t view.Totals) view.Totals {
	t.Linked, t.Root = true, "../"
	return t
}

// usage sums the tokens of all sessions.
func usage(sessions []summary.Listing) (sum parser.Usage) {
	for _, s := range sessions {
		sum.Add(&s.Work.Usage)
	}
	return sum
}

// tokensByDay charts the tokens of each day, by the models that took most.
func (w *writer) tokensByDay(models []view.ModelRow) (chart.Bars, error) {
	bars := chart.Bars{Title: "Tokens by day", Names: "Day", Unit: "tokens"}
	series := map[string]int{}
	for i, m := range models {
		if i < seriesShown {
			series[m.Model] = len(bars.Series)
			bars.Series = append(bars.Series, w.modelName(m.Model))
		}
	}
	other := len(bars.Series)
	if len(models) > seriesShown {
		bars.Series = append(bars.Series, "others")
	}
	part := func(model string) int {
		if i, named := series[model]; named {
			return i
		}
		return other
	}
	days := map[time.Time][]float64{}
	for _, s := range w.Newest {
		for _, d := range s.Work.Days {
			if days[d.Date] == nil {
				days[d.Date] = make([]float64, other+1)
			}
			days[d.Date][part(d.Model)] += float64(d.Tokens)
		}
	}
	eachDate(days, 24*time.Hour, func(date time.Time) {
		values := make([]float64, len(bars.Series))
		copy(values, days[date])
		href := ""
		if days[date] != nil {
			href = strings.TrimPrefix(tokenDay(date), Dir+"/") + "/index.html"
		}
		bars.Columns = append(bars.Columns, chart.Column{Label: date.Format("2 Jan 2006"), Href: href, Values: values})
	})
	return bars, w.writeTokenDays(bars.Series, part)
}

// eachDate goes from the first to the last date of a map. A date that is plainly wrong
// must not make it go on for ever.
func eachDate[V any](dates map[time.Time]V, step time.Duration, f func(time.Time)) {
	const most = 20 * 366
	sorted := slices.SortedFunc(maps.Keys(dates), time.Time.Compare)
	if len(sorted) == 0 {
		return
	}
	first, last := sorted[0], sorted[len(sorted)-1]
	if last.Sub(first)/step > most {
		for _, date := range sorted {
			f(date)
		}
		return
	}
	for date := first; !date.After(last); date = date.Add(step) {
		f(date)
	}
}
