package generator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"steno/generator/publish"
	"steno/parser"
	"steno/parser/source"
)

// A family is a session and those that began as copies of it, or of one of these. Their pages name
// each other by title, so that a change in one of them builds all of them again.

// families gives the sessions of each family of an archive that has more than one, by any of them.
func families(a *source.Archive) map[*source.Session][]*source.Session {
	byID := map[string]*source.Session{}
	for _, s := range a.Sessions() {
		byID[s.ID] = s
	}
	first := map[*source.Session]*source.Session{}
	oldest := func(s *source.Session) *source.Session {
		seen := map[*source.Session]bool{}
		for first[s] != nil && !seen[s] {
			seen[s] = true
			s = first[s]
		}
		return s
	}
	for _, s := range a.Sessions() {
		if origin := byID[s.Origin]; origin != nil && origin != s && oldest(origin) != s {
			first[s] = origin
		}
	}
	members := map[*source.Session][]*source.Session{}
	for _, s := range a.Sessions() {
		members[oldest(s)] = append(members[oldest(s)], s)
	}
	of := map[*source.Session][]*source.Session{}
	for _, family := range members {
		for _, s := range family {
			if len(family) > 1 {
				of[s] = family
			}
		}
	}
	return of
}

// noteFamilies makes what a session is parsed from depend on its whole family.
func (b *build) noteFamilies() {
	of := families(b.archive)
	whole := map[*source.Session]string{}
	for s, family := range of {
		h := sha256.New()
		fmt.Fprintln(h, b.parsedFrom[s])
		for _, member := range family {
			fmt.Fprintln(h, b.parsedFrom[member])
		}
		whole[s] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	for s, condensed := range whole {
		if b.gone[s] == nil {
			b.parsedFrom[s] = condensed
		}
	}
}

// titler returns a function that parses sessions for their titles, each once.
func (b *build) titler(ctx context.Context) func(*publish.Session) string {
	var known sync.Map // *publish.Session to func() string
	return func(s *publish.Session) string {
		title, _ := known.LoadOrStore(s, sync.OnceValue(func() string { return b.titleOf(ctx, s.Source) }))
		return title.(func() string)()
	}
}

// titleOf parses a session for its title, as it is published; "" where it has none but its id.
func (b *build) titleOf(ctx context.Context, src *source.Session) string {
	if src == nil || b.gone[src] != nil {
		return ""
	}
	s, err := b.parse(ctx, src)
	if err != nil || s.Title.Source == parser.TitleID {
		return ""
	}
	if b.redaction != nil {
		s.Title.Text = b.redaction.clean(s.Title.Text)
	}
	b.placed[src].hide.Apply(s)
	return s.Title.Text
}
