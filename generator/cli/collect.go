package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/collect"
	"steno/generator/config"
	"steno/generator/git"
	"steno/generator/output"
	"steno/generator/redaction"
	"steno/parser/source"
)

type collectOptions struct {
	collect.Options
	redact  bool
	chosen  bool // redact was said
	project string
	config  string
	json    bool
}

func newCollect(u *ui) *cobra.Command {
	var o collectOptions
	c := &cobra.Command{
		Use:        "collect ARCHIVE",
		SuggestFor: []string{"archive", "backup", "import", "sync", "copy"},
		Short:      "Copy new and grown transcripts into an archive",
		Long: `Collect copies transcripts, with their subagents, spilled outputs, plans and memory, from
Claude Code's folder into an archive, before Claude Code removes them after 30 days.

It only adds: a transcript that has grown replaces its shorter copy, one that was rewritten
keeps the old copy (below earlier/), and one that is gone stays. It may be killed, run
twice at once or while sessions are written. The archive is a source for steno build.

With --redact a machine's folder contains only redacted files, and needs --redact each time.
A new archive in a git work tree that does not ignore it is redacted unless --redact=false says otherwise.`,
		Example: `  steno collect ~/sessions                    # from a hook, a timer or by hand
  steno collect sessions --project .          # one project, redacted, into its repository
  steno collect /mnt/team --machine laptop    # several machines in one archive
  steno collect ~/sessions --zstd             # in a fraction of the room
  steno collect /mnt/team --redact            # without secrets, for others to read
  steno collect ~/sessions --dry-run          # what would be copied`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.Archive = args[0]
			o.chosen = c.Flags().Changed("redact")
			return runCollect(c.Context(), u, o)
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.Sources, "source", "s", nil,
		"`path` to read transcripts from, as for steno build, or Claude Code's folder; may be repeated (default: ~/.claude)")
	f.StringVar(&o.project, "project", "", "only sessions of a project: its `name`, or a path such as .")
	f.StringVar(&o.Machine, "machine", "",
		"`name` of this machine's folder in the archive (default: the host's name, or one without meaning with --redact)")
	f.BoolVar(&o.Zstd, "zstd", false, "store transcripts compressed, as .jsonl.zst")
	f.BoolVar(&o.redact, "redact", false, "redact secrets and personal paths in what is stored, as a build does")
	f.StringVar(&o.config, "config", "", "configuration `file` with the rules for --redact (default: the built-in rules)")
	c.MarkFlagFilename("config", "yaml", "yml")
	completeTraits(c, o.readable, "project", projectsOf)
	f.BoolVar(&o.DryRun, "dry-run", false, "say what would be copied, and copy nothing")
	f.BoolVar(&o.json, "json", false, "print what was copied as one JSON object on standard output")
	return c
}

// readable returns the configuration with which a build reads what is collected.
func (o *collectOptions) readable(*cobra.Command) (config.Config, error) {
	conf := config.Default()
	if len(o.Sources) > 0 {
		conf.Sources = o.Sources
	}
	return conf.Resolve("."), conf.Validate()
}

