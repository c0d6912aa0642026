package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"steno/generator/config"
	"steno/generator/output"
	"steno/parser/formats"
)

// configName is the usual name of the configuration; see configNames for others.
const configName = "steno.yaml"

// settings are the flags that choose and override the configuration.
type settings struct {
	file        string
	sources     []string
	destination string
	baseURL     string
	jobs        int
	publishes   bool // the verb writes what others may read
	noRedact    bool

	told string // the configuration file that was named to the user
	used string // the configuration file, "" for none
}

// addConfig adds the flag of verbs that read the configuration.
func (s *settings) addConfig(c *cobra.Command) {
	c.Flags().StringVar(&s.file, "config", "",
		"configuration `file` (default: "+configName+" here or above, up to the\ntop of the git work tree)")
	c.MarkFlagFilename("config", "yaml", "yml")
}

// addReading adds the flags of verbs that read transcripts.
func (s *settings) addReading(c *cobra.Command) {
	s.addConfig(c)
	f := c.Flags()
	f.StringArrayVarP(&s.sources, "source", "s", nil,
		"`path` to read transcripts from: a .jsonl file, a project's folder or\na folder of projects; may be repeated (default: ~/.claude/projects)")
	f.IntVar(&s.jobs, "jobs", 0, "`number` of sessions to work on at the same time (default: one for each processor)")
}

// addWriting adds the flags of verbs that also write a site.
func (s *settings) addWriting(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&s.destination, "destination", "d", "", "`folder` to write the site to (default: public)")
	f.StringVarP(&s.baseURL, "base-url", "b", "", "`address` the site will be published at")
	c.MarkFlagDirname("destination")
}

// addPublishing adds the flag of verbs that write what others may read.
func (s *settings) addPublishing(c *cobra.Command) {
	s.publishes = true
	c.Flags().BoolVar(&s.noRedact, strings.TrimPrefix(config.NoRedactFlag, "--"), false,
		"redact nothing: secrets are written as the transcripts have them")
}

// load returns the configuration that the flags ask for.
func (s *settings) load(c *cobra.Command) (config.Config, error) {
	conf, err := s.read(c)
	var usage *usageError
	if errors.As(err, &usage) {
		return conf, err
	}
	if info, serr := os.Stat(s.file); s.file != "" && serr == nil && info.IsDir() {
		return conf, &usageError{fmt.Errorf("--config: %q is a folder", s.file),
			"name a file in it, such as --config " + shellWord(filepath.Join(s.file, configName))}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return conf, &usageError{err, "\"steno init\" writes one; without --config the file is " + configName + " here or above"}
	}
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return conf, &usageError{err, permissionHint}
		}
		return conf, &usageError{err, configHint}
	}
	if conf, err = conf.WithEnvironment(os.Environ()); err != nil {
		return conf, &usageError{err, `"steno help configuration" explains the variables`}
	}
	if err := s.override(c, &conf).Validate(); err != nil {
		return conf, &usageError{err, ""}
	}
	return conf, s.trust(conf)
}

// trust reports what the configuration may not do, see package config.
func (s *settings) trust(conf config.Config) error {
	found := ""
	if s.file == "" && s.used != "" {
		found = s.used
		if err := conf.TrustFound(found); err != nil {
			return &usageError{err, "if you trust this configuration, name it: --config " + shellWord(found)}
		}
	}
	if err := conf.CheckRedaction(found); s.publishes && err != nil {
		return &usageError{err, "remove the line to redact, or write secrets as they are with " + config.NoRedactFlag}
	}
	return nil
}

// mostAgain is how many sources a hint repeats.
const mostAgain = 6

// again returns the flags with which another command reads the same sessions, each after a blank: what a hint
// names can be pasted, unless there are many sources. Files among the arguments are sources, too.
func (s *settings) again(args ...string) string {
	flags := ""
	if s.file != "" {
		flags += " --config " + shellWord(s.file)
	}
	names := slices.Concat(s.sources, slices.DeleteFunc(slices.Clone(args), func(name string) bool { return !exists(name) }))
	for i, name := range names {
		if i == mostAgain {
			return flags + " ..."
		}
		flags += " -s " + shellWord(name)
	}
	return flags
}

