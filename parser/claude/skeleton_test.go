package claude

import (
	"cmp"
	"fmt"
	"strings"

	"steno/parser"
)

// skeleton writes the structure of a session without a word of what was said:
// anchors, kinds, names of tools and commands, branches, agents, counts.
func skeleton(s *parser.Session) string {
	k := new(bones)
	head := "session " + name(s.ID)
	if f := s.ForkedFrom; f != nil {
		head += fmt.Sprintf(" forked from %s at %s, %d copied", name(f.SessionID), name(f.UUID), f.Records)
	}
	for _, id := range s.Aliases {
		head += " alias " + name(id)
	}
	k.line(0, "%s", head)
	k.thread(0, s.Main)
	for _, a := range s.Agents {
		if a.Parent == nil {
			k.agent(0, a)
		}
	}
	for _, w := range s.Workflows {
		k.workflow(w)
	}
	k.line(0, "%s", counts(&s.Ledger))
	for _, w := range s.Warnings {
		k.line(0, "warning line %d: %s", w.Line, w.Text)
	}
	return k.String()
}

// name cuts an id to the length of an anchor.
func name(id string) string { return id[:min(8, len(id))] }

// bones is a skeleton in the making.
type bones struct{ strings.Builder }

func (k *bones) line(depth int, format string, args ...any) {
	k.WriteString(strings.Repeat("  ", depth) + fmt.Sprintf(format, args...) + "\n")
}

func (k *bones) thread(depth int, t *parser.Thread) {
	for _, b := range t.All() {
		head := "branch " + b.ID
		if b.Parent != nil {
			head += " of " + b.Parent.ID
		}
		if b.Fork != nil {
			head += " after " + place(b.Fork.After) + " instead of " + place(b.Fork.Instead)
		}
		k.line(depth, "%s", head)
		for _, seg := range b.Segments {
			if c := seg.Compaction; c != nil {
				k.line(depth+1, "compaction %s%s", place(c.Anchor), mark(" with summary", c.Summary != nil))
			}
			for _, turn := range seg.Turns {
				k.turn(depth+1, turn)
			}
		}
	}
}

func place(anchor string) string { return strings.TrimPrefix(cmp.Or(anchor, "nothing"), "m-") }

func (k *bones) turn(depth int, t *parser.Turn) {
	if t.Prompt != nil {
		versions := ""
		for _, b := range t.Versions {
			versions += " [also " + b.ID + "]"
		}
		k.message(depth, t.Prompt, versions)
		depth++
	}
	for _, m := range t.Messages {
		k.message(depth, m, "")
	}
}

func (k *bones) message(depth int, m *parser.Message, rest string) {
	for _, n := range m.Rest().Notes {
		rest += " (" + n + ")"
	}
	k.line(depth, "%s %s%s%s", m.Kind, place(m.Anchor), rest, pieces(m))
	for _, b := range m.Blocks {
		if c, ok := b.(*parser.ToolCall); ok {
			for _, extra := range c.Extra {
				k.message(depth+1, extra, "")
			}
		}
	}
}

// pieces names the blocks of a message; a prompt of text alone needs no word.
func pieces(m *parser.Message) string {
	var s strings.Builder
	for _, b := range m.Blocks {
		if _, text := b.(*parser.Text); text && len(m.Blocks) == 1 && m.Kind != parser.KindEvent {
			continue
		}
		s.WriteString(" " + piece(b))
	}
	return s.String()
}

func piece(b parser.Block) string {
	switch x := b.(type) {
	case *parser.Text:
		return "text"
	case *parser.Thinking:
		return "thinking"
	case *parser.ToolCall:
		agent := ""
		if x.Agent != nil {
			agent = " agent " + x.Agent.ID
		}
		return "[" + cmp.Or(x.Name, "result") + agent + mark(" without result", x.Result == nil) + mark(" without call", x.Orphan) + "]"
	case *parser.Attachment:
		return "attachment/" + x.Type
	case *parser.Event:
		answer := x.Type == "task-notification" && x.Text != ""
		return strings.TrimSuffix(x.Type+"/"+x.Subtype, "/") + mark(" with answer", answer)
	case *parser.Command:
		return "command " + x.Name + mark(" with output", x.Stdout+x.Stderr != "")
	case *parser.Unknown:
		return "unknown " + x.Type
	}
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", b), "*parser."))
}

func (k *bones) agent(depth int, a *parser.Agent) {
	head := fmt.Sprintf("agent %s %s", a.ID, a.Kind)
	if a.Call != nil {
		head += fmt.Sprintf(" called by %s, known by %s", a.Call.ID, a.Link)
	}
	k.line(depth, "%s", head)
	k.thread(depth+1, a.Thread)
	for _, c := range a.Children {
		k.agent(depth+1, c)
	}
}

func (k *bones) workflow(w *parser.WorkflowRun) {
	call := ""
	if w.Call != nil {
		call = " called by " + w.Call.ID
	}
	k.line(0, "workflow %s%s", w.ID, call)
	for _, a := range w.Agents {
		k.line(1, "agent %s", a.ID)
	}
}

// counts returns the ledger without its zeros.
func counts(l *parser.Ledger) string {
	s := fmt.Sprintf("%d lines:", l.Lines)
	for _, c := range []struct {
		n    int
		name string
	}{{l.Shown, "shown"}, {l.Merged, "merged"}, {l.Structural, "structural"}, {l.Metadata, "metadata"},
		{l.Duplicate, "duplicate"}, {l.Unknown, "unknown"}, {l.Malformed, "malformed"}} {
		if c.n > 0 {
			s += fmt.Sprintf(" %d %s", c.n, c.name)
		}
	}
	return s
}

// mark returns text when on, else "".
func mark(text string, on bool) string {
	if on {
		return text
	}
	return ""
}
