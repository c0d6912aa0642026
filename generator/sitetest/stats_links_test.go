package sitetest

import (
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/generator/config"
	"steno/tier"
)

// TestStatsLinks follows each number of the statistics: each has a link, and what it leads to states the same number, or lists
// what adds up to it. The place of a session's page that a number leads to says the same.
func TestStatsLinks(t *testing.T) {
	t.Parallel()
	sources := map[string]string{"example": example}
	for _, name := range []string{"spotter", "claude-2026/projects", "claude-code-log/real_projects", "agents"} {
		if _, err := os.Stat(corpus + "/../" + name); err == nil {
			sources[name] = corpus + "/../" + name
		} else {
			t.Log("no transcripts of " + name + ": their statistics are not followed")
		}
	}
	for name, source := range sources {
		t.Run(strings.ReplaceAll(name, "/", "-"), func(t *testing.T) {
			t.Parallel()
			if source != example {
				tier.NeedsLong(t, "follows the statistics of "+name)
			}
			dir := ""
			if archives, _ := realArchives(); slices.Contains(archives, source) {
				dir = pricedSite(t, source)
			} else {
				dir = t.TempDir()
				prices := config.Prices{"*": {Input: 3, Output: 15, CacheRead: .3, CacheWrite: 3.75}}
				if err := buildWithPrices(dir, source, prices); err != nil {
					t.Fatal(err)
				}
			}
			pages := pagesByName(t, dir)
			numbers := 0
			for name, p := range pages {
				if strings.HasPrefix(name, "stats/") {
					eachLinked(t, p)
					for _, n := range numbersOf(p) {
						numbers++
						n.follow(t, pages)
					}
				}
			}
			headsItsList(t, pages)
			if t.Logf("%d numbers", numbers); numbers < 50 {
				t.Error("hardly any number was found")
			}
		})
	}
}

// shownNumber is a number on a page.
type shownNumber struct {
	page, label, text string
	chart             string            // the title of the chart that has it, "" for none
	total             bool              // it is the sum of the numbers above it
	name              string            // of its row
	row               string            // the address of its row
	beside            map[string]string // the numbers of its row, by label
	at                *html.Node
}

// numbersOf are the numbers of a page of the statistics, without zeros. The sum below a chart's table is of what is above it.
func numbersOf(p *page) (all []shownNumber) {
	add := func(n shownNumber) {
		if n.text = strings.TrimSpace(text(n.at)); n.text != "–" && n.text != "0" && !strings.HasPrefix(n.text, "0 ") && n.text != "$0.00" && n.text != "" {
			n.page = p.name
			all = append(all, n)
		}
	}
	for dl := range elements(p.root, "dl") {
		if strings.Contains(attr(dl, "class"), "figures") {
			for div := range elements(dl, "div") {
				add(shownNumber{label: text(firstOf(div, "dt")), at: firstOf(div, "dd")})
			}
		}
	}
	for table := range elements(p.root, "table") {
		var heads []string
		for th := range elements(firstOf(table, "thead"), "th") {
			heads = append(heads, text(th))
		}
		for tr := range elements(table, "tr") {
			chart := ""
			if strings.HasPrefix(attr(table, "id"), "t-") {
				chart = text(firstOf(table, "caption"))
			}
			row, i, name, beside := "", 0, "", map[string]string{}
			if a := firstOf(firstOf(tr, "th"), "a"); a != nil {
				row, name = attr(a, "href"), text(firstOf(p.root, "h1"))
			}
			for a := range elements(tr, "a") {
				if strings.Contains(text(a), " more failure") {
					add(shownNumber{label: "More failures", row: row, name: name, beside: beside, at: a})
				}
			}
			for td := range elements(tr, "td") {
				label := attr(td, "data-label")
				if i++; label == "" && i < len(heads) {
					label = heads[i]
				}
				beside[label] = strings.TrimSpace(text(td))
				if label != "Started" && label != "Last active" {
					add(shownNumber{label: label, chart: chart, total: chart != "" && tr.Parent.Data == "tfoot", row: row, name: name, beside: beside, at: td})
				}
			}
		}
	}
	return all
}

