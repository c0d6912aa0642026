package generator

import (
	"context"
	"slices"
	"sync"

	"steno/generator/cache"
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
	same := map[*cache.Session]bool{}
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
			same[m] = true
		}
		return nil
	})
	b.now.Same = b.withNamed(same, sessions)
	return err
}

// withNamed returns those of the cached sessions whose pages name no session, by its title, that is not
// among them.
func (b *sessionBuilder) withNamed(same map[*cache.Session]bool, sessions []*publish.Session) map[*cache.Session]bool {
	all := map[*cache.Session]bool{}
	for _, s := range sessions {
		m, _ := parsedBefore(b.in.found, b.last, s.Source)
		changed := func(other *publish.Session) bool {
			named, gone := parsedBefore(b.in.found, b.last, other.Source)
			return !gone && !same[named]
		}
		if same[m] && !slices.ContainsFunc(s.Named(), changed) {
			all[m] = true
		}
	}
	return all
}

// read parses and redacts a session.
func (b *sessionBuilder) read(ctx context.Context, s *publish.Session) (*redaction.Clean, error) {
	return redaction.Read(ctx, b.maker.Meter, b.in.collected, s.Source,
		redaction.Request{Parse: b.in.titles.parser(b.in.found), Hide: b.in.found.Hide(s.Source)})
}
