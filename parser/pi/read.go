package pi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/patch"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// reader is the work on one session.
type reader struct {
	*rebuild.Builder
	places   map[string]int // of entries, by id
	thinking string         // level of it
	dir      string
	spends   map[string]bool // requests beside the conversation that were counted, by the id of what they contribute
	begins   bool            // the last entry was the head of a session
	repeats  bool            // a run printed it, and there is the session
}

// record takes one entry. It hangs from its parent, which makes a branch of what was said there
// before.
func (r *reader) record(rec *rebuild.Record) {
	t := rec.Thread
	if r.repeats {
		rec.As(rebuild.Duplicate)
		return
	}
	if place, known := r.places[rec.String("parentId")]; known {
		if place != t.Last() {
			t.Hang(place)
		}
	} else if rec.Object.Raw("parentId").Kind() == 'n' && len(r.places) > 0 && !r.begins {
		t.Hang(-1)
	}
	r.begins = rec.Type == "session" // a second head, when the client was started again, goes back to nothing
	r.entry(rec)
	if id := rec.String("id"); id != "" && rec.Type != "session" {
		r.places[id] = t.Last()
	}
}

func (r *reader) entry(rec *rebuild.Record) {
	t := rec.Thread
	m := rec.Object.Object("message")
	switch rec.Type {
	case "session":
		r.head(rec)
	case "model_change":
		t.Model = rec.String("modelId")
	case "thinking_level_change":
		r.thinking = rec.String("thinkingLevel")
	case "session_info":
		r.Titled(rec.String("name"), parser.TitleCustom)
	case "label":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "label", Title: "Label: " + rec.String("label"), Quiet: true})
	case "leaf":
		if place, known := r.places[rec.String("targetId")]; known {
			t.Hang(place)
		} else if rec.Object.Raw("targetId").Kind() == 'n' {
			t.Hang(-1)
		}
	case "context_edit":
		edited(rec)
	case "usage":
		r.spent(rec)
	case "custom_message":
		r.custom(rec, rec.Object)
	case "message/custom", "message/hookMessage":
		r.custom(rec, m)
	case "compaction":
		r.compact(rec, rec.Object)
		r.spend(t, nil, rec.Object.Object("usage"))
	case "compaction_end", "auto_compaction_end":
		r.compacted(rec)
	case "message/compactionSummary":
		r.compact(rec, m)
	case "branch_summary":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "branch_summary",
			Title: "Summary of the branch that was left", Text: rec.String("summary"),
			Raw: details(rec.Object)})
		r.spend(t, nil, rec.Object.Object("usage"))
	case "message/branchSummary":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "branch_summary",
			Title: "Summary of the branch that was left", Text: m.String("summary"), Raw: details(m)})
	case "message/user":
		p := t.Prompt(rec, typed(content(rec.At, m.Raw("content")))...)
		if r.thinking != "off" {
			p.SetRest(parser.More{Thinking: r.thinking})
		}
	case "message/assistant":
		r.reply(rec, m)
	case "message/toolResult":
		result := &parser.ToolResult{IsError: m.Bool("isError"), Content: content(rec.At, m.Raw("content"))}
		if v := m.Raw("details"); v.Kind() == '{' || v.Kind() == '[' {
			result.Structured = slices.Clone(v)
		}
		r.result(rec, m, result)
		r.spend(t, nil, m.Object("usage")) // of requests that the tool made
	case "message/bashExecution":
		c := &parser.Command{Origin: rec.At, Name: "!", Args: m.String("command"), Stdout: m.String("output")}
		if m.Bool("cancelled") {
			c.Stderr = "Cancelled"
		} else if code := m.Int("exitCode"); code != 0 {
			c.Stderr = fmt.Sprintf("Exit code %d", code)
		}
		t.Event(rec, c)
	}
}

// head reads the head of a file.
func (r *reader) head(rec *rebuild.Record) {
	r.dir = rec.String("cwd")
	r.Dir(r.dir)
	r.State("provider", rec.String("provider"))
	r.thinking = rec.String("thinkingLevel")
	rec.Thread.Model = rec.String("modelId")
	if v := rec.Int("version"); v > 0 {
		r.State("format version", strconv.Itoa(v))
	}
}

// skill matches a prompt that begins with "/skill:name", as the client writes it: the skill's text,
// then what was typed behind it.
var skill = lazy.MustCompile(`(?s)^<skill name="([^"\n]+)" location="[^\n]*">\n(.*?)\n</skill>\s*(.*)$`)

// sender matches what OpenClaw writes before a message of a chat: whom it is from, and when it was sent.
var sender = lazy.MustCompile("(?s)^(?:[A-Z][\\w ]* \\(untrusted[^)\\n]*\\):\\n```json\\n.*?\\n```\\n+)+(?:\\[[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d [^\\]\\n]+\\] ?)?")

