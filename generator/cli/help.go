package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator/manual"
	"steno/generator/redaction"
)

// newHelp is the verb that explains verbs.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [verb]",
		Short: "Explain a verb",
		Long:  "Help prints what a verb does, its flags and examples; without a verb, the list of verbs.",
		Example: `  steno help
  steno help build
  steno help theme eject`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (verbs []cobra.Completion, _ cobra.ShellCompDirective) {
			if verb, rest, err := c.Root().Find(args); err == nil && len(rest) == 0 {
				for _, v := range verb.Commands() {
					if v.IsAvailableCommand() {
						verbs = append(verbs, cobra.CompletionWithDesc(v.Name(), v.Short))
					}
				}
			}
			return verbs, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			verb, rest, err := c.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = knownVerb(verb, rest)
			}
			if err != nil {
				return err
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		},
	}
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
		{Name: "~/.cache/steno", Text: "what makes later builds quick, in the user's cache folder (macOS: ~/Library/Caches/steno, Windows: %LocalAppData%\\steno); it can be deleted at any time"},
	}
}

// environment lists the variables that Steno reads.
func environment() []manual.Term {
	return []manual.Term{
		{Name: "CLAUDE_CONFIG_DIR", Text: "the folder of Claude Code, in the place of ~/.claude"},
		{Name: redaction.ReviewKeyEnv, Text: "the key of the ids of reviewed values, in the place of its file"},
		{Name: "STENO_BASE_URL, STENO_DESTINATION, ...", Text: "keys of the configuration: \"steno config\" prints them, docs/configuration.md explains the names"},
		{Name: "NO_COLOR", Text: "no colours"},
		{Name: "CI", Text: "no progress bar"},
		{Name: "GOMEMLIMIT, GOGC", Text: "limits of the memory, which replace those that Steno sets"},
	}
}
