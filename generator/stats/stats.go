// Package stats writes the statistics of an archive: what agents did, what they used and how that went,
// what it cost, week by week. Its input is the summaries of all sessions; its output is pages on which each
// number leads to what it counts.
package stats

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"steno/generator/render"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/facts"
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
	Usage    parser.Usage                             // of all sessions
	Page     func(file, kind, title string) view.Page // the frame of a page
	Projects []view.ProjectRow                        // with the most tokens
	More     *view.Link                               // to all projects, nil when they are all there

	// Keep takes a page about some sessions over from the last build, if key, which condenses what
	// is on it, is the same, and same reports whether what else it shows of a session is, for each
	// that was built again.
	Keep func(name, key string, of iter.Seq[summary.Listing], same func(was, is *summary.Session) bool) (bool, error)
}

type writer struct {
	*render.Renderer
	Input
	short  map[string]int // how many models have a short name
	period period
	trends []trend

	// What one reading of all sessions found.
	uses     map[facts.Topic]map[string]*used
	tokens   tokenDays
	begun    map[time.Time]*column // sessions with a conversation, by the period in which they began
	declined []declinedCall
	links    [][16]byte // of each session of Newest, see linkSum
}

// column is the sessions of one column of charts, by their places in Newest, and what is summed of them.
type column struct {
	sessions []int32
	sums     [][]float64 // of each trend; of tokens, one sum for each series
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
	w := &writer{Renderer: r, Input: in, short: map[string]int{}, uses: map[facts.Topic]map[string]*used{}, begun: map[time.Time]*column{}}
	for _, m := range in.Usage.ByModel {
		w.short[view.ModelName(m.Model)]++
	}
	w.period, w.trends, w.tokens = periodOf(in.Newest), w.allTrends(), newTokenDays(w, w.ModelRows(in.Usage))
	w.links = make([][16]byte, len(in.Newest))
	for i, listing := range in.Newest {
		w.links[i] = linkSum(listing)
		w.read(int32(i), listing, listing.Shown())
	}
	page := &view.StatsPage{Page: w.Page(file, "stats", "Statistics"), Totals: linked(w.Site.Counts),
		Projects: slices.Clone(in.Projects), More: in.More}
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
	if page.Tokens, err = w.tokensByDay(); err != nil {
		return err
	}
	if page.Trends, err = w.writeTrends(); err != nil {
		return err
	}
	return w.WritePage(file, page)
}

// read takes in a session.
func (w *writer) read(at int32, listing summary.Listing, s *summary.Session) {
	w.addUses(at, s)
	w.tokens.add(at, s.Work.Days)
	w.addTrends(at, listing, s)
	for _, d := range slices.Backward(s.Work.Declined) {
		w.declined = append(w.declined, declinedCall{listing, d})
	}
}

// linked makes the figures of an archive link to what they count.
func linked(t view.Totals) view.Totals {
	t.Linked, t.Root = true, "../"
	return t
}

// tokenDays is the tokens of each day, by the models that took most.
type tokenDays struct {
	series []string
	named  map[string]int // series of models; all others are the last one
	other  int
	days   map[time.Time]*column
}

func newTokenDays(w *writer, models []view.ModelRow) tokenDays {
	t := tokenDays{named: map[string]int{}, days: map[time.Time]*column{}}
	for i, m := range models {
		if i < seriesShown {
			t.named[m.Model] = len(t.series)
			t.series = append(t.series, w.modelName(m.Model))
		}
	}
	t.other = len(t.series)
	if len(models) > seriesShown {
		t.series = append(t.series, "others")
	}
	return t
}

// part is the series of a model.
func (t *tokenDays) part(model string) int {
	if i, named := t.named[model]; named {
		return i
	}
	return t.other
}

// add adds the days of a session.
func (t *tokenDays) add(at int32, days []summary.Day) {
	for i, d := range days { // by day
		c := t.days[d.Date]
		if c == nil {
			c = &column{sums: [][]float64{make([]float64, t.other+1)}}
			t.days[d.Date] = c
		}
		if i == 0 || days[i-1].Date != d.Date {
			c.sessions = append(c.sessions, at)
		}
		c.sums[0][t.part(d.Model)] += float64(d.Tokens)
	}
}

// tokensByDay charts the tokens of each day.
func (w *writer) tokensByDay() (chart.Bars, error) {
	bars := chart.Bars{Title: "Tokens by day", Names: "Day", Unit: "tokens", Series: w.tokens.series}
	eachDate(w.tokens.days, 24*time.Hour, func(date time.Time) {
		values, href := make([]float64, len(bars.Series)), ""
		if c := w.tokens.days[date]; c != nil {
			copy(values, c.sums[0])
			href = strings.TrimPrefix(tokenDay(date), Dir+"/") + "/index.html"
		}
		bars.Columns = append(bars.Columns, chart.Column{Label: date.Format("2 Jan 2006"), Href: href, Values: values})
	})
	return bars, w.writeTokenDays()
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
