package claude

import (
	"slices"
	"strings"
	"unicode"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/tree"
)

// A message that is typed while the agent works is written up to three times: as
// a queue-operation when it is queued, as a queued_command attachment when it is
// handed to the model, or as a user record when it becomes a prompt. It is shown
// once, where it took effect: the user record, else the attachment, else the
// operation "remove", which says that it was handed over and, from 2.1.205, which
// message that was. What never took effect, or was taken back ("popAll"), is an event.
// A run without a user (claude -p, the SDK) queues its first prompt as well: where
// nothing else was said, because the run ended at once, that is the prompt.

// queue remembers, by text, where queued messages took effect.
type queue struct {
	operations []queued
	effects    map[string][]*entry // by text, in file order
	handed     []queued            // attachments since the last prompt
	attached   map[*entry]bool     // all attachments
	shown      map[string]*entry   // by text, where it took effect last
	absorbed   []queued            // attachments that no operation "remove" has named so far
	waiting    []queued            // operations without effect so far
}

type queued struct {
	entry  *entry
	kind   string // of the operation
	text   string
	prompt bool // the user's words, not those of a task
}

// route is an attribute of a message from another session that it has while it waits, and not where it is delivered.
var route = lazy.MustCompile(`^(<cross-session-message\b[^>]*?) hop-chain="[^">]*"`)

// add notes a record that may repeat a queued message. A user record that comes
// next after an attachment of the same text replaces it.
func (q *queue) add(e *entry, text string) {
	if text == "" || e.Type == "queue-operation" {
		return
	}
	if q.effects == nil {
		q.effects, q.attached, q.shown = make(map[string][]*entry), make(map[*entry]bool), make(map[string]*entry)
	}
	if e.Type == "attachment" {
		q.handed = append(q.handed, queued{entry: e, text: text})
		q.attached[e] = true
		q.effects[text] = append(q.effects[text], e)
		return
	}
	for _, h := range q.handed {
		if h.text == text && h.entry.class == unplaced && len(h.entry.blocks) <= len(e.blocks) {
			h.entry.repeat(e)
			break
		}
	}
	q.handed = q.handed[:0]
	q.effects[text] = append(q.effects[text], e)
}

// typed notes the record of a command, which is queued as it was typed.
func (q *queue) typed(e *entry, c *parser.Command) {
	if q.effects == nil {
		q.effects, q.attached, q.shown = make(map[string][]*entry), make(map[*entry]bool), make(map[string]*entry)
	}
	text := strings.TrimSpace(c.Name + " " + c.Args)
	q.effects[text] = append(q.effects[text], e)
}

// queueOperation handles a queue-operation record; whether it is shown is only
// known when the whole file was read.
func (p *presenter) queueOperation(e *entry) {
	o := raw.ParseObject(e.Extra)
	message := record.MessageOf([]byte(`{"content":`+string(firstRaw(o, "content"))+`}`), p.read.options.Texts)
	text := route.ReplaceAllString(messageText(message.Content), "$1")
	e.kind, e.class = kindHidden, structural
	if text == "" {
		if format.Lookup(format.Queue, e.Subtype) == nil {
			p.otherType(e)
		} else if e.Subtype != "dequeue" {
			p.queue.operations = append(p.queue.operations, queued{entry: e, kind: e.Subtype})
		}
		return
	}
	e.class = unplaced
	if ev := startedTask(text); ev != nil {
		ev.Origin = *e.at
		e.kind, e.blocks = kindQueue, []parser.Block{ev}
		p.queue.operations = append(p.queue.operations, queued{e, e.Subtype, text, false})
		return
	}
	p.spoken(e, message.Content)
	said := e.kind == kindPrompt && requests(text)
	e.kind = kindQueue
	p.queue.operations = append(p.queue.operations, queued{e, e.Subtype, text, said})
}

// startedTask reads the note that a task was started or goes on in the background, which is queued as JSON.
// It returns nil for other texts. Observed in 2.1.39 to 2.1.49.
func startedTask(text string) *parser.Event {
	if !strings.HasPrefix(text, `{"task_id":`) {
		return nil
	}
	o := raw.ParseText(text)
	if o.String("task_type") == "" {
		return nil
	}
	return &parser.Event{
		Type: "queue-operation", Subtype: "task", Title: "background task", Text: o.String("description"), Quiet: true,
		CallID: o.String("tool_use_id"), AgentID: o.String("task_id"), Fields: fields("kind", o.String("task_type")),
	}
}

// requests reports whether a queued text is no slash command that asks for nothing. The client's own commands
// have ASCII names: what has other letters behind a command went to the model.
func requests(text string) bool {
	name, args, _ := strings.Cut(text, " ")
	if !strings.HasPrefix(name, "/") || strings.Contains(name[1:], "/") ||
		strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
		return true
	}
	return asks(&parser.Command{Name: name, Args: args})
}

