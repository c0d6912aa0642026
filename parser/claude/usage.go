package claude

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/raw"
)

// synthetic is the model of messages that the client made itself.
const synthetic = "<synthetic>"

// usageTable counts the tokens of a session. The usage of a reply is repeated on
// each of its records, and a resumed, forked or compacting transcript repeats
// records of another: each API request counts once, where it was first seen, with
// the figures of its last record (output tokens grow while it streams).
type usageTable struct {
	requests map[request]*spent
	order    []*spent
}

type request struct{ message, request string }

type spent struct {
	by      *threadBuilder
	model   string
	usage   record.Usage
	message *parser.Message
}

func (t *usageTable) add(by *threadBuilder, m *parser.Message, e *entry) {
	u := e.reply.Usage
	if u == nil || e.reply.Model == synthetic {
		return
	}
	key := request{e.reply.ID, e.reply.RequestID}
	if key == (request{}) {
		key.message = e.at.Anchor
	}
	s := t.requests[key]
	if s == nil {
		s = &spent{by: by, model: e.reply.Model, message: m}
		t.requests[key] = s
		t.order = append(t.order, s)
	}
	output, thinking := max(s.usage.Output, u.Output), max(s.usage.Thinking, u.Thinking)
	s.usage = *u
	s.usage.Output, s.usage.Thinking = output, thinking
	if s.message == nil {
		s.message = m
	}
}

// settle assigns each message its usage and each thread the sum of its messages.
func (t *usageTable) settle() map[*threadBuilder]*parser.Usage {
	t.requests = nil // all are in order
	sums := make(map[*threadBuilder]*parser.Usage)
	models := make(map[spender]*parser.ModelUsage)
	for _, s := range t.order {
		one := parser.Usage{Requests: 1, Input: s.usage.Input, Output: s.usage.Output, CacheRead: s.usage.CacheRead,
			CacheWrite: s.usage.CacheWrite, CacheWrite1h: s.usage.CacheWrite1h}
		if s.message != nil {
			s.message.Usage = &one
			thought(s.message, s.usage.Thinking)
		}
		if sums[s.by] == nil {
			sums[s.by] = new(parser.Usage)
		}
		sums[s.by].Add(&one)
		by := spender{s.by, s.model}
		if models[by] == nil {
			models[by] = &parser.ModelUsage{Model: s.model}
		}
		models[by].Add(&parser.ModelUsage{Model: s.model, Requests: 1, Input: one.Input, Output: one.Output,
			CacheRead: one.CacheRead, CacheWrite: one.CacheWrite, CacheWrite1h: one.CacheWrite1h})
	}
	for by, m := range models {
		sums[by.thread].ByModel = append(sums[by.thread].ByModel, *m)
	}
	for _, u := range sums {
		slices.SortFunc(u.ByModel, func(x, y parser.ModelUsage) int { return cmp.Compare(x.Model, y.Model) })
	}
	return sums
}

// thought notes with the first thinking of a reply how many tokens all of it took.
func thought(m *parser.Message, tokens int) {
	for _, b := range m.Blocks {
		if t, ok := b.(*parser.Thinking); ok {
			t.Tokens = max(tokens, 0)
			return
		}
	}
}

// spender is a model in a thread.
type spender struct {
	thread *threadBuilder
	model  string
}

// reported takes what Claude Code itself says of costs: the last cost-state record, which also
// knows of requests that no transcript has.
func (p *parse) reported() {
	p.out.Reported = p.ended
	for e := range p.read.states() {
		if e.Type == "cost-state" {
			p.out.Reported = costOf(raw.ParseObject(e.Extra))
		}
	}
}

func costOf(o raw.Object) *parser.Cost {
	ms := func(name string) time.Duration { return time.Duration(max(o.Int(name), 0)) * time.Millisecond }
	c := &parser.Cost{
		Micros: micros(o, "totalCostUSD"), Added: o.Int("totalLinesAdded"), Removed: o.Int("totalLinesRemoved"),
		API: ms("totalAPIDuration"), Tools: ms("totalToolDuration"),
	}
	if c.Micros == 0 {
		return nil
	}
	c.Models = modelCosts(o)
	return c
}

// modelCosts returns what a record says of the cost of each model.
func modelCosts(o raw.Object) (costs []parser.ModelCost) {
	for _, m := range o.Object("modelUsage") {
		used := raw.ParseObject(m.Value)
		costs = append(costs, parser.ModelCost{Model: m.Name, Micros: micros(used, "costUSD"), Output: max(used.Int("outputTokens"), 0)})
	}
	slices.SortFunc(costs, func(x, y parser.ModelCost) int { return cmp.Compare(x.Model, y.Model) })
	return costs
}

// micros returns an amount of dollars in millionths, 0 for what is none.
func micros(o raw.Object, name string) int {
	f, err := strconv.ParseFloat(string(o.Raw(name)), 64)
	if err != nil || f < 0 || f > 1e9 {
		return 0
	}
	return int(f*1e6 + 0.5)
}

// ended returns what the result of a run says of its cost, nil when it says nothing.
func ended(o raw.Object) *parser.Cost {
	c := &parser.Cost{Micros: micros(o, "total_cost_usd"), API: time.Duration(max(o.Int("duration_api_ms"), 0)) * time.Millisecond}
	if c.Micros == 0 {
		return nil
	}
	c.Models = modelCosts(o)
	return c
}
