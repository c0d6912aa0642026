// Package view has the data that templates show: of pages, of the lists and figures on them, and of the
// fragments of a thread. The generator fills in the pages, package theme the fragments.
package view

import (
	"time"
)

// Site is what every page knows of the whole site.
type Site struct {
	Title       string
	Description string
	Language    string         // BCP 47, of what the pages show
	BaseURL     string         // absolute, with a trailing slash; "" when not configured
	Params      map[string]any // those of theme.params that the built-in theme does not know
	Generator   string         // "Steno 1.2.3"
	Search      bool           // the site has a search page
	Feed        bool           // the site has a feed.xml
	NoIndex     bool           // search engines are asked to leave it out
	Card        string         // the picture that previews of links show, from the site's root; "" for none
	Counts      Totals
}

// Page is the head of every page view.
type Page struct {
	Site *Site
	// "index", "sessions", "projects", "project", "session", "agents", "agent", "branches",
	// "branch", "beginning", "changes", "notes", "records", "history", "stats", "files", "pulls",
	// "search", "404"
	Kind        string
	Title       string // without the site's name
	Description string
	Path        string // of this page, from the site's root: "sessions/<id>/index.html"
	Root        string // relative way to the site's root: "", "../../" ...
	Card        string // the page's own link card, from the site's root; "" for that of the site
	Twin        string // address of this page as Markdown, relative to the page; "" for none
	Anchors     string // the script that shows on which page of the session an anchor is, relative to the page; "" where there is one page
	Crumbs      []Link // from the index down to the parent; the page itself is left out
}

// Head is the head that every page view has.
func (p *Page) Head() *Page { return p }

// Link is an address with its words.
type Link struct {
	Text string
	Href string // relative to the page
	Note string // small print after the link, may be empty
}

// Totals are figures over a set of sessions.
type Totals struct {
	Projects, Sessions, Agents, Prompts, Replies, ToolCalls, Errors int
	Tokens                                                          Tokens
	Cost                                                            Cost
	Start, End                                                      time.Time
	Linked                                                          bool   // the figures link to what they count
	Root                                                            string // the beginning of those links: the way to the site's root
}

// Tokens is a usage as shown to people.
type Tokens struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	CacheRead  int `json:"cacheRead"`
	CacheWrite int `json:"cacheWrite"`
}

// Total is all tokens that went through the model.
func (t Tokens) Total() int { return t.Input + t.Output + t.CacheRead + t.CacheWrite }

// Field is a named value.
type Field struct{ Name, Value string }

// SearchPage is the search page.
type SearchPage struct {
	Page
	Sessions int
	Scope    string // what is indexed: "titles", "conversation" or "everything"
}

// NotFoundPage is 404.html. Hosts serve it at any depth, so its Root is the
// absolute path of the base URL, or "/" without one.
type NotFoundPage struct{ Page }
