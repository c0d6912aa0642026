package copilot

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
	"steno/parser/rebuild"
)

// Until the autumn of 2025 a session was one document: a timeline of what the client showed, and beside it
// what the model was given (chatMessages), which says the same with reminders of the client around it. The
// timeline is read, and of what the model was given the outputs of calls, which may be longer.

// lists are the names of the list of records in a document.
var lists = []string{"timeline"}

// document takes the head of a document. The selected model is that of the next conversation.
func (r *reader) document(rec *rebuild.Record) {
	r.State("selected model", rec.String("selectedModel"))
	for _, v := range rec.Array("chatMessages") {
		o := raw.ParseObject(v)
		if id := o.String("tool_call_id"); id != "" {
			r.given[id] = slices.Clone(o.Raw("content"))
		}
	}
}

// timeline takes a record of a timeline, as the event that says the same today.
func (r *reader) timeline(rec *rebuild.Record) {
	o := rec.Object
	switch rec.Type {
	case "user":
		r.prompt(rec, raw.Object{{Name: "content", Value: o.Raw("text")},
			{Name: "transformedContent", Value: o.Raw("expandedText")},
			{Name: "attachments", Value: o.Raw("mentions")}})
	case "copilot":
		rec.Thread.Close()
		r.reply(rec, raw.Object{{Name: "content", Value: o.Raw("text")}})
	case "error":
		rec.Thread.Fail(rec, "error", o.String("text"))
	case "info", "warning":
		ev := event(rec, map[string]string{"info": "Info", "warning": "Warning"}[rec.Type], o.String("text"))
		ev.Quiet = true
		rec.Thread.Event(rec, ev)
	default:
		r.calling(rec)
	}
}

// calling takes a call: that it was made, or how it ended.
func (r *reader) calling(rec *rebuild.Record) {
	o := rec.Object
	id := o.String("callId")
	if rec.Thread.Call(id) == nil {
		request := raw.Object{{Name: "toolCallId", Value: rebuild.Quote(id)}}
		for _, name := range []string{"name", "arguments", "intentionSummary", "toolTitle"} {
			if v := o.Raw(name); v != nil && v.Kind() != 'n' {
				request = append(request, raw.Member{Name: name, Value: v})
			}
		}
		rec.As(rebuild.Shown)
		r.reply(rec, raw.Object{{Name: "toolRequests", Value: append(append(jsontext.Value{'['}, request.JSON()...), ']')}})
	}
	result := o.Object("result")
	if rec.Type != "tool_call_completed" || result == nil {
		return
	}
	said, given := result.Raw("log"), r.given[id]
	if said == nil {
		said = rebuild.Quote("")
	}
	if given == nil || given.Kind() != '"' {
		given = said
	}
	data := raw.Object{
		{Name: "toolCallId", Value: rebuild.Quote(id)}, {Name: "success", Value: jsontext.Value("true")},
		{Name: "result", Value: raw.Object{{Name: "content", Value: given}, {Name: "detailedContent", Value: said}}.JSON()},
	}
	if kind := result.String("type"); kind != "success" {
		data[1].Value = jsontext.Value("false")
		data = append(data, raw.Member{Name: "error", Value: raw.Object{{Name: "code", Value: rebuild.Quote(kind)}}.JSON()})
	}
	r.ended(rec, data)
}
