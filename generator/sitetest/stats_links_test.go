package sitetest

import (
	"math"
	"os"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// TestStatsLinks follows each number of the statistics: each has a link, and what it leads to states the same number. Numbers of one
// session only have to lead to that session, which need not state them. Sums below the tables of charts are left out.
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
			c := configOf(source)
			c.Destination = t.TempDir()
			c.Prices = config.Prices{"*": {Input: 3, Output: 15, CacheRead: .3, CacheWrite: 3.75}}
			if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
				t.Fatal(err)
			}
			pages := map[string]*page{}
			for _, p := range readPages(t, c.Destination) {
				pages[p.name] = p
			}
			numbers := 0
			for name, p := range pages {
				if strings.HasPrefix(name, "stats/") {
					for _, n := range numbersOf(p) {
						numbers++
						n.follow(t, pages)
					}
				}
			}
			if t.Logf("%d numbers", numbers); numbers < 50 {
				t.Error("hardly any number was found")
			}
		})
	}
}

// shownNumber is a number on a page.
type shownNumber struct {
	page, label, text string
	chart             string // the title of the chart that has it, "" for none
	row               string // the address of its row
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
				if chart = text(firstOf(table, "caption")); tr.Parent.Data == "tfoot" {
					continue
				}
			}
			row, i := "", 0
			if a := firstOf(firstOf(tr, "th"), "a"); a != nil {
				row = attr(a, "href")
			}
			for td := range elements(tr, "td") {
				label := attr(td, "data-label")
				if i++; label == "" && i < len(heads) {
					label = heads[i]
				}
				if label != "Started" && label != "Last active" {
					add(shownNumber{label: label, chart: chart, row: row, at: td})
				}
			}
		}
	}
	return all
}

// follow follows the link of a number.
func (n shownNumber) follow(t *testing.T, pages map[string]*page) {
	t.Helper()
	link := firstOf(n.at, "a")
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
		if attr(link, "href") != n.row {
			t.Errorf("%s: %s %s leads to another session than its row", n.page, n.label, n.text)
		}
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

// sum compares a number at the head of a page with the rows below and on the pages behind it. A rate or a median is no sum.
func (n shownNumber) sum(t *testing.T, pages map[string]*page) {
	t.Helper()
	if strings.Contains(path.Base(n.page), "page-") {
		return // the rows of all pages are those behind the first
	}
	sums, rows := sumOfPages(pages, n.page)
	want, plain := sums[n.label], plainNumber(n.text)
	if n.label == "Number" {
		want = float64(rows)
	}
	if _, known := sums[n.label]; known && plain > 0 && !strings.ContainsAny(n.text, ".kMGB%≤ $") && math.Abs(plain-want) > .5 {
		t.Errorf("%s: %s is %s, its rows have %v", n.page, n.label, n.text, want)
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
