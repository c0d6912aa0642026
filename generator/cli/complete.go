package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/selection"
)

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
	completeTraits(c, s, "project", func(t generator.Traits) []string { return t.Projects })
	completeTraits(c, s, "branch", func(t generator.Traits) []string { return t.Branches })
	completeTraits(c, s, "tag", func(t generator.Traits) []string { return t.Tags })
	c.ValidArgsFunction = completeSessions(s)
	return c
}

// completeTraits makes a flag complete one kind of names that sessions of the sources have. A path can be a project, too.
func completeTraits(c *cobra.Command, s *settings, flag string, of func(generator.Traits) []string) {
	complete := func(c *cobra.Command, _ []string, typed string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
		conf, err := s.load(c)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		known, err := generator.TraitsOf(c.Context(), generator.Options{Config: conf, Version: version()}, flag == "branch")
		for _, name := range of(known) {
			if err == nil && strings.HasPrefix(name, typed) {
				names = append(names, plain(name))
			}
		}
		if flag == "project" {
			return names, cobra.ShellCompDirectiveDefault
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the only error is a flag that does not exist
	}
}

// describeFlags makes the texts of flags fit for the lists of shells, which show their first lines, with quotes.
func describeFlags(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		_, text := pflag.UnquoteUsage(f)
		f.Usage = strings.ReplaceAll(text, "\n", " ")
	})
	for _, v := range c.Commands() {
		describeFlags(v)
	}
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
