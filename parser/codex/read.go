package codex

import (
	"cmp"
	"context"
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// reader is the work on one session.
type reader struct {
	*rebuild.Builder
	src *source.Session

	threads map[string]*rebuild.Thread  // of agents, by id
	spawned map[string]*parser.ToolCall // call that spawned an agent, by its id
	parents map[string]string           // of agents, by id
	items   map[uint64]bool             // of the files before, where agents may have copies of them

	requests map[string]bool // those whose tokens were counted, by the id of the response
	named    bool            // the session's own head was read
	alone    bool            // it is that of an agent of the client, such as one that assesses calls: nobody typed its prompts
	newest   newest
	log      // of the file that is being read
}

// log is what is known of the file that is being read.
type log struct {
	heard    heard
	head     bool // its session_meta was read
	inherits bool // the records of an agent are copies of what came before it
	spending
	dir      string                      // working directory
	effort   string                      // of reasoning
	free     bool                        // nothing is asked for, and there is no sandbox
	searched map[string]*parser.ToolCall // searches whose end came first, by what was searched
	calls    []string                    // ids made up for calls without one
	replay   key                         // of the last prompt of the file before this one, with which this one may begin
	last     key                         // of the last prompt
	goal     string                      // that the user set
	printed  *run                        // on records that a run printed
	repeats  bool                        // a run printed it, and there is a rollout
	agent    *rebuild.Thread             // whose records follow those of the session
}

// newest is what calls of the newest reply have that later records refer to.
type newest struct {
	reply    *parser.Message
	script   *parser.ToolCall            // the last script
	goals    map[string]bool             // that calls name
	searches map[string]*parser.ToolCall // of the web, by what was searched
	compared int                         // bytes of the reply that were searched for texts
}

// of returns what is known of the calls of the newest reply of a thread, nil if there is no reply.
func (n *newest) of(t *rebuild.Thread) *newest {
	m := t.LastReply()
	if m == nil {
		return nil
	}
	if m != n.reply {
		*n = newest{reply: m, goals: map[string]bool{}, searches: map[string]*parser.ToolCall{}}
	}
	return n
}

// take notes a call of the newest reply.
func (n *newest) take(t *rebuild.Thread, c *parser.ToolCall) {
	if n = n.of(t); n == nil {
		return
	}
	if c.Name == "exec" {
		n.script = c
	}
	if objective := strings.TrimSpace(raw.ParseObject(c.Input).String("objective")); objective != "" {
		n.goals[objective] = true
	}
	if c.Server && c.Name == "web_search" && n.searches[string(c.Input)] == nil {
		n.searches[string(c.Input)] = c
	}
}

func newReader(src *source.Session) *reader {
	r := &reader{
		Builder: rebuild.New(src, syntax), src: src,
		threads: map[string]*rebuild.Thread{}, spawned: map[string]*parser.ToolCall{}, parents: map[string]string{},
		items: map[uint64]bool{}, requests: map[string]bool{},
	}
	r.Out.Texts = parser.Texts{Changed: changedText}
	r.Titled(strings.TrimSpace(src.IndexTitle), parser.TitleIndex)
	return r
}

// file reads one rollout: the session's own, or that of an agent.
func (r *reader) file(ctx context.Context, f *source.File, a *source.AgentFile) {
	t := r.Main
	if a != nil {
		id := strings.TrimPrefix(a.ID, prefix)
		t = r.NewAgent(&parser.Agent{ID: id, Kind: parser.AgentTask})
		r.threads[id] = t
	}
	total, replay, goal := r.total, r.last, r.goal
	r.log = log{heard: newHeard(), searched: map[string]*parser.ToolCall{}, repeats: r.named && isPrinted(f)}
	if t == r.Main && r.named {
		r.total = total // a later copy goes on counting
		r.replay, r.goal = replay, goal
	}
	r.printed = &run{of: r}
	r.heard.listen(ctx, f)
	r.Lines(ctx, f, t, r.record)
	if t.Agent() == nil {
		r.named = true
	}
}

// textOf returns all text of a message.
func textOf(p raw.Object) string {
	if v := p.Raw("content"); v != nil {
		if v.Kind() == '"' {
			return raw.String(v)
		}
		var texts []string
		for _, part := range raw.ParseArray(v) {
			o := raw.ParseObject(part)
			if text := cmp.Or(o.String("text"), o.String("refusal")); text != "" && !isImageTag(text) {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, "")
	}
	return p.Text("message")
}

// record takes one record.
func (r *reader) record(rec *rebuild.Record) {
	if printedName(rec.Object) == rec.Type {
		r.printed.record(rec)
		return
	}
	p := payload(rec.Object)
	if rec.Type == "session_meta" && rec.Thread == r.Main && r.head && spawnedHere(r, p) {
		appended(r, p.String("id"))
	}
	if r.agent != nil {
		rec.Thread = r.agent
	}
	if inherited(r, rec) {
		rec.As(rebuild.Duplicate)
		return
	}
	switch kind, name, _ := strings.Cut(rec.Type, "/"); kind {
	case "session_meta":
		r.meta(rec, p)
	case "turn_context":
		r.context(rec, p)
	case "compacted":
		r.compacted(rec, p)
	case "token_usage_record":
		spent(r, rec, p)
	case "inter_agent_communication":
		rec.Thread.Event(rec, &parser.Event{Origin: rec.At, Type: rec.Type, Title: "Message between agents",
			Text: p.Text("content"), Quiet: true, Raw: clone(rec.Raw)})
	case "response_item":
		r.item(rec, name, p)
	case "event_msg":
		r.event(rec, name, p)
	}
}

// meta takes the head of a rollout. A fork repeats that of its origin behind its own.
func (r *reader) meta(rec *rebuild.Record, p raw.Object) {
	if r.head {
		r.inherits = rec.Thread.Agent() != nil && p.String("id") != rec.Thread.Agent().ID
		return
	}
	r.head = true
	r.Version(p.String("cli_version"))
	r.dir = p.String("cwd")
	if a := rec.Thread.Agent(); a != nil {
		r.inherits = inheritedBelow(p) > 1 // the head is 0
		spawn := p.Object("source").Object("subagent").Object("thread_spawn")
		a.Type = cmp.Or(p.String("agent_role"), spawn.String("agent_role"), taskName(cmp.Or(p.String("agent_path"), spawn.String("agent_path"))))
		a.Name = cmp.Or(p.String("agent_nickname"), spawn.String("agent_nickname"))
		if parent := parentOf(p); prefix+parent != r.src.ID {
			r.parents[a.ID] = parent
		}
		return
	}
	if r.named {
		return // another rollout of the session
	}
	r.Dir(r.dir)
	git := p.Object("git")
	r.Branch(git.String("branch"))
	r.State("commit", git.String("commit_hash"))
	r.State("repository", git.String("repository_url"))
	r.State("client", p.String("originator"))
	r.State("provider", p.String("model_provider"))
	r.alone = p.Object("source").Raw("subagent") != nil
	if from := p.String("forked_from_id"); from != "" && r.Out.ForkedFrom == nil {
		r.Out.ForkedFrom = &parser.Fork{SessionID: prefix + from}
	}
}

// context takes the settings of a turn.
func (r *reader) context(rec *rebuild.Record, p raw.Object) {
	if model := p.String("model"); model != "" {
		rec.Thread.Model = model
	}
	r.effort = p.String("effort")
	sandbox := cmp.Or(p.Object("sandbox_policy").String("type"), p.Object("sandbox_policy").String("mode"), p.String("sandbox_policy"))
	r.free = p.String("approval_policy") == "never" && sandbox == "danger-full-access"
	if dir := p.String("cwd"); dir != "" {
		r.dir = dir
		if rec.Thread == r.Main {
			r.Dir(dir)
		}
	}
	if rec.Thread == r.Main {
		r.State("approval policy", p.String("approval_policy"))
		r.State("sandbox", sandbox)
	}
}

// compacted opens a segment. What of the history that replaces the old one was said
// before is not repeated.
func (r *reader) compacted(rec *rebuild.Record, p raw.Object) {
	if latest := p.Object("latest_token_usage_record"); latest != nil && foreign(r, rec.Thread, latest) {
		r.total = tokensOf(latest.Object("thread_token_usage")) // a count that follows repeats what another thread spent
	}
	c := &parser.Compaction{}
	var blocks []parser.Block
	seen := map[key]bool{}
	add := func(text string) {
		k := keyOf("", text)
		if strings.TrimSpace(text) != "" && !r.heard.said[k] && !seen[k] {
			seen[k] = true
			blocks = append(blocks, &parser.Text{Origin: rec.At, Text: text})
		}
	}
	add(p.String("message"))
	for _, v := range p.Array("replacement_history") {
		o := raw.ParseObject(v)
		if text := textOf(o); !r.heard.said[keyOf("", text)] {
			add(text)
		}
	}
	if len(blocks) > 0 {
		c.Summary = &parser.Message{Blocks: blocks, End: rec.At.Time}
	}
	rec.Thread.Compact(rec, c)
}
