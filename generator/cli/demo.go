package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"steno/generator/config"
)

func newDemo(u *ui) *cobra.Command {
	o := buildOptions{}
	destination, open := "", false
	c := &cobra.Command{
		Use:   "demo",
		Short: "Build a site of example sessions",
		Long: `Demo builds a site of sessions that were written for it: what pages, search and
statistics look like, without transcripts of your own.`,
		Example: `  steno demo                # builds it in your cache folder
  steno demo -d demo --open # builds demo, and opens it in a browser`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			source, err := os.MkdirTemp("", "steno-example-")
			if err != nil {
				return fmt.Errorf("unpacking the example: %w", err)
			}
			defer os.RemoveAll(source)
			sessions, err := fs.Sub(u.bundled, "testdata")
			if err == nil {
				err = os.CopyFS(source, sessions)
			}
			if err != nil {
				return fmt.Errorf("unpacking the example: %w", err)
			}
			if !c.Flags().Changed("destination") {
				destination = demoDir(cacheDir(config.CacheAuto))
			}
			o.config = config.Default()
			o.config.Sources, o.config.Destination, o.config.Title, o.config.Cache = []string{source},
				destination, "Steno demo", config.CacheOff
			o.config.Projects = []config.Project{{Match: "**/tidewatch", Name: "tidewatch"}} // also where its run in CI worked
			o.config = o.config.Resolve(".")
			o.next = followUp{lost: true, destination: destination}
			if _, err := runBuild(c.Context(), u, o); err != nil {
				return err
			}
			if open {
				return openBrowser(filepath.Join(o.config.Destination, "index.html"))
			}
			return nil
		},
	}
	c.Flags().StringVarP(&destination, "destination", "d", "", "`folder` to write the site to (default: steno-demo in your cache folder)")
	c.Flags().BoolVar(&open, "open", false, "open the site in a browser")
	o.addForce(c)
	c.MarkFlagDirname("destination")
	return c
}

// demoDir is the folder of the demo, beside the cache; for a user without one, it is among the temporary files.
func demoDir(cache string) string {
	if cache == "" {
		return filepath.Join(os.TempDir(), "steno-demo")
	}
	return cache + "-demo"
}
