package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/selection"
)

type reviewOptions struct {
	config  config.Config
	file    string // that the lists are written to
	migrate bool
	project string // of which alone values are shown, as the user named it; "" for all
}

func newReview(u *ui) *cobra.Command {
	var s settings
	var o reviewOptions
	c := &cobra.Command{
		Use:   "review",
		Short: "Review the secrets that a build redacts",
		Long: `Review shows each value that a build would redact and that nobody has reviewed, with its
rule, its place and the text around it, and asks what to do with it:

  k  keep it redacted             K  keep all values of this rule redacted
  a  allow it: it is published    A  allow all values of this rule
  n  next, decide later           s  show the value
  u  undo the last answer         q  write what was decided, and quit
  ?  list these answers           x  quit without writing

Answers are saved in redact.reviewed and redact.allow of the configuration, whose comments and layout
are kept; where there is none, a ` + configName + ` is created. The lists name values by ids, from which nobody
can guess them without the key in ` + "`redact.reviewKey`" + ` or ` + redaction.ReviewKeyEnv + `. The first review
creates the key, and keeps it out of git.

Run it where the original transcripts are. With --migrate it asks nothing, and replaces the plain
SHA-256 hashes of older lists with ids.`,
		Example: `  steno review
  steno review -s ~/.claude/projects --project . --config steno.yaml   # before steno collect --redact
  steno review --migrate`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if o.config, err = s.load(c); err != nil {
				return err
			}
			o.file = cmp.Or(s.used, configName)
			if o.project != "" {
				if o.project, err = projectPath(o.project); err != nil {
					return err
				}
				o.config.Select.Include = []string{selection.Literal(o.project)}
				for _, dir := range otherTrees(o.project) {
					o.config.Select.Include = append(o.config.Select.Include, selection.Literal(dir))
				}
			}
			if o.migrate {
				return runMigrate(c.Context(), u, o)
			}
			return runReview(c.Context(), u, o)
		},
	}
	s.addReading(c)
	c.Flags().StringVar(&o.project, "project", "", "only values in sessions of a project: its `name`, or a path such as .")
	completeTraits(c, s.load, "project", projectsOf)
	c.Flags().BoolVar(&o.migrate, "migrate", false, "replace plain SHA-256 hashes in redact.allow and redact.reviewed with ids")
	return c
}

// ready reports what keeps a review from being written, before any work is done.
func (o *reviewOptions) ready() error {
	if !o.config.Redact.Enabled {
		return &usageError{errors.New("there is nothing to review while redact.enabled is false"), ""}
	}
	return inputsExist(o.config)
}

func runReview(ctx context.Context, u *ui, o reviewOptions) error {
	if err := o.ready(); err != nil {
		return err
	}
	if f, ok := u.in.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return &usageError{errors.New("steno review asks about each value and needs a terminal"),
			`"steno check" lists the values, "steno check --json" for programs`}
	}
	return reviewFrom(ctx, u, o)
}

// reviewFrom reviews with the answers that the ui reads.
func reviewFrom(ctx context.Context, u *ui, o reviewOptions) error {
	values, err := o.find(ctx, u)
	if err != nil {
		return err
	}
	r := &reviewer{u: u, lines: linesOf(u.in)}
	for _, v := range values {
		if v.State == redact.StateNew {
			r.values = append(r.values, v)
		}
	}
	switch {
	case len(values) == 0:
		u.note("nothing to review: no secret was found")
		return nil
	case len(r.values) == 0:
		u.note("nothing to review: " + count(len(values), "value") + " redacted, all of them reviewed")
		return nil
	}
	if err := r.ask(ctx); err != nil {
		return err
	}
	add := r.lists()
	if len(add) > 0 {
		if err := editConfig(o.file, add, nil); err != nil {
			return err
		}
	}
	u.note(fmt.Sprintf("%s: %d kept redacted, %d allowed, %d left to review", o.file, len(add["reviewed"]),
		len(add["allow"]), len(r.values)-len(add["reviewed"])-len(add["allow"])))
	return nil
}

// find lists all values of the sources, with ids: it makes a key when there is none.
func (o *reviewOptions) find(ctx context.Context, u *ui) ([]redaction.Value, error) {
	made, err := redaction.MakeReviewKey(o.config.Redact)
	if err != nil {
		return nil, err
	}
	if made != "" {
		u.note("wrote " + made +
			": the key of the ids of values; keep it private, and give it to other machines as " +
			redaction.ReviewKeyEnv)
	}
	bar := u.newBar()
	found, err := generator.Check(ctx, generator.Options{Config: o.config, Version: version(), Progress: bar.show, Unshown: true})
	bar.clear()
	if err != nil && !errors.Is(err, generator.ErrForbidden) {
		return nil, err
	}
	return found.Values, nil
}

// editConfig changes the lists of a configuration file, and makes the file when there is none. The file is
// replaced as a whole.
func editConfig(name string, add map[string][]string, replace map[string]string) error {
	data, err := os.ReadFile(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return fmt.Errorf("reading the configuration: %w", err)
	}
	edited, err := config.EditLists(data, add, replace)
	if err != nil {
		return fmt.Errorf("writing the review to %q: %w", name, err)
	}
	mode := fs.FileMode(0o644)
	if !missing {
		info, err := os.Stat(name)
		if err != nil {
			return fmt.Errorf("writing the review: %w", err)
		}
		mode = info.Mode().Perm()
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".steno-review-*")
	if err != nil {
		return fmt.Errorf("writing the review: %w", err)
	}
	_, err = f.Write(edited)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("writing the review: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// runMigrate replaces plain hashes by ids.
func runMigrate(ctx context.Context, u *ui, o reviewOptions) error {
	if err := o.ready(); err != nil {
		return err
	}
	entries := append(append([]string{}, o.config.Redact.Allow...), o.config.Redact.Reviewed...)
	o.config.Redact.Allow, o.config.Redact.Reviewed = nil, nil // or allowed values would not be found
	values, err := o.find(ctx, u)
	if err != nil {
		return err
	}
	key, err := redaction.ReviewKey(o.config.Redact)
	if err != nil {
		return err
	}
	replace := map[string]string{}
	for _, entry := range entries {
		named := config.Named([]string{entry})[0]
		if named.Keyed() || replace[entry] != "" {
			continue
		}
		id := newID(key, named, values)
		if id == "" {
			u.line("warning", yellow, fmt.Sprintf("%q is no value of these sources and too short to be replaced; it stays", entry))
			continue
		}
		replace[entry] = strings.TrimPrefix(named.Rule+":"+id, ":")
	}
	if len(replace) > 0 {
		if err := editConfig(o.file, nil, replace); err != nil {
			return err
		}
	}
	u.note(fmt.Sprintf("%s: %d plain SHA-256 replaced", o.file, len(replace)))
	return nil
}

// newID returns the id of the value that a plain hash names, "" when it is unknown.
func newID(key []byte, named redact.Allow, values []redaction.Value) string {
	for _, v := range values {
		if named.Names(v.Rule, v.Hash) {
			return v.ID
		}
	}
	var h redact.Hash
	if len(named.Hash) < 2*len(h) || h.UnmarshalText([]byte(named.Hash[:2*len(h)])) != nil {
		return ""
	}
	return redact.ID(key, h)
}
