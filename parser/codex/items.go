package codex

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/prose"
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
		ev := &parser.Event{Origin: rec.At, Type: "agent message",
			Title: "Message from " + cmp.Or(p.String("author"), "an agent"), Text: textOf(p), Quiet: true}
		if to := p.String("recipient"); to != "" {
			ev.Title += " to " + to
		}
		ev.Raw = raw.Without(p.JSON(), "content", "author", "recipient", "type", "id")
		t.Event(rec, ev)
	case "reasoning":
		r.reasoning(rec, p)
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
		if c.Result == nil && p.String("status") == "completed" {
			t.Result(rec, c.ID, &parser.ToolResult{})
		}
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
		for _, text := range texts(p) {
			blocks = append(blocks, injected(rec.At, text))
		}
		rec.As(rebuild.Folded)
		if len(blocks) > 0 {
			rec.Thread.Event(rec, blocks...)
		}
	default:
		var blocks []parser.Block
		for _, text := range texts(p) {
			blocks = append(blocks, spoken(rec.At, r.dir, said(text), remembered(text))...)
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

// texts returns the texts of a message, part by part.
func texts(p raw.Object) (all []string) {
	if v := p.Raw("content"); v.Kind() == '[' {
		for _, part := range raw.ParseArray(v) {
			o := raw.ParseObject(part)
			if text := cmp.Or(o.String("text"), o.String("refusal")); strings.TrimSpace(text) != "" {
				all = append(all, text)
			}
		}
		return all
	}
	if text := cmp.Or(p.String("content"), p.Text("message")); text != "" {
		all = append(all, text)
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
	for _, text := range texts(p) {
		if isImageTag(text) {
			continue
		}
		a, typed := split(rec.At, text)
		aside = append(aside, a...)
		if strings.TrimSpace(typed) != "" {
			own = append(own, &parser.Text{Origin: rec.At, Text: typed})
		}
	}
	if notTyped(r.userTyped, p, own) {
		for _, b := range own {
			aside = append(aside, injected(rec.At, b.(*parser.Text).Text))
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
	case len(own) > 0:
		m := rec.Thread.Prompt(rec, append(aside, own...)...)
		m.Thinking = r.effort
		if r.free {
			m.PermissionMode = "bypassPermissions"
		}
		if a := rec.Thread.Agent(); a != nil && a.Prompt == "" {
			if text, ok := own[0].(*parser.Text); ok {
				a.Prompt = text.Text
			}
		}
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

// isAborted reports whether a block is what the model is told about a turn that the user stopped.
func isAborted(b parser.Block) bool {
	e, ok := b.(*parser.Event)
	return ok && e.Type == "turn_aborted"
}

// notTyped reports whether the client wrote a message of the role user: the rollout has events for
// what the user typed, and none has a text of this message. Pictures that a tool looked at are such
// messages.
func notTyped(typed map[key]bool, p raw.Object, own []parser.Block) bool {
	if len(typed) == 0 || typed[keyOf("user", textOf(p))] {
		return false
	}
	return !slices.ContainsFunc(own, func(b parser.Block) bool { return typed[keyOf("user", b.(*parser.Text).Text)] })
}

// wrappers matches what the client writes as messages of the role user, by how it begins.
var wrappers = lazy.MustCompile(`^\s*(?:<(environment_context|user_instructions|turn_aborted|skill|subagent_notification|permissions instructions|collaboration_mode|app-context|apps_instructions|skills_instructions|plugins_instructions|personality_spec|model_switch|user_action|INSTRUCTIONS|realtime_conversation|goal_context|hook_prompt|recommended_plugins|multi_agent_mode|proposed_plan_instructions|environments_instructions|user_shell_command)\b[^>]*>|(# AGENTS\.md instructions\b))`)

// ideRequest divides what the client says of its state, or of what the user attached, from what the user typed.
const (
	ideContext = "# Context from my IDE setup:"
	ideRequest = "## My request for Codex:"
)

// split divides a text into what the client put there and what the user typed.
func split(at parser.Origin, text string) (aside []parser.Block, typed string) {
	if m := wrappers.FindStringSubmatch(text); m != nil {
		tag := m[1]
		if end := "</" + strings.Fields(tag + " x")[0]; tag != "" {
			if i := strings.Index(text, end); i >= 0 {
				if j := strings.IndexByte(text[i:], '>'); j >= 0 && strings.TrimSpace(text[i+j+1:]) != "" {
					rest, typed := split(at, text[i+j+1:])
					return append([]parser.Block{injected(at, text[:i+j+1])}, rest...), typed
				}
			}
		}
		return []parser.Block{injected(at, text)}, ""
	}
	if before, after, ok := requested(text); ok {
		return client(at, before), after
	}
	return nil, text
}

// requested divides a text at the line behind which the request is, if the client wrote what is in front of it.
func requested(text string) (before, after string, ok bool) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "#") {
		return "", "", false
	}
	before, after, ok = strings.Cut("\n"+text, "\n"+ideRequest)
	return strings.TrimSpace(before), strings.TrimSpace(after), ok
}

var heading = lazy.MustCompile(`(?m)^# (.+?):?\s*$`)

// client makes an event of what the client wrote in front of a request, named by its headings.
func client(at parser.Origin, text string) []parser.Block {
	ev := &parser.Event{Origin: at, Type: "with the request", Text: text, Quiet: true}
	var names []string
	for _, m := range heading.FindAllStringSubmatch(text, 10) {
		names = append(names, m[1])
	}
	switch ev.Title = strings.Join(names, ", "); {
	case text == "":
		return nil
	case len(names) == 1 && strings.HasPrefix(text, ideContext):
		ev.Type, ev.Title = "ide context", "Context of the editor"
	}
	return []parser.Block{ev}
}

var firstTag = lazy.MustCompile(`^\s*<([A-Za-z_][\w -]*)`)

// injected makes an event of what the client put into a message.
func injected(at parser.Origin, text string) *parser.Event {
	ev := &parser.Event{Origin: at, Type: "instructions", Title: "Instructions of the client", Text: text, Quiet: true}
	if m := firstTag.FindStringSubmatch(text); m != nil {
		ev.Type = strings.TrimSpace(m[1])
		words := strings.NewReplacer("_", " ", "-", " ").Replace(ev.Type)
		ev.Title = prose.Capital(words)
	} else if strings.HasPrefix(strings.TrimSpace(text), "# AGENTS.md") {
		ev.Type, ev.Title = "AGENTS.md", "AGENTS.md instructions"
	}
	return ev
}

func (r *reader) reasoning(rec *rebuild.Record, p raw.Object) {
	var parts []string
	for _, v := range append(p.Array("summary"), p.Array("content")...) {
		if text := raw.ParseObject(v).String("text"); text != "" && !slices.Contains(parts, text) {
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
