// Package redaction removes secrets and personal paths from what a build publishes. Its input is the
// sessions as they were found and what is kept beside them; its output is the values that were
// collected, clean sessions, clean names, and the report of what was redacted.
package redaction

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"steno/generator/job"
	"steno/generator/meter"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/source"
	"steno/parser/spill"
)

// Secrets are redacted in two passes, because a value must go wherever it occurs and have the same
// number everywhere. [Collect] parses every session and collects values; then the dictionary is
// frozen, in an order that does not depend on workers; [Read] parses again, and cleans each session
// before anything is made from it. Sessions that are small enough wait in memory for the second pass, and
// so does a large one that is the only such one: it is in memory beside those that wait anyway, when it is
// parsed again. Of the others only marks wait, in a temporary file, which spare the second pass the rules, unless
// their files may have changed.

// keepAsked is how many texts of sessions that do not wait may have names in memory that rules asked about.
const keepAsked = 1 << 16

// keepBytes is how many bytes of transcripts may wait, parsed, for the second pass: a whole small
// archive. Of a larger one that many would spare too little of the pass for the memory that they take, so
// fewer wait.
const (
	keepBytes      = 48 << 20
	keepBytesLarge = 8 << 20
)

// keepOf returns how many bytes may wait.
func keepOf(sessions []*source.Session) int64 {
	sum := int64(0)
	for _, s := range sessions {
		sum += s.Size
	}
	if sum > keepBytes {
		return keepBytesLarge
	}
	return keepBytes
}

// Parser parses a session as its files have it.
type Parser func(context.Context, *source.Session) (*parser.Session, error)

// Input is what the first pass looks at.
type Input struct {
	Sessions   []*source.Session
	Aside      []*source.Session // that are not published: their values go from the others, too
	Beside     Beside
	Parse      Parser
	Remembered func(*source.Session) ([]redact.Value, bool) // the values of a session that is as it was in the last build
	Watch      func(*redact.Collector)                      // called with each collector before it is used
	Also       func(*source.Session, *redact.Collector)     // collects what the pages of a session do not show; may be nil
}

// Collected is what the first pass found. It is nil when redaction is off.
type Collected struct {
	Cleaner *redact.Redactor
	engine  *redact.Engine
	values  map[*source.Session][]redact.Value // of those that have some
	known   []string                           // see Known
	ids     []string                           // of all sessions
	first   map[redact.Hash]*source.Session    // where a value was found first

	mu    sync.Mutex
	most  int64             // bytes that may be kept, without a large session
	room  int64             // what is left of them
	large []*source.Session // that were or are parsed; each has more than may be kept
	kept  map[*source.Session]waiting
	asked int // texts with names that may still be in memory without their sessions
	marks spill.File
}

// waiting is a session that waits for the second pass, nil if it is parsed again, and what the first learned
// of its texts.
type waiting struct {
	*parser.Session
	marks   *redact.Marks
	settled bool // the marks hold for the same files, see [source.Session.Settled]
}

// Collect is the first pass. A nil engine collects nothing.
func Collect(ctx context.Context, j *job.Job, engine *redact.Engine, in Input) (*Collected, error) {
	return collect(ctx, j, engine, in, keepOf(in.Sessions))
}

