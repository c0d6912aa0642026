package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/shard"
)

type mergeOptions struct {
	config config.Config
	dirs   []string
	force  bool
	strict bool
	json   bool
	next   followUp
}

func newMerge(u *ui) *cobra.Command {
	var s settings
	var o mergeOptions
	c := &cobra.Command{
		Use:   "merge DIR...",
		Short: "Join the shards of a site that several machines built",
		Long: `Merge reads the parts that steno build --shard wrote, and writes the site that one build
of everything would have written, byte for byte.

The shards must have been built from the same sources, with the same Steno, and with the
configuration that merge uses. The sources are not needed.`,
		Example: `  steno build --shard 1/2 -d part1
  steno build --shard 2/2 -d part2
  steno merge part1 part2 -d public`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, dirs []string) (err error) {
			if o.config, err = s.load(c); err != nil {
				return err
			}
			o.next = followUp{again: s.again(), destination: s.destination}
			o.dirs = dirs
			return runMerge(c.Context(), u, o)
		},
	}
	s.addConfig(c)
	s.addPublishing(c)
	s.addWriting(c)
	f := c.Flags()
	f.BoolVar(&o.force, "force", false, "write into a folder that contains other files")
	f.BoolVar(&o.strict, "strict", false, "let warnings of the shards fail the merge (exit code 1), after it is written")
	f.BoolVar(&o.json, "json", false, "print the summary as one JSON object on standard output")
	return c
}

func runMerge(ctx context.Context, u *ui, o mergeOptions) error {
	warnNested(u, o.config.Destination)
	if err := themeExists(o.config); err != nil {
		return err
	}
	sum, err := generator.Merge(ctx, generator.Options{
		Config: o.config, Force: o.force, Strict: o.strict, Version: version(), Warn: u.warn,
	}, o.dirs)
	u.warningsLeftOut()
	if errors.Is(err, shard.ErrShards) {
		return &usageError{err, "build every part k/n with steno build --shard k/n, from the same sources"}
	}
	if err != nil && !errors.Is(err, generator.ErrStrict) {
		return err
	}
	reportRedactions(u, sum.Redactions, o.next.review(o.config.Redact.Report, 0))
	reportSummary(u, sum, o.config.Destination)
	reportPlace(u, o.config.Destination, o.next)
	if o.json {
		return errors.Join(u.printJSON(sum), err)
	}
	return err
}
