package claude

import (
	"path"
	"strings"

	"steno/parser"
	"steno/parser/claude/aside"
	"steno/parser/claude/record"
	"steno/parser/claude/wrapper"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/title"
)

// User records are of many kinds, distinguished by the first that fits: tool
// results, compaction summaries, notifications, messages of other agents,
// commands, injected text; what is left is a prompt. Only prompts start a turn.

const continued = "This session is being continued from a previous conversation"

func (p *presenter) user(e *entry) {
	content := e.Message.Content
	for i := range content {
		if record.IsResult(content[i].Type) {
			p.toolResults(e)
			return
		}
	}
	if e.Flags&(record.CompactSummary|record.TranscriptOnly) != 0 || strings.HasPrefix(firstText(content), continued) {
		e.kind, e.blocks = kindSummary, p.content(e, content)
		return
	}
	p.spoken(e, content)
	prompt := e.kind == kindPrompt && firstText(content) != ""
	if result := e.Message.Result; result != nil && !prompt && !containsResult(content, result) {
		e.event(&parser.Event{Title: "result without a message", Text: raw.Text(result), Quiet: true, Raw: result})
		e.class = unplaced
	}
}

// containsResult reports whether a text of a message says what its result says.
func containsResult(content []record.Block, result []byte) bool {
	said := strings.TrimPrefix(strings.TrimSpace(raw.Text(result)), "Error: ")
	for i := range content {
		if text := content[i].Text; text != "" && (strings.Contains(text, said) || strings.Contains(said, strings.TrimSpace(text))) {
			return true
		}
	}
	return said == "" && len(content) > 0
}

func firstText(content []record.Block) string {
	for i := range content {
		if content[i].Type == "text" {
			return content[i].Text
		}
	}
	return ""
}

// spoken handles what is neither a result nor a summary.
func (p *presenter) spoken(e *entry, content []record.Block) {
	s := speech{p: p, e: e, content: content}
	for i := range content {
		if content[i].Type == "text" {
			s.text(content[i].Text)
		} else if blk := p.block(e, &content[i]); blk != nil {
			e.blocks = append(e.blocks, blk)
			s.said = true
		}
	}
	e.blocks = aside.InPlace(e.blocks, e.Rare().Images)
	s.finish()
	if e.kind == kindPrompt || s.generated {
		p.queue.add(e, bare(messageText(content)))
	}
	if s.command != nil && e.Type != "queue-operation" {
		p.queue.typed(e, s.command)
	}
}

// speech is what the text of one user record contains.
type speech struct {
	p          *presenter
	e          *entry
	content    []record.Block
	command    *parser.Command
	printed    *printed // what a command printed, perhaps one in another record
	said       bool     // text or pictures of the user's own
	injected   bool     // something that Claude Code put there
	generated  bool     // a whole record made by Claude Code, whatever follows the wrapper
	instructed bool     // somebody else than the user asks the agent of this thread
	dropped    bool     // noise, left out
}

func (s *speech) text(text string) {
	if s.relayed(text) || s.resumed(text) {
		return
	}
	found, rest := wrapper.Split(s.unframed(text))
	for _, w := range found {
		s.wrapped(w)
	}
	if strings.TrimSpace(rest) == "" || len(found) > 0 && wrapper.Remark(rest) {
		return
	}
	if len(found) > 0 {
		rest = strings.TrimLeft(rest, "\r\n")
	}
	if s.generated {
		s.tail(rest)
		return
	}
	if ev := s.injectedText(rest); ev != nil {
		ev.Origin = *s.e.at
		s.e.blocks = append(s.e.blocks, ev)
		s.injected = true
		return
	}
	for _, p := range wrapper.Pieces(rest) {
		if p.Tag == "system-reminder" {
			s.e.blocks = append(s.e.blocks, &parser.Event{Origin: *s.e.at, Type: p.Tag, Title: sentence(p.Tag), Text: p.Text, Quiet: true})
			s.injected = true
			continue
		}
		s.e.blocks = append(s.e.blocks, &parser.Text{Origin: *s.e.at, Text: p.Text, Pasted: p.Tag != ""})
		s.said = true
	}
}

