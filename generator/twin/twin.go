// Package twin writes sessions as Markdown: for tools and agents that read text, and as
// the comment of a pull request. It is given clean sessions and adds nothing to them.
//
// What people and models wrote is Markdown already and stays it, without HTML, pictures and links
// that run something, see [Safe]. All else (commands, paths, outputs, titles) is put where it cannot
// become markup: in code spans and fences longer than any inside, or escaped.
package twin

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/parser/spill"
	"steno/theme/words"
)

// Options say what a twin contains.
type Options struct {
	Project string       // as shown
	Dir     string       // working directory, which paths are shown relative to; may be empty
	Facts   *facts.Facts // figures of the session; nil for none
	Client  string       // the agent that wrote the session, such as "Claude Code"
	Outputs int          // bytes of each tool output that are kept; 0 for none
	// Agent returns the address of an agent's twin; nil when agents are in this one.
	Agent func(*parser.Agent) string
}

// Session writes a session: its facts, then the conversation as it went, then the rewound
// branches, and the agents when they have no separate twins.
func Session(s *parser.Session, o Options) ([]byte, error) {
	w := &writer{Options: o}
	w.line("# " + Escape(oneLine(s.Title.Text, 200)))
	w.facts(s)
	w.thread(s.Main, false)
	if o.Agent == nil {
		for _, a := range s.Agents {
			w.line("# Agent: " + Escape(agentName(a)))
			w.thread(a.Thread, true)
		}
	}
	return w.bytes()
}

// Agent writes the transcript of one agent.
func Agent(a *parser.Agent, o Options) ([]byte, error) {
	w := &writer{Options: o}
	w.line("# Agent: " + Escape(agentName(a)))
	w.thread(a.Thread, true)
	return w.bytes()
}

func agentName(a *parser.Agent) string {
	name := cmp.Or(a.Description, a.Name)
	if name == "" && a.Kind != parser.AgentInternal {
		name = publish.AgentTitle(a)
	}
	return oneLine(cmp.Or(name, a.Type, a.ID), 120)
}

// writer collects paragraphs. Those of a large session wait in a file: a buffer that grows takes up
// to three times what is in it.
type writer struct {
	Options
	out    bytes.Buffer
	before spill.File // what was in out before
	parts  []int      // bytes of each part of that
}

// mostBuffered is how many bytes of paragraphs are in memory, about.
const mostBuffered = 1 << 20

// spill makes room for more paragraphs.
func (w *writer) spill() {
	if w.out.Len() > mostBuffered {
		w.before.Put(w.out.Bytes())
		w.parts = append(w.parts, w.out.Len())
		w.out.Reset()
	}
}

// bytes ends the text with one line break.
func (w *writer) bytes() ([]byte, error) {
	defer w.before.Close()
	size := w.out.Len()
	for _, n := range w.parts {
		size += n
	}
	all, at := make([]byte, size, size+1), 0
	for _, n := range w.parts {
		if _, err := w.before.ReadAt(all[at:at+n], int64(at)); err != nil {
			return nil, fmt.Errorf("reading the Markdown of a session: %w", err)
		}
		at += n
	}
	copy(all[at:], w.out.Bytes())
	return append(bytes.TrimRight(all, "\n"), '\n'), nil
}

// line writes a paragraph.
func (w *writer) line(text string) { w.out.WriteString(text + "\n\n") }

func (w *writer) facts(s *parser.Session) {
	fact := func(name, value string) {
		if value != "" {
			w.out.WriteString("- " + name + ": " + value + "\n")
		}
	}
	fact("session", code(s.ID))
	fact("project", Escape(w.Project))
	fact("begun", stamp(s.Start))
	fact("ended", stamp(s.End))
	fact("tags", escaped(s.Tags))
	fact("git branches", spans(s.Branches))
	fact("models", spans(s.Models))
	if u := s.Usage; u.Input+u.Output+u.CacheRead+u.CacheWrite > 0 { // many clients record none
		fact("tokens", fmt.Sprintf("%d input, %d output, %d read from cache, %d written to cache", u.Input,
			u.Output, u.CacheRead, u.CacheWrite))
	}
	for _, pr := range s.PullRequests {
		fact("pull request", Escape(pr.Name()))
	}
	for _, c := range s.Commits {
		fact("commit", commitText(c))
	}
	for _, m := range s.Metadata {
		switch m.Name {
		case parser.MetadataOutcome:
			fact("result", Escape(oneLine(m.Value, 200)))
		case parser.MetadataDenied:
			fact(m.Name, Escape(oneLine(m.Value, 400)))
		}
	}
	if f := w.Facts; f != nil {
		fact("files changed", f.Changed().String())
		fact("errors", f.Errors.String())
		for i := range f.Tests {
			fact("tests", Escape(f.Tests[i].String()))
		}
		fact("outcome", Escape(Outcome(f)))
		for _, flag := range Flags(f.Flags) {
			fact("review", flag)
		}
	}
	if r := s.Reported; r != nil {
		fact("cost", r.String()+" reported by "+cmp.Or(w.Client, "the agent"))
	}
	w.out.WriteString("\n")
	if s.Note != "" {
		w.line(Safe(clean(strings.TrimSpace(s.Note))))
	}
}