// typed returns the blocks of a prompt as the user typed it: the text of a skill follows the
// command that called it, and what is known of the sender follows the message.
func typed(blocks []parser.Block) []parser.Block {
	if len(blocks) == 0 {
		return blocks
	}
	text, ok := blocks[0].(*parser.Text)
	if !ok {
		return blocks
	}
	if head := sender.FindString(text.Text); head != "" && len(head) < len(text.Text) {
		about := &parser.Event{Origin: text.Origin, Type: "sender", Title: "Sender", Text: strings.TrimSpace(head), Quiet: true}
		text.Text = text.Text[len(head):]
		return append(blocks, about)
	}
	m := skill.FindStringSubmatch(text.Text)
	if m == nil {
		return blocks
	}
	command := &parser.Command{Origin: text.Origin, Name: "/skill:" + m[1], Args: strings.TrimSpace(m[3])}
	instructions := &parser.Event{Origin: text.Origin, Type: "command-instructions", Title: command.Name, Text: m[2], Quiet: true}
	return append([]parser.Block{command, instructions}, blocks[1:]...)
}

// result ends a call. The diff of a change has the numbers of lines.
func (r *reader) result(rec *rebuild.Record, m raw.Object, result *parser.ToolResult) {
	c := rec.Thread.Call(m.String("toolCallId"))
	if c != nil && c.Action.Kind == parser.ActionEdit && c.Action.Change != nil && !c.Action.Change.Whole {
		details := raw.ParseObject(result.Structured)
		diff := details.String("patch")
		if len(patch.Diff(diff)) == 0 {
			diff = unified(details.String("diff"))
		}
		if diff != "" {
			rest := raw.ParseObject(raw.Without(result.Structured, "diff", "patch", "firstChangedLine"))
			result.Structured = append(rest, rebuild.Changes(c.Action.File, "update", "unified_diff", diff)).JSON()
		}
	}
	if c != nil && c.Action.Kind == parser.ActionRun && result.IsError {
		ended(result)
	}
	rec.Thread.Result(rec, m.String("toolCallId"), result)
	if c != nil && !result.IsError && !rec.Thread.Often(c.ID) {
		rebuild.Applied(c)
	}
}

// exitCode matches the line below what a failed command printed.
var exitCode = lazy.MustCompile(`(?:^|\n)Command exited with code (-?\d+)\s*$`)

// ended takes from the last line of what a command printed how it ended. The client marks all but exit
// code 0 as a failure.
func ended(result *parser.ToolResult) {
	text := result.Text()
	if strings.HasSuffix(strings.TrimSpace("\n"+text), "Command aborted") {
		result.Interrupted = true
	}
	if m := exitCode.FindStringSubmatch(text); m != nil {
		rest := raw.ParseObject(result.Structured)
		result.Structured = append(rest, raw.Member{Name: "exitCode", Value: jsontext.Value(m[1])}).JSON()
	}
}

// details returns what an entry contains besides its text, nil for nothing.
func details(o raw.Object) jsontext.Value {
	if v := o.Raw("details"); len(v) > 2 {
		return slices.Clone(v)
	}
	return nil
}

// custom takes a message of an extension.
func (r *reader) custom(rec *rebuild.Record, o raw.Object) {
	ev := &parser.Event{Origin: rec.At, Type: o.String("customType"), Title: sentence(o.String("customType")),
		Quiet: !o.Bool("display"), Raw: details(o)}
	blocks := []parser.Block{ev}
	var said strings.Builder
	for _, b := range content(rec.At, o.Raw("content")) {
		if text, ok := b.(*parser.Text); ok {
			said.WriteString(text.Text)
		} else {
			blocks = append(blocks, b)
		}
	}
	ev.Text = said.String()
	rec.Thread.Event(rec, blocks...)
}

func (r *reader) compact(rec *rebuild.Record, o raw.Object) {
	c := &parser.Compaction{PreTokens: max(o.Int("tokensBefore"), 0)}
	if text := o.String("summary"); text != "" {
		c.Summary = &parser.Message{Blocks: []parser.Block{&parser.Text{Origin: rec.At, Text: text}}, End: rec.At.Time}
	}
	rec.Thread.Compact(rec, c)
}

// edited takes what the model sees of an earlier entry from here on. The conversation is as it was. Seen since version 0.87,
// September 2026.
func edited(rec *rebuild.Record) {
	ev := &parser.Event{Origin: rec.At, Type: "context edit", Title: "Left out of the context", Quiet: true}
	if with := rec.Object.Object("replacement"); with != nil {
		var said []string
		for _, b := range content(rec.At, with.Raw("content")) {
			if text, ok := b.(*parser.Text); ok {
				said = append(said, text.Text)
			}
		}
		ev.Title, ev.Text = "Replaced in the context", strings.Join(said, "\n\n")
	}
	ev.Fields = []parser.Field{{Name: "entry", Value: rec.String("targetId")}}
	rec.Thread.Event(rec, ev)
}

