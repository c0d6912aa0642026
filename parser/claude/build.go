package claude

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/facts"
	"steno/parser/raw"
	"steno/parser/title"
	"steno/parser/tree"
)

// threadBuilder makes a Thread of the records of one conversation.
type threadBuilder struct {
	read    *reading
	usage   *usageTable
	outside func(uuid string) bool // reports whether a record of an agent is in another thread of the session; nil for the main thread
	entries []*entry               // in reading order
	file    string                 // for warnings: where most of the records stand

	nodes   []*entry // the entries that are nodes of the tree
	shows   *presenter
	calls   *calls
	found   findings
	pauses  []facts.Span // for which no record of the thread accounts
	counted covered      // what counts as time at work
	plans   []string     // subjects of the plans that prompts without a parent start
	selves  []*entry     // that name themselves as their parents
}

// thread prepares the building of a thread. outside is nil for the main thread,
// and says to agents which records are in the main one.
func (p *parse) thread(entries []*entry, file string, outside func(uuid string) bool) *threadBuilder {
	return &threadBuilder{
		read: p.read, usage: &p.usage, outside: outside, entries: entries, file: file, calls: newCalls(),
		shows: &presenter{
			read: p.read, agent: outside != nil, brief: len(entries) <= 4,
			guarded: make(map[string]bool), branches: make(map[*parser.ToolCall]string),
		},
	}
}

// build builds the thread and accounts for its entries.
func (b *threadBuilder) build() *parser.Thread {
	for i, e := range b.entries {
		e.seq = int32(i)
	}
	anchors(b.entries, b.read.options.Texts)
	index := b.dedupe()
	nodes := make([]tree.Node, len(b.nodes))
	replies := make(map[string]int32)
	said := false // before the record: without that there was no context to clear
	for i, e := range b.nodes {
		b.shows.present(e)
		b.shows.hold(e.blocks)
		notice(b.read.inputs[e.at.File].ledger, e)
		nodes[i] = b.node(e, index, i, replies)
		if nodes[i].Link == tree.Root && b.clears(e) && said && !e.first {
			nodes[i].Link = tree.Follow
			e.own().cleared = true
		}
		said = said || e.kind == kindPrompt || e.kind == kindReply
		e.share()
		e.slim()
	}
	b.shows.supersede(b.nodes)
	b.shows.queue.settle(said)
	b.calls.pair(b.nodes, b.read.restore, b.shows.guarded)
	b.act()
	b.roles(nodes)
	b.afterCaveats(nodes)
	leaf, back := b.leaf(index)
	t := tree.Build(nodes, leaf, back)
	b.report(t, nodes)
	th := b.assemble(t)
	b.cover(th)
	for _, e := range b.entries {
		if !e.ghost {
			countLine(b.read.inputs[e.at.File].ledger, e)
		}
		e.release()
	}
	return th
}

// clears reports whether a record without a parent goes on after the context was cleared:
// the hook that runs then, /clear itself, or the prompt that starts a plan with an empty
// context. Other prompts without a parent were sent by a user who went back to the
// beginning, and so was the second start of one plan. Observed in sessions of 2.1.17 and
// later, behind a rejected ExitPlanMode.
func (b *threadBuilder) clears(e *entry) bool {
	if e.Flags.Has(record.Cleared) {
		return true
	}
	switch e.kind {
	case kindCommand:
		return slices.ContainsFunc(e.blocks, func(blk parser.Block) bool {
			c, ok := blk.(*parser.Command)
			return ok && c.Name == "/clear"
		})
	case kindPrompt:
		plan, starts := strings.CutPrefix(firstText(e.Message.Content), title.PlanPrompt)
		if !starts {
			return false
		}
		subject := title.Plan(plan)
		again := slices.Contains(b.plans, subject)
		b.plans = append(b.plans, subject)
		return !again
	}
	return false
}

