// Package archive generates archives of transcripts that are like real ones, for
// measurements: the sizes of sessions, agents and records, the shares of their types, how
// often texts come again, the kinds of files and how the vocabulary grows follow a [Model]
// that was measured. All words are synthetic. The same options make the same bytes.
package archive

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// Options say what to generate.
type Options struct {
	Model    *Model // nil for [Default]
	Seed     uint64
	Bytes    int64 // of all transcripts, about
	Sessions int   // how many sessions share the bytes; 0 for as many as real archives have
}

// Totals is what was written.
type Totals struct {
	Sessions, Agents, Files int
	Bytes                   int64
}

// Write writes an archive into a folder, which is made when it is not there.
func Write(ctx context.Context, dir string, o Options) (*Totals, error) {
	if o.Model == nil {
		m, err := Default()
		if err != nil {
			return nil, err
		}
		o.Model = m
	}
	plans, totals := make(chan *plan), &Totals{}
	var lock sync.Mutex
	var failed error
	var workers sync.WaitGroup
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for p := range plans {
				part, err := p.write(dir)
				lock.Lock()
				totals.add(part)
				if failed = cmp.Or(failed, err); err != nil {
					stop()
				}
				lock.Unlock()
			}
		})
	}
	o.plan(func(p *plan) bool {
		select {
		case plans <- p:
			return true
		case <-ctx.Done():
			return false
		}
	})
	close(plans)
	workers.Wait()
	return totals, cmp.Or(failed, context.Cause(ctx))
}

func (t *Totals) add(o Totals) {
	t.Sessions += o.Sessions
	t.Agents += o.Agents
	t.Files += o.Files
	t.Bytes += o.Bytes
}

// write writes the session and its agents.
func (p *plan) write(dir string) (Totals, error) {
	t := Totals{Sessions: 1}
	id := p.id()
	folder := filepath.Join(dir, p.project.folder)
	s := newSession(p.era, p.project, p.seed, id)
	err := t.file(filepath.Join(folder, id+".jsonl"), s, func() {
		if p.size == 0 {
			return
		}
		if p.origin != nil { // the same as the origin wrote, down to the ids of records
			out := s.out
			*s = *newSession(p.era, p.project, p.origin.seed, id)
			s.files.s, s.out = s, out
			s.begin()
			s.run(p.copied)
			s.Rand, s.session, s.agents = newRand(p.seed), p.seed, nil
		} else {
			s.begin()
		}
		s.run(p.size)
	})
	if err != nil {
		return t, err
	}
	below := filepath.Join(folder, id, "subagents")
	if p.era.Agents.Beside {
		below = folder
	}
	s.loose(p)
	for _, a := range s.agents {
		agent := newSession(p.era, p.project, a.seed, id)
		agent.agent, agent.clock = a.id, a.from
		err := t.file(filepath.Join(below, "agent-"+a.id+".jsonl"), agent, func() {
			agent.begin()
			agent.work(a)
		})
		if err != nil {
			return t, err
		}
		t.Agents++
	}
	return t, nil
}

// file writes one transcript.
func (t *Totals) file(name string, s *session, write func()) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	s.out = f
	write()
	s.flush(0)
	t.Files++
	t.Bytes += s.written
	return errors.Join(s.err, f.Close())
}
