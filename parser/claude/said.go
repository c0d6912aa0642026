package claude

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/claude/wrapper"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/title"
)

// What the user says beside prompts: when declining a call, when answering questions, with a
// slash command. What is typed when allowing a call is beside its result in the same record.

// declined are what Claude Code writes before the sentence that a user typed when
// declining a call. The first is of 2.0 and later, the second of 1.0.
var declined = []string{"To tell you how to proceed, the user said:\n", "The user provided the following reason for the rejection:",
	"The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). The user said:\n"}

// putOff begin what Claude Code writes when the user leaves questions open, to talk about them first or to go on
// with a plan: nobody typed it. The answers that were already given follow. From 2.1.217 on it is in userFeedback, too.
var putOff = []string{"The user wants to clarify these questions.",
	"The user has indicated they have provided enough answers for the plan interview."}

// leftOpen returns the answers that were given before the user left questions open. It reports whether
// that is what a text says.
func leftOpen(said string) (answers string, ok bool) {
	if !slices.ContainsFunc(putOff, func(begin string) bool { return strings.HasPrefix(said, begin) }) {
		return "", false
	}
	var all strings.Builder
	inside := false
	for line := range strings.Lines(said) {
		answer, begins := strings.CutPrefix(line, "  Answer: ")
		if inside = begins || inside && !strings.HasPrefix(line, "- \""); inside {
			all.WriteString(answer)
		}
	}
	return strings.TrimSpace(all.String()), true
}

// notesOnly is recorded where an answer is only a note. Observed in 2.1.217.
const notesOnly = "(notes only)"

// hint begins what Claude Code (2.1.78 and later) writes for the model behind the sentence that the user typed.
const hint = "\n\nNote: The user's next message may contain a correction or preference."

// typedWith returns what the user typed with the result of a call, and who that makes the
// sender of a prompt: parser.SenderRejection or parser.SenderAnswer. Both are "" when nothing was typed.
func typedWith(c *parser.ToolCall) (text, sender string) {
	r := c.Result
	if r == nil {
		return "", ""
	}
	if r.Rejected {
		for _, mark := range declined {
			if _, said, ok := strings.Cut(r.Text(), mark); ok {
				said, _, _ = strings.Cut(said, hint)
				said = strings.TrimSpace(said)
				answers, open := leftOpen(said)
				switch {
				case said == "", open && answers == "":
					return "", ""
				case open:
					return answers, parser.SenderAnswer
				}
				return said, parser.SenderRejection
			}
		}
		if wordsAlone(r) && !begins(r.Text(), rejections) {
			return strings.TrimSpace(r.Text()), parser.SenderRejection
		}
		return "", ""
	}
	if c.Name != "AskUserQuestion" || r.IsError {
		return "", ""
	}
	var answers []string
	said := raw.ParseObject(r.Structured)
	for _, m := range said.Object("answers") {
		a := strings.TrimSpace(raw.Text(m.Value))
		if note := strings.TrimSpace(said.Object("annotations").Object(m.Name).String("notes")); note != "" && note != a {
			if a == notesOnly {
				a = ""
			}
			a = strings.TrimPrefix(a+": "+note, ": ")
		}
		if a != "" {
			answers = append(answers, a)
		}
	}
	if len(answers) == 0 {
		return "", ""
	}
	return strings.Join(answers, "\n"), parser.SenderAnswer
}

// asks reports whether a slash command is a request by itself: it has arguments and is not one that
// works on the client. One without arguments is a request if instructions for the model follow.
func asks(c *parser.Command) bool { return strings.TrimSpace(c.Args) != "" && !onClient(c) }

// stacked shows what the user typed with a first command: "/plan /draw the hull" is recorded once for each of its commands,
// with the same arguments. The others are no prompts. Observed in 2.1.201 to 2.1.280.
func stacked(c *parser.Command, input string) {
	if typed, ok := strings.CutPrefix(input, c.Name+" "); ok {
		c.Args = strings.TrimSpace(typed)
	}
}

