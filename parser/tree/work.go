package tree

import (
	"cmp"
	"slices"
)

// span is a time during which the model worked: from a reply or a result to the reply or the
// result that comes after it in the same turn.
type span struct{ from, to int64 }

// work lists the times during which the model worked, sorted, without overlaps.
func (b *builder) work() []span {
	said := make([]int32, len(b.nodes)) // the nearest record at or above in which something was said
	var spans []span
	for _, i := range b.order {
		above := int32(None)
		if p := b.parent[i]; p != None {
			above = said[p]
		}
		if b.transparent(i) {
			said[i] = above
			continue
		}
		said[i] = i
		if above != None && atWork(b.nodes[above].Role) && atWork(b.nodes[i].Role) && b.time[above] < b.time[i] {
			spans = append(spans, span{b.time[above], b.time[i]})
		}
	}
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.from, y.from) })
	joined := spans[:0]
	for _, s := range spans {
		if n := len(joined); n > 0 && s.from <= joined[n-1].to {
			joined[n-1].to = max(joined[n-1].to, s.to)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

// atWork reports whether a record shows that the model worked until then.
func atWork(r Role) bool { return r == Reply || r == Result }

// during reports whether the model worked at a time, and went on after it.
func during(spans []span, at int64) bool {
	k, _ := slices.BinarySearchFunc(spans, at+1, func(s span, at int64) int { return cmp.Compare(s.to, at) })
	return k < len(spans) && spans[k].from < at
}
