package opencode

import (
	"cmp"
	"context"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// reader is the work on one session.
type reader struct {
	*rebuild.Builder
	src      *source.Session
	callers  map[string]*parser.ToolCall // calls that an agent answered, by the id of its session
	revert   string                      // id of the message from which on all was taken back
	reverted int                         // where the thread was before it
	dir      string
	said     time.Time // when the model had written what comes before a call of the message
	agents   map[string]*parser.Agent
	message  string          // of the printed parts that came last
	read     map[string]bool // messages of newer exports, by their keys
	repeated bool            // the file is not the newest export
	log      hookLog
}

func (r *reader) file(ctx context.Context, f *source.File, t *rebuild.Thread) {
	r.revert, r.reverted = "", t.Last()
	if !rebuild.IsDocument(f) {
		r.Out.Printed = true
		r.Lines(ctx, f, t, r.record)
		r.log.end(t)
		return
	}
	r.Document(ctx, f, t, lists, r.behind, r.record)
	r.stored(ctx, f, t)
	if r.revert != "" && r.reverted < t.Last() {
		t.Hang(r.reverted)
	}
}

// behind returns the thread of an agent whose document follows that of the session, as in exported records.
func (r *reader) behind(head raw.Object) *rebuild.Thread {
	info := infoOf(head)
	id := sessionID(info)
	if !ids.MatchString(info.String("parentID")) || id == "" || r.agents[id] != nil {
		return nil
	}
	r.agents[id] = &parser.Agent{ID: id, Kind: parser.AgentTask}
	return r.NewAgent(r.agents[id])
}

// stored reads the messages of a session that is kept in many files.
func (r *reader) stored(ctx context.Context, f *source.File, t *rebuild.Thread) {
	name := strings.ReplaceAll(source.Plain(f.Path), `\`, "/")
	m := storage.FindStringSubmatch(name)
	if m == nil || r.src.Pieces == nil {
		return
	}
	values, _, err := rebuild.Split(r.ReadAll(f), nil)
	if err != nil {
		return // which was said
	}
	id := raw.ParseObject(values[0].JSON).String("id")
	root := r.src.Pieces.Root()
	loose := r.loose(root)
	for _, file := range r.src.Pieces.Below(path.Join(root, "message", id)) {
		values, line, err := rebuild.Split(r.ReadAll(file), nil)
		if err != nil {
			r.broken(file, line, err)
			continue
		}
		info := raw.ParseObject(values[0].JSON)
		parts := []byte{'['}
		var pieces []*source.File
		add := func(v jsontext.Value) {
			if len(parts) > 1 {
				parts = append(parts, ',')
			}
			parts = append(parts, v...)
		}
		for _, piece := range r.src.Pieces.Below(path.Join(root, "part", info.String("id"))) {
			values, line, err := rebuild.Split(r.ReadAll(piece), nil)
			if err != nil {
				r.broken(piece, line, err)
				continue
			}
			add(values[0].JSON)
			pieces = append(pieces, piece)
		}
		for _, l := range loose[info.String("id")] {
			add(l.value)
			pieces = append(pieces, l.file)
		}
		whole := raw.Object{{Name: "info", Value: info.JSON()}, {Name: "parts", Value: append(parts, ']')}}
		r.Values(ctx, file, t, []rebuild.Value{{JSON: whole.JSON(), Line: 1}}, r.record)
		for _, piece := range pieces {
			r.Piece(piece, rebuild.Merged)
		}
	}
}

// loosePart is a part that is not in a folder of its message, as early versions kept them.
type loosePart struct {
	file  *source.File
	value jsontext.Value
}

// loose returns the parts beside the folders of messages, by message.
func (r *reader) loose(root string) map[string][]loosePart {
	all := map[string][]loosePart{}
	for _, f := range r.src.Pieces.In(path.Join(root, "part")) {
		values, line, err := rebuild.Split(r.ReadAll(f), nil)
		if err != nil {
			r.broken(f, line, err)
			continue
		}
		id := raw.ParseObject(values[0].JSON).String("messageID")
		all[id] = append(all[id], loosePart{f, values[0].JSON})
	}
	return all
}

func (r *reader) broken(f *source.File, line int, err error) {
	r.Piece(f, "")
	r.Warn(f.Path, line, "unreadable document ("+err.Error()+"); nothing of it could be kept")
}

func (r *reader) record(rec *rebuild.Record) {
	t := rec.Thread
	kind, name, _ := strings.Cut(rec.Type, "/")
	switch {
	case rec.Type == "session" && r.repeated:
		rec.As(rebuild.Duplicate)
	case rec.Type == "session":
		r.head(rec, infoOf(rec.Object))
	case kind == "printed":
		r.printed(rec, name)
	case kind == "hook" && r.repeated:
		rec.As(rebuild.Duplicate)
	case kind == "hook":
		r.hook(rec, name)
	case r.read[keyOf(rec.Object)]:
		rec.As(rebuild.Duplicate)
	default:
		info := infoOf(rec.Object)
		if info.String("id") == r.revert && r.revert != "" {
			r.reverted = t.Last()
		}
		switch {
		case kind == "flat":
			r.flat(rec, name)
		case name == "user":
			r.prompt(rec, info, rec.Array("parts"))
		default:
			r.reply(rec, info, rec.Array("parts"))
		}
	}
}

func (r *reader) head(rec *rebuild.Record, info raw.Object) {
	r.dir = directory(info)
	if a := rec.Thread.Agent(); a != nil {
		a.Description = info.String("title")
		return
	}
	r.Version(info.String("version"))
	r.Dir(r.dir)
	r.Out.Slug = info.String("slug")
	if title := info.String("title"); !strings.HasPrefix(title, "New session - ") {
		r.Titled(title, parser.TitleAI)
	}
	r.revert = info.Object("revert").String("messageID")
	r.State("shared at", info.Object("share").String("url"))
}

// prompt takes a prompt. Parts that the client added are set apart, and a compaction opens a segment.
func (r *reader) prompt(rec *rebuild.Record, info raw.Object, parts []jsontext.Value) {
	var own, aside []parser.Block
	compacted := false
	for _, v := range parts {
		p := raw.ParseObject(v)
		switch kind := p.String("type"); kind {
		case "text":
			text := p.String("text")
			switch {
			case strings.TrimSpace(text) == "":
			case p.Bool("synthetic"):
				aside = append(aside, &parser.Event{Origin: rec.At, Type: "synthetic",
					Title: "Text of the client", Text: text, Quiet: true})
			case p.Bool("ignored"): // plugins write such notes into the chat, which no model gets
				aside = append(aside, &parser.Event{Origin: rec.At, Type: "ignored", Title: "Note of a plugin", Text: text, Quiet: true})
			default:
				own = append(own, &parser.Text{Origin: rec.At, Text: text})
			}
		case "file":
			own = append(own, file(rec.At, p))
		case "compaction":
			c := &parser.Compaction{Trigger: "manual"}
			if p.Bool("auto") {
				c.Trigger = "auto"
			}
			rec.Thread.Compact(rec, c)
			compacted = true
		case "agent":
			own = append(own, &parser.Event{Origin: rec.At, Type: kind, Title: "Agent " + p.String("name"), Quiet: true})
		case "subtask":
			typed, template := subtask(rec.At, p)
			own = append(own, typed)
			if template != nil {
				aside = append(aside, template)
			}
		default:
			own = append(own, r.Unknown(rec.At, "part/"+kind, v))
		}
	}
	switch {
	case len(own) > 0:
		m := rec.Thread.Prompt(rec, append(own, aside...)...)
		m.SetRest(parser.More{Thinking: info.Object("model").String("variant")})
		if a := rec.Thread.Agent(); a != nil && a.Prompt == "" {
			if text, ok := own[0].(*parser.Text); ok {
				a.Prompt = text.Text
			}
		}
	case len(aside) > 0:
		rec.Thread.Event(rec, aside...)
	case !compacted:
		rec.As(rebuild.Structural)
	}
}

// subtask returns what the user typed to start an agent, and what the client made of it: the prompt of a
// command is its template, with the arguments in it.
func subtask(at parser.Origin, p raw.Object) (typed, template parser.Block) {
	prompt, command := p.String("prompt"), p.String("command")
	if command == "" {
		return &parser.Text{Origin: at, Text: prompt}, nil
	}
	if strings.TrimSpace(prompt) != "" {
		template = &parser.Event{Origin: at, Type: "subtask", Title: "Prompt of the command", Text: prompt, Quiet: true}
	}
	return &parser.Command{Origin: at, Name: "/" + strings.TrimPrefix(command, "/")}, template
}

// file returns the block of a file that belongs to a prompt or a result.
func file(at parser.Origin, p raw.Object) parser.Block {
	url, kind := p.String("url"), p.String("mime")
	if strings.HasPrefix(kind, "image/") {
		return rebuild.Image(at, url)
	}
	d := &parser.Document{Origin: at, MediaType: kind, Title: p.String("filename"), Ref: url}
	if strings.HasPrefix(url, "data:") {
		if _, data, ok := strings.Cut(url, ";base64,"); ok {
			d.Data, d.Ref = data, ""
		}
	}
	return d
}

// reply takes a reply: all messages of the agent.
func (r *reader) reply(rec *rebuild.Record, info raw.Object, parts []jsontext.Value) {
	t := rec.Thread
	t.Close()
	if model := info.String("modelID"); model != "" {
		t.Model = model
	}
	if dir := info.Object("path").String("cwd"); dir != "" {
		r.dir = dir
		if t == r.Main {
			r.Dir(dir)
		}
	}
	var blocks []parser.Block
	r.said = rec.At.Time
	for _, v := range parts {
		blocks = append(blocks, r.part(rec, raw.ParseObject(v), v)...)
	}
	spelled(blocks, parts)
	usage, spent := usageOf(info.Object("tokens"))
	done := raw.Time(info.Object("time").Raw("completed"))
	var m *parser.Message
	switch c := t.Compacted(); {
	case len(blocks) == 0:
		if info.Object("error") == nil {
			rec.As(rebuild.Structural)
		}
	case info.Bool("summary") && c != nil && c.Summary == nil:
		c.Summary = &parser.Message{Origin: rec.At, Kind: parser.KindEvent, Blocks: blocks, End: rec.At.Time}
	default:
		m = t.Reply(rec, blocks...)
		m.StopReason = info.String("finish")
		if done.After(m.End) {
			m.End = done
		}
	}
	if done.After(rec.At.Time) {
		t.Until(done)
	}
	if failure := info.Object("error"); failure != nil {
		name, text := failureOf(failure)
		if name == "MessageAbortedError" || name == "aborted" {
			t.Interrupt(rec, text)
		} else if failed := t.Fail(rec, name, text); m == nil {
			m = failed
		}
	}
	if spent {
		t.Spend(m, t.Model, usage)
	}
	r.cost(t, info.Raw("cost"))
	t.Close()
}

func (r *reader) cost(t *rebuild.Thread, v jsontext.Value) {
	if dollars, err := strconv.ParseFloat(string(v), 64); err == nil {
		r.Cost(t.Model, dollars)
	}
}

// usageOf returns the tokens of a request. Input is without what was cached, output without
// reasoning, which is billed as output.
func usageOf(o raw.Object) (u parser.Usage, spent bool) {
	cache := o.Object("cache")
	u = parser.Usage{Requests: 1, Input: o.Int("input"), Output: o.Int("output") + o.Int("reasoning"),
		CacheRead: cache.Int("read"), CacheWrite: cache.Int("write")}
	return u, u.Input >= 0 && u.Output >= 0 && u.CacheRead >= 0 && u.CacheWrite >= 0 && u.Input+u.Output+u.CacheRead+u.CacheWrite > 0
}

// printed takes a line that a run printed.
func (r *reader) printed(rec *rebuild.Record, name string) {
	t := rec.Thread
	p := rec.Object.Object("part")
	if id := p.String("messageID"); id != r.message {
		r.message, r.said = id, rec.At.Time
		t.Close()
	}
	switch name {
	case "error":
		_, text := failureOf(rec.Object.Object("error"))
		t.Fail(rec, "error", cmp.Or(text, raw.Text(rec.Object.Raw("error"))))
	case "step_finish":
		if u, spent := usageOf(p.Object("tokens")); spent {
			t.Spend(t.LastReply(), t.Model, u)
		}
		r.cost(t, p.Raw("cost"))
	case "text", "reasoning", "tool_use":
		if blocks := r.part(rec, p, rec.Object.Raw("part")); len(blocks) > 0 {
			t.Reply(rec, blocks...)
		}
	}
}
