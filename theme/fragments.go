package theme

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/anchor"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/parser/title"
	"steno/theme/card"
	"steno/theme/view"
	"steno/theme/words"
)

// A fragment is one prompt, one stretch of a reply's text, one run of steps, one
// event, or one compaction. Nothing encloses two fragments: a page may begin or
// end between any of them.

// runBytes is where a run of steps is cut in two, so that a fragment stays far
// below the size of a page.
const runBytes = 60_000

// thread renders one branch. It is made for one call of Fragments.
type thread struct {
	theme   *Theme
	refs    Refs
	branch  *parser.Branch
	cards   *card.Renderer
	content content
	yield   func(Fragment) bool
	done    bool // the consumer wants no more, or a template failed

	seen     anchor.Numbers // ids given out, each 1
	made     made
	run      run
	thoughts thoughts
	told     told
	files    changes
	turnIs   turnKind
	tasks    background
}

// turnKind is what the turn that is being made is like.
type turnKind struct {
	mode    facts.Mode
	notes   bool // it has nothing but notes of the client
	replied      // of the whole branch: what prompts are about
}

// made is known of the fragment or the row that is being made.
type made struct {
	ids   []string
	later bool // it links to an anchor that follows
}

// told is what replies and stamps say only where it changes, and prompts say with less weight: the last of each, and the first day.
type told struct{ day, first, model, effort, mode string }

// Fragments renders a branch piece by piece, in reading order. When a template
// of the project's theme fails, the last fragment carries the error.
func (t *Theme) Fragments(b *parser.Branch, refs Refs) iter.Seq[Fragment] {
	return func(yield func(Fragment) bool) {
		r := &thread{theme: t, refs: refs, branch: b, yield: yield, files: changes{}, turnIs: turnKind{replied: repliesIn(b)}}
		r.content = content{&r.refs, t.markdown.With(r.link)}
		r.cards = card.New(card.Env{Dir: refs.Dir, Spill: refs.spill, Markdown: r.content.markdown,
			Code: t.code, Link: r.link, File: refs.File, Brief: refs.Brief,
			Asks: func() bool { return r.turnIs.mode.Asks() }})
		if r.refs.Forks == nil {
			r.refs.Forks = forksOf(b)
		}
		r.tasks = backgroundOf(b)
		number := r.refs.Forks.before[b]
		for _, segment := range b.Segments {
			r.compaction(segment.Compaction)
			for _, turn := range segment.Turns {
				if turn.Prompt != nil {
					number++
				}
				r.turn(turn, number)
				if r.done {
					return
				}
			}
		}
	}
}

// claim returns an anchor out as an id, once.
func (r *thread) claim(anchor string) string {
	if anchor == "" || r.seen.Of(anchor) > 0 {
		return ""
	}
	r.seen.Set(anchor, 1)
	r.made.ids = append(r.made.ids, anchor)
	return anchor
}

// emit executes a template as its own fragment.
func (r *thread) emit(name string, data any, outline *view.OutlineItem) {
	r.send(name, data, Fragment{Outline: outline})
}

// send is emit for a fragment of which more is known.
func (r *thread) send(name string, data any, f Fragment) {
	if r.done {
		return
	}
	f.Kind, f.Anchors = FragmentKind(name), r.made.ids
	r.made.ids = nil
	if f.Err == nil {
		f.HTML, f.Err = r.make(name, data)
	}
	if f.Kind == FragmentReply && f.Errors > 0 {
		f.Failed = f.HTML
	}
	r.done = !r.yield(f) || f.Err != nil
}

// make executes a template.
func (r *thread) make(name string, data any) (html []byte, err error) {
	if err = r.theme.execute(name, data, func(made []byte) { html = bytes.Clone(made) }); err != nil {
		err = fmt.Errorf("rendering a fragment with the theme: %w", err)
	}
	return html, err
}

// stamp is the time and permalink of what is at anchor. The day is told when
// it changes.
func (l *told) stamp(anchor string, t time.Time) view.Stamp {
	v := view.Stamp{Anchor: anchor, Time: t}
	if d := words.Day(t); d != "" && d != l.day {
		v.Dated = true
		l.day, l.first = d, cmp.Or(l.first, d)
	}
	return v
}

// prompted is the stamp of a prompt, which says every day but the first: levels and search show prompts without
// what is between them, and a page may begin with one.
func (l *told) prompted(anchor string, t time.Time) view.Stamp {
	v := l.stamp(anchor, t)
	v.Dated = v.Dated || !t.IsZero() && l.day != l.first
	return v
}

