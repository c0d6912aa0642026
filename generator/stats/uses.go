package stats

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"steno/generator/address"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/facts"
	"steno/theme/view"
	"steno/theme/words"
)

// Statistics by what sessions used. Each number leads to a page of the sessions that it is the sum of,
// and from there to the calls that failed.

const (
	usesPerTable = 50  // rows of one table of the statistics; each has pages
	rowsPerUse   = 150 // of one page behind a figure
	placesShown  = 12  // links to failures of a session in one row
)

// Names of what is no single thing; no use has them, as none begins with a space.
const (
	othersName = " others"
	totalName  = " total"
)

// Topics of statistics that are no uses of a session's transcript.
const (
	topicModel    facts.Topic = "model"
	topicProgram  facts.Topic = "program"
	topicPlatform facts.Topic = "platform"
)

// topic is what sort of thing a table of the statistics is about.
type topic struct {
	facts.Topic
	table   view.Table
	name    string // "Tool"
	figures func(u *used) []view.Figure
	failing bool // only what failed is listed, most failures first
}

// topics are the tables of the statistics, in their order.
func topics() []topic {
	return []topic{
		{facts.TopicCommand, view.Table{ID: "commands", Title: "Commands that fail most", Names: "Command",
			About: "Command lines by program and verb. Rate is the part of the runs that failed. A retry is a run after one that failed; recovered are failures after which the command succeeded in the same session."},
			"Command", commandFigures, true},
		{facts.TopicTool, view.Table{ID: "tools", Title: "Tools", Names: "Tool",
			About: "Rate is the part of the calls that failed. Median is of calls whose time is recorded; ≤ marks times that may include a wait for permission. Waiting is the time in which a call waited for the user."},
			"Tool", toolFigures, false},
		{facts.TopicTests, view.Table{ID: "tests", Title: "Test runs", Names: "Runner",
			About: "Rate is the part of the runs that failed."}, "Test runner", runFigures("Runs", "Failed"),
			false},
		{topicModel, view.Table{ID: "models", Title: "Models", Names: "Model",
			About: "Cache share is the part of the input that was read from the cache."}, "Model", modelFigures,
			false},
		{facts.TopicSkill, view.Table{ID: "skills", Title: "Skills", Names: "Name",
			About: "Rate is the part of the loads that failed."}, "Skills", runFigures("Loads", "Failed"),
			false},
		{facts.TopicSlash, view.Table{ID: "slash", Title: "Slash commands", Names: "Command"}, "Slash command",
			runFigures("Times", ""), false},
		{facts.TopicAgent, view.Table{ID: "agents", Title: "Agents", Names: "Type",
			About: "Of agents without a transcript, only the call that started them is recorded."},
			"Agent type", agentFigures, false},
		{topicProgram, view.Table{ID: "programs", Title: "Agent programs", Names: "Program"}, "Agent program", sessionFigures, false},
		{topicPlatform, view.Table{ID: "platforms", Title: "Machines", Names: "Platform",
			About: "By the form of their directories. Names of machines are not published."}, "Platform",
			sessionFigures, false},
	}
}

// Groups are the uses of a session with the figures that the statistics have of them, for its own pages.
func Groups(uses []summary.Use) (groups []view.UseGroup) {
	for _, t := range topics() {
		group := view.UseGroup{Title: t.table.Title}
		if t.failing {
			group.Title = "Commands"
		}
		sum := used{mixed: true}
		for i := range uses {
			if u := (used{Use: uses[i], sessions: 1}); u.Topic == t.Topic {
				group.Rows = append(group.Rows, view.FigureRow{Link: view.Link{Text: nameOf(&u)}, Figures: t.figures(&u)})
				sum.add(&u)
			}
		}
		if len(group.Rows) > 1 {
			group.Sum = t.figures(&sum)
		}
		if len(group.Rows) > 0 {
			group.Sum = slices.DeleteFunc(group.Sum, dropColumns(func(yield func(*view.FigureRow) bool) {
				for i := range group.Rows {
					if !yield(&group.Rows[i]) {
						return
					}
				}
			}))
			groups = append(groups, group)
		}
	}
	return groups
}

