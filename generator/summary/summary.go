// Package summary is what outlives a session once its pages are written: its row in the lists, its
// figures, and what was redacted. It only contains data; package pages makes it, lists and caches use it.
package summary

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/facts"
	"steno/theme/view"
)

// Session is what is kept of a session once its pages are written.
type Session struct {
	Row      view.SessionRow // Href from the site's root
	Totals   view.Totals
	Work     Work
	Ledger   parser.Ledger
	Read     int64
	Warnings []parser.Warning
	Found    redact.Counted          // what was removed
	Links    map[redact.Place]string // address of each place, from the site's root
}

// Listing is a session in the lists.
type Listing struct {
	*Stored
	Title   string // that distinguishes it from others of its project
	Project *publish.Project
	Again   bool // a newer session has the same prompt, and little came of either: see [markRepeats]
	Repeats bool // one of the same project
}

// Aside reports whether lists name a session last, as it has no conversation or one that others have, too.
func (l Listing) Aside() bool { return l.Bare() || l.Again }

// Shown returns the row, the totals and the work of the summary, under the title of the listing,
// which Whole does not have; other parts may be there or not. It must not be changed.
func (l Listing) Shown() *Session { return l.titled(workPart) }

// Row returns the row of the summary, under the title of the listing. What it refers to must not be changed.
func (l Listing) Row() view.SessionRow { return l.titled(rowPart).Row }

// Totals returns the totals of the summary.
func (l Listing) Totals() view.Totals { return l.part(totalsPart).Totals }

func (l Listing) titled(p part) *Session {
	s := l.part(p)
	if s.Row.Title != l.Title {
		own := *s
		own.Row.Title = l.Title
		return &own
	}
	return s
}

// NewestFirst returns the sessions of an archive and their summaries, newest first.
func NewestFirst(sessions []*publish.Session, summaries []*Stored) []Listing {
	all := make([]Listing, len(sessions))
	for i, s := range sessions {
		all[i] = Listing{Stored: summaries[i], Title: summaries[i].Title, Project: s.Project}
	}
	slices.SortStableFunc(all, func(a, b Listing) int {
		return cmp.Or(b.Start.Compare(a.Start), cmp.Compare(a.ID, b.ID))
	})
	tellApart(all)
	markRepeats(all)
	return all
}

// tellApart adds the time of their start to the titles that sessions of one project share, and
// their ids where that is the same, too, or not known.
func tellApart(all []Listing) {
	type named struct {
		project *publish.Project
		title   string
	}
	byDate := func(l Listing) named {
		return named{l.Project, l.Title + " (" + l.Start.UTC().Format("2 January 2006, 15:04") + ")"}
	}
	same, sameMinute := map[named]int{}, map[named]int{}
	for _, l := range all {
		same[named{l.Project, l.Title}]++
	}
	shares := func(l Listing) bool { return l.Title != "" && same[named{l.Project, l.Title}] > 1 }
	for _, l := range all {
		if shares(l) {
			sameMinute[byDate(l)]++
		}
	}
	for i, l := range all {
		if !shares(l) {
			continue
		}
		dated := byDate(l)
		all[i].Title = dated.title
		if id := l.ID[:min(len(l.ID), 8)] + ")"; l.Start.IsZero() {
			all[i].Title = l.Title + " (" + id
		} else if sameMinute[dated] > 1 {
			all[i].Title = strings.TrimSuffix(dated.title, ")") + ", " + id
		}
	}
}

// Work is what a session did, in as few words as the pages over all sessions need.
type Work struct {
	Files    []File     // in order of first change
	Uses     []Use      // what the session worked with, by topic, then name
	Declined []Declined // calls that the user declined, in reading order
	Program  string     // that wrote the session: "Claude Code"
	Platform string     // of the machine, by its directories: "macOS"; "" when they do not say
	Days     []Day      // by day, then model
	Usage    parser.Usage
	Pages    []parser.Page        // published; with Anchor an address from the site's root
	Pulls    []parser.PullRequest // with Anchor an address from the site's root
	Made     []parser.Commit      // the same
	Asked    map[string]Asked     // by the URL of the pull request
}

// File is what a session did to a file.
type File struct {
	Path                  string      // relative to the project's directory where it is below it
	Edits, Added, Removed int         // lines, net
	Turns                 []view.Link // from the site's root; one for each turn that changed the file
	More                  int         // turns that are not kept
	Last                  time.Time
}

// Asked is what a session asked a forge to do with a pull request.
type Asked struct {
	Title  string // with which it was opened
	State  string // "merged" or "closed"
	Branch string // from which it was opened, where that is known
}

// Use is how often a session used one thing, and how that went; see [facts.Use].
type Use struct {
	Topic         facts.Topic
	Name          string
	Times, Lost   int
	Errors        facts.Errors
	*Trouble              // nil when nothing failed
	Exact, AtMost []int32 // milliseconds
	Waited        time.Duration
}

// Trouble is what is kept of the failures of a use.
type Trouble struct {
	Retries, Mended int
	Next            map[facts.Next]int
	Places          []string // the first failures, from the site's root
	More            int      // failures that are not kept
}

// Declined is a call that the user declined.
type Declined struct {
	Tool, Subject string
	Words         string // the start of what the user typed; "" for nothing
	Href          string // from the site's root
	Time          time.Time
}

// Day is the tokens that a model took on a UTC day.
type Day struct {
	Date   time.Time
	Model  string
	Tokens int
}

// SeveralDays reports whether all tokens of a session are more than those of its first day.
func SeveralDays(days []Day, all int) bool {
	for _, d := range days {
		if d.Date.Equal(days[0].Date) {
			all -= d.Tokens
		}
	}
	return len(days) > 0 && all != 0
}
