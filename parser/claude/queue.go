package claude

import (
	"strings"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/raw"
)

// A message that is typed while the agent works is written up to three times: as
// a queue-operation when it is queued, as a queued_command attachment when it is
// handed to the model, or as a user record when it becomes a prompt. It is shown
// once, where it took effect: the user record, else the attachment, else the
// queue-operation that brought it.

// queue remembers, by text, where queued messages took effect.
type queue struct {
	operations []queued
	effects    map[string][]*entry // by text, in file order
	handed     []queued            // attachments since the last prompt
}

type queued struct {
	entry *entry
	text  string
}

// add notes a record that may repeat a queued message. A user record that comes
// next after an attachment of the same text replaces it.
func (q *queue) add(e *entry, text string) {
	if text == "" || e.Type == "queue-operation" {
		return
	}
	if q.effects == nil {
		q.effects = make(map[string][]*entry)
	}
	if e.Type == "attachment" {
		q.handed = append(q.handed, queued{e, text})
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

// queueOperation handles a queue-operation record; whether it is shown is only
// known when the whole file was read.
func (b *threadBuilder) queueOperation(e *entry) {
	o := raw.ParseObject(e.Extra)
	message := record.MessageOf([]byte(`{"content":` + string(firstRaw(o, "content")) + `}`))
	text := messageText(message.Content)
	e.kind, e.class = kindHidden, structural
	if text == "" {
		if format.Lookup(format.Queue, e.Subtype) == nil {
			b.otherType(e)
		}
		return
	}
	e.class = unplaced
	b.spoken(e, message.Content)
	e.kind = kindQueue
	b.queue.operations = append(b.queue.operations, queued{e, text})
}

// settle decides which record shows each queued message.
func (q *queue) settle() {
	known := make(map[string]*entry) // by text, the operation that brought it
	for _, o := range q.operations {
		first := known[o.text]
		if first != nil && o.entry.Subtype != "enqueue" {
			o.entry.repeat(nil)
			first.takenBack()
			continue
		}
		if effect := q.effect(o); effect != nil {
			o.entry.repeat(effect)
		} else {
			o.entry.kind = kindEvent
			o.entry.demote("queued message")
		}
		if format.Lookup(format.Queue, o.entry.Subtype) == nil {
			o.entry.class = unknown
		}
		known[o.text] = o.entry
	}
}

// takenBack tells of a queued message that it never took effect.
func (e *entry) takenBack() {
	for _, blk := range e.blocks {
		if ev, ok := blk.(*parser.Event); ok && ev.Type == "queue-operation" {
			ev.Title = "queued message, taken back"
		}
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
	return list[0]
}

// repeat takes an entry out of view: another one shows the same, by if it came
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
			e.blocks[i] = &parser.Event{Origin: e.at, Type: e.Type, Subtype: e.Subtype, Title: title, Text: strings.TrimSpace(t.Text)}
		}
	}
}