// complete puts the defaults in place of what was not said.
func (o *collectOptions) complete(ctx context.Context, u *ui) (err error) {
	conf := config.Default()
	if len(o.Sources) > 0 {
		conf.Sources = o.Sources
		if err := conf.Validate(); err != nil {
			return &usageError{err, ""}
		}
		o.Sources = conf.Resolve(".").Sources
	} else {
		o.Sources = []string{filepath.Dir(conf.Resolve(".").Sources[0])}
		if found := conf.Resolve(".").AlsoFound(); len(found) > 0 {
			u.line("also found", bold, strings.Join(found, ", ")+"; not collected: add them with --source")
		}
	}
	for _, src := range o.Sources {
		if _, err := os.Stat(src); err != nil {
			problem := fmt.Errorf("source %q cannot be read: %w", src, errors.Unwrap(err))
			if errors.Is(err, fs.ErrNotExist) {
				problem = fmt.Errorf("source %q does not exist", src)
			}
			hint := "name the folder that the agent writes to with --source; \"steno help agents\" lists where each agent writes by default"
			if bare := strings.TrimSpace(src); bare != src && exists(bare) {
				hint = blankHint(bare)
			}
			return &usageError{problem, hint}
		}
	}
	if o.Project, err = projectPath(o.project); err != nil {
		return err
	}
	o.Trees = otherTrees(o.Project)
	if strings.ContainsAny(o.Machine, `/\`) || o.Machine == "." || o.Machine == ".." {
		return &usageError{fmt.Errorf("--machine: %q is not the name of one folder", o.Machine), ""}
	}
	if err := o.completeMachine(ctx, u); err != nil {
		return &usageError{err, ""}
	}
	if err := o.apart(); err != nil {
		return err
	}
	return o.completeRedaction(ctx)
}

// completeMachine settles whether files are redacted, and the machine's folder. What is in a work
// tree of git is likely to be pushed.
func (o *collectOptions) completeMachine(ctx context.Context, u *ui) error {
	name := o.Machine
	if name == "" {
		name = hostName()
	}
	held, err := collect.Held(o.Archive, name)
	if err != nil {
		return err
	}
	root := git.Root(o.Archive)
	pushed := root != "" && !git.Ignored(ctx, root, o.Archive)
	if pushed && !o.chosen && held != collect.Raw {
		o.redact = true
		u.note(fmt.Sprintf("redacting: %s is in a git work tree that does not ignore it; --redact=false stores transcripts as they are",
			o.Archive))
	}
	if pushed && !o.redact {
		u.line("warning", yellow,
			fmt.Sprintf("%s is in a git work tree, and what it stores is not redacted; ignore the folder, or collect into another one with --redact",
				o.Archive))
	}
	if o.Machine == "" && held == collect.Nothing {
		unnamed := anonymous(name)
		before, err := collect.Held(o.Archive, unnamed)
		if err != nil {
			return err
		}
		if o.redact || before == collect.Redacted && !o.chosen { // then it is refused as what would mix both
			name = unnamed
		}
	}
	o.Machine = name
	return nil
}

func hostName() string {
	host, err := os.Hostname()
	if err != nil || host == "" {
		return "machine"
	}
	return host
}

// anonymous is a name for a machine that does not say what it is called.
func anonymous(host string) string {
	home, _ := os.UserHomeDir()
	sum := sha256.Sum256([]byte(host + " " + home))
	return "machine-" + hex.EncodeToString(sum[:4])
}

// apart refuses an archive in a site or in a source, and a source in what the archive has of this
// machine.
func (o *collectOptions) apart() error {
	archive := git.Resolve(o.Archive)
	for dir := archive; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, output.ManifestName)); err == nil {
			site := dir
			if rel, err := filepath.Rel(archive, dir); err == nil {
				site = filepath.Join(o.Archive, rel)
			}
			return &usageError{fmt.Errorf("the archive %q is inside the site %q and would be published with it",
				o.Archive, site), "choose a folder outside of it"}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for _, src := range o.Sources {
		dir := git.Resolve(src)
		if within(archive, dir) {
			return &usageError{fmt.Errorf("the archive %q is inside the source %q", o.Archive, src), "choose a folder outside of it"}
		}
		if within(dir, filepath.Join(archive, o.Machine)) {
			return &usageError{fmt.Errorf("the source %q is what the archive %q has of %q", src, o.Archive,
				o.Machine), "choose another archive, or another --machine"}
		}
	}
	return nil
}

// within reports whether a path is in a folder, or is the folder.
func within(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// completeRedaction makes the rules. They are those of a file that is named, never of one that
// happens to be in the folder where a hook runs.
func (o *collectOptions) completeRedaction(ctx context.Context) error {
	if !o.redact {
		if o.config != "" {
			return &usageError{errors.New("--config needs --redact"), "add --redact"}
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
	o.RequireReview = conf.Publish.RequireReview
	o.Keep = source.Options{SystemPrompt: conf.Content.SystemPrompt, FileHistory: conf.Content.FileHistory}
	if err == nil {
		o.Redact, err = redaction.NewEngine(conf.Redact)
	}
	if err != nil {
		return &usageError{err, ""}
	}
	conf.Sources = o.Sources
	if o.Excluded, err = generator.Excluded(ctx, generator.Options{Config: conf, Version: version()}); err != nil {
		return err
	}
	if dir := cacheDir(config.CacheAuto); dir != "" {
		o.State = filepath.Join(dir, "collected", o.stateName())
	}
	return nil
}

// stateName is the file that remembers what of this source went into this archive.
func (o *collectOptions) stateName() string {
	h := sha256.New()
	for _, dir := range append(slices.Clone(o.Sources), o.Archive) {
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		fmt.Fprintf(h, "%q ", dir)
	}
	fmt.Fprintf(h, "%q", o.Machine)
	if o.Project != "" {
		fmt.Fprintf(h, " %q", o.Project)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]) + ".json"
}

// errIncomplete is the end of a run that could not take everything.
var errIncomplete = errors.New("not everything could be copied")

func runCollect(ctx context.Context, u *ui, o collectOptions) error {
	if info, err := os.Stat(o.Archive); err == nil && !info.IsDir() {
		return &usageError{fmt.Errorf("the archive %q is a file, not a folder", o.Archive), "name a folder, which need not exist yet"}
	}
	if err := o.complete(ctx, u); err != nil {
		return err
	}
	sum, err := collect.Run(ctx, o.Options)
	if errors.Is(err, collect.ErrBusy) {
		u.note(err.Error())
		return nil // a hook must not fail because of it
	}
	switch {
	case errors.Is(err, collect.ErrNothing) && o.Project != "":
		return &usageError{err, "\"steno list" + o.sourceFlags() +
			"\" names the project of each session; --project is such a name, or the folder in which the agent worked"}
	case errors.Is(err, collect.ErrNothing):
		return &usageError{err, "name what Claude Code wrote with --source"}
	case errors.Is(err, collect.ErrMachines):
		return &usageError{err, "collect them one by one: --source names one, --machine says what it is called"}
	}
	if errors.Is(err, collect.ErrMixed) {
		return &usageError{err, "use --redact always or never for one folder; or name another archive, or another --machine"}
	}
	if err != nil {
		return err
	}
	listed := sum.Taken
	if len(listed) > mostListed && !u.verbose {
		listed = listed[:mostListed]
	}
	for _, t := range listed {
		u.note(fmt.Sprintf("%-8s  %9s  %s", t.What, "+"+bytesText(t.More), t.Name))
	}
	if more := len(sum.Taken) - len(listed); more > 0 {
		u.note(fmt.Sprintf("and %d more; --verbose lists all", more))
	}
	for _, p := range sum.Problems {
		u.warn(generator.Warning{Text: p})
	}
	u.warningsLeftOut()
	reportNotCopied(u, sum)
	if sum.Full {
		u.hint("free some space on the disk of the archive, and collect again: what was not copied is still where it was")
	}
	if sum.Unreviewed > 0 {
		u.hint(o.reviewHint())
	}
	would := ""
	if o.DryRun {
		would = "would be "
	}
	u.note(fmt.Sprintf("%s: %s %scopied, %s; %d unchanged", o.Archive, count(len(sum.Taken), "file"), would,
		bytesText(sum.Bytes), sum.Unchanged))
	if o.json {
		err = u.printJSON(sum)
	}
	if len(sum.Problems) > 0 {
		err = errors.Join(err, errIncomplete)
	}
	return err
}

// reportNotCopied prints what was not copied on purpose.
func reportNotCopied(u *ui, sum *collect.Summary) {
	if n := len(sum.Elsewhere); n > 0 {
		dirs := sum.Elsewhere
		if n > 3 && !u.verbose {
			dirs = append(slices.Clone(dirs[:3]), fmt.Sprintf("and %d more", n-3))
		}
		u.note("left out: sessions of this project that began in " + strings.Join(dirs, ", ") +
			"; --project with such a folder collects them")
	}
	if sum.Excluded > 0 {
		u.note(fmt.Sprintf("left out: %s of excluded sessions, of sessions that repeat their records, and of typed prompts",
			count(sum.Excluded, "file")))
	}
	if len(sum.Held) > 0 {
		u.line("warning", yellow,
			fmt.Sprintf("the archive has %s of excluded sessions from an earlier run: remove %s if others read it",
				count(len(sum.Held), "file"), strings.Join(sum.Held, ", ")))
	}
}

// reviewHint is how to review what was left out: here, where the originals are.
func (o *collectOptions) reviewHint() string {
	project := ""
	if o.project != "" {
		project = " --project " + shellWord(o.project)
	}
	return "steno review --config " + shellWord(o.config) + o.sourceFlags() + project + " shows what is new; then collect again"
}

// sourceFlags returns the flags with which another command reads what is collected, each after a blank.
func (o *collectOptions) sourceFlags() (flags string) {
	for _, src := range o.Sources {
		if dir := filepath.Join(src, "projects"); isDir(dir) {
			src = dir
		}
		flags += " -s " + shellWord(src)
	}
	return flags
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
