package sitetest

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
)

// With prices a session and its agents tell what they cost, and which models are not
// in the sum; without prices nothing is said of costs.
func TestCosts(t *testing.T) {
	t.Parallel()
	c := config.Default()
	lone := t.TempDir() // an agent whose session is not recorded, on a day without sessions
	put(t, filepath.Join(lone, "-srv-lone", "agent-0badcafe.jsonl"), `{"type":"user","uuid":"a0","isSidechain":true,"agentId":"0badcafe","sessionId":"5ea5","cwd":"/srv/lone","timestamp":"2025-01-07T09:00:00Z","version":"2.1.40","message":{"role":"user","content":"Look around."}}
{"type":"assistant","uuid":"a1","parentUuid":"a0","isSidechain":true,"agentId":"0badcafe","sessionId":"5ea5","cwd":"/srv/lone","timestamp":"2025-01-07T09:00:09Z","version":"2.1.40","requestId":"r","message":{"id":"m","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"Seen."}],"usage":{"output_tokens":7}}}
`)
	c.Sources, c.Destination, c.Jobs = []string{example, lone}, filepath.Join(t.TempDir(), "site"), 2
	c.Prices = config.Prices{"*opus*": {Output: 1e6}} // a dollar for a token, so that sums can be read off the tokens
	if _, err := generator.Build(context.Background(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	priced, partly := 0, 0
	pages := map[string]*page{}
	for _, p := range readPages(t, c.Destination) {
		pages[p.name] = p
		if p.name == "stats/index.html" {
			costsAddUp(t, p)
		}
		cost := figure(p, "cost")
		if cost == nil {
			continue
		}
		priced++
		opus, other := outputs(p)
		if got := strings.TrimSpace(text(cost[0])); got != "$"+opus && got != "$"+opus+".00" {
			t.Errorf("%s: the cost is %s, want %s dollars", p.name, got, opus)
		}
		if missing := len(cost) > 1 && strings.HasPrefix(strings.TrimSpace(text(cost[1])), "without "); missing != other {
			t.Errorf("%s: models without a price are there: %v, and told: %v", p.name, other, missing)
		}
		if other {
			partly++
		}
	}
	followCharts(t, pages)
	if priced < 8 || partly == 0 {
		t.Errorf("%d pages tell a cost, %d of them without some models", priced, partly)
	}
	for _, p := range get(t, madeExample).pages {
		if figure(p, "cost") != nil {
			t.Errorf("%s tells a cost, though nothing has a price", p.name)
		}
	}
}

// costsAddUp compares what sessions cost with what days and weeks did.
func costsAddUp(t *testing.T, stats *page) {
	t.Helper()
	sums := map[string]float64{}
	for tr := range elements(stats.ids["costs"], "tr") {
		if th := firstOf(tr, "th"); th != nil {
			sums[text(th)] = rowFigures(tr)["Cost"]
		}
	}
	for table := range elements(stats.root, "table") {
		if caption := firstOf(table, "caption"); caption != nil && strings.HasPrefix(text(caption), "Cost by ") {
			for td := range elements(table, "td") {
				n, _ := strconv.ParseFloat(strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(text(td)), "$"), ",", ""), 64)
				sums["weeks"] += n
			}
		}
	}
	if all := sums["By session"]; all == 0 || sums["By day"] != all || sums["weeks"] != all {
		t.Errorf("sessions, days and weeks do not cost the same: %v", sums)
	}
}

// figure is what the head of a page says under a name.
func figure(p *page, name string) []*html.Node {
	for n := range p.root.Descendants() {
		if n.Data != "dt" || strings.TrimSpace(text(n)) != name || !strings.Contains(attr(n.Parent.Parent, "class"), "answers") {
			continue
		}
		var values []*html.Node
		for c := range n.Parent.ChildNodes() {
			if c.Data == "dd" {
				values = append(values, c)
			}
		}
		return values
	}
	return nil
}

// outputs reads the table of tokens by model: the output of models of the opus kind, and
// whether there are others. The example has one of the kind in a session at most.
func outputs(p *page) (opus string, other bool) {
	for n := range p.root.Descendants() {
		if n.Data != "table" || !strings.HasPrefix(strings.TrimSpace(text(n)), "Tokens by model") {
			continue
		}
		for row := range n.Descendants() {
			if row.Data != "tr" || row.Parent.Data != "tbody" {
				continue
			}
			var cells []string
			for c := range row.ChildNodes() {
				if c.Type == html.ElementNode {
					cells = append(cells, strings.TrimSpace(text(c)))
				}
			}
			if strings.Contains(cells[0], "opus") {
				opus = cells[3]
			} else {
				other = true
			}
		}
	}
	return opus, other
}
