package claude

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/claude/aside"
	"steno/parser/claude/record"
	"steno/parser/claude/wrapper"
	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/parser/title"
)

// wrapped turns one wrapper at the start of a user text into a block.
func (s *speech) wrapped(w wrapper.Wrapper) {
	switch w.Tag {
	case "command-name", "command-message", "command-args", "command-contents", "bash-input":
		s.commandPart(w)
	case "skill-format": // says only that the command is a skill
	case "local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr":
		s.output(w)
	case "local-command-caveat":
		s.dropped = true
		s.add(&parser.Event{Type: w.Tag, Title: "caveat", Text: w.Body, Quiet: true})
	case "task-notification", "agent-notification", "bash-notification":
		s.generated = true
		ev := notification(w)
		s.e.own().fold = append(s.e.fold, ev.CallID, ev.AgentID)
		s.add(ev)
	case "teammate-message", "agent-message", "cross-session-message", "channel":
		s.letter(w)
	case "scheduled-task":
		s.scheduled(w.Body)
	case "ci-monitor-event", "github-webhook-activity":
		s.generated = true
		s.e.own().opens = true
		s.add(ciEvent(w))
	case "observed_from_primary_session":
		s.generated = true
		s.e.own().opens = true
		s.add(aside.Observation(w.Tag, w.Body))
	case "mcp-resource-update", "mcp-polling-update":
		s.generated = true
		s.add(resourceUpdate(w))
	case "user-memory-input":
		s.add(&parser.Event{Type: w.Tag, Title: "memory: " + title.FirstLine(w.Body), Text: w.Body})
	case "ide_opened_file":
		_, file, _ := strings.Cut(w.Body, "The user opened ")
		file, _, found := strings.Cut(file, " in the IDE")
		if !found || strings.Contains(file, "\n") {
			file = ""
		}
		file = strings.TrimPrefix(file, "the file ")
		s.add(&parser.Event{Type: w.Tag, Title: strings.TrimSpace("open in the editor " + file), Text: w.Body, Quiet: true})
	case "uploaded_files":
		s.e.blocks = append(s.e.blocks, aside.Uploaded(w.Body, s.e.at))
		s.said = true
	default:
		s.add(&parser.Event{Type: w.Tag, Title: sentence(w.Tag), Text: w.Body, Quiet: true})
	}
}

func (s *speech) add(ev *parser.Event) {
	ev.Origin = *s.e.at
	s.e.blocks = append(s.e.blocks, ev)
	s.injected = true
}

func (s *speech) commandPart(w wrapper.Wrapper) {
	if s.command == nil {
		s.command = &parser.Command{Origin: *s.e.at}
		s.e.blocks = append(s.e.blocks, s.command)
	}
	c := s.command
	switch w.Tag {
	case "bash-input":
		c.Name, c.Args = "!", w.Body
	case "command-name":
		c.Name = strings.TrimSpace(w.Body)
		if c.Name != "" && !strings.HasPrefix(c.Name, "/") {
			c.Name = "/" + c.Name
		}
	case "command-message":
		if c.Name == "" {
			c.Name = "/" + strings.TrimSpace(w.Body)
		}
	case "command-args":
		c.Args = w.Body
	case "command-contents":
		c.Body = contents(w.Body)
	}
}

// contents unpacks command contents, which may be a text block as JSON.
func contents(body string) string {
	if !strings.HasPrefix(body, "{") {
		return body
	}
	if t := raw.ParseText(body).String("text"); t != "" {
		return t
	}
	return body
}

// output keeps what a command printed as a command without name, until it is
// known which command it belongs to.
func (s *speech) output(w wrapper.Wrapper) {
	switch {
	case s.command != nil && (s.printed == nil || s.printed.by != s.command):
		s.printed = printedBy(s.command)
	case s.printed == nil:
		c := &parser.Command{Origin: *s.e.at}
		s.printed = printedBy(c)
		s.e.kind, s.e.blocks = kindOutput, append(s.e.blocks, c)
	}
	if strings.HasSuffix(w.Tag, "stderr") {
		s.printed.add("", w.Body)
	} else {
		s.printed.add(w.Body, "")
	}
}

// printed gathers the output of a command. It may come in thousands of pieces,
// and adding each to a string would copy all that came before.
type printed struct {
	by             *parser.Command
	stdout, stderr strings.Builder
}

func printedBy(c *parser.Command) *printed {
	p := &printed{by: c}
	p.add(c.Stdout, c.Stderr)
	return p
}

func (p *printed) add(stdout, stderr string) {
	p.stdout.WriteString(stdout)
	p.stderr.WriteString(stderr)
	p.by.Stdout, p.by.Stderr = p.stdout.String(), p.stderr.String()
}

