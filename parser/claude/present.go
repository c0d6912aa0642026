package claude

import (
	"strings"

	"steno/parser"
	"steno/parser/claude/aside"
	"steno/parser/claude/record"
	"steno/parser/claude/withhold"
	"steno/parser/raw"
	"steno/parser/tree"
)

// present decides what an entry shows and which part it plays in the tree. It is
// where each record type of the format is named.
func (b *threadBuilder) present(e *entry) {
	if withhold.Row(e.Record, b.p.options) != nil {
		e.kind, e.class, e.role = kindHidden, withheld, tree.Hidden
		return
	}
	switch e.Type {
	case "user":
		b.user(e)
	case "assistant":
		b.reply(e)
	case "system":
		b.system(e)
	case "attachment":
		b.attachment(e)
	case "progress":
		e.kind, e.class = kindHidden, structural
		if e.Flags.Has(record.Guarded) && e.Progress != nil {
			b.guarded[e.Progress.ParentCall] = true
		}
	case "queue-operation":
		b.queueOperation(e)
	case "pr-link":
		b.prLink(e)
	case "saved_hook_context", "turn_end", "rate_limit_event", "hook_event", "tool_use_summary", "active_goal", "auth_status", "conversation_reset", "prompt_suggestion":
		b.noted(e, sentence(e.Type), true)
	case "ended-by-model":
		b.noted(e, "the agent ended the session", false)
	case "message", "create", "thinking", "tool_use", "tool_result", "text":
		b.topLevel(e)
	default:
		b.otherType(e)
	}
	e.role = roles[e.kind]
	if (e.Type == "attachment" || e.Type == "system") && e.kind == kindPrompt {
		e.role = tree.Event // said while the agent worked: nobody goes back to it
	}
}

var roles = [...]tree.Role{
	kindHidden:   tree.Hidden,
	kindEvent:    tree.Event,
	kindReply:    tree.Reply,
	kindResult:   tree.Result,
	kindPrompt:   tree.Prompt,
	kindCommand:  tree.Command,
	kindOutput:   tree.Event,
	kindSummary:  tree.Boundary,
	kindBoundary: tree.Boundary,
	kindQueue:    tree.Event,
}

// event makes e an event of its own.
func (b *threadBuilder) event(e *entry, ev *parser.Event) {
	ev.Origin = e.at
	if ev.Type == "" {
		ev.Type = e.Type
	}
	e.kind, e.blocks = kindEvent, append(e.blocks, ev)
}

// otherType keeps what Steno does not know, and state records that are in the
// chain.
func (b *threadBuilder) otherType(e *entry) {
	if stateType(e.Type) {
		e.kind, e.class = kindHidden, b.p.stateClass(e.Record)
		return
	}
	if inner := raw.ParseObject(e.Extra).Object("message"); inner.Raw("content") != nil && inner.String("role") == "assistant" || hasResult(inner) {
		b.messageOfType(e)
		return
	}
	e.kind, e.class = kindEvent, unknown
	e.blocks = append(e.blocks, &parser.Unknown{Origin: e.at, Type: e.Type, Raw: e.Extra})
}

// hasResult reports whether a message brings the result of a call.
func hasResult(message raw.Object) bool {
	for _, v := range message.Array("content") {
		if raw.ParseObject(v).Raw("tool_use_id") != nil {
			return true
		}
	}
	return false
}

// messageOfType handles a reply or a result in a record of a type that Steno does not know, or of none.
func (b *threadBuilder) messageOfType(e *entry) {
	b.p.inputs[e.at.File].ledger.NoticeUnknown(typeName(e.Record), e.Context.Version)
	rest := raw.Without(e.Extra, "message", "toolUseResult")
	b.topLevel(e)
	if len(rest) > len("{}") {
		e.blocks = append(e.blocks, &parser.Unknown{Origin: e.at, Type: e.Type, Raw: rest})
	}
}

// noted shows a record that is a note of the client.
func (b *threadBuilder) noted(e *entry, title string, quiet bool) {
	said := aside.Event(raw.ParseObject(e.Extra))
	b.event(e, &parser.Event{Title: title, Text: said.Text, Fields: said.Fields, Quiet: quiet, Raw: e.Extra})
}

func (b *threadBuilder) prLink(e *entry) {
	o := raw.ParseObject(e.Extra)
	number, repository, url := o.Text("prNumber"), o.String("prRepository"), o.String("prUrl")
	b.event(e, &parser.Event{
		Title:  strings.TrimSpace("pull request " + repository + " #" + number),
		Text:   url,
		Fields: fields("number", number, "repository", repository, "url", url),
	})
	if !e.copied && (o.Int("prNumber") != 0 || url != "") {
		b.pulls = append(b.pulls, pull{e, nil, &e.at, parser.PullRequest{Number: o.Int("prNumber"), URL: url, Repository: repository, Time: e.at.Time}})
	}
}

// topLevel handles records that are a content block, a message or the result of
// a creation themselves.
func (b *threadBuilder) topLevel(e *entry) {
	o := raw.ParseObject(e.Extra)
	switch e.Type {
	case "create":
		b.event(e, &parser.Event{Title: "created " + o.String("filePath"), Text: o.String("content"), Raw: e.Extra})
		return
	case "thinking", "tool_use", "tool_result", "text":
		e.Message = &record.Message{Content: []record.Block{record.BlockOf(e.Type, e.Extra)}}
	default:
		if e.Message != nil {
			break
		}
		inner := o.Raw("message")
		if inner == nil {
			inner = e.Extra
		}
		e.Message = record.MessageOf(inner)
		e.Message.Result = o.Raw("toolUseResult")
	}
	switch {
	case e.Type == "thinking", e.Type == "tool_use", e.Message.Role == "assistant":
		b.reply(e)
	case e.Type == "text":
		e.kind, e.blocks = kindEvent, b.content(e, e.Message.Content)
	default:
		b.user(e)
	}
}

// sentence turns a type name into words.
func sentence(name string) string {
	return strings.NewReplacer("_", " ", "-", " ").Replace(name)
}

// fields makes fields of names and values, leaving out those without value.
func fields(pairs ...string) []parser.Field {
	var fs []parser.Field
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" && pairs[i+1] != "0" {
			fs = append(fs, parser.Field{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	return fs
}
