package source

import "slices"

// This file decides which session a record belongs to. The sessionId of a record
// is trusted, not the name of its file, with two exceptions. A file whose name is
// an id of its own names its session. And a sessionId without a file of its own,
// whose records hang from those of another one, is a second name of that one's
// conversation: a resumed session goes on under a new id.

// owners returns, for each sessionId of a file, the session its records belong to.
func (g *grouping) owners(f *facts, primary string) []string {
	owners := make([]string, len(f.ids))
	first := slices.IndexFunc(f.ids, func(h holding) bool { return h.id == primary })
	named := first >= 0
	if named {
		g.adopt(f, owners, first)
	}
	walked := make([]int, len(f.ids)) // 1 + the index whose walk came by
	for i := range f.ids {
		// Follow what hangs from what down to an id whose owner is known, or to a
		// root, or around a circle; then hand its owner to all on the way.
		var path []int
		at, owner := i, ""
		for {
			if owner = owners[at]; owner == "" {
				owner = g.settled(f, at, primary, named)
			}
			path = append(path, at)
			walked[at] = i + 1
			next := f.ids[at].hangs
			if owner != "" || next < 0 || walked[next] == i+1 {
				break
			}
			at = next
		}
		if owner == "" {
			root := at
			if f.ids[at].hangs >= 0 { // a circle, with no root
				root = slices.Min(path)
			}
			owner = f.ids[root].id
		}
		for _, j := range path {
			owners[j] = owner
		}
	}
	for i, owner := range owners {
		if id := f.ids[i].id; id != owner {
			g.alias[id] = owner
		}
	}
	return owners
}

// adopt gives the session that a file is named after the ids that it hangs from
// and that have no file of their own: a resumed session whose beginning stands
// nowhere else.
func (g *grouping) adopt(f *facts, owners []string, first int) {
	primary := f.ids[first].id
	owners[first] = primary
	for at := f.ids[first].hangs; at >= 0 && owners[at] == ""; at = f.ids[at].hangs {
		id := f.ids[at].id
		if g.own[id] || g.alias[id] != "" {
			return
		}
		owners[at] = primary
	}
}

// settled returns the session of the i-th sessionId if that is clear without
// looking at what it hangs from.
func (g *grouping) settled(f *facts, i int, primary string, named bool) string {
	h := f.ids[i]
	switch {
	case h.id == primary || g.own[h.id] || g.sessions[h.id] != nil:
		return h.id
	case g.alias[h.id] != "":
		return g.alias[h.id]
	case h.nodes == 0, i == 0 && !named:
		return primary
	}
	return ""
}

// noteResumed notes which sessions of a file go on from another session in it.
func (g *grouping) noteResumed(f *facts, owners []string) {
	for i, h := range f.ids {
		if h.hangs < 0 || owners[i] != h.id || owners[h.hangs] == h.id {
			continue
		}
		if d := g.sessions[owners[i]]; d.Origin == "" {
			d.Origin = owners[h.hangs]
		}
	}
}
