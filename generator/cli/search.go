package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/search"
	"steno/generator/search/query"
	"steno/generator/selection"
)

type searchOptions struct {
	config config.Config
	site   string
	query  string
	limit  int
	newest bool
	json   bool
}

func newSearch(u *ui) *cobra.Command {
	var s settings
	var o searchOptions
	c := &cobra.Command{
		Use:        "search QUERY...",
		SuggestFor: []string{"find", "grep", "query"},
		Short:      "Search the sessions",
		Long: `Search prints the messages that answer a query, as the search page of the site finds them: the same
words, filters and order. Without --site it searches the sources: it builds a redacted site of them in your
cache folder, which later searches only update.

  "two words"                  adjacent words (quote them for the shell: '"two words"')
  -word                        without this word; after -- on the command line
  src/main_test.go, getUser    paths, names and their parts
  *token*, '/hook_(pre|post)/' parts of words, expressions
  project: branch: model: tag: session:    sessions
  kind: tool: file: is:failed has:file     messages and calls
  after: before:               a day such as 2026-03-01

It prints at most three messages of each session, and each text once. session:ID lifts the limit of three;
--limit 0 prints all, copies too.

With --site and an address, search reads the search index of that site from its server. This is the only
network connection that Steno makes.`,
		Example: `  steno search rewind_test.go
  steno search 'panic kind:result after:2026-01-01'
  steno search --site public checkpoint --json | jq -r '.[].url'
  steno search --limit 0 -- 'git push' -force
  steno search --site https://team.github.io/sessions '"why did we"'`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeQuery(&s),
		RunE: func(c *cobra.Command, args []string) (err error) {
			o.query = strings.Join(args, " ")
			if strings.TrimSpace(o.query) == "" {
				return &usageError{errors.New("the query is empty"), `write words to look for, such as: steno search rewind`}
			}
			if o.limit < 0 {
				return &usageError{fmt.Errorf("--limit: must not be negative (got %d)", o.limit), "0 prints all"}
			}
			if c.Flags().Changed("site") {
				return runSearch(c.Context(), u, o)
			}
			if o.config, err = s.load(c); err != nil {
				return err
			}
			dir, done, err := searchable(c.Context(), u, o.config)
			if err != nil {
				return err
			}
			defer done()
			o.site = dir
			if err := runSearch(c.Context(), u, o); err != nil {
				return err
			}
			if cacheDir(o.config.Cache) == "" && !u.quiet {
				u.hint("there is no cache, so the pages of these results were removed; search a site that you built with --site")
			}
			return nil
		},
	}
	s.addReading(c)
	f := c.Flags()
	f.StringVar(&o.site, "site", "", "search the finished site in this `folder`, or at this http or https address")
	f.IntVar(&o.limit, "limit", 20, "maximum number of messages to print; 0 for all, with their copies")
	f.BoolVar(&o.newest, "newest", false, "newest first, instead of best first")
	f.BoolVar(&o.json, "json", false, "print a JSON array of objects: session, anchor, kind, snippet, url")
	c.MarkFlagDirname("site")
	return c
}

// searchable builds the sessions into a redacted site and returns its folder, beside the cache,
// where later calls only update it. Without a cache it is a temporary one. The caller calls done at
// the end.
func searchable(ctx context.Context, u *ui, conf config.Config) (dir string, done func(), err error) {
	if err := inputsExist(conf); err != nil {
		return "", nil, err
	}
	if dir, done, err = searchDir(conf); err != nil {
		return "", nil, fmt.Errorf("making the folder for the site to search: %w", err)
	}
	conf.Destination, conf.BaseURL, conf.Redact.Enabled, conf.Redact.Report = dir, "", true, ""
	conf.Publish, conf.Search.Budget = config.Publish{Cards: config.CardsOff, Twins: true}, 0
	if conf.Search.Scope == config.ScopeOff {
		conf.Search.Scope = config.ScopeEverything
	}
	bar := u.newBar()
	_, err = generator.Build(ctx, generator.Options{
		Config: conf, AllowEmpty: true, Version: version(), Cache: cacheDir(conf.Cache), Progress: bar.show,
		Warn: func(w generator.Warning) {
			if u.verbose {
				u.warn(w)
			}
		},
	})
	bar.clear()
	if err != nil {
		done()
	}
	return dir, done, err
}

// searchDir makes the folder for the site of a configuration that is searched. Only the user can read it.
func searchDir(conf config.Config) (dir string, done func(), err error) {
	cache := cacheDir(conf.Cache)
	if cache == "" {
		dir, err = os.MkdirTemp("", "steno-search-*")
		return dir, func() { os.RemoveAll(dir) }, err
	}
	data, err := json.Marshal(conf)
	if err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(data)
	dir = filepath.Join(searchSites(cache), hex.EncodeToString(sum[:8])) // builds refuse to write into their cache
	return dir, func() {}, makeRoom(dir)
}

