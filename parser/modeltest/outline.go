package modeltest

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"steno/parser"
)

// Outline writes a session as text: what a reader of its pages would find, one
// line per message or block, long texts cut. It is stable and meant for tests
// and for people who look for faults.
func Outline(w io.Writer, s *parser.Session) error {
	o := &outline{w: bufio.NewWriter(w)}
	o.line(0, "session %s", s.ID)
	o.line(0, "title %q (%s)", s.Title.Text, s.Title.Source)
	o.facts(s)
	o.thread(0, "main", s.Main)
	for _, a := range s.Agents {
		if a.Parent == nil {
			o.agent(0, a)
		}
	}
	for _, wf := range s.Workflows {
		o.workflow(wf)
	}
	for _, n := range s.Notes {
		o.line(0, "%s %s %s", n.Kind, n.Name, quote(n.Text))
	}
	o.ledger(s)
	for _, warning := range s.Warnings {
		o.line(0, "warning %s:%d: %s", warning.File, warning.Line, warning.Text)
	}
	return o.w.Flush()
}

type outline struct{ w *bufio.Writer }

// line writes one line; errors stay in the writer until Flush.
func (o *outline) line(depth int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	o.w.WriteString(strings.Repeat("  ", depth) + strings.TrimRight(text, " ") + "\n")
}

func (o *outline) facts(s *parser.Session) {
	for _, f := range fields("aliases", strings.Join(s.Aliases, " "), "slug", s.Slug, "dirs", strings.Join(s.Dirs, " "),
		"git", strings.Join(s.Branches, " "), "versions", strings.Join(s.Versions, " "),
		"models", strings.Join(s.Models, " "), "continued in", s.ContinuedIn) {
		o.line(0, "%s %s", f.Name, f.Value)
	}
	if f := s.ForkedFrom; f != nil {
		o.line(0, "forked from %s at %s, %d records copied", f.SessionID, f.UUID, f.Records)
	}
	for _, tag := range s.Tags {
		o.line(0, "tag = %s", quote(tag))
	}
	for _, f := range s.Metadata {
		o.line(0, "%s = %s", f.Name, quote(f.Value))
	}
	for _, pr := range s.PullRequests {
		o.line(0, "pull request %s#%d %s at %s", pr.Repository, pr.Number, pr.URL, pr.Anchor)
	}
	for _, page := range s.Pages {
		o.line(0, "page %s %s %s", page.URL, quote(page.Title), page.Path)
	}
	for _, c := range s.Commits {
		o.line(0, "commit %s on %s %s at %s", c.SHA, c.Branch, quote(c.Subject), c.Anchor)
	}
	o.usage(0, &s.Usage)
}

func (o *outline) usage(depth int, u *parser.Usage) {
	if u.Requests > 0 {
		o.line(depth, "usage %d requests, %d in, %d out, %d read, %d written (%d for an hour)",
			u.Requests, u.Input, u.Output, u.CacheRead, u.CacheWrite, u.CacheWrite1h)
	}
}

func (o *outline) thread(depth int, name string, t *parser.Thread) {
	o.line(depth, "%s", name)
	for _, b := range t.All() {
		head := "branch " + b.ID
		if b.Parent != nil {
			head += " of " + b.Parent.ID
		}
		if b.Fork != nil {
			head += fmt.Sprintf(" after %s instead of %s", cmp.Or(b.Fork.After, "nothing"), cmp.Or(b.Fork.Instead, "nothing"))
		}
		o.line(depth+1, "%s", head)
		for i, s := range b.Segments {
			o.segment(depth+2, i, s)
		}
	}
}

func (o *outline) segment(depth, i int, s *parser.Segment) {
	head := "segment " + strconv.Itoa(i+1)
	if c := s.Compaction; c != nil {
		head += fmt.Sprintf(" compaction %s %s %d->%d %s", c.Anchor, cmp.Or(c.Trigger, "?"), c.PreTokens, c.PostTokens, quote(c.Text))
	}
	o.line(depth, "%s", head)
	if c := s.Compaction; c != nil && c.Summary != nil {
		o.message(depth+1, "summary", c.Summary)
	}
	for _, t := range s.Turns {
		o.turn(depth+1, t)
	}
}

func (o *outline) turn(depth int, t *parser.Turn) {
	head := "turn"
	for _, v := range t.Versions {
		head += " [also " + v.ID + "]"
	}
	o.line(depth, "%s", head)
	if t.Prompt != nil {
		o.message(depth+1, "prompt", t.Prompt)
	}
	for _, m := range t.Messages {
		o.message(depth+1, string(m.Kind), m)
	}
}

func (o *outline) message(depth int, name string, m *parser.Message) {
	head, rest := name+" "+m.Anchor, m.Rest()
	for _, f := range fields("id", m.ID, "model", m.Model, "stop", m.StopReason, "error", m.APIError, "from", rest.Sender,
		"mode", rest.PermissionMode, "thinking", rest.Thinking, "plan from", rest.PlanFrom, "note", strings.Join(rest.Notes, "; ")) {
		head += " " + f.Name + "=" + f.Value
	}
	if len(m.Blocks) == 1 {
		if t, ok := m.Blocks[0].(*parser.Text); ok && !t.Pasted {
			o.line(depth, "%s %s", head, quote(t.Text))
			return
		}
	}
	o.line(depth, "%s", head)
	for _, b := range m.Blocks {
		o.block(depth+1, b)
	}
}

