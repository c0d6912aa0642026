package gemini

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// reader is the work on one session.
type reader struct {
	*rebuild.Builder
	agents  map[string]*parser.Agent
	callers map[string]*parser.ToolCall // calls that an agent answered, by its id
	last    map[string]int              // how often each id is still to come, of the file that is read
	places  map[string]span             // of messages, by id
	dir     directory
	read    map[string]bool // messages of newer documents of the chat, by id
	agent   *rebuild.Thread // whose lines follow those of the chat
	run     run
	history history
	thought map[string]shown // thoughts so far, by time and words
	repeats bool             // a run printed it, and there is the chat
	alone   bool             // the chat is that of an agent, such as the one that looks for skills in past chats
}

// shown is where a thought is.
type shown struct {
	reply *parser.Message
	block *parser.Thinking
}

// span is where a message is in its thread.
type span struct{ before, after int }

func (r *reader) file(ctx context.Context, f *source.File, t *rebuild.Thread) {
	r.last, r.places, r.agent = map[string]int{}, map[string]span{}, nil
	r.history = history{said: map[string]span{}}
	if isDocument(f) {
		r.Document(ctx, f, t, lists, r.behind, r.record)
		if r.read == nil {
			r.read = map[string]bool{}
		}
		for id := range r.places {
			r.read[id] = true
		}
		return
	}
	r.versions(ctx, f)
	r.Lines(ctx, f, t, r.record)
}

// versions counts those of each message: the client writes it again when it has grown, and the
// last one counts.
func (r *reader) versions(ctx context.Context, f *source.File) {
	src, err := f.Open()
	if err != nil {
		return // which is said when it is read
	}
	defer src.Close()
	for in := jsonl.NewReader(src); in.Next() && ctx.Err() == nil; {
		for _, object := range in.Line().Objects {
			if id := raw.ParseObject(object).String("id"); id != "" {
				r.last[id]++
			}
		}
	}
}

// behind returns the thread of an agent whose records follow those of the chat, as in exported records.
func (r *reader) behind(head raw.Object) *rebuild.Thread {
	id := head.String("sessionId")
	if head.String("kind") != "subagent" || id == "" || r.agents[id] != nil {
		return nil
	}
	r.agents[id] = &parser.Agent{ID: id, Kind: parser.AgentTask}
	return r.NewAgent(r.agents[id])
}

func (r *reader) record(rec *rebuild.Record) {
	if rec.Type == "header" && rec.Thread == r.Main && len(r.places) > 0 {
		if t := r.behind(rec.Object); t != nil {
			r.agent = t
		}
	}
	if r.agent != nil && rec.Thread == r.Main {
		rec.Thread = r.agent
	}
	t := rec.Thread
	defer func() { r.Dir(r.dir.find(rec.Raw)) }()
	if printedName(rec.Object) != "" {
		r.run.record(rec)
		return
	}
	if id := rec.String("id"); id != "" {
		if r.read[id] {
			rec.As(rebuild.Duplicate)
			r.history.note(rec, span{t.Last(), t.Last()})
			return
		}
		if r.last[id]--; r.last[id] > 0 {
			rec.As(rebuild.Duplicate)
			return
		}
		if r.again(rec, id) {
			return
		}
		before := t.Last()
		defer func() {
			r.places[id] = span{before, t.Last()}
			r.history.note(rec, r.places[id])
		}()
	}
	r.entry(rec)
}

// entry takes a record that no other repeats.
func (r *reader) entry(rec *rebuild.Record) {
	t := rec.Thread
	switch rec.Type {
	case "header":
		if len(r.read) > 0 {
			rec.As(rebuild.Duplicate)
			return
		}
		r.head(rec)
	case "$set":
		set := rec.Object.Object("$set")
		r.Titled(set.String("summary"), parser.TitleSummary)
		r.checkpoint(rec, set.Array("messages"))
	case "$rewindTo":
		if at, known := r.places[raw.Text(rec.Object.Raw("$rewindTo"))]; known {
			t.Hang(at.before)
		}
	case "message/user":
		if !compacted(rec) {
			r.prompt(rec)
		}
	case "message/gemini", "message/model":
		if !compacted(rec) {
			r.reply(rec)
		}
	case "message/info", "message/warning", "message/error":
		r.notice(rec, strings.TrimPrefix(rec.Type, "message/"))
	}
}

