package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/config"
	"steno/generator/git"
	"steno/generator/provenance"
	"steno/generator/selection"
)

type exportOptions struct {
	config config.Config
	query  choose.Query
	output string
	max    int
	format string
	level  string
	turns  selection.Turns
	hide   []string

	disclosure bool
	force      bool
	strict     bool

	asked    string // the flags that narrow the query, each after a blank
	noneHint string // if no session fits, for a commit
	next     followUp
}

func newExport(u *ui) *cobra.Command {
	var s settings
	var o exportOptions
	var since, until, size, turns string
	c := &cobra.Command{
		Use:        "export [SESSION...]",
		SuggestFor: []string{"convert", "html", "save", "print", "comment", "share", "attach"},
		Short:      "Write sessions into one file: HTML, JSON or Markdown",
		Long: `Export writes one self-contained HTML file: pages, styles, scripts, pictures, agents,
rewound branches and search in it. It opens offline, loads nothing and sends nothing,
so that it can be attached to a pull request or an e-mail. One session opens at its start;
several begin with a list.

A session is named by its id, the beginning of its id, or its transcript's file. It can
also be chosen by what it did. Without a choice, export takes the only one, or asks on a terminal.

With --format json the file is for programs: everything that Steno read from the sessions, in
a form that "steno help session-json" describes. With --format md it is a summary. With --format
jsonl it has the original records, redacted, for datasets and to pass a session on; with
--format atif it is a trajectory in the Agent Trajectory Interchange Format 1.7.

Secrets and the names of home directories are redacted as in a build. This is best effort: look
at the file before you share it.`,
		Example: `  steno export --latest --project .                # what was just done here
  steno export 1be00aae -o review.html             # by the beginning of its id
  steno export claude-execution-output.json        # a run in CI, by the file that it left
  steno export --pr 31                             # the sessions that made a pull request
  steno export --pr 31 --format md                 # a summary for its comment, on standard output
  steno export --latest --format json -o - | jq .  # for programs
  steno export 1be00aae --level conversation       # without calls, thinking and agents
  steno export --commit e4a07c3 --max-size 5MB     # long outputs are left out to fit
  steno export --since 2026-01-19 --until 2026-01-20 -o - > day.html`,
		RunE: func(c *cobra.Command, names []string) (err error) {
			if o.config, err = s.load(c); err != nil {
				return err
			}
			o.next.again, o.query.Names, o.asked = s.again(names...), names, narrowing(c)
			o.readFiles(names, len(s.sources) > 0)
			err = errors.Join(readTime(&o.query.Since, "--since", since, 0), readTime(&o.query.Until, "--until", until, 24*time.Hour),
				readSize(&o.max, "--max-size", size), o.readProject(),
				o.checkFormat(c.Flags().Changed("format")), o.readTurns(turns), o.checkQuery())
			o.override(c.Flags().Changed("level"))
			o.readCommit(c.Context())
			if err = errors.Join(err, o.config.Validate()); err != nil {
				return &usageError{err, ""}
			}
			return o.next.hinted(runExport(c.Context(), u, o))
		},
	}
	s.addReading(c)
	s.addPublishing(c)
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, - for standard output (default: made from the title)")
	o.addQuery(f, &since, &until)
	f.StringVar(&size, "max-size", "",
		"largest `size` of the file, such as 5MB: raw records, files and the longest outputs are left out to fit")
	f.StringVar(&o.format, "format", formatHTML,
		"html, json, jsonl (redacted records), atif (a trajectory) or md (a summary for the\ncomment of a pull request); by default, what the name of --output ends in")
	f.StringVar(&o.level, "level", "", "how much is in it: prompts, conversation or everything")
	f.StringVar(&turns, "turns", "", "`turns` of the session, by the numbers of their prompts: 3-7, 3, 3- or -7")
	f.StringSliceVar(&o.hide, "hide", nil, "`kinds` that are left out, with commas between: "+strings.Join(selection.Kinds(), ", "))
	f.BoolVar(&o.disclosure, "disclosure", false, "with --format md: say which agent worked, at whose request, and what was not verified")
	f.BoolVar(&o.force, "force", false, "replace an existing file")
	f.BoolVar(&o.strict, "strict", false, "let warnings fail the export (exit code 1), after it is written")
	return completeExport(c, &s)
}

