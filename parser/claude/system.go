package claude

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/claude/aside"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/claude/wrapper"
	"steno/parser/raw"
	"steno/parser/title"
)

// system handles a system record by its subtype.
func (p *presenter) system(e *entry) {
	o := raw.ParseObject(e.Extra)
	said := aside.Event(o)
	text := cmp.Or(o.Text("content"), said.Text)
	if e.Subtype == "turn_duration" { // its message is an object with the duration
		text = o.Text("content")
	}
	row := format.Lookup(format.System, e.Subtype)
	ev := &parser.Event{Subtype: e.Subtype, Title: cmp.Or(sentence(e.Subtype), title.FirstLine(text)), Text: text, Raw: e.Extra}
	ev.Quiet = row == nil || row.Treatment == format.Folded
	if ev.CallID = o.String("toolUseID"); ev.CallID != "" && e.Subtype == "" {
		e.own().fold = append(e.fold, ev.CallID) // old hook output
	}
	switch e.Subtype {
	case "init", "permission_denied", "permission_request", "permission_response", "task_started",
		"task_notification", "hook_started", "hook_response", "status", "run_result":
		p.run(e, ev, o)
	case "compact_boundary":
		e.kind, e.blocks = kindBoundary, []parser.Block{compaction(e, o, text)}
		return
	case "local_command":
		if p.localCommand(e, text) {
			return
		}
	case "microcompact_boundary":
		m := o.Object("microcompactMetadata")
		ev.Fields = fields("trigger", m.String("trigger"), "tokens before", m.Text("preTokens"), "tokens saved", m.Text("tokensSaved"))
	case "turn_duration":
		d := cmp.Or(o.Text("durationMs"), o.Object("message").Text("duration_ms"))
		ev.Fields = fields("duration", milliseconds(d), "messages", o.Text("messageCount"))
	case "api_error":
		apiError(ev, o)
	case "api_refusal", "model_refusal_no_fallback", "model_refusal_fallback":
		p.refusal(ev, o, text)
	case "error":
		ev.Failed = true
		ev.Text = cmp.Or(text, o.Text("error"))
	case "stop_hook_summary":
		stopHooks(ev, o)
	case "away_summary":
		ev.Text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "(disable recaps in /config)"))
	case "bridge_status":
		ev.Fields = fields("url", o.String("url"))
	case "voice_call_talk":
		if p.spokenAloud(e, o, text) {
			return
		}
	case "scheduled_task_fire":
		p.fired, e.own().fires, ev.Quiet = e.at.UUID, true, true // what it fires says so
	case "informational", "":
		ev.Fields = fields("level", o.String("level"))
	default:
		note(ev, o, said)
	}
	if row == nil {
		unknownSubtype(e, ev)
		return
	}
	if level := o.String("level"); level == "error" || level == "warning" {
		ev.Quiet, ev.Failed = false, level == "error"
	}
	e.event(ev)
}

// note shows what a record says that the client made for itself.
func note(ev *parser.Event, o raw.Object, said aside.Said) {
	if ev.Subtype == "memory_recall" {
		said = aside.Memories(o)
		ev.Text = said.Text
	}
	ev.Fields, ev.Failed = said.Fields, ev.Subtype == "session_writes_lost"
}

// unknownSubtype shows a system record of a subtype that Steno does not know as
// what it is: its words, or all of it.
func unknownSubtype(e *entry, ev *parser.Event) {
	if ev.Text != "" {
		e.event(ev)
	} else {
		e.kind = kindEvent
		e.blocks = append(e.blocks, &parser.Unknown{Origin: *e.at, Type: typeName(e.Record), Raw: e.Extra})
	}
	e.class = unknown
}

func compaction(e *entry, o raw.Object, text string) *compactionMark {
	m := o.Object("compactMetadata")
	c := &parser.Compaction{
		Origin:     *e.at,
		Trigger:    m.String("trigger"),
		PreTokens:  m.Int("preTokens"),
		PostTokens: m.Int("postTokens"),
		Duration:   time.Duration(m.Int("durationMs")) * time.Millisecond,
		Text:       text,
	}
	if c.Trigger == "user" {
		c.Trigger = "manual"
	}
	return &compactionMark{c}
}

