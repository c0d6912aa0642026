package rebuild

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/facts"
	"steno/parser/title"
)

// Finish builds the threads and computes what depends on all records.
func (b *Builder) Finish() *parser.Session {
	s := b.Out
	s.Main = b.finish(b.Main)
	if len(s.Main.Models) == 0 { // replies without words are not shown, but somebody was asked for them
		for _, m := range b.Main.usage.ByModel {
			s.Main.Models = append(s.Main.Models, m.Model)
		}
	}
	s.Models = s.Main.Models
	s.Start, s.End = s.Main.Start, s.Main.End
	if s.Start.IsZero() {
		s.Start, s.End = b.src.Start, b.src.End
	}
	s.Usage.Add(&b.Main.usage)
	for _, t := range b.agents {
		a := t.agent
		a.Thread = b.finish(t)
		a.Usage = t.usage
		s.Usage.Add(&t.usage)
		s.Agents = append(s.Agents, a)
	}
	answersAreNoFailures(s)
	s.Reported = b.reported()
	s.Commits, s.PullRequests = facts.Commits(s, nil), facts.CreatedPulls(s)
	s.Unshown = b.unshown.sorted()
	for i := range s.Files {
		s.Ledger.Add(&s.Files[i].Ledger)
	}
	s.Title = title.Of(s, b.titles, func(c *parser.Command) bool { return c.Name != "!" && strings.TrimSpace(c.Args) != "" })
	return s
}

// reported sums up what the agent said of costs, nil when it said nothing.
func (b *Builder) reported() *parser.Cost {
	if len(b.costs) == 0 {
		return nil
	}
	c := &parser.Cost{}
	for _, model := range slices.Sorted(maps.Keys(b.costs)) {
		m := parser.ModelCost{Model: model, Micros: int(b.costs[model]*1e6 + 0.5)}
		c.Micros += m.Micros
		c.Models = append(c.Models, m)
	}
	return c
}

// finish puts the results without calls at the end of a thread and builds it.
func (b *Builder) finish(t *Thread) *parser.Thread {
	if t.beginning != nil {
		t.beginning.orphans()
	}
	t.orphans()
	return t.build()
}

// orphans shows results whose calls are not in the files, where they were recorded.
func (t *Thread) orphans() {
	ids := slices.SortedFunc(maps.Keys(t.early), func(x, y string) int {
		a, b := &t.early[x].Origin, &t.early[y].Origin
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(x, y))
	})
	for _, id := range ids {
		r := t.early[id]
		t.Event(&Record{At: r.Origin}, &parser.ToolCall{Origin: r.Origin, ID: id, Orphan: true, Result: r})
	}
	clear(t.early)
}

// Image returns a picture from a data URL, or from any other reference.
func Image(at parser.Origin, url string) *parser.Image {
	head, data, ok := strings.Cut(url, ",")
	kind, isData := strings.CutPrefix(head, "data:")
	if !ok || !isData || !strings.HasSuffix(kind, ";base64") {
		return &parser.Image{Origin: at, Ref: url}
	}
	kind, _, _ = strings.Cut(kind, ";")
	return &parser.Image{Origin: at, MediaType: kind, Data: data}
}

// Input returns the input of a call that was recorded as a text: the JSON in it, or the text as a
// JSON string.
func Input(text string) jsontext.Value {
	if v := jsontext.Value(strings.TrimSpace(text)); len(v) > 0 && v[0] == '{' &&
		v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
		return v
	}
	if text == "" {
		return nil
	}
	return Quote(text)
}

// Quote returns a text as a JSON string.
func Quote(text string) jsontext.Value {
	v, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	if err != nil {
		return nil
	}
	return v
}