// dropColumns leaves out of the rows of a table the number of sessions, which is one, and figures that no row
// has. It returns which those are.
func dropColumns(rows iter.Seq[*view.FigureRow]) (dropped func(view.Figure) bool) {
	kept := map[string]bool{}
	for row := range rows {
		for _, f := range row.Figures {
			kept[f.Label] = kept[f.Label] || f.Label != "Sessions" && !f.Empty()
		}
	}
	dropped = func(f view.Figure) bool { return !kept[f.Label] }
	for row := range rows {
		row.Figures = slices.DeleteFunc(row.Figures, dropped)
	}
	return dropped
}

// used is one use, or the sum of several.
type used struct {
	summary.Use
	sessions int
	mixed    bool         // of unlike things, whose times have no common middle
	by       []sessionUse // those sessions, where it is the sum of all
	model    parser.ModelUsage
	tokens   int
	cost     view.Cost
}

// add adds the figures of another use of the same thing.
func (u *used) add(v *used) {
	u.Times += v.Times
	u.Lost += v.Lost
	u.Errors = u.Errors.Plus(v.Errors)
	u.Exact, u.AtMost = append(u.Exact, v.Exact...), append(u.AtMost, v.AtMost...)
	u.Waited += v.Waited
	u.sessions += v.sessions
	u.model.Add(&v.model)
	u.tokens += v.tokens
	u.cost.Add(v.cost)
	if v.Trouble == nil {
		return
	}
	if u.Trouble == nil {
		u.Trouble = &summary.Trouble{Next: map[facts.Next]int{}}
	}
	u.Retries += v.Retries
	u.Mended += v.Mended
	for next, n := range v.Trouble.Next {
		u.Next[next] += n
	}
}

// usedIn yields what a session used. What it yields is only valid until the next.
func (w *writer) usedIn(s *summary.Session) iter.Seq[*used] {
	return func(yield func(*used) bool) {
		var u used
		for i := range s.Work.Uses {
			if u = (used{Use: s.Work.Uses[i], sessions: 1}); !yield(&u) {
				return
			}
		}
		for _, m := range s.Work.Usage.ByModel {
			cost := w.Cost(parser.Usage{ByModel: []parser.ModelUsage{m}})
			u = used{Use: summary.Use{Topic: topicModel, Name: m.Model, Times: m.Requests}, sessions: 1, model: m, cost: cost}
			if !yield(&u) {
				return
			}
		}
		for _, of := range []useKey{{topicProgram, s.Work.Program}, {topicPlatform, s.Work.Platform}} {
			u = used{
				Use: summary.Use{Topic: of.topic, Name: of.name, Times: s.Totals.ToolCalls,
					Errors: facts.Errors{Failed: s.Totals.Errors}},
				sessions: 1, tokens: s.Totals.Tokens.Total(), cost: s.Totals.Cost,
			}
			if of.name != "" && !yield(&u) {
				return
			}
		}
	}
}

// useKey is one thing that sessions used.
type useKey struct {
	topic facts.Topic
	name  string
}

// page is the address of the first page of a thing, from the site's root.
func (k useKey) page() string {
	return Dir + "/" + string(k.topic) + "/" + address.Element(k.name) + "/index.html"
}

// addUses adds up what a session used.
func (w *writer) addUses(at int32, s *summary.Session) {
	for u := range w.usedIn(s) {
		if w.uses[u.Topic] == nil {
			w.uses[u.Topic] = map[string]*used{}
		}
		sum := w.uses[u.Topic][u.Name]
		if sum == nil {
			name := strings.Clone(u.Name) // no text of the session is kept
			sum = &used{Use: summary.Use{Topic: u.Topic, Name: name}}
			w.uses[u.Topic][name] = sum
		}
		sum.add(u)
		sum.by = withUse(sum.by, sessionUse{at, int32(u.Errors.Failed), int32(u.Times)})
	}
}