// dedupe picks the entries that are nodes, and returns which one has which uuid.
// What repeats the uuid and the content of another record is counted and left out,
// and so is a replay (see [replays]). What repeats only the uuid is another record,
// which is where it was written.
func (b *threadBuilder) dedupe() *nodeIndex {
	index := newNodeIndex(b.entries)
	others := make(map[variant]bool) // further records under a known uuid
	again := newReplays(b.read, b.entries)
	for i, e := range b.entries {
		id := e.at.UUID
		if first, known := index.find(id); known {
			f, same := b.nodes[first], variant{id, e.Hash}
			if f.Type == e.Type && f.Hash == e.Hash || others[same] || b.read.retold(f, e) || e.streamed && e.Subtype == f.Subtype {
				e.class = duplicate
				continue
			}
			others[same] = true
			e.Parent, e.Flags = "", e.Flags&^record.HasParent
			b.nodes = append(b.nodes, e)
			continue
		}
		parent := e.Parent
		if at, known := index.find(parent); known {
			parent = b.nodes[at].at.UUID
		}
		if first, known := again.first(b.nodes, e, parent); known {
			index.add(i, first)
			e.class = duplicate
			continue
		}
		again.add(e, len(b.nodes))
		index.add(i, len(b.nodes))
		b.nodes = append(b.nodes, e)
	}
	return index
}

// retold reports whether e is the same message, written again: a piece of a reply when more was
// known of it (its usage, why it stopped), whose last word on these is kept, or any message by a
// program that writes members in another order.
func (r *reading) retold(first, e *entry) bool {
	r.open(first)
	r.open(e)
	was, is := first.Message, e.Message
	if was == nil || is == nil || first.Type != e.Type || was.ID != is.ID || !sameBlocks(was.Content, is.Content) {
		return false
	}
	if was.ID == "" {
		return len(is.Content) > 0 && sameJSON(was.Result, is.Result)
	}
	was.StopReason = cmp.Or(is.StopReason, was.StopReason)
	if was.Usage == nil || is.Usage != nil && is.Usage.Output >= was.Usage.Output { // a stream has what was known when the reply began
		was.Usage = is.Usage
	}
	return true
}

func sameBlocks(a, b []record.Block) bool { return slices.EqualFunc(a, b, sameBlock) }

func sameBlock(x, y record.Block) bool {
	same := sameJSON(x.Raw, y.Raw) && sameJSON(x.Cited, y.Cited) && sameBlocks(x.Content, y.Content)
	x.Raw, x.Cited, x.Content, y.Raw, y.Cited, y.Content = nil, nil, nil, nil, nil, nil
	return same && reflect.DeepEqual(x, y)
}

// sameJSON reports whether two values differ in nothing but the order of members and white space.
func sameJSON(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, y := a.Clone(), b.Clone()
	return x.Canonicalize() == nil && y.Canonicalize() == nil && bytes.Equal(x, y)
}

// variant is a record under a uuid that another one bears.
type variant struct {
	uuid string
	hash uint64
}

// node describes an entry to package tree, but for its role. replies numbers the
// replies by their id.
func (b *threadBuilder) node(e *entry, index *nodeIndex, i int, replies map[string]int32) tree.Node {
	n := tree.Node{Parent: tree.None, Time: nanos(e.at.Time), First: e.first}
	switch {
	case e.kind == kindReply && e.Message.ID != "":
		if replies[e.Message.ID] == 0 {
			replies[e.Message.ID] = int32(len(replies) + 1)
		}
		n.Reply = replies[e.Message.ID]
	case e.kind == kindReply:
		n.Reply = int32(-1 - i)
	case e.kind == kindBoundary:
		b.boundaryParent(e, &n, index, i)
		return n
	}
	b.parent(e, &n, index, i)
	return n
}

// roles adds the roles of the entries, which are known when all were presented.
func (b *threadBuilder) roles(nodes []tree.Node) {
	for i, e := range b.nodes {
		nodes[i].Role = e.role
	}
}

// parent finds the parent of a record, or says why it has none.
func (b *threadBuilder) parent(e *entry, n *tree.Node, index *nodeIndex, self int) {
	at, known := index.find(e.Parent)
	switch {
	case e.Parent == "" && (e.at.UUID == "" || !e.Flags.Has(record.HasParent) || e.kind == kindSummary || e.Type == "system"):
		n.Link = tree.Follow // anyone who goes back to the beginning begins with a prompt, not with a notice
	case e.Parent == "":
		n.Link = tree.Root
	case known && at == self:
		b.selves = append(b.selves, e)
		n.Link = tree.Follow
	case known:
		n.Parent = int32(at)
	case b.read.foreign[e.Parent] != "", b.outside != nil && b.outside(e.Parent):
		n.Link = tree.Follow
	default:
		n.Link = tree.Missing
	}
}