// notification reads a <task-notification>, which was <agent-notification> and <bash-notification>
// up to 2.0.76. Those name the task by agent-id and shell-id.
func notification(w wrapper.Wrapper) *parser.Event {
	child := func(name string) string { return prose.Unescape(wrapper.Child(w.Body, name, name == "result")) }
	ev := &parser.Event{
		Type:    "task-notification",
		Title:   child("summary"),
		Text:    child("result"),
		CallID:  strings.TrimSpace(child("tool-use-id")),
		AgentID: strings.TrimSpace(cmp.Or(child("task-id"), child("agent-id"), child("shell-id"))),
		Fields:  fields("status", child("status"), "output", child("output-file")),
	}
	ev.Fields = append(ev.Fields, usageFields(child("usage"))...)
	ev.Fields = append(ev.Fields, otherChildren(w.Body)...)
	if _, note, ok := strings.Cut(w.Body, "</summary>"); ok && w.Tag != "task-notification" {
		ev.Fields = append(ev.Fields, fields("note", strings.TrimSpace(note))...) // where the result is
	}
	switch child("status") {
	case "failed", "error":
		ev.Failed = true
	}
	if ev.Title == "" {
		ev.Title = "task notification"
	}
	if strings.HasPrefix(ev.Text, handedOver) {
		ev.Text, ev.Fields = "", append(ev.Fields, fields("answer", "shown where it was handed back")...)
	}
	if ev.Text == "" && !strings.Contains(w.Body, "<summary>") {
		ev.Text = w.Body
	}
	return ev
}

// handedOver begins the result of an agent that handed back its report in a message.
const handedOver = "This agent's report was delivered to you as a message"

// usageElement is a figure in a <usage>, as later versions write it.
var usageElement = lazy.MustCompile(`<([a-z_]+)>([^<]*)</[a-z_]+>`)

// usageFields reads the lines of a <usage>: "total_tokens: 1200", "duration_ms: 61000", or the elements in it.
func usageFields(text string) (list []parser.Field) {
	text = usageElement.ReplaceAllString(text, "$1: $2\n")
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !ok {
			return fields("usage", strings.ReplaceAll(strings.TrimSpace(text), "\n", ", "))
		}
		if ms, isTime := strings.CutSuffix(name, "_ms"); isTime {
			name, value = ms, cmp.Or(milliseconds(value), value)
		}
		list = append(list, fields(sentence(name), value)...)
	}
	return list
}

// resourceUpdate reads what a server of the Model Context Protocol reported of a resource or a tool.
func resourceUpdate(w wrapper.Wrapper) *parser.Event {
	return &parser.Event{
		Type:   w.Tag,
		Title:  strings.TrimSpace(sentence(w.Tag) + " " + cmp.Or(w.Attr("uri"), w.Attr("tool"))),
		Text:   cmp.Or(wrapper.Child(w.Body, "reason", false), w.Body),
		Fields: fields("server", w.Attr("server")),
	}
}

// otherChildren are the elements of a notification that it does not usually have,
// such as the <event> of a monitor.
func otherChildren(body string) []parser.Field {
	const most = 32 // tags looked at: a body is free to contain anything
	var list []parser.Field
	for range most {
		_, rest, open := strings.Cut(body, "<")
		name, rest, ok := strings.Cut(rest, ">")
		if !open || !ok {
			return list
		}
		text, after, closed := strings.Cut(rest, "</"+name+">")
		if !closed {
			body = rest
			continue
		}
		body = after
		switch name {
		case "summary", "result", "tool-use-id", "task-id", "agent-id", "shell-id", "status", "output-file", "usage":
		default:
			list = append(list, fields(name, prose.Unescape(strings.TrimSpace(text)))...)
		}
	}
	return list
}

// Messages of teammates, other agents, other sessions and channels. In the thread of an agent they are what it is
// asked to do, elsewhere events.

// letter reads a message that came in a wrapper. Bodies in JSON are the protocol by which agents coordinate.
func (s *speech) letter(w wrapper.Wrapper) {
	from := cmp.Or(w.Attr("teammate_id"), w.Attr("from-name"), w.Attr("from"), w.Attr("source"))
	ev := &parser.Event{Type: w.Tag, Text: w.Body, Fields: fields("from", from, "color", w.Attr("color"))}
	if o := raw.ParseText(w.Body); o.String("type") != "" {
		said := aside.Protocol(o)
		ev.Subtype, ev.Raw, ev.Text = o.String("type"), jsontext.Value(w.Body), said.Text
		ev.Title = sentFrom(ev.Subtype, from, said.Name)
		ev.Fields = append(ev.Fields, said.Fields...)
		ev.Failed = o.Raw("failureReason") != nil || o.String("idleReason") == "failed"
		ev.Quiet = !ev.Failed
	} else if from == "user" {
		s.instruction(parser.SenderTeammate, w.Body)
		s.p.teammate = cmp.Or(s.p.teammate, parser.SenderTeammate)
		return
	} else if report, ok := wrapper.HandedBack(w.Body); ok {
		ev.Type, ev.Title, ev.Text, ev.AgentID = record.Handback, "handed back", report, from
		s.e.own().fold = append(s.e.fold, from)
	} else if s.p.agent {
		s.instruction(from, w.Body)
		s.p.teammate = cmp.Or(s.p.teammate, from)
		return
	} else {
		ev.Title = sentFrom(w.Tag, from, w.Attr("summary"))
	}
	s.generated = true
	s.add(ev)
}

