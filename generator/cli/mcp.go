package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"steno/generator/config"
	"steno/generator/mcp"
)

// freshFor is how long sessions may have changed before they are looked at again.
const freshFor = time.Minute

func newMCP(u *ui) *cobra.Command {
	var s settings
	var dir string
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Answer agents about the sessions, over the Model Context Protocol",
		Long: `MCP is a server of the Model Context Protocol on standard input and output, for agents that are to know what was done before. Its
tools search messages, list sessions by file, commit, pull request, project and date, and read sessions or turns as Markdown.

It only reads, and only what a redacted site publishes: the one in the folder --site, or, without it, a site of the sources in the
user's folder for caches, which is made redacted and updated while the server runs (the one of steno search).

Add it to an agent as a server with the command "steno mcp":

  claude mcp add steno -- steno mcp
  codex mcp add steno -- steno mcp

or in the configuration of others:

  {"mcpServers": {"steno": {"command": "steno", "args": ["mcp"]}}}`,
		Example: `  steno mcp
  steno mcp --site public`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("site") {
				return serveMCP(c.Context(), u, 0, func(context.Context) (string, error) { return dir, nil })
			}
			conf, err := s.load(c)
			if err != nil {
				return err
			}
			return mcpOfSources(c.Context(), u, conf)
		},
	}
	s.addReading(c)
	c.Flags().StringVar(&dir, "site", "", "answer from the finished site in this `folder`")
	_ = c.MarkFlagDirname("site")
	return c
}

// mcpOfSources answers from a site of the sources, which is updated while the server runs.
func mcpOfSources(ctx context.Context, u *ui, conf config.Config) error {
	if err := inputsExist(conf); err != nil {
		return err
	}
	if cacheDir(conf.Cache) == "" { // then each site is a new one
		dir, done, err := searchable(ctx, u, conf)
		if err != nil {
			return err
		}
		defer done()
		return serveMCP(ctx, u, 0, func(context.Context) (string, error) { return dir, nil })
	}
	return serveMCP(ctx, u, freshFor, func(ctx context.Context) (string, error) {
		dir, _, err := searchable(ctx, u, conf)
		return dir, err
	})
}

// explainSilence prints why nothing happens, for somebody who runs the server by hand.
func explainSilence(u *ui) {
	if !u.quiet && u.canAsk() {
		u.hint("this is a server for agents, which write to its standard input: add it to yours, as in \"claude mcp add steno -- steno mcp\"; Ctrl-C ends it")
	}
}

func serveMCP(ctx context.Context, u *ui, fresh time.Duration, open func(context.Context) (string, error)) error {
	explainSilence(u)
	err := mcp.Serve(ctx, mcp.Options{Open: open, Fresh: fresh, Version: version()}, io.NopCloser(u.in), unclosed{u.out})
	if errors.Is(err, mcp.ErrNoSite) {
		return &usageError{err, "--site takes a folder that steno build wrote"}
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("answering over the Model Context Protocol: %w", err)
	}
	return ctx.Err()
}

// unclosed is a writer that stays open.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
