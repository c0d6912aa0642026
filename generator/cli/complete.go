package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/config"
	"steno/generator/search/query"
	"steno/generator/selection"
	"steno/parser/formats"
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
	completeTraits(c, s.load, "project", projectsOf)
	completeTraits(c, s.load, "branch", branchesOf)
	completeTraits(c, s.load, "tag", tagsOf)
	c.ValidArgsFunction = completeSessions(s)
	return c
}

// loader returns the configuration in effect, with the flags of a verb.
type loader func(*cobra.Command) (config.Config, error)

// completeTraits makes a flag complete one kind of names that sessions of the sources have. A path
// can be a project, too.
func completeTraits(c *cobra.Command, load loader, flag string, of func(generator.Traits) []string) {
	complete := func(c *cobra.Command, _ []string, typed string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
		for _, name := range traits(c, load, flag == "branch", of) {
			if strings.HasPrefix(name, typed) {
				names = append(names, name)
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

// traits returns one kind of names that sessions of the sources have; none if the sources cannot be read.
func traits(c *cobra.Command, load loader, branches bool, of func(generator.Traits) []string) (names []string) {
	conf, err := load(c)
	if err != nil {
		return nil
	}
	known, err := generator.TraitsOf(c.Context(), generator.Options{Config: conf, Version: version()}, branches)
	if err != nil {
		return nil
	}
	for _, name := range of(known) {
		names = append(names, plain(name))
	}
	return names
}

func projectsOf(t generator.Traits) []string { return t.Projects }
func branchesOf(t generator.Traits) []string { return t.Branches }
func tagsOf(t generator.Traits) []string     { return t.Tags }

// completeHomes completes the agents that a source can name. Files are completed as long as none
// fits what is typed.
func completeHomes(_ *cobra.Command, _ []string, typed string) (homes []cobra.Completion, _ cobra.ShellCompDirective) {
	for _, f := range formats.All() {
		if home := homePrefix + f.Key; typed != "" && strings.HasPrefix(home, typed) {
			homes = append(homes, cobra.CompletionWithDesc(home, f.Name))
		}
	}
	return homes, cobra.ShellCompDirectiveDefault
}

// prepareCompletion completes what no verb completes by itself: files only where a file or a folder
// is expected, as the usage says it. It makes the texts of flags fit for the lists of shells, which
// show their first lines, with quotes.
func prepareCompletion(c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		kind, text := pflag.UnquoteUsage(f)
		_, own := c.GetFlagCompletionFunc(f.Name)
		switch {
		case own || f.Value.Type() == "bool":
		case f.Name == "source":
			c.RegisterFlagCompletionFunc(f.Name, completeHomes)
		case !slices.Contains([]string{"file", "folder", "path"}, kind):
			completes(c, f.Name)
		}
		f.Usage = strings.ReplaceAll(text, "\n", " ")
	})
	_, operands, _ := strings.Cut(c.Use, " ")
	switch {
	case c.ValidArgsFunction != nil:
	case operands == "":
		c.ValidArgsFunction = cobra.NoFileCompletions
	case !strings.Contains(operands, "path"):
		c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
	}
	for _, v := range c.Commands() {
		prepareCompletion(v)
	}
}

// completeQuery completes the filters of a query, and the values of those that sessions are chosen by.
func completeQuery(s *settings) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) (words []cobra.Completion, _ cobra.ShellCompDirective) {
		filter, _, has := strings.Cut(typed, ":")
		of := map[string]func(generator.Traits) []string{"project": projectsOf, "branch": branchesOf, "tag": tagsOf}[filter]
		if !has || of == nil {
			return query.Filters(), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
		}
		for _, name := range traits(c, s.load, filter == "branch", of) {
			if word := filter + ":" + name; strings.HasPrefix(word, typed) && !strings.Contains(name, " ") {
				words = append(words, word)
			}
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeSessions completes ids of sessions, newest first, each with its project and day. Files can
// be named, too; an id that contains a secret is left out. Trouble with the sources is no time to say anything.
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
			if strings.HasPrefix(f.ID, typed) && !f.Unshown {
				ids = append(ids, cobra.CompletionWithDesc(plain(f.ID), plain(f.Project)+" "+f.End.Local().Format("2006-01-02")))
			}
		}
		return ids, cobra.ShellCompDirectiveDefault
	}
}
