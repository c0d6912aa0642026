package source

import (
	"encoding/json"
	"io"
	"slices"
)

// maxIndex bounds the size of an index file that is read into memory.
const maxIndex = 64 << 20

// findTitles finds what other files say about a session: the summary records that
// name one of its records, what it goes on from, and the index's titles.
func (g *grouping) findTitles(l *layout) {
	drafts := g.sorted()
	holders := g.holders(drafts)
	for _, d := range drafts {
		for _, s := range d.files {
			if s.rest {
				g.addSummaries(d, s.facts.summaries, holders)
			}
			for i, h := range s.facts.ids {
				from := holders[h.parent]
				if s.ids[i] && h.parent != 0 && from != nil && from != d && d.Origin == "" {
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
		to := holders[keyOfText(sum.Leaf)]
		if to != nil && to != in && !slices.Contains(to.Summaries, sum) {
			to.Summaries = append(to.Summaries, sum)
		}
	}
}

// holders finds the session that each record named by a summary or by a dangling
// parent stands in: the one that owns it, not one that has a copy.
func (g *grouping) holders(drafts []*draft) map[uint64]*draft {
	wanted := map[uint64]*draft{}
	for _, d := range drafts {
		for _, s := range d.files {
			for _, sum := range s.facts.summaries {
				wanted[keyOfText(sum.Leaf)] = nil
			}
			for _, h := range s.facts.ids {
				if h.parent != 0 {
					wanted[h.parent] = nil
				}
			}
		}
	}
	copies := map[uint64]bool{} // found so far only as a copy
	for _, d := range drafts {
		for _, s := range d.files {
			s.each(func(n *node) {
				holder, ok := wanted[n.key]
				copied := s.file.IsCopied(int(n.line))
				if ok && (holder == nil || copies[n.key] && !copied) {
					wanted[n.key] = d
					copies[n.key] = copied
				}
			})
		}
	}
	return wanted
}

// readIndex takes titles from a sessions-index.json. It is a hint: stale, absent
// or broken ones are no reason to warn.
func (g *grouping) readIndex(f *File) {
	src, err := f.Open()
	if err != nil {
		return
	}
	defer src.Close()
	var index struct {
		Entries []struct {
			SessionID string `json:"sessionId"`
			Summary   string `json:"summary"`
			Project   string `json:"projectPath"`
		} `json:"entries"`
		Original string `json:"originalPath"`
	}
	if json.NewDecoder(io.LimitReader(src, maxIndex)).Decode(&index) != nil {
		return
	}
	for _, e := range index.Entries {
		d := g.sessions[g.session(e.SessionID)]
		if d == nil {
			continue
		}
		if e.Summary != "" {
			d.IndexTitle = e.Summary
		}
		if e.Project == "" {
			e.Project = index.Original
		}
		d.indexDir = e.Project
	}
}

func keyOfText(uuid string) uint64 { return keyOf([]byte(`"` + uuid + `"`)) }
