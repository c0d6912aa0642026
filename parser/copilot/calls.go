package copilot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// call makes a call of a request, or of what is recorded of its beginning.
func (r *reader) call(rec *rebuild.Record, id, name string, o raw.Object) *parser.ToolCall {
	c := &parser.ToolCall{Origin: rec.At, ID: id, Name: name}
	switch v := o.Raw("arguments"); v.Kind() {
	case '"':
		c.Input = rebuild.Input(raw.String(v))
	case 0, 'n':
	default:
		c.Input = slices.Clone(v)
	}
	rebuild.Act(c, kinds, r.dir)
	if o.String("mcpServerName") != "" && c.Action.Kind == parser.ActionOther {
		c.Action.Kind = parser.ActionService
	}
	return c
}

// tool takes what happened to a call.
func (r *reader) tool(rec *rebuild.Record, data raw.Object) {
	t := rec.Thread
	id := data.String("toolCallId")
	c := t.Call(id)
	switch rec.Type {
	case "tool.execution_start":
		if c == nil && r.typed[id] == nil {
			rec.As(rebuild.Shown)
			t.Reply(rec, r.call(rec, id, data.String("toolName"), data))
		} else if c != nil && !rec.At.Time.IsZero() {
			c.Time = rec.At.Time
		}
	case "tool.user_requested":
		if c == nil && r.typed[id] == nil {
			r.requested(rec, id, data)
		}
	case "tool.execution_complete":
		r.ended(rec, data)
	case "permission.completed":
		kind := data.Object("result").String("kind")
		if c != nil && strings.HasPrefix(kind, "denied") {
			result := &parser.ToolResult{Rejected: strings.Contains(kind, "user")}
			if !result.Rejected {
				result.Denied = kind
			}
			t.Result(rec, id, result)
		}
	}
}

// requested takes what the user ran: a command behind "!", or a tool.
func (r *reader) requested(rec *rebuild.Record, id string, data raw.Object) {
	c := r.call(rec, id, data.String("toolName"), data)
	command := raw.ParseObject(c.Input).String("command")
	rec.Thread.Close()
	if command == "" || c.Action.Kind != parser.ActionRun {
		rec.Thread.Reply(rec, c)
		return
	}
	r.typed[id] = &parser.Command{Origin: rec.At, Name: "!", Args: command}
	rec.Thread.Event(rec, r.typed[id])
}

// printed takes what a command printed that the user ran.
func printed(c *parser.Command, text string, failed bool) {
	m := exitCode.FindStringSubmatchIndex(text)
	switch {
	case m != nil && text[m[2]:m[3]] != "0":
		c.Stdout, c.Stderr = strings.TrimSpace(text[:m[0]]), "Exit code "+text[m[2]:m[3]]
	case m != nil:
		c.Stdout = strings.TrimSpace(text[:m[0]])
	case failed:
		c.Stderr = text
	default:
		c.Stdout = text
	}
}

// answered matches what the client puts before an answer of the user.
var answered = regexp.MustCompile(`^User (?:responded|selected): `)

// absent begins the answer of the client to a question while nobody is there: in autopilot mode.
const absent = "The user is not available to respond"

var exitCode = regexp.MustCompile(`<[^<>\n]*exit(?:ed)?(?: with)?(?: exit)? code (-?\d+)[^<>\n]*>\s*$`)

