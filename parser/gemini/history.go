package gemini

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// A client that compacts a chat, or cuts long outputs of it, writes the whole history again, with other ids and
// several messages of one side in one: as a list of all messages, or before that as lines, which begin with what the
// client says about itself. What was said before is no part of the chat then, also where the user said it twice.
// Observed in the client of August 2026, version 0.56.

// history is what the messages of a file said so far.
type history struct {
	said  map[string]span // texts and media, by who said them
	again bool            // what follows was written again
}

// key returns what a part of a message is known by, "" for one that says nothing.
func (h *history) key(kind string, p raw.Object) string {
	if text := p.String("text"); p.Raw("text") != nil {
		if text = strings.TrimSpace(text); text == "" || p.Bool("thought") {
			return ""
		}
		return kind + "\n" + text
	}
	return kind + "\n" + string(p.JSON())
}

// note takes what a message says, and where it is.
func (h *history) note(rec *rebuild.Record, at span) {
	for _, p := range parts(rec.Object) {
		if key := h.key(rec.Type, p); key != "" {
			h.said[key] = at
		}
	}
}

// begins reports whether the client writes the history again from this message on.
func (h *history) begins(rec *rebuild.Record) bool {
	all := parts(rec.Object)
	if rec.Type != "message/user" || len(all) == 0 || !strings.HasPrefix(strings.TrimSpace(all[0].String("text")), sessionContext) {
		return false
	}
	_, known := h.said[h.key(rec.Type, all[0])]
	return known
}

// repeats reports whether all that a message says was said before, and where the first of it is.
func (h *history) repeats(rec *rebuild.Record) (at span, yes bool) {
	for _, p := range parts(rec.Object) {
		if id := answeredBy(p); id != "" {
			if c := rec.Thread.Call(id); c == nil || c.Result == nil && p.Raw("functionResponse") != nil {
				return at, false
			}
			yes = true
			continue
		}
		key := h.key(rec.Type, p)
		if key == "" {
			continue
		}
		place, known := h.said[key]
		if !known {
			return at, false
		}
		if at == (span{}) {
			at = place
		}
		yes = true
	}
	return at, yes && len(rec.Array("toolCalls")) == 0
}

// answeredBy returns the id of the call that a part makes or answers.
func answeredBy(p raw.Object) string {
	for _, name := range []string{"functionCall", "functionResponse"} {
		if id := p.Object(name).String("id"); id != "" {
			return id
		}
	}
	return ""
}

// snapshot matches the summary that the client continues a chat with, after what the model noted for it.
var snapshot = lazy.MustCompile(`(?s)<state_snapshot>.*</state_snapshot>[\s` + "`" + `]*$`)

// acknowledged is what the client has the model say to the summary.
const acknowledged = "Got it. Thanks for the additional context!"

// compacted reports whether a message is part of a summary that took the place of the history, and takes it.
func compacted(rec *rebuild.Record) bool {
	text := textOf(rec.Object.Raw("content"))
	switch {
	case rec.Type == "message/user" && snapshot.MatchString(text):
		rec.Thread.Compact(rec, &parser.Compaction{Summary: &parser.Message{
			Blocks: []parser.Block{&parser.Text{Origin: rec.At, Text: text}}, End: rec.At.Time}})
	case rec.Type != "message/user" && strings.TrimSpace(text) == acknowledged && rec.Thread.Compacted() != nil:
		rec.As(rebuild.Structural)
	default:
		return false
	}
	return true
}

// checkpoint takes the list of all messages that the client wrote again, as when a chat is resumed or
// its context set up. Those that have lines are read there.
func (r *reader) checkpoint(rec *rebuild.Record, messages []jsontext.Value) {
	if messages == nil {
		return
	}
	r.history.again = len(r.history.said) > 0
	for _, v := range messages {
		id := raw.ParseObject(v).String("id")
		if _, known := r.places[id]; id == "" || known || r.last[id] > 0 {
			continue
		}
		part := r.Part(rec, v)
		if table.Lookup(part.Type) == nil {
			rec.Thread.Event(rec, r.Unknown(part.At, part.Type, v))
			rec.As(rebuild.Shown)
			continue
		}
		items := rec.Thread.Last()
		r.record(part)
		if rec.Thread.Last() != items {
			rec.As(rebuild.Shown)
		}
	}
	r.history.again = false
}

// unwritten is how the client signs thoughts that no model had.
const unwritten = "skip_thought_signature_validator"

// written returns the parts of a reply. Its thoughts and calls are among them where the client wrote the reply again.
func (r *reader) written(rec *rebuild.Record, thought bool) (blocks []parser.Block) {
	listed := map[string]bool{}
	for _, v := range rec.Array("toolCalls") {
		listed[raw.ParseObject(v).String("id")] = true
	}
	for _, p := range parts(rec.Object) {
		text, call := p.String("text"), p.Object("functionCall")
		switch id := call.String("id"); {
		case call != nil && (listed[id] || id != "" && rec.Thread.Call(id) != nil):
		case call != nil:
			blocks = append(blocks, r.call(rec, call))
		case p.Bool("thought"):
			if !thought && strings.TrimSpace(text) != "" && p.String("thoughtSignature") != unwritten {
				blocks = append(blocks, &parser.Thinking{Origin: rec.At, Text: text})
			}
		case strings.TrimSpace(text) != "":
			blocks = append(blocks, &parser.Text{Origin: rec.At, Text: text})
		default:
			if b := media(rec.At, p); b != nil {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}
