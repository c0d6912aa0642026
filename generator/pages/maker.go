// Package pages makes the pages of one session: its threads, agents, rewound branches, records, notes
// and Markdown. Its input is a session as it is published; its output is files, and what lists, the
// cache and the search index need of the session.
package pages

import (
	"errors"

	"steno/generator/meter"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/render"
	"steno/generator/search"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/view"
)

// Maker makes the pages of sessions.
type Maker struct {
	*render.Renderer
	Archive  *publish.Archive
	Cleaner  *redact.Redactor // nil when nothing is redacted
	Title    Titler
	Around   func(*publish.Session) [2]string // titles of the sessions before and after one, "" where not known
	Comments bool                             // write a comment in Markdown beside each session's pages
}

// Titler returns the title under which another session is published, "" when it is not known.
type Titler func(*publish.Session) string

// Input is a session as it is published.
type Input struct {
	Source   *publish.Session
	Session  *parser.Session  // clean
	Found    []redact.Finding // what was redacted
	Settled  *redact.Settled  // texts that the Cleaner need not look at again
	Warnings []parser.Warning // as the parser wrote them, for the terminal
	Records  bool             // its records are published as they were written
	Outputs  []Outputs        // where those of its shared beginning are shown instead; nil for here
}

// Result is what is left of a session once its pages are written.
type Result struct {
	Summary *summary.Session
	Asked   map[string]string                    // sessions that its pages were to link to, and their directories, "" for those not found
	Texts   func(use func(search.Session)) error // for the search index
	Placed  func() map[string]string             // addresses of the messages that no other session has, by anchor
	Cleaned bool                                 // for its files, texts beside those of the session were redacted
}

// Make writes the pages of a session.
func (m *Maker) Make(in Input) (*Result, error) {
	site := newSessionSite(m, in.Source, in.Session)
	defer site.spool.close()
	site.taken, site.spills.settled = in.Found, in.Settled
	showOutputs(site, in.Outputs)
	if in.Records {
		site.records = planRecords(site)
	}
	rendered := m.Meter.Time(meter.StageRender)
	site.figures.diffs = planChanges(site)
	for _, t := range site.threads {
		if err := site.render(t); err != nil {
			return nil, err
		}
	}
	rendered()
	site.figures = site.count()
	if err := site.write(); err != nil {
		return nil, err
	}
	if err := errors.Join(writeTwins(site), writePreview(site)); err != nil {
		return nil, err
	}
	if err := site.spills.err.Load(); err != nil {
		return nil, *err
	}
	counted := site.taken
	if in.Source.Origin != nil { // counted with it
		counted = redact.Own(in.Session, counted)
	}
	made := &Result{Asked: site.asked, Texts: site.searchable, Cleaned: site.spills.cleaned.Load(),
		Placed: func() map[string]string { return ownPlaces(site) }, Summary: &summary.Session{
			Row: site.row(""), Totals: site.figures.totals, Work: workOf(site),
			Ledger: in.Session.Ledger, Read: in.Source.Size, Warnings: in.Warnings,
			Found: redact.Count(in.Source.ID, counted), Links: placesOf(site, counted),
		}}
	forget(site)
	return made, nil
}

// Count returns the totals of a session without making its pages.
func (m *Maker) Count(src *publish.Session, s *parser.Session) view.Totals {
	return newSessionSite(m, src, s).count().totals
}
