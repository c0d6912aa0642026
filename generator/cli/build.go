package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/cache"
	"steno/generator/config"
	"steno/generator/output"
	"steno/generator/shard"
)

type buildOptions struct {
	config config.Config
	force  bool
	verify bool
	strict bool
	empty  bool
	json   bool
	stats  bool
	shard  shard.Part
	next   followUp
}

func newBuild(u *ui) *cobra.Command {
	var s settings
	var o buildOptions
	var part string
	c := &cobra.Command{
		Use:        "build [path ...]",
		SuggestFor: []string{"generate", "make", "render", "compile", "update"},
		Short:      "Build the site",
		Long: `Build reads all sessions of the sources and writes the site to the destination.

A problem with a file is a warning, which names the file and the line; everything that
can be read is built. Files of an earlier build that are no longer part of the site
are removed; other files in the destination are left alone.

Secrets and the names of home directories are redacted before the transcripts
are used for anything; a table of what was found is printed at the end. It is best effort:
look at the site before you publish it.`,
		Example: `  steno                                           # ~/.claude/projects, to a folder in your cache
  steno build                                     # the same, to ./public
  steno build -s ~/archive -d site                # other places
  steno build -s session.jsonl -d page            # one session
  steno build -b https://team.github.io/sessions  # for publishing
  steno build --strict --json > summary.json      # for scripts
  steno build --shard 2/8 -d part2                # one of eight machines; then steno merge`,
		Args: existing,
		RunE: func(c *cobra.Command, args []string) (err error) {
			s.sources = append(s.sources, args...)
			if o.config, err = s.load(c); err != nil {
				return err
			}
			if !c.HasParent() && s.used == "" {
				if err := chooseHomes(c.Context(), u, &s, &o.config); err != nil {
					return err
				}
			}
			if part != "" {
				if o.shard, err = shard.ParsePart(part); err != nil {
					return &usageError{fmt.Errorf("--shard: %w", err), ""}
				}
			}
			o.next = followUp{again: s.again(), destination: s.destination}
			inCache := false
			if !c.HasParent() {
				var err error
				if inCache, err = siteFor(&s, &o.config); err != nil {
					return err
				}
			} else if s.used == "" && o.config.Places["destination"] == "" {
				o.next.destination = o.config.Destination // "steno serve" alone shows the site in the cache folder
			}
			sum, err := runBuild(c.Context(), u, o)
			if err != nil || !inCache || sum.Sessions == 0 {
				return err
			}
			return offer(c.Context(), u, o.config.Destination)
		},
	}
	s.addReading(c)
	s.addPublishing(c)
	s.addWriting(c)
	o.addForce(c)
	c.Flags().BoolVar(&o.empty, "allow-empty", false, "build although the sources contain no session")
	c.Flags().BoolVar(&o.verify, "verify", false, "look at each file of a large site, even if its folder did not change")
	c.Flags().BoolVar(&o.strict, "strict", false, "let warnings fail the build (exit code 1), after it is written")
	c.Flags().StringVar(&part, "shard", "", "build only the `part` k/n of the sessions, for steno merge")
	c.Flags().BoolVar(&o.stats, "stats", false, "print the time and the bytes of each phase")
	c.Flags().BoolVar(&o.json, "json", false, "print the summary as one JSON object on standard output")
	return c
}

func (o *buildOptions) addForce(c *cobra.Command) {
	c.Flags().BoolVar(&o.force, "force", false, "build into a folder that contains other files")
}

// cacheDir is the folder that a configuration asks for, "" for none.
func cacheDir(asked string) string {
	switch asked {
	case config.CacheOff:
		return ""
	case config.CacheAuto:
		dir, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		if dir = filepath.Join(dir, "steno"); filepath.IsAbs(dir) && output.MayWrite(dir) {
			return dir
		}
		return ""
	}
	return asked
}

// noCache says why there is no folder for a cache.
func noCache() string {
	for _, name := range []string{"XDG_CACHE_HOME", "HOME"} {
		if dir := os.Getenv(name); dir != "" && !filepath.IsAbs(dir) {
			return fmt.Sprintf("%s is no absolute path (%q)", name, dir)
		}
	}
	return "this user has no folder for it"
}

// warnNested warns of a site that is below another one, whose publisher would publish both.
func warnNested(u *ui, destination string) {
	abs, err := filepath.Abs(destination)
	for dir := filepath.Dir(abs); err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, output.ManifestName)) {
			u.line("warning", yellow,
				fmt.Sprintf("%q is inside the site %q, and is published with it; choose a folder outside",
					destination, dir))
			return
		}
	}
}

func runBuild(ctx context.Context, u *ui, o buildOptions) (*generator.Summary, error) {
	if err := inputsExist(o.config); err != nil {
		return nil, err
	}
	warnNested(u, o.config.Destination)
	dir := cacheDir(o.config.Cache)
	bar := u.newBar()
	sum, err := generator.Build(ctx, generator.Options{
		Config: o.config, Force: o.force, Verify: o.verify, AllowEmpty: o.empty, Strict: o.strict,
		Version: version(), Shard: o.shard, Measure: o.stats,
		Cache: dir, Progress: bar.show, Warn: u.warn,
	})
	bar.clear()
	u.warningsLeftOut()
	if err != nil && !errors.Is(err, generator.ErrStrict) {
		return nil, o.next.hinted(err)
	}
	if dir != "" {
		_ = cache.Prune(dir, time.Now()) // the site is made; the next build tries again
	}
	if o.config.Cache == config.CacheAuto && !u.quiet && (dir == "" || sum.Sessions > 0 && !exists(dir)) {
		u.hint("the build had no cache, as " + noCache() + `: name one with "cache:" or STENO_CACHE`)
	}
	reportRedactions(u, sum.Redactions, o.next.review(o.config.Redact.Report, sum.Unreviewed))
	reportSecondLook(u, sum.SecondLook.Counts)
	reportCosts(u, sum)
	for _, hint := range sum.Hints {
		u.hint(hint)
	}
	if found := o.config.AlsoFound(); len(found) > 0 && sum.Sessions > 0 {
		u.line("also found", bold, fmt.Sprintf("%s; not read: %q reads all", strings.Join(found, ", "),
			asFlags(answeredHomes(found, false, "all"))))
	}
	reportSummary(u, sum, o.config.Destination)
	switch {
	case o.shard.Parts > 0:
	case sum.Sessions == 0:
		reportNothing(u, sum, o)
	default:
		reportPlace(u, o.config.Destination, o.next)
	}
	if o.json {
		err = errors.Join(u.printJSON(sum), err)
	}
	return sum, err
}