// spent takes the tokens of a request beside the conversation. One that is written again counts once.
func (r *reader) spent(rec *rebuild.Record) {
	if id := rec.String("contributionId"); id != "" {
		if r.spends[id] {
			rec.As(rebuild.Duplicate)
			return
		}
		r.spends[id] = true
	}
	t := rec.Thread
	chosen := t.Model
	if model := rec.String("model"); model != "" {
		t.Model = model
	}
	r.spend(t, nil, rec.Object.Object("usage"))
	t.Model = chosen
}

// compacted takes how a compaction ended, as a run prints it.
func (r *reader) compacted(rec *rebuild.Record) {
	switch why := rec.String("errorMessage"); {
	case rec.Object.Object("result") != nil:
		r.compact(rec, rec.Object.Object("result"))
		c := rec.Thread.Compacted()
		if c.Trigger = "auto"; rec.String("reason") == "manual" {
			c.Trigger = "manual"
		}
	case why != "":
		rec.Thread.Event(rec, &parser.Event{Origin: rec.At, Type: "compaction", Title: "The compaction failed", Text: why, Failed: true})
	default:
		rec.As(rebuild.Structural)
	}
}

// reply takes a reply: each entry is one request.
func (r *reader) reply(rec *rebuild.Record, m raw.Object) {
	t := rec.Thread
	t.Close()
	if model := m.String("model"); model != "" {
		t.Model = model
	}
	blocks := content(rec.At, m.Raw("content"))
	for _, b := range blocks {
		if c, ok := b.(*parser.ToolCall); ok {
			rebuild.Act(c, kinds, r.dir)
		}
	}
	if v := m.Raw("diagnostics"); len(v) > 2 {
		blocks = append(blocks, &parser.Event{Origin: rec.At, Type: "diagnostics", Title: "Diagnostics", Quiet: true, Raw: slices.Clone(v)})
	}
	failure, stop := m.String("errorMessage"), m.String("stopReason")
	var out *parser.Message
	if len(blocks) > 0 {
		out = t.Reply(rec, blocks...)
		out.StopReason, out.RequestID = stop, m.String("responseId")
		t.Close()
	}
	switch {
	case failure != "" && stop == "aborted":
		t.Interrupt(rec, failure)
	case failure != "":
		failed := t.Fail(rec, "error", failure)
		if out == nil {
			out = failed
		}
	case out == nil:
		rec.As(rebuild.Structural)
	}
	r.spend(t, out, m.Object("usage"))
}

func (r *reader) spend(t *rebuild.Thread, m *parser.Message, u raw.Object) {
	usage := parser.Usage{Requests: 1, Input: u.Int("input"), Output: u.Int("output"),
		CacheRead: u.Int("cacheRead"), CacheWrite: u.Int("cacheWrite")}
	if usage.Input+usage.Output+usage.CacheRead+usage.CacheWrite <= 0 {
		return
	}
	t.Spend(m, t.Model, usage)
	dollars, err := strconv.ParseFloat(string(u.Object("cost").Raw("total")), 64)
	if err == nil {
		r.Cost(t.Model, dollars)
	}
}

// content returns the blocks of a message, which is a text or a list.
func content(at parser.Origin, v jsontext.Value) (blocks []parser.Block) {
	if v.Kind() == '"' {
		return []parser.Block{&parser.Text{Origin: at, Text: raw.String(v)}}
	}
	for _, e := range raw.ParseArray(v) {
		o := raw.ParseObject(e)
		switch kind := o.String("type"); kind {
		case "text":
			if text := o.String("text"); text != "" {
				blocks = append(blocks, &parser.Text{Origin: at, Text: text})
			}
		case "thinking":
			blocks = append(blocks, &parser.Thinking{Origin: at, Text: o.String("thinking"),
				Redacted: o.Bool("redacted"), Signed: o.String("thinkingSignature") != ""})
		case "image":
			blocks = append(blocks, &parser.Image{Origin: at, MediaType: o.String("mimeType"), Data: o.String("data")})
		case "toolCall":
			c := &parser.ToolCall{Origin: at, ID: o.String("id"), Name: o.String("name")}
			if in := o.Raw("arguments"); in != nil {
				c.Input = slices.Clone(in)
			}
			blocks = append(blocks, c)
		default:
			blocks = append(blocks, &parser.Unknown{Origin: at, Type: "block/" + kind, Raw: slices.Clone(e)})
		}
	}
	return blocks
}
