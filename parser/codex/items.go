package codex

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

func clone(v jsontext.Value) jsontext.Value { return slices.Clone(v) }

// item takes an item: what the model was given, and what it answered.
func (r *reader) item(rec *rebuild.Record, name string, p raw.Object) {
	t := rec.Thread
	switch name {
	case "message":
		r.message(rec, p)
	case "agent_message":
		between(rec, p)
	case "reasoning":
		reasoning(rec, p)
	case "function_call", "custom_tool_call", "tool_call", "local_shell_call", "tool_search_call":
		r.call(rec, p)
	case "function_call_output", "custom_tool_call_output", "tool_result", "function_result",
		"local_shell_call_output", "tool_search_output":
		r.output(rec, p)
	case "web_search_call":
		action := cmp.Or(string(p.Raw("action")), `{"type":"other"}`)
		if c := r.searched[action]; c != nil {
			delete(r.searched, action)
			c.Server = true
			rec.As(rebuild.Merged)
			return
		}
		c := r.call(rec, p)
		c.Name, c.Server, c.Input = "web_search", true, clone(p.Raw("action"))
		act(c, r.dir)
		r.newest.take(t, c)
		if c.Result == nil && p.String("status") == "completed" {
			t.Result(rec, c.ID, &parser.ToolResult{})
		}
	case "configuration_update":
		r.effort = cmp.Or(p.Object("reasoning").String("effort"), r.effort)
	case "image_generation_call":
		c := r.call(rec, p)
		c.Name, c.Server = "image_generation", true
		c.Input = raw.Without(p.JSON(), "type", "id", "result", "status")
		act(c, r.dir)
		picture(rec, c.ID, p)
	}
}

// picture ends a call with the picture that the model made.
func picture(rec *rebuild.Record, id string, p raw.Object) {
	data := p.String("result")
	if data == "" && p.String("status") != "completed" {
		return
	}
	result := &parser.ToolResult{Structured: raw.Without(p.JSON(), "type", "id", "call_id", "turn_id", "result", "status")}
	if data != "" {
		result.Content = []parser.Block{&parser.Image{Origin: rec.At, MediaType: "image/png", Data: data}}
	}
	rec.Thread.Result(rec, id, result)
}

func (r *reader) message(rec *rebuild.Record, p raw.Object) {
	switch role := p.String("role"); role {
	case "user":
		r.userMessage(rec, p)
	case "developer", "system":
		var blocks []parser.Block
		for _, part := range parts(p) {
			blocks = append(blocks, injected(rec.At, part))
		}
		rec.As(rebuild.Folded)
		if len(blocks) > 0 {
			rec.Thread.Event(rec, blocks...)
		}
	default:
		var blocks []parser.Block
		for _, part := range parts(p) {
			blocks = append(blocks, spoken(rec.At, r.dir, said(part.text), remembered(part.text))...)
		}
		blocks = append(blocks, images(rec.At, p)...)
		if len(blocks) == 0 {
			rec.As(rebuild.Structural)
			return
		}
		m := rec.Thread.Reply(rec, blocks...)
		if model := p.String("model"); model != "" {
			m.Model = model
		}
	}
}

// part is a text of a message. Since version 0.15x the client says of each what it is: "user.text",
// "agents_md.instructions", "environments.environment_context".
type part struct{ text, kind string }

// parts returns the texts of a message, part by part.
func parts(p raw.Object) (all []part) {
	if v := p.Raw("content"); v.Kind() == '[' {
		content := raw.ParseArray(v)
		kinds := p.Object("internal_chat_message_metadata_passthrough").Array("content_item_kinds")
		for i, item := range content {
			o := raw.ParseObject(item)
			text := cmp.Or(o.String("text"), o.String("refusal"))
			if strings.TrimSpace(text) == "" {
				continue
			}
			said := part{text: text}
			if len(kinds) == len(content) {
				said.kind = raw.String(kinds[i])
			}
			all = append(all, said)
		}
		return all
	}
	if text := cmp.Or(p.String("content"), p.Text("message")); text != "" {
		all = append(all, part{text: text})
	}
	return all
}

