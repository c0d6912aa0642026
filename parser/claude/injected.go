package claude

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/claude/wrapper"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/title"
	"steno/parser/tree"
)

// wrapped turns one wrapper at the start of a user text into a block.
func (s *speech) wrapped(w wrapper.Wrapper) {
	switch w.Tag {
	case "command-name", "command-message", "command-args", "command-contents", "bash-input":
		s.commandPart(w)
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
	child := func(name string) string { return entities.Replace(wrapper.Child(w.Body, name, name == "result")) }
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
	if ev.Text == "" && !strings.Contains(w.Body, "<summary>") {
		ev.Text = w.Body
	}
	return ev
}

// entities are what Claude Code escapes in notifications.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&apos;", "'", "&amp;", "&")

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
			list = append(list, fields(name, entities.Replace(strings.TrimSpace(text)))...)
		}
	}
	return list
}

// letter reads a message of a teammate, another agent, another session or a
// channel. Bodies in JSON are the protocol by which agents coordinate.
func (s *speech) letter(w wrapper.Wrapper) {
	from := cmp.Or(w.Attr("teammate_id"), w.Attr("from-name"), w.Attr("from"), w.Attr("source"))
	ev := &parser.Event{
		Type:   w.Tag,
		Title:  cmp.Or(w.Attr("summary"), strings.TrimSpace(sentence(w.Tag)+" from "+from)),
		Text:   w.Body,
		Fields: fields("from", from, "color", w.Attr("color")),
	}
	if o := raw.ParseText(w.Body); o.String("type") != "" {
		ev.Title = strings.TrimSpace(from + ": " + sentence(o.String("type")))
		ev.Subtype, ev.Quiet, ev.Raw = o.String("type"), true, jsontext.Value(w.Body)
		ev.Text = cmp.Or(o.Text("message"), o.Text("content"), o.Text("reason"), o.Text("summary"),
			strings.TrimSpace(o.String("subject")+"\n\n"+o.String("description"))) // of a task that is assigned
	} else if from == "user" {
		s.instruction(parser.SenderTeammate, w.Body)
		return
	} else if s.p.agent {
		s.instruction(from, w.Body)
		return
	}
	s.generated = true
	s.add(ev)
}

// instruction: in an agent's own thread a message of its team is what it is
// asked to do, a prompt.
func (s *speech) instruction(from, body string) {
	s.e.blocks = append(s.e.blocks, &parser.Text{Origin: *s.e.at, Text: body})
	s.e.own().sender, s.p.teammate = from, cmp.Or(s.p.teammate, from)
	s.said = true
}

// A caveat precedes local commands. Claude Code made it once per run and wrote
// it once per file, and every later command names it as its parent all the same,
// though the conversation went on in between. So it does not say where the user
// was: of the commands below a caveat the earliest stays there, each other one
// goes behind what was written last before it.

// afterCaveats puts the later commands of caveats where they were given.
func (b *threadBuilder) afterCaveats(nodes []tree.Node) {
	first := make(map[int32]int32) // command by caveat
	var commands []int32
	for n, e := range b.nodes {
		i, p := int32(n), nodes[n].Parent
		if e.kind != kindCommand || p == tree.None || !b.nodes[p].caveat {
			continue
		}
		commands = append(commands, i)
		if f, known := first[p]; !known || nodes[i].Time < nodes[f].Time {
			first[p] = i
		}
	}
	if len(commands) == len(first) {
		return
	}
	later := make(map[int32]bool)
	for _, i := range commands {
		if p := nodes[i].Parent; first[p] != i {
			later[i] = true
			nodes[i].Parent, nodes[i].Link = tree.None, tree.Follow
		}
	}
	order := byTime(nodes)
	last := int32(tree.None) // the last record of an earlier time
	for k, i := range order {
		if k > 0 && nodes[i].Time > nodes[order[k-1]].Time {
			last = order[k-1]
		}
		if later[i] && last != tree.None {
			nodes[i].Parent, nodes[i].Link = last, tree.Linked
		}
	}
}

// byTime lists the nodes that bear a time, in its order.
func byTime(nodes []tree.Node) []int32 {
	var order []int32
	for i := range int32(len(nodes)) {
		if nodes[i].Time != 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(nodes[i].Time, nodes[j].Time) })
	return order
}
