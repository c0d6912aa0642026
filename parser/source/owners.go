package source

import "slices"

// This file decides which session a record belongs to. The sessionId of a record
// is trusted, not the name of its file, with two exceptions. A file whose name is
// its own id names its session. And a sessionId without its own file,
// whose records hang from those of another one, is a second name of that one's
// conversation: a resumed session goes on under a new id.

// owners returns, for each sessionId of a file, the session its records belong to.
func (g *grouping) owners(f *Facts, primary string) []string {
	owners := make([]string, len(f.IDs))
	first := slices.IndexFunc(f.IDs, func(h Holding) bool { return h.ID == primary })
	named := first >= 0
	if named {
		g.adopt(f, owners, first)
	}
	walked := make([]int, len(f.IDs)) // 1 + the index whose walk came by
	for i := range f.IDs {
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
			next := f.IDs[at].Hangs
			if owner != "" || next < 0 || walked[next] == i+1 {
				break
			}
			at = next
		}
		if owner == "" {
			root := at
			if f.IDs[at].Hangs >= 0 { // a circle, with no root
				root = slices.Min(path)
			}
			owner = f.IDs[root].ID
		}
		for _, j := range path {
			owners[j] = owner
		}
	}
	for i, owner := range owners {
		if id := f.IDs[i].ID; id != owner {
			g.alias[id] = owner
		}
	}
	return owners
}

// adopt assigns to the session that a file is named after the ids that its records continue
// and that have no file: a resumed session whose beginning is
// nowhere else.
func (g *grouping) adopt(f *Facts, owners []string, first int) {
	primary := f.IDs[first].ID
	owners[first] = primary
	for at := f.IDs[first].Hangs; at >= 0 && owners[at] == ""; at = f.IDs[at].Hangs {
		id := f.IDs[at].ID
		if g.own[id] || g.alias[id] != "" {
			return
		}
		owners[at] = primary
	}
}

// settled returns the session of the i-th sessionId if it follows without the
// parents of its records, "" otherwise.
func (g *grouping) settled(f *Facts, i int, primary string, named bool) string {
	h := f.IDs[i]
	switch {
	case h.ID == primary || g.own[h.ID] || g.sessions[h.ID] != nil:
		return h.ID
	case g.alias[h.ID] != "":
		return g.alias[h.ID]
	case h.Nodes == 0, i == 0 && !named:
		return primary
	}
	return ""
}

// noteResumed sets Origin of the sessions of a file that continue another session in it.
func (g *grouping) noteResumed(f *Facts, owners []string) {
	for i, h := range f.IDs {
		if h.Hangs < 0 || owners[i] != h.ID || owners[h.Hangs] == h.ID {
			continue
		}
		if d := g.sessions[owners[i]]; d.Origin == "" {
			d.Origin = owners[h.Hangs]
		}
	}
}

// unnamedOwners returns, for each transcript of an agent whose file is not named like one, the
// session that it belongs to. If a session has no transcript and only one agent (copies of its
// transcript count once), that agent is shown as the conversation: alone returns these agents by
// session. If it has several agents, none is the conversation: the session has agents and no
// transcript.
func (g *grouping) unnamedOwners(unnamed []*transcript) (owners []string, alone map[string]string) {
	under := map[string]string{} // agent -> the session or agent that it names; "" where its transcripts name several
	for _, t := range unnamed {
		above := g.session(t.facts.IDs[0].ID)
		if have, known := under[t.facts.Agent]; known && have != above {
			above = ""
		}
		under[t.facts.Agent] = above
	}
	alone = map[string]string{}
	for _, t := range unnamed {
		named := g.session(t.facts.IDs[0].ID)
		id := named
		for range unnamed { // agents of agents
			above := under[id]
			if g.sessions[id] != nil || above == "" || above == id {
				break
			}
			id = above
		}
		owners = append(owners, id)
		if g.sessions[id] != nil || id != named {
			continue
		}
		if only, known := alone[id]; known && only != t.facts.Agent {
			alone[id] = ""
		} else {
			alone[id] = t.facts.Agent
		}
	}
	return owners, alone
}