// shellWord quotes an argument where sh and PowerShell would read it as something other than one word.
func shellWord(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-:~"+string(filepath.Separator), r)
	}) < 0 && s != "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// configHint follows mistakes in a configuration.
const configHint = `"steno help configuration" explains every key; "steno config --schema" prints a schema with which editors check the file`

// read reads the configuration, and says which file it is when nobody named it.
func (s *settings) read(c *cobra.Command) (config.Config, error) {
	if s.used = s.file; s.file != "" {
		return config.Load(s.file)
	}
	name, err := findConfig()
	s.used = name
	quiet, _ := c.Flags().GetBool("quiet")
	if err != nil || name == "" {
		if miss := nearConfig(); err == nil && miss != "" && !quiet && s.told != miss {
			s.told = miss
			fmt.Fprintln(c.ErrOrStderr(), "warning: "+plain(miss))
		}
		return config.Default().Resolve("."), err
	}
	if !quiet && s.told != name {
		s.told = name
		fmt.Fprintln(c.ErrOrStderr(), "configuration: "+plain(name))
	}
	return config.Load(name)
}

// override puts the flags that were given over what conf says. Their paths are
// relative to the working directory.
func (s *settings) override(c *cobra.Command, conf *config.Config) *config.Config {
	given := config.Config{Sources: s.sources, Destination: s.destination, BaseURL: s.baseURL}.Resolve(".")
	if len(s.sources) > 0 {
		conf.Sources = given.Sources
		conf.SetPlace("sources", "--source")
	}
	if c.Flags().Changed("destination") {
		conf.Destination = given.Destination
		conf.SetPlace("destination", "--destination")
	}
	if c.Flags().Changed("base-url") {
		conf.BaseURL = given.BaseURL
		conf.SetPlace("baseURL", "--base-url")
	}
	if c.Flags().Changed("jobs") {
		conf.Jobs = s.jobs
		conf.SetPlace("jobs", "--jobs")
	}
	if s.noRedact {
		conf.Redact.Enabled = false
		conf.SetPlace("redact.enabled", config.NoRedactFlag)
	}
	return conf
}

// envFiles are the files whose values are redacted, none when nothing is.
func envFiles(conf config.Config) []string {
	if !conf.Redact.Enabled {
		return nil
	}
	return conf.Redact.EnvFiles
}

// emptyFlag refuses a flag without its value, as where the variable of a script is not set: without
// --project, all projects would be published. After a short flag, the value of -d= is "=".
func emptyFlag(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if given := strings.Trim(f.Value.String(), "[]"); given == "=" && f.Shorthand != "" && err == nil {
			err = &usageError{fmt.Errorf("--%s is \"=\"", f.Name),
				fmt.Sprintf("write \"-%s VALUE\" or \"--%s=VALUE\"; if a variable sets it, look whether that has a value",
					f.Shorthand, f.Name)}
		}
		if kind := f.Value.Type(); strings.TrimSpace(f.Value.String()) == "" && kind != "bool" && f.Name != "base-url" && err == nil {
			err = &usageError{fmt.Errorf("--%s is empty", f.Name),
				"leave it out, or look whether the variable that it is set from has a value"}
		}
	})
	return err
}

// sourceHint says where transcripts are.
const sourceHint = "name the transcripts with --source, or with sources in " + configName +
	"; Claude Code keeps them in ~/.claude/projects, or in $CLAUDE_CONFIG_DIR; \"steno demo\" builds an example without any"