// commitText is a commit with its marks.
func commitText(c parser.Commit) string {
	text := "hash not printed: "
	if c.SHA != "" {
		text = code(c.SHA) + " "
	}
	text += Escape(oneLine(c.Subject, 200))
	for _, mark := range []struct {
		set  bool
		text string
	}{{c.Amended, "amended"}, {c.Dropped, "removed by git reset"}, {c.Background, "in the background"}, {c.NoVerify, "--no-verify"}} {
		if mark.set {
			text += ", " + mark.text
		}
	}
	return text
}

func escaped(texts []string) string {
	var list []string
	for _, t := range texts {
		list = append(list, Escape(oneLine(t, 100)))
	}
	return strings.Join(list, ", ")
}

func (w *writer) thread(t *parser.Thread, agent bool) {
	number := 0
	if t.Beginning != nil {
		w.line("*It began as a copy of another session. [What both share](beginning/index.html) is not repeated here: " +
			plural(t.Beginning.Prompts(), "prompt", "prompts") + ".*")
	}
	for i, b := range t.Branches {
		if i > 0 {
			w.line("## Rewound branch " + Escape(b.ID))
		}
		for _, seg := range b.Segments {
			if seg.Compaction.Cleared() {
				w.line("---")
				w.line("*The context was cleared here.*")
			} else if seg.Compaction != nil {
				w.line("---")
				w.line("*The context was compacted here.*")
			}
			for _, turn := range seg.Turns {
				if turn.Prompt != nil {
					number++
					w.line(strings.TrimSpace("## " + words.Prompt(agent, number) + " " + stamp(turn.Prompt.Time)))
				}
				w.anchors(turn)
				w.said(turn)
				if turn.Prompt != nil {
					w.message(turn.Prompt, true)
				}
				for _, m := range turn.Messages {
					w.message(m, false)
					w.spill()
				}
			}
		}
	}
}

// said writes what the session's publisher says about a turn.
func (w *writer) said(turn *parser.Turn) {
	if turn.Mark != "" {
		w.line("**Marked:** " + Escape(oneLine(turn.Mark, 200)))
	}
	if turn.Note != "" {
		w.line("**Note:**")
		w.line(Safe(clean(turn.Note)))
	}
}

// anchors writes the anchors of a turn into a comment: readers of the file find the turn of an address by them.
func (w *writer) anchors(turn *parser.Turn) {
	var list []string
	for anchor := range turn.Anchors() {
		if len(list) == 0 || list[len(list)-1] != anchor {
			list = append(list, anchor)
		}
	}
	if len(list) > 0 {
		w.line("<!-- " + strings.Join(list, " ") + " -->")
	}
}

// message writes one message. Prompts are quoted, so that they stand out.
func (w *writer) message(m *parser.Message, quoted bool) {
	list := false
	for _, block := range m.Blocks {
		text, item := w.block(block)
		if m.APIError != "" && !item && strings.HasPrefix(text, "{") { // others are as the client showed them
			text = prose.Failure(text)
		}
		if text == "" {
			continue
		}
		if list && !item {
			w.out.WriteString("\n")
		}
		switch list = item; {
		case item:
			w.out.WriteString("- " + text + "\n")
		case quoted:
			w.line(Safe(quote(text)))
		default:
			w.line(Safe(clean(text)))
		}
	}
	if list {
		w.out.WriteString("\n")
	}
}

// block is what a block says, and whether that is an item of a list.
func (w *writer) block(block parser.Block) (text string, item bool) {
	switch b := block.(type) {
	case *parser.Text:
		if b.Pasted {
			return quote(strings.TrimSpace(b.Text)), false
		}
		return strings.TrimSpace(b.Text), false
	case *parser.ToolCall:
		return w.call(b), true
	case *parser.Command:
		return code(strings.TrimSpace(b.Name + " " + oneLine(b.Args, 200))), true
	case *parser.Event:
		if b.Quiet {
			return "", false
		}
		return Escape(oneLine(b.Title, 200)) + said(b), true
	case *parser.Attachment:
		return "attached: " + Escape(oneLine(b.Title, 200)), true
	case *parser.Image:
		return "a picture", true
	}
	return "", false
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

func spans(list []string) string {
	var all []string
	for _, s := range list {
		all = append(all, code(s))
	}
	return strings.Join(all, ", ")
}