func (o *outline) block(depth int, b parser.Block) {
	switch x := b.(type) {
	case *parser.Text:
		o.line(depth, "text%s %s", mark(" pasted", x.Pasted), quote(x.Text))
		for _, c := range x.Cites {
			o.line(depth+1, "cites %s %s %s", quote(c.Title), c.URL, quote(c.Text))
		}
	case *parser.Thinking:
		o.line(depth, "thinking %s%s%s", quote(x.Text), mark(" redacted", x.Redacted), mark(" signed", x.Signed))
	case *parser.ToolCall:
		o.call(depth, x)
	case *parser.Image:
		o.line(depth, "image %s %d %s", x.MediaType, len(x.Data), x.Ref)
	case *parser.Document:
		o.line(depth, "document %s %d %s %s %s", x.MediaType, len(x.Data), quote(x.Title), quote(x.Text), x.Ref)
	case *parser.Attachment:
		o.line(depth, "attachment %s%s%s %s %s%s", x.Type, mark(" failed", x.Failed), mark(" quiet", x.Quiet),
			quote(x.Title), quote(x.Text), fieldList(x.Fields))
	case *parser.Event:
		o.line(depth, "event %s%s%s %s %s%s", strings.Trim(x.Type+"/"+x.Subtype, "/"), mark(" failed", x.Failed), mark(" quiet", x.Quiet),
			quote(x.Title), quote(x.Text), fieldList(x.Fields))
	case *parser.Command:
		o.line(depth, "command %s %s%s", x.Name, quote(x.Args),
			fieldList(fields("body", quoted(x.Body), "stdout", quoted(x.Stdout), "stderr", quoted(x.Stderr))))
	case *parser.Unknown:
		o.line(depth, "unknown %s %s", x.Type, quote(string(x.Raw)))
	}
}

func (o *outline) call(depth int, c *parser.ToolCall) {
	head := "call " + strconv.Quote(c.Name) + mark(" server", c.Server) + mark(" orphan "+c.ID, c.Orphan)
	if r := c.Result; r == nil {
		head += " no result"
	} else {
		head += mark(" error", r.IsError) + mark(" rejected", r.Rejected) +
			mark(" denied "+r.Denied, r.Denied != "") + mark(" cancelled", r.Cancelled) +
			mark(" interrupted", r.Interrupted)
		if p := r.Persisted; p != nil {
			head += fmt.Sprintf(" persisted %s %s%s", p.Name, p.Size, mark(" found", p.Found))
		}
	}
	if c.Agent != nil {
		head += " agent " + c.Agent.ID
	}
	o.line(depth, "%s %s", head, quote(string(c.Input)))
	if c.Result != nil {
		for _, b := range c.Result.Content {
			o.block(depth+1, b)
		}
	}
	for _, m := range c.Extra {
		o.message(depth+1, "extra", m)
	}
}

func (o *outline) agent(depth int, a *parser.Agent) {
	head := "agent " + a.ID + " " + string(a.Kind)
	call := ""
	if a.Call != nil {
		call = a.Call.ID
	}
	for _, f := range fields("type", a.Type, "name", a.Name, "run", a.Run, "link", string(a.Link), "call", call, "asked", a.Asked) {
		head += " " + f.Name + "=" + f.Value
	}
	o.line(depth, "%s %s", head, quote(cmp.Or(a.Description, a.Prompt)))
	o.usage(depth+1, &a.Usage)
	o.thread(depth+1, "thread", a.Thread)
	for _, c := range a.Children {
		o.agent(depth+1, c)
	}
}

func (o *outline) workflow(w *parser.WorkflowRun) {
	call := ""
	if w.Call != nil {
		call = w.Call.ID
	}
	o.line(0, "workflow %s %s %s call=%s %s", w.ID, w.Name, w.Status, call, quote(w.Result))
	for _, ph := range w.Phases {
		o.line(1, "phase %s %s", quote(ph.Title), quote(ph.Detail))
		for _, a := range ph.Agents {
			o.line(2, "agent %s", a.ID)
		}
	}
}

func (o *outline) ledger(s *parser.Session) {
	for i := range s.Files {
		f := &s.Files[i]
		o.line(0, "file %s: %s", f.Path, Account(&f.Ledger))
	}
	o.line(0, "total: %s", Account(&s.Ledger))
}

// Account returns the figures of a ledger in one line.
func Account(l *parser.Ledger) string {
	held := ""
	if l.Withheld > 0 {
		held = fmt.Sprintf(" + %d withheld", l.Withheld)
	}
	return fmt.Sprintf("%d lines = %d shown + %d merged + %d structural + %d metadata + %d duplicate + %d unknown%s + %d malformed; %d glued",
		l.Lines, l.Shown, l.Merged, l.Structural, l.Metadata, l.Duplicate, l.Unknown, held, l.Malformed, l.Glued)
}

// fields pairs names and values and leaves out empty values and "0".
func fields(pairs ...string) []parser.Field {
	var list []parser.Field
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" && pairs[i+1] != "0" {
			list = append(list, parser.Field{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	return list
}

func mark(text string, on bool) string {
	if on {
		return text
	}
	return ""
}

func fieldList(fs []parser.Field) string {
	var s strings.Builder
	for _, f := range fs {
		s.WriteString(" " + f.Name + "=" + f.Value)
	}
	return s.String()
}

// quote writes a text on one line, cut in the middle when it is long.
func quote(s string) string {
	const most = 72
	if r := []rune(s); len(r) > most {
		return strconv.Quote(string(r[:most/2])) + "…" + strconv.Quote(string(r[len(r)-most/4:])) + fmt.Sprintf("(%d)", len(s))
	}
	return strconv.Quote(s)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return quote(s)
}
