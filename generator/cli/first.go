package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator/config"
	"steno/generator/manual"
	"steno/parser/formats"
)

// What somebody sees who runs Steno for the first time.

// firstHelp is the help of the program itself: what people need first, then the names of the verbs. The
// flags of bare steno are those of build.
func firstHelp(c *cobra.Command, pages []string) {
	w := c.OutOrStdout()
	fmt.Fprint(w, `Steno makes a static, searchable site from the transcripts of AI coding agents.

Usage:
  steno [path ...] [flags]
  steno VERB [flags]

First commands:
  steno demo                          build a site of example sessions
  steno                               build a site of your own sessions, and open it
  steno serve                         the same on a local server; pages update as sessions grow
  steno export --latest --project .   write this project's latest session into one file
  steno check                         list the secrets that would be redacted

All verbs:
`)
	for _, v := range c.Commands() {
		if v.IsAvailableCommand() || v.Name() == "help" {
			fmt.Fprintf(w, "  %-11s %s\n", v.Name(), v.Short)
		}
	}
	fmt.Fprint(w, "\n\"steno help VERB\" explains a verb and its flags; those of bare steno are those of build.\n\"steno help PAGE\" prints a page of the documentation:\n\n")
	manual.Wrap(w, strings.Join(pages, " "), "  ")
}

// offer asks whether to open a site, on a terminal. Elsewhere it does nothing: the file was named.
func offer(ctx context.Context, u *ui, site string) error {
	if u.quiet || !u.canAsk() {
		return nil
	}
	answer, ok := u.ask(ctx, "open it in a browser? [Y/n]: ")
	if !ok || !slices.Contains([]string{"", "y", "yes"}, strings.ToLower(answer)) {
		return u.unanswered(ctx)
	}
	return openBrowser(filepath.Join(site, "index.html"))
}

// chooseHomes asks which of the other agents on this machine are read, where nobody said what is. Without
// a terminal none is, so that a new version of Steno publishes no more than the last one.
func chooseHomes(ctx context.Context, u *ui, s *settings, conf *config.Config) error {
	found := conf.AlsoFound()
	if len(found) == 0 || u.quiet || !u.canAsk() {
		return nil
	}
	alone := !slices.ContainsFunc(conf.Sources, hasFiles)
	question := "also found: " + strings.Join(found, ", ") + "\nread them, too? [y/N, or names such as codex]: "
	if alone {
		question = "found: " + strings.Join(found, ", ") + "\nread them? [Y/n, or names such as codex]: "
	}
	answer, ok := u.ask(ctx, question)
	if s.sources = answeredHomes(found, alone && ok, answer); len(s.sources) == 0 {
		return u.unanswered(ctx)
	}
	homes := config.Default()
	homes.Sources = s.sources
	conf.Sources = slices.DeleteFunc(homes.Resolve(".").Sources, func(name string) bool { return !exists(name) })
	return nil
}

// answeredHomes returns the sources that an answer names, none for no. Where the first agent has no
// sessions, alone, the others are read unless the answer says otherwise; elsewhere they are read
// beside it.
func answeredHomes(found []string, alone bool, answer string) []string {
	if alone && answer == "" {
		answer = "yes"
	}
	homes := chosenHomes(found, answer)
	if !alone && len(homes) > 0 {
		homes = append([]string{"home:claude"}, homes...)
	}
	return homes
}

// chosenHomes returns the sources among those found that an answer names: all for yes.
func chosenHomes(found []string, answer string) (homes []string) {
	words := strings.FieldsFunc(strings.ToLower(answer), func(r rune) bool { return r == ' ' || r == ',' })
	for _, f := range found {
		_, home, _ := strings.Cut(strings.TrimSuffix(f, ")"), "(")
		if slices.ContainsFunc(words, func(w string) bool {
			return w == "y" || w == "yes" || w == "all" || w == home || "home:"+w == home
		}) {
			homes = append(homes, home)
		}
	}
	return homes
}

// hasFiles reports whether a folder is there and not empty.
func hasFiles(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) > 0
}

// whereHint says where transcripts are, as far as this machine shows.
func whereHint(conf config.Config) string {
	if found := conf.AlsoFound(); len(found) > 0 {
		return readOthers(found)
	}
	return sourceHint
}

// readOthers is the hint at the agents that were found on this machine beside the first one.
func readOthers(found []string) string {
	var names []string
	for _, f := range found {
		name, _, _ := strings.Cut(f, " (")
		names = append(names, name)
	}
	return fmt.Sprintf("%q reads the sessions of %s", asFlags(chosenHomes(found, "all")), strings.Join(names, ", "))
}

// asFlags are the flags that name sources.
func asFlags(homes []string) string { return "-s " + strings.Join(homes, " -s ") }

// nothingFound is the error of somebody who named no source and has no transcripts where they are
// looked for. It lists the folders of all agents; those that exist can be named.
func nothingFound(conf config.Config) error {
	if other := conf.AlsoFound(); len(other) > 0 {
		return &usageError{fmt.Errorf("no transcripts found in %s; found: %s", strings.Join(conf.Sources, ", "), strings.Join(other, ", ")),
			readOthers(other)}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return &usageError{fmt.Errorf("no transcripts found: the home directory is not known: %w", err), sourceHint}
	}
	text := "no transcripts found; looked in"
	for _, f := range formats.All() {
		dirs := f.Homes(home, os.Getenv)
		for i, dir := range dirs {
			if below, ok := strings.CutPrefix(dir, home+string(filepath.Separator)); ok {
				dirs[i] = filepath.Join("~", below)
			}
		}
		text += fmt.Sprintf("\n  %-12s %s", f.Name, strings.Join(dirs, ", "))
	}
	return &usageError{errors.New(text),
		`"steno demo" builds an example without any; if yours are elsewhere, name the folder: "steno -s PATH"`}
}

// isDefault reports whether a configuration names no source.
func isDefault(conf config.Config) bool { return conf.Places["sources"] == "" }

// openBrowser opens an address in the user's browser, and does not wait for it.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait() // it may live as long as the browser
	return nil
}
