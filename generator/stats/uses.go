package stats

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"steno/generator/address"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/facts"
	"steno/theme/view"
)

// Statistics by what sessions used. Each number leads to a page of the sessions that it is the sum of,
// and from there to the calls that failed.

const (
	usesPerTable = 50  // rows of one table of the statistics; each has pages
	rowsPerUse   = 150 // of one page behind a figure
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
			About: "Command lines by program and verb. A retry is a run after one that failed; recovered are failures after which the command succeeded in the same session."}, "Command", commandFigures, true},
		{facts.TopicTool, view.Table{ID: "tools", Title: "Tools", Names: "Tool",
			About: "Median is of calls whose time is recorded; ≤ marks times that may include a wait for permission. Waiting is the time in which a call waited for the user."}, "Tool", toolFigures, false},
		{facts.TopicTests, view.Table{ID: "tests", Title: "Test runs", Names: "Runner"}, "Test runner", runFigures("Runs", "Failed"), false},
		{topicModel, view.Table{ID: "models", Title: "Models", Names: "Model", About: "Cache share is the part of the input that was read from the cache."}, "Model", modelFigures, false},
		{facts.TopicSkill, view.Table{ID: "skills", Title: "Skills", Names: "Name"}, "Skills", runFigures("Loads", "Failed"), false},
		{facts.TopicSlash, view.Table{ID: "slash", Title: "Slash commands", Names: "Command"}, "Slash command", runFigures("Times", ""), false},
		{facts.TopicAgent, view.Table{ID: "agents", Title: "Agents", Names: "Type"}, "Agent type", runFigures("Runs", "Failed calls"), false},
		{topicProgram, view.Table{ID: "programs", Title: "Agent programs", Names: "Program"}, "Agent program", sessionFigures, false},
		{topicPlatform, view.Table{ID: "platforms", Title: "Machines", Names: "Platform", About: "By the form of their directories. Names of machines are not published."}, "Platform", sessionFigures, false},
	}
}

// used is one use, or the sum of several.
type used struct {
	summary.Use
	sessions int
	model    parser.ModelUsage
	tokens   int
	cost     view.Cost
}