// again reports whether a message repeats others: it is where they are.
func (r *reader) again(rec *rebuild.Record, id string) bool {
	if _, read := r.places[id]; !read && r.history.begins(rec) {
		r.history.again = true
	}
	if !r.history.again {
		return false
	}
	at, yes := r.history.repeats(rec)
	if yes {
		rec.As(rebuild.Duplicate)
		r.places[id] = at
	}
	return yes
}

// notice takes what the client says to the user. One without a text says that a compaction is done, or has the file
// of a result.
func (r *reader) notice(rec *rebuild.Record, kind string) {
	text := textOf(rec.Object.Raw("content"))
	ev := &parser.Event{Origin: rec.At, Type: kind, Title: prose.Capital(kind), Text: text, Failed: kind == "error", Quiet: kind == "info"}
	var files []parser.Block
	for _, p := range parts(rec.Object) {
		if b := media(rec.At, p); b != nil {
			files = append(files, b)
		}
	}
	switch {
	case strings.TrimSpace(text) == "Request cancelled.":
		rec.Thread.Interrupt(rec, text)
	case strings.TrimSpace(text) == "" && len(files) == 0:
		rec.As(rebuild.Structural)
	case strings.TrimSpace(text) == "":
		ev.Title = "File of a result"
		fallthrough
	default:
		rec.Thread.Event(rec, append([]parser.Block{ev}, files...)...)
	}
}

func (r *reader) head(rec *rebuild.Record) {
	r.Titled(rec.String("summary"), parser.TitleSummary)
	if rec.Thread == r.Main {
		r.State("project hash", rec.String("projectHash"))
		r.dir.hash, r.alone = rec.String("projectHash"), rec.String("kind") == "subagent"
		for _, dir := range rec.Array("directories") {
			r.Dir(raw.String(dir))
		}
	}
	if model := rec.Object.Object("meta").String("model"); model != "" {
		rec.Thread.Model = model
	}
}

// reply takes a reply: each message is one request.
func (r *reader) reply(rec *rebuild.Record) {
	t := rec.Thread
	t.Close()
	if model := rec.String("model"); model != "" {
		t.Model = model
	}
	blocks, thoughts := r.thoughts(rec)
	blocks = append(blocks, r.written(rec, len(blocks) > 0)...)
	for _, v := range rec.Array("toolCalls") {
		blocks = append(blocks, r.call(rec, raw.ParseObject(v)))
	}
	if len(blocks) == 0 {
		rec.As(rebuild.Structural)
		r.spend(t, nil, rec.Object.Object("tokens"))
		return
	}
	m := t.Reply(rec, blocks...)
	for key, b := range thoughts {
		r.thought[key] = shown{m, b}
	}
	r.spend(t, m, rec.Object.Object("tokens"))
	t.Close()
}

// spend counts tokens: those that were cached are part of the input, and thoughts are billed as
// output.
func (r *reader) spend(t *rebuild.Thread, m *parser.Message, o raw.Object) {
	if o == nil {
		return
	}
	u := parser.Usage{Requests: 1, Input: max(0, o.Int("input")-o.Int("cached")) + o.Int("tool"),
		CacheRead: o.Int("cached"), Output: o.Int("output") + o.Int("thoughts")}
	if u.Input >= 0 && u.CacheRead >= 0 && u.Output >= 0 {
		t.Spend(m, t.Model, u)
	}
}

var (
	exitCode = lazy.MustCompile(`(?m)^Exit Code: (-?\d+)`)
	declined = lazy.MustCompile(`(?i)did not allow|user (?:declined|rejected|denied)`)
)

// act says what a call does.
func act(c *parser.ToolCall) {
	rebuild.Act(c, kinds, raw.ParseObject(c.Input).String("cwd"))
	if c.Action.Kind == parser.ActionOther && strings.Contains(c.Name, "__") {
		c.Action.Kind = parser.ActionService
	}
}

// call takes a call with its result.
func (r *reader) call(rec *rebuild.Record, o raw.Object) *parser.ToolCall {
	c := &parser.ToolCall{Origin: rec.At, ID: o.String("id"), Name: o.String("name")}
	if in := o.Raw("args"); in != nil {
		c.Input = slices.Clone(in)
	}
	act(c)
	if id := o.String("agentId"); id != "" {
		r.callers[id] = c
		c.Action.Kind = parser.ActionDelegate
	}
	status := o.String("status")
	if o.Raw("result") == nil && o.Raw("resultDisplay") == nil && status != "success" && status != "error" && status != "cancelled" {
		return c
	}
	out := &parser.ToolResult{Origin: rec.At, IsError: status == "error"}
	if at := raw.Time(o.Raw("timestamp")); !at.IsZero() {
		out.Time = at
	}
	result(rec.At, out, o.Raw("result"))
	if status == "cancelled" {
		out.Rejected = declined.MatchString(out.Text())
		out.Interrupted = !out.Rejected
	}
	display(c, out, o)
	if out.Time.After(c.Time) && !c.Time.IsZero() {
		out.Duration = out.Time.Sub(c.Time)
	}
	c.Result = out
	rebuild.Applied(c)
	return c
}

