package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator/manual"
	"steno/generator/redaction"
	"steno/generator/selection"
)

// newHelp is the verb that explains verbs, and prints the documentation: people who have only the
// program can read its pages.
func newHelp(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "help [verb or page]",
		Short: "Explain a verb, or print a page of the documentation",
		Long: `Help prints what a verb does, its flags and examples, or a page of the documentation; without
either, the lists of both. A page that is called as a verb has the ending of its file: "steno help export" explains the verb,
"steno help export.md" prints the page.`,
		Example: `  steno help
  steno help build
  steno help theme eject
  steno help configuration`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			if verb, rest, err := c.Root().Find(args); err == nil && len(rest) == 0 {
				for _, v := range verb.Commands() {
					if v.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(v.Name(), v.Short))
					}
				}
			}
			if len(args) == 0 {
				names = append(names, pages(u.bundled)...)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			verb, rest, err := c.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = knownVerb(verb, rest)
			}
			if err == nil {
				verb.InitDefaultHelpFlag()
				return verb.Help()
			}
			file := pageFile(u.bundled, args[0])
			if len(args) > 1 || file == "" {
				return likePage(u.bundled, args, err)
			}
			return printPage(c, u.bundled, file)
		},
	}
}

// pages returns the names of the pages of the documentation.
func pages(bundled fs.FS) (names []string) {
	files, err := fs.Glob(bundled, "docs/*.md")
	if err != nil {
		return nil // a malformed pattern
	}
	for _, f := range append(files, "docs/github/README.md") {
		names = append(names, pageName(f))
	}
	slices.Sort(names)
	return names
}

// verbsPage is the page that says more of a verb.
var verbsPage = map[string]string{
	"check": "publishing-safely", "collect": "collect.md", "config": "configuration", "export": "export.md",
	"init": "github", "mcp": "for-machines",
	"merge": "scaling", "notes": "provenance", "review": "publishing-safely", "search": "search-format",
	"serve": "serve.md", "theme": "themes",
}

// morePage names the page that says more of a verb.
func morePage(verb *cobra.Command) {
	if page := verbsPage[verb.Name()]; page != "" && verb.Parent() == verb.Root() {
		fmt.Fprintf(verb.OutOrStdout(), "\n\"steno help %s\" has more.\n", page)
	}
}

// verbPages are pages with the name of a verb, which keep the ending of their file.
var verbPages = []string{"collect", "export", "serve"}

// pageName returns what the user calls a file of the documentation.
func pageName(file string) string {
	name := path.Base(file)
	if name == "README.md" {
		return path.Base(path.Dir(file))
	}
	if bare := strings.TrimSuffix(name, ".md"); !slices.Contains(verbPages, bare) {
		return bare
	}
	return name
}

// pageFile returns the file of the documentation that the user calls name, "" if there is none.
func pageFile(bundled fs.FS, name string) string {
	name = path.Clean(filepath.ToSlash(name))
	for _, pattern := range []string{"docs/%s.md", "docs/%s", "docs/%s/README.md", "docs/github/%s", "docs/schemas/%s", "%s"} {
		file := fmt.Sprintf(pattern, name)
		if info, err := fs.Stat(bundled, file); err == nil && !info.IsDir() {
			return file
		}
	}
	return ""
}

// likePage is the error about a name that is neither that of a verb nor of a page: it suggests a
// page if no verb fits.
func likePage(bundled fs.FS, args []string, err error) error {
	if len(args) > 1 && pageFile(bundled, args[0]) != "" {
		return &usageError{fmt.Errorf("unexpected argument %q for a page of the documentation", args[1]), fmt.Sprintf("%q prints it", "steno help "+args[0])}
	}
	if strings.Contains(hintOf(err), "did you mean") || len(args) > 1 {
		return err
	}
	name := strings.TrimSuffix(path.Base(filepath.ToSlash(args[0])), ".md")
	hint := `"steno help" lists the verbs and the pages`
	for _, page := range pages(bundled) {
		if selection.Distance(strings.TrimSuffix(page, ".md"), name) <= 2 ||
			len(name) > 4 && strings.HasPrefix(page, strings.ToLower(name)) {
			hint = fmt.Sprintf("did you mean %q? ", page) + hint
			break
		}
	}
	return &usageError{fmt.Errorf("no verb and no page is called %q", args[0]), hint}
}