// absentSource is the hint at a source that does not exist: who named it, and what makes the folder that
// "steno init" names.
func absentSource(conf config.Config, name string) string {
	if hint := absentHome(name); hint != "" {
		return hint
	}
	place := conf.Places["sources"]
	if place == "--source" {
		if d := conf.Destination; conf.Places["destination"] == "--destination" && exists(d) &&
			!exists(filepath.Join(d, output.ManifestName)) {
			return fmt.Sprintf("did you mean \"-s %s -d %s\"? -s is what is read, -d the folder of the site", shellWord(d), shellWord(name))
		}
		return absent(name)
	}
	if bare := strings.TrimSpace(name); bare != name && exists(bare) {
		return place + " names it; " + blankHint(bare)
	}
	if strings.HasPrefix(place, "STENO_") {
		return place + " names it; several are written as a list: [a, b]"
	}
	return place + " names it; to copy this project's transcripts into it, run \"steno collect " + shellWord(name) +
		" --project . --config " + configName + "\"; --source names others"
}

// absentHome is the hint at the folder of an agent other than the first that does not exist, "" for another folder.
func absentHome(name string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	for _, f := range formats.All()[1:] {
		if !slices.Contains(f.Homes(home, os.Getenv), filepath.Clean(name)) {
			continue
		}
		if why := formats.All().UnreadIn(filepath.Dir(name)); why != "" {
			return "in " + shellWord(filepath.Dir(name)) + ", " + why
		}
		return f.Name + " keeps its sessions there, and has none for this user; if they are elsewhere, name that folder with --source"
	}
	return ""
}

// pathHint is the hint at a file or folder of the configuration that is not there: who names it,
// and what it is relative to.
func pathHint(conf config.Config, key string) string {
	place := conf.Places[key]
	if place == "" {
		return ""
	}
	return place + " names it; paths are relative to the folder of the configuration"
}

// asWritten returns an address as it was before it was cleaned as a path.
func asWritten(name string) string {
	if webAddress.MatchString(name) && !strings.Contains(name, "://") {
		return strings.Replace(filepath.ToSlash(name), ":/", "://", 1)
	}
	return name
}

// inputsExist reports a source, a theme or an env file that is not there, before anything is written.
func inputsExist(conf config.Config) error {
	for _, s := range conf.Sources {
		_, err := os.Stat(s)
		if errors.Is(err, fs.ErrNotExist) && isDefault(conf) {
			return nothingFound(conf)
		}
		if errors.Is(err, fs.ErrNotExist) || err != nil && strings.ContainsAny(s, "*?") { // no name on Windows
			return &usageError{fmt.Errorf("source %q does not exist", asWritten(s)), absentSource(conf, s)}
		}
		if exists(filepath.Join(s, output.ManifestName)) {
			return &usageError{fmt.Errorf("source %q is a site that Steno wrote, and has no transcripts", s),
				fmt.Sprintf(`open %s in a browser, or run "steno serve --no-build -d %s"`,
					filepath.Join(s, "index.html"), shellWord(s))}
		}
	}
	for _, f := range envFiles(conf) {
		if info, err := os.Stat(f); err != nil || info.IsDir() {
			return &usageError{
				fmt.Errorf("redact.envFiles: %q cannot be read, so its values could not be redacted", f), pathHint(conf, "redact.envFiles"),
			}
		}
	}
	return themeExists(conf)
}

// once is the value of a flag that can be set once.
type once struct {
	value
	name string
	set  bool
}

type value interface {
	String() string
	Set(string) error
	Type() string
}

// Set sets the value, or reports that there is one.
func (o *once) Set(s string) error {
	if o.set && o.String() != s {
		return &twiceError{o.name, o.String(), s}
	}
	o.set = true
	return o.value.Set(s)
}

// twiceError is returned for a flag with two values.
type twiceError struct{ name, first, second string }

func (e *twiceError) Error() string {
	return fmt.Sprintf("--%s has two values: %q and %q; name one", e.name, e.first, e.second)
}

// takeOne makes the flags that name one thing take one value, in all commands below c: of two values one would
// be ignored without a word.
func takeOne(c *cobra.Command) {
	for _, name := range []string{"config", "destination", "base-url", "output", "format", "site", "level", "shard"} {
		if f := c.LocalNonPersistentFlags().Lookup(name); f != nil {
			f.Value = &once{value: f.Value, name: name}
		}
	}
	for _, v := range c.Commands() {
		takeOne(v)
	}
}
