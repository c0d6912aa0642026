package copilot

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// reader is the work on one session.
type reader struct {
	*rebuild.Builder
	options source.Options
	agents  map[string]*rebuild.Thread // by the id of the call that spawned them
	named   map[string]*rebuild.Thread // the same by their own id, in newer records
	said    map[string]bool            // reasoning that a reply has
	places  map[string]int             // of events, by id
	replies map[string]*parser.Message // that calls are in, by the calls' ids
	given   map[string]jsontext.Value  // outputs as the model was given them, by the calls' ids
	titles  map[string]raw.Object      // what the client says of a call for people, by its id
	tasks   map[string]*rebuild.Thread // agents that were not told their task yet, by its words
	typed   map[string]*parser.Command // commands that the user ran, by the ids of the calls
	dir     string
	granted string  // what is allowed without asking: "allow-all", "assisted" what a model finds harmless, else "manual" or ""
	mode    string  // in which the agent works: "plan", "autopilot", else "interactive" or ""
	since   account // tokens since the last shutdown
}

func (r *reader) record(rec *rebuild.Record) {
	data := rec.Object.Object("data")
	r.places[rec.String("id")] = rec.Thread.Last()
	if t := r.threadOf(rec, data); t != nil {
		rec.Thread = t
	}
	switch kind, _, dotted := strings.Cut(rec.Type, "."); {
	case rec.Type == head:
		r.document(rec)
		return
	case rec.Type == "result":
		r.result(rec)
	case !dotted && rec.Object.Raw("data") == nil:
		r.timeline(rec)
		return
	default:
		r.event(kind, rec, data)
	}
}

// event takes an event by the first word of its name.
func (r *reader) event(kind string, rec *rebuild.Record, data raw.Object) {
	switch kind {
	case "session":
		r.session(rec, data)
	case "user", "assistant":
		r.speech(rec, data)
	case "tool", "permission":
		r.tool(rec, data)
	case "subagent":
		r.subagent(rec, data)
	case "model":
		r.model(rec, data)
	default:
		r.other(rec, data)
	}
}

// session takes what an event says of the session.
func (r *reader) session(rec *rebuild.Record, data raw.Object) {
	t := rec.Thread
	switch rec.Type {
	case "session.start", "session.resume", "session.context_changed":
		r.context(rec, data)
	case "session.model_change":
		t.Model = data.String("newModel")
	case "session.permissions_changed":
		permissions(r, rec, data)
	case "session.mode_changed":
		r.mode = data.String("newMode")
	case "session.title_changed":
		r.Titled(data.String("title"), parser.TitleAI)
	case "session.error":
		if !ofAPI(data) {
			ev := event(rec, "The client reported an error", data.String("message"))
			ev.Failed = true
			t.Event(rec, ev)
			return
		}
		t.Fail(rec, data.String("errorType"), data.String("message"))
	case "session.compaction_complete":
		if string(data.Raw("success")) == "false" {
			ev := event(rec, "The compaction failed", data.Text("error"))
			ev.Failed = true
			t.Event(rec, ev)
			return
		}
		c := &parser.Compaction{Trigger: trigger(data.String("trigger")), PreTokens: max(data.Int("preCompactionTokens"), 0)}
		if text := data.String("summaryContent"); text != "" {
			c.Summary = &parser.Message{Blocks: []parser.Block{&parser.Text{Origin: rec.At, Text: text}}, End: rec.At.Time}
		}
		t.Compact(rec, c)
	case "session.context_cleared":
		t.Compact(rec, &parser.Compaction{Trigger: parser.TriggerClear})
	case "session.binary_asset":
		t.Event(rec, event(rec, "File of a result", data.String("description")), attachment(rec.At, data, nil))
	case "session.snapshot_rewind":
		t.Event(rec, event(rec, "Went back to an earlier message", ""))
		if place, known := r.places[data.String("upToEventId")]; known {
			t.Hang(place)
		}
	case "session.shutdown":
		r.shutdown(data)
		if why := data.String("errorReason"); why != "" {
			rec.As(rebuild.Shown)
			ev := event(rec, "The client ended with an error", why)
			ev.Failed = true
			t.Event(rec, ev)
		}
	default:
		r.other(rec, data)
	}
}

// ofAPI reports whether an error is one of a request to the model: others are of what the client does beside, such as
// starting MCP servers.
func ofAPI(data raw.Object) bool {
	asked := data.Int("statusCode") > 0 || data.String("providerCallId")+data.String("serviceRequestId") != ""
	return asked || slices.Contains([]string{"", "authentication", "authorization", "quota", "rate_limit", "context_limit", "query"}, data.String("errorType"))
}

// trigger returns what began a compaction, in the words of pages.
func trigger(recorded string) string {
	switch recorded {
	case "", "manual":
		return recorded
	}
	return "auto"
}

