// Package tree rebuilds a conversation from records that each name their parent.
//
// What it builds is not the tree of records: a fork of that tree is rarely a branch of the
// conversation. Parallel tool calls, hooks, attachments, notices and dead-end retries all make
// siblings, and they are put back in one line, by time. A branch is made only where two or more
// things said next to a record each lead to a prompt and one of them was said by the user (who went
// back and asked something else), or where a reply was made again and both versions went on. What
// is said next to a record hangs from it directly, or with nothing but notices and hidden records
// between. Two things said at the very same time are a replay, a prompt that was sent while the
// work beside it or that of a later turn went on, and got no answer, was called in, and a prompt
// that was taken back before any reply, and followed by another, was never left. What is beside
// notices that were written while it went on is one line with what follows these. None of these
// makes a branch.
//
// The policy, in order: cycles are broken at their earliest record; records
// without a usable parent are put behind the record before them in the file,
// unless they begin another conversation; forks are distinguished from stitches;
// the live path is the one with the newest record; each record is in exactly one
// branch and one turn. Everything is linear in the number of records, sorting
// apart, and nothing recurses: chains of 100,000 records are normal input.
package tree

// None is the index of no record.
const None = -1

// Role is the part that a record plays in the tree.
type Role uint8

// Roles.
const (
	Hidden   Role = iota // progress and other records that are not shown
	Event                // shown, but neither said by the user nor by the model
	Boundary             // a compaction and its summary: an event that belongs to one branch
	Result               // what came back for tool calls
	Reply                // a piece of a reply
	Command              // a slash command: like a prompt when the model answers it
	Prompt               // a prompt
)

// Link reports why a record has no parent.
type Link uint8

// Links.
const (
	Linked  Link = iota // it has one
	Root                // the record says so
	Follow              // it names none: it applies where it is in the file
	Missing             // the one it names was not found
)

// Node is one record. Nodes are in file order, files one after the other.
type Node struct {
	Time   int64 // any unit, 0 when unknown
	Parent int32 // index, or None
	Reply  int32 // records of one reply share a number other than 0
	Role   Role
	Link   Link
	First  bool // the first record of its file
}

// Branch is one path through the tree.
type Branch struct {
	Parent int       // index of the branch it left; None for the first and for separate roots
	Fork   int32     // last node shared with the parent; None when there is none
	First  int32     // the first node of the branch, in file order
	Start  int32     // the node that hangs from Fork
	Main   int32     // the node of the parent branch that is in its place; None for the first branch, and if the parent ends there
	Turns  [][]int32 // nodes in reading order, one list per turn; a turn begins with its prompt
}

// Tree is what Build made.
type Tree struct {
	Branches []Branch // [0] is the live one, the others by first node
	Cycles   []int32  // nodes whose parent link closed a cycle and was cut
	Orphans  []int32  // nodes put behind the record before them
	Of       []int32  // the branch of each node
	Parent   []int32  // of each node, after repairs
	Order    []int32  // all nodes, parents before children
}

// Build builds the tree. leaf is the node that the file names as the end of the
// live branch, None when it names none; it counts only while nothing follows it, or if the
// user went back to it and said nothing since: what follows is on other branches then.
func Build(nodes []Node, leaf int, back bool) *Tree {
	b := &builder{nodes: nodes, parent: make([]int32, len(nodes)), leaf: ending{None, back}}
	for i := range nodes {
		b.parent[i] = nodes[i].Parent
		if p := nodes[i].Parent; p < 0 || int(p) >= len(nodes) {
			b.parent[i] = None
		}
	}
	b.breakCycles()
	b.attachRoots()
	b.link()
	b.measure(leaf)
	b.split()
	b.child, b.next, b.newest, b.oldest, b.leads, b.bears, b.worked = nil, nil, nil, nil, nil, nil, nil
	return &Tree{Branches: b.arrange(), Cycles: b.cycles, Orphans: b.orphans, Of: b.branch, Parent: b.parent, Order: b.order}
}

type builder struct {
	nodes  []Node
	parent []int32
	repairs

	child, next []int32 // first child and next sibling, in file order; child[len(nodes)] is the first root
	order       []int32 // parents before children

	leaf         ending
	time         []int64 // own time, but never before the parent's
	newest       []int32 // newest record at or below, see end
	oldest       []int32 // oldest record at or below
	leads, bears []bool  // another reply, a prompt: at or below
	worked       []span  // when the model worked

	branch []int32 // of each node
	heads  []Branch
}

// ending is where the live branch ends.
type ending struct {
	at   int32 // None when the file does not say so
	back bool  // the user went back to it
}

// repairs are the nodes whose parents are not those that the file names.
type repairs struct{ cycles, orphans []int32 }