func onClient(c *parser.Command) bool {
	return slices.Contains(settings, strings.TrimPrefix(c.Name, "/"))
}

// settings are commands that work on the client, "!" on its shell: their arguments ask
// for no work.
var settings = strings.Fields(`! add-dir agents allowed-tools btw bug clear color compact config context cost effort exit export
	fast feedback help hooks ide keybindings login logout mcp memory model mode output-style permissions plugin plugins
	privacy-settings quit release-notes rename resume rewind sandbox status tag terminal-setup theme upgrade usage vim`)

// scheduled takes the body of a scheduled task as the prompt that it is.
func (s *speech) scheduled(body string) {
	s.e.blocks = append(s.e.blocks, &parser.Text{Origin: *s.e.at, Text: body})
	s.e.own().sender, s.said = parser.SenderSchedule, true
}

// wakes are the tools with which an agent asks to be woken, and what its waking is called.
var wakes = map[string]string{"ScheduleWakeup": "the agent was woken, as it had planned",
	"CronCreate": "sent on the schedule that the agent had made"}

// waking is what an agent asked to be woken with.
type waking struct {
	title string    // of the event when it is woken
	due   time.Time // zero where it is not known
}

// plan notes the prompt with which a call asks to wake the agent.
func (p *presenter) plan(c *parser.ToolCall, at time.Time) {
	planned := waking{title: wakes[c.Name]}
	if planned.title == "" {
		return
	}
	in := raw.ParseObject(c.Input)
	if seconds := in.Int("delaySeconds"); seconds > 0 && !at.IsZero() {
		planned.due = at.Add(time.Duration(min(max(seconds, shortestDelay), longestDelay)-early) * time.Second)
	}
	if p.wakeups == nil {
		p.wakeups = make(map[string]waking)
	}
	p.wakeups[strings.TrimSpace(in.String("prompt"))] = planned
}

// The client bounds delays, in seconds, and is early at most by so much.
const (
	shortestDelay = 60
	longestDelay  = 3600
	early         = 5
)

// wakingText is what a record says that may be the prompt with which the agent asked to be woken. The client
// expands a slash command, as if the user had typed it.
func (s *speech) wakingText() string {
	switch {
	case s.command != nil && !s.said:
		return strings.TrimSpace(s.command.Name + " " + s.command.Args)
	case s.said && len(s.content) == 1:
		return strings.TrimSpace(s.content[0].Text)
	}
	return ""
}

// woken reports whether a record is the prompt with which the agent asked to be woken: no one else says it. A command
// has no mark; it is the agent's if it comes when the agent wanted to be woken.
func (s *speech) woken(rare record.User) bool {
	text := s.wakingText()
	planned, ok := s.p.wakeups[text]
	if !ok || text == "" {
		return false
	}
	if s.e.Flags.Has(record.Meta) || rare.Origin == record.Scheduled || s.e.Parent != "" && s.e.Parent == s.p.fired {
		return true
	}
	return s.command != nil && !s.typed() && !planned.due.IsZero() && !s.e.at.Time.Before(planned.due)
}

// wakes opens a turn in which the agent goes on as it planned. A sentinel is no text for a reader.
func (s *speech) wakes() {
	text := s.wakingText()
	planned := s.p.wakeups[text].title
	if strings.HasPrefix(text, "<<") && strings.HasSuffix(text, ">>") {
		text = ""
	}
	e := s.e
	e.kind, e.blocks = kindEvent, []parser.Block{&parser.Event{Origin: *e.at, Type: wakeup, Title: planned, Text: text}}
	e.own().opens, e.own().fires = true, true
	s.generated = true
}

// wakeup is the type of the event with which an agent goes on as it planned.
const wakeup = "wakeup"

