package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"steno/generator/config"
	"steno/generator/themes"
)

func newTheme(u *ui) *cobra.Command {
	c := &cobra.Command{
		Use:   "theme",
		Short: "List, copy out and preview what pages look like",
		Long: `Theme changes how a site looks. A look is chosen with theme.name and adjusted with
theme.params in the configuration; files in theme.dir replace built-in ones. See "steno help themes".`,
		Example: `  steno theme list
  steno theme preview -d preview
  steno theme eject look --only session-head`,
		Args: knownVerb,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newThemeList(u), newThemeEject(u), newThemePreview(u))
	return c
}

func newThemeList(u *ui) *cobra.Command {
	var s settings
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the looks there are",
		Long: `List prints one line for each look that theme.name can name, those of theme.dir
among them. An asterisk marks the one in use.`,
		Example: `  steno theme list
  steno theme list --config site/steno.yaml`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, err := s.load(c)
			if err != nil {
				return err
			}
			return runThemeList(u, conf, asJSON)
		},
	}
	s.addConfig(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of objects instead of a table")
	return c
}

// look is a look as --json prints it.
type look struct {
	Name  string `json:"name"`
	Text  string `json:"text"`  // one sentence about it
	InUse bool   `json:"inUse"` // the configuration chooses it
}

func runThemeList(u *ui, conf config.Config, asJSON bool) error {
	if err := themeExists(conf); err != nil {
		return err
	}
	looks, err := themes.Looks(conf)
	if err != nil {
		return err
	}
	var all []look
	for _, l := range looks {
		all = append(all, look{l.Name, l.Text, l.Name == conf.Theme.Name})
	}
	if asJSON {
		return u.printJSON(all)
	}
	w := tabwriter.NewWriter(u.out, 0, 0, 2, ' ', 0)
	for _, l := range all {
		mark := " "
		if l.InUse {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s\t%s\n", mark, plain(l.Name), plain(l.Text))
	}
	return w.Flush()
}

func newThemeEject(u *ui) *cobra.Command {
	var s settings
	var only []string
	var force bool
	c := &cobra.Command{
		Use:   "eject [DIR]",
		Short: "Copy the built-in templates, styles and scripts out for editing",
		Long: `Eject writes files of the built-in theme to DIR, or to theme.dir, or to the folder
"theme". There each replaces the built-in file of its name as soon as theme.dir
names the folder. Take only the files that you mean to change: what stays built in
goes along with new versions of Steno.

Files that are there and differ are never overwritten without --force.`,
		Example: `  steno theme eject --only tokens.css          # the colours and the scales
  steno theme eject look --only session-head   # one template
  steno theme eject look --only paper --only icon.svg
  steno theme eject look                       # everything`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			conf, err := s.load(c)
			if err != nil {
				return err
			}
			dir := conf.Theme.Dir
			if len(args) == 1 {
				dir = filepath.Clean(args[0])
			} else if dir == "" {
				dir = "theme"
			}
			return runThemeEject(u, conf, dir, only, force)
		},
	}
	s.addConfig(c)
	c.Flags().StringArrayVar(&only, "only", nil, "`name` of a file to write, such as tokens.css or session-head; may be repeated")
	c.Flags().BoolVar(&force, "force", false, "overwrite files that differ")
	c.RegisterFlagCompletionFunc("only", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return themes.Files(), cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func runThemeEject(u *ui, conf config.Config, dir string, only []string, force bool) error {
	written, err := themes.Eject(dir, only, force)
	for _, name := range written {
		fmt.Fprintln(u.out, plain(name))
	}
	switch {
	case errors.Is(err, themes.ErrExists):
		return &usageError{err, "--force overwrites it; nothing was written"}
	case err != nil:
		return &usageError{err, ""}
	case len(written) == 0:
		u.note("nothing to write: all files are there already")
	}
	abs, err := filepath.Abs(dir)
	if own, _ := filepath.Abs(conf.Theme.Dir); err == nil && (conf.Theme.Dir == "" || own != abs) && !u.quiet {
		u.hint(fmt.Sprintf("to use them, write theme: {dir: %q} in %s", dir, configName))
	}
	return nil
}

func newThemePreview(u *ui) *cobra.Command {
	var s settings
	var force bool
	c := &cobra.Command{
		Use:   "preview",
		Short: "Make a page that shows every component in every state",
		Long: `Preview writes a small site of invented content, in the look and with the files that
the configuration names. Its first page shows colours, type and every kind of message,
and links to a page of each kind and to calls of every tool in every state.`,
		Example: `  steno theme preview
  steno theme preview -d /tmp/preview --config site/steno.yaml`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, err := s.load(c)
			if err != nil {
				return err
			}
			if !c.Flags().Changed("destination") {
				conf.Destination = "preview"
			}
			return runThemePreview(u, conf, force)
		},
	}
	s.addConfig(c)
	c.Flags().StringVarP(&s.destination, "destination", "d", "", "`folder` to write the preview to (default: preview)")
	c.MarkFlagDirname("destination")
	c.Flags().BoolVar(&force, "force", false, "write into a folder that contains other files")
	return c
}

func runThemePreview(u *ui, conf config.Config, force bool) error {
	if err := themeExists(conf); err != nil {
		return err
	}
	stats, err := themes.Preview(conf, force, version())
	if err != nil {
		return err
	}
	u.note(fmt.Sprintf("%s: %s, %s", filepath.Join(conf.Destination, "index.html"), count(stats.Files, "file"), bytesText(stats.Bytes)))
	return nil
}

// themeExists reports a folder or file of the theme that is not there.
func themeExists(conf config.Config) error {
	if dir := conf.Theme.Dir; dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return &usageError{fmt.Errorf("theme.dir: %q is not a folder", dir), pathHint(conf, "theme.dir")}
		}
	}
	for _, key := range []string{"css", "logo"} {
		name, ok := conf.Theme.Params[key].(string)
		if info, err := os.Stat(name); ok && name != "" && (err != nil || info.IsDir()) {
			return &usageError{fmt.Errorf("theme.params.%s: %q is not a file", key, name), pathHint(conf, "theme.params."+key)}
		}
	}
	return nil
}
