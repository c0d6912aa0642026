package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/git"
	"steno/generator/provenance"
	"steno/generator/selection"
)

// Which sessions an export is to have.

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

// choose finds the sessions that are meant, and asks when nothing was said.
func (o *exportOptions) choose(ctx context.Context, u *ui) ([]choose.Choice, error) {
	ask := o.query.Empty()
	if ask && !u.canAsk() {
		return nil, &usageError{errors.New("which session is to be exported?"), "name one, or use --latest; steno list prints them all"}
	}
	choices, err := generator.Find(ctx, generator.Options{Config: o.config, Version: version()}, o.query, ask)
	var ambiguous *choose.AmbiguousError
	var unknown *choose.NotFoundError
	switch {
	case errors.As(err, &unknown) && unknown.Name == "latest":
		return nil, &usageError{err, `did you mean "--latest"?`}
	case errors.As(err, &unknown) && exists(unknown.Name):
		return nil, notSession(unknown.Name, err)
	case errors.As(err, &unknown) && strings.HasSuffix(unknown.Name, ".jsonl"):
		return nil, &usageError{err, `there is no such file either; "steno list" prints all sessions with their ids`}
	case errors.As(err, &ambiguous), errors.As(err, &unknown):
		return nil, &usageError{err, "steno list prints all sessions with their ids"}
	case err != nil:
		return nil, err
	case len(choices) == 0:
		return nil, &usageError{fmt.Errorf("%w%s", choose.ErrNothingFits, o.asked), o.nothingFits(ctx)}
	case ask:
		return pick(ctx, u, choices)
	}
	return choices, nil
}

// mostNamed is how many names a hint has.
const mostNamed = 6

// nothingFits is what helps when no session fits the query: the names that sessions have, the most alike first.
func (o *exportOptions) nothingFits(ctx context.Context) string {
	const list = "steno list prints all sessions, each with its project"
	known, err := generator.TraitsOf(ctx, generator.Options{Config: o.config, Version: version()}, o.query.Branch != "")
	if err == nil && len(known.Projects) == 0 {
		none := "there is no session in " + plain(strings.Join(o.config.Sources, ", "))
		if others := o.config.AlsoFound(); len(others) > 0 {
			none += "; " + readOthers(others)
		}
		return none
	}
	for _, trait := range []struct {
		name, asked string
		known       []string
	}{{"project", o.query.Project, known.Projects}, {"branch", o.query.Branch, known.Branches}, {"tag", o.query.Tag, known.Tags}} {
		if err != nil || trait.asked == "" || slices.Contains(trait.known, trait.asked) {
			continue
		}
		if len(trait.known) == 0 {
			return fmt.Sprintf("no session has a %s; %s", trait.name, list)
		}
		slices.SortStableFunc(trait.known, func(x, y string) int {
			return cmp.Compare(selection.Distance(x, trait.asked), selection.Distance(y, trait.asked))
		})
		names := "--" + trait.name + " can be " + plain(strings.Join(trait.known[:min(len(trait.known), mostNamed)], ", "))
		if more := len(trait.known) - mostNamed; more > 0 {
			names += fmt.Sprintf(" and %d more", more)
		}
		return names + "; " + list
	}
	return cmp.Or(o.noneHint, list)
}