// tail keeps what Claude Code adds behind a notification with it.
func (s *speech) tail(rest string) {
	if ev, ok := s.e.blocks[len(s.e.blocks)-1].(*parser.Event); ok {
		ev.Fields = append(ev.Fields, parser.Field{Name: "note", Value: strings.TrimSpace(rest)})
	}
}

// injectedText recognises text without tags that people do not type: nil for
// anything else.
func (s *speech) injectedText(t string) *parser.Event {
	line, _, _ := strings.Cut(strings.TrimSpace(t), "\n")
	switch {
	case s.e.Flags.Has(record.Meta) && strings.HasPrefix(line, "Caveat: "), strings.HasPrefix(line, caveat):
		s.dropped = true
		return &parser.Event{Type: "local-command-caveat", Title: "caveat", Text: t, Quiet: true}
	case line == "[Request interrupted by user]", line == "[Request interrupted by user for tool use]":
		if s.e.Flags.Has(record.Shutdown) {
			return &parser.Event{Type: parser.ClientEnded, Title: "the client ended while the agent worked", Text: after(t, line)}
		}
		return &parser.Event{Type: parser.UserStopped, Title: strings.Trim(line, "[]"), Text: after(t, line)}
	case strings.HasPrefix(line, "[Image: source: ") && strings.HasSuffix(line, "]"):
		return &parser.Event{Type: "image-source", Title: strings.Trim(line, "[]"), Text: after(t, line), Quiet: true}
	case commentLine.MatchString(line) && !s.typed():
		s.e.own().opens = true
		return comment(t)
	case stoppedLine.MatchString(line) && after(t, line) == "" && !s.typed():
		return &parser.Event{Type: record.Client, Title: sentence(record.Client), Text: line}
	case noticeLine.MatchString(line) && !s.typed():
		return &parser.Event{Type: "cross-session-notice", Title: "cross-session notice", Text: strings.TrimSpace(noticeLine.ReplaceAllString(t, ""))}
	case strings.HasPrefix(line, enforce) && !s.typed():
		return &parser.Event{Type: record.Client, Title: "asked to hand back", Text: after(t, enforce), Quiet: true}
	case strings.HasPrefix(line, "Stop hook feedback:"):
		return &parser.Event{Type: "hook-feedback", Title: "stop hook feedback", Text: after(t, "Stop hook feedback:")}
	case s.stoppedByHook(line):
		return &parser.Event{Type: "hook-stopped", Title: title.FirstLine(line), Text: after(t, line), Failed: true}
	case unknownCommand.MatchString(line) && after(t, line) == "" && s.bare():
		return &parser.Event{Type: "command-unknown", Title: line, Failed: true}
	case strings.HasPrefix(line, skillBase):
		return &parser.Event{Type: "skill", Title: "skill " + path.Base(strings.TrimSpace(line[len(skillBase):])), Text: t, Quiet: true}
	case strings.TrimSpace(t) == "Tool loaded.":
		return &parser.Event{Type: "tool-loaded", Title: "tool loaded", Quiet: true}
	case strings.HasPrefix(line, suggestion) && s.p.agent:
		return &parser.Event{Type: "suggestion-mode", Title: "asked for a prompt suggestion", Text: t, Quiet: true}
	case strings.TrimSpace(t) == "Warmup" && s.p.brief:
		return &parser.Event{Type: "warmup", Title: "warmup", Quiet: true}
	}
	return nil
}