func (r *thread) turn(turn *parser.Turn, number int) {
	r.turnIs.mode.Enter(turn)
	figures, commits := facts.TurnOf(turn), r.refs.commits(turn)
	r.turnIs.notes = noted(turn)
	if p := turn.Prompt; p != nil {
		r.prompt(turn, number, endWords(figures, commits))
	} else if len(turn.Messages) > 0 {
		r.leadIn(turn, endWords(figures, commits))
	}
	r.thoughts.turn = 0
	var ends []*parser.Message
	for _, m := range turn.Messages {
		if closes(m) && !r.turnIs.notes && (len(ends) < mostEnds || !repeats(m.Blocks[0])) {
			ends = append(ends, m)
			continue
		}
		r.message(m)
	}
	r.flush()
	r.lastThoughts()
	r.turnEnd(figures, commits, ends)
}

func (r *thread) prompt(turn *parser.Turn, number int, end string) {
	p, rest := turn.Prompt, turn.Prompt.Rest()
	r.former(p)
	id := r.claim(p.Anchor)
	v := &view.Prompt{
		ID: id, Label: fmt.Sprintf("t-%d", number), Number: number, Name: words.Prompt(r.refs.Task, number), Sender: rest.Sender,
		Mode: mode(rest.PermissionMode), Thinking: budget(rest.Thinking),
		Versions: r.refs.versions(r.branch, turn), Said: r.content.said(turn), Notes: rest.Notes, Stamp: r.told.prompted(p.Anchor, p.Time),
	}
	if how := senders[rest.Sender]; how != "" {
		v.Sender, v.Mode = "", how
	}
	said := v.Mode + ", " + v.Thinking
	v.Again, r.told.mode = said == r.told.mode, said
	if rest.PlanFrom != "" {
		v.PlanFrom = &view.Link{Text: "session " + words.Excerpt(rest.PlanFrom, 40), Href: r.refs.session(rest.PlanFrom)}
	}
	v.About = r.turnIs.about(p)
	for _, b := range p.Blocks {
		v.Blocks = append(v.Blocks, r.block(b, true))
	}
	item := &view.OutlineItem{Kind: "turn", Text: promptText(p), Href: "#" + p.Anchor, Time: p.Time}
	item.Calls, item.Errors = tally(turn)
	item.End, item.Mark = end, markOf(turn)
	if v.Versions != nil {
		item.Versions = v.Versions.Count
	}
	r.send("prompt", v, Fragment{Outline: item, Later: id == ""}) // the question that it answers has its anchor, maybe on the page before
}

// senders say how the user spoke, where it was not in its own prompt.
var senders = map[string]string{
	parser.SenderQueue:     "typed while the agent worked",
	parser.SenderRejection: "typed when declining a call",
	parser.SenderApproval:  "typed when allowing a call",
	parser.SenderAnswer:    "answer to a question",
	parser.SenderSchedule:  "sent on a schedule",
	parser.SenderVoice:     "spoken",
	parser.SenderTeammate:  "sent to a teammate",
	parser.SenderSubtask:   "handed to a copy of the agent",
	parser.SenderSuggested: "suggestion accepted",
}

// leadIn returns the outline an entry for what precedes any prompt.
func (r *thread) leadIn(turn *parser.Turn, end string) {
	first := turn.Messages[0]
	calls, errors := tally(turn)
	v := &view.Prompt{Label: "t-0", Sender: LeadIn(r.branch, turn, &r.refs), Said: r.content.said(turn)}
	if !opensBranch(r.branch, turn) || Opened(turn) != "" {
		v.Label = "t-" + first.Anchor
	}
	item := &view.OutlineItem{
		Kind: "turn", Text: v.Sender, Href: "#" + first.Anchor, Time: first.Time, Calls: calls, Errors: errors,
		End: end, Mark: markOf(turn),
	}
	if task := r.refs.Given; task != "" && v.Label == "t-0" && r.branch.Parent == nil && !prompted(r.branch) {
		item.Text = r.content.assigned(v, task)
		r.send("prompt", v, Fragment{Outline: item})
		return
	}
	if v.Label == "t-0" && v.Said == nil && noted(turn) {
		item = nil // nobody looks for it
	}
	r.send("lead-in", v, Fragment{Outline: item, Said: v.Said != nil})
}

// LeadIn returns what a turn without a prompt is called.
func LeadIn(b *parser.Branch, turn *parser.Turn, refs *Refs) string {
	opened := Opened(turn)
	switch {
	case opened != "":
		return opened
	case !opensBranch(b, turn) && b.AfterCompaction(turn):
		return "Continued after compaction"
	case !opensBranch(b, turn):
		return "Without a prompt"
	case refs.Copied:
		return "After the shared beginning"
	case refs.Lost:
		return "Prompt not recorded"
	case !prompted(b):
		return "Without a prompt"
	case refs.Task:
		return "Before the task"
	}
	return "Before the first prompt"
}