// add adds the figures of another use of the same thing.
func (u *used) add(v *used) {
	u.Times += v.Times
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
				Use:      summary.Use{Topic: of.topic, Name: of.name, Times: s.Totals.ToolCalls, Errors: facts.Errors{Failed: s.Totals.Errors}},
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

// useTables adds up what all sessions used, and writes the pages of what is listed.
func (w *writer) useTables() ([]view.Table, error) {
	sums := map[facts.Topic]map[string]*used{}
	for _, s := range w.Newest {
		for u := range w.usedIn(s.Session) {
			if sums[u.Topic] == nil {
				sums[u.Topic] = map[string]*used{}
			}
			sum := sums[u.Topic][u.Name]
			if sum == nil {
				sum = &used{Use: summary.Use{Topic: u.Topic, Name: u.Name}}
				sums[u.Topic][u.Name] = sum
			}
			sum.add(u)
		}
	}
	var tables []view.Table
	listed := map[useKey]*usePage{}
	for _, t := range topics() {
		rows := sorted(sums[t.Topic], t.failing)
		table := t.table
		table.More = max(0, len(rows)-usesPerTable)
		for _, u := range rows[:min(len(rows), usesPerTable)] {
			key := useKey{t.Topic, u.Name}
			listed[key] = &usePage{topic: t, sum: u, sessions: make([]sessionUse, 0, u.sessions)}
			table.Rows = append(table.Rows, linkedRow(Dir, key.page(), view.FigureRow{Link: view.Link{Text: w.nameOf(u)}, Figures: w.figures(t, u)}))
		}
		if len(table.Rows) > 0 {
			tables = append(tables, table)
		}
	}
	return tables, w.writeUses(listed)
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
		return cmp.Or(first, cmp.Compare(b.model.Input+b.model.Output+b.model.CacheRead+b.model.CacheWrite, a.model.Input+a.model.Output+a.model.CacheRead+a.model.CacheWrite),
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
	switch {
	case u.Name == "":
		return "not recorded"
	case u.Topic == topicModel:
		return w.modelName(u.Name)
	}
	return u.Name
}

// usePage are the pages of one thing.
type usePage struct {
	topic
	sum      *used
	sessions []sessionUse
}

type sessionUse struct {
	summary.Listing
	used used
}

// writeUses writes the pages of the things that are listed: the sessions that used them.
func (w *writer) writeUses(listed map[useKey]*usePage) error {
	for _, s := range w.Newest {
		for u := range w.usedIn(s.Session) {
			if p := listed[useKey{u.Topic, u.Name}]; p != nil {
				p.sessions = append(p.sessions, sessionUse{s, *u})
			}
		}
	}
	var group errgroup.Group
	group.SetLimit(max(1, w.Conf.Jobs))
	for _, key := range slices.SortedFunc(maps.Keys(listed), func(a, b useKey) int { return cmp.Or(cmp.Compare(a.topic, b.topic), cmp.Compare(a.name, b.name)) }) {
		group.Go(func() error { return w.writeUse(key, listed[key]) })
	}
	return group.Wait()
}

func (w *writer) writeUse(key useKey, p *usePage) error {
	slices.SortStableFunc(p.sessions, func(a, b sessionUse) int {
		return cmp.Or(cmp.Compare(b.used.Errors.Failed, a.used.Errors.Failed), cmp.Compare(b.used.Times, a.used.Times))
	})
	dir := strings.TrimSuffix(key.page(), "/index.html")
	page := view.UsePage{Topic: p.name, Names: "session", Sum: w.figures(p.topic, p.sum)}
	if p.sum.Trouble != nil {
		page.Next = nextRows(p.sum)
	}
	return w.eachUsePage(dir, w.nameOf(p.sum), page, len(p.sessions), func(page *view.UsePage, c address.Range) error {
		kept, err := w.kept(page, listings(p.sessions[c.From:c.To]), func(was, is *summary.Session) bool {
			return was.Totals.Start.Equal(is.Totals.Start) && reflect.DeepEqual(w.usesOf(was, key), w.usesOf(is, key))
		})
		if kept || err != nil {
			return err
		}
		for _, s := range p.sessions[c.From:c.To] {
			page.Rows = append(page.Rows, useRow(w, dir, p, s))
		}
		return w.WritePage(page.Path, page)
	})
}

func listings(sessions []sessionUse) []summary.Listing {
	of := make([]summary.Listing, len(sessions))
	for i, s := range sessions {
		of[i] = s.Listing
	}
	return of
}

// kept takes a page that would show the same over from the last build; same reports whether it shows the same of a
// session that was built again.
func (w *writer) kept(page *view.UsePage, of []summary.Listing, same func(was, is *summary.Session) bool) (bool, error) {
	shows := fmt.Appendf(nil, "%q %+v %+v %d %d %t\n", page.Title, page.Sum, page.Next, page.Total, page.Pager.Pages, w.Site.Counts.Cost.Priced)
	for _, s := range of {
		for _, text := range []string{s.Row.ID, s.Row.Title, s.Row.Project.Text, s.Row.Project.Href} {
			shows = append(binary.AppendUvarint(shows, uint64(len(text))), text...)
		}
	}
	sum := sha256.Sum256(shows)
	return w.Keep(page.Path, hex.EncodeToString(sum[:16]), of, same)
}

// usesOf is how a session used a thing.
func (w *writer) usesOf(s *summary.Session, key useKey) (uses []used) {
	for u := range w.usedIn(s) {
		if u.Topic == key.topic && u.Name == key.name {
			uses = append(uses, *u)
		}
	}
	return uses
}

// eachUsePage has the pages of so many rows written, each with what view has and the rows of a range.
func (w *writer) eachUsePage(dir, title string, page view.UsePage, rows int, write func(page *view.UsePage, c address.Range) error) error {
	pages := address.Chunks(rows, rowsPerUse)
	for i, c := range pages {
		page := page
		page.Page, page.Total, page.Pager = w.below(dir+"/"+address.Page(i+1), title), rows, view.PagerOf(i+1, len(pages), address.Page)
		if err := write(&page, c); err != nil {
			return err
		}
	}
	return nil
}

// below is the frame of a page below the statistics.
func (w *writer) below(file, title string) view.Page {
	page := w.Page(file, "stats", title)
	dir := file[:strings.LastIndexByte(file, '/')]
	page.Crumbs = []view.Link{{Text: w.Site.Title, Href: address.Relative(dir, "index.html")}, {Text: "Statistics", Href: address.Relative(dir, Dir+"/index.html")}}
	return page
}

// useRow is a session that used something, with links to what failed.
func useRow(w *writer, dir string, p *usePage, s sessionUse) view.UseRow {
	row := view.UseRow{
		// The name of the row is its link. Figures of a session count what is on the pages that it leads to.
		FigureRow: view.FigureRow{Link: view.Link{Text: cmp.Or(s.Row.Title, s.Row.ID), Href: address.Relative(dir, s.Row.Href)}, Figures: w.figures(p.topic, &s.used)},
		Project:   view.Link{Text: s.Row.Project.Text, Href: address.Relative(dir, s.Row.Project.Href)}, Start: s.Totals.Start,
	}
	if t := s.used.Trouble; t != nil {
		for i, href := range t.Places {
			row.Places = append(row.Places, view.Link{Text: fmt.Sprintf("failure %d", i+1), Href: address.Relative(dir, href)})
		}
		row.More = t.More
	}
	return row
}

// nextRows say what followed failures.
func nextRows(u *used) []view.FigureRow {
	var rows []view.FigureRow
	for _, next := range facts.Nexts {
		if n := u.Next[next]; n > 0 {
			rows = append(rows, view.FigureRow{Link: view.Link{Text: string(next)}, Figures: []view.Figure{number("Times", n)}})
		}
	}
	return rows
}