// follow follows the link of a number.
func (n shownNumber) follow(t *testing.T, pages map[string]*page) {
	t.Helper()
	link := n.at
	if link.Data != "a" {
		link = firstOf(n.at, "a")
	}
	if link == nil {
		t.Errorf("%s: %s %s has no link", n.page, n.label, n.text)
		return
	}
	name, anchor, _ := strings.Cut(attr(link, "href"), "#")
	if name = path.Join(path.Dir(n.page), name); attr(link, "href")[0] == '#' {
		name = n.page
	}
	to := pages[name]
	switch {
	case to == nil || anchor != "" && to.ids[anchor] == nil:
		t.Errorf("%s: %s %s leads to %s, which is not there", n.page, n.label, n.text, attr(link, "href"))
	case strings.HasPrefix(name, "sessions/") && name != "sessions/index.html":
		if own, _, _ := strings.Cut(attr(link, "href"), "#"); own != n.row {
			t.Errorf("%s: %s %s leads to another session than its row", n.page, n.label, n.text)
		}
		n.ofSession(t, to, anchor, pages)
	case n.total && name == n.page && to.ids[anchor] != nil && strings.HasPrefix(anchor, "t-"):
		n.totalOf(t, to.ids[anchor])
	case anchor == "h-rows" && name == n.page:
		n.sum(t, pages)
	case n.label == "Followed by":
		for part := range strings.SplitSeq(n.text, ", ") {
			found := false
			for tr := range elements(to.root, "tr") {
				found = found || text(firstOf(tr, "th"))+" "+text(firstOf(tr, "td")) == part
			}
			if !found {
				t.Errorf("%s: %q is not on %s", n.page, part, name)
			}
		}
	case !n.stated(to, anchor):
		t.Errorf("%s: %s %s is not on %s", n.page, n.label, n.text, attr(link, "href"))
	}
}

// totalOf compares the sum below the table of a chart with what is above it.
func (n shownNumber) totalOf(t *testing.T, table *html.Node) {
	t.Helper()
	sum := amount{}
	for tr := range elements(firstOf(table, "tbody"), "tr") {
		for td := range elements(tr, "td") {
			if indexOf(td) == indexOf(n.at) {
				sum = sum.plus(amountOf(text(td)))
			}
		}
	}
	if !amountOf(n.text).equals(sum) {
		t.Errorf("%s: the total of %s is %s, the rows have %v", n.page, n.chart, n.text, sum)
	}
}

// indexOf is the column of a cell.
func indexOf(td *html.Node) (i int) {
	for p := td.PrevSibling; p != nil; p = p.PrevSibling {
		if p.Type == html.ElementNode {
			i++
		}
	}
	return i
}

// unsummed are numbers at the head of a page that do not follow from its rows, with the reason.
var unsummed = map[string]string{
	"tool Median": "the median of all calls does not follow from the medians of the sessions",
}

// sum compares a number at the head of a page with the rows below and on the pages behind it.
func (n shownNumber) sum(t *testing.T, pages map[string]*page) {
	t.Helper()
	if strings.Contains(path.Base(n.page), "page-") {
		return // the rows of all pages are those behind the first
	}
	sums, rows := sumOfPages(pages, n.page)
	share := func(part string, of ...string) float64 {
		all := 0.0
		for _, label := range of {
			all += sums[label]
		}
		return 100 * sums[part] / all
	}
	want, known := sums[n.label]
	switch {
	case unsummed[n.label] != "" || unsummed[n.topic()+" "+n.label] != "":
		return
	case n.label == "": // what followed failures
		what := text(firstOf(n.at.Parent, "th"))
		for cell := range cellsOf(pages, n.page, "Followed by") {
			want += amountOf(labelled(strings.TrimSpace(text(cell)))[what]).value
		}
	case n.label == "Number", n.label == "Sessions" && !known:
		want = float64(rows)
	case n.label == "Mean":
		want = sums["Cost"] / float64(rows)
	case n.label == "Median":
		want = lowerMiddle(pages, n.page, "Cost")
	case n.label == "Rate":
		want = share("Failed", "Runs", "Calls", "Loads")
	case n.label == "Failed" && sums["Failed calls"] > 0: // of a column
		want = share("Failed calls", "Calls")
	case n.label == "Cache share" && sums["Requests"] > 0:
		want = share("Cache read", "Input", "Cache read", "Cache write")
	case n.label == "Cache share":
		want = share("Cached", "Input")
	case !known:
		t.Errorf("%s: %s is in no column of its rows", n.page, n.label)
	}
	if got := amountOf(n.text); !got.equals(amount{want, .0005 * float64(rows)}) { // rows have thousandths
		t.Errorf("%s: %s is %s, its rows have %v", n.page, n.label, n.text, want)
	}
}