// addQuery adds the flags that say which sessions are wanted.
func (o *exportOptions) addQuery(f *pflag.FlagSet, since, until *string) {
	f.BoolVar(&o.query.Latest, "latest", false, "the session that was active last")
	f.StringVar(&o.query.Project, "project", "", "sessions of a project: its `name`, or a path such as .")
	f.StringVar(&o.query.PullRequest, "pr", "", "sessions that made a pull request: its `number` or address")
	f.StringVar(&o.query.Commit, "commit", "",
		"sessions that made a commit: the beginning of its `hash`, or\nwhat git calls it here, such as HEAD; its trailers and notes count, too")
	f.StringVar(&o.query.Branch, "branch", "", "sessions that were on a git `branch`")
	f.StringVar(&o.query.Tag, "tag", "", "sessions with a `tag`, or any that a glob such as 'release*' fits")
	f.StringVar(since, "since", "", "sessions active since a `day` or time, local: 2026-01-19 or 2026-01-19T08:30")
	f.StringVar(until, "until", "", "sessions begun until a `day` or time, local")
}

// projectPath makes a path that names a project an absolute one, as the records name it.
func projectPath(p string) (string, error) {
	slashed := filepath.ToSlash(p)
	if slashed == "." || slashed == ".." || strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../") {
		abs, err := filepath.Abs(p)
		if real, rerr := filepath.EvalSymlinks(abs); rerr == nil { // agents record where links lead
			return real, nil
		}
		return abs, err
	}
	if filepath.IsAbs(p) { // shells complete it with a slash at the end
		return filepath.Clean(p), nil
	}
	return p, nil
}

// otherTrees returns where a project that is named by its path is in the other work trees of its repository.
func otherTrees(project string) []string {
	if !filepath.IsAbs(project) {
		return nil
	}
	return git.Worktrees(project)[1:]
}

func (o *exportOptions) readProject() (err error) {
	if o.query.Project, err = projectPath(o.query.Project); err == nil {
		o.query.Trees = otherTrees(o.query.Project)
	}
	return err
}

// override puts what the flags say over the configuration.
func (o *exportOptions) override(level bool) {
	if level {
		o.config.Select.Level = o.level
		o.config.SetPlace("select.level", "--level")
	}
	if len(o.hide) > 0 {
		o.config.Select.Hide = append(o.config.Select.Hide, o.hide...)
		o.config.SetPlace("select.hide", "--hide")
	}
	o.config.Publish.Disclosure = o.config.Publish.Disclosure || o.disclosure
}

// narrowing returns the flags of a command line that narrow the query.
func narrowing(c *cobra.Command) (flags string) {
	for _, name := range []string{"latest", "project", "pr", "commit", "branch", "tag", "since", "until"} {
		if f := c.Flags().Lookup(name); f.Changed && f.Value.Type() == "bool" {
			flags += " --" + name
		} else if f.Changed {
			flags += " --" + name + " " + shellWord(f.Value.String())
		}
	}
	return flags
}

// commitHash is a hash of a commit, or its beginning.
var commitHash = regexp.MustCompile(`^[0-9a-fA-F]{4,64}$`)

// pullAddress is how the addresses of pull requests end.
var pullAddress = regexp.MustCompile(`/\d+(/[a-z]+)?/?([?#].*)?$`)

// checkQuery reports what no session could fit.
func (o *exportOptions) checkQuery() error {
	pr := strings.TrimPrefix(o.query.PullRequest, "#")
	if n, err := strconv.Atoi(pr); pr != "" && (err == nil && n < 1 ||
		err != nil && (!strings.ContainsAny(pr, "/#") ||
			webAddress.MatchString(pr) && !pullAddress.MatchString(pr))) {
		return fmt.Errorf("--pr: %q is neither a number nor an address; write 31 or https://github.com/owner/name/pull/31",
			o.query.PullRequest)
	}
	if slices.Contains(o.query.Names, "") {
		return errors.New("the name of a session is empty; write its id, or the beginning of it")
	}
	if !o.query.Until.IsZero() && o.query.Since.After(o.query.Until) {
		return fmt.Errorf("--since %s is after --until %s, so no session fits",
			o.query.Since.Format(time.DateOnly), o.query.Until.Format(time.DateOnly))
	}
	return nil
}

// readCommit looks the commit up in the repository here, if there is one: its complete hash, and the
// sessions that its trailers and the note on it name.
func (o *exportOptions) readCommit(ctx context.Context) {
	root := git.Root(".")
	switch {
	case o.query.Commit == "":
		return
	case root == "":
		if !commitHash.MatchString(o.query.Commit) {
			o.noneHint = fmt.Sprintf("%q is not the hash of a commit, and cannot be looked up: this folder is not in a git work tree",
				o.query.Commit)
		}
		return
	case !git.Installed():
		o.noneHint = "git is not installed, or not on the PATH: install it, or write the hash of the commit as the session has it"
		return
	}
	o.noneHint = "no session recorded the commit, and neither a trailer nor a git note names one: see \"steno help provenance\"; \"steno list\" prints all sessions"
	if c := git.Named(ctx, root, o.query.Commit); c != nil {
		o.query.Commit = c.Hash
		o.query.Named = provenance.Named(c, o.config.Commits.Trailers, git.Note(ctx, root, o.config.Commits.Notes, c.Hash))
	} else {
		o.noneHint = fmt.Sprintf("the repository %q has no commit of this name; steno list prints all sessions", root)
	}
}

