package query

import (
	"context"
	"slices"
)

const (
	mostOfSession = 10 // hits of a session whose texts are read for phrases
	mostTexts     = 50 // of all sessions
	enoughTexts   = 10 // that have the phrases
)

// Whether a hit has the phrases that were asked for.
const (
	has   = iota
	may   // its text is not read, or not all of it is stored
	lacks // it has the words only
)

// confirmed puts the hits of phrases first whose texts have them, and leaves out those that do not. It
// reads texts of the best hits, until enough have the phrases.
func confirmed(ctx context.Context, ix *reader, groups []group, m marker) ([]group, error) {
	var best []int
	for _, g := range groups {
		for _, h := range g.hits[:min(len(g.hits), mostOfSession)] {
			best = append(best, h.doc)
		}
	}
	best = best[:min(len(best), mostTexts)]
	places := map[int]int{}
	place := func(h scored) int {
		if p, read := places[h.doc]; read {
			return p
		}
		return may
	}
	for found := 0; len(best) > 0 && found < enoughTexts; {
		batch := best[:min(len(best), enoughTexts)]
		best = best[len(batch):]
		records := make([]record, len(batch))
		if err := each(ctx, len(batch), func(ctx context.Context, i int) (err error) {
			records[i], err = ix.record(ctx, batch[i])
			return err
		}); err != nil {
			return nil, err
		}
		for i, rec := range records {
			switch {
			case m.hasPhrases(rec):
				places[batch[i]] = has
				found++
			case rec.cut:
				places[batch[i]] = may
			default:
				places[batch[i]] = lacks
			}
		}
	}
	titles := 0
	for i, g := range groups {
		if g.title && titles < mostTexts {
			titles++
			row, err := ix.sessionRow(ctx, g.session)
			if err != nil {
				return nil, err
			}
			groups[i].title = m.hasPhrases(record{text: row.title})
		}
		hits := slices.DeleteFunc(g.hits, func(h scored) bool { return place(h) == lacks })
		slices.SortStableFunc(hits, func(a, b scored) int { return place(a) - place(b) })
		groups[i].hits, groups[i].most = hits, len(hits)
	}
	groups = slices.DeleteFunc(groups, func(g group) bool { return !g.title && len(g.hits) == 0 })
	unsure := func(g group) int {
		if g.title || len(g.hits) > 0 && place(g.hits[0]) == has {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(groups, func(a, b group) int { return unsure(a) - unsure(b) })
	return groups, nil
}