// onSchedule handles a prompt that a clock sent. What it was wrapped in for the model is not
// part of it.
func (s *speech) onSchedule(rare record.User) {
	for i, blk := range s.e.blocks {
		if ev, ok := blk.(*parser.Event); ok && ev.Type == "task-notification" {
			s.e.blocks[i] = &parser.Text{Origin: *s.e.at, Text: cmp.Or(ev.Text, ev.Title)}
			s.said = true
		}
	}
	if !s.said && s.command == nil {
		s.meta(rare)
		return
	}
	s.e.own().sender, s.e.fold = parser.SenderSchedule, nil
	s.prompt(rare)
}

// spokenAloud makes a prompt of what the user said in a call.
func (p *presenter) spokenAloud(e *entry, o raw.Object, text string) bool {
	text = strings.TrimSpace(cmp.Or(text, o.Text("text"), o.Text("transcript")))
	if who := cmp.Or(o.String("role"), o.String("speaker")); text == "" || who != "" && who != "user" {
		return false
	}
	e.kind, e.blocks = kindPrompt, []parser.Block{&parser.Text{Origin: *e.at, Text: text}}
	e.own().sender = parser.SenderVoice
	return true
}

// checked is where a watcher of checks says which pull request it speaks of.
var checked = lazy.MustCompile(`\b([\w.-]+/[\w.-]+) PR #(\d+)\b`)

// ciEvent is what a watcher of checks reports: an event that asks for work.
func ciEvent(w wrapper.Wrapper) *parser.Event {
	ev := &parser.Event{Type: w.Tag, Title: title.FirstLine(w.Body), Text: w.Body}
	if m := checked.FindStringSubmatch(w.Body); m != nil {
		ev.Fields = fields("pull request", "https://github.com/"+m[1]+"/pull/"+m[2])
	}
	return ev
}

// said opens a turn with what the user typed with the result of a call.
func (a *assembler) said(e *entry, c *parser.ToolCall) {
	text, sender := typedWith(c)
	if text == "" && e.typed != "" { // the result does not repeat it
		if text, sender = e.typed, parser.SenderAnswer; c.Result != nil && c.Result.Rejected {
			sender = parser.SenderRejection
		}
	}
	if text == "" {
		return
	}
	a.turn = nil
	a.open()
	a.turn.Prompt = &parser.Message{
		Origin: *e.at, Kind: parser.KindPrompt, End: e.at.Time,
		Blocks: []parser.Block{&parser.Text{Origin: *e.at, Text: text}},
	}
	a.turn.Prompt.SetRest(parser.More{Sender: sender})
	a.printed = nil
}

// subtask is the slash command by which the user hands a task to a copy of the agent, which works on its own and
// returns its report. The client says so at once. Both were observed in 2.1.220, as records of the client.
const subtask = "/subtask"

// forked matches what the client says then: the name of the copy and the end of its id.
var forked = lazy.MustCompile(`^⑂ forked (\S+) \((\w{4,})\)$`)

// delegates reports whether a slash command hands a task to a copy of the agent.
func delegates(c *parser.Command) bool { return c.Name == subtask && strings.TrimSpace(c.Args) != "" }

// delegated marks in a record of the client what the user handed to a copy of the agent. It reports whether there is any.
func delegated(e *entry) bool {
	for _, blk := range e.blocks {
		if c, ok := blk.(*parser.Command); ok && delegates(c) {
			e.own().sender = parser.SenderSubtask
			return true
		}
	}
	return false
}

// subtasks finds the prompts by which the user started copies of the agent.
func (l *linker) subtasks() {
	for _, b := range l.p.out.Main.Branches {
		for m := range b.Messages() {
			for _, blk := range m.Blocks {
				if c, ok := blk.(*parser.Command); ok && delegates(c) {
					l.started(c)
				}
			}
		}
	}
}

// started notes which copy of the agent a prompt started.
func (l *linker) started(c *parser.Command) {
	said := forked.FindStringSubmatch(strings.TrimSpace(c.Stdout))
	if said == nil {
		return
	}
	for _, r := range l.p.runs.list {
		if a := r.agent; a.Call == nil && a.Asked == "" && a.Name == said[1] && strings.HasSuffix(a.ID, said[2]) {
			a.Asked = c.Anchor
			return
		}
	}
}