// sentFrom is the title of a message: what it is, who sent it, what it is about.
func sentFrom(kind, from, about string) string {
	t := sentence(kind)
	if from != "" {
		t += " from " + from
	}
	if about != "" {
		t += ": " + about
	}
	return t
}

// instruction: in an agent's own thread a message of its team is what it is
// asked to do, a prompt.
func (s *speech) instruction(from, body string) {
	s.e.blocks = append(s.e.blocks, &parser.Text{Origin: *s.e.at, Text: body})
	s.e.own().sender, s.said, s.instructed = from, true, true
}

// relayed handles what an agent's coordinator or the user says to it at work, and notifications that have no wrapper. It reports
// whether the text was one.
func (s *speech) relayed(text string) bool {
	if s.typed() && !s.e.Flags.Has(record.Meta) {
		return false
	}
	if from, said := wrapper.Relayed(text); from != "" {
		if from == "user" {
			s.instruction(parser.SenderQueue, said)
		} else if s.p.agent {
			s.instruction(from, said)
		} else {
			s.generated = true
			s.add(&parser.Event{Type: "coordinator", Title: sentFrom("message", "the coordinator", ""), Text: said})
		}
		return true
	}
	said, ok := wrapper.Notice(wrapper.Unframed(text))
	if ok {
		s.generated = true
		s.add(&parser.Event{Type: "task-notification", Title: "task notification", Text: said})
	}
	return ok
}

// unframed returns a text without what Claude Code puts in front of the messages of others. The user may paste all of it.
func (s *speech) unframed(text string) string {
	if s.typed() {
		return text
	}
	return wrapper.Unframed(text)
}

// resumptions are what the desktop client sends as if the user had typed it.
var resumptions = []string{
	"I hit my usage limit while you were working, but it has reset now. Please continue from where you left off.",
	"My computer went to sleep while you were working. Please continue from where you left off.",
	"The app was quit while you were working. Please continue from where you left off.",
}

// resumed reports whether a text is what the desktop client sends to go on, and adds it as such.
func (s *speech) resumed(text string) bool {
	if !slices.Contains(resumptions, strings.TrimSpace(text)) {
		return false
	}
	s.generated, s.e.own().opens = true, true
	s.add(&parser.Event{Type: continues, Title: "continued automatically", Text: text})
	return true
}

// bare returns a message of others as it was queued: without its frame.
func bare(text string) string {
	said := wrapper.Unframed(text)
	if found, rest := wrapper.Split(said); len(found) > 0 && wrapper.Remark(rest) {
		said = strings.TrimSuffix(said, rest)
	}
	return strings.TrimSpace(said)
}

// typed reports whether a record says that the user typed it.
func (s *speech) typed() bool {
	rare := s.e.Rare()
	return rare.Origin == "human" || rare.PromptSource == "typed"
}

// comment reads comments on a published page: lines that say where they are, then what they say.
func comment(text string) *parser.Event {
	ev := &parser.Event{Type: "artifact-comment", Title: "comment on an artifact"}
	head, said, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	for _, line := range strings.Split(head, "\n")[1:] {
		if name, value, ok := strings.Cut(line, ": "); ok {
			ev.Fields = append(ev.Fields, fields(strings.ToLower(name), strings.TrimSpace(value))...)
		} else {
			said = line + "\n" + said
		}
	}
	ev.Text = strings.TrimSpace(said)
	return ev
}

// nameSenders names the agents of which messages say no more than their ids.
func nameSenders(s *parser.Session) {
	names := make(map[string]string)
	for _, a := range s.Agents {
		names[a.ID] = cmp.Or(a.Name, a.Description)
	}
	for _, b := range s.Main.Branches {
		for m := range b.Messages() {
			for _, block := range m.Blocks {
				ev, ok := block.(*parser.Event)
				if !ok || ev.Type != record.Handback && ev.Type != "agent-message" {
					continue
				}
				for i, f := range ev.Fields {
					if f.Name == "from" && names[f.Value] != "" {
						ev.Fields[i].Value = names[f.Value]
					}
				}
			}
		}
	}
}
