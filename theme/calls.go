package theme

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/theme/card"
	"steno/theme/view"
	"steno/theme/words"
)

// call fills in the row of a tool call and reports what a run says of it. anchor is
// where the row can be found.
func (r *thread) call(v *view.Step, c *parser.ToolCall, anchor string) *callSum {
	if v.Output = r.refs.output(c); v.Output != nil {
		v.Card = r.cards.Request(c)
	} else {
		v.Card = r.cards.Call(c)
	}
	if r.refs.Meter != nil {
		size := 0
		for _, s := range v.Card.Sections {
			size += len(s.HTML)
		}
		r.refs.Meter(c.Name, size)
	}
	v.Open = alone(c) && c.Agent == nil && !v.Card.Launched && !v.Card.Folded
	v.Aside = alone(c) && c.Agent == nil && c.Action.Kind != parser.ActionDelegate
	v.Failed, v.Error = v.Card.State != card.Done && v.Card.State != card.Missing, c.Failed()
	if r.refs.Change != nil {
		v.Card.Net = r.refs.Change(c)
	}
	if c.Result != nil {
		v.Card.ID = r.claim(c.Result.Anchor)
	}
	if c.Agent != nil {
		v.Agent = &view.Link{Text: "Transcript of the agent", Href: r.refs.agent(c.Agent)}
		if what := words.Excerpt(cmp.Or(c.Agent.Description, c.Agent.Type), 100); !strings.Contains(v.Card.Object, what) {
			v.Agent.Note = what // the row above does not say it
		}
	}
	if c.Agent == nil && c.Action.Kind == parser.ActionDelegate && r.refs.Mate != nil {
		name := raw.ParseObject(c.Input).String("name")
		if href := r.refs.Mate(name); href != "" {
			v.Agent = &view.Link{Text: "Session of the teammate", Href: href, Note: words.Excerpt(name, 100)}
		}
	}
	r.task(v, c, anchor)
	r.tasks.note(c, anchor)
	r.files.note(c, anchor, r.refs.Dir)
	for _, m := range c.Extra {
		r.extra(v, m)
	}
	if v.Card.Launched {
		v.Card.Duration = words.Duration(c.Worked()) // to start the agent took moments
	}
	sum := &callSum{what: nouns[c.Action.Kind], noun: true, row: words.Excerpt(v.Card.Verb+" "+v.Card.Object, 64),
		lines: view.Lines{Added: v.Card.Added, Removed: v.Card.Removed}}
	switch {
	case sum.what == "":
		sum.what, sum.noun = toolName(v.Card), false
	case sum.what == "edit" && v.Card.Verb == "Write":
		sum.what = "write" // as the row says
	}
	if r.turnIs.note(c, v.Card) && c.Action.Kind == parser.ActionAsk {
		v.Open = false // the prompt below it is the answer
	}
	sum.from = c.Time
	if c.Result != nil {
		sum.to = c.Result.Time
	}
	if v.Failed {
		sum.failure = &view.FailedCall{
			Anchor: anchor, Verb: v.Card.Verb, Object: v.Card.Object, Outcome: outcome(v.Card), Why: v.Card.Why,
			State: v.Card.State, Error: v.Error,
		}
	}
	return sum
}

// task is what runs in the background.
type task struct {
	anchor, what string             // of the call that started it, "" as long as that is not known
	ended        string             // anchor of the notification that it ended
	polls        []*parser.ToolCall // that asked for its output
}

// background is what runs in the background of a branch.
type background struct {
	tasks   map[string]*task  // whose output was asked for, by their ids
	started map[string]string // anchors of calls of which a notification says something later, by their ids
}

func backgroundOf(b *parser.Branch) background {
	tasks := map[string]*task{}
	for m := range b.Messages() {
		for _, block := range m.Blocks {
			if c, ok := block.(*parser.ToolCall); ok && c.Action.Kind == parser.ActionPoll && c.Action.Task != "" {
				t := tasks[c.Action.Task]
				if t == nil {
					t = &task{}
					tasks[c.Action.Task] = t
				}
				t.polls = append(t.polls, c)
			}
		}
	}
	bg := background{tasks, map[string]string{}}
	for p := b.Parent; p != nil; p = p.Parent { // what was started before a rewind
		for c := range p.Calls() {
			bg.note(c, c.Anchor)
		}
	}
	return bg
}

