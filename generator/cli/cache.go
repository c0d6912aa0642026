package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"steno/generator/cache"
	"steno/generator/config"
	"steno/generator/output"
)

func newCache(u *ui) *cobra.Command {
	c := &cobra.Command{
		Use:   "cache",
		Short: "List or remove what is kept between builds",
		Long: `Cache lists what Steno keeps between builds, for each site: its size and when it was last
used. Builds remove what belongs to sites that are gone, what was not used for half a year, and
the oldest of more than 4 GB. Losing it costs time and nothing else, unless a site keeps sessions
whose transcripts were deleted (keepRemoved).`,
		Example: `  steno cache
  steno cache clean`,
		Args: knownVerb,
	}
	var s settings
	asJSON, all := false, false
	entries := func(c *cobra.Command) (string, []cache.Entry, error) {
		conf, err := s.load(c)
		if err != nil {
			return "", nil, err
		}
		dir := cacheDir(conf.Cache)
		switch {
		case dir == "" && conf.Cache == config.CacheAuto:
			return "", nil, &usageError{errors.New("there is no cache, as " + noCache()), `name one with "cache:" or STENO_CACHE`}
		case dir == "":
			return "", nil, &usageError{errors.New("there is no cache: it is off"), "set cache in " + configName}
		}
		found, err := cache.Entries(dir)
		return dir, found, err
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		dir, found, err := entries(c)
		if err != nil {
			return err
		}
		if asJSON {
			return u.printJSON(append([]cache.Entry{}, found...))
		}
		return printEntries(u, dir, found)
	}
	clean := &cobra.Command{
		Use:   "clean",
		Short: "Remove what is kept between builds",
		Long: `Clean removes what Steno keeps between builds, and the sites that it made in the user's cache
folder. The next build of each site takes longer. What sites with keepRemoved keep stays, unless
--all removes that, too: their sessions whose transcripts were deleted are then lost.`,
		Example: "  steno cache clean\n  steno cache clean --all",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, found, err := entries(c)
			if err != nil {
				return err
			}
			return cleanCache(u, dir, found, all)
		},
	}
	clean.Flags().BoolVar(&all, "all", false, "remove sessions whose transcripts were deleted, too")
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of objects instead of a table")
	s.addConfig(c)
	s.addConfig(clean)
	c.AddCommand(clean)
	return c
}

func printEntries(u *ui, dir string, entries []cache.Entry) error {
	if len(entries) == 0 {
		u.note(dir + ": nothing is cached")
		return nil
	}
	w := tabwriter.NewWriter(u.out, 0, 0, 2, ' ', 0)
	sum := int64(0)
	fmt.Fprintln(w, "USED\tSIZE\tSITE")
	for _, e := range entries {
		site := e.Destination
		switch {
		case site == "":
			site = "(not known)"
		case e.Gone():
			site += " (gone)"
		case e.Keeps:
			site += " (keepRemoved)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Used.Local().Format("2006-01-02 15:04"), bytesText(e.Bytes), plain(site))
		sum += e.Bytes
	}
	if err := w.Flush(); err != nil {
		return err
	}
	u.note(fmt.Sprintf("%s: %s, %s", dir, count(len(entries), "site"), bytesText(sum)))
	return nil
}

// cleanCache removes entries, and the sites beside them.
func cleanCache(u *ui, dir string, entries []cache.Entry, all bool) (err error) {
	removed := int64(0)
	for _, e := range entries {
		if e.Keeps && !all {
			u.note("kept: " + e.Destination + ", which has sessions whose transcripts may be gone; --all removes them")
			continue
		}
		if failed := e.Remove(); failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		removed += e.Bytes
	}
	sites := slices.DeleteFunc([]string{siteDir(dir), demoDir(dir), otherSites(dir), searchSites(dir)},
		func(name string) bool { return !exists(name) })
	for _, name := range []string{siteDir(dir), demoDir(dir)} {
		if failed := output.Remove(name); !errors.Is(failed, output.ErrRefused) { // it may be somebody's own folder
			err = errors.Join(err, failed)
		}
	}
	err = errors.Join(err, output.RemoveAll(otherSites(dir)), output.RemoveAll(searchSites(dir)))
	if err != nil {
		return fmt.Errorf("cleaning the cache: %w", err)
	}
	u.note(dir + ": removed " + bytesText(removed))
	for _, name := range sites {
		if !exists(name) {
			u.note(name + ": removed; \"steno\", \"steno demo\" and \"steno search\" make theirs again")
		}
	}
	return nil
}

// siteDir is the folder of the site that is made when nobody says where, beside the cache: builds
// refuse to write into it.
func siteDir(cache string) string { return cache + "-site" }

// otherSites is the folder of such sites of sources that somebody named: each has its place, so
// that a look at one file does not replace the site of all sessions.
func otherSites(cache string) string { return cache + "-sites" }

// searchSites is the folder of the sites that are searched from the command line.
func searchSites(cache string) string { return cache + "-search" }

// siteFor makes the cache folder the destination of somebody who runs "steno" or "steno serve" for a look: no
// configuration and no destination. It reports whether it did.
func siteFor(s *settings, conf *config.Config) (bool, error) {
	dir := cacheDir(conf.Cache)
	if s.used != "" || conf.Places["destination"] != "" || dir == "" {
		return false, nil
	}
	if conf.Destination = siteDir(dir); slices.Equal(conf.Sources, config.Default().Resolve(".").Sources) {
		return true, output.RemoveUnreadable(conf.Destination)
	}
	sum := sha256.New()
	for _, source := range conf.Sources {
		path, err := filepath.Abs(source)
		if err != nil {
			return false, fmt.Errorf("finding the place of the site: %w", err)
		}
		sum.Write([]byte(path + "\x00"))
	}
	conf.Destination = filepath.Join(otherSites(dir), hex.EncodeToString(sum.Sum(nil)[:8]))
	return true, makeRoom(conf.Destination)
}

// mostSites is how many sites stay in the folder of sites that are made for a look, and in that of
// those that are searched.
const mostSites = 16

// makeRoom makes the folder for such a site, and removes those that were not written for the longest time.
func makeRoom(site string) error {
	dir := filepath.Dir(site)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	output.RemoveOldest(dir, mostSites-1, filepath.Base(site)) // one that cannot be removed does no harm
	return output.RemoveUnreadable(site)
}
