package theme

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"steno/parser"
	"steno/theme/colour"
	"steno/theme/markup"
	"steno/theme/view"
)

// A PreviewFile is a page of the preview of a theme.
type PreviewFile struct {
	Name string // "index.html"; all pages are in one folder
	View any    // for [Theme.Render]
}

// PreviewPage is the front page of a preview: every component in every state.
type PreviewPage struct {
	view.Page
	Look    Look
	Colours []PreviewColour
	Pages   []view.Link   // one page of each kind, or of a kind in another state
	Blocks  template.HTML // fragments of every kind
}

// PreviewColour is a token with a colour.
type PreviewColour struct {
	Name        string // "bg"
	Light, Dark string // "#rrggbb"
	Contrast    string // on the ground of the page, light and dark: "12.1 / 13.4"
}

// Preview is a small site made from canned views, to look at while working on a theme.
// Its first page shows every component, the others are one page of each kind.
func (t *Theme) Preview(site view.Site) []PreviewFile {
	notes := map[string]string{
		"archive.html": "the front page", "empty.html": "the front page of an empty archive", "project.html": "a project",
		"calls.html": "calls of every tool, and in every state", "session.html": "a session",
		"page-2.html": "a later page of a long session", "agent.html": "an agent",
		"agents.html": "all agents of a session", "branches.html": "all rewound branches of a session",
		"projects.html": "all projects of a large archive", "sessions.html": "all sessions",
		"changes.html": "the net diff of a session", "history.html": "prompts that were typed, by day",
		"notes.html":  "what a project keeps beside its sessions",
		"branch.html": "a rewound branch", "search.html": "search, whose index is not there", "404.html": "what a wrong address shows",
		"beginning.html": "the prompts that a fork shares with its origin", "files.html": "files that agents changed, by project",
		"files-lamp.html": "changed files of a project", "pulls.html": "pull requests and commits", "records.html": "how each line of a session was used",
		"stats.html": "statistics", "use.html": "what a number of the statistics counts",
	}
	hub := &PreviewPage{
		Page: view.Page{Site: &site, Kind: "preview", Title: "Components", Path: "index.html"},
		Look: t.look.Look, Colours: t.look.preview(),
		Blocks: t.fragmentsOf(cannedThread().Branches[0]),
	}
	files := []PreviewFile{{"index.html", hub}}
	pages := cannedPages(t)
	pages["archive.html"] = pages["index.html"]
	delete(pages, "index.html")
	cards := cannedThreadPage(t, cannedCards())
	cards.Title, cards.Session.Title, cards.First = "Every tool call", "Every tool call", false
	pages["calls.html"] = cards
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		data, ok := pages[name].(interface{ Head() *view.Page })
		if !ok {
			continue
		}
		p := data.Head()
		p.Site, p.Root, p.Path = &site, "", name
		p.Crumbs = []view.Link{{Text: "Components", Href: "index.html"}}
		files = append(files, PreviewFile{name, pages[name]})
		hub.Pages = append(hub.Pages, view.Link{Text: strings.TrimSuffix(name, ".html"), Href: name, Note: notes[name]})
	}
	return files
}

// fragmentsOf puts the fragments of a branch together.
func (t *Theme) fragmentsOf(b *parser.Branch) template.HTML {
	var all []byte
	for f := range t.Fragments(b, cannedRefs()) {
		all = append(all, f.HTML...)
	}
	return markup.FromTemplate(all)
}

// preview lists the colours of a look by name.
func (l *look) preview() []PreviewColour {
	var list []PreviewColour
	for _, name := range slices.Sorted(maps.Keys(l.light)) {
		light, dark := l.light[name], l.dark[name]
		list = append(list, PreviewColour{
			Name: name, Light: light.String(), Dark: dark.String(),
			Contrast: fmt.Sprintf("%.1f / %.1f", colour.Contrast(light, l.light["bg"]), colour.Contrast(dark, l.dark["bg"])),
		})
	}
	return list
}