// task links the call that started a task with the last one that asked for its output, and each of
// these with the call that started it and with the notification, which is shown there.
func (r *thread) task(v *view.Step, c *parser.ToolCall, anchor string) {
	t := r.tasks.tasks[c.Action.Task]
	switch {
	case t == nil:
	case c.Action.Kind == parser.ActionPoll:
		link := func(anchor, text, what string) {
			if href := r.to(anchor); anchor != "" && href != "" {
				v.Task = append(v.Task, &view.Link{Text: text, Href: href, Note: words.Excerpt(what, 100)})
			}
		}
		link(t.anchor, "Started by", t.what)
		link(t.ended, "Notification", "")
	case t.anchor == "":
		t.anchor, t.what = anchor, v.Card.Verb+" "+v.Card.Object
		for _, m := range c.Extra {
			if e, ok := firstBlock(m).(*parser.Event); ok && e.Type == "task-notification" {
				t.ended = m.Anchor
			}
		}
		last := t.polls[len(t.polls)-1]
		to := &view.Link{Text: "Output", Href: "#" + last.Anchor, Note: "in " + words.Excerpt(last.Name, 40)}
		if n := len(t.polls); n > 1 {
			to.Note += fmt.Sprintf(", the last of %d", n)
		}
		v.Task, r.made.later = append(v.Task, to), true
	}
}

// note keeps where a call is of which a notification says something later.
func (bg *background) note(c *parser.ToolCall, anchor string) {
	for _, m := range c.Extra {
		if e, ok := firstBlock(m).(*parser.Event); ok && e.Type == "task-notification" {
			bg.started[c.ID] = anchor
			return
		}
	}
}

// notified reports whether a block is where a notification arrived, and returns where the call is that started the task.
// It is part of the conversation, as what the model says next answers it.
func (bg *background) notified(b parser.Block) (call string, ok bool) {
	if e, isEvent := b.(*parser.Event); isEvent && e.Type == parser.TaskNotified {
		return bg.started[e.CallID], true
	}
	return "", false
}

// changes are the anchors of the last changes of files, by the path as given and from the working directory, with slashes.
type changes map[string]string

// note keeps that a call changed a file, for links from what is said later.
func (f changes) note(c *parser.ToolCall, anchor, dir string) {
	if !c.Ended() {
		return
	}
	if c.Action.Kind == parser.ActionEdit && c.Action.File != "" {
		f.at(c.Action.File, anchor, dir)
	}
	for _, e := range c.Action.Also {
		f.at(e.File, anchor, dir)
	}
}

func (f changes) at(file, anchor, dir string) {
	f[strings.ReplaceAll(file, `\`, "/")] = anchor
	if below, ok := parser.Within(dir, file); ok {
		f[below] = anchor
	}
}

// link leads to what the session did with a file or a commit that a text names, "" when it is not
// known.
func (r *thread) link(name string) string {
	if anchor := r.files[strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")]; anchor != "" {
		return r.to(anchor)
	}
	if r.refs.Commit != nil && isHash(name) {
		return r.refs.Commit(name)
	}
	return ""
}

// isHash reports whether a name may be the hash of a commit.
func isHash(name string) bool {
	return len(name) >= 7 && len(name) <= 40 && strings.Trim(name, "0123456789abcdef") == ""
}

// to leads to a message that precedes, also in the run that is being collected.
func (r *thread) to(anchor string) string {
	for _, s := range r.run.steps {
		if len(r.run.rows) < runBytes/2 && slices.Contains(s.anchors, anchor) {
			return "#" + anchor
		}
	}
	return r.refs.anchor(anchor)
}

// extra puts the events that belong to a call behind its row.
func (r *thread) extra(v *view.Step, m *parser.Message) {
	id := r.claim(m.Anchor)
	for i, b := range m.Blocks {
		var e view.Block
		if _, ok := b.(*parser.Text); ok {
			e = view.Block{ID: r.claim(b.From().Anchor), Fold: r.content.fold(b)}
		} else {
			e = r.block(b, false)
		}
		if i == 0 && e.ID == "" {
			e.ID = id
		} else if i == 0 && id != "" {
			v.Extra = append(v.Extra, view.Block{ID: id})
		}
		v.Extra = append(v.Extra, e)
	}
}

// toolName is a tool's name as a run shows it: the server of an MCP tool is left out.
func toolName(c *card.View) string {
	name := c.Tool
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		if _, tool, ok := strings.Cut(rest, "__"); ok && tool != "" {
			name = tool
		}
	}
	return words.Excerpt(cmp.Or(name, "result without a call"), 40)
}

// outcome is the outcome of a call in a few words.
func outcome(c *card.View) string {
	for _, chip := range c.Chips {
		if chip.Kind == "error" {
			return chip.Text
		}
	}
	return c.State.Word()
}
