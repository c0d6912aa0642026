package tree

import (
	"cmp"
	"math"
	"slices"
)

// split assigns each node its branch: that of its parent, unless a branch begins
// with it.
func (b *builder) split() {
	n := int32(len(b.nodes))
	b.branch = make([]int32, n)
	for i := range b.branch {
		b.branch[i] = None
	}
	b.heads = []Branch{{Parent: None, Fork: None, Start: None, Main: None}}
	b.worked = b.work()
	b.divide(n, 0)
	for _, i := range b.order {
		if b.branch[i] == None {
			b.branch[i] = 0
			if p := b.parent[i]; p != None {
				b.branch[i] = b.branch[p]
			}
		}
		if !b.transparent(i) {
			b.divide(i, b.branch[i])
		}
	}
}

// transparent reports whether a node contains nothing that was said.
func (b *builder) transparent(i int32) bool { return b.nodes[i].Role <= Event }

// divide begins a branch with each path below a node but one, which goes on with
// the node's branch. Paths that begin at the same time are one: a user does not
// send two prompts at once, but a compaction writes earlier ones again.
func (b *builder) divide(i, branch int32) {
	worthy := b.worthy(i)
	if b.leaf.back && i == b.leaf.at {
		for _, c := range worthy {
			b.branch[c] = int32(len(b.heads))
			b.heads = append(b.heads, Branch{Parent: int(branch), Fork: i, Start: c, Main: None})
		}
		return
	}
	if len(worthy) < 2 {
		return
	}
	main := worthy[0]
	for _, c := range worthy {
		if b.after(c, main) {
			main = c
		}
	}
	begun := map[int64]int32{b.nodes[main].Time: None} // branch by the time at which it begins
	for _, c := range worthy {
		at := b.nodes[c].Time
		if c == main {
			continue
		}
		if other, same := begun[at]; same && at != 0 {
			b.branch[c] = other
			continue
		}
		b.branch[c] = int32(len(b.heads))
		begun[at] = b.branch[c]
		h := Branch{Parent: int(branch), Fork: i, Start: c, Main: main}
		if int(i) == len(b.nodes) {
			h.Parent, h.Fork = None, None
		}
		b.heads = append(b.heads, h)
	}
}

// worthy lists the next records after a node that begin a path of the conversation, in file order.
// Without prompts, results and replies beside each other belong to one path, unless a reply was
// made again.
func (b *builder) worthy(i int32) []int32 {
	var found, open []int32
	bearing, said := 0, false
	for c := b.child[i]; c != None; c = b.following(c, &open) {
		switch {
		case b.transparent(c):
			if d := b.child[c]; d != None {
				open = append(open, d)
			}
		case b.bears[c]:
			bearing++
			r := b.nodes[c].Role
			said = said || r != Result && r != Reply
			found = append(found, c)
		case b.retry(i, c):
			found = append(found, c)
		}
	}
	if !said {
		found = slices.DeleteFunc(found, func(c int32) bool { return !b.retry(i, c) })
	}
	if bearing < len(found) {
		found = b.disjoint(b.apart(found))
	}
	found = b.taken(b.ended(found))
	slices.Sort(found)
	return found
}

// ended leaves out prompts without an answer that were sent while the work beside
// them, or that of a later turn, went on: they were called in, not said instead of it.
// A message that waits to be sent may name the record that was the last one when it
// was typed, turns before it is sent.
func (b *builder) ended(children []int32) []int32 {
	work := int32(None) // beside them, what lasted longest
	for _, c := range children {
		if b.nodes[c].Role < Command && (work == None || b.after(c, work)) {
			work = c
		}
	}
	return slices.DeleteFunc(children, func(c int32) bool {
		at := b.nodes[c].Time
		return b.nodes[c].Role == Prompt && !b.leads[c] && (work != None && at < b.end(work) || during(b.worked, at))
	})
}

// taken leaves out prompts that were taken back before any reply: nothing was rewound when the
// next one was sent. The last one stays: somebody may have gone back to send it.
func (b *builder) taken(children []int32) []int32 {
	last := int64(0)
	for _, c := range children {
		last = max(last, b.nodes[c].Time)
	}
	return slices.DeleteFunc(children, func(c int32) bool {
		at := b.end(c)
		return b.nodes[c].Role == Prompt && !b.leads[c] && at > 0 && at < last
	})
}

// following returns the next sibling, then the children set aside.
func (b *builder) following(c int32, open *[]int32) int32 {
	if b.next[c] != None {
		return b.next[c]
	}
	n := len(*open)
	if n == 0 {
		return None
	}
	c, *open = (*open)[n-1], (*open)[:n-1]
	return c
}

// retry reports whether a child is a reply made in place of another that went on
// beyond itself.
func (b *builder) retry(i, c int32) bool {
	if int(i) == len(b.nodes) || b.nodes[c].Role != Reply || !b.leads[c] {
		return false
	}
	return b.nodes[i].Role == Prompt || b.nodes[i].Role == Result
}

// apart leaves out work during which notices were written that led to a prompt beside it: the
// client hung them from a record before that work, and nobody went back.
func (b *builder) apart(children []int32) []int32 {
	noticed := int64(math.MinInt64)
	for _, c := range children {
		if p := b.parent[c]; b.bears[c] && p != None {
			noticed = max(noticed, b.time[p])
		}
	}
	return slices.DeleteFunc(children, func(c int32) bool { return !b.bears[c] && b.time[b.oldest[c]] < noticed })
}

