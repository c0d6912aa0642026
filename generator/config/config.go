// Package config is the configuration of a site: its defaults, the file it is read
// from and the rules that its values keep. It reads that one file, and leaves the use
// of the values to others.
//
// Every key of the file is one field of [Config] with a yaml tag. To add an option, add the field,
// its default in [Default], its rule in [Config.Validate] (and in schema.go the minimum of a
// number), its line in config.example.yaml and its description in keys.go; tests compare the five,
// in the order of the fields. docs/configuration.md and docs/config.schema.json are made from them:
// go test ./generator/config -run Documented -update
package config

import (
	"runtime"

	"steno/generator/selection"
	"steno/theme"
)

// Config is the whole configuration. [Default] returns a complete one; the zero value
// is not valid.
type Config struct {
	Title       string    `yaml:"title"`       // name of the site, on every page
	Description string    `yaml:"description"` // one sentence for search engines and the front page; "" for none
	Language    string    `yaml:"language"`    // BCP 47 tag of the site's own words and its <html lang>
	BaseURL     string    `yaml:"baseURL"`     // where the site will stand, absolute, ending in a slash; "" when unknown
	Sources     []string  `yaml:"sources"`     // files and folders that transcripts are read from
	Sessions    string    `yaml:"sessions"`    // file with what people say about sessions, see package about; "" for that in the sources
	Destination string    `yaml:"destination"` // folder that the site is written to
	Theme       Theme     `yaml:"theme"`
	Highlight   Highlight `yaml:"highlight"`
	Search      Search    `yaml:"search"`
	Content     Content   `yaml:"content"`
	Redact      Redact    `yaml:"redact"`
	Select      Select    `yaml:"select"`
	Projects    []Project `yaml:"projects"` // rules, see [Project]
	Publish     Publish   `yaml:"publish"`
	Commits     Commits   `yaml:"commits"`
	Prices      Prices    `yaml:"prices"`
	Cache       string    `yaml:"cache"`       // folder for what is remembered between builds; "auto" for the user's own, "off" for none
	KeepRemoved bool      `yaml:"keepRemoved"` // sessions whose transcripts are gone keep their pages
	Jobs        int       `yaml:"jobs"`        // sessions built at the same time, at least 1

	Places map[string]string `yaml:"-" json:"-"` // file and line of each key that the file sets; list items are "select.exclude[0]"
}

// Highlight says how code is coloured.
type Highlight struct {
	Light    string `yaml:"light"`    // chroma style on a light screen
	Dark     string `yaml:"dark"`     // chroma style on a dark screen
	MaxBytes int    `yaml:"maxBytes"` // code longer than this many bytes stays plain; at least 1
}

// Search says what the search page finds.
type Search struct {
	Scope   string `yaml:"scope"`   // one of the Scope constants
	Snippet int    `yaml:"snippet"` // bytes of each message that results can show, 32 times as many of prompts and replies; 0 for none
	Budget  int    `yaml:"budget"`  // megabytes that the index may take; snippets get shorter to keep to it; 0 for no limit
}

// Content says what is on pages beside the conversations.
type Content struct {
	Records      bool `yaml:"records"`      // pages with the records that no message shows, and those behind what is folded
	SystemPrompt bool `yaml:"systemPrompt"` // the client's system prompt and tools, where a transcript has a snapshot of them
	FileHistory  bool `yaml:"fileHistory"`  // whole files as they were before the session changed them
}

// Select says which sessions are published, and what of them.
type Select struct {
	Include   []string `yaml:"include"`   // patterns of sessions to publish, see package selection; none: all
	Exclude   []string `yaml:"exclude"`   // patterns of sessions to leave out
	Branches  []string `yaml:"branches"`  // git branches: only sessions that were on one of them
	Since     string   `yaml:"since"`     // a day, local: only sessions active on it or later
	Until     string   `yaml:"until"`     // a day, local: only sessions begun on it or before
	MinTurns  int      `yaml:"minTurns"`  // only sessions with so many prompts
	MustMatch bool     `yaml:"mustMatch"` // a full id or name that fits no session is an error
	Hide      []string `yaml:"hide"`      // kinds that are left out of sessions, see selection.Kinds
	Level     string   `yaml:"level"`     // prompts, conversation or everything: more is left out
}

// Publish says what must hold before a site is made, and what it contains for machines.
type Publish struct {
	RequireReview bool   `yaml:"requireReview"` // fail while there is a value to redact that nobody has reviewed
	NoIndex       bool   `yaml:"noindex"`       // ask search engines to leave the site out
	Feed          bool   `yaml:"feed"`          // an Atom feed of new sessions; needs baseURL
	Sitemap       bool   `yaml:"sitemap"`       // a list of all pages for search engines; needs baseURL
	Twins         bool   `yaml:"twins"`         // a copy of each session in Markdown, and llms.txt
	Cards         string `yaml:"cards"`         // one of the Cards constants: pictures for previews of links; need baseURL
	// comments of pull requests say which agent worked, at whose request, and what was not verified
	Disclosure bool `yaml:"disclosure"`
}

// Commits says how the commits of a repository name sessions.
type Commits struct {
	Trailers []string `yaml:"trailers"` // names of trailers of commit messages whose values are sessions
	Notes    string   `yaml:"notes"`    // name of the branch of git notes, below refs/notes
}

// What Config.Cache may be besides a folder.
const (
	CacheAuto = "auto"
	CacheOff  = "off"
)

// What Search.Scope may be.
const (
	ScopeOff          = "off"          // no search page and no index
	ScopeTitles       = "titles"       // titles of sessions
	ScopeConversation = "conversation" // titles, prompts and replies
	ScopeEverything   = "everything"   // thinking, tool calls and their results too
)

// What Publish.Cards may be.
const (
	CardsOff      = "off"
	CardsSite     = "site"     // one picture for all pages
	CardsSessions = "sessions" // one for each session, and one for all other pages
)

// defaultSource is the home of the first format: where Claude Code keeps transcripts.
const defaultSource = "~/.claude/projects"

// Default is the configuration of somebody who configured nothing. Its paths are not
// resolved yet, see [Config.Resolve].
func Default() Config {
	return Config{
		Title:       "Agent sessions",
		Language:    "en",
		Sources:     []string{defaultSource},
		Destination: "public",
		Theme:       Theme{Name: theme.DefaultLook, Params: map[string]any{}},
		Highlight:   Highlight{Light: "github", Dark: "github-dark", MaxBytes: 64 << 10},
		Search:      Search{Scope: ScopeEverything, Snippet: 500, Budget: 400},
		Content:     Content{Records: true},
		Select: Select{Include: []string{}, Exclude: []string{}, Branches: []string{}, Hide: []string{},
			Level: selection.LevelEverything},
		Redact: Redact{
			Enabled: true, Paths: true,
			Rules: map[string]string{}, Literals: []string{}, Patterns: map[string]string{},
			EnvFiles: []string{}, Allow: []string{}, Reviewed: []string{}, ReviewKey: ".steno-review-key",
			Forbid: "high",
		},
		Projects: []Project{},
		Publish:  Publish{Feed: true, Sitemap: true, Twins: true, Cards: CardsSite},
		Commits:  Commits{Trailers: []string{"Steno-Session", "Claude-Session", "Session-Id"}, Notes: "steno"},
		Prices:   Prices{},
		Cache:    CacheAuto,
		Jobs:     runtime.GOMAXPROCS(0),
	}
}
