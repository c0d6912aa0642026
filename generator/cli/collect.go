package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/collect"
	"steno/generator/config"
)

type collectOptions struct {
	collect.Options
	redact bool
	config string
	json   bool
}

func newCollect(u *ui) *cobra.Command {
	var o collectOptions
	c := &cobra.Command{
		Use:   "collect ARCHIVE",
		Short: "Copy new and grown transcripts into an archive",
		Long: `Collect copies transcripts, with their subagents, spilled outputs, plans and memory, from
Claude Code's folder into an archive, before Claude Code removes them after 30 days.

It only adds: a transcript that has grown takes the place of its shorter copy, one that has
become another keeps the old one (below earlier/), and one that is gone stays. It may be killed, run
twice at once or while sessions are written. The archive is a source for steno build.

With --redact a machine's folder holds nothing but redacted files, and needs --redact each time.`,
		Example: `  steno collect ~/sessions                    # from a hook, a timer or by hand
  steno collect /mnt/team --machine laptop    # several machines in one archive
  steno collect ~/sessions --zstd             # in a fraction of the room
  steno collect /mnt/team --redact            # without secrets, for others to read
  steno collect ~/sessions --dry-run          # what would be taken`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.Archive = args[0]
			return runCollect(c.Context(), u, o)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.Source, "source", "s", "", "Claude Code's `folder` (default: ~/.claude)")
	f.StringVar(&o.Machine, "machine", "", "`name` of this machine's folder in the archive (default: the host's name)")
	f.BoolVar(&o.Zstd, "zstd", false, "store transcripts compressed, as .jsonl.zst")
	f.BoolVar(&o.redact, "redact", false, "take secrets and personal paths out of what is stored, as a build does")
	f.StringVar(&o.config, "config", "", "configuration `file` whose rules --redact goes by (default: the built-in rules)")
	c.MarkFlagFilename("config", "yaml", "yml")
	f.BoolVar(&o.DryRun, "dry-run", false, "say what would be taken, and take nothing")
	f.BoolVar(&o.json, "json", false, "print what was taken as one JSON object on standard output")
	return c
}

// complete puts the defaults in place of what was not said.
func (o *collectOptions) complete() error {
	if o.Source == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return &usageError{fmt.Errorf("finding the home folder: %w", err), "name Claude Code's folder with --source"}
		}
		o.Source = filepath.Join(home, ".claude")
	}
	if _, err := os.Stat(o.Source); err != nil {
		return &usageError{fmt.Errorf("source %q cannot be read", o.Source), "Claude Code keeps its files in ~/.claude; name another folder with --source"}
	}
	if o.Machine == "" {
		host, err := os.Hostname()
		if err != nil || host == "" {
			host = "machine"
		}
		o.Machine = host
	}
	if strings.ContainsAny(o.Machine, `/\`) || o.Machine == "." || o.Machine == ".." {
		return &usageError{fmt.Errorf("--machine: %q is not the name of one folder", o.Machine), ""}
	}
	return o.completeRedaction()
}

// completeRedaction makes the rules. They are those of a file that is named, never of one that
// happens to be in the folder where a hook runs.
func (o *collectOptions) completeRedaction() error {
	if !o.redact {
		if o.config != "" {
			return &usageError{errors.New("--config says what --redact takes out"), "add --redact"}
		}
		return nil
	}
	conf := config.Default()
	var err error
	if o.config != "" {
		if conf, err = config.Load(o.config); err == nil {
			err = conf.Validate()
		}
	}
	o.Keep.SystemPrompt = conf.Content.SystemPrompt
	if err == nil {
		o.Redact, err = generator.NewEngine(conf.Redact)
	}
	if err != nil {
		return &usageError{err, ""}
	}
	if dir := cacheDir(config.CacheAuto); dir != "" {
		o.State = filepath.Join(dir, "collected", o.stateName())
	}
	return nil
}

// stateName is the file that remembers what of this source went into this archive.
func (o *collectOptions) stateName() string {
	h := sha256.New()
	for _, dir := range []string{o.Source, o.Archive} {
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		fmt.Fprintf(h, "%q ", dir)
	}
	fmt.Fprintf(h, "%q", o.Machine)
	return hex.EncodeToString(h.Sum(nil)[:16]) + ".json"
}

// errIncomplete is the end of a run that could not take everything.
var errIncomplete = errors.New("not everything could be taken")

func runCollect(ctx context.Context, u *ui, o collectOptions) error {
	if err := o.complete(); err != nil {
		return err
	}
	sum, err := collect.Run(ctx, o.Options)
	if errors.Is(err, collect.ErrBusy) {
		u.note(err.Error())
		return nil // a hook must not fail because of it
	}
	if errors.Is(err, collect.ErrMixed) {
		return &usageError{err, "say --redact each time or never; or name another archive, or another --machine"}
	}
	if err != nil {
		return err
	}
	for _, t := range sum.Taken {
		u.note(fmt.Sprintf("%-8s  %9s  %s", t.What, "+"+bytesText(t.More), t.Name))
	}
	for _, p := range sum.Problems {
		u.line("warning", yellow, p)
	}
	would := ""
	if o.DryRun {
		would = "would be "
	}
	u.note(fmt.Sprintf("%s: %s %staken, %s; %d unchanged", o.Archive, count(len(sum.Taken), "file"), would, bytesText(sum.Bytes), sum.Unchanged))
	if o.json {
		err = u.printJSON(sum)
	}
	if len(sum.Problems) > 0 {
		err = errors.Join(err, errIncomplete)
	}
	return err
}