// result takes what came back: texts of responses, and media.
func result(at parser.Origin, out *parser.ToolResult, v jsontext.Value) {
	if v.Kind() == '"' {
		out.Content = append(out.Content, &parser.Text{Origin: at, Text: raw.String(v)})
		return
	}
	for _, e := range raw.ParseArray(v) {
		p := raw.ParseObject(e)
		response := p.Object("functionResponse")
		if response == nil {
			if text := p.String("text"); text != "" {
				out.Content = append(out.Content, &parser.Text{Origin: at, Text: text})
			} else if b := media(at, p); b != nil {
				out.Content = append(out.Content, b)
			}
			continue
		}
		answer := response.Object("response")
		for _, m := range answer {
			if text := raw.Text(m.Value); text != "" {
				out.Content = append(out.Content, &parser.Text{Origin: at, Text: text})
			}
			out.IsError = out.IsError || m.Name == "error"
		}
		for _, inner := range response.Array("parts") {
			if b := media(at, raw.ParseObject(inner)); b != nil {
				out.Content = append(out.Content, b)
			}
		}
	}
}

// answer takes the result of a call as the model got it. The call that the client wrote has more,
// if it has a result.
func (r *reader) answer(rec *rebuild.Record, part raw.Object) {
	id := part.Object("functionResponse").String("id")
	c := rec.Thread.Call(id)
	if c != nil && c.Result != nil {
		return
	}
	out := &parser.ToolResult{}
	result(rec.At, out, jsontext.Value("["+string(part.JSON())+"]"))
	if c != nil {
		display(c, out, nil)
		defer rebuild.Applied(c)
	}
	rec.Thread.Result(rec, id, out)
}

// display takes what the client showed of a result: the diff of a change, which has true numbers of
// lines, or a text.
func display(c *parser.ToolCall, out *parser.ToolResult, o raw.Object) {
	if m := exitCode.FindStringSubmatch(out.Text()); m != nil && c.Action.Kind == parser.ActionRun {
		out.IsError = out.IsError || m[1] != "0"
		out.Structured = raw.Object{{Name: "exitCode", Value: jsontext.Value(m[1])}}.JSON()
	}
	v := o.Raw("resultDisplay")
	switch v.Kind() {
	case '"':
		out.Structured = append(raw.ParseObject(out.Structured), raw.Member{Name: "display", Value: slices.Clone(v)}).JSON()
	case '{':
		shown := raw.ParseObject(v)
		rest := raw.ParseObject(raw.Without(v, "fileDiff", "originalContent", "newContent"))
		if diff := shown.String("fileDiff"); diff != "" {
			change := rebuild.Changes(c.Action.File, "update", "unified_diff", diff)
			if created := shown.Raw("originalContent").Kind() == 'n' || shown.Bool("isNewFile"); created && shown.Raw("newContent") != nil {
				change = rebuild.Changes(c.Action.File, "add", "content", shown.String("newContent"))
			}
			rest = append(rest, change)
		}
		out.Structured = rest.JSON()
	case '[':
		text, ok := screen(v)
		switch {
		case !ok:
			out.Structured = append(raw.ParseObject(out.Structured), raw.Member{Name: "display", Value: slices.Clone(v)}).JSON()
		case len(out.Content) == 0 && text != "": // else it is what the model got, as a terminal showed it
			out.Content = []parser.Block{&parser.Text{Origin: out.Origin, Text: text}}
		}
	}
}

// screen returns the text of what a terminal showed: a list of lines, which are lists of words with their colours.
func screen(v jsontext.Value) (text string, ok bool) {
	var all []string
	for _, line := range raw.ParseArray(v) {
		if line.Kind() != '[' {
			return "", false
		}
		var words strings.Builder
		for _, word := range raw.ParseArray(line) {
			o := raw.ParseObject(word)
			if o.Raw("text") == nil {
				return "", false
			}
			words.WriteString(o.String("text"))
		}
		all = append(all, strings.TrimRight(words.String(), " "))
	}
	return strings.TrimSpace(strings.Join(all, "\n")), len(all) > 0
}