// readTurns reads which turns are in the file.
func (o *exportOptions) readTurns(text string) (err error) {
	if text == "" {
		return nil
	}
	if o.format != formatHTML {
		return fmt.Errorf("--turns is for --format %s", formatHTML)
	}
	o.turns, err = selection.ParseTurns(text)
	return err
}

// readTime reads a day or a time of this place. A day is its start or, with whole,
// its end.
func readTime(t *time.Time, flag, text string, whole time.Duration) error {
	if text == "" {
		return nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			*t = at
			return nil
		}
	}
	day, err := time.ParseInLocation("2006-01-02", text, time.Local)
	if err != nil {
		return fmt.Errorf("%s: %q is neither a day nor a time; write 2026-01-19 or 2026-01-19T08:30", flag, text)
	}
	*t = day
	if whole > 0 {
		*t = day.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	return nil
}

// readSize reads "500KB", "5MB" or a number of bytes.
func readSize(n *int, flag, text string) error {
	if text == "" {
		return nil
	}
	number := strings.TrimRightFunc(strings.ToUpper(text), unicode.IsLetter)
	unit, known := map[string]float64{"": 1, "B": 1, "K": 1e3, "KB": 1e3, "M": 1e6, "MB": 1e6, "G": 1e9,
		"GB": 1e9}[strings.ToUpper(text)[len(number):]]
	value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !known || value <= 0 {
		return fmt.Errorf("%s: %q is no size; write 500KB or 5MB", flag, text)
	}
	if *n = int(value * unit); *n < 1000 {
		return fmt.Errorf("%s: %q is less than 1 KB; write 500KB or 5MB", flag, text)
	}
	return nil
}

func runExport(ctx context.Context, u *ui, o exportOptions) error {
	if err := inputsExist(o.config); err != nil {
		for _, name := range o.query.Names {
			if exists(name) {
				return notSession(name, err)
			}
			if strings.HasSuffix(name, ".jsonl") || strings.ContainsRune(name, filepath.Separator) {
				return &usageError{fmt.Errorf("%q does not exist", name), sourceHint}
			}
		}
		return err
	}
	if o.output != "" && o.output != "-" {
		if err := o.free(o.output); err != nil {
			return err
		}
	}
	choices, err := o.choose(ctx, u)
	if err != nil {
		return err
	}
	if (o.turns != selection.Turns{}) && len(choices) > 1 {
		return &usageError{fmt.Errorf("--turns: %d sessions were chosen; choose one", len(choices)), ""}
	}
	var ids []string
	for _, c := range choices {
		ids = append(ids, c.ID)
	}
	switch o.format {
	case formatMarkdown:
		return o.comment(ctx, u, ids)
	case formatJSON, formatJSONL, formatATIF:
		return o.exportJSON(ctx, u, ids)
	}
	bar := u.newBar()
	e, err := generator.Export(ctx, generator.Options{
		Config: o.config, Turns: o.turns, Strict: o.strict, Version: version(), Progress: bar.show, Warn: u.warn,
	}, ids, o.max)
	bar.clear()
	u.warningsLeftOut()
	if err != nil && !errors.Is(err, generator.ErrStrict) {
		return err
	}
	reportRedactions(u, e.Summary.Redactions, o.next.review(o.config.Redact.Report, e.Summary.Unreviewed))
	reportLeftOut(u, e.Left, len(e.HTML))
	if werr := o.writeHTML(u, e); werr != nil {
		return werr
	}
	return err
}

// comment writes the summary for a pull request.
func (o *exportOptions) comment(ctx context.Context, u *ui, ids []string) error {
	text, err := generator.Comment(ctx, generator.Options{Config: o.config, Version: version(), Warn: u.warn}, ids)
	u.warningsLeftOut()
	if err != nil {
		return err
	}
	if o.output == "" || o.output == "-" {
		_, err := u.out.Write(text)
		return err
	}
	if err := o.writeNew(o.output, text); err != nil {
		return err
	}
	u.note(fmt.Sprintf("%s: %s, %s; look at it before you share it", o.output, count(len(ids), "session"), bytesText(int64(len(text)))))
	return nil
}
