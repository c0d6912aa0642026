package opencode

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// part returns the blocks of a part of a reply.
func (r *reader) part(rec *rebuild.Record, p raw.Object, v jsontext.Value) []parser.Block {
	if end := raw.Time(p.Object("time").Raw("end")); end.After(r.said) {
		r.said = end
	}
	switch kind := p.String("type"); kind {
	case "text":
		if text := p.String("text"); strings.TrimSpace(text) != "" {
			return []parser.Block{&parser.Text{Origin: rec.At, Text: text}}
		}
	case "reasoning":
		return []parser.Block{&parser.Thinking{Origin: rec.At, Text: p.String("text")}}
	case "tool":
		return []parser.Block{r.call(rec, p)}
	case "file":
		return []parser.Block{file(rec.At, p)}
	case "step-start", "step-finish", "snapshot", "patch", "compaction":
		// Tokens are those of the message, and the changes those of its calls.
	case "retry":
		_, why := failureOf(p.Object("error"))
		return []parser.Block{&parser.Event{Origin: rec.At, Type: kind, Title: "The request was sent again", Text: why, Quiet: true}}
	case "agent":
		return []parser.Block{&parser.Event{Origin: rec.At, Type: kind, Title: "Agent " + p.String("name"), Quiet: true}}
	default:
		return []parser.Block{r.Unknown(rec.At, "part/"+kind, v)}
	}
	return nil
}

var aborted = regexp.MustCompile(`^Tool execution (?:was )?(?:aborted|interrupted)`)

var declined = regexp.MustCompile(`(?i)user (?:has )?(?:rejected|declined|denied|dismissed this question)|rejected permission`)

// call takes a call with its result.
func (r *reader) call(rec *rebuild.Record, p raw.Object) *parser.ToolCall {
	c := &parser.ToolCall{Origin: rec.At, ID: cmp.Or(p.String("callID"), p.String("id")), Name: p.String("tool")}
	state := p.Object("state")
	if in := state.Raw("input"); in != nil {
		c.Input = slices.Clone(in)
	}
	span := state.Object("time")
	start := raw.Time(span.Raw("start"))
	in := raw.ParseObject(c.Input)
	dir := r.dir
	for _, name := range []string{"workdir", "cwd"} {
		if d := in.String(name); d != "" {
			dir = d
		}
	}
	rebuild.Act(c, kinds, dir)
	if c.Action.Kind == parser.ActionRun && !r.said.IsZero() && r.said.Before(start) {
		start = r.said // the client moves the start whenever the command prints
	}
	if !start.IsZero() {
		c.Time = start
	}
	meta := state.Object("metadata")
	if inner := meta.Object("metadata"); inner != nil { // as a run of version 2 prints it
		meta = inner
	}
	if id := cmp.Or(meta.String("sessionId"), meta.String("sessionID")); id != "" {
		r.callers[id] = c
	}
	out := &parser.ToolResult{Origin: rec.At}
	switch state.String("status") {
	case "completed", "success":
	case "error":
		out.IsError = true
	default:
		return c // it was running, or never began
	}
	if end := raw.Time(span.Raw("end")); !end.IsZero() {
		out.Time = end
		if end.After(c.Time) {
			out.Duration = end.Sub(c.Time)
		}
	}
	for _, name := range []string{"output", "error"} {
		if text := raw.Text(state.Raw(name)); text != "" {
			out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: text})
		}
	}
	out.Rejected = out.IsError && declined.MatchString(out.Text())
	out.Interrupted = out.IsError && aborted.MatchString(out.Text())
	for _, a := range state.Array("attachments") {
		out.Content = append(out.Content, file(rec.At, raw.ParseObject(a)))
	}
	details(c, out, state, meta)
	c.Result = out
	rebuild.Applied(c)
	if c.Action.Change != nil && string(meta.Raw("exists")) == "false" {
		c.Action.Change.Created = true
	}
	return c
}

// details takes what is recorded beside the output: the exit code, and the diff of a change, which has
// true numbers of lines.
func details(c *parser.ToolCall, out *parser.ToolResult, state, meta raw.Object) {
	rest := raw.ParseObject(raw.Without(meta.JSON(), "diff", "filediff", "files", "exit", "output"))
	if title := state.String("title"); title != "" {
		rest = append(rest, raw.Member{Name: "title", Value: slices.Clone(state.Raw("title"))})
	}
	if exit := meta.Raw("exit"); len(exit) > 0 && exit.Kind() == '0' {
		out.IsError = out.IsError || string(exit) != "0"
		rest = append(rest, raw.Member{Name: "exitCode", Value: slices.Clone(exit)})
	}
	if output := meta.Raw("output"); output != nil && raw.String(output) != out.Text() {
		rest = append(rest, raw.Member{Name: "output", Value: slices.Clone(output)})
	}
	if change := changes(c, meta); len(change) > 0 {
		rest = append(rest, raw.Member{Name: "changes", Value: change.JSON()})
	}
	if len(rest) > 0 {
		out.Structured = rest.JSON()
	}
}
