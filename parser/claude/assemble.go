package claude

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/facts"
	"steno/parser/tree"
)

// assemble makes the branches, segments, turns and messages of a thread out of
// the tree.
func (b *threadBuilder) assemble(t *tree.Tree) *parser.Thread {
	th := new(parser.Thread)
	for range t.Branches {
		th.Branches = append(th.Branches, new(parser.Branch))
	}
	for k, tb := range t.Branches {
		br := th.Branches[k]
		if tb.Parent != tree.None {
			br.Parent = th.Branches[tb.Parent]
		}
		a := &assembler{b: b, branch: br}
		if k == 0 {
			br.ID = live
		}
		a.toCome = b.copiedIn(tb)
		for _, turn := range tb.Turns {
			a.turnOf(turn)
		}
		a.finish()
		if k == 0 && len(a.beginning) > 0 {
			th.Beginning = &parser.Branch{ID: "beginning", Segments: a.beginning}
		}
		th.Active += a.worked.active
		th.ActiveAtMost = th.ActiveAtMost || a.worked.atMost
		if k > 0 {
			br.ID = b.branchID(tb, br)
		}
	}
	b.forks(t, th)
	dropEmpty(th)
	summarize(th)
	return th
}

// live is the ID of the live branch.
const live = "live"

func (b *threadBuilder) branchID(tb tree.Branch, br *parser.Branch) string {
	for t := range br.Turns() {
		if t.Prompt != nil {
			return strings.TrimPrefix(t.Prompt.Anchor, "m-")
		}
	}
	return strings.TrimPrefix(b.nodes[tb.Start].at.Anchor, "m-")
}

// assembler puts the entries of one branch into segments and turns.
type assembler struct {
	b      *threadBuilder
	branch *parser.Branch

	copied    bool              // what is placed now belongs to the beginning
	toCome    int               // records of the branch that were copied, and are not placed yet
	beginning []*parser.Segment // see Thread.Beginning

	segment *parser.Segment
	turn    *parser.Turn
	replies map[string]*parser.Message // of the current turn, by message.id
	printed *printed                   // the command whose output may follow
	awaited
	until     time.Time // time of the latest prompt, reply or result; a queued prompt is older than what comes before it
	compacted time.Time // when the context of the turn that goes on was compacted
	busy
	worked worked
	query  worked // what was worked when the client began with what it was asked last
}

// awaited is what the text may belong to that the client injects next.
type awaited struct {
	skill *parser.ToolCall
	asked string // name of a slash command
}

// busy says who is at work.
type busy struct {
	working bool // a prompt or a reply came: what comes before is no work
	idle    bool // the model answered, and has nothing to do
	mode    facts.Mode
}

// turnOf takes the entries of one turn of the tree. Compactions and queued
// prompts may divide it further.
func (a *assembler) turnOf(list []int32) {
	a.turn = nil
	for _, i := range list {
		e := a.b.nodes[i]
		if e.copied && a.branch.ID != live {
			e.class = duplicate // rewound in the other session: it is there
			continue
		}
		q := e.query()
		if e.kind == kindReply && !e.failed && a.b.read.replyOf(e).Model == synthetic {
			q = onQuery{client: true}
		}
		a.place(e)
		e.release()
		if a.turn != nil && e.kind != kindHidden {
			e.turn = a.turn
			a.extend(e, q)
		}
		a.bound(e, q)
		e.end()
	}
}

func (a *assembler) place(e *entry) {
	if copied := a.inBeginning(e); copied != a.copied {
		a.copied, a.segment, a.turn = copied, nil, nil
	}
	if e.cleared {
		a.clear(e)
	}
	a.instructions(e)
	if a.folded(e) {
		return
	}
	switch e.kind {
	case kindHidden:
		if e.class == unplaced {
			e.class = structural
		}
	case kindReply:
		if a.b.declines(e) {
			e.blocks = []parser.Block{&parser.Event{Origin: *e.at, Type: record.Client, Title: "no response requested", Text: "No response requested.", Quiet: true}}
			a.show(e)
		} else {
			a.reply(e)
		}
	case kindResult:
		a.result(e)
	case kindPrompt:
		a.prompt(e)
	case kindCommand:
		for _, blk := range e.blocks {
			if c, ok := blk.(*parser.Command); ok {
				a.printed = printedBy(c)
			}
		}
		a.show(e)
	case kindOutput:
		a.output(e)
	case kindSummary:
		a.summary(e)
	case kindBoundary:
		a.boundary(e)
	default:
		if e.opens {
			a.turn = nil
		}
		a.show(e)
	}
}