// boundaryParent attaches a compaction by its logicalParentUuid, else by the
// segment it preserved, else by its own parent, else where it is. A copy of a session has what was kept
// behind the compaction, below its summary: that is no place for it.
func (b *threadBuilder) boundaryParent(e *entry, n *tree.Node, index *nodeIndex, self int) {
	o := raw.ParseObject(e.Extra)
	kept := o.Object("compactMetadata").Object("preservedSegment")
	for _, id := range []string{o.String("logicalParentUuid"), kept.String("tailUuid"), kept.String("headUuid"), e.Parent} {
		if p, ok := index.find(id); ok && p != self && !b.below(p, self, index) {
			n.Parent = int32(p)
			return
		}
	}
	n.Link = tree.Follow
}

// below reports whether the parents that records name lead from a later node to an earlier one. What is before that is not below it.
func (b *threadBuilder) below(later, earlier int, index *nodeIndex) bool {
	for range b.nodes[earlier:] { // parents may form a cycle
		if later <= earlier {
			break
		}
		parent, known := index.find(b.nodes[later].Parent)
		if !known {
			return false
		}
		later = parent
	}
	return later == earlier
}

// leaf finds the end of the live branch as the last last-prompt record names it, and whether the
// user went back to it: what a rewind writes says so (observed from 2.1.270 to 2.1.292).
// The record is stale when anything was said after it.
func (b *threadBuilder) leaf(index *nodeIndex) (at int, back bool) {
	if b.outside != nil || len(b.nodes) == 0 {
		return tree.None, false
	}
	last := b.nodes[len(b.nodes)-1]
	in := b.read.inputs[last.at.File]
	for i := len(in.states) - 1; i >= 0; i-- {
		e := in.states[i]
		if e.Type != "last-prompt" {
			continue
		}
		o := raw.ParseObject(e.Extra)
		at, known := index.find(o.String("leafUuid"))
		if known && e.at.Line > last.at.Line {
			return at, o.Bool("rewound")
		}
		break
	}
	return tree.None, false
}

// report reports the repairs that were necessary.
func (b *threadBuilder) report(t *tree.Tree, nodes []tree.Node) {
	var cycles []*entry
	for _, i := range t.Cycles {
		e := b.nodes[i]
		if nodes[nodes[i].Parent].Role == tree.Boundary {
			continue // kept over a compaction, which hangs what it kept below its summary
		}
		cycles = append(cycles, e)
		e.own().notes = append(e.notes, "cycle: this record is its own ancestor")
	}
	b.warnEach(b.selves, "the record names itself as its parent; it was put behind the record before it")
	b.warnEach(cycles, "the parents of this record form a cycle; it was cut here")
	var orphans []*entry
	for _, i := range t.Orphans {
		e := b.nodes[i]
		if e.kind == kindHidden {
			continue // hooks also run for replies that the client never writes: before a compaction, or when one was cut off
		}
		orphans = append(orphans, e)
		e.own().notes = append(e.notes, "orphan: its parent is not in the file")
	}
	if n := len(orphans); n > 0 {
		b.read.warn(b.path(orphans[0]), orphans[0].at.Line,
			fmt.Sprintf("%s whose parent is not in the file; put behind the record before",
				plural(n, "record")))
	}
}

// warnEach warns of the first of some entries, and of how many more there are.
func (b *threadBuilder) warnEach(entries []*entry, text string) {
	for i, e := range entries {
		if i == maxLineWarnings {
			b.read.warn(b.file, 0, plural(len(entries)-i, "more record")+" like these: "+text)
			return
		}
		b.read.warn(b.path(e), e.at.Line, text)
	}
}

func (b *threadBuilder) path(e *entry) string { return b.read.inputs[e.at.File].ledger.Path }

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// cover is the last check: an entry that appears nowhere is shown at the end, in
// file order, and reported.
func (b *threadBuilder) cover(th *parser.Thread) {
	var lost []*entry
	for _, e := range b.entries {
		if e.class == unplaced {
			lost = append(lost, e)
		}
	}
	if len(lost) == 0 {
		return
	}
	b.read.warn(b.file, lost[0].at.Line,
		fmt.Sprintf("no place was found for %s; shown at the end, in file order", plural(len(lost), "record")))
	a := &assembler{b: b, branch: th.Live()}
	a.resume()
	for _, e := range lost {
		a.show(e)
	}
}
