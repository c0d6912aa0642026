package generator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"steno/generator/bundle"
	"steno/generator/config"
	"steno/generator/output"
	"steno/generator/secondlook"
	"steno/generator/selection"
	"steno/generator/themes"
	"steno/parser/prose"
	"steno/parser/source"
)

// Exported is a site in one file.
type Exported struct {
	HTML    []byte
	Left    bundle.Left
	Summary *Summary
}

// FileName is what a file of the sessions may be called: words of the title and the
// beginning of the id of the only one, or the number of several, in characters that every
// system takes. ext has no dot.
func (s *Summary) FileName(ext string) string {
	if s.Sessions > 1 {
		return fmt.Sprintf("%d-sessions.%s", s.Sessions, ext)
	}
	words := strings.Trim(unnameable.ReplaceAllString(strings.ToLower(prose.Excerpt(s.First.Title, 60)), "-"), "-")
	return strings.Trim(words+"-"+prose.Start(s.First.ID, 8), "-") + "." + ext
}

// unnameable is what file names do without.
var unnameable = regexp.MustCompile(`[^a-z0-9]+`)

// ErrNoSession is returned when there is nothing to export.
var ErrNoSession = errors.New("none of the sessions is in the sources")

// ErrNoTurns is returned when a session has none of the turns that were asked for.
var ErrNoTurns = errors.New("the session does not have these turns")

// Export makes one self-contained HTML file of the sessions with these ids, built and
// cleaned as a build does it. maxBytes bounds the file, as far as leaving out the long
// outputs of tools can; 0 is no bound.
func Export(ctx context.Context, o Options, ids []string, maxBytes int) (*Exported, error) {
	dir, err := os.MkdirTemp("", "steno-export-*")
	if err != nil {
		return nil, fmt.Errorf("making a folder to build in: %w", err)
	}
	defer os.RemoveAll(dir)
	o.Config.Destination, o.Cache, o.Config.Publish.Twins = dir, "", false
	o.Config.Publish.Cards = config.CardsOff // a file has no address that a preview could be of
	o.Only = only(ids)
	sum, look, err := build(ctx, o, seams{})
	if err != nil && !errors.Is(err, ErrStrict) {
		return nil, err
	}
	if sum.Sessions == 0 {
		return nil, ErrNoSession
	}
	if (o.Turns != selection.Turns{}) && sum.First.Prompts == 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoTurns, o.Turns)
	}
	theme, terr := themes.Load(o.Config)
	if terr != nil {
		return nil, terr
	}
	site := bundle.Site{}
	if err := output.ReadAll(dir, func(name string, data []byte) error { site[name] = data; return nil }); err != nil {
		return nil, err
	}
	b := bundle.Options{Entry: "index.html", Router: theme.Router(), Max: maxBytes}
	b.Pages = func(name string) bool { return name != "404.html" }
	if sum.Sessions == 1 {
		b.Entry = onlySession(site)
		b.Pages = func(name string) bool { return strings.HasPrefix(name, "sessions/") || name == "search/index.html" }
	}
	file, left, berr := bundle.Bundle(site, b)
	if berr != nil {
		return nil, berr
	}
	if lerr := look.Check(secondlook.ExportName, file); lerr != nil {
		return nil, lerr
	}
	return &Exported{HTML: file, Left: left, Summary: sum}, err
}

// only chooses the sessions with these ids.
func only(ids []string) func(*source.Session) bool {
	return func(s *source.Session) bool { return slices.Contains(ids, s.ID) }
}

// onlySession is the first page of the one session of a site.
func onlySession(site bundle.Site) string {
	for name := range site {
		if strings.HasPrefix(name, "sessions/") && strings.Count(name, "/") == 2 && strings.HasSuffix(name, "/index.html") {
			return name
		}
	}
	return "index.html"
}
