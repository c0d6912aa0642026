package generator

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"steno/generator/address"
	"steno/generator/git"
	"steno/generator/job"
	"steno/generator/provenance"
	"steno/generator/publish"
	"steno/parser"
)

// Notes returns the notes that name the sessions which made commits of the work tree at root, as redaction
// cleans them and with those sessions left out that a build leaves out. It writes nothing.
func Notes(ctx context.Context, o Options, root string) ([]*provenance.Note, error) {
	sessions, err := committers(ctx, o)
	if err != nil {
		return nil, err
	}
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

// committers returns the sessions that made commits, by the order of the archive.
func committers(ctx context.Context, o Options) ([]provenance.Session, error) {
	j := o.job()
	in, err := reviewed(ctx, o, j)
	if err != nil {
		return nil, err
	}
	defer in.found.Close()
	todo := publishArchive(in, o.Config.Redact, nil).Sessions()
	all := make([]provenance.Session, len(todo))
	j.Expect(len(todo))
	err = job.Each(ctx, j, todo, func(ctx context.Context, i int, src *publish.Session) error {
		clean, err := document(ctx, o, j, in, src)
		if err != nil {
			return err
		}
		all[i] = committer(o, src, clean.Session)
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
