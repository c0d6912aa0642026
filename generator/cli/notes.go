package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/agenttrace"
	"steno/generator/config"
	"steno/generator/git"
	"steno/generator/provenance"
)

type notesOptions struct {
	config      config.Config
	repository  string
	write, json bool
	traces      bool
}

// noted is a note as --json prints it.
type noted struct {
	Commit   string   `json:"commit"`
	Subject  string   `json:"subject"`
	Sessions []string `json:"sessions"`
	State    string   `json:"state"` // one of the states below
	Note     string   `json:"note"`
}

// The states of a note.
const (
	noteNew       = "new"
	noteChanged   = "changed"
	noteUnchanged = "unchanged"
)

func newNotes(u *ui) *cobra.Command {
	var s settings
	var o notesOptions
	c := &cobra.Command{
		Use:   "notes [path ...]",
		Short: "Name the sessions that made commits, in git notes",
		Long: `Notes finds the commits of a repository that sessions made, and prints a git note for each: the
session's id, the agent, its models and, with baseURL, the address of the page. A note contains
nothing from the conversation. With --write the notes are added to refs/notes/steno of the repository (commits.notes); commits do
not change, and notes that others wrote are kept. Git pushes notes only when you ask it to:

  git push origin refs/notes/steno
  git log --notes=steno

With --agent-trace it prints records of Agent Trace 0.1 instead, one on each line: which lines of the commits
the edits of these sessions wrote, and with which model. With --write they are added to
.agent-trace/traces.jsonl of the repository.

A session made a commit if it records the hash, and the subject or the time of the commit matches. Redaction
and the choice of sessions apply as in a build. "steno help provenance" explains how to find the session of a commit.`,
		Example: `  steno notes                    # prints the notes for the repository here, and writes nothing
  steno notes --write
  steno notes --agent-trace      # which lines of the commits agents wrote
  steno notes -s ~/sessions --repository ~/src/engine --json`,
		Args: existing,
		RunE: func(c *cobra.Command, args []string) (err error) {
			s.sources = append(s.sources, args...)
			if o.config, err = s.load(c); err != nil {
				return err
			}
			return runNotes(c, u, o)
		},
	}
	s.addReading(c)
	s.addPublishing(c)
	f := c.Flags()
	f.StringVar(&o.repository, "repository", ".", "`folder` in the work tree whose commits are looked up")
	f.BoolVar(&o.write, "write", false, "write the notes")
	f.BoolVar(&o.json, "json", false, "print a JSON array of objects: commit, subject, sessions, state, note")
	f.BoolVar(&o.traces, "agent-trace", false, "print records of Agent Trace instead of notes")
	c.MarkFlagDirname("repository")
	return c
}

func runNotes(c *cobra.Command, u *ui, o notesOptions) error {
	if o.traces && o.json {
		return &usageError{errors.New("--json is for notes: records of Agent Trace are JSON in any case"),
			"name one of --agent-trace and --json"}
	}
	root := git.Root(o.repository)
	if root == "" {
		return &usageError{fmt.Errorf("%q is not in a git work tree", o.repository),
			"run it in your repository, or name one with --repository"}
	}
	if err := inputsExist(o.config); err != nil {
		return err
	}
	bar := u.newBar()
	options := generator.Options{Config: o.config, Version: version(), Progress: bar.show, Warn: u.warn}
	var notes []*provenance.Note
	var records []agenttrace.Record
	var err error
	if o.traces {
		records, err = generator.Traces(c.Context(), options, root)
	} else {
		notes, err = generator.Notes(c.Context(), options, root)
	}
	bar.clear()
	u.warningsLeftOut()
	if errors.Is(err, git.ErrNoGit) {
		return &usageError{err, "install git"}
	}
	if err != nil {
		return err
	}
	if o.traces {
		return o.addTraces(u, records, root)
	}
	return o.addNotes(c.Context(), u, notes, root)
}

// addNotes prints notes and writes those that are not there, if they are to be written.
func (o *notesOptions) addNotes(ctx context.Context, u *ui, notes []*provenance.Note, root string) error {
	todo := map[string]string{}
	for _, n := range notes {
		if n.Changed() {
			todo[n.Commit.Hash] = n.Text
		}
	}
	if err := o.print(u, notes); err != nil {
		return err
	}
	ref := git.NotesRef(o.config.Commits.Notes)
	switch {
	case len(notes) == 0:
		u.note("no session of the sources made a commit of " + root)
	case len(todo) == 0:
		u.note(count(len(notes), "commit") + ", all with their notes in " + ref)
	case !o.write:
		u.note(count(len(todo), "note") + " for " + ref + ", nothing written: add --write")
	default:
		if err := git.WriteNotes(ctx, root, o.config.Commits.Notes, todo); err != nil {
			return fmt.Errorf("writing the notes: %w", err)
		}
		u.note(count(len(todo), "note") + " written to " + ref + "; \"git push origin " + ref + "\" publishes them")
	}
	return nil
}

// print prints each note below its commit, or all of them as JSON.
func (o *notesOptions) print(u *ui, notes []*provenance.Note) error {
	all := []noted{}
	for _, n := range notes {
		state := noteUnchanged
		switch {
		case n.Old == "":
			state = noteNew
		case n.Changed():
			state = noteChanged
		}
		all = append(all, noted{n.Commit.Hash, n.Commit.Subject, n.Sessions, state, n.Text})
	}
	if o.json {
		return u.printJSON(all)
	}
	for _, n := range all {
		fmt.Fprintf(u.out, "%s %s (%s)\n", n.Commit[:12], plain(n.Subject), n.State)
		for line := range strings.Lines(n.Note) {
			fmt.Fprintln(u.out, strings.TrimRight("    "+plain(strings.TrimRight(line, "\r\n")), " "))
		}
	}
	return nil
}

// addTraces prints records of Agent Trace, each on a line, and adds them to the file of the
// repository if they are to be written.
func (o *notesOptions) addTraces(u *ui, records []agenttrace.Record, root string) error {
	lines, _, err := agenttrace.Merge(nil, records)
	if err != nil {
		return err
	}
	if _, err := u.out.Write(lines); err != nil {
		return err
	}
	if len(records) == 0 {
		u.note("no edit of the sources wrote a line that is in a commit of " + root)
		return nil
	}
	if !o.write {
		u.note(count(len(records), "record") + " for " + agenttrace.FileName + ", nothing written: add --write")
		return nil
	}
	changed, err := agenttrace.Write(root, records)
	if err != nil {
		return fmt.Errorf("writing %s: %w", agenttrace.FileName, err)
	}
	u.note(count(len(records), "record") + " in " + agenttrace.FileName + ", " + fmt.Sprint(changed) +
		" of them new or changed; commit the file to publish it")
	return nil
}