func (r *reader) context(rec *rebuild.Record, data raw.Object) {
	context := data.Object("context")
	if context == nil {
		context = data
	}
	if dir := context.String("cwd"); dir != "" {
		r.dir = dir
		r.Dir(dir)
	}
	r.Branch(context.String("branch"))
	r.Version(data.String("copilotVersion"))
	r.State("repository", context.String("repository"))
	r.State("commit", context.String("headCommit"))
	if model := data.String("selectedModel"); model != "" {
		rec.Thread.Model = model
	}
}

// shutdown takes the tokens of a run. Only there the input is recorded; it includes what was cached.
func (r *reader) shutdown(data raw.Object) {
	r.since = account{}
	for _, m := range data.Object("modelMetrics") {
		o := raw.ParseObject(m.Value)
		u := o.Object("usage")
		usage := parser.Usage{
			Requests: o.Object("requests").Int("count"), CacheRead: u.Int("cacheReadTokens"),
			CacheWrite: u.Int("cacheWriteTokens"), Output: u.Int("outputTokens"),
		}
		usage.Input = max(0, u.Int("inputTokens")-usage.CacheRead-usage.CacheWrite)
		if usage.Input+usage.Output+usage.CacheRead > 0 && usage.Output >= 0 && usage.CacheRead >= 0 && usage.CacheWrite >= 0 {
			r.Main.Spend(nil, m.Name, usage)
		}
	}
	if n := data.Raw("totalPremiumRequests"); len(n) > 0 && string(n) != "0" {
		r.State("premium requests", string(n))
	}
}

// result takes the end of what "copilot --output-format json" printed.
func (r *reader) result(rec *rebuild.Record) {
	r.Out.Printed = r.Out.Printed || len(r.Out.Versions) == 0
	if n := rec.Object.Object("usage").Raw("premiumRequests"); len(n) > 0 && n.Kind() == '0' && string(n) != "0" {
		r.State("premium requests", string(n))
	}
	if code := rec.Object.Raw("exitCode"); len(code) > 0 && string(code) != "0" {
		rec.As(rebuild.Shown)
		ev := event(rec, "The run ended with exit code "+string(code), "")
		ev.Failed = true
		rec.Thread.Event(rec, ev)
	}
}

func event(rec *rebuild.Record, title, text string) *parser.Event {
	return &parser.Event{Origin: rec.At, Type: words.Replace(rec.Type), Title: title, Text: text}
}

// words makes words of the name of an event.
var words = strings.NewReplacer(".", " ", "_", " ")

// speech takes prompts and replies.
func (r *reader) speech(rec *rebuild.Record, data raw.Object) {
	t := rec.Thread
	switch rec.Type {
	case "user.message":
		r.prompt(rec, data)
	case "assistant.message":
		r.reply(rec, data)
	case "assistant.reasoning":
		if text := data.String("content"); text != "" && !r.said[text] {
			r.said[text] = true
			t.Reply(rec, &parser.Thinking{Origin: rec.At, Text: text})
		} else {
			rec.As(rebuild.Merged)
		}
	case "assistant.usage":
		r.used(rec, data)
	case "assistant.turn_end":
		t.Close()
	}
}

// prompt takes a prompt. What the client put around it for the model is set apart.
func (r *reader) prompt(rec *rebuild.Record, data raw.Object) {
	text, whole := data.String("content"), data.String("transformedContent")
	var own []parser.Block
	if strings.TrimSpace(text) != "" {
		own = append(own, &parser.Text{Origin: rec.At, Text: text})
	}
	for _, v := range data.Array("attachments") {
		own = append(own, attachment(rec.At, raw.ParseObject(v), v))
	}
	typed := len(own) > 0
	if before, after, found := strings.Cut(whole, text); whole != "" && whole != text {
		aside := whole
		if found && text != "" {
			aside = strings.TrimSpace(before + "\n" + after)
		}
		if strings.TrimSpace(aside) != "" {
			ev := event(rec, "Context of the client", aside)
			ev.Type, ev.Quiet = "context", true
			own = append(own, ev)
		}
	}
	source := data.String("source")
	if data.Bool("isAutopilotContinuation") {
		source = "autopilot"
	}
	told := rec.Thread != r.Main && strings.HasPrefix(source, "agent-") // an agent, by the one that spawned it (since July 2026)
	if source != "" && source != "user" && !told && text != "" {
		ev := event(rec, "Message of "+source, text)
		if ev.Quiet = true; source == "system" {
			ev.Type, ev.Title = "context", "Context of the client"
		}
		own[0] = ev
		rec.Thread.Event(rec, own...)
		return
	}
	switch {
	case len(own) == 0:
		rec.As(rebuild.Structural)
	case !typed: // the client goes on by itself, or names tools for the model
		rec.As(rebuild.Folded)
		rec.Thread.Event(rec, own...)
	default:
		m := rec.Thread.Prompt(rec, own...)
		rest := m.Rest()
		if how := data.String("delivery"); (how == "steering" || how == "queued") && rec.Thread == r.Main {
			rest.Sender = parser.SenderQueue
		}
		rest.PermissionMode = modeOf(r, data)
		m.SetRest(rest)
	}
}

