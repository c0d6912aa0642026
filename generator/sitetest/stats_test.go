package sitetest

import (
	"cmp"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"steno/tier"
)

// TestStats counts what the statistics say in the raw lines of transcripts, and follows each number to the
// sessions that it is the sum of.
func TestStats(t *testing.T) {
	t.Parallel()
	sources := map[string]string{"example": example}
	for _, name := range []string{"spotter", "claude-2026/projects", "claude-code-log/real_projects"} {
		if _, err := os.Stat(corpus + "/../" + name); err == nil {
			sources[name] = corpus + "/../" + name
		} else {
			t.Log("no transcripts of " + name + ": they are not counted")
		}
	}
	for name, source := range sources {
		t.Run(strings.ReplaceAll(name, "/", "-"), func(t *testing.T) {
			t.Parallel()
			if source != example {
				tier.NeedsLong(t, "counts the statistics of "+name)
			}
			_, dir := builtOf(t, source)
			pages := pagesByName(t, dir)
			stats := pages["stats/index.html"]
			want := countedUses(t, source)
			for _, label := range []string{"Calls", "Failed", "Rejected", "Denied", "Cancelled"} {
				if d := diff.Diff(positive(want["tools "+label]), positive(column(stats, "tools", label))); d != "" {
					t.Errorf("tools, %s (-transcripts +page):\n%s", label, d)
				}
			}
			for _, label := range []string{"Requests", "Input", "Output", "Cache read", "Cache write"} {
				if d := diff.Diff(positive(want["models "+label]), positive(column(stats, "models", label))); d != "" {
					t.Errorf("models, %s (-transcripts +page):\n%s", label, d)
				}
			}
			if d := diff.Diff(positive(want["skills"]), positive(column(stats, "skills", "Loads"))); d != "" {
				t.Errorf("skills (-transcripts +page):\n%s", d)
			}
			for what, got := range map[string]map[string]int{
				"slash": column(stats, "slash", "Times"), "platforms": column(stats, "platforms", "Sessions"), period(want): chartTable(stats, "Sessions by "+period(want)),
			} {
				if d := diff.Diff(positive(want[what]), positive(got)); d != "" {
					t.Errorf("%s (-transcripts +page):\n%s", what, d)
				}
			}
			if failed, said := total(column(stats, "commands", "Failed")), want["commands"]["failed"]; failed != said {
				t.Errorf("%d commands failed, the page has %d", said, failed)
			}
			for _, table := range []string{"commands", "tools", "tests", "models", "skills", "slash", "agents", "programs", "platforms"} {
				followFigures(t, pages, table)
				totalAddsUp(t, stats, table)
			}
			headAddsUp(t, pages)
			if charts := followCharts(t, pages); source != example { // which has what these counts do not follow: rewound branches, commands beside each other
				compareStatistics(t, pages, charts, source, cmp.Or(period(want), "day"))
			}
			for name, p := range pages {
				if strings.HasPrefix(name, "stats/") && strings.Contains(text(p.root), "0 texts") {
					t.Errorf("%s has a figure without a value", name)
				}
			}
			if said, all := declinedWords(pages), want["said"]; !maps.Equal(said, all) {
				t.Errorf("users said %v when declining calls, the pages have %v", all, said)
			}
		})
	}
}

// positive drops what is zero.
func positive(m map[string]int) map[string]int {
	out := map[string]int{}
	for k, n := range m {
		if n > 0 {
			out[k] = n
		}
	}
	return out
}

func total(m map[string]int) (n int) {
	for _, v := range m {
		n += v
	}
	return n
}

