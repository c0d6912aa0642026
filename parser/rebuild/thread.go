package rebuild

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/parser"
)

// none is the index of no item.
const none = -1

// Thread collects what was said in one line of conversation, in order. What follows hangs from
// what came last, unless [Thread.Hang] says otherwise.
type Thread struct {
	Model string // of the replies that follow

	b         *Builder
	agent     *parser.Agent // nil for the main thread
	items     []item
	last      int             // that the next one hangs from
	reply     *parser.Message // that further pieces belong to
	calls     map[string]*parser.ToolCall
	early     map[string]*parser.ToolResult // results whose calls did not come yet
	taken     map[string]int                // anchors of messages, and how many have each
	usage     parser.Usage
	beginning *Thread // what was copied from another session
	copy      bool
	repeats   *repeats       // nil for a thread of one file
	again     map[string]int // how many more results came, by the ids of calls
	stopped   int            // up to here no call waits for a result
}

// item is one thing of a thread.
type item struct {
	parent   int
	message  *parser.Message    // nil for what has a time alone
	boundary *parser.Compaction // it opens a segment
	call     *parser.ToolCall   // whose result came
	time     time.Time
	done     bool            // the work on the prompt ended with it
	said     int             // the nearest item that has a message or a boundary: this one, or one that it hangs from
	turn     *parser.Message // the newest prompt or reply there
}

func (b *Builder) newThread(a *parser.Agent) *Thread {
	return &Thread{
		b: b, agent: a, last: none, stopped: none,
		calls: map[string]*parser.ToolCall{}, early: map[string]*parser.ToolResult{}, taken: map[string]int{}, again: map[string]int{},
	}
}

// NewAgent adds an agent to the session and returns its thread. An agent whose id another one has, as where
// both were redacted, gets a number: ids are addresses.
func (b *Builder) NewAgent(a *parser.Agent) *Thread {
	id := a.ID
	for b.agentIDs[a.ID] > 0 {
		b.agentIDs[id]++
		a.ID = id + "-" + strconv.Itoa(b.agentIDs[id])
	}
	b.agentIDs[a.ID] = 1
	t := b.newThread(a)
	b.agents = append(b.agents, t)
	return t
}

// Agent returns the agent whose thread it is, nil for the main one.
func (t *Thread) Agent() *parser.Agent { return t.agent }

// Agents returns the threads of agents, in the order in which they were added.
func (b *Builder) Agents() []*Thread { return b.agents }

// push appends an item.
func (t *Thread) push(it item) {
	it.parent, it.said = t.last, none
	if t.last != none {
		it.said, it.turn = t.items[t.last].said, t.items[t.last].turn
	}
	if it.message != nil || it.boundary != nil {
		it.said = len(t.items)
	}
	if m := it.message; m != nil && (m.Kind == parser.KindReply || m.Kind == parser.KindPrompt) {
		it.turn = m
	}
	t.items = append(t.items, it)
	t.last = len(t.items) - 1
}

// Until notes that the agent was at work until a time: something was recorded then.
func (t *Thread) Until(at time.Time) {
	if !at.IsZero() && t.last != none {
		t.push(item{time: at})
	}
}

// message appends a message of a record.
func (t *Thread) message(r *Record, kind parser.MessageKind, blocks []parser.Block) *parser.Message {
	m := &parser.Message{Origin: r.At, Kind: kind, Blocks: blocks, End: r.At.Time}
	m.Anchor = own(m.Anchor, t.taken)
	t.reply = nil
	t.push(item{message: m, time: r.At.Time})
	return m
}

// Prompt opens a turn with what the user said, and returns it for more to be noted of it.
func (t *Thread) Prompt(r *Record, blocks ...parser.Block) *parser.Message {
	return t.message(r, parser.KindPrompt, blocks)
}

// Event appends something that happened.
func (t *Thread) Event(r *Record, blocks ...parser.Block) { t.message(r, parser.KindEvent, blocks) }

