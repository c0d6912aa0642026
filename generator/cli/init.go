package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"steno/generator/git"
	"steno/generator/scaffold"
)

type initOptions struct {
	dir    string
	action string // as the user wrote it
	title  string
	local  bool // without workflows
	force  bool

	asks bool // on a terminal, what no flag says
}

func newInit(u *ui) *cobra.Command {
	var o initOptions
	c := &cobra.Command{
		Use:        "init [DIR]",
		SuggestFor: []string{"publish", "deploy", "upload", "setup", "new"},
		Short:      "Prepare a repository to publish its sessions",
		Long: `Init writes a configuration and two workflows for GitHub into a repository: one publishes
its sessions on GitHub Pages, the other attaches the sessions of a pull request to it. It also
adds lines to .gitignore and .gitattributes. Other files that exist are kept. On a terminal it
asks for the title of the site, and whether to publish it on GitHub.

In a folder of a repository the workflows go to the repository's root, and the rest into
the folder.

The workflows run the Steno action. Its repository is recorded in released programs; otherwise
name it with --action, or answer the question. Until it is known, GitHub refuses to run the workflows.`,
		Example: `  steno init
  steno init apps/web                        # one folder of a repository
  steno init --local --title "Engine room"   # the configuration alone
  steno init --action OWNER/steno@v1.2.0     # where the action comes from`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.asks = u.canAsk() && !c.Flags().Changed("title") && !c.Flags().Changed("local")
			o.dir = "."
			if len(args) > 0 {
				o.dir = args[0]
			}
			return runInit(c.Context(), u, o)
		},
	}
	c.Flags().StringVar(&o.action, "action", "", "`repository` of the Steno action: owner/name, or owner/name@tag")
	c.Flags().StringVar(&o.title, "title", "", "`title` of the site (default: made from the repository's name)")
	c.Flags().BoolVar(&o.local, "local", false, "write no workflows: the site is not published on GitHub")
	c.Flags().BoolVar(&o.force, "force", false, "replace files that exist")
	return c
}

// askOptions asks what no flag says: two questions, each with an answer that fits most.
func askOptions(ctx context.Context, u *ui, o *scaffold.Options) error {
	var ok bool
	if o.Title, ok = u.ask(ctx, "title of the site ["+plain(o.SiteTitle())+"]: "); ok {
		for ok {
			var answer string
			answer, ok = u.ask(ctx, "publish on GitHub Pages, and attach sessions to pull requests? [Y/n]: ")
			o.NoWorkflows = slices.Contains([]string{"n", "no"}, strings.ToLower(answer))
			if o.NoWorkflows || slices.Contains([]string{"", "y", "yes"}, strings.ToLower(answer)) {
				break
			}
		}
	}
	return u.unanswered(ctx)
}

const repositoryHint = "name the folder of a repository, or none for the one you are in"

func runInit(ctx context.Context, u *ui, o initOptions) error {
	if info, err := os.Stat(o.dir); errors.Is(err, fs.ErrNotExist) {
		return &usageError{fmt.Errorf("the folder %q does not exist", o.dir), repositoryHint}
	} else if err != nil || !info.IsDir() {
		return &usageError{fmt.Errorf("%q is not a folder", o.dir), repositoryHint}
	}
	dir := git.Resolve(o.dir)
	root := git.Root(dir)
	if root == "" {
		root = dir
	}
	folder, err := filepath.Rel(root, dir)
	if err != nil {
		return err
	}
	if strings.ContainsFunc(folder, unicode.IsControl) {
		return &usageError{fmt.Errorf("%q cannot be named in a workflow", folder), "rename the folder"}
	}
	files := scaffold.Options{Folder: filepath.ToSlash(folder), Title: o.title, NoWorkflows: o.local}
	if folder == "." {
		files.Folder = ""
	}
	files.Owner, files.Name = git.GitHub(root)
	if o.asks {
		if err := askOptions(ctx, u, &files); err != nil {
			return fmt.Errorf("reading the answer: %w", err)
		}
	}
	built := builtFrom()
	if files.NoWorkflows && o.action == "" {
		files.Action = built
	} else if files.Action, err = actionFor(ctx, u, o.action, built); err != nil {
		return err
	}
	w, err := scaffold.Write(root, files, o.force)
	for _, name := range w.New {
		u.note("wrote " + name + ": " + scaffold.Purpose(name))
	}
	warnOfKept(u, w)
	if err != nil {
		return &usageError{fmt.Errorf("writing into %q: %w", root, err), ""}
	}
	if slices.ContainsFunc(w.New, scaffold.IsWorkflow) {
		if git.Root(dir) == "" {
			u.line("warning", yellow,
				fmt.Sprintf("%q is not in a git work tree: GitHub runs workflows only from the top of a repository; run \"git init\" there, or see --local",
					dir))
		}
		warnOfAction(u, files.Action)
	}
	where := ""
	if filepath.Clean(o.dir) != "." {
		where = ", in " + o.dir
	}
	u.note("next" + where + ": steno review -s ~/.claude/projects --project . --config steno.yaml")
	u.note("then: steno collect sessions --project . --config steno.yaml")
	if !files.NoWorkflows && len(w.Others) == 0 {
		u.note("finally: commit these files and the folder sessions, push, and choose GitHub Actions as the source under Settings > Pages on GitHub")
		u.note(`"steno help github" explains the workflows`)
	}
	return nil
}

