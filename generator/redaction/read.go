package redaction

import (
	"context"
	"fmt"
	"slices"

	"steno/generator/meter"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// Clean is a session as it is published.
type Clean struct {
	*parser.Session
	Found    []redact.Finding  // what was redacted
	Outcome  redact.Outcome    // of its texts, if redaction is on
	Places   []redact.Sighting // where, when the places are wanted
	Warnings []parser.Warning  // as the parser wrote them, for the terminal
	Paths    []string          // of Files, as they are
}

// Request says how a session is read.
type Request struct {
	Parse  Parser
	Hide   selection.Hide // what is left out of the session
	Places bool           // where its values are is wanted
}

// Read parses a session, cleans it and removes from it what is hidden. Whatever is published of a
// session is made from what Read returns. r is nil when redaction is off.
func Read(ctx context.Context, m *meter.Meter, r *Collected, src *source.Session, q Request) (*Clean, error) {
	var w waiting
	if r != nil {
		w = r.take(src)
	}
	if w.Session == nil {
		var err error
		if w.Session, err = q.Parse(ctx, src); err != nil {
			return nil, err
		}
		if w.marks != nil && !src.AsListed() {
			w.marks = nil
		}
	}
	s := w.Session
	if sum := s.Ledger.Sum(); sum != s.Ledger.Lines {
		return nil, fmt.Errorf("the ledger accounts for %d of %d lines", sum, s.Ledger.Lines)
	}
	c := &Clean{Session: s, Warnings: slices.Clone(s.Warnings)}
	for i := range s.Files {
		c.Paths = append(c.Paths, s.Files[i].Path)
	}
	if r != nil {
		done := m.Time(meter.StageClean)
		if q.Places {
			c.Places = r.Cleaner.Sightings(s)
		}
		agents := agentIDs(s)
		c.Found = r.Cleaner.Session(s, w.marks, &c.Outcome)
		c.renameAgents(agents)
		done()
	}
	q.Hide.Apply(s)
	if publish.NamedByAgents(s) {
		s.Title.Text = publish.AgentsTitle(s.Agents)
	}
	return c, nil
}

// agentIDs returns the ids of a session's agents.
func agentIDs(s *parser.Session) []string {
	ids := make([]string, len(s.Agents))
	for i, a := range s.Agents {
		ids[i] = a.ID
	}
	return ids
}

// renameAgents replaces the ids of agents in what was found, which are as the transcript has them, by those
// that are published: an id is made from the name of a file, which may contain a value. before has the ids
// of the session's agents before redaction.
func (c *Clean) renameAgents(before []string) {
	names := map[string]string{}
	for i, a := range c.Agents {
		if i < len(before) && a.ID != before[i] {
			names[before[i]] = a.ID
		}
	}
	if len(names) == 0 {
		return
	}
	rename := func(f *redact.Finding) {
		if name, ok := names[f.Agent]; ok {
			f.Agent = name
		}
	}
	for i := range c.Found {
		rename(&c.Found[i])
	}
	for i := range c.Places {
		rename(&c.Places[i].Finding)
	}
}

// take returns what waited of a session.
func (r *Collected) take(src *source.Session) waiting {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.kept[src]
	if delete(r.kept, src); len(r.kept) == 0 {
		r.kept = map[*source.Session]waiting{} // the other keeps the room of all
	}
	return s
}