// compactionMark carries a compaction from its record to its segment.
type compactionMark struct{ *parser.Compaction }

// localCommand handles a slash command that is recorded as a system record.
func (p *presenter) localCommand(e *entry, text string) bool {
	if !wrapper.Has(text) {
		return false
	}
	p.spoken(e, []record.Block{{Type: "text", Text: text}})
	if e.kind == kindPrompt && !delegated(e) {
		e.kind = kindEvent
	}
	return true
}

// refusal shows that the API refused to answer. Of what it had said until then, the client may retract some when another model
// takes over.
func (p *presenter) refusal(ev *parser.Event, o raw.Object, text string) {
	if ev.Failed = ev.Subtype != "model_refusal_fallback"; !ev.Failed {
		for _, id := range append(o.Array("retractedMessageUuids"), o.Array("retracted_message_uuids")...) {
			p.superseded = append(p.superseded, raw.String(id))
		}
	}
	ev.Text = cmp.Or(o.Text("apiRefusalExplanation"), o.Text("api_refusal_explanation"), text)
	ev.Fields = fields("from", cmp.Or(o.String("originalModel"), o.String("original_model")), "to",
		cmp.Or(o.String("fallbackModel"), o.String("fallback_model")),
		"category", cmp.Or(o.String("apiRefusalCategory"), o.String("api_refusal_category")), "trigger",
		o.String("trigger"), "direction", o.String("direction"), "source", o.String("source"))
}

func apiError(ev *parser.Event, o raw.Object) {
	ev.Failed = true
	detail := o.Object("error")
	inner := detail.Object("error")
	if deeper := inner.Object("error"); deeper != nil {
		inner = deeper
	}
	ev.Text = cmp.Or(ev.Text, inner.String("message"), detail.String("message"), o.Text("error"))
	ev.Fields = fields("status", detail.Text("status"), "kind", inner.String("type"), "cause", o.Object("cause").Text("code"),
		"attempt", attempt(o.Text("retryAttempt"), o.Text("maxRetries")), "retry in", milliseconds(o.Text("retryInMs")))
}

// attempt says how often a request was tried: "2 of 10".
func attempt(n, most string) string {
	if n == "" || most == "" {
		return n
	}
	return n + " of " + most
}

func stopHooks(ev *parser.Event, o raw.Object) {
	var lines []string
	for _, v := range o.Array("hookInfos") {
		h := raw.ParseObject(v)
		lines = append(lines, strings.TrimSpace(h.String("command")+" "+milliseconds(h.Text("durationMs"))))
	}
	for _, v := range o.Array("hookErrors") {
		lines = append(lines, raw.Text(v))
		ev.Failed, ev.Quiet = true, false
	}
	if extra := o.Text("hookAdditionalContext"); extra != "" {
		lines = append(lines, extra)
	}
	ev.Text = strings.Join(append(lines, ev.Text), "\n")
	ev.Text = strings.TrimSpace(ev.Text)
	ev.Fields = fields("hooks", o.Text("hookCount"), "stop reason", o.String("stopReason"))
	if o.Bool("preventedContinuation") {
		ev.Fields = append(ev.Fields, parser.Field{Name: "prevented continuation", Value: "yes"})
		ev.Quiet = false
	}
}

// milliseconds writes a number of milliseconds for people: "1.3s".
func milliseconds(n string) string {
	ms, err := strconv.ParseFloat(n, 64)
	if err != nil || ms <= 0 || ms > 1e15 {
		return ""
	}
	d := time.Duration(ms * float64(time.Millisecond))
	if d > time.Second {
		d = d.Round(100 * time.Millisecond)
	} else {
		d = d.Round(time.Millisecond)
	}
	return d.String()
}