// printPage prints a file of the documentation, Markdown as text. Its links become commands that
// print what they lead to.
func printPage(c *cobra.Command, bundled fs.FS, file string) error {
	data, err := fs.ReadFile(bundled, file)
	if err != nil {
		return err
	}
	text := string(data)
	if path.Ext(file) == ".md" {
		text = manual.Guide(text, func(link string) string {
			to := path.Join(path.Dir(file), link)
			if info, err := fs.Stat(bundled, to); err != nil || info.IsDir() {
				return ""
			}
			return "steno help " + pageName(to)
		})
	}
	_, err = fmt.Fprint(c.OutOrStdout(), text)
	return err
}

// newMan writes the manual that packages bring along. Users have help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages",
		Long:    "Man writes one manual page for each verb into a folder, for packages.",
		Example: "  steno man /usr/local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		Hidden:  true,
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return &usageError{fmt.Errorf("making the folder: %w", err), ""}
			}
			return manual.Book{Version: version(), Sections: []manual.Section{
				{Title: "EXIT STATUS", Terms: exitStatus()},
				{Title: "FILES", Terms: files()},
				{Title: "ENVIRONMENT", Terms: environment()},
			}}.Write(args[0], c.Root())
		},
	}
}

// exitStatus lists the exit codes, which are the same for every verb; README.md has them too.
func exitStatus() []manual.Term {
	return []manual.Term{
		{Name: "0", Text: "done"},
		{Name: "1", Text: "the build or the check failed"},
		{Name: "2", Text: "wrong usage, configuration, source or destination"},
		{Name: "3", Text: "no session matches"},
		{Name: "130", Text: "interrupted"},
	}
}

// exitCodes is their table in the help.
func exitCodes() string {
	var b strings.Builder
	b.WriteString("Exit codes, the same for every verb:")
	for _, t := range exitStatus() {
		fmt.Fprintf(&b, "\n  %3s  %s", t.Name, t.Text)
	}
	return b.String()
}

// files lists the files that Steno reads and writes beside transcripts and pages.
func files() []manual.Term {
	return []manual.Term{
		{Name: configName, Text: "the configuration: of the working directory, or of the nearest folder above it in the git work tree"},
		{Name: "~/.claude/projects", Text: "the transcripts of Claude Code, which are read when no others are named"},
		{Name: "steno-sessions.yaml", Text: "titles, tags and notes of sessions, and sessions to hide, in a source"},
		{Name: ".stenoignore", Text: "sessions to leave out, in the folder of a project"},
		{Name: ".steno-review-key", Text: "the key of the ids of reviewed values; keep it private"},
		{Name: "steno-manifest.json", Text: "the list of the files that a build wrote, in the destination"},
		{Name: "~/.cache/steno",
			Text: "what makes later builds quick, in the user's cache folder (macOS: ~/Library/Caches/steno, Windows: %LocalAppData%\\steno); it can be deleted at any time"},
	}
}

// environment lists the variables that Steno reads.
func environment() []manual.Term {
	return []manual.Term{
		{Name: "CLAUDE_CONFIG_DIR", Text: "the folder of Claude Code, in the place of ~/.claude"},
		{Name: redaction.ReviewKeyEnv, Text: "the key of the ids of reviewed values, in the place of its file"},
		{Name: "STENO_BASE_URL, STENO_DESTINATION, ...",
			Text: "keys of the configuration: \"steno config\" prints them, \"steno help configuration\" explains the names"},
		{Name: "NO_COLOR", Text: "no colours"},
		{Name: "CI", Text: "no progress bar"},
		{Name: "GOMEMLIMIT, GOGC", Text: "limits of the memory, which replace those that Steno sets"},
	}
}
