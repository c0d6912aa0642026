package claude

import (
	"cmp"
	"slices"

	"steno/parser"
	"steno/parser/claude/record"
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
	output := max(s.usage.Output, u.Output)
	s.usage = *u
	s.usage.Output = output
	if s.message == nil {
		s.message = m
	}
}

// settle gives each message its usage and each thread the sum of its own.
func (t *usageTable) settle() map[*threadBuilder]*parser.Usage {
	sums := make(map[*threadBuilder]*parser.Usage)
	models := make(map[spender]*parser.ModelUsage)
	for _, s := range t.order {
		one := parser.Usage{Requests: 1, Input: s.usage.Input, Output: s.usage.Output, CacheRead: s.usage.CacheRead,
			CacheWrite: s.usage.CacheWrite, CacheWrite1h: s.usage.CacheWrite1h}
		if s.message != nil {
			s.message.Usage = &one
		}
		if sums[s.by] == nil {
			sums[s.by] = new(parser.Usage)
		}
		sums[s.by].Add(&one)
		by := spender{s.by, s.model}
		if models[by] == nil {
			models[by] = &parser.ModelUsage{Model: s.model}
		}
		models[by].Add(&parser.ModelUsage{Model: s.model, Requests: 1, Input: one.Input, Output: one.Output, CacheRead: one.CacheRead, CacheWrite: one.CacheWrite, CacheWrite1h: one.CacheWrite1h})
	}
	for by, m := range models {
		sums[by.thread].ByModel = append(sums[by.thread].ByModel, *m)
	}
	for _, u := range sums {
		slices.SortFunc(u.ByModel, func(x, y parser.ModelUsage) int { return cmp.Compare(x.Model, y.Model) })
	}
	return sums
}

// spender is a model in a thread.
type spender struct {
	thread *threadBuilder
	model  string
}
