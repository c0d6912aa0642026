package choose

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"steno/parser/source"
)

// A family is sessions of which each began as a copy of another, goes on in another, or is a mate in
// the team that another leads. Their pages name each other by title, so that a change in one of them builds all of them again, and a shard
// contains all of them or none.

// families returns the sessions of each family of an archive that has more than one, by any of them.
func families(a *source.Archive) map[*source.Session][]*source.Session {
	byID := map[string]*source.Session{}
	for _, s := range a.Sessions() {
		byID[s.ID] = s
	}
	joined := map[*source.Session]*source.Session{} // union-find; what is missing is itself
	root := func(s *source.Session) *source.Session {
		for joined[s] != nil {
			s = joined[s]
		}
		return s
	}
	for _, s := range a.Sessions() {
		for _, id := range []string{s.Origin, s.Next, s.Lead} {
			if other := byID[id]; other != nil && root(other) != root(s) {
				joined[root(s)] = root(other)
			}
		}
	}
	members := map[*source.Session][]*source.Session{}
	for _, s := range a.Sessions() {
		members[root(s)] = append(members[root(s)], s)
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
	joint := map[*source.Session]string{} // of each family, by its first session
	for _, family := range ch.families {
		if joint[family[0]] != "" {
			continue
		}
		h := sha256.New()
		for _, member := range family {
			fmt.Fprintln(h, ch.known[member].key)
		}
		fmt.Fprintln(h, ch.Repeats[family[0]] != nil)
		joint[family[0]] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	for s, family := range ch.families {
		if ch.Removed[s] == nil {
			ch.known[s].key += joint[family[0]]
		}
	}
}

// HasFamily reports whether a session has a family.
func (f *Found) HasFamily(s *source.Session) bool { return f.families[s] != nil }

// FamilyID returns the id of the first session of a session's family, its own if it has none.
func (f *Found) FamilyID(s *source.Session) string {
	if family := f.families[s]; family != nil {
		return family[0].ID
	}
	return s.ID
}
