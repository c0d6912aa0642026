package opencode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// Version 2 exports each message as one flat record that its type distinguishes. Prompts and replies are read as the
// messages with parts of version 1 that say the same. Observed in version 2.0, October 2026.

// isFlat reports whether a record is a message of version 2.
func isFlat(o raw.Object) bool {
	return o.String("type") != "" && o.Object("time") != nil && o.Raw("timestamp") == nil && o.Raw("role") == nil
}

// flat takes a message of version 2.
func (r *reader) flat(rec *rebuild.Record, kind string) {
	t, o := rec.Thread, rec.Object
	switch kind {
	case "user":
		r.prompt(rec, o, flatPrompt(o))
	case "assistant":
		r.reply(rec, flatInfo(o), flatParts(o))
	case "shell":
		c := &parser.Command{Origin: rec.At, Name: "!", Args: o.String("command"),
			Stdout: cmp.Or(o.Object("output").String("output"), o.String("output"))}
		if code := o.Int("exit"); code != 0 {
			c.Stderr = "Exit code " + string(o.Raw("exit"))
		}
		t.Event(rec, c)
		t.Until(raw.Time(o.Object("time").Raw("completed")))
	case "synthetic", "system":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: kind, Title: cmp.Or(o.String("description"), "Text of the client"),
			Text: o.String("text"), Quiet: true})
	case "skill":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: kind, Title: "Skill " + cmp.Or(o.String("name"), o.String("skill")),
			Text: o.String("text"), Quiet: true})
	case "compaction":
		r.compacted(rec)
	case "model-switched":
		t.Model = o.Object("model").String("id")
	case "location-switched":
		r.dir = o.Object("location").String("directory")
		r.Dir(r.dir)
	case "idle":
		if o.String("outcome") == "interrupted" {
			rec.As(rebuild.Shown)
			t.Interrupt(rec, "")
		}
	}
}

// compacted takes a compaction, which is one request.
func (r *reader) compacted(rec *rebuild.Record) {
	t, o := rec.Thread, rec.Object
	_, why := failureOf(o.Object("error"))
	summary := o.String("summary")
	switch {
	case why != "":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "compaction", Title: "The compaction failed", Text: why, Failed: true})
	case summary == "":
		rec.As(rebuild.Structural) // it was running
	default:
		t.Compact(rec, &parser.Compaction{Trigger: o.String("reason"), Summary: &parser.Message{
			Blocks: []parser.Block{&parser.Text{Origin: rec.At, Text: summary}}, End: rec.At.Time}})
	}
	model := cmp.Or(o.Object("model").String("id"), t.Model)
	if usage, spent := usageOf(o.Object("tokens")); spent {
		t.Spend(nil, model, usage)
	}
	r.cost(t, o.Raw("cost"))
}

// flatPrompt returns the parts of a prompt of version 2.
func flatPrompt(o raw.Object) []jsontext.Value {
	parts := []jsontext.Value{object("type", "text", "text", o.String("text")).JSON()}
	for _, v := range o.Array("files") {
		f := raw.ParseObject(v)
		parts = append(parts, object("type", "file", "mime", f.String("mime"), "filename", f.String("name"), "url", f.String("uri")).JSON())
	}
	for _, v := range o.Array("agents") {
		name := raw.String(v)
		if v.Kind() == '{' {
			name = raw.ParseObject(v).String("name")
		}
		parts = append(parts, object("type", "agent", "name", name).JSON())
	}
	return parts
}

// flatInfo returns what a reply of version 2 says about itself.
func flatInfo(o raw.Object) raw.Object {
	info := append(slices.Clone(o), raw.Member{Name: "modelID", Value: rebuild.Quote(o.Object("model").String("id"))})
	if o.Object("error") == nil {
		return slices.DeleteFunc(info, func(m raw.Member) bool { return m.Name == "error" })
	}
	return info
}

// flatParts returns the parts of a reply of version 2.
func flatParts(o raw.Object) (parts []jsontext.Value) {
	if again := o.Object("retry"); again != nil {
		_, why := failureOf(again.Object("error"))
		parts = append(parts, append(object("type", "retry"),
			raw.Member{Name: "error", Value: object("message", why).JSON()}).JSON())
	}
	for _, v := range o.Array("content") {
		p := raw.ParseObject(v)
		if p.String("type") == "tool" {
			v = flatTool(p).JSON()
		}
		parts = append(parts, v)
	}
	return parts
}

// flatTool returns a call of version 2 as a part: its output is a list of texts and files, and its times are beside
// its state.
func flatTool(p raw.Object) raw.Object {
	state := p.Object("state")
	span := p.Object("time")
	if span == nil {
		span = state.Object("time")
	}
	var output []string
	files := []byte{'['}
	for _, v := range state.Array("content") {
		c := raw.ParseObject(v)
		if c.String("type") != "file" {
			output = append(output, c.String("text"))
			continue
		}
		if len(files) > 1 {
			files = append(files, ',')
		}
		files = append(files, object("mime", c.String("mime"), "filename", c.String("name"), "url", c.String("uri")).JSON()...)
	}
	_, failure := failureOf(state.Object("error"))
	as := object("status", state.String("status"), "output", strings.Join(output, "\n"), "error", failure)
	as = append(as, raw.Member{Name: "attachments", Value: append(files, ']')})
	for _, m := range []struct {
		name  string
		value jsontext.Value
	}{
		{"input", state.Raw("input")}, {"metadata", either(state.Raw("metadata"), state.Raw("structured"))},
		{"time", times(either(span.Raw("ran"), span.Raw("created")), span.Raw("completed"))},
	} {
		if len(m.value) > 0 {
			as = append(as, raw.Member{Name: m.name, Value: m.value})
		}
	}
	return append(object("type", "tool", "tool", p.String("name"), "callID", p.String("id")), raw.Member{Name: "state", Value: as.JSON()})
}

func times(start, end jsontext.Value) jsontext.Value {
	var span raw.Object
	if len(start) > 0 {
		span = append(span, raw.Member{Name: "start", Value: start})
	}
	if len(end) > 0 {
		span = append(span, raw.Member{Name: "end", Value: end})
	}
	return span.JSON()
}

func either(v, otherwise jsontext.Value) jsontext.Value {
	if len(v) > 0 && v.Kind() != 'n' {
		return v
	}
	return otherwise
}

// object returns an object of strings: names, and a value behind each.
func object(all ...string) (o raw.Object) {
	for pair := range slices.Chunk(all, 2) {
		o = append(o, raw.Member{Name: pair[0], Value: rebuild.Quote(pair[1])})
	}
	return o
}

// failureOf returns the name of a failure and what it says: of version 1, or of version 2.
func failureOf(o raw.Object) (name, text string) {
	name = cmp.Or(o.String("name"), o.String("type"))
	return name, cmp.Or(o.Object("data").String("message"), o.String("message"), name)
}