// errNothingFound is returned when no message answers a query.
var errNothingFound = errors.New("nothing found")

func runSearch(ctx context.Context, u *ui, o searchOptions) error {
	ix, err := query.Open(ctx, o.site)
	if _, gone := os.Stat(o.site); err != nil && errors.Is(gone, fs.ErrNotExist) && !webAddress.MatchString(o.site) {
		err = fmt.Errorf("--site: %q does not exist", o.site)
	}
	if err != nil {
		return &usageError{err, "--site takes a folder that steno build wrote, or the address of a published one"}
	}
	defer ix.Close()
	found, err := ix.Search(ctx, o.query, query.Options{Limit: o.limit, ByDate: o.newest})
	if err != nil {
		return err
	}
	if !query.IsAddress(o.site) {
		for i, h := range found.Hits {
			found.Hits[i].URL = path.Join(filepath.ToSlash(o.site), h.URL)
		}
	}
	if o.json {
		err = u.printJSON(found.Hits)
	} else {
		printHits(u.out, found.Hits)
	}
	for _, remark := range found.Remarks {
		u.note(remark)
	}
	offers := "these find something: " + strings.Join(found.Offers, " · ")
	if len(found.Hits) == 0 {
		hint := "fewer words find more; *part* finds parts of words"
		if found.Empty {
			hint = "there is no session to search: --source names transcripts, --site a finished site"
			if others := o.config.AlsoFound(); len(others) > 0 {
				hint = "there is no session to search; " + readOthers(others)
			}
		} else if filter := meantFilter(o.query); filter != "" {
			hint = fmt.Sprintf("did you mean %q? %s", filter, explainFilters)
		} else if strings.HasPrefix(o.query, "/") {
			hint = "put quotation marks around it to look for it as text: " + shellWord(`"`+o.query+`"`)
		} else if len(found.Offers) > 0 {
			hint = offers
		} else if kind := meantKind(o.query); kind != "" {
			hint = fmt.Sprintf("did you mean %q? %s", kind, explainFilters)
		}
		return errors.Join(err, &usageError{errNothingFound, hint})
	}
	if len(found.Offers) > 0 {
		u.note(offers)
	}
	u.note(fmt.Sprintf("%s and %s in %s", count(found.Messages, "message"), count(found.Titles, "title"), count(found.Sessions, "session")))
	return err
}

const explainFilters = `"steno help search" lists the filters`

// otherFilters are what other programs call filters.
var otherFilters = map[string]string{"since": "after:", "from": "after:", "until": "before:",
	"repo": "project:", "type": "kind:", "role": "kind:"}

// meantFilter returns the filter that a word of a query with a colon in it is meant for, "" for none.
func meantFilter(text string) string {
	for word := range strings.FieldsSeq(text) {
		key, _, ok := strings.Cut(strings.TrimPrefix(word, "-"), ":")
		if !ok || slices.Contains(query.Filters(), key+":") {
			continue
		}
		if same := otherFilters[key]; same != "" {
			return same
		}
		for _, f := range query.Filters() {
			if selection.Distance(key+":", f) <= 2 {
				return f
			}
		}
	}
	return ""
}

// kinds are the values of the filter kind:.
var kinds = []string{search.KindTitle, search.KindPrompt, search.KindReply, search.KindThinking,
	search.KindCall, search.KindResult, search.KindSummary, search.KindEvent}

// meantKind returns the filter that a word with a kind that does not exist is meant for, "" for none.
func meantKind(text string) string {
	for word := range strings.FieldsSeq(text) {
		value, ok := strings.CutPrefix(strings.TrimPrefix(word, "-"), "kind:")
		if !ok || slices.Contains(kinds, value) {
			continue
		}
		for _, kind := range kinds {
			if selection.Distance(value, kind) <= 2 {
				return "kind:" + kind
			}
		}
	}
	return ""
}

// printHits prints the hits by session.
func printHits(w io.Writer, hits []query.Hit) {
	last := ""
	for i, h := range hits {
		if h.Session != last || i == 0 {
			last = h.Session
			if i > 0 {
				fmt.Fprintln(w)
			}
			about := []string{cmp.Or(h.Title, "Untitled session"), h.Project}
			if !h.Time.IsZero() {
				about = append(about, h.Time.Format("2006-01-02"))
			}
			fmt.Fprintln(w, plain(strings.Join(about, " · ")))
		}
		what := h.Kind
		if h.Tool != "" {
			what += " " + h.Tool
		}
		if h.Failed {
			what += ", failed"
		}
		fmt.Fprintf(w, "  %s: %s\n    %s\n", plain(what), plain(h.Snippet), plain(h.URL))
		if h.More > 0 {
			fmt.Fprintf(w, "  %d more in this session\n", h.More)
		}
	}
}