// Reply adds blocks to the reply that is being made, or begins one, and returns it.
func (t *Thread) Reply(r *Record, blocks ...parser.Block) *parser.Message {
	if t.reply == nil {
		m := t.message(r, parser.KindReply, nil)
		t.reply = m
		t.reply.Model = t.Model
	} else if r.class == Shown {
		r.class = Merged
	}
	m := t.reply
	m.Blocks = append(m.Blocks, blocks...)
	if r.At.Time.After(m.End) {
		m.End = r.At.Time
	}
	for _, blk := range blocks {
		if c, ok := blk.(*parser.ToolCall); ok {
			t.call(c)
		}
	}
	return m
}

// Fail appends an error of the API, or of the client, that ended a reply.
func (t *Thread) Fail(r *Record, kind, text string) *parser.Message {
	t.reply = nil
	m := t.Reply(r, &parser.Text{Origin: r.At, Text: text})
	m.APIError = kind
	t.reply = nil
	return m
}

// Stop ends the calls of the current turn that have no result yet: the user stopped it.
func (t *Thread) Stop(r *Record) {
	for _, c := range pending(t) {
		t.Result(r, c.ID, &parser.ToolResult{Interrupted: true})
	}
	t.stopped, t.reply = t.last, nil
}

// maxReasons bounds the fields of an interruption that many records report.
const maxReasons = 20

// Interrupt appends that the user stopped the turn, once if several records say so and nothing happened in between.
func (t *Thread) Interrupt(r *Record, why string, fields ...parser.Field) {
	if m, e := interruption(t.items, t.last); e != nil {
		r.As(Merged)
		rest := m.Rest()
		rest.Former = append(rest.Former, own(r.At.Anchor, t.taken))
		m.SetRest(rest)
		e.Text = cmp.Or(e.Text, why)
		for _, f := range fields {
			if len(e.Fields) < maxReasons && !slices.Contains(e.Fields, f) {
				e.Fields = append(e.Fields, f)
			}
		}
		return
	}
	t.Event(r, &parser.Event{Origin: r.At, Type: parser.UserStopped, Title: "Interrupted", Text: why, Fields: fields})
}

// interruption returns the message that is the newest at an item, if it says that the user stopped the turn, else nil.
func interruption(items []item, i int) (*parser.Message, *parser.Event) {
	if i != none {
		i = items[i].said
	}
	if i == none || items[i].message == nil || len(items[i].message.Blocks) != 1 {
		return nil, nil
	}
	if e, ok := items[i].message.Blocks[0].(*parser.Event); ok && e.Type == parser.UserStopped {
		return items[i].message, e
	}
	return nil, nil
}

// Close ends the reply that is being made: further pieces begin another one.
func (t *Thread) Close() { t.reply = nil }

// Done ends the work on a prompt, as the client says: what comes before the next prompt or reply is none.
func (rec *Record) Done() {
	t := rec.Thread
	t.Close()
	if t.last != none {
		t.items[t.last].done = true
	}
}

// LastReply returns the newest reply on the way to the last item, nil if there is none since the
// newest prompt.
func (t *Thread) LastReply() *parser.Message {
	if t.last == none {
		return nil
	}
	if m := t.items[t.last].turn; m != nil && m.Kind == parser.KindReply {
		return m
	}
	return nil
}

// call files a call by its id. A second call of one id gets the results from then on.
func (t *Thread) call(c *parser.ToolCall) {
	t.calls[c.ID] = c
	if r := t.early[c.ID]; r != nil {
		delete(t.early, c.ID)
		t.end(c, r)
	}
}

// Call returns the call of an id, nil when there is none yet.
func (t *Thread) Call(id string) *parser.ToolCall { return t.calls[id] }

// maxResults is how many results of one call are compared with each other. No client records more; what
// follows is added to them as it is.
const maxResults = 8

// Often reports whether a call has so many results that no other is compared with them.
func (t *Thread) Often(id string) bool { return t.again[id] >= maxResults }

// Result ends a call. A result without a call waits for it.
func (t *Thread) Result(r *Record, id string, result *parser.ToolResult) {
	result.Origin = r.At
	c := t.calls[id]
	if c == nil {
		if old := t.early[id]; old != nil {
			result = merged(t, id, old, result)
		}
		t.early[id] = result
		return
	}
	t.end(c, result)
	t.push(item{call: c, time: r.At.Time})
}