// countedUses counts tools, models, skills, commands and what users said, by the definitions of docs/figures.md.
func countedUses(t *testing.T, source string) map[string]map[string]int {
	t.Helper()
	all := map[string]map[string]int{}
	add := func(what, name string, n int) {
		if all[what] == nil {
			all[what] = map[string]int{}
		}
		all[what][name] += n
	}
	labels := map[string]string{"failed": "Failed", "rejected": "Rejected", "denied": "Denied", "cancelled": "Cancelled"}
	for _, s := range countedSessions(t, source) {
		for _, records := range s.threads() {
			for id, c := range countedCalls(records) {
				c.name = cmp.Or(c.name, "not recorded")
				add("tools Calls", c.name, 1)
				if s.answered(c) {
					c.kind = ""
				}
				if c.kind != "" {
					add("tools "+labels[c.kind], c.name, 1)
				}
				if c.command != "" && shellTool[c.name] && c.kind == "failed" {
					add("commands", "failed", 1)
				}
				if c.said != "" {
					add("said", strings.Join(strings.Fields(c.said), " "), 1)
				}
				if c.name == "Skill" {
					add("skills", skillOf(records, id), 1)
				}
			}
		}
		countModels(s, add)
		s.countOthers(add)
	}
	if all["said"] == nil {
		all["said"] = map[string]int{}
	}
	return all
}

var (
	typedCommand = regexp.MustCompile(`^\s*(?:<command-message>[^<]*</command-message>\s*)?<command-name>\s*/?([^<]*?)\s*</command-name>`)
	platforms    = map[string]*regexp.Regexp{"macOS": regexp.MustCompile(`^/(Users|private|Volumes)/`), "Windows": regexp.MustCompile(`^[A-Za-z]:[/\\]`), "Linux": regexp.MustCompile(`^/(home|root|srv|src|tmp)\b`)}
)

// countOthers counts the slash commands, the platform and the week of a session.
func (s *counted) countOthers(add func(what, name string, n int)) {
	talk, began := s.prompts() > 0, s.first()
	for _, records := range s.threads() {
		for _, r := range records {
			said := r.text
			if r.Subtype == "local_command" {
				said, _ = countedContent(r.Content)
			}
			if m := typedCommand.FindStringSubmatch(said); m != nil && (r.Type == "user" || r.Type == "system") {
				add("slash", "/"+m[1], 1)
			}
			talk = talk || r.Type == "assistant"
		}
	}
	if name := s.platform(); name != "" {
		add("platforms", name, 1)
	}
	if talk && !began.IsZero() {
		day := began.UTC()
		add("day", day.Format("2 Jan 2006"), 1)
		add("week", "week of "+day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format("2 Jan 2006"), 1)
	}
}

// period is what the charts of an archive are by: the day if it has at most four weeks.
func period(counted map[string]map[string]int) string {
	var first, last time.Time
	for name := range counted["day"] {
		day, _ := time.Parse("2 Jan 2006", name)
		if first.IsZero() || day.Before(first) {
			first = day
		}
		if day.After(last) {
			last = day
		}
	}
	switch {
	case last.Equal(first):
		return "" // and there is no chart
	case last.Sub(first) < 28*24*time.Hour:
		return "day"
	}
	return "week"
}

// chartTable returns the numbers of a chart's table.
func chartTable(p *page, title string) map[string]int {
	of := map[string]int{}
	for table := range elements(p.root, "table") {
		if caption := firstOf(table, "caption"); caption == nil || text(caption) != title {
			continue
		}
		for tr := range elements(table, "tr") {
			if td := firstOf(tr, "td"); td != nil {
				number, _, _ := strings.Cut(text(td), " ")
				of[text(firstOf(tr, "th"))], _ = strconv.Atoi(strings.ReplaceAll(number, ",", ""))
			}
		}
	}
	return of
}

// skillOf is the skill that a call loaded.
func skillOf(records []countedRecord, id string) string {
	id, _, _ = strings.Cut(id, " ")
	for _, r := range records {
		for _, p := range r.pieces {
			if p.ID == id {
				_, rest, _ := strings.Cut(string(p.Input), `"skill":`)
				_, rest, _ = strings.Cut(rest, `"`)
				name, _, _ := strings.Cut(rest, `"`)
				return name
			}
		}
	}
	return ""
}

