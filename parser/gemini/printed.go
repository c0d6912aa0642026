package gemini

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// What "gemini --output-format stream-json" prints: a head, prompts, pieces of replies, calls,
// their results, and at the end of a run the tokens of all of it. Where the chat of the session is
// there, too, all of it is a repeat.

// printedHead matches the first record of a run. Programs that start runs write their own lines before it.
var printedHead = lazy.MustCompile(`(?m)^\{"type": ?"init", ?"timestamp": ?"[^"]*", ?"session_id": ?"`)

// isPrinted reports whether a file contains what a run printed.
func isPrinted(f *source.File) bool { return printedHead.Match(f.Head()) }

// headOf returns as much of a file as its format is recognised by.
func headOf(head []byte) []byte {
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	return head[:min(len(head), 4<<10)]
}

// printedName returns the row of a record that a run printed, "" for one of a chat.
func printedName(o raw.Object) string {
	switch kind := o.String("type"); kind {
	case "init", "tool_use", "tool_result", "result":
		return "printed/" + kind
	case "message":
		return "printed/" + o.String("role")
	case "error":
		if o.Raw("severity") != nil {
			return "printed/error"
		}
	}
	return ""
}

// run is the work on what runs printed.
type run struct {
	of   *reader
	text *parser.Text    // the text whose next piece may follow
	said strings.Builder // its pieces so far
}

// flush ends the text that is being written.
func (r *run) flush() {
	if r.text != nil {
		r.text.Text = r.said.String()
	}
	r.text = nil
	r.said.Reset()
}

// record takes a record that a run printed.
func (r *run) record(rec *rebuild.Record) {
	t := rec.Thread
	if rec.Type != "printed/assistant" || r.of.repeats || !rec.Bool("delta") {
		r.flush()
	}
	switch {
	case r.of.repeats:
		rec.As(rebuild.Duplicate)
	case rec.Type == "printed/init":
		t.Model, r.of.Out.Printed = rec.String("model"), true
		t.Close()
	case rec.Type == "printed/user":
		r.of.prompt(rec)
	case rec.Type == "printed/assistant":
		r.piece(rec)
	case rec.Type == "printed/tool_use":
		c := &parser.ToolCall{Origin: rec.At, ID: rec.String("tool_id"), Name: rec.String("tool_name"),
			Input: slices.Clone(rec.Object.Raw("parameters"))}
		act(c)
		t.Reply(rec, c)
	case rec.Type == "printed/tool_result":
		r.result(rec)
	case rec.Type == "printed/error":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "error", Title: "Error", Text: rec.String("message"),
			Failed: rec.String("severity") == "error"})
	default:
		r.end(rec)
	}
}

// piece adds a piece to the text that is being written, or begins one.
func (r *run) piece(rec *rebuild.Record) {
	r.said.WriteString(textOf(rec.Object.Raw("content")))
	if r.text != nil {
		rec.Thread.Reply(rec)
		return
	}
	r.text = &parser.Text{Origin: rec.At}
	rec.Thread.Reply(rec, r.text)
}

// result takes the result of a call. Of several calls in one reply the results follow them all.
func (r *run) result(rec *rebuild.Record) {
	t, id := rec.Thread, rec.String("tool_id")
	out := &parser.ToolResult{IsError: rec.String("status") == "error"}
	if text := cmp.Or(rec.String("output"), rec.Object.Object("error").String("message")); text != "" {
		out.Content = []parser.Block{&parser.Text{Origin: rec.At, Text: text}}
		out.Rejected = out.IsError && declined.MatchString(text)
	}
	if c := t.Call(id); c != nil {
		display(c, out, nil)
		defer rebuild.Applied(c)
	}
	t.Result(rec, id, out)
	t.Close()
}

// end takes what a run spent, by model where it says so, and why it failed. Thoughts are part of
// the total alone.
func (r *run) end(rec *rebuild.Record) {
	t, stats := rec.Thread, rec.Object.Object("stats")
	byModel := stats.Object("models")
	if len(byModel) == 0 {
		byModel = raw.Object{{Name: t.Model, Value: jsontext.Value(stats.JSON())}}
	}
	for _, m := range byModel {
		o := raw.ParseObject(m.Value)
		u := parser.Usage{CacheRead: o.Int("cached"), Input: o.Int("input_tokens") - o.Int("cached"),
			Output: max(o.Int("output_tokens"), o.Int("total_tokens")-o.Int("input_tokens"))}
		if u.Input >= 0 && u.CacheRead >= 0 && u.Output >= 0 && u.Input+u.CacheRead+u.Output > 0 {
			t.Spend(nil, m.Name, u)
		}
	}
	if text := rec.Object.Object("error").String("message"); text != "" {
		rec.As(rebuild.Shown)
		t.Fail(rec, cmp.Or(rec.Object.Object("error").String("type"), "error"), text).Model = ""
	}
	t.Close()
}
