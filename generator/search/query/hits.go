package query

import "slices"

// hits are docs, ascending, with their scores.
type hits struct {
	docs   []int
	scores []float64
	worth  map[int]float64 // of sessions, when words are in different messages
}

// join keeps of a the docs that b has, and adds b's scores.
func join(a, b hits) hits {
	var out hits
	for i, j := 0, 0; i < len(a.docs) && j < len(b.docs); {
		switch {
		case a.docs[i] < b.docs[j]:
			i++
		case a.docs[i] > b.docs[j]:
			j++
		default:
			out.docs = append(out.docs, a.docs[i])
			out.scores = append(out.scores, a.scores[i]+b.scores[j])
			i, j = i+1, j+1
		}
	}
	return out
}

// either unites hits; a doc that is in several keeps its best score.
func either(all []hits) hits {
	if len(all) == 1 {
		return all[0]
	}
	best := map[int]float64{}
	for _, h := range all {
		for i, doc := range h.docs {
			best[doc] = max(best[doc], h.scores[i])
		}
	}
	var out hits
	for doc := range best {
		out.docs = append(out.docs, doc)
	}
	slices.Sort(out.docs)
	for _, doc := range out.docs {
		out.scores = append(out.scores, best[doc])
	}
	return out
}

// pick returns the hits that are kept.
func (h hits) pick(keep func(doc int) bool) hits {
	var out hits
	for i, doc := range h.docs {
		if keep(doc) {
			out.docs, out.scores = append(out.docs, doc), append(out.scores, h.scores[i])
		}
	}
	return out
}
