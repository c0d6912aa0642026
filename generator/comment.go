package generator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"steno/generator/address"
	"steno/generator/output"
	"steno/generator/render"
	"steno/generator/twin"
	"steno/parser"
)

// commentFile is where the comment of a session stands while it is built.
const commentFile = "comment.md"

// commentFigures gathers what a comment tells of a session.
func (s *sessionSite) commentFigures() twin.Figures {
	row := s.row("")
	f := twin.Figures{
		Title: row.Title, Project: s.src.Project.Title(), Prompts: row.Prompts, Calls: row.ToolCalls, Errors: row.Errors, Agents: row.Agents,
		Active: row.Active, AtMost: row.ActiveAtMost, Tokens: fmt.Sprintf("%d tokens, %d of them output", row.Tokens.Total(), row.Tokens.Output), Cost: row.Cost.String(),
	}
	if s.Config.BaseURL != "" {
		f.Link = s.Config.BaseURL + row.Href
	}
	for _, file := range s.figures.files.rows {
		f.Files = append(f.Files, twin.File{Path: file.Path, Added: file.Added, Removed: file.Removed})
	}
	for _, row := range s.figures.failures.rows {
		f.Failures = append(f.Failures, strings.TrimSpace(row.Tool+" "+row.Object+": "+row.Text))
	}
	return f
}

// twinOf gives the address of an agent's twin, from dir.
func (s *sessionSite) twinOf(dir string) func(*parser.Agent) string {
	return func(a *parser.Agent) string {
		if t := s.agents[a]; t != nil {
			return address.Relative(dir, t.dir+"/"+render.TwinFile)
		}
		return ""
	}
}

// Comment sums sessions up in Markdown for a pull request, cleaned as a build does it.
func Comment(ctx context.Context, o Options, ids []string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "steno-comment-*")
	if err != nil {
		return nil, fmt.Errorf("making a folder to build in: %w", err)
	}
	defer os.RemoveAll(dir)
	o.Config.Destination, o.Cache, o.Comments, o.Config.Publish.Twins = dir, "", true, false
	o.Only = only(ids)
	b := newBuild(o)
	defer b.close()
	if _, err = b.all(ctx, b.steps()); err != nil {
		return nil, err
	}
	var parts []string
	err = output.ReadAll(dir, func(name string, data []byte) error {
		if strings.HasSuffix(name, "/"+commentFile) {
			parts = append(parts, string(data))
		}
		return nil
	})
	if len(parts) == 0 && err == nil {
		return nil, ErrNoSession
	}
	text := twin.Join(parts)
	return text, errors.Join(err, b.second.check(commentFile, text))
}
