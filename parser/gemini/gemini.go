// Package gemini reads the chats of Gemini CLI: documents, and since version 0.40 lines, of which a
// later one replaces an earlier one of its id, and a rewind begins a branch. It also reads what the
// client prints of a run.
package gemini

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// prefix is what ids of sessions begin with on pages.
const prefix = "gemini-"

// Format is what Steno knows of Gemini CLI's chats.
func Format() *source.Format {
	return &source.Format{
		Name: "Gemini CLI", Key: "gemini", Homes: homes,
		Owns: owns,
		Claims: func(name string) bool {
			return path.Base(name) == rootName || path.Base(path.Dir(name)) == "chats" && named.MatchString(path.Base(name))
		},
		May:   func(name string) bool { return strings.HasSuffix(name, ".json") && !owns(name) },
		Knows: knows,
		Layout: source.Layout{
			Place: place, Kept: kept, IsFolder: folder.MatchString, FolderOf: folderOf,
			IsFolderOf: func(name, dir string) bool { return name == folderOf(dir) },
		},
		Scan: scan, Parse: parse, Index: root,
		Survey: func(ctx context.Context, s *source.Session) []parser.UnknownType {
			return rebuild.Survey(ctx, s, syntax, declared, lists...)
		},
		Resume: func(id string) string { return "gemini --resume " + strings.TrimPrefix(id, prefix) },
	}
}

func homes(home string, getenv func(string) string) []string {
	if named := getenv("GEMINI_CLI_HOME"); named != "" {
		home = filepath.Clean(named)
	}
	return []string{filepath.Join(home, ".gemini", "tmp")}
}

var (
	named   = lazy.MustCompile(`^session-.*\.jsonl?$`)
	hash    = lazy.MustCompile(`^[0-9a-f]{64}$`)
	folder  = lazy.MustCompile(`^gemini-[0-9a-f]{8}$`)
	uuid    = lazy.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	members = lazy.MustCompile(`"projectHash": ?"|"type": ?"gemini"|"role": ?"gemini"`)
)

func owns(name string) bool {
	return path.Base(name) == rootName || strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".json") &&
		path.Base(path.Dir(name)) == "chats" && named.MatchString(path.Base(name))
}

func knows(head []byte) bool {
	head = headOf(head)
	return bytes.HasPrefix(head, []byte("{")) && members.Match(head) || printedHead.Match(head)
}

// place files chats by the folder of their project, which is named after it or after a hash of its
// directory. The directory itself is in no chat (see [directory]), but in a file beside them since February 2026.
func place(name string, _ func(string) bool) source.Place {
	dir := path.Dir(name)
	for up := dir; up != "." && up != "/"; up = path.Dir(up) {
		if path.Base(up) == "chats" {
			dir = path.Dir(up)
		}
	}
	if base := path.Base(dir); hash.MatchString(base) {
		dir = path.Join(path.Dir(dir), prefix+base[:8])
	}
	if path.Base(name) == rootName {
		return source.Place{Role: source.IndexFile, Folder: dir}
	}
	return source.Place{Role: source.Transcript, Folder: dir}
}

// kept returns what a file is called below Gemini's folder: with the folder of its project.
func kept(name string) string {
	in := source.From(name, "chats")
	if base := path.Base(name); base == rootName {
		return path.Join("tmp", path.Base(path.Dir(name)), base)
	}
	if in == "" {
		return path.Join("tmp", "chats", path.Base(name))
	}
	project := path.Base(strings.TrimSuffix(name, "/"+in))
	return path.Join("tmp", project, in)
}

// everyone is the id that all chats of the server for editors have. They have the names of their
// files as ids.
const everyone = "a2a-server"

// lists are the names of the list of messages in a document.
var lists = []string{"messages", "history"}

func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	kind := ""
	var dir directory
	visit := func(s *rebuild.Scanned, o raw.Object) {
		defer func() { s.Dir(dir.find(s.Raw)) }()
		if nameOf(o) == "printed/init" && s.ID == "" {
			s.ID = o.String("session_id")
		}
		if nameOf(o) == "header" && s.ID == "" {
			if id := o.String("sessionId"); id != everyone {
				s.ID = id
			}
			kind, dir.hash = o.String("kind"), o.String("projectHash")
			s.At(raw.Time(o.Raw("startTime")))
			for _, dir := range o.Array("directories") {
				s.Dir(raw.String(dir))
			}
		}
	}
	var facts *source.Facts
	if isDocument(f) {
		facts = rebuild.ScanDocument(f, syntax, prefix, "Gemini CLI", lists, visit)
	} else {
		facts = rebuild.Scan(r, f, syntax, prefix, "Gemini CLI", visit)
	}
	parent := path.Base(path.Dir(strings.ReplaceAll(f.Path, `\`, "/")))
	if kind == "subagent" && uuid.MatchString(parent) && len(facts.IDs) == 1 {
		facts.Agent = facts.IDs[0].ID
		facts.IDs[0].ID = prefix + parent
	}
	return facts
}

// isDocument reports whether a file is a chat as a document.
func isDocument(f *source.File) bool { return rebuild.IsDocument(f) && !isPrinted(f) }

// declared returns the members of a record that the table lists: of new values of the head, these.
func declared(o raw.Object) raw.Object {
	if set := o.Object("$set"); set != nil {
		return set
	}
	return o
}

func timeOf(o raw.Object) time.Time {
	if at := raw.Time(o.Raw("timestamp")); !at.IsZero() {
		return at
	}
	return raw.Time(o.Raw("ts"))
}

func parse(ctx context.Context, src *source.Session, _ source.Options) (*parser.Session, error) {
	r := &reader{Builder: rebuild.New(src, syntax), agents: map[string]*parser.Agent{}, callers: map[string]*parser.ToolCall{},
		thought: map[string]shown{}}
	r.run.of = r
	for _, dir := range src.Dirs[:min(len(src.Dirs), 1)] {
		r.Dir(dir)
	}
	chat := slices.ContainsFunc(src.Main, func(f *source.File) bool { return !isPrinted(f) })
	for _, f := range newestFirst(src.Main) {
		r.repeats = chat && isPrinted(f)
		r.file(ctx, f, r.Main)
	}
	r.run.flush()
	for _, exports := range rebuild.ByAgent(src.Agents, messagesOf) {
		agent := &parser.Agent{ID: strings.TrimPrefix(exports.ID, prefix), Kind: parser.AgentTask}
		t := r.NewAgent(agent)
		r.agents[agent.ID], r.read = agent, nil
		for _, f := range newestFirst(exports.Files) {
			r.file(ctx, f, t)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for id, a := range r.agents {
		if c := r.callers[id]; c != nil {
			a.Call, a.Link, c.Agent = c, parser.LinkResult, a
		}
	}
	return r.Finish(), nil
}
