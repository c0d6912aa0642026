package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2/styles"
)

// A KeyError says what is wrong with the value of one key.
type KeyError struct {
	Key  string // dotted: "highlight.maxBytes"
	Text string
}

// Error returns the key and what is wrong with it.
func (e *KeyError) Error() string { return e.Key + ": " + e.Text }

var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`)

// Validate checks every value. The error joins one [KeyError] for each bad key, in
// the order of the keys.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, key, format string, args ...any) {
		if !ok {
			errs = append(errs, &KeyError{key, fmt.Sprintf(format, args...)})
		}
	}
	check(strings.TrimSpace(c.Title) != "", "title", "must not be empty")
	check(languageTag.MatchString(c.Language), "language", `must be a language tag such as "en" or "pt-BR" (got %q)`, c.Language)
	check(c.BaseURL == "" || validBase(c.BaseURL), "baseURL",
		`must be an absolute address such as "https://example.org/sessions/" (got %q)%s`, strings.TrimSuffix(c.BaseURL, "/"), meantBase(c.BaseURL))
	check(len(c.Sources) > 0, "sources", "must name at least one file or folder")
	check(!slices.Contains(c.Sources, ""), "sources", "must not contain an empty path")
	for _, s := range c.Sources {
		key, _ := strings.CutPrefix(s, homePrefix)
		check(knownHome(s), "sources", "no agent is called %q%s", key,
			cmp.Or(suggest(key, agents()), "; there are "+homePrefix+strings.Join(agents(), ", "+homePrefix)))
	}
	check(c.Destination != "", "destination", "must not be empty")
	errs = append(errs, c.Theme.validate()...)
	known := styles.Names()
	check(slices.Contains(known, c.Highlight.Light), "highlight.light", "no style is called %q%s",
		c.Highlight.Light, suggest(c.Highlight.Light, known))
	check(slices.Contains(known, c.Highlight.Dark), "highlight.dark", "no style is called %q%s",
		c.Highlight.Dark, suggest(c.Highlight.Dark, known))
	check(c.Highlight.MaxBytes >= 1, "highlight.maxBytes", "must be at least 1 (got %d)", c.Highlight.MaxBytes)
	check(slices.Contains([]string{ScopeOff, ScopeTitles, ScopeConversation, ScopeEverything}, c.Search.Scope), "search.scope",
		"must be %s, %s, %s or %s (got %q)", ScopeOff, ScopeTitles, ScopeConversation, ScopeEverything, c.Search.Scope)
	check(c.Search.Snippet >= 0, "search.snippet", "must be 0 or more (got %d)", c.Search.Snippet)
	check(c.Search.Budget >= 0, "search.budget", "must be 0 or more (got %d)", c.Search.Budget)
	errs = append(errs, c.Select.validate()...)
	errs = append(errs, validateProjects(c.Projects)...)
	check(slices.Contains([]string{CardsOff, CardsSite, CardsSessions}, c.Publish.Cards), "publish.cards",
		"must be %s, %s or %s (got %q)", CardsOff, CardsSite, CardsSessions, c.Publish.Cards)
	errs = append(errs, c.Commits.validate()...)
	errs = append(errs, c.Redact.validate()...)
	errs = append(errs, c.Prices.validate()...)
	check(c.Cache != "" && !slices.Contains(noFolders, c.Cache), "cache", "must be auto, off or a folder (got %q)", c.Cache)
	check(c.Jobs >= 1, "jobs", "must be at least 1 (got %d)", c.Jobs)
	return c.placed(errs)
}

// placed joins errors, each with the place of its key: a flag instead of it, a variable before it.
func (c Config) placed(errs []error) error {
	for i, err := range errs {
		var bad *KeyError
		if !errors.As(err, &bad) {
			continue
		}
		switch place := c.Places[bad.Key]; {
		case strings.HasPrefix(place, "--"):
			errs[i] = &KeyError{place, bad.Text}
		case place != "":
			errs[i] = fmt.Errorf("%s: %w", place, err)
		}
	}
	return errors.Join(errs...)
}

// noFolders are words that people write for on and off, which would be made folders.
var noFolders = []string{"on", "yes", "true", "enabled", "default", "no", "false", "none", "never", "disabled"}

var (
	trailerName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*$`)
	notesName   = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*(/[A-Za-z0-9_][A-Za-z0-9_-]*)*$`)
)

func (c *Commits) validate() (errs []error) {
	for i, name := range c.Trailers {
		if !trailerName.MatchString(name) {
			errs = append(errs, &KeyError{fmt.Sprintf("commits.trailers[%d]", i),
				fmt.Sprintf("must be the name of a trailer such as \"Steno-Session\": letters, digits and hyphens (got %q)",
					name)})
		}
	}
	if !notesName.MatchString(c.Notes) {
		errs = append(errs, &KeyError{"commits.notes",
			fmt.Sprintf("must be a name such as \"steno\", without refs/notes/ (got %q)", c.Notes)})
	}
	return errs
}

// meantBase is a hint at the base URL that was probably meant: the scheme is missing, or there is
// something behind the path.
func meantBase(base string) string {
	meant := base
	if !strings.Contains(base, "://") {
		meant = "https://" + strings.TrimLeft(base, "/")
	}
	if meant, _, _ = strings.Cut(meant, "?"); !strings.HasSuffix(meant, "/") {
		meant += "/"
	}
	if meant == base || !validBase(meant) || !strings.Contains(meant, ".") {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", meant)
}

// validBase reports whether links can be made by appending a path to base.
func validBase(base string) bool {
	u, err := url.Parse(base)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" &&
		u.User == nil && !strings.ContainsAny(base, " \t") && !u.ForceQuery && u.RawQuery == "" &&
		u.Fragment == "" && strings.HasSuffix(u.Path, "/")
}
