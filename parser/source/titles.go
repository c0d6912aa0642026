package source

import (
	"slices"
	"strings"
)

// findTitles finds what other files say about a session: the summary records that
// name one of its records, what it goes on from, and the index's titles.
func (g *grouping) findTitles(l *layout) {
	drafts := g.sorted()
	holders := g.holders(drafts)
	for _, d := range drafts {
		for _, s := range d.files {
			if s.rest {
				g.addSummaries(d, s.facts.Summaries, holders)
			}
			for i, h := range s.facts.IDs {
				from := holders[h.Parent]
				if s.ids[i] && h.Parent != 0 && from != nil && from != d && d.Origin == "" {
					d.Origin = from.ID
				}
			}
		}
	}
	for _, d := range drafts {
		d.addPlans(l.plans)
	}
	for _, f := range l.indexes {
		g.readIndex(f)
	}
}

// addSummaries adds the summaries of the session in to the sessions they name.
func (g *grouping) addSummaries(in *draft, summaries []Summary, holders map[uint64]*draft) {
	for _, sum := range summaries {
		to := holders[textKey(sum.Leaf)]
		if to != nil && to != in && !slices.Contains(to.Summaries, sum) {
			to.Summaries = append(to.Summaries, sum)
		}
	}
}

// holders finds the session that each record named by a summary or by a dangling
// parent is in: the one that owns it, not one that has a copy.
func (g *grouping) holders(drafts []*draft) map[uint64]*draft {
	wanted := map[uint64]*draft{}
	for _, d := range drafts {
		for _, s := range d.files {
			for _, sum := range s.facts.Summaries {
				wanted[textKey(sum.Leaf)] = nil
			}
			for _, h := range s.facts.IDs {
				if h.Parent != 0 {
					wanted[h.Parent] = nil
				}
			}
		}
	}
	if len(wanted) == 0 {
		return wanted
	}
	copies := map[uint64]bool{} // found so far only as a copy
	for _, d := range drafts {
		for _, s := range d.files {
			s.each(func(n *Node) {
				holder, ok := wanted[n.Key]
				copied := s.file.IsCopied(int(n.Line))
				if ok && (holder == nil || copies[n.Key] && !copied) {
					wanted[n.Key] = d
					copies[n.Key] = copied
				}
			})
		}
	}
	return wanted
}

// readIndex takes titles from an index file. It is a hint: stale, absent or broken ones are
// no reason to warn.
func (g *grouping) readIndex(f indexFile) {
	src, err := f.file.Open()
	if err != nil {
		return
	}
	defer src.Close()
	for _, e := range f.format.Index(src) {
		if e.Session == "" && e.Dir != "" {
			g.began(f, e.Dir)
			continue
		}
		d := g.sessions[g.session(e.Session)]
		if d == nil {
			continue
		}
		if e.Title != "" {
			d.IndexTitle = e.Title
		}
		d.indexDir = e.Dir
		if d.Origin == "" && e.Origin != e.Session {
			d.Origin = e.Origin
		}
	}
}

// began takes in which directory the sessions in the folder of an index began.
func (g *grouping) began(f indexFile, dir string) {
	for _, d := range g.sessions {
		same := func(cwd string) bool { return strings.EqualFold(cwd, dir) } // on Windows, case does not matter
		if d.Format == f.format && slices.Contains(d.places, f.in) && !slices.ContainsFunc(d.cwds, same) {
			d.cwds = slices.Insert(d.cwds, 0, dir)
		}
	}
}
