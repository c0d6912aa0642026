package claude

import (
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/claude/aside"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/claude/withhold"
	"steno/parser/offheap"
	"steno/parser/raw"
	"steno/parser/tree"
)

// presenter decides what the records of a thread show. It is given them in order, and remembers
// what others may refer to.
type presenter struct {
	read  *reading
	agent bool // the thread of an agent
	brief bool // has few records

	queue      queue
	guarded    map[string]bool // calls that a hook ran before, by id
	superseded []string        // uuids of records of replies
	pulls      []pull
	todos      string            // the to-do list of the last prompt, as recorded
	wakeups    map[string]waking // by the prompts with which the agent asked to be woken
	fired      string            // uuid of the last record that says that a scheduled task began
	awaits
	teammate string                      // who sent the first message of an agent's team
	ended    *parser.Cost                // what the result of a run says of its cost
	outcome  []parser.Field              // and of how it ended
	branches map[*parser.ToolCall]string // what was checked out before a call that may commit
}

// awaits are records that others complete which do not name them.
type awaits struct {
	bare *entry // the last slash command without arguments, which instructions for the model may follow
	gave gave   // the last result of a call, which pictures may follow
}

// present decides what an entry shows and which part it plays in the tree. It names each record type that
// readers see as more than a note.
func (p *presenter) present(e *entry) {
	e.folded = e.Folded
	p.read.open(e)
	if withhold.Row(e.Record, p.read.options) != nil {
		e.kind, e.class, e.role = kindHidden, withheld, tree.Hidden
		return
	}
	switch e.Type {
	case "user":
		p.user(e)
	case "assistant":
		p.reply(e)
	case "system":
		p.system(e)
	case "attachment":
		p.attachment(e)
	case "progress":
		e.kind, e.class = kindHidden, structural
		if e.Flags.Has(record.Guarded) && e.Progress != nil {
			p.guarded[e.Progress.ParentCall] = true
		}
	case "queue-operation":
		p.queueOperation(e)
	case "pr-link":
		p.prLink(e)
	case "ended-by-model":
		p.noted(e, "the agent ended the session", false)
	case "message", "create", "thinking", "tool_use", "tool_result", "text":
		p.topLevel(e)
	default:
		p.otherType(e)
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

// event makes e a separate event.
func (e *entry) event(ev *parser.Event) {
	ev.Origin = *e.at
	if ev.Type == "" {
		ev.Type = e.Type
	}
	e.kind, e.blocks = kindEvent, append(e.blocks, ev)
}

// otherType handles records as their row in the format says: state that is in the chain is hidden,
// notes are folded. What Steno does not know is kept.
func (p *presenter) otherType(e *entry) {
	switch {
	case stateType(e.Type):
		e.kind, e.class = kindHidden, p.read.stateClass(e.Record)
		return
	case format.Treated(format.Record, e.Type, format.Folded):
		p.noted(e, sentence(e.Type), true)
		return
	}
	if inner := raw.ParseObject(e.Extra).Object("message"); inner.Raw("content") != nil &&
		inner.String("role") == "assistant" || hasResult(inner) {
		p.messageOfType(e)
		return
	}
	e.kind, e.class = kindEvent, unknown
	e.blocks = append(e.blocks, &parser.Unknown{Origin: *e.at, Type: e.Type, Raw: e.Extra})
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
func (p *presenter) messageOfType(e *entry) {
	p.read.inputs[e.at.File].ledger.NoticeUnknown(typeName(e.Record), e.Context.Version)
	rest := raw.Without(e.Extra, "message", "toolUseResult")
	p.topLevel(e)
	if len(rest) > len("{}") {
		e.blocks = append(e.blocks, &parser.Unknown{Origin: *e.at, Type: e.Type, Raw: rest})
	}
}

// noted shows a record that is a note of the client.
func (p *presenter) noted(e *entry, title string, quiet bool) {
	said := aside.Event(raw.ParseObject(e.Extra))
	e.event(&parser.Event{Title: title, Text: said.Text, Fields: said.Fields, Quiet: quiet, Raw: e.Extra})
}

// mostKnown bounds how many pull requests a record is compared with.
const mostKnown = 32

// prLink shows a pull request. The client writes the record again every few turns: only the first
// is more than a note.
func (p *presenter) prLink(e *entry) {
	o := raw.ParseObject(e.Extra)
	number, pr := o.Text("prNumber"), parser.PullRequest{Number: o.Int("prNumber"), URL: o.String("prUrl"),
		Repository: o.String("prRepository"), Time: e.at.Time}
	known := slices.ContainsFunc(p.pulls[max(0, len(p.pulls)-mostKnown):], func(k pull) bool {
		return k.Number == pr.Number && k.URL == pr.URL && k.Repository == pr.Repository
	})
	e.event(&parser.Event{
		Title: strings.TrimSpace("pull request " + pr.Repository + " #" + number), Text: pr.URL, Quiet: known,
		Fields: fields("number", number, "repository", pr.Repository, "url", pr.URL),
	})
	if !e.copied && !known && (pr.Number != 0 || pr.URL != "") {
		p.pulls = append(p.pulls, pull{e, nil, e.at, pr})
	}
}

// topLevel handles records that are a content block, a message or the result of
// a creation themselves.
func (p *presenter) topLevel(e *entry) {
	o := raw.ParseObject(e.Extra)
	switch e.Type {
	case "create":
		e.event(&parser.Event{Title: "created " + o.String("filePath"), Text: o.String("content"), Raw: e.Extra})
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
		e.Message = record.MessageOf(inner, p.read.options.Texts)
		e.Message.Result = o.Raw("toolUseResult")
	}
	switch {
	case e.Type == "thinking", e.Type == "tool_use", e.Message.Role == "assistant":
		p.reply(e)
	case e.Type == "text":
		e.kind, e.blocks = kindEvent, p.content(e, e.Message.Content)
	default:
		p.user(e)
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

// hold keeps the texts of blocks where those of a large session are.
func (p *presenter) hold(blocks []parser.Block) {
	texts := p.read.options.Texts
	if texts == nil {
		return
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case *parser.Text:
			b.Text = texts.String(b.Text)
		case *parser.Event:
			b.Text, b.Raw = texts.String(b.Text), texts.Bytes(b.Raw)
			b.Title, b.CallID, b.AgentID = texts.String(b.Title), texts.String(b.CallID), texts.String(b.AgentID)
			holdFields(texts, b.Fields)
		case *parser.Attachment:
			b.Text, b.Raw = texts.String(b.Text), texts.Bytes(b.Raw)
			b.Title, b.Path = texts.String(b.Title), texts.String(b.Path)
			holdFields(texts, b.Fields)
		case *parser.Command:
			b.Body, b.Stdout, b.Stderr = texts.String(b.Body), texts.String(b.Stdout), texts.String(b.Stderr)
		case *parser.Unknown:
			b.Raw = texts.Bytes(b.Raw)
		}
	}
}

func holdFields(texts *offheap.Texts, fields []parser.Field) {
	for i := range fields {
		fields[i].Value = texts.String(fields[i].Value)
	}
}
