// Package render writes the pages of a site. Its input is page views of package theme; its output is
// files. It contains what all pages share: configuration, theme, site and destination.
package render

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"strings"

	"steno/generator/address"
	"steno/generator/config"
	"steno/generator/meter"
	"steno/generator/output"
	"steno/generator/themes"
	"steno/parser"
	"steno/theme"
	"steno/theme/view"
)

// Renderer renders the pages of one site and writes them.
type Renderer struct {
	Conf  config.Config
	Theme *theme.Theme
	Site  *view.Site
	Out   *output.Site // nil until the destination is open
	Meter *meter.Meter
}

// New loads the theme that a configuration names. version is that of Steno.
func New(c config.Config, version string, m *meter.Meter) (*Renderer, error) {
	t, err := themes.Load(c)
	if err != nil {
		return nil, err
	}
	site, err := themes.Site(c, version)
	if err != nil {
		return nil, err
	}
	r := &Renderer{Conf: c, Theme: t, Meter: m, Site: &site}
	if r.MakesPreviews(config.CardsSite) || r.MakesPreviews(config.CardsSessions) {
		r.Site.Card = PreviewFile
	}
	return r, nil
}

// WritePage renders a page view and writes it.
func (r *Renderer) WritePage(name string, data any) error {
	rendered := r.Meter.Time(meter.StageFrame)
	var written error
	err := r.Theme.Page(data, func(page []byte) {
		rendered()
		defer r.Meter.Time(meter.StageWrite)()
		written = r.Out.Write(name, page)
	})
	if err != nil {
		return fmt.Errorf("rendering %s: %w", name, err)
	}
	return written
}

// MakesPreviews reports whether the configuration asks for link cards of this kind.
func (r *Renderer) MakesPreviews(kind string) bool {
	return r.Conf.BaseURL != "" && r.Conf.Publish.Cards == kind
}

// PreviewFile is the picture that previews of links show: of the site in its root, of a
// session in its directory. Previews take pictures by their whole address alone, so there
// are none where that is not known.
const PreviewFile = "card.png"

// TagHref is where sessions with a tag are found, "" on a site without a search. A comma
// would mean two tags there; the search takes a dash for the same.
func (r *Renderer) TagHref(dir, tag string) string {
	return r.SearchHref(dir, "tag", strings.ReplaceAll(tag, ",", "-"))
}

// SearchHref is the search page with one of its fields filled in, "" on a site without a search.
func (r *Renderer) SearchHref(dir, field, value string) string {
	if !r.Site.Search {
		return ""
	}
	return address.Relative(dir, "search/index.html") + "?" + field + "=" + queryForm.Replace(url.QueryEscape(value))
}

// queryForm writes what a query may have as it is, for fewer bytes.
var queryForm = strings.NewReplacer("+", "%20", "%2F", "/", "%3A", ":")

// PullRequestLink names a pull request the way people do.
func PullRequestLink(pr parser.PullRequest) view.Link {
	return view.Link{Text: pr.Name(), Href: pr.URL}
}

// PublishedLink is a link to a web page that a session published.
func PublishedLink(p *parser.Page) view.Link {
	return view.Link{Text: cmp.Or(p.Title, path.Base(p.Path), p.URL), Href: p.URL}
}

// TwinFile is the Markdown of a page, in the page's directory.
const TwinFile = "index.md"