// end sets the result of a call. Of two results the second is better, but what only the first has
// is kept.
func (t *Thread) end(c *parser.ToolCall, r *parser.ToolResult) {
	if old := c.Result; old != nil {
		r = merged(t, c.ID, old, r)
	}
	if r.Duration == 0 && !c.Time.IsZero() && r.Time.After(c.Time) {
		r.Duration = r.Time.Sub(c.Time)
	}
	c.Result = r
}

// merged returns the second of two results with what only the first one says.
func merged(t *Thread, id string, old, r *parser.ToolResult) *parser.ToolResult {
	if t.Often(id) {
		r.Content = append(old.Content, r.Content...)
	} else {
		r.Content = joined(old, r)
	}
	t.again[id]++
	if len(r.Structured) == 0 {
		r.Structured = old.Structured
	}
	r.IsError = r.IsError || old.IsError
	r.Interrupted = r.Interrupted || old.Interrupted
	r.Rejected = r.Rejected || old.Rejected
	r.Denied = cmp.Or(r.Denied, old.Denied)
	return r
}

// joined returns the content of the second of two results behind what only the first one has.
func joined(old, r *parser.ToolResult) []parser.Block {
	var kept []parser.Block
	says, media := r.Text(), slices.ContainsFunc(r.Content, isMedia)
	for _, b := range old.Content {
		switch text, ok := b.(*parser.Text); {
		case ok && !strings.Contains(says, strings.TrimSpace(text.Text)), !ok && !media:
			kept = append(kept, b)
		}
	}
	return append(kept, r.Content...)
}

func isMedia(b parser.Block) bool {
	_, text := b.(*parser.Text)
	return !text
}

// Compact opens a segment: the context was replaced by a summary, or cleared.
func (t *Thread) Compact(r *Record, c *parser.Compaction) {
	c.Origin = r.At
	c.Anchor = own(c.Anchor, t.taken)
	if c.Summary != nil {
		c.Summary.Origin, c.Summary.Kind = r.At, parser.KindEvent
		c.Summary.Anchor = own(c.Anchor+"-summary", t.taken)
	}
	t.reply = nil
	t.push(item{boundary: c, time: r.At.Time})
}

// Compacted returns the boundary that nothing has followed yet, nil when something has.
func (t *Thread) Compacted() *parser.Compaction {
	if t.last == none || t.items[t.last].said == none {
		return nil
	}
	return t.items[t.items[t.last].said].boundary
}

// Last returns the place of what came last, for [Thread.Hang].
func (t *Thread) Last() int { return t.last }

// Hang makes what follows hang from another place than what came last: it begins a branch there.
// -1 is the beginning.
func (t *Thread) Hang(place int) {
	t.last, t.reply = min(place, len(t.items)-1), nil
}

// Before returns the place before the n-th prompt, counted from the end: where the thread goes on
// when so many turns are taken back.
func (t *Thread) Before(n int) int {
	for i := t.last; i != none; i = t.items[i].parent {
		if m := t.items[i].message; m != nil && m.Kind == parser.KindPrompt {
			if n--; n <= 0 {
				return t.items[i].parent
			}
		}
	}
	return none
}

// pending goes through the calls without a result, in order, of the current turn.
func pending(t *Thread) (calls []*parser.ToolCall) {
	for i := t.last; i != none && i != t.stopped; i = t.items[i].parent {
		m := t.items[i].message
		if m == nil {
			continue
		}
		if m.Kind == parser.KindPrompt {
			break
		}
		for _, blk := range m.Blocks {
			if c, ok := blk.(*parser.ToolCall); ok && c.Result == nil {
				calls = append(calls, c)
			}
		}
	}
	slices.Reverse(calls)
	return calls
}

// Spend counts the tokens of requests, which made a message; nil when it is not known which.
func (t *Thread) Spend(m *parser.Message, model string, u parser.Usage) {
	if t.copy {
		return
	}
	u.ByModel = nil
	if m != nil {
		if m.Usage == nil {
			m.Usage = &parser.Usage{}
		}
		m.Usage.Add(&u)
	}
	u.ByModel = []parser.ModelUsage{{
		Model: model, Requests: u.Requests, Input: u.Input, Output: u.Output,
		CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, CacheWrite1h: u.CacheWrite1h,
	}}
	if model == "" {
		u.ByModel = nil
	}
	t.usage.Add(&u)
}