func attachment(at parser.Origin, o raw.Object, v jsontext.Value) parser.Block {
	kind := o.String("mimeType")
	if data := o.String("data"); data != "" {
		if strings.HasPrefix(kind, "image/") {
			return &parser.Image{Origin: at, MediaType: kind, Data: data}
		}
		return &parser.Document{Origin: at, MediaType: kind, Title: o.String("displayName"), Data: data}
	}
	return &parser.Attachment{Origin: at, Type: o.String("type"), Title: o.String("displayName"),
		Path: o.String("path"), Text: o.String("text"), Quiet: true, Raw: slices.Clone(v)}
}

// reply takes a reply: each event is one, or a piece of one that was cut.
func (r *reader) reply(rec *rebuild.Record, data raw.Object) {
	t := rec.Thread
	m := t.LastReply()
	begins := m == nil || m.ID == "" || m.ID != data.String("messageId")
	if begins {
		t.Close()
	}
	if model := data.String("model"); model != "" {
		t.Model = model
	}
	var blocks []parser.Block
	if text := data.String("reasoningText"); text != "" && !r.said[text] {
		r.said[text] = true
		blocks = append(blocks, &parser.Thinking{Origin: rec.At, Text: text, Signed: data.String("reasoningOpaque") != ""})
	}
	if text := data.String("content"); strings.TrimSpace(text) != "" {
		blocks = append(blocks, &parser.Text{Origin: rec.At, Text: text})
	}
	for _, v := range data.Array("toolRequests") {
		o := raw.ParseObject(v)
		if begun := t.Call(o.String("toolCallId")); begun != nil && begun.Name == o.String("name") {
			continue // its beginning was recorded before the reply
		}
		c := r.call(rec, o.String("toolCallId"), o.String("name"), o)
		for _, name := range []string{"intentionSummary", "toolTitle"} {
			if title := o.String(name); title != "" && r.titles[c.ID].Raw(name) == nil && !strings.Contains(string(c.Input), title) {
				r.titles[c.ID] = append(r.titles[c.ID], raw.Member{Name: name, Value: slices.Clone(o.Raw(name))})
			}
		}
		blocks = append(blocks, c)
	}
	r.since.output += max(0, data.Int("outputTokens"))
	if len(blocks) == 0 {
		if data.Int("outputTokens") > 0 && data.Raw("encryptedContent") == nil && data.Raw("reasoningOpaque") == nil && begins {
			t.Event(rec, &parser.Event{Origin: rec.At, Type: parser.EmptyReply, Title: "Reply without words", Quiet: true})
		} else {
			rec.As(rebuild.Structural)
		}
		t.Until(rec.At.Time)
		return
	}
	m = t.Reply(rec, blocks...)
	m.ID, m.RequestID = data.String("messageId"), data.String("requestId")
	for _, b := range blocks {
		if c, ok := b.(*parser.ToolCall); ok {
			r.replies[c.ID] = m
		}
	}
}

// other takes notices of the client, by what the table says of them.
func (r *reader) other(rec *rebuild.Record, data raw.Object) {
	t := rec.Thread
	switch rec.Type {
	case "abort":
		t.Stop(rec)
		t.Interrupt(rec, data.String("reason"))
		return
	case "system.message":
		if !r.options.SystemPrompt {
			return
		}
		rec.As(rebuild.Folded)
	case "hook.end":
		if string(data.Raw("success")) != "false" {
			return
		}
		hooked(rec, data)
		return
	default:
		if row := table.Lookup(rec.Type); row.Treatment != rebuild.Folded {
			return
		}
	}
	title := words.Replace(rec.Type)
	ev := event(rec, prose.Capital(title), "")
	for _, name := range []string{"message", "content", "summary", "name"} {
		if text := data.String(name); text != "" && ev.Text == "" {
			ev.Text = text
			data = raw.ParseObject(raw.Without(data.JSON(), name))
		}
	}
	ev.Quiet = true
	if len(data) > 0 {
		ev.Raw = data.JSON()
	}
	t.Event(rec, ev)
}

// hooked takes a hook that failed.
func hooked(rec *rebuild.Record, data raw.Object) {
	rec.As(rebuild.Shown)
	failure := data.Object("error")
	ev := event(rec, strings.Join(strings.Fields("Hook "+data.String("hookType")+" failed"), " "), cmp.Or(failure.String("message"), data.String("error")))
	ev.Failed = true
	if rest := raw.ParseObject(raw.Without(data.JSON(), "hookType", "hookInvocationId", "success", "error")); len(rest) > 0 {
		ev.Raw = rest.JSON()
	}
	if from := failure.String("source"); from != "" {
		ev.Fields = append(ev.Fields, parser.Field{Name: "source", Value: from})
	}
	rec.Thread.Event(rec, ev)
}
