package redaction

import (
	"slices"

	"steno/generator/publish"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/source"
)

// Listings show a few texts of each session: `steno list`, the sessions to pick from, the names
// that shells complete. They are redacted, too, since terminals are recorded and what a job of CI
// prints is public. But no listing reads an archive twice: of a session, values are recognized in
// the names that it goes by and in what was said in it, of which titles are made, not in what its
// tools printed. Placeholders have no numbers, as these depend on all sessions.

// saidBytes is how much of a message is read for a listing.
const saidBytes = 64 << 10

// Listing redacts what listings show. Without an engine it redacts nothing.
type Listing struct{ engine *redact.Engine }

// NewListing returns what redacts listings by the rules of an engine, nil for none.
func NewListing(e *redact.Engine) Listing { return Listing{e} }

// Archive returns a function that redacts the names that the sessions of an archive go by.
func (l Listing) Archive(all []*source.Session) func(string) string {
	var names []string
	for _, src := range all {
		names = append(names, namesIn(src)...)
	}
	return l.Of(names...).Text
}

// Session returns what redacts texts of a session.
func (l Listing) Session(src *source.Session, s *parser.Session) Shown {
	if l.engine == nil {
		return Shown{}
	}
	texts := slices.Concat(namesIn(src), s.Branches, s.Tags, []string{s.Title.Text})
	for m := range s.Main.Live().Messages() {
		text := publish.MessageText(m)
		texts = append(texts, text[:min(len(text), saidBytes)])
	}
	return l.Of(texts...)
}

// namesIn returns the names that a session goes by.
func namesIn(src *source.Session) []string {
	return []string{src.ID, src.Project.Name, src.Project.Group, src.Project.Dir, src.Project.Folder, src.Folder.Dir}
}

// Of returns what redacts some texts.
func (l Listing) Of(texts ...string) Shown {
	if l.engine == nil {
		return Shown{}
	}
	c := l.engine.Collect()
	for _, text := range texts {
		c.Text(text)
	}
	return Shown{l.engine.FreezeBeside(c.Values(), nil)}
}

// Shown redacts the texts that a listing shows of one session. Its zero value redacts nothing.
type Shown struct{ redactor *redact.Redactor }

// Text returns a text without its secrets.
func (s Shown) Text(text string) string {
	if s.redactor == nil {
		return text
	}
	text, _ = s.redactor.Text(text)
	return text
}

// Path returns the path of a file without its secrets. The names of home directories stay in it, or
// nobody could open the file.
func (s Shown) Path(path string) string {
	if s.redactor == nil {
		return path
	}
	clean, found := s.redactor.Text(path)
	if slices.ContainsFunc(found, func(f redact.Finding) bool { return f.Hash != redact.Hash{} }) {
		return clean
	}
	return path
}