var (
	// commentLine begins the comments that readers of a published page send to the agent.
	commentLine = lazy.MustCompile(`^\[Artifact comments? sent to Claude\]$`)

	// stoppedLine is what the client says when the user stops the agents in the background.
	stoppedLine = lazy.MustCompile(`^(?:Background agent ".*" was stopped by the user\.|\d+ background agents were stopped by the user: ".*"\.)$`)

	// noticeLine begins what the client says of messages to other sessions.
	noticeLine = lazy.MustCompile(`^\[Cross-session [a-z]+ notice\] `)
)

const (
	caveat     = "Caveat: The messages below were generated by the user while running local commands."
	skillBase  = "Base directory for this skill: "
	enforce    = "[handback-send-enforce] " // to a subagent that ends without a report
	suggestion = "[SUGGESTION MODE: Suggest what the user might naturally type next"
)

// stoppedByHook reports whether a text says that a hook stopped the prompt before it.
func (s *speech) stoppedByHook(line string) bool {
	return (line == "Operation stopped by hook" || strings.HasPrefix(line, "Operation stopped by hook: ")) && s.bare()
}

// unknownCommand is what the client says when the user typed a slash command that does not exist.
var unknownCommand = lazy.MustCompile(`^Unknown (?:skill|command|slash command): [\w:/.-]+$`)

// bare reports whether a record has none of the members of a prompt: the client wrote the text
// itself, the user did not paste it.
func (s *speech) bare() bool {
	rare := s.e.Rare()
	return rare.PermissionMode == "" && rare.Thinking == "" && rare.PromptSource == "" && rare.Todos == nil
}

func after(text, line string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), line))
}

// finish decides the kind of the record.
func (s *speech) finish() {
	e := s.e
	rare := e.Rare()
	rare.Origin = rare.Speaker()
	if s.command != nil {
		stacked(s.command, rare.Stacked)
	}
	switch {
	case s.woken(rare):
		s.wakes()
	case s.instructed:
		s.prompt(rare)
	case rare.Origin == record.Scheduled, e.sender == parser.SenderSchedule, e.Parent != "" && e.Parent == s.p.fired && !s.generated:
		s.onSchedule(rare)
	case s.said && !s.generated && s.p.agent && others[rare.Origin] && rare.Origin != record.Handback && rare.Origin != continues:
		s.prompt(rare)
		e.own().sender = rare.Origin
	case e.Flags.Has(record.Meta) && s.said && rare.SourceToolUse == "" && others[rare.Origin]:
		s.foreign(rare)
	case e.Flags.Has(record.Meta) || rare.SourceToolUse != "":
		s.meta(rare)
	case s.command != nil && !s.said && asks(s.command) && !e.Flags.Has(record.Stacked) && (rare.Origin == "" || rare.Origin == "human"):
		s.prompt(rare)
	case s.command != nil && !s.said:
		e.kind = kindCommand
		if strings.HasPrefix(s.command.Name, "/") && !onClient(s.command) && !e.Flags.Has(record.Stacked) {
			s.p.bare, e.user = e, e.User
		}
	case s.said && !s.generated && (rare.Origin == "" || rare.Origin == "human"):
		s.prompt(rare)
	case s.said && !s.generated && s.p.agent && len(rare.Origin) > 0 && rare.Origin != "task-notification" &&
		rare.Origin != record.Handback:
		s.prompt(rare)
		e.own().sender = rare.Origin
	case s.said && !s.generated:
		s.foreign(rare)
	case s.dropped && len(e.blocks) == 1:
		e.kind, e.class, e.blocks, e.caveat = kindHidden, structural, nil, true
	case len(e.blocks) == 0 && e.kind != kindOutput:
		e.kind, e.class = kindHidden, structural // an empty message
	case e.kind != kindOutput:
		e.kind = kindEvent
	}
}

// instructs reports whether a record of the client has the instructions of a slash command: its
// text, or a skill.
func (s *speech) instructs() bool {
	if len(s.content) > 0 && strings.HasPrefix(s.content[0].Text, skillBase) {
		return true
	}
	return s.said && !s.dropped && !s.injected
}