// useTables are the tables of the topics. It writes the pages of what is listed, of all others
// together, and of the total.
func (w *writer) useTables() ([]view.Table, error) {
	all := map[facts.Topic]*usePages{}
	for _, t := range topics() {
		if p := pagesOf(w, t); p != nil {
			all[t.Topic] = p
		}
	}
	var tables []view.Table
	for _, t := range topics() {
		p := all[t.Topic]
		if p == nil {
			continue
		}
		tables = append(tables, useTable(w, p))
		var group errgroup.Group
		group.SetLimit(max(1, w.Conf.Jobs))
		for _, page := range p.all {
			group.Go(func() error { return w.writeUse(page) })
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// usePages are the pages of a topic.
type usePages struct {
	topic
	rows          []*used // that are listed
	listed        map[string]*usePage
	others, total *usePage // nil for none
	all           []*usePage
}

// pagesOf returns the pages of a topic, without their sessions; nil for none. What is not listed is one row.
func pagesOf(w *writer, t topic) *usePages {
	sums := w.uses[t.Topic]
	rows := sorted(sums, t.failing)
	rows = rows[:min(len(rows), usesPerTable)]
	if len(rows) == 0 {
		return nil
	}
	p := &usePages{topic: t, rows: rows, listed: map[string]*usePage{}}
	for _, u := range rows {
		p.listed[u.Name] = &usePage{topic: t, key: useKey{t.Topic, u.Name}, title: w.nameOf(u), sum: u, sessions: u.by}
	}
	p.all = slices.SortedFunc(maps.Values(p.listed), func(a, b *usePage) int { return cmp.Compare(a.key.name, b.key.name) })
	if n := len(sums) - len(rows); n > 0 {
		p.others = &usePage{topic: t, key: useKey{t.Topic, othersName}, title: words.Plural(n, "other"),
			several: func(name string) bool { return p.listed[name] == nil }}
		p.all = append(p.all, p.others)
	}
	if len(sums) > 1 {
		p.total = &usePage{topic: t, key: useKey{t.Topic, totalName},
			title: "All " + strings.ToLower(t.table.Title), several: func(string) bool { return true }}
		if t.failing {
			p.total.title = "All commands"
		}
		p.all = append(p.all, p.total)
	}
	for _, several := range []*usePage{p.others, p.total} {
		if several != nil {
			several.addUp(sums)
		}
	}
	return p
}

// useTable is the table of a topic. Its rows add up to its total.
func useTable(w *writer, p *usePages) view.Table {
	table := p.table
	row := func(of *usePage, text string) view.FigureRow {
		return linkedRow(Dir, of.key.page(), view.FigureRow{Link: view.Link{Text: text}, Figures: w.figures(p.topic, of.sum)})
	}
	for _, u := range p.rows {
		table.Rows = append(table.Rows, row(p.listed[u.Name], w.nameOf(u)))
	}
	if p.others != nil {
		table.Rows = append(table.Rows, row(p.others, p.others.title))
	}
	if p.total != nil {
		sum := row(p.total, "Total")
		table.Total = &sum
	}
	return table
}

// sorted lists uses, most frequent first; with failing those that failed, most failures first.
func sorted(sums map[string]*used, failing bool) []*used {
	var list []*used
	for _, u := range sums {
		if u.Errors.Failed > 0 || !failing {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b *used) int {
		first := 0
		if failing {
			first = cmp.Compare(b.Errors.Failed, a.Errors.Failed)
		}
		return cmp.Or(first, cmp.Compare(b.model.Input+b.model.Output+b.model.CacheRead+b.model.CacheWrite,
			a.model.Input+a.model.Output+a.model.CacheRead+a.model.CacheWrite),
			cmp.Compare(b.Times, a.Times), cmp.Compare(b.sessions, a.sessions), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// figures are those of a use, without costs where nothing has a price.
func (w *writer) figures(t topic, u *used) []view.Figure {
	return slices.DeleteFunc(t.figures(u), func(f view.Figure) bool { return f.Unit == "usd" && !w.Site.Counts.Cost.Priced })
}

// linkedRow makes a row and its figures link to a page.
func linkedRow(dir, page string, row view.FigureRow) view.FigureRow {
	href := address.Relative(dir, page)
	row.Href = href
	for i := range row.Figures {
		row.Figures[i].Href = href
	}
	return row
}

// nameOf is what readers see.
func (w *writer) nameOf(u *used) string {
	if u.Topic == topicModel && u.Name != "" {
		return w.modelName(u.Name)
	}
	return nameOf(u)
}

func nameOf(u *used) string { return cmp.Or(u.Name, "not recorded") }
