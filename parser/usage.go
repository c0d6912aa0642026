package parser

import (
	"cmp"
	"slices"

	"steno/parser/record"
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
	message *Message
}

func (t *usageTable) add(by *threadBuilder, m *Message, e *entry) {
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
func (t *usageTable) settle() map[*threadBuilder]*Usage {
	sums := make(map[*threadBuilder]*Usage)
	models := make(map[spender]*ModelUsage)
	for _, s := range t.order {
		one := Usage{Requests: 1, Input: s.usage.Input, Output: s.usage.Output, CacheRead: s.usage.CacheRead,
			CacheWrite: s.usage.CacheWrite, CacheWrite1h: s.usage.CacheWrite1h}
		if s.message != nil {
			s.message.Usage = &one
		}
		if sums[s.by] == nil {
			sums[s.by] = new(Usage)
		}
		sums[s.by].Add(&one)
		by := spender{s.by, s.model}
		if models[by] == nil {
			models[by] = &ModelUsage{Model: s.model}
		}
		models[by].add(&ModelUsage{s.model, 1, one.Input, one.Output, one.CacheRead, one.CacheWrite, one.CacheWrite1h})
	}
	for by, m := range models {
		sums[by.thread].ByModel = append(sums[by.thread].ByModel, *m)
	}
	for _, u := range sums {
		slices.SortFunc(u.ByModel, func(x, y ModelUsage) int { return cmp.Compare(x.Model, y.Model) })
	}
	return sums
}

// spender is a model in a thread.
type spender struct {
	thread *threadBuilder
	model  string
}

// Add adds the figures of v to u, those of each model to the same model's.
func (u *Usage) Add(v *Usage) {
	u.Requests += v.Requests
	u.Input += v.Input
	u.Output += v.Output
	u.CacheRead += v.CacheRead
	u.CacheWrite += v.CacheWrite
	u.CacheWrite1h += v.CacheWrite1h
	for _, m := range v.ByModel {
		i, found := slices.BinarySearchFunc(u.ByModel, m.Model, func(have ModelUsage, name string) int { return cmp.Compare(have.Model, name) })
		if !found {
			u.ByModel = slices.Insert(u.ByModel, i, ModelUsage{Model: m.Model})
		}
		u.ByModel[i].add(&m)
	}
}

// add adds the figures of v to m.
func (m *ModelUsage) add(v *ModelUsage) {
	m.Requests += v.Requests
	m.Input += v.Input
	m.Output += v.Output
	m.CacheRead += v.CacheRead
	m.CacheWrite += v.CacheWrite
	m.CacheWrite1h += v.CacheWrite1h
}