// meta handles what Claude Code injected on its own account.
func (s *speech) meta(rare record.User) {
	e := s.e
	if bare := s.p.bare; bare != nil && e.Parent == bare.at.UUID && rare.SourceToolUse == "" && s.instructs() {
		s.p.bare, bare.kind, bare.role = nil, kindPrompt, roles[kindPrompt] // its instructions went to the model
		if bare.envelope().PromptSource == "queued" {
			bare.own().sender = parser.SenderQueue
		}
	}
	if rare.SourceToolUse != "" {
		e.own().fold = append(e.fold, rare.SourceToolUse)
	} else if s.p.gave.adds(e) {
		e.own().fold = append(e.fold, s.p.gave.call)
	}
	for i, blk := range e.blocks {
		if t, ok := blk.(*parser.Text); ok {
			e.blocks[i] = &parser.Event{Origin: *e.at, Type: "meta", Title: "injected text", Text: t.Text, Quiet: true}
		}
	}
	switch {
	case s.dropped && len(e.blocks) == 1, len(e.blocks) == 0 && e.kind != kindOutput:
		e.kind, e.class, e.blocks, e.caveat = kindHidden, structural, nil, s.dropped
	case s.command != nil && !s.said:
		e.kind = kindCommand
	case e.kind != kindOutput:
		e.kind = kindEvent
	}
}

// others are the origins of records whose words are of use to a reader, though the client marks them as its own.
var others = map[string]bool{"peer": true, "coordinator": true, "channel": true, continues: true, record.Handback: true}

// continues is the origin of what the client writes to go on by itself.
const continues = "auto-continuation"

// foreign handles text of somebody else than the user: a peer, a channel, a subagent that hands back.
func (s *speech) foreign(rare record.User) {
	e := s.e
	name := sentence(rare.Origin)
	switch rare.Origin {
	case record.Handback:
		name = "handed back"
	case continues:
		name = "continued automatically"
	}
	if e.kind = kindEvent; rare.Origin == continues {
		e.own().opens = true
	}
	for i, blk := range e.blocks {
		if t, ok := blk.(*parser.Text); ok {
			e.blocks[i] = &parser.Event{Origin: *e.at, Type: rare.Origin, Title: name, Text: t.Text}
		}
	}
}

// promptSources are sources of prompts that were not typed into the input as they are.
var promptSources = map[string]string{"queued": parser.SenderQueue, "suggestion_accepted": parser.SenderSuggested}

func (s *speech) prompt(rare record.User) {
	s.e.kind = kindPrompt
	if rare.Todos != nil && string(rare.Todos) != s.p.todos { // prompts repeat the list
		s.p.todos = string(rare.Todos)
		said := aside.Attachment("todos", raw.Object{{Name: "todos", Value: rare.Todos}})
		s.e.blocks = append(s.e.blocks, &parser.Attachment{Origin: *s.e.at, Type: "todos",
			Title: strings.TrimSpace("todos " + said.Name), Text: said.Text, Quiet: true})
	}
	if from := planFrom(s.e.Rare().PlanContent, firstText(s.content)); from != "" {
		s.e.own().plan = from
	}
	if how := promptSources[rare.PromptSource]; how != "" && s.e.sender == "" {
		s.e.own().sender = how
	}
}

// planSource finds the transcript of the planning session in a prompt that
// Claude Code wrote to start an implementation.
var planSource = lazy.MustCompile(`read the full transcript at:\s*(\S+)\.jsonl`)

// planFrom returns the id of the planning session of a prompt, "" for other prompts and where it is not known.
func planFrom(plan, text string) string {
	if plan == "" && !strings.HasPrefix(text, title.PlanPrompt) {
		return ""
	}
	m := planSource.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	name := path.Base(strings.ReplaceAll(m[1], `\`, "/"))
	if strings.HasPrefix(name, ".") {
		return "" // others replaced the path before the transcript was kept
	}
	return name
}
