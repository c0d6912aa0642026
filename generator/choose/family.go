package choose

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"steno/parser/source"
)

// A family is a session and those that began as copies of it, or of one of these. Their pages name
// each other by title, so that a change in one of them builds all of them again.

// families returns the sessions of each family of an archive that has more than one, by any of them.
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
func noteFamilies(ch *chooser) {
	of := families(ch.Archive)
	whole := map[*source.Session]string{}
	for s, family := range of {
		h := sha256.New()
		fmt.Fprintln(h, ch.keys[s])
		for _, member := range family {
			fmt.Fprintln(h, ch.keys[member])
		}
		whole[s] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	for s, condensed := range whole {
		if ch.Removed[s] == nil {
			ch.keys[s] = condensed
		}
	}
}
