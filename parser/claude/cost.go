package claude

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"steno/parser"
	"steno/parser/raw"
)

// reported takes what Claude Code itself says of costs: the last cost-state record, which also
// knows of requests that no transcript has.
func (p *parse) reported() {
	for _, in := range p.inputs {
		if in.ledger.Agent != "" {
			continue
		}
		for _, e := range in.states {
			if e.Type == "cost-state" {
				p.out.Reported = costOf(raw.ParseObject(e.Extra))
			}
		}
	}
}

func costOf(o raw.Object) *parser.Cost {
	ms := func(name string) time.Duration { return time.Duration(max(o.Int(name), 0)) * time.Millisecond }
	c := &parser.Cost{
		Micros: micros(o, "totalCostUSD"), Added: o.Int("totalLinesAdded"), Removed: o.Int("totalLinesRemoved"),
		API: ms("totalAPIDuration"), Tools: ms("totalToolDuration"),
	}
	for _, m := range o.Object("modelUsage") {
		c.Models = append(c.Models, parser.ModelCost{Model: m.Name, Micros: micros(raw.ParseObject(m.Value), "costUSD")})
	}
	slices.SortFunc(c.Models, func(x, y parser.ModelCost) int { return cmp.Compare(x.Model, y.Model) })
	if c.Micros == 0 {
		return nil
	}
	return c
}

// micros returns an amount of dollars in millionths, 0 for what is none.
func micros(o raw.Object, name string) int {
	f, err := strconv.ParseFloat(string(o.Raw(name)), 64)
	if err != nil || f < 0 || f > 1e9 {
		return 0
	}
	return int(f*1e6 + 0.5)
}