// ended takes how a call ended.
func (r *reader) ended(rec *rebuild.Record, data raw.Object) {
	t := rec.Thread
	id := data.String("toolCallId")
	result, failure := data.Object("result"), data.Object("error")
	out := &parser.ToolResult{IsError: string(data.Raw("success")) == "false"}
	text := result.String("content")
	if text == "" && failure != nil {
		text = failure.String("message")
	}
	if c := r.typed[id]; c != nil {
		printed(c, text, out.IsError)
		t.Until(rec.At.Time)
		return
	}
	if text != "" {
		out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: text})
	}
	rest := slices.Clone(r.titles[id])
	c := t.Call(id)
	if model := data.String("model"); model != "" { // replies of some versions do not say who wrote them
		if m := r.replies[id]; m != nil {
			m.Model = model
		}
		t.Model = model
	}
	detailed := result.String("detailedContent")
	rest = append(rest, contents(rec, out, result)...)
	switch {
	case c != nil && c.Action.Kind == parser.ActionEdit && c.Action.Change != nil && strings.Contains(detailed, "\n@@ "):
		if !c.Action.Change.Whole {
			rest = append(rest, rebuild.Changes(c.Action.File, "update", "unified_diff", detailed))
		}
	case detailed != "" && detailed != text && !repeats(c, text, detailed):
		rest = append(rest, raw.Member{Name: "detailed", Value: slices.Clone(result.Raw("detailedContent"))})
	}
	if m := exitCode.FindStringSubmatch(text); m != nil && rest.Raw("exitCode") == nil {
		out.IsError = out.IsError || m[1] != "0"
		rest = append(rest, raw.Member{Name: "exitCode", Value: jsontext.Value(m[1])})
	}
	if len(rest) > 0 {
		out.Structured = rest.JSON()
	}
	if ms, err := strconv.ParseFloat(string(data.Object("toolTelemetry").Object("metrics").Raw("durationMs")),
		64); err == nil && ms > 0 && ms < 1e10 {
		out.Duration = time.Duration(ms * float64(time.Millisecond))
	}
	code := failure.String("code")
	out.Rejected = code == "rejected" || strings.Contains(text, "The user rejected")
	if code == "denied" {
		out.Denied = text
	}
	t.Result(rec, id, out)
	if c != nil && !out.IsError && !t.Often(id) {
		rebuild.Applied(c)
		if c.Name == "create" && c.Action.Change != nil {
			c.Action.Change.Created = true
		}
	}
	answer := answered.ReplaceAllString(text, "")
	if c != nil && c.Action.Kind == parser.ActionAsk && !c.Result.IsError && strings.TrimSpace(answer) != "" &&
		!strings.HasPrefix(answer, absent) {
		t.Prompt(rec, &parser.Text{Origin: rec.At, Text: answer}).SetRest(parser.More{Sender: parser.SenderAnswer})
	}
}

// mostCompared is how many bytes of a result are searched for what its parts say.
const mostCompared = 64 << 20

// contents takes the parts of a result beside its text: pictures, what a terminal printed with its exit code,
// and data. It returns what belongs beside the output.
func contents(rec *rebuild.Record, out *parser.ToolResult, result raw.Object) (rest raw.Object) {
	said, compared := out.Text(), 0
	add := func(text string) {
		if strings.TrimSpace(text) == "" {
			return
		}
		if compared += len(said); compared > mostCompared || !strings.Contains(said, strings.TrimSpace(text)) {
			out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: text})
		}
	}
	for _, v := range append(result.Array("contents"), result.Array("binaryResultsForLlm")...) {
		o := raw.ParseObject(v)
		kind := o.String("mimeType")
		switch data := o.String("data"); {
		case data != "" && strings.HasPrefix(kind, "image/"):
			out.Content = append(out.Content, &parser.Image{Origin: rec.At, MediaType: kind, Data: data})
		case data != "":
			out.Content = append(out.Content, &parser.Document{Origin: rec.At, MediaType: kind, Title: o.String("description"), Data: data})
		case o.String("uri") != "":
			out.Content = append(out.Content, &parser.Document{Origin: rec.At, MediaType: kind,
				Title: o.String("name"), Ref: o.String("uri")})
		default:
			add(o.String("text"))
			add(o.String("outputPreview"))
			add(o.Object("resource").String("text"))
		}
		if code := o.Raw("exitCode"); len(code) > 0 && code.Kind() == '0' && rest.Raw("exitCode") == nil {
			out.IsError = out.IsError || string(code) != "0"
			rest = append(rest, raw.Member{Name: "exitCode", Value: slices.Clone(code)})
		}
	}
	if v := result.Raw("structuredContent"); len(v) > 0 && v.Kind() == '{' {
		rest = append(rest, raw.Member{Name: "structured", Value: slices.Clone(v)})
	}
	return rest
}