// opensBranch reports whether a turn is the first of a branch.
func opensBranch(b *parser.Branch, turn *parser.Turn) bool {
	return len(b.Segments) == 0 || len(b.Segments[0].Turns) == 0 || b.Segments[0].Turns[0] == turn
}

// assigned makes a prompt of the task of an agent as the call gave it, and returns its start: runs in CI and with the SDK may
// not record it with the agent.
func (c content) assigned(v *view.Prompt, task string) string {
	v.Sender, v.Name, v.Mode = "", words.Prompt(true, 1), "from its call"
	v.Blocks = []view.Block{{Text: c.text(task, true)}}
	return words.Excerpt(plainWords(title.Line(task)), 120)
}

// prompted reports whether a branch has a prompt.
func prompted(b *parser.Branch) bool {
	for turn := range b.Turns() {
		if turn.Prompt != nil {
			return true
		}
	}
	return false
}

// eventOpens says which events begin a turn, as nobody said anything there.
var eventOpens = map[string]string{"ci-monitor-event": "Checks ask for work", "github-webhook-activity": "Activity on GitHub",
	"observed_from_primary_session": "Another session at work",
	"wakeup":                        "Continued as planned", "auto-continuation": "Continued automatically", "artifact-comment": "Comment on an artifact"}

// Opened returns what a turn without a prompt is called, by the event that opens it, "" if none does.
func Opened(turn *parser.Turn) string {
	if turn.Prompt != nil || len(turn.Messages) == 0 {
		return ""
	}
	ev, ok := firstBlock(turn.Messages[0]).(*parser.Event)
	if !ok {
		return ""
	}
	return eventOpens[ev.Type]
}

func firstBlock(m *parser.Message) parser.Block {
	if len(m.Blocks) == 0 {
		return nil
	}
	return m.Blocks[0]
}

// tally counts the calls of a turn and what went wrong in it.
func tally(turn *parser.Turn) (calls, errors int) {
	for _, m := range turn.Messages {
		errors += m.Errors()
		for _, b := range m.Blocks {
			if _, ok := b.(*parser.ToolCall); ok {
				calls++
			}
		}
	}
	return calls, errors
}

// promptText is a prompt in one line: its own words before what was pasted, and what an
// editor said along with them.
func promptText(p *parser.Message) string {
	said := ""
	for _, b := range p.Blocks {
		switch b := b.(type) {
		case *parser.Text:
			s := words.Excerpt(plainWords(title.Said(b.Text, p.Rest().Sender)), 120)
			if s != "" && !b.Pasted {
				return s
			}
			said = cmp.Or(said, s)
		case *parser.Command:
			return words.Excerpt(b.Name+" "+plainWords(b.Args), 120)
		case *parser.Event:
			said = cmp.Or(said, words.Excerpt(b.Title, 120))
		}
	}
	if said != "" {
		return said
	}
	if len(p.Blocks) > 0 {
		return "An image or a file"
	}
	return "An empty prompt"
}

// unmarked is a title without the marks of Markdown.
func unmarked(title string) string { return strings.Join(strings.Fields(prose.Unmarked(title)), " ") }

// plainWords are the words of the start of a text in Markdown.
func plainWords(s string) string { return prose.Unmarked(prose.Start(s, 2000)) }

// triggerWords says who compacted a context.
func triggerWords(trigger string) string {
	switch trigger {
	case "auto":
		return "automatically"
	case "manual":
		return "by the user"
	}
	return words.Excerpt(trigger, 40)
}

func (r *thread) compaction(c *parser.Compaction) {
	if c == nil {
		return
	}
	v := &view.Compaction{
		ID: r.claim(c.Anchor), Trigger: triggerWords(c.Trigger), Pre: c.PreTokens, Post: c.PostTokens,
		Took: words.Duration(c.Duration), Stamp: r.told.stamp(c.Anchor, c.Time),
	}
	if c.Text != "Conversation compacted" {
		v.Text = words.Excerpt(c.Text, 400)
	}
	if c.Summary != nil {
		v.SummaryID = r.claim(c.Summary.Anchor)
		for _, b := range c.Summary.Blocks {
			v.Summary = append(v.Summary, r.block(b, false))
		}
	}
	text := "Compacted"
	switch {
	case c.Cleared():
		v.Cleared, v.Trigger, text = true, "", "Context cleared"
	case c.PreTokens > 0:
		text += " at " + words.Short(c.PreTokens) + " tokens"
	}
	r.emit("compaction", v, &view.OutlineItem{Kind: "segment", Text: text, Href: "#" + c.Anchor, Time: c.Time})
}