func collect(ctx context.Context, j *job.Job, engine *redact.Engine, in Input, room int64) (*Collected, error) {
	if engine == nil {
		return nil, nil
	}
	r := &Collected{
		engine: engine, values: map[*source.Session][]redact.Value{}, first: map[redact.Hash]*source.Session{},
		most: room, room: room, kept: map[*source.Session]waiting{}, asked: keepAsked,
	}
	for _, src := range slices.Concat(in.Sessions, in.Aside) {
		r.ids = append(r.ids, src.ID)
	}
	todo := slices.Clone(in.Sessions)
	j.Expect(2*len(todo) + len(in.Aside))
	err := job.Each(ctx, j, todo, func(ctx context.Context, _ int, src *source.Session) error {
		if values, ok := in.Remembered(src); ok {
			r.note(src, values, waiting{})
		} else if err := r.collectSession(ctx, j.Meter, in, src); err != nil {
			return err
		}
		j.Progress("looking for secrets")
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(todo, func(x, y *source.Session) int {
		return cmp.Or(x.Start.Compare(y.Start), cmp.Compare(x.ID, y.ID))
	})
	groups := make([][]redact.Value, len(todo), len(todo)+1)
	for i, src := range todo {
		groups[i] = r.values[src]
		for _, v := range groups[i] {
			if r.first[v.Hash] == nil {
				r.first[v.Hash] = src
			}
		}
	}
	groups = append(groups, in.Beside.values(r.collector(in)))
	rest, err := r.collectAside(ctx, j, in)
	if err != nil {
		return nil, err
	}
	r.known = namesOf(append(slices.Clone(groups), rest))
	r.Cleaner = engine.FreezeBeside(rest, groups...)
	return r, nil
}

// collectAside returns the values of sessions that are not published.
func (r *Collected) collectAside(ctx context.Context, j *job.Job, in Input) (rest []redact.Value, err error) {
	found := make([][]redact.Value, len(in.Aside))
	err = job.Each(ctx, j, in.Aside, func(ctx context.Context, i int, src *source.Session) (err error) {
		defer j.Progress("looking for secrets")
		if values, ok := in.Remembered(src); ok {
			found[i] = values
			return nil
		}
		s, err := in.Parse(ctx, src)
		if err != nil {
			return err
		}
		defer j.Meter.Time(meter.StageCollect)()
		found[i] = r.valuesOf(in, src, s).Values()
		return nil
	})
	for i, src := range in.Aside {
		r.values[src] = found[i]
		rest = append(rest, found[i]...)
	}
	return rest, err
}

// valuesOf collects the values of a session and of the names that it goes by.
func (r *Collected) valuesOf(in Input, src *source.Session, s *parser.Session) *redact.Collector {
	c := r.collector(in)
	for _, text := range namesIn(src) {
		c.Text(text)
	}
	c.Session(s)
	return c
}

func (r *Collected) collector(in Input) *redact.Collector {
	c := r.engine.Collect()
	c.Addresses(r.ids)
	in.Watch(c)
	return c
}

// collectSession collects the values of a session that is published.
func (r *Collected) collectSession(ctx context.Context, m *meter.Meter, in Input, src *source.Session) error {
	r.begin(src)
	settled := src.Settled(time.Now())
	s, err := in.Parse(ctx, src)
	if err != nil {
		return err
	}
	defer m.Time(meter.StageCollect)()
	c := r.valuesOf(in, src, s)
	if in.Also != nil {
		in.Also(src, c)
	}
	r.note(src, c.Values(), waiting{s, c.Marks(), settled})
	return nil
}

// letGo drops a session, which the second pass parses again. Its marks are kept if there is memory
// for their names and its files no longer change.
func (r *Collected) letGo(src *source.Session) {
	w := r.kept[src]
	if w.Session == nil {
		return
	}
	w.Session.Held.Close()
	delete(r.kept, src)
	if n := w.marks.Asked(); w.settled && n <= r.asked {
		r.asked -= n
		w.marks.Spill(&r.marks)
		r.kept[src] = waiting{marks: w.marks}
	}
}

// Close removes what waits for the second pass: no session is read from then on.
func (r *Collected) Close() {
	if r != nil {
		r.marks.Close()
	}
}

// begin notes that a session is about to be parsed. A large one that waits is let go when another one
// comes.
func (r *Collected) begin(src *source.Session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if src.Size > r.most {
		r.large = append(r.large, src)
		if len(r.large) > 1 {
			r.letGo(r.large[0])
		}
	}
}

// note takes in the values of a session, which waits for the second pass if there is room. s is empty for
// a session that was not parsed.
func (r *Collected) note(src *source.Session, values []redact.Value, s waiting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(values) > 0 {
		r.values[src] = values
	}
	if s.Session == nil {
		return
	}
	r.kept[src] = s
	switch {
	case src.Size <= r.room:
		r.room -= src.Size
	case src.Size <= r.most || len(r.large) > 1:
		r.letGo(src)
	}
}

// namesOf names the values that are removed wherever they are, sorted.
func namesOf(groups [][]redact.Value) []string {
	names := map[string]bool{}
	for _, group := range groups {
		for _, v := range group {
			if v.Personal() || len(v.Forms) > 0 {
				names[v.Rule+" "+v.Hash.String()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// NamesPerson reports whether one of the names that Known returns is of a user or a home directory.
func NamesPerson(name string) bool {
	rule, _, _ := strings.Cut(name, " ")
	v := redact.Value{Rule: rule}
	return v.Personal()
}

// Values returns the values of a session.
func (r *Collected) Values(src *source.Session) []redact.Value { return r.values[src] }

// Known names the values that are removed wherever they are, sorted.
func (r *Collected) Known() []string { return r.known }

// Clean returns a text without its secrets.
func (r *Collected) Clean(text string) string {
	if r == nil {
		return text
	}
	text, _ = r.Cleaner.Text(text)
	return text
}
