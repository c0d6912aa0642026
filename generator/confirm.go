package generator

import (
	"context"
	"slices"
	"sync"

	"steno/generator/job"
	"steno/generator/publish"
	"steno/generator/redaction"
)

// A value that becomes known in one session is removed from all others, too, and a new name of a user
// changes what a path says elsewhere. Few sessions contain it. Which do is known when they are redacted,
// for less than a quarter of the time that it takes to make their pages.

// confirm redacts the sessions that did not change, if any of them may contain a value that is new to the
// archive, and notes those whose texts are as they were.
func (b *sessionBuilder) confirm(ctx context.Context, j *job.Job, sessions []*publish.Session) error {
	if !b.now.News {
		return nil
	}
	var mu sync.Mutex
	same := map[string]bool{}
	j.Expect(len(sessions))
	err := job.Each(ctx, j, sessions, func(ctx context.Context, _ int, s *publish.Session) error {
		defer j.Progress("looking for new values")
		m, gone := parsedBefore(b.in.found, b.last, s.Source)
		if m == nil || gone || !m.MayBeClean(b.now, s) {
			return nil
		}
		clean, err := b.read(ctx, s)
		if err != nil {
			return err
		}
		defer clean.Held.Close()
		if sum := clean.Outcome.Sum(); string(sum[:]) == m.Cleaned {
			mu.Lock()
			defer mu.Unlock()
			same[m.ID] = true
		}
		return nil
	})
	b.now.Same = b.withNamed(same, sessions)
	return err
}

// withNamed returns those of some cached sessions, by their ids, whose pages name no session, by its title,
// that is not among them.
func (b *sessionBuilder) withNamed(same map[string]bool, sessions []*publish.Session) map[string]bool {
	all := map[string]bool{}
	changed := func(s *publish.Session) bool {
		m, gone := parsedBefore(b.in.found, b.last, s.Source)
		return !gone && (m == nil || !same[m.ID])
	}
	for _, s := range sessions {
		m, _ := parsedBefore(b.in.found, b.last, s.Source)
		if m != nil && same[m.ID] && !slices.ContainsFunc(s.Named(), changed) {
			all[m.ID] = true
		}
	}
	return all
}

// read parses and redacts a session.
func (b *sessionBuilder) read(ctx context.Context, s *publish.Session) (*redaction.Clean, error) {
	return redaction.Read(ctx, b.maker.Meter, b.in.collected, s.Source,
		redaction.Request{Parse: b.in.titles.parser(b.in.found), Hide: b.in.found.Hide(s.Source)})
}