// warnOfKept warns of files that were there, and of workflows among them that publish another folder.
func warnOfKept(u *ui, w scaffold.Written) {
	for _, name := range w.Kept {
		what := name + " exists and is kept; --force replaces it"
		if slices.Contains(w.Others, name) {
			what = name + " exists and is kept; it does not name this folder's steno.yaml, but --force replaces it"
		}
		u.line("warning", yellow, what)
	}
	if len(w.Others) > 0 {
		u.hint("a repository has one site on GitHub Pages: collect into the folder that is published already, or see --local")
	}
}

// warnOfAction warns of workflows that cannot run, or run what can change.
func warnOfAction(u *ui, a scaffold.Action) {
	switch {
	case a.Repository == "":
		u.line("warning", yellow, "the workflows cannot run yet: the repository of the Steno action is not known")
		u.hint("steno init --action OWNER/steno@TAG completes them")
	case a.Ref == branch:
		u.line("warning", yellow,
			fmt.Sprintf("the workflows run the branch %q of %s, which can change; pin a tag or a commit with --action %[2]s@TAG",
				a.Ref, a.Repository))
	}
}

// branch is what the workflows run of an action when nothing else is known.
const branch = "main"

// actionFor returns the action that the workflows run: the one that was asked for, or the one that
// this program was built from, or what the user answers. The user's own repository says nothing of it.
func actionFor(ctx context.Context, u *ui, asked string, built scaffold.Action) (a scaffold.Action, err error) {
	switch {
	case asked != "":
		a, err = scaffold.ParseAction(asked)
	case built.Repository != "":
		a = built
	case u.canAsk():
		a, err = askForAction(ctx, u)
	}
	if err != nil {
		return a, &usageError{fmt.Errorf("--action: %w", err), ""}
	}
	if a.Repository != "" && a.Ref == "" {
		a.Ref, a.Version = built.Ref, built.Version
		if a.Ref == "" {
			a.Ref = branch
		}
	}
	return a, nil
}

func askForAction(ctx context.Context, u *ui) (scaffold.Action, error) {
	for {
		answer, _ := u.ask(ctx, "repository of the Steno action, such as owner/steno@v1.2.0 (empty: decide later): ")
		if answer == "" {
			return scaffold.Action{}, u.unanswered(ctx)
		}
		a, err := scaffold.ParseAction(answer)
		if err == nil {
			return a, nil
		}
		u.error(err.Error(), "")
	}
}

// repository is the repository of Steno on GitHub, owner/name. The linker sets it in releases:
// -X steno/generator/cli.repository=owner/name
var repository string

// builtFrom returns the action of the repository and the commit that this program was built from,
// as far as the program knows them.
func builtFrom() scaffold.Action {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return scaffold.Action{Repository: repository}
	}
	return actionOf(info, repository)
}

func actionOf(info *debug.BuildInfo, repository string) scaffold.Action {
	a := scaffold.Action{Repository: repository}
	if elems := strings.Split(info.Main.Path, "/"); a.Repository == "" && len(elems) >= 3 && elems[0] == "github.com" {
		a.Repository = elems[1] + "/" + elems[2]
	}
	release := info.Main.Version
	if strings.Contains(release, "-") || strings.Contains(release, "+") || !strings.HasPrefix(release, "v") {
		release = "" // no tag has this name
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	switch commit := settings["vcs.revision"]; {
	case len(commit) == 40 && settings["vcs.modified"] == "false":
		a.Ref, a.Version = commit, release
	default:
		a.Ref = release
	}
	return a
}
