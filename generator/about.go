package generator

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"steno/generator/about"
	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// What people say about sessions stands in steno-sessions.yaml, in the sources or where
// the configuration says. Of several files that speak of one session the later ones add
// to the earlier: those of the sources by path, then the configuration's. What they say is
// put on a session when it is parsed, so that it is cleaned like all of it.

// mostAbout bounds the bytes of such a file.
const mostAbout = 16 << 20

// readAbout reads what is said about sessions. A file that cannot be read ends the build:
// it may have been to hold sessions back.
func (b *build) readAbout() error {
	b.about = map[*source.Session]about.Entry{}
	for _, f := range b.archive.About {
		r, err := f.Open()
		if err == nil {
			err = errors.Join(b.readAboutFile(f.Path, r), r.Close())
		}
		if err != nil {
			return fmt.Errorf("what is said about sessions: %w", err)
		}
	}
	if b.Config.Sessions == "" {
		return nil
	}
	f, err := os.Open(b.Config.Sessions)
	if err != nil {
		return fmt.Errorf("the file that the key sessions names: %w", err)
	}
	return errors.Join(b.readAboutFile(b.Config.Sessions, f), f.Close())
}

func (b *build) readAboutFile(name string, r io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(r, mostAbout+1))
	if err != nil {
		return err
	}
	if len(data) > mostAbout {
		return fmt.Errorf("%q is larger than %d MB", name, mostAbout>>20)
	}
	entries, problems := about.Parse(data)
	all := b.archive.Sessions()
	slices.SortFunc(all, func(x, y *source.Session) int { return cmp.Compare(x.ID, y.ID) })
	for _, e := range entries {
		b.chosen = b.chosen || e.Hide
		sessions, problem := b.meant(e, all)
		if problem != "" {
			problems = append(problems, about.Problem{Line: e.Line, Text: problem})
		}
		for _, s := range sessions {
			b.about[s] = b.about[s].With(e)
		}
	}
	slices.SortStableFunc(problems, func(x, y about.Problem) int { return cmp.Compare(x.Line, y.Line) })
	for _, p := range problems {
		b.warn(Warning{File: name, Line: p.Line, Text: p.Text})
	}
	return nil
}

// meant gives the sessions, sorted by id, that an entry is about: one, but all that an id
// fits which is to hold back.
func (b *build) meant(e about.Entry, all []*source.Session) (sessions []*source.Session, problem string) {
	first, exact := slices.BinarySearchFunc(all, e.ID, func(s *source.Session, id string) int { return cmp.Compare(s.ID, id) })
	if exact {
		return all[first : first+1], ""
	}
	last := first
	for last < len(all) && strings.HasPrefix(all[last].ID, e.ID) {
		last++
	}
	switch sessions = all[first:last]; {
	case len(sessions) == 0 && b.Only == nil:
		return nil, fmt.Sprintf("no session is called %q", e.ID)
	case len(sessions) < 2:
		return sessions, ""
	case e.Hide:
		return sessions, fmt.Sprintf("%q is the beginning of %d sessions' ids; all of them are left out", e.ID, len(sessions))
	}
	return nil, fmt.Sprintf("%q is the beginning of %d sessions' ids, such as %s and %s; more of the id tells which", e.ID, len(sessions), sessions[0].ID, sessions[1].ID)
}

// knownOf is what patterns may ask of a session before it is parsed.
func (b *build) knownOf(s *source.Session) selection.Known {
	return selection.Known{Tags: about.Union([]string{s.Tag}, b.about[s].Tags), Project: b.placed[s].name}
}

// say puts on a session what is said about it.
func (b *build) say(src *source.Session, s *parser.Session) {
	e := b.about[src]
	if e.Title != "" {
		s.Title = parser.Title{Text: e.Title, Source: parser.TitleGiven}
	}
	s.Tags, s.Note = about.Union(s.Tags, e.Tags), e.Note
}