// lowerMiddle is the median of a column of a page and those behind it, of an even number the lower one of two.
func lowerMiddle(pages map[string]*page, name, label string) float64 {
	var all []float64
	for cell := range cellsOf(pages, name, label) {
		if v, err := cellValue(cell); err == nil {
			all = append(all, v)
		}
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}

// cellsOf goes through a column of the rows of a page and those behind it.
func cellsOf(pages map[string]*page, name, label string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for ; pages[name] != nil; name = nextPage(name) {
			for td := range elements(firstOf(pages[name].ids["rows"], "tbody"), "td") {
				if attr(td, "data-label") == label && !yield(td) {
					return
				}
			}
		}
	}
}

// stated reports whether a page says a number.
func (n shownNumber) stated(to *page, anchor string) bool {
	first := func(s string) string { s, _, _ = strings.Cut(strings.TrimSpace(s), " "); return s }
	labels := map[string]bool{n.label: true, n.label + "s": true, strings.TrimSuffix(n.label, "s"): true}
	title, _, _ := strings.Cut(n.chart, " by ")
	switch title {
	case "Lines", "Test runs":
		labels = map[string]bool{strings.TrimSuffix(strings.TrimPrefix(title, "Test r"), "s") + "s " + strings.ToLower(n.label): true, "Runs " + strings.ToLower(n.label): true}
	case "Failed calls":
		labels = map[string]bool{"Failed": true}
	case "Cache share":
		labels = map[string]bool{title: true}
	}
	table := to.ids[strings.TrimPrefix(anchor, "h-")]
	if table != nil && anchor != "" {
		from := firstOf(table, "tfoot")
		if from == nil {
			from = firstOf(table, "tbody")
		}
		for tr := range elements(from, "tr") {
			for td := range elements(tr, "td") {
				label := attr(td, "data-label")
				sameAs := labels[label] || strings.HasPrefix(n.label, "Tool call") && label == "Calls" || strings.HasPrefix(n.label, "Agent") && label == "Runs" || strings.HasPrefix(n.label, "Error") && label == "Errors"
				if sameAs && first(text(td)) == first(n.text) {
					return true
				}
			}
		}
	}
	for div := range elements(to.root, "div") {
		if dt := firstOf(div, "dt"); dt != nil && labels[text(dt)] && first(text(firstOf(div, "dd"))) == first(n.text) {
			return true
		}
		if dt := firstOf(div, "dt"); dt != nil && n.label == "Calls" && strings.HasPrefix(text(dt), "Tool call") && first(text(firstOf(div, "dd"))) == first(n.text) {
			return true // of a project
		}
	}
	for _, kind := range []string{"h2", "p"} {
		for e := range elements(to.root, kind) {
			for part := range strings.SplitSeq(text(e), ", ") {
				if number, noun, ok := strings.Cut(strings.TrimSpace(part), " "); ok && number == first(n.text) && (noun == strings.ToLower(n.label) || strings.HasSuffix(strings.ToLower(n.label), "s") && noun == strings.ToLower(n.label) || noun+"s" == strings.ToLower(n.label) || noun == strings.ToLower(n.label)+"s") {
					return true
				}
			}
		}
	}
	return false
}
