package codex

import (
	"bytes"
	"context"
	"io"
	"path"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// scan reads what a rollout says of itself, and the keys of its records. A fork begins with a copy
// of what came before it: the key of an item is made from it and all items before it.
func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	s := &scanner{Facts: source.Facts{Blank: true}}
	src, err := f.Open()
	if err != nil {
		return &source.Facts{Err: err}
	}
	defer src.Close()
	r.Reset(src)
	for r.Next() {
		l := r.Line()
		if l.Reason != "" && s.Bad.Line == 0 {
			s.Bad = source.Warning{Path: f.Path, Line: l.Number, Text: l.Reason}
		}
		s.Blank = s.Blank && l.Kind == jsonl.Blank
		for _, object := range l.Objects {
			s.record(object, l.Number)
		}
	}
	s.Err = r.Err()
	if s.Bad.Line == 0 && !s.Known && !s.Blank {
		s.Bad = source.Warning{Path: f.Path, Text: "its records are not Codex's"}
	}
	if s.id == "" {
		s.id = idOf(f.Path)
	}
	owner := s.id
	if s.parent != "" {
		owner, s.Agent = s.parent, prefix+s.id
	}
	s.IDs = []source.Holding{{ID: prefix + owner, Nodes: len(s.Nodes), Hangs: -1}}
	for i := range s.Cwds {
		s.Dirs = append(s.Dirs, source.DirOf{ID: 0, Dir: int32(i)})
	}
	return &s.Facts
}

type scanner struct {
	source.Facts
	id, parent string
	chain      []byte // key of the items so far
}

// idOf returns the id in the name of a rollout, else its name.
func idOf(name string) string {
	base := path.Base(strings.ReplaceAll(source.Plain(name), `\`, "/"))
	if m := rollout.FindStringSubmatch(base); m != nil {
		return m[1]
	}
	return strings.TrimSuffix(base, path.Ext(base))
}

func (s *scanner) record(object []byte, line int) {
	var typ, payload, stamp, created []byte
	for name, val := range raw.Members(object) {
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
	if !at.IsZero() {
		if s.Start.IsZero() || at.Before(s.Start) {
			s.Start = at
		}
		if at.After(s.End) {
			s.End = at
		}
	}
	kind := raw.String(typ)
	if len(payload) == 0 {
		o := raw.ParseObject(object)
		if syntax.Table.Lookup(nameOf(o)) == nil {
			return
		}
		if s.id == "" && nameOf(o) == "thread.started" {
			s.id = o.String("thread_id")
		}
		kind, payload = "response_item", object
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
		s.node(kind, payload, line, at)
	}
}

// head takes in what a rollout says of itself. A fork repeats the record of its origin.
func (s *scanner) head(kind string, o raw.Object) {
	if dir := o.String("cwd"); dir != "" && (kind == "turn_context" || s.id == "") {
		known := false
		for _, have := range s.Cwds {
			known = known || have == dir
		}
		if !known {
			s.Cwds = append(s.Cwds, dir)
		}
	}
	if kind != "session_meta" || s.id != "" {
		return
	}
	s.id = o.String("id")
	if from := o.String("forked_from_id"); from != "" {
		s.ForkedFrom = prefix + from
	}
	s.Remotes = source.AddRepository(s.Remotes, source.RepositoryAt(o.Object("git").String("repository_url")))
	s.parent = parentOf(o)
	if root := o.String("session_id"); s.parent != "" && root != "" && root != s.id {
		s.parent = root // of nested agents
	}
}

// parentOf returns the thread that spawned the one which a session_meta describes, "" for none.
func parentOf(meta raw.Object) string {
	spawn := meta.Object("source").Object("subagent").Object("thread_spawn")
	return firstOf(meta.String("parent_thread_id"), spawn.String("parent_thread_id"))
}

func (s *scanner) node(kind string, payload []byte, line int, at time.Time) {
	key := source.Key(bytes.Join([][]byte{s.chain, payload}, []byte{0}))
	if kind == "response_item" {
		s.chain = []byte(time.Duration(key).String())
	}
	n := source.Node{Key: key, Same: key, Line: int32(line), Size: int32(len(payload))}
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

// index reads session_index.jsonl: a line for each name that a thread was given, the last one counts.
func index(r io.Reader) (list []source.Indexed) {
	in := jsonl.NewReader(r)
	for in.Next() {
		for _, object := range in.Line().Objects {
			o := raw.ParseObject(object)
			if id := o.String("id"); id != "" {
				list = append(list, source.Indexed{Session: prefix + id, Title: o.String("thread_name")})
			}
		}
	}
	return list
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

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