func images(at parser.Origin, p raw.Object) (all []parser.Block) {
	for _, part := range p.Array("content") {
		o := raw.ParseObject(part)
		url := cmp.Or(o.String("image_url"), o.Object("image_url").String("url"))
		if url != "" {
			all = append(all, rebuild.Image(at, url))
		}
	}
	return all
}

var imageTag = lazy.MustCompile(`^\s*(?:<image(?: name=[^>]*)?>|</image>)\s*$`)

func isImageTag(text string) bool { return imageTag.MatchString(text) }

// userMessage takes a message of the role user: what the user typed, and what the client wrote.
func (r *reader) userMessage(rec *rebuild.Record, p raw.Object) {
	var own, aside []parser.Block
	sender, certain := "", false // that the user typed it
	for _, part := range parts(p) {
		certain = certain || strings.HasPrefix(part.kind, "user.")
		if isImageTag(part.text) {
			continue
		}
		said := told(rec.At, part)
		aside, sender = append(aside, said.aside...), cmp.Or(sender, said.sender)
		if strings.TrimSpace(said.typed) != "" {
			own = append(own, &parser.Text{Origin: rec.At, Text: said.typed})
		}
	}
	if sender == "" && !certain && r.heard.notTyped(p, own) {
		for _, b := range own {
			aside = append(aside, injected(rec.At, part{text: b.(*parser.Text).Text}))
		}
		aside, own = append(aside, images(rec.At, p)...), nil
	} else {
		own = append(own, images(rec.At, p)...)
	}
	switch {
	case len(own) > 0 && r.alone && rec.Thread == r.Main:
		for i, b := range own {
			if text, ok := b.(*parser.Text); ok {
				own[i] = &parser.Event{Origin: text.Origin, Type: "task", Title: "Task of the agent", Text: text.Text}
			}
		}
		rec.Thread.Event(rec, append(aside, own...)...)
	case len(own) > 0 && rec.Thread == r.Main && r.replayed(p):
		rec.As(rebuild.Merged)
	case len(own) > 0:
		r.prompt(rec, sender, append(aside, own...), own[0])
	case len(aside) == 1 && isAborted(aside[0]):
		text := strings.TrimSpace(aside[0].(*parser.Event).Text)
		text = strings.TrimSuffix(strings.TrimPrefix(text, "<turn_aborted>"), "</turn_aborted>")
		rec.Thread.Interrupt(rec, strings.TrimSpace(text))
	case len(aside) > 0:
		rec.As(rebuild.Folded)
		rec.Thread.Event(rec, aside...)
	default:
		rec.As(rebuild.Structural)
	}
}

// prompt opens a turn.
func (r *reader) prompt(rec *rebuild.Record, sender string, blocks []parser.Block, first parser.Block) {
	m := rec.Thread.Prompt(rec, blocks...)
	rest := m.Rest()
	rest.Sender, rest.Thinking = sender, r.effort
	if r.free {
		rest.PermissionMode = "bypassPermissions"
	}
	m.SetRest(rest)
	if a := rec.Thread.Agent(); a != nil && a.Prompt == "" {
		if text, ok := first.(*parser.Text); ok {
			a.Prompt = text.Text
		}
	}
}

// isAborted reports whether a block is what the model is told about a turn that the user stopped.
func isAborted(b parser.Block) bool {
	e, ok := b.(*parser.Event)
	return ok && e.Type == "turn_aborted"
}

func reasoning(rec *rebuild.Record, p raw.Object) {
	var parts []string
	have := map[string]bool{"": true}
	for _, v := range append(p.Array("summary"), p.Array("content")...) {
		if text := raw.ParseObject(v).String("text"); !have[text] {
			have[text] = true
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 && p.String("content") != "" {
		parts = []string{p.String("content")}
	}
	encrypted := p.String("encrypted_content") != ""
	if len(parts) == 0 && !encrypted {
		rec.As(rebuild.Structural)
		return
	}
	rec.Thread.Reply(rec, &parser.Thinking{Origin: rec.At, Text: strings.Join(parts, "\n\n"), Signed: encrypted})
}