// settle decides which record shows each queued message. said: there are prompts or replies in the thread.
func (q *queue) settle(said bool) {
	for _, o := range q.operations {
		switch o.kind {
		case "remove":
			q.handOver(o)
		case "popAll":
			q.takeBack(o)
		default:
			q.wait(o)
		}
		if o.text != "" && format.Lookup(format.Queue, o.kind) == nil {
			o.entry.class = unknown
		}
	}
	for _, o := range q.waiting {
		if o.prompt && !said {
			o.entry.kind, o.entry.role = kindPrompt, tree.Event
			continue
		}
		o.entry.demote("queued message")
	}
}

// wait leaves it to the record in which a message took effect to show it.
func (q *queue) wait(o queued) {
	effect := q.effect(o)
	if effect == nil {
		if o.text != "" { // else it says nothing, not even that time passed at work
			o.entry.kind = kindEvent
		}
		if q.waiting = append(q.waiting, o); len(q.waiting) > mostWaiting {
			q.waiting[0].entry.demote("queued message")
			q.waiting = q.waiting[1:]
		}
		return
	}
	o.entry.repeat(effect)
	if q.attached[effect] {
		q.absorbed = append(q.absorbed, queued{entry: effect, text: o.text})
		q.absorbed = q.absorbed[max(0, len(q.absorbed)-mostWaiting):]
	}
}

// mostWaiting is how many messages may wait at one time: each operation looks at all.
const mostWaiting = 200

// handOver shows a message where it was handed to the model, unless another record does.
// Without a text it is the first message that waits, or the last one if that is a task's.
func (q *queue) handOver(o queued) {
	if last := len(q.waiting) - 1; last >= 0 && o.text == "" && !q.waiting[last].prompt {
		q.waiting[last].entry.demote("queued message")
		q.waiting = q.waiting[:last]
		return
	}
	named := func(w queued) bool { return w.text == o.text || o.text == "" }
	if i := slices.IndexFunc(q.absorbed, named); i >= 0 {
		o.entry.repeat(q.absorbed[i].entry)
		q.absorbed = slices.Delete(q.absorbed, i, i+1)
		return
	}
	i := slices.IndexFunc(q.waiting, func(w queued) bool { return named(w) && (w.prompt || o.text != "") })
	switch {
	case i >= 0 && q.waiting[i].prompt:
		first := q.waiting[i].entry
		if o.text == "" {
			o.entry.blocks = first.blocks
		}
		first.repeat(o.entry)
		q.waiting = slices.Delete(q.waiting, i, i+1)
	case o.text == "":
		return
	case i >= 0, q.shown[o.text] != nil:
		o.entry.repeat(q.shown[o.text])
		return
	case !o.prompt || len(q.effects[o.text]) > 0:
		q.wait(o)
		return
	}
	o.entry.kind, o.entry.role, o.entry.class = kindPrompt, tree.Event, unplaced
	o.entry.own().sender = parser.SenderQueue
}

// takeBack marks messages that went back into the input, all of them or those in o.
func (q *queue) takeBack(o queued) {
	n := len(q.waiting)
	q.waiting = slices.DeleteFunc(q.waiting, func(w queued) bool {
		back := w.prompt && strings.Contains(o.text, w.text) || o.text == ""
		if back {
			w.entry.demote("queued message, taken back")
		}
		return back
	})
	switch {
	case o.text == "":
	case len(q.waiting) < n:
		o.entry.repeat(nil)
	default:
		q.wait(o)
	}
}

// effect is the record in which a queued message took effect, nil if none: it
// claims the first one of the same text behind the operation.
func (q *queue) effect(o queued) *entry {
	list := q.effects[o.text]
	for len(list) > 0 && (list[0].seq < o.entry.seq || list[0].class != unplaced) {
		list = list[1:]
	}
	if len(list) == 0 || len(o.entry.blocks) > len(list[0].blocks) {
		return nil
	}
	q.effects[o.text] = list[1:]
	q.shown[o.text] = list[0]
	return list[0]
}

// repeat hides an entry: another one shows the same, by if it came
// later. While the file was shorter, the entry may have been seen and linked to.
func (e *entry) repeat(by *entry) {
	if by != nil {
		by.own().former = append(append(by.former, e.former...), e.at.Anchor)
	}
	e.kind, e.class, e.blocks = kindHidden, merged, nil
	e.role = roles[kindHidden]
}

// demote turns what looked like a prompt into an event.
func (e *entry) demote(title string) {
	e.role = roles[kindEvent]
	for i, blk := range e.blocks {
		if t, ok := blk.(*parser.Text); ok {
			e.blocks[i] = &parser.Event{Origin: *e.at, Type: e.Type, Subtype: e.Subtype, Title: title, Text: strings.TrimSpace(t.Text)}
		}
	}
}
