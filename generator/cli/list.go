package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/config"
)

type listOptions struct {
	config config.Config
	json   bool
}

func newList(u *ui) *cobra.Command {
	var s settings
	var o listOptions
	c := &cobra.Command{
		Use:        "list [path ...]",
		SuggestFor: []string{"ls", "show", "sessions"},
		Short:      "List the sessions of the sources",
		Long:       `List reads all sessions of the sources and prints one line for each, redacted. It writes no files.`,
		Example: `  steno list
  steno list -s ~/archive
  steno list --json | jq -r '.[] | select(.prompts > 20) | .path'`,
		Args: existing,
		RunE: func(c *cobra.Command, args []string) (err error) {
			s.sources = append(s.sources, args...)
			if o.config, err = s.load(c); err != nil {
				return err
			}
			o.config.Redact.Enabled = o.config.Redact.Enabled || s.file == "" // see package config
			return runList(c.Context(), u, o)
		},
	}
	s.addReading(c)
	c.Flags().BoolVar(&o.json, "json", false, "print a JSON array of objects instead of a table")
	return c
}

func runList(ctx context.Context, u *ui, o listOptions) error {
	if err := inputsExist(o.config); err != nil {
		return err
	}
	sessions, err := generator.List(ctx, generator.Options{Config: o.config, Version: version(), Warn: u.warn})
	u.warningsLeftOut()
	switch {
	case err != nil:
		return err
	case o.json && sessions == nil:
		return u.printJSON([]generator.Listed{})
	case o.json:
		return u.printJSON(sessions)
	case len(sessions) == 0:
		u.note("no sessions found")
		u.hint(whereHint(o.config))
		return nil
	}
	return sessionTable(u.out, sessions)
}

// sessionTable prints one line for each session. The title comes last, as the one
// column of unforeseeable width.
func sessionTable(out io.Writer, sessions []generator.Listed) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "START\tPROMPTS\tAGENTS\tTOKENS\tSIZE\tPROJECT\tID\tTITLE")
	for _, s := range sessions {
		start := "-"
		if len(s.Start) >= 16 {
			start = s.Start[:10] + " " + s.Start[11:16]
		}
		tokens := "-"
		if n := s.Tokens.Total(); n > 0 {
			tokens = strconv.Itoa(n)
		}
		prompts := "-"
		if s.Prompts != nil {
			prompts = strconv.Itoa(*s.Prompts)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", start, prompts, s.Agents, tokens,
			bytesText(s.Bytes), plain(s.Project), plain(s.ID), plain(s.Title))
	}
	return w.Flush()
}
