package cli

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/config"
	"steno/generator/selection"
)

// Wrong verbs and flags are errors with a suggestion: those that are spelled much like them.

// portFlag is the flag of steno serve that people leave out before its number.
const portFlag = "port"

const helpHint = `"steno help" lists the verbs and flags`

// didYouMean is a hint at names, and at the help.
func didYouMean(like []string) string {
	if len(like) == 0 {
		return helpHint
	}
	return `did you mean "` + strings.Join(like, `" or "`) + `"? ` + helpHint
}

// explainHint is what helps when nothing better is known: the explanation of a verb.
func explainHint(c *cobra.Command) string {
	return fmt.Sprintf("%q explains it, with examples", strings.TrimSpace("steno help "+strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "steno"), " ")))
}

// wrongArguments explains an error of the command line: most often, how many arguments there are.
func wrongArguments(c *cobra.Command, err error) error {
	if text := err.Error(); strings.HasPrefix(text, "accepts ") || strings.HasPrefix(text, "requires ") {
		err = fmt.Errorf("wrong number of arguments; write %q", c.CommandPath()+strings.TrimPrefix(c.Use, c.Name()))
	}
	return &usageError{err, explainHint(c)}
}

// knownVerb reports a verb that does not exist.
func knownVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	c.SuggestionsMinimumDistance = 2
	return &usageError{fmt.Errorf("unknown command %q for %q", args[0], c.CommandPath()), didYouMean(slices.Compact(c.SuggestionsFor(args[0])))}
}

// pathOrVerb takes paths of transcripts in the place of a verb.
func pathOrVerb(c *cobra.Command, args []string) error {
	if len(args) > 0 && existing(c, args) != nil {
		return knownVerb(c, args)
	}
	return nil
}

// existing takes paths of files and folders that exist.
func existing(c *cobra.Command, args []string) error {
	for _, name := range args {
		if _, err := os.Stat(name); err != nil {
			hint := absent(name)
			if flag := c.Flags().Lookup(portFlag); flag != nil && isNumber(name) {
				hint = "did you mean \"--port " + name + "\"?"
			}
			return &usageError{fmt.Errorf("source %q does not exist", name), hint}
		}
	}
	return nil
}

// absent is the hint at a source that does not exist.
func absent(name string) string {
	if webAddress.MatchString(name) {
		return "Steno opens no network connection: download or clone it first"
	}
	return sourceHint
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// What the flags of a command say of a wrong one, and how they list those that exist.
var (
	unknownFlag = regexp.MustCompile(`^unknown flag: --(\S+)`)
	wrongValue  = regexp.MustCompile(`(?s)^invalid argument "(.*)" for ".*--([a-z-]+)" flag`)
	webAddress  = regexp.MustCompile(`^https?:/`) // a cleaned path has one slash
	flagName    = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`)
)

// flagError explains a flag that does not exist, or has a value of the wrong kind.
func flagError(c *cobra.Command, err error) error {
	var number *strconv.NumError
	if unknown := unknownFlag.FindStringSubmatch(err.Error()); unknown != nil {
		var like []string
		for _, m := range flagName.FindAllStringSubmatch(c.Flags().FlagUsages(), -1) {
			if len(unknown[1]) > 2 && (selection.Distance(unknown[1], m[1]) <= 2 || strings.HasPrefix(m[1], unknown[1])) {
				like = append(like, "--"+m[1])
			}
		}
		key, others := keyOf(unknown[1]), verbsWith(c.Root(), unknown[1])
		switch {
		case len(like) > 0:
			return &usageError{err, didYouMean(like)}
		case key != "" && (key == unknown[1] || len(others) == 0):
			return &usageError{err, fmt.Sprintf("the key %s of %s sets it; %s", key, configName, explainHint(c))}
		case len(others) > 0:
			return &usageError{err, fmt.Sprintf("it is a flag of %s; %s", strings.Join(others, ", "), explainHint(c))}
		case c.Name() == "search":
			return &usageError{err, fmt.Sprintf(`to search for it, put "--" before the query: steno search -- --%s`, unknown[1])}
		}
		return &usageError{err, explainHint(c)}
	}
	if wrong := wrongValue.FindStringSubmatch(err.Error()); wrong != nil && errors.As(err, &number) {
		err = fmt.Errorf("--%s must be a number (got %q)", wrong[2], wrong[1])
	}
	return &usageError{err, explainHint(c)}
}

// verbsWith lists the commands that have a flag.
func verbsWith(c *cobra.Command, flag string) (verbs []string) {
	for _, v := range c.Commands() {
		if v.LocalFlags().Lookup(flag) != nil {
			verbs = append(verbs, strconv.Quote(v.CommandPath()))
		}
		verbs = append(verbs, verbsWith(v, flag)...)
	}
	return verbs
}

// keyOf returns the key of the configuration that a flag is named after: title, or theme.name for theme. It is ""
// where there is none.
func keyOf(flag string) string {
	word := strings.ReplaceAll(flag, "-", "")
	for _, key := range config.Keys() {
		group, last, _ := strings.Cut(key, ".")
		if strings.EqualFold(group, word) || strings.EqualFold(last, word) {
			return key
		}
	}
	return ""
}

// newHelp is the verb that explains verbs.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [verb]",
		Short: "Explain a verb",
		Long:  "Help prints what a verb does, its flags and examples; without a verb, the list of verbs.",
		Example: `  steno help
  steno help build
  steno help theme eject`,
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

// Shells complete verbs and flags by themselves; these are values and sessions.

// completes makes a flag complete the values that it may have.
func completes(c *cobra.Command, flag string, values ...string) {
	// The only error is a flag that does not exist.
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

// completeExport makes export complete what it is given, and returns it.
func completeExport(c *cobra.Command, s *settings) *cobra.Command {
	completes(c, "format", formatHTML, formatJSON, formatJSONL, formatATIF, formatMarkdown)
	completes(c, "level", selection.Levels()...)
	completes(c, "hide", selection.Kinds()...)
	c.ValidArgsFunction = completeSessions(s)
	return c
}

// completeSessions completes ids of sessions, newest first, each with its project and day. Files can
// be named, too. Trouble with the sources is no time to say anything.
func completeSessions(s *settings) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) (ids []cobra.Completion, _ cobra.ShellCompDirective) {
		conf, err := s.load(c)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		found, err := generator.Find(c.Context(), generator.Options{Config: conf, Version: version()}, choose.Query{}, false)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		for _, f := range found {
			if strings.HasPrefix(f.ID, typed) {
				ids = append(ids, cobra.CompletionWithDesc(plain(f.ID), plain(f.Project)+" "+f.End.Local().Format("2006-01-02")))
			}
		}
		return ids, cobra.ShellCompDirectiveDefault
	}
}
