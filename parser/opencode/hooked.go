package opencode

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// A plugin that runs Claude Code's hooks in OpenCode (oh-my-opencode) writes a log of each session for them, to
// ~/.claude/transcripts/ses_….jsonl: prompts, calls as they begin and as they end. It has no replies as a rule, and nothing
// that ties the end of a call to its beginning but the name of the tool and its input. Observed in January 2026.

// hooked matches how such a log begins.
var hooked = regexp.MustCompile(`^\{"type": ?"(?:(?:user|assistant)", ?"timestamp": ?"[^"]*", ?"content"` +
	`|tool_(?:use|result)", ?"timestamp": ?"[^"]*", ?"tool_name": ?"[^"]*", ?"tool_input")`)

// isHooked reports whether a record is of such a log.
func isHooked(o raw.Object) bool {
	switch o.String("type") {
	case "user", "assistant":
		return o.Raw("content") != nil && o.Raw("timestamp").Kind() == '"'
	case "tool_use", "tool_result":
		return o.Raw("tool_name") != nil && o.Raw("timestamp").Kind() == '"'
	}
	return false
}

// mostOpen is how many calls may wait for their results; older ones have none.
const mostOpen = 256

// hookLog is what is known of such a log so far.
type hookLog struct {
	open    []*parser.ToolCall // calls without a result
	last    *rebuild.Record
	replied bool
}

// end says below a log without replies that it has none: else the work seems to end in the middle.
func (l *hookLog) end(t *rebuild.Thread) {
	if l.last != nil && !l.replied {
		t.Event(l.last, &parser.Event{Origin: l.last.At, Type: parser.EmptyReply, Title: "Replies are not in this log", Quiet: true})
	}
	*l = hookLog{}
}

// hook takes a record of such a log.
func (r *reader) hook(rec *rebuild.Record, name string) {
	t := rec.Thread
	r.log.last, r.log.replied = rec, r.log.replied || name == "assistant"
	switch name {
	case "user", "assistant":
		text := contentOf(rec.Object.Raw("content"))
		switch {
		case text == "":
			rec.As(rebuild.Structural)
		case name == "user":
			t.Prompt(rec, &parser.Text{Origin: rec.At, Text: text})
		default:
			t.Reply(rec, &parser.Text{Origin: rec.At, Text: text})
		}
	case "tool_use":
		c := r.hookCall(rec)
		t.Reply(rec, c)
		if len(r.log.open) == mostOpen {
			r.log.open = slices.Delete(r.log.open, 0, 1)
		}
		r.log.open = append(r.log.open, c)
	case "tool_result":
		r.hookResult(rec)
	}
}

// contentOf returns the text of a message, or the texts of its parts.
func contentOf(v jsontext.Value) string {
	text := raw.String(v)
	for _, part := range raw.ParseArray(v) {
		text += raw.ParseObject(part).String("text")
	}
	return text
}

// hookCall makes a call of a record, which has no id as a rule.
func (r *reader) hookCall(rec *rebuild.Record) *parser.ToolCall {
	c := &parser.ToolCall{Origin: rec.At, Name: rec.String("tool_name"), Input: slices.Clone(rec.Object.Raw("tool_input"))}
	sum := sha256.Sum256([]byte(rec.String("timestamp") + "\x00" + c.Name + "\x00" + string(c.Input)))
	c.ID = cmp.Or(rec.String("tool_use_id"), "hook_"+hex.EncodeToString(sum[:8]))
	rebuild.Act(c, kinds, cmp.Or(raw.ParseObject(c.Input).String("workdir"), r.dir))
	return c
}

// hookResult ends the first call that runs with this tool and input, or with this tool. Its output is what OpenCode calls
// the metadata of a result.
func (r *reader) hookResult(rec *rebuild.Record) {
	meta, input := rec.Object.Object("tool_output"), rec.Object.Raw("tool_input")
	id := rec.String("tool_use_id")
	at := slices.IndexFunc(r.log.open, func(c *parser.ToolCall) bool {
		return c.ID == id || c.Name == rec.String("tool_name") && string(c.Input) == string(input)
	})
	if at < 0 {
		at = slices.IndexFunc(r.log.open, func(c *parser.ToolCall) bool { return c.Name == rec.String("tool_name") })
	}
	var c *parser.ToolCall
	if at < 0 { // it began before the log
		c = r.hookCall(rec)
		rec.Thread.Reply(rec, c)
	} else {
		c = r.log.open[at]
		r.log.open = slices.Delete(r.log.open, at, at+1)
	}
	out := &parser.ToolResult{Origin: rec.At}
	failure := cmp.Or(rec.String("error"), meta.String("error"))
	text := cmp.Or(failure, meta.Text("output"), meta.Text("preview"), meta.Text("content"), raw.String(rec.Object.Raw("tool_output")))
	if text != "" {
		out.Content = []parser.Block{&parser.Text{Origin: rec.At, Text: text}}
	}
	out.IsError = failure != ""
	details(c, out, meta, raw.ParseObject(raw.Without(meta.JSON(), "output", "preview", "content", "error", "title")))
	rec.Thread.Result(rec, c.ID, out)
	rebuild.Applied(c)
}