// shownModel matches what pages leave out of a model's name.
var shownModel = regexp.MustCompile(`^claude-|-\d{8}$`)

// countModels counts the requests and tokens of each model, each request once.
func countModels(s *counted, add func(what, name string, n int)) {
	seen := map[string]bool{}
	for _, records := range s.asking() {
		last, most := map[string]countedRecord{}, map[string]int{}
		for _, r := range records {
			if r.Message.Usage != nil && r.Message.Model != "<synthetic>" {
				id := cmp.Or(r.Message.ID+r.RequestID, r.UUID)
				last[id], most[id] = r, max(most[id], r.Message.Usage.Output)
			}
		}
		for id, r := range last {
			if seen[id] {
				continue
			}
			seen[id] = true
			u := r.Message.Usage
			for label, n := range map[string]int{"Requests": 1, "Input": u.Input, "Output": most[id], "Cache read": u.Read, "Cache write": u.Write, "Kept an hour": u.Kept.Hour} {
				add("models "+label, shownModel.ReplaceAllString(r.Message.Model, ""), n)
			}
		}
	}
}

// followFigures follows the rows of a table to the sessions of each: their figures add up to the row's, the
// failures that are linked are as many as failed, and each link leads to a message.
func followFigures(t *testing.T, pages map[string]*page, table string) {
	t.Helper()
	root := pages["stats/index.html"].ids[table]
	if root == nil {
		return
	}
	for tr := range elements(root, "tr") {
		figures := rowFigures(tr)
		link := firstOf(tr, "a")
		if link == nil || len(figures) == 0 {
			continue
		}
		target := "stats/" + attr(link, "href")
		sums := map[string]float64{}
		rows, places := 0, 0
		for name := target; pages[name] != nil; name = nextPage(name) {
			for row := range elements(pages[name].ids["rows"], "tr") {
				if firstOf(row, "td") == nil {
					continue // the head
				}
				rows++
				sums["Sessions"]++ // which is no column: it would be 1 in each row
				for label, v := range rowFigures(row) {
					sums[label] += v
				}
				for a := range elements(row, "a") {
					if strings.HasPrefix(text(a), "failure ") {
						places++
						if to, anchor, _ := strings.Cut(attr(a, "href"), "#"); pages[strings.TrimPrefix(to, strings.Repeat("../", strings.Count(name, "/")))].ids[anchor] == nil {
							t.Errorf("%s links to %s, which is not there", name, attr(a, "href"))
						}
					}
				}
			}
		}
		for label, v := range figures {
			switch label {
			case "Rate", "Median", "Cache share", "Started":
			case "Time", "Waiting", "Cost":
				if d := sums[label] - v; d > .01 || d < -.01 {
					t.Errorf("%s of %s: %s is %v, its sessions have %v", table, target, label, v, sums[label])
				}
			default:
				if sums[label] != v {
					t.Errorf("%s of %s: %s is %v, its sessions have %v", table, target, label, v, sums[label])
				}
			}
		}
		if more := strings.Contains(text(pages[target].root), "more failure"); (table == "commands" || table == "tools" || table == "tests") && !more && places != int(figures["Failed"]) {
			t.Errorf("%s: %d of %v failures are linked", target, places, figures["Failed"])
		}
		if rows == 0 {
			t.Errorf("%s has no sessions", target)
		}
	}
}

// totalAddsUp compares the last row of a table with the sums of those above.
func totalAddsUp(t *testing.T, stats *page, table string) {
	t.Helper()
	sums, rows := map[string]float64{}, 0
	for tr := range elements(firstOf(stats.ids[table], "tbody"), "tr") {
		for label, v := range rowFigures(tr) {
			sums[label] += v
		}
		rows++
	}
	foot := firstOf(stats.ids[table], "tfoot")
	if foot == nil && rows > 1 {
		t.Errorf("%s has no total", table)
	}
	for label, v := range rowFigures(foot) {
		switch {
		case label == "Rate" || label == "Median" || label == "Cache share", label == "Sessions" && table != "programs" && table != "platforms":
		case math.Abs(v-sums[label]) > .01:
			t.Errorf("%s: the total of %s is %v, the rows have %v", table, label, v, sums[label])
		}
	}
}

