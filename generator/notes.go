package generator

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"steno/generator/address"
	"steno/generator/agenttrace"
	"steno/generator/git"
	"steno/generator/job"
	"steno/generator/provenance"
	"steno/generator/publish"
	"steno/parser"
)

// Notes returns the notes that name the sessions which made commits of the work tree at root, as redaction
// cleans them and with those sessions left out that a build leaves out. It writes nothing.
func Notes(ctx context.Context, o Options, root string) ([]*provenance.Note, error) {
	sessions, err := committers(ctx, o, func(string, *parser.Session) {})
	if err != nil {
		return nil, err
	}
	return notesOn(ctx, o, root, sessions)
}

// Traces returns the records of Agent Trace for the commits that have notes, in the same order. It
// writes nothing.
func Traces(ctx context.Context, o Options, root string) ([]agenttrace.Record, error) {
	var mu sync.Mutex
	written := map[string]*agenttrace.Written{}
	sessions, err := committers(ctx, o, func(id string, s *parser.Session) {
		lines := agenttrace.Lines(s, filepath.Base(root))
		mu.Lock()
		defer mu.Unlock()
		written[id] = lines
	})
	if err != nil {
		return nil, err
	}
	notes, err := notesOn(ctx, o, root, sessions)
	if err != nil || len(notes) == 0 {
		return nil, err
	}
	hashes := make([]string, len(notes))
	for i, n := range notes {
		hashes[i] = n.Commit.Hash
	}
	added, err := git.AddedBy(ctx, root, hashes)
	if err != nil {
		return nil, fmt.Errorf("reading the changes of commits: %w", err)
	}
	var records []agenttrace.Record
	for _, n := range notes {
		records = append(records, agenttrace.Records(n, sessions, added[n.Commit.Hash], written)...)
	}
	return records, nil
}

// notesOn returns the notes on the commits of a work tree that sessions made.
func notesOn(ctx context.Context, o Options, root string, sessions []provenance.Session) ([]*provenance.Note, error) {
	hashes := provenance.Hashes(sessions)
	if len(hashes) == 0 {
		return nil, nil
	}
	found, err := git.Commits(ctx, root, hashes)
	if err != nil {
		return nil, fmt.Errorf("reading the commits: %w", err)
	}
	reachable, err := git.Reachable(ctx, root)
	if err != nil {
		return nil, fmt.Errorf("reading the commits: %w", err)
	}
	maps.DeleteFunc(found, func(_ string, c *git.Commit) bool { return !reachable[c.Hash] })
	old, err := git.Notes(ctx, root, o.Config.Commits.Notes)
	if err != nil {
		return nil, fmt.Errorf("reading the notes: %w", err)
	}
	return provenance.Notes(sessions, found, old), nil
}

// committers returns the sessions that made commits, by the order of the archive. look is called
// with each of them, several at a time.
func committers(ctx context.Context, o Options, look func(id string, s *parser.Session)) ([]provenance.Session, error) {
	j := o.job()
	in, err := reviewed(ctx, o, j)
	if err != nil {
		return nil, err
	}
	defer in.close()
	todo := publishArchive(in, o.Config.Redact, nil).Sessions()
	all := make([]provenance.Session, len(todo))
	j.Expect(len(todo))
	err = job.Each(ctx, j, todo, func(ctx context.Context, i int, src *publish.Session) error {
		clean, err := document(ctx, o, j, in, src)
		if err != nil {
			return err
		}
		all[i] = committer(o, src, clean.Session)
		if len(all[i].Commits) > 0 {
			look(src.ID, clean.Session)
		}
		j.Progress(clean.Title.Text)
		return nil
	})
	return slices.DeleteFunc(all, func(s provenance.Session) bool { return len(s.Commits) == 0 }), err
}

func committer(o Options, src *publish.Session, s *parser.Session) provenance.Session {
	out := provenance.Session{
		ID: src.ID, Agent: src.Agent(s.Versions), Models: s.Models, Start: s.Start, End: s.End, Commits: s.Commits,
	}
	if o.Config.BaseURL != "" {
		out.Page = o.Config.BaseURL + address.Session(src.ID) + "/index.html"
	}
	return out
}
