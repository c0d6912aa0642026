package generator

import (
	"context"
	"fmt"
	"slices"

	"steno/generator/job"
	"steno/generator/pages"
	"steno/generator/publish"
	"steno/generator/redaction"
	"steno/generator/render"
	"steno/parser"
	"steno/theme/view"
)

// Listed is one session as `steno list` prints it.
type Listed struct {
	ID      string      `json:"id"`
	Title   string      `json:"title"`
	Project string      `json:"project"`
	Dir     string      `json:"dir,omitempty"`
	Branch  string      `json:"branch,omitempty"`
	Tags    []string    `json:"tags,omitempty"`
	Start   string      `json:"start,omitempty"` // RFC 3339, UTC; "" when no record has a time
	End     string      `json:"end,omitempty"`
	Prompts *int        `json:"prompts,omitzero"` // nil when the prompts were not recorded
	Agents  int         `json:"agents"`
	Tokens  view.Tokens `json:"tokens,omitzero"` // absent when none are recorded
	Bytes   int64       `json:"bytes"`           // of its transcripts
	Path    string      `json:"path"`            // first file, as displayed; names of home directories stay in it, so that it can be opened
}

// List parses all sessions of the sources, in the archive's order, and writes nothing. What it
// lists is redacted, see [redaction.Listing].
func List(ctx context.Context, o Options) ([]Listed, error) {
	j := o.job()
	maker := &pages.Maker{Renderer: &render.Renderer{Conf: o.Config, Site: &view.Site{}}}
	found, err := find(ctx, o, j, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the sources: %w", err)
	}
	defer found.Close()
	engine, err := newEngine(j, o)
	if err != nil {
		return nil, fmt.Errorf("preparing the redaction: %w", err)
	}
	listing := redaction.NewListing(engine)
	archive := publish.New(found.Archive, listing.Archive(found.Archive.Sessions()), nil)
	todo := archive.Sessions()
	listed := make([]Listed, len(todo))
	warnings := make([][]Warning, len(todo))
	err = job.Each(ctx, j, todo, func(ctx context.Context, i int, src *publish.Session) error {
		s, err := found.Parse(ctx, src.Source)
		if err != nil {
			return err
		}
		listed[i], warnings[i] = listedAs(src, s, maker.Count(src, s), listing.Session(src.Source, s)), s.Warnings
		return nil
	})
	j.Warn(slices.Concat(warnings...)...)
	return listed, err
}

func listedAs(src *publish.Session, s *parser.Session, totals view.Totals, shown redaction.Shown) Listed {
	l := Listed{
		ID: src.ID, Title: shown.Text(s.Title.Text), Project: src.Project.Title(), Dir: src.Project.Dir,
		Agents: totals.Agents, Tokens: totals.Tokens, Bytes: src.Size,
	}
	if publish.NamedByAgents(s) {
		l.Title = shown.Text(publish.AgentsTitle(s.Agents))
	}
	for _, tag := range s.Tags {
		l.Tags = append(l.Tags, shown.Text(tag))
	}
	if !s.Unprompted(totals.Prompts) {
		l.Prompts = new(totals.Prompts)
	}
	if len(s.Branches) > 0 {
		l.Branch = shown.Text(s.Branches[0])
	}
	if !s.Start.IsZero() {
		l.Start, l.End = s.Start.UTC().Format("2006-01-02T15:04:05Z"), s.End.UTC().Format("2006-01-02T15:04:05Z")
	}
	if len(src.Source.Main) > 0 {
		l.Path = shown.Path(src.Source.Main[0].Path)
	} else if len(src.Source.Agents) > 0 {
		l.Path = shown.Path(src.Source.Agents[0].File.Path)
	}
	return l
}