// declines reports whether a reply is what the client writes in place of one when it has nothing to ask the model: after a session
// was opened again, and after a notice of a task that ended before. Nobody said it.
func (b *threadBuilder) declines(e *entry) bool {
	if e.failed || len(e.blocks) != 1 || b.read.replyOf(e).Model != synthetic {
		return false
	}
	t, ok := e.blocks[0].(*parser.Text)
	return ok && strings.TrimSpace(t.Text) == "No response requested."
}

// message makes a message of an entry.
func (r *reading) message(e *entry, kind parser.MessageKind) *parser.Message {
	m := r.made.messages.Of(parser.Message{Origin: *e.at, Kind: kind, Blocks: e.blocks, End: e.at.Time})
	m.SetRest(parser.More{Former: e.former, Notes: e.notes})
	return m
}

// show adds an event as a separate message.
func (a *assembler) show(e *entry) {
	m := a.b.read.message(e, parser.KindEvent)
	a.open()
	a.turn.Messages = append(a.turn.Messages, m)
	e.place = m.Anchor
	if e.class == unplaced {
		e.class = shown
	}
}

// open makes sure that there is a segment and a turn.
func (a *assembler) open() {
	if a.segment == nil {
		a.segment = new(parser.Segment)
		a.begin()
	}
	if a.turn == nil {
		a.turn = new(parser.Turn)
		a.replies = make(map[string]*parser.Message)
		a.segment.Turns = append(a.segment.Turns, a.turn)
	}
}

// resume goes on at the end of a finished branch.
func (a *assembler) resume() {
	if n := len(a.branch.Segments); n > 0 {
		a.segment = a.branch.Segments[n-1]
		if n := len(a.segment.Turns); n > 0 {
			a.turn = a.segment.Turns[n-1]
		}
	}
}

func (a *assembler) prompt(e *entry) {
	a.turn = nil
	a.open()
	said := e.envelope()
	m := a.b.read.message(e, parser.KindPrompt)
	m.SetRest(parser.More{Sender: e.sender, PermissionMode: said.PermissionMode, Thinking: said.Thinking, PlanFrom: e.plan,
		Former: e.former, Notes: e.notes})
	a.turn.Prompt, a.working = m, true
	a.mode.Enter(a.turn)
	a.printed = nil
	for _, blk := range e.blocks {
		if c, ok := blk.(*parser.Command); ok {
			a.printed = printedBy(c)
		}
	}
	e.class, e.place = shown, m.Anchor
}

// reply merges the pieces of one API message.
func (a *assembler) reply(e *entry) {
	a.open()
	said := a.b.read.replyOf(e)
	a.working = a.working || said.Model != synthetic
	id := said.ID
	m := a.replies[id]
	if len(e.blocks) == 0 && m == nil {
		e.class = structural // the empty stub of a reply that never came
		a.count(nil, e)
		return
	}
	if m == nil || id == "" {
		m = a.b.read.message(e, parser.KindReply)
		m.Blocks = nil
		m.ID, m.RequestID, m.Model, m.Effort = id, said.RequestID, said.Model, said.Effort
		if e.failed {
			m.APIError = cmp.Or(e.envelope().Error, "unknown")
		}
		a.replies[id] = m
		a.turn.Messages = append(a.turn.Messages, m)
		e.class = shown
	} else {
		for _, n := range e.notes {
			if rest := m.Rest(); !slices.Contains(rest.Notes, n) {
				rest.Notes = append(rest.Notes, n)
				m.SetRest(rest)
			}
		}
		e.class = merged
	}
	fresh := a.addBlocks(m, e.blocks)
	if e.class == merged && fresh == 0 && len(e.blocks) > 0 {
		e.class = duplicate
	}
	if said.StopReason != "" {
		m.StopReason = said.StopReason
	}
	if e.at.Time.After(m.End) {
		m.End = e.at.Time
	}
	e.place = m.Anchor
	a.count(m, e)
}

