package sitetest

import (
	"maps"
	"math"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// What the page of a session says, for numbers of the statistics that lead there.

// amount is a number as pages write it, and by how much it may be off because it is rounded.
type amount struct{ value, off float64 }

func (a amount) plus(b amount) amount { return amount{a.value + b.value, a.off + b.off} }

// equals reports whether two amounts may be the same number.
func (a amount) equals(b amount) bool {
	return math.Abs(a.value-b.value) <= a.off+b.off+1e-9*math.Abs(a.value)
}

var (
	shortNumber = regexp.MustCompile(`^\$?([\d,]+)(\.\d+)?([kMBT]?)`)
	timeParts   = regexp.MustCompile(`(\d+(?:\.\d+)?) (ms|s|min|h|d)\b`)
	scales      = map[string]float64{"": 1, "k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12, "ms": .001, "s": 1, "min": 60, "h": 3600, "d": 86400}
)

// amountOf reads 1,204, $3.20, 1.2M, 12.5%, ≤ 3 min 4 s.
func amountOf(said string) (a amount) {
	said = strings.TrimPrefix(strings.TrimSpace(said), "≤ ")
	if said == "under $0.01" {
		return amount{.0025, .0025}
	}
	if parts := timeParts.FindAllStringSubmatch(said, -1); parts != nil {
		for _, m := range parts {
			a.value, a.off = a.value+plainNumber(m[1])*scales[m[2]], scales[m[2]]
		}
		return a // times are cut
	}
	m := shortNumber.FindStringSubmatch(said)
	if m == nil {
		return a
	}
	a.value = plainNumber(m[1]+m[2]) * scales[m[3]]
	switch {
	case m[3] != "":
		a.off = .5 * scales[m[3]] / math.Pow10(max(0, len(m[2])-1))
		if len(m[1]) < 3 {
			a.off = min(a.off, .05*scales[m[3]])
		}
	case strings.HasPrefix(said, "$") && m[2] == "":
		a.off = .5
	case strings.HasPrefix(said, "$"):
		a.off = .005
	case strings.HasSuffix(said, "%"):
		a.off = .05
	}
	return a
}

// saidHead are the figures at the head of a session's page: "calls", "lines added".
func saidHead(p *page) map[string]amount {
	said := map[string]amount{}
	var add func(words string)
	add = func(words string) {
		number, noun, _ := strings.Cut(words, " ")
		switch {
		case strings.HasPrefix(number, "+"):
			said["lines added"] = amountOf(number[1:])
			add(noun)
		case strings.HasPrefix(number, "−"):
			said["lines removed"] = amountOf(strings.TrimPrefix(number, "−"))
		case noun != "":
			said[strings.TrimPrefix(strings.TrimSuffix(noun, "s"), "tool ")] = amountOf(number)
		}
	}
	for div := range elements(p.ids["figures"], "div") {
		first := true
		for dd := range elements(div, "dd") {
			words := strings.Join(strings.Fields(text(dd)), " ")
			if first {
				noun := strings.TrimSpace(text(firstOf(div, "dt")))
				said[strings.TrimSuffix(noun, "s")] = amountOf(words)
			} else if words != "" && !strings.HasPrefix(text(firstOf(div, "dt")), "token") {
				add(words)
			}
			first = false
		}
	}
	return said
}

// saidUses are the figures of what a session used, by kind ("Tools"), name and label in small letters; what followed failures is a label, too.
func saidUses(p *page) map[string]map[string]map[string]string {
	kinds := map[string]map[string]map[string]string{}
	for table := range elements(p.ids["uses"], "table") {
		var labels []string
		for th := range elements(firstOf(table, "thead"), "th") {
			labels = append(labels, strings.ToLower(text(th)))
		}
		kind := map[string]map[string]string{}
		for tr := range elements(table, "tr") {
			figures := map[string]string{}
			i := 0
			for td := range elements(tr, "td") {
				i++
				switch words := strings.TrimSpace(text(td)); {
				case words == "–":
				case labels[i] == "followed by":
					maps.Copy(figures, labelled(words))
				default:
					figures[labels[i]] = words
				}
			}
			switch name := strings.TrimSpace(text(firstOf(tr, "th"))); {
			case i == 0: // the head
			case tr.Parent.Data == "tfoot":
				kind[""] = figures
			default:
				kind[name] = figures
			}
		}
		if len(kind) == 1 {
			for _, only := range kind {
				kind[""] = only
			}
		}
		kinds[text(firstOf(firstOf(table, "thead"), "th"))] = kind
	}
	return kinds
}

var labelAndAmount = regexp.MustCompile(`^([a-z][a-z ]*?) ((?:≤ )?\d.*)$`)

// labelled are the figures of a list in words: "calls 3, median ≤ 2 s".
func labelled(words string) map[string]string {
	figures := map[string]string{}
	for part := range strings.SplitSeq(strings.Join(strings.Fields(words), " "), ", ") {
		if m := labelAndAmount.FindStringSubmatch(part); m != nil {
			figures[m[1]] = m[2]
		}
	}
	return figures
}

// saidTests are the runs of tests that a session's page lists.
func saidTests(p *page) map[string]amount {
	said := map[string]amount{}
	for li := range elements(p.ids["tests"], "li") {
		what := "passed"
		if bad := firstOf(li, "span"); bad != nil && text(bad) == "failed" {
			what = "failed"
		}
		said["runs "+what] = said["runs "+what].plus(amount{value: 1})
	}
	return said
}

// saidModel is what a session's page says of a model.
type saidModel struct {
	figures map[string]amount // by label of the statistics
	days    map[string]amount // tokens by day
}

// saidModels are the models of a session's page, by their names in full.
func saidModels(t *testing.T, p *page) map[string]saidModel {
	t.Helper()
	models := map[string]saidModel{}
	for _, list := range []string{"tokens", "days"} {
		for tr := range elements(firstOf(p.ids[list], "tbody"), "tr") {
			var cells []string
			for td := range elements(tr, "td") {
				cells = append(cells, strings.TrimSpace(text(td)))
			}
			name := text(firstOf(tr, "th"))
			if len(cells) == 2 { // by day
				m, known := models[cells[0]]
				if !known {
					t.Errorf("%s: tokens of %s on %s, but none in all", p.name, cells[0], name)
					continue
				}
				m.days[name] = amountOf(cells[1])
				continue
			}
			m := saidModel{map[string]amount{}, map[string]amount{}}
			for i, label := range []string{"Requests", "Input", "Output", "Cache read", "Cache write", "Cost"} {
				if i < len(cells) {
					m.figures[label] = amountOf(cells[i])
				}
			}
			f := m.figures
			f["All input"] = f["Input"].plus(f["Cache read"]).plus(f["Cache write"])
			f["Tokens"] = f["All input"].plus(f["Output"])
			models[name] = m
		}
	}
	return models
}

// listedNames are the names of the rows of a table of the statistics.
func listedNames(stats *page, table string) map[string]bool {
	names := map[string]bool{}
	for tr := range elements(firstOf(stats.ids[table], "tbody"), "tr") {
		names[text(firstOf(tr, "th"))] = true
	}
	return names
}

// headsOf are the heads of the columns of the table that a cell is in.
func headsOf(td *html.Node) (heads []string) {
	table := td
	for table != nil && table.Data != "table" {
		table = table.Parent
	}
	for th := range elements(firstOf(table, "thead"), "th") {
		heads = append(heads, text(th))
	}
	return heads
}