// disjoint keeps the children that do not overlap in time: what runs at the same
// time is parallel work and not a second attempt. Children that lead to prompts
// always stay.
func (b *builder) disjoint(children []int32) []int32 {
	slices.SortFunc(children, func(x, y int32) int { return cmp.Compare(b.time[b.oldest[x]], b.time[b.oldest[y]]) })
	var kept []int32
	for _, c := range children {
		if !b.bears[c] && len(kept) > 0 {
			last := kept[len(kept)-1]
			if b.time[b.oldest[c]] <= b.end(last) || b.nodes[c].Reply == b.nodes[last].Reply {
				continue
			}
		}
		if n := len(kept); n > 0 && !b.bears[kept[n-1]] && b.time[b.oldest[c]] <= b.end(kept[n-1]) {
			kept = kept[:n-1]
		}
		kept = append(kept, c)
	}
	return kept
}

// arrange puts the nodes of each branch into turns and reading order.
func (b *builder) arrange() []Branch {
	turn := b.turns()
	nodes, end := grouped(turn)
	for k := range b.heads {
		b.heads[k].First = None
	}
	emitted := make([]bool, len(b.nodes))
	for _, i := range b.order { // a turn's first node comes before those of later turns
		if turn[i] != i {
			continue
		}
		h := &b.heads[b.branch[i]]
		start := int32(0)
		if i > 0 {
			start = end[i-1]
		}
		list := nodes[start:end[i]:end[i]]
		copy(list, b.sorted(list, turn, emitted))
		h.Turns = append(h.Turns, list)
		lowest := slices.Min(list)
		if h.First == None || lowest < h.First {
			h.First = lowest
		}
	}
	for k := range b.heads {
		slices.SortStableFunc(b.heads[k].Turns, func(x, y []int32) int { return cmp.Compare(b.prompted(x), b.prompted(y)) })
	}
	return b.byFirst()
}

// grouped lists the nodes by the first node of their turn: those of turn i end at end[i].
func grouped(turn []int32) (nodes, end []int32) {
	nodes, end = make([]int32, len(turn)), make([]int32, len(turn)+1)
	for _, first := range turn {
		end[first+1]++
	}
	for i := range turn {
		end[i+1] += end[i]
	}
	for i, first := range turn { // each end begins as the start, and moves on
		nodes[end[first]] = int32(i)
		end[first]++
	}
	return nodes, end
}

// prompted is the time of a turn's prompt. What precedes any prompt stays there.
func (b *builder) prompted(turn []int32) int64 {
	if b.nodes[turn[0]].Role != Prompt {
		return math.MinInt64
	}
	return b.time[turn[0]]
}

// turns assigns each node the first node of its turn: the nearest prompt at or
// above it on its branch, else the first node of the branch.
func (b *builder) turns() []int32 {
	turn := make([]int32, len(b.nodes))
	top := make([]int32, len(b.heads)) // first node of each branch, for what precedes any prompt
	for k := range top {
		top[k] = None
	}
	for _, i := range b.order {
		p := b.parent[i]
		switch {
		case b.nodes[i].Role == Prompt:
			turn[i] = i
		case p != None && b.branch[p] == b.branch[i]:
			turn[i] = turn[p]
		case top[b.branch[i]] != None:
			turn[i] = top[b.branch[i]]
		default:
			turn[i] = i
		}
		if top[b.branch[i]] == None {
			top[b.branch[i]] = turn[i]
		}
	}
	return turn
}

// sorted orders the nodes of a turn by time, parents first.
func (b *builder) sorted(list, turn []int32, emitted []bool) []int32 {
	slices.SortStableFunc(list, func(x, y int32) int { return cmp.Compare(b.time[x], b.time[y]) })
	out := make([]int32, 0, len(list))
	var path []int32
	for _, i := range list {
		path = path[:0]
		for j := i; j != None && !emitted[j] && turn[j] == turn[i]; j = b.parent[j] {
			path = append(path, j)
		}
		for k := len(path) - 1; k >= 0; k-- {
			emitted[path[k]] = true
			out = append(out, path[k])
		}
	}
	return out
}

// byFirst sorts the branches behind the live one by their first node.
func (b *builder) byFirst() []Branch {
	order := make([]int, len(b.heads))
	for k := range order {
		order[k] = k
	}
	if len(order) > 1 {
		slices.SortStableFunc(order[1:], func(x, y int) int { return cmp.Compare(b.heads[x].First, b.heads[y].First) })
	}
	place := make([]int, len(order))
	sorted := make([]Branch, len(order))
	for to, from := range order {
		place[from] = to
		sorted[to] = b.heads[from]
	}
	for k := range sorted {
		if sorted[k].Parent != None {
			sorted[k].Parent = place[sorted[k].Parent]
		}
	}
	for i := range b.branch {
		b.branch[i] = int32(place[b.branch[i]])
	}
	return sorted
}

// end is the time of the newest record at or below a node: never, where the live branch ends, and
// long ago, if all are hidden.
func (b *builder) end(i int32) int64 {
	switch at := b.newest[i]; {
	case at == b.leaf.at:
		return math.MaxInt64
	case b.nodes[at].Role == Hidden:
		return math.MinInt64
	default:
		return b.time[at]
	}
}

// after reports whether the newest record at or below one node is newer than that of another: by
// time, then by place in the file.
func (b *builder) after(i, other int32) bool {
	x, y := b.end(i), b.end(other)
	return x > y || x == y && b.newest[i] > b.newest[other]
}