// headAddsUp compares the figures at the head of the statistics with the sums of the tables that they link to, and wants
// a link at each number of the charts' tables.
func headAddsUp(t *testing.T, pages map[string]*page) {
	t.Helper()
	stats := pages["stats/index.html"]
	head := map[string]string{}
	for dl := range elements(stats.root, "dl") {
		for div := range elements(dl, "div") {
			link := firstOf(div, "a")
			label := text(firstOf(div, "dt"))
			if link == nil {
				t.Errorf("%s at the head has no link", label)
				continue
			}
			head[strings.TrimSuffix(label, "s")] = strings.ReplaceAll(text(link), ",", "")
			if file, anchor, _ := strings.Cut(strings.TrimPrefix(attr(link, "href"), "../"), "#"); pages[file] == nil || anchor != "" && pages[file].ids[anchor] == nil {
				t.Errorf("%s at the head leads to %s", label, attr(link, "href"))
			}
		}
		break
	}
	runs := 0
	for tr := range elements(firstOf(stats.ids["agents"], "tbody"), "tr") {
		runs += int(rowFigures(tr)["Runs"])
	}
	for label, want := range map[string]int{
		"Tool call": total(column(stats, "tools", "Calls")), "Error": total(column(stats, "programs", "Errors")), "Agent": runs,
		"Session": total(column(stats, "programs", "Sessions")),
	} {
		if got, _ := strconv.Atoi(head[label]); got != want {
			t.Errorf("%d %ss at the head, the table has %d", got, label, want)
		}
	}
	for table := range elements(stats.root, "table") {
		if strings.Contains(attr(table, "class"), "small") {
			for tr := range elements(firstOf(table, "tbody"), "tr") {
				if firstOf(tr, "td") != nil && firstOf(tr, "a") == nil {
					t.Errorf("the row %q of a chart's table has no link", text(tr))
				}
			}
		}
	}
}

// nextPage is the name of the page behind one in a series.
func nextPage(name string) string {
	dir, file := name[:strings.LastIndexByte(name, '/')+1], name[strings.LastIndexByte(name, '/')+1:]
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(file, "page-"), ".html"))
	if err != nil {
		n = 1
	}
	return dir + "page-" + strconv.Itoa(n+1) + ".html"
}

// rowFigures are the figures of a row, by label.
func rowFigures(tr *html.Node) map[string]float64 {
	figures := map[string]float64{}
	for td := range elements(tr, "td") {
		if v, err := cellValue(td); err == nil && attr(td, "data-label") != "Started" {
			figures[attr(td, "data-label")] = v
		}
	}
	return figures
}

// cellValue is the number of a table's cell: in an attribute unless the text is that number.
func cellValue(td *html.Node) (float64, error) {
	return strconv.ParseFloat(cmp.Or(attr(td, "data-value"), strings.TrimSpace(text(td))), 64)
}

// elements goes through the elements of one kind below n.
func elements(n *html.Node, name string) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		if n == nil {
			return
		}
		for d := range n.Descendants() {
			if d.Type == html.ElementNode && d.Data == name && !yield(d) {
				return
			}
		}
	}
}

func firstOf(n *html.Node, name string) *html.Node {
	for d := range elements(n, name) {
		return d
	}
	return nil
}

// declinedWords are the words of users on the pages of declined calls.
func declinedWords(pages map[string]*page) map[string]int {
	said := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if strings.HasPrefix(name, "stats/declined/") {
			for quote := range elements(pages[name].root, "blockquote") {
				said[strings.TrimSpace(text(quote))]++
			}
		}
	}
	return said
}