// count adds the usage of a reply. What was copied was paid for in the other session.
func (a *assembler) count(m *parser.Message, e *entry) {
	if !e.copied {
		a.b.usage.add(a.b, m, e)
	}
}

// addBlocks adds the blocks that the message does not hold yet: some writers
// repeat a piece under a new uuid.
func (a *assembler) addBlocks(m *parser.Message, blocks []parser.Block) (fresh int) {
	for _, blk := range blocks {
		recent := m.Blocks[max(0, len(m.Blocks)-64):]
		if slices.ContainsFunc(recent, func(have parser.Block) bool { return repeats(have, blk) }) {
			continue
		}
		if c, ok := blk.(*parser.ToolCall); ok {
			a.b.calls.homes[c] = m
			if c.Name == "Skill" {
				a.skill = c
			}
		}
		m.Blocks = append(m.Blocks, blk)
		fresh++
	}
	return fresh
}

// repeats reports whether two blocks of one message are the same.
func repeats(have, blk parser.Block) bool {
	if have.From().UUID == blk.From().UUID && have.From().UUID != "" {
		return false
	}
	switch x := have.(type) {
	case *parser.Text:
		y, ok := blk.(*parser.Text)
		return ok && x.Text == y.Text
	case *parser.Thinking:
		y, ok := blk.(*parser.Thinking)
		return ok && x.Text != "" && x.Text == y.Text
	case *parser.ToolCall:
		y, ok := blk.(*parser.ToolCall)
		return ok && x.ID != "" && x.ID == y.ID
	}
	return false
}

// boundary opens a segment.
func (a *assembler) boundary(e *entry) {
	a.compact(e.blocks[0].(*compactionMark).Compaction)
	e.class, e.place = shown, e.at.Anchor
}

// clear opens a segment where the context was cleared. A record that is shown keeps its
// own anchor.
func (a *assembler) clear(e *entry) {
	c := &parser.Compaction{Origin: *e.at, Trigger: parser.TriggerClear}
	if e.kind != kindHidden {
		c.Anchor += "-cleared"
	}
	a.compact(c)
	a.printed = nil
}

func (a *assembler) compact(c *parser.Compaction) {
	a.compacted = time.Time{}
	if a.turn != nil && !a.copied && !c.Cleared() {
		since := a.turn.End
		if since.Before(a.until) {
			since = a.until
		}
		a.worked.add(a.turn, compacting(c, c.Time.Sub(since)))
		a.compacted = c.Time
	}
	a.segment, a.turn = &parser.Segment{Compaction: c}, nil
	a.begin()
}

// summary keeps the summary with the compaction that made it. Without a boundary
// record it opens the segment itself.
func (a *assembler) summary(e *entry) {
	m := a.b.read.message(e, parser.KindEvent)
	if a.segment != nil && a.segment.Compaction != nil {
		c := a.segment.Compaction
		if c.Summary == nil {
			c.Summary = m
			e.class, e.place = shown, m.Anchor
			return
		}
		if plain(c.Summary.Blocks) == plain(m.Blocks) {
			e.class, e.place = duplicate, c.Summary.Anchor
			return
		}
	}
	a.compact(&parser.Compaction{Origin: *e.at, Summary: m})
	e.class, e.place = shown, m.Anchor
}

// plain joins the texts of blocks.
func plain(blocks []parser.Block) string {
	var s strings.Builder
	for _, blk := range blocks {
		if t, ok := blk.(*parser.Text); ok {
			s.WriteString(t.Text)
			s.WriteByte('\n')
		}
	}
	return s.String()
}

// finish drops what stayed empty.
func (a *assembler) finish() {
	for _, s := range slices.Concat(a.beginning, a.branch.Segments) {
		s.Turns = slices.DeleteFunc(s.Turns, func(t *parser.Turn) bool { return t.Prompt == nil && len(t.Messages) == 0 })
	}
}