// breakCycles cuts the parent link of the earliest record of each cycle.
func (b *builder) breakCycles() {
	const (
		seen = 1 + iota
		done
	)
	state := make([]uint8, len(b.nodes))
	var path []int32
	for i := range b.nodes {
		path = path[:0]
		j := int32(i)
		for ; j != None && state[j] == 0; j = b.parent[j] {
			state[j] = seen
			path = append(path, j)
		}
		if j != None && state[j] == seen {
			first := j
			for k := b.parent[j]; k != j; k = b.parent[k] {
				first = min(first, k)
			}
			b.parent[first] = None
			b.cycles = append(b.cycles, first)
		}
		for _, j := range path {
			state[j] = done
		}
	}
}

// attachRoots puts roots that do not begin another conversation behind
// the record before them.
func (b *builder) attachRoots() {
	linked := false
	for i := range b.nodes {
		linked = linked || b.parent[i] != None && b.nodes[i].Link == Linked
	}
	prompts := b.promptRoots()
	sets := newSets(b.parent)
	for i := range int32(len(b.nodes)) {
		if i == 0 || b.parent[i] != None {
			continue
		}
		n := &b.nodes[i]
		own := n.Link == Root && !n.First && prompts[i] && linked
		if own {
			continue
		}
		to := sets.before(i)
		if to == None {
			continue
		}
		b.parent[i] = to
		sets.union(i, to)
		if n.Link == Missing {
			b.orphans = append(b.orphans, i)
		}
	}
}

// promptRoots marks the roots below which a prompt comes before any reply.
func (b *builder) promptRoots() []bool {
	found := make([]bool, len(b.nodes))
	root := make([]int32, len(b.nodes))
	for i := range root {
		root[i] = None
	}
	none := int32(len(b.nodes))
	var path []int32
	for i := range none {
		if b.nodes[i].Role != Prompt {
			continue
		}
		path = path[:0]
		j := i
		for root[j] == None && b.parent[j] != None {
			path = append(path, j)
			j = b.parent[j]
			if r := b.nodes[j].Role; r == Result || r == Reply {
				break
			}
		}
		end := root[j]
		switch {
		case end != None:
		case b.parent[j] == None:
			end = j
		default:
			end = none // a reply is between
		}
		for _, k := range path {
			root[k] = end
		}
		if end < none {
			r := b.nodes[end].Role
			found[end] = found[end] || r != Result && r != Reply
		}
	}
	return found
}

// link makes the lists of children and an order with parents first.
func (b *builder) link() {
	n := int32(len(b.nodes))
	b.child, b.next = make([]int32, n+1), make([]int32, n)
	for i := range b.child {
		b.child[i] = None
	}
	for i := n - 1; i >= 0; i-- {
		p := b.up(i)
		b.next[i], b.child[p] = b.child[p], i
	}
	b.order = make([]int32, 0, n)
	for c := b.child[n]; c != None; c = b.next[c] {
		b.order = append(b.order, c)
	}
	for k := 0; k < len(b.order); k++ {
		for c := b.child[b.order[k]]; c != None; c = b.next[c] {
			b.order = append(b.order, c)
		}
	}
}

// up is the parent of a node, len(nodes) for roots.
func (b *builder) up(i int32) int32 {
	if b.parent[i] == None {
		return int32(len(b.nodes))
	}
	return b.parent[i]
}

// measure finds out what is below each node.
func (b *builder) measure(leaf int) {
	n := len(b.nodes)
	b.time, b.oldest, b.newest = make([]int64, n), make([]int32, n), make([]int32, n)
	b.leads, b.bears = make([]bool, n), make([]bool, n)
	for _, i := range b.order {
		b.time[i] = b.nodes[i].Time
		if p := b.parent[i]; p != None {
			b.time[i] = max(b.time[i], b.time[p])
		}
		b.oldest[i], b.newest[i] = i, i
	}
	if leaf >= 0 && leaf < n && (b.leaf.back || b.isLeaf(leaf)) {
		b.leaf.at = int32(leaf)
	}
	answered := make([]bool, n) // a reply below, before the next prompt
	for k := n - 1; k >= 0; k-- {
		i := b.order[k]
		role := b.nodes[i].Role
		if role == Prompt || role == Command && answered[i] {
			b.bears[i] = true
		}
		p := b.parent[i]
		if p == None {
			continue
		}
		b.bears[p] = b.bears[p] || b.bears[i]
		if role != Prompt && (role == Reply || answered[i]) {
			answered[p] = true
		}
		if b.leads[i] || role == Prompt || role == Reply && b.nodes[i].Reply != b.nodes[p].Reply {
			b.leads[p] = true
		}
		if b.time[b.oldest[i]] < b.time[b.oldest[p]] {
			b.oldest[p] = b.oldest[i]
		}
		if b.after(i, p) {
			b.newest[p] = b.newest[i]
		}
	}
}

// isLeaf reports whether nothing that is said comes after a node.
func (b *builder) isLeaf(i int) bool {
	if i < 0 || i >= len(b.nodes) {
		return false
	}
	for c := b.child[i]; c != None; c = b.next[c] {
		if b.nodes[c].Role >= Boundary || b.child[c] != None {
			return false
		}
	}
	return true
}
