package codex

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// scan reads what a rollout says about itself, and the keys of its records. A fork begins with a copy
// of what came before it: the key of an item is made from it and all items before it.
func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	s := &scanner{}
	if !s.Read(r, f, s.record) {
		return &s.Facts
	}
	if s.ID == "" {
		s.ID = idOf(f.Path)
	}
	if s.parent != "" {
		s.Agent, s.ID = prefix+s.ID, s.parent
	}
	return s.Finish(f, prefix, "Codex")
}

type scanner struct {
	rebuild.Scanned
	parent string // the thread that spawned this one
	chain  []byte // key of the items so far
}

// idOf returns the id in the name of a rollout, else its name.
func idOf(name string) string {
	base := path.Base(strings.ReplaceAll(source.Plain(name), `\`, "/"))
	if m := rollout.FindStringSubmatch(base); m != nil {
		return m[1]
	}
	return strings.TrimSuffix(base, path.Ext(base))
}

func (s *scanner) record() {
	var typ, payload, stamp, created []byte
	for name, val := range raw.Members(s.Raw) {
		switch string(name) {
		case "type":
			typ = val
		case "payload":
			payload = val
		case "timestamp":
			stamp = val
		case "created_at":
			created = val
		}
	}
	if len(stamp) == 0 {
		stamp = created
	}
	at := raw.Time(stamp)
	s.At(at)
	kind := raw.String(typ)
	if len(payload) == 0 {
		o := raw.ParseObject(s.Raw)
		if syntax.Table.Lookup(nameOf(o)) == nil {
			return
		}
		if s.ID == "" && nameOf(o) == "thread.started" {
			s.ID = o.String("thread_id")
		}
		kind, payload = "response_item", s.Raw
		if nameOf(o) == "session_meta" {
			kind = "session_meta"
		}
	} else if syntax.Table.Lookup(kind) == nil && kind != "response_item" && kind != "event_msg" {
		return
	}
	s.Known = true
	switch kind {
	case "session_meta", "turn_context":
		s.head(kind, raw.ParseObject(payload))
	case "response_item", "event_msg":
		s.node(kind, payload, at)
	}
}

// head takes in what a rollout says about itself. A fork repeats the record of its origin.
func (s *scanner) head(kind string, o raw.Object) {
	if kind == "turn_context" || s.ID == "" {
		s.Dir(o.String("cwd"))
	}
	if kind != "session_meta" || s.ID != "" {
		return
	}
	s.ID = o.String("id")
	if from := o.String("forked_from_id"); from != "" {
		s.ForkedFrom = prefix + from
	}
	s.Remotes = source.AddRepository(s.Remotes, source.RepositoryAt(o.Object("git").String("repository_url")))
	s.parent = parentOf(o)
	if root := o.String("session_id"); s.parent != "" && root != "" && root != s.ID {
		s.parent = root // of nested agents
	}
}

// parentOf returns the thread that spawned the one which a session_meta describes, "" for none.
func parentOf(meta raw.Object) string {
	spawn := meta.Object("source").Object("subagent").Object("thread_spawn")
	return cmp.Or(meta.String("parent_thread_id"), spawn.String("parent_thread_id"))
}

func (s *scanner) node(kind string, payload []byte, at time.Time) {
	key := source.Key(bytes.Join([][]byte{s.chain, payload}, []byte{0}))
	if kind == "response_item" {
		s.chain = []byte(time.Duration(key).String())
	}
	n := source.Node{Key: key, Same: key, Line: int32(s.Line), Size: int32(len(payload))}
	if !at.IsZero() {
		n.Time = at.UnixMilli()
	}
	if kind == "response_item" {
		o := raw.ParseObject(payload)
		n.Reply = o.String("role") == "assistant"
	}
	s.Nodes = append(s.Nodes, n)
}

// same returns the key of an item by its id or that of its call. It is asked which records of a
// session an excluded one has, too.
func same(record []byte, keys []uint64) ([]uint64, string) {
	payload := raw.ParseObject(record).Raw("payload")
	if payload == nil {
		payload = record
	}
	o := raw.ParseObject(payload)
	switch o.String("type") {
	case "message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
		"local_shell_call", "web_search_call", "user_message", "agent_message", "agent_reasoning", "exec_command_end":
		keys = append(keys, source.Key(payload))
	}
	return keys, ""
}

// history reads the prompts that were typed, of all projects.
func history(ctx context.Context, f source.History) (prompts []parser.TypedPrompt, warnings []parser.Warning, err error) {
	src, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	defer src.Close()
	in := jsonl.NewReader(src)
	for in.Next() && ctx.Err() == nil {
		l := in.Line()
		if l.Reason != "" && len(warnings) < 5 {
			warnings = append(warnings, parser.Warning{File: f.Path, Line: l.Number, Text: l.Damage()})
		}
		for _, object := range l.Objects {
			o := raw.ParseObject(object)
			p := parser.TypedPrompt{Text: o.String("text"), Session: o.String("session_id")}
			if p.Session != "" {
				p.Session = prefix + p.Session
			}
			p.Time = raw.Time(o.Raw("ts"))
			if p.Text != "" {
				prompts = append(prompts, p)
			}
		}
	}
	if err := in.Err(); err != nil {
		warnings = append(warnings, parser.Warning{File: f.Path, Text: "reading stopped before the end of the file: " + err.Error()})
	}
	return prompts, warnings, ctx.Err()
}
