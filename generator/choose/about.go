package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"steno/generator/about"
	"steno/generator/meter"
	"steno/generator/selection"
	"steno/parser"
	"steno/parser/offheap"
	"steno/parser/source"
)

// What people say about sessions is in steno-sessions.yaml, in the sources or where
// the configuration says. Of several files that speak of one session the later ones add
// to the earlier: those of the sources by path, then the configuration's. What they say is
// put on a session when it is parsed, so that it is cleaned like all of it.

// mostAbout bounds the bytes of such a file.
const mostAbout = 16 << 20

// readAbout reads what is said about sessions. A file of the sources that cannot be read
// excludes the sessions that it covers; a line that cannot be understood is an error.
func (ch *chooser) readAbout() error {
	ch.about = map[*source.Session]about.Entry{}
	var errs []error
	for _, f := range ch.Archive.About {
		text, err := readControl(f, mostAbout)
		if err == nil {
			errs = append(errs, ch.takeAbout(f.Path, text))
			continue
		}
		errs = append(errs, ch.unreadable(f, err))
		ch.chosen = true
		for _, s := range ch.Archive.Sessions() {
			if slices.Contains(s.About, f) {
				ch.about[s] = ch.about[s].With(about.Entry{Hide: true})
			}
		}
	}
	if name := ch.Config.Sessions; name != "" {
		f := &source.File{Path: name, Open: func() (io.ReadCloser, error) { return os.Open(name) }}
		text, err := readControl(f, mostAbout)
		if err != nil {
			errs = append(errs, &ControlError{placeOf(ch.Config, "sessions"),
				fmt.Sprintf("sessions: %q cannot be read: %v", name, reasonOf(err)), ""})
		} else {
			errs = append(errs, ch.takeAbout(name, text))
		}
	}
	return errors.Join(errs...)
}

// reasonOf is an error without the name of the file, which a message has already.
func reasonOf(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// takeAbout takes in what a file says about sessions.
func (ch *chooser) takeAbout(name, text string) error {
	entries, problems := about.Parse([]byte(text))
	var errs []error
	for _, p := range problems {
		if !p.Harmless {
			errs = append(errs, &ControlError{lineOf(name, p.Line), p.Text, ""})
		}
	}
	all := ch.Archive.Sessions()
	slices.SortFunc(all, func(x, y *source.Session) int { return cmp.Compare(x.ID, y.ID) })
	for _, e := range entries {
		for i := range e.Turns {
			e.Turns[i].File = name
		}
		ch.chosen = ch.chosen || e.Hide
		sessions, problem := meant(e, all)
		if problem != "" {
			problems = append(problems, about.Problem{Line: e.Line, Text: problem, Harmless: true})
		} else if len(sessions) == 0 {
			ch.unknownIDs = append(ch.unknownIDs, unmatched{lineOf(name, e.Line), fmt.Sprintf("%q", e.ID), func(s *source.Session) string {
				return selection.NearMiss("session:"+e.ID, s, selection.Known{})
			}})
		}
		for _, s := range sessions {
			ch.about[s] = ch.about[s].With(e)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	slices.SortStableFunc(problems, func(x, y about.Problem) int { return cmp.Compare(x.Line, y.Line) })
	for _, p := range problems {
		ch.job.Warn(parser.Warning{File: name, Line: p.Line, Text: p.Text})
	}
	return nil
}

// meant returns the sessions, sorted by id, that an entry is about: one, but all that an id
// fits which is to hold back.
func meant(e about.Entry, all []*source.Session) (sessions []*source.Session, problem string) {
	first, exact := slices.BinarySearchFunc(all, e.ID, func(s *source.Session, id string) int { return cmp.Compare(s.ID, id) })
	if exact {
		return all[first : first+1], ""
	}
	last := first
	for last < len(all) && strings.HasPrefix(all[last].ID, e.ID) {
		last++
	}
	switch sessions = all[first:last]; {
	case len(sessions) < 2:
		return sessions, ""
	case e.Hide:
		return sessions, fmt.Sprintf("%q is the beginning of %d sessions' ids; all of them are left out", e.ID, len(sessions))
	}
	return nil, fmt.Sprintf("%q is the beginning of %d sessions' ids, such as %s and %s; write more of the id",
		e.ID, len(sessions), sessions[0].ID, sessions[1].ID)
}

// Known returns what patterns may ask of a session before it is parsed.
func (f *Found) Known(s *source.Session) selection.Known {
	return selection.Known{Tags: about.Union([]string{s.Tag}, f.about[s].Tags), Project: f.known.of(s).placed.name}
}

// Said returns what people say about a session.
func (f *Found) Said(s *source.Session) about.Entry { return f.about[s] }

// Parse parses a session as its files have it, and adds what people say about it.
func (f *Found) Parse(ctx context.Context, src *source.Session) (*parser.Session, error) {
	return f.ParseTo(ctx, src, nil)
}

// ParseTo is Parse for a session whose long texts are kept elsewhere, until they are closed.
func (f *Found) ParseTo(ctx context.Context, src *source.Session, texts *offheap.Texts) (*parser.Session, error) {
	defer f.meter.Time(meter.StageParse)()
	o := f.options
	o.Texts = texts
	s, err := src.Format.Parse(ctx, src, o)
	if err != nil {
		return nil, err
	}
	s.Held = texts
	e := f.about[src]
	if e.Title != "" {
		s.Title = parser.Title{Text: e.Title, Source: parser.TitleGiven}
	}
	s.Tags, s.Note = about.Union(s.Tags, e.Tags), e.Note
	noteTurns(s, e.Turns)
	return s, nil
}
