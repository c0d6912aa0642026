// Package opencode reads the sessions of OpenCode: exports of both versions, each a document; the folder "storage", with
// a file for each message and each part of it; the lines that "opencode run --format json" prints; and those that a plugin
// logs for hooks.
package opencode

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// prefix is what ids of sessions begin with on pages.
const prefix = "opencode-"

// Format is what Steno knows of OpenCode's sessions.
func Format() *source.Format {
	return &source.Format{
		Name: "OpenCode", Key: "opencode", Homes: homes,
		Owns:   func(name string) bool { return strings.HasSuffix(name, ".jsonl") || stored(name) },
		Claims: stored,
		May:    func(name string) bool { return strings.HasSuffix(name, ".json") && !stored(name) },
		Knows:  knows,
		Layout: source.Layout{Place: place, ByDir: true, Kept: kept},
		Scan:   scan, Parse: parse,
		Survey: func(ctx context.Context, s *source.Session) []parser.UnknownType {
			return rebuild.Survey(ctx, s, syntax, infoOf, lists...)
		},
		Resume: resume, Unread: unread,
	}
}

// resume returns the command that continues a session, "" for a session whose id something removed.
func resume(id string) string {
	if id = strings.TrimPrefix(id, prefix); !ids.MatchString(id) {
		return ""
	}
	return "opencode --session " + id
}

func homes(home string, getenv func(string) string) []string {
	data := filepath.Join(home, ".local", "share")
	if named := getenv("XDG_DATA_HOME"); named != "" {
		data = filepath.Clean(named)
	}
	return []string{filepath.Join(data, "opencode", "storage")}
}

var (
	storage  = regexp.MustCompile(`^(.*?)/(session|message|part)/(?:.*/)?[^/]+\.json$`)
	ids      = regexp.MustCompile(`^(?:ses|msg|prt)_`)
	exported = regexp.MustCompile(`^\{\s*"info"\s*:\s*\{`)
	printed  = regexp.MustCompile(`^\{"type": ?"(?:step_start|text|tool_use|step_finish|reasoning|error)", ?"timestamp": ?\d+, ?"sessionID": ?"`)
)

// stored reports whether a file is of the folder "storage", or of a copy of it: by the names of its
// folders, and its own or that of the folder.
func stored(name string) bool {
	m := storage.FindStringSubmatch(name)
	return m != nil && (ids.MatchString(path.Base(name)) || strings.HasPrefix(path.Base(m[1]), "storage"))
}

func knows(head []byte) bool {
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	return exported.Match(head) || printed.Match(head) || hooked.Match(head)
}

func place(name string, _ func(string) bool) source.Place {
	in := source.Place{Role: source.Transcript, Folder: path.Dir(name)}
	if m := storage.FindStringSubmatch(name); m != nil && stored(name) {
		in.Folder = m[1]
		if m[2] != "session" {
			in.Role = source.Piece
		}
	}
	return in
}

// kept returns what a file is called below OpenCode's folder.
func kept(name string) string {
	if in := source.From(name, "storage"); in != "" {
		return in
	}
	if m := storage.FindStringSubmatch(name); m != nil && stored(name) {
		return "storage" + strings.TrimPrefix(name, m[1])
	}
	return path.Join("exports", path.Base(name))
}

// lists are the names of the list of messages in a document.
var lists = []string{"messages"}

func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	parent := ""
	visit := func(s *rebuild.Scanned, o raw.Object) {
		switch nameOf(o) {
		case "session":
			info := infoOf(o)
			s.ID = sessionID(info)
			if id := info.String("parentID"); ids.MatchString(id) {
				parent = id
			}
			s.Dir(directory(info))
			s.At(raw.Time(info.Object("time").Raw("created")))
			s.At(raw.Time(info.Object("time").Raw("updated")))
		case "flat/location-switched":
			s.Dir(o.Object("location").String("directory"))
		case "message/assistant":
			s.Dir(o.Object("info").Object("path").String("cwd"))
		default:
			if id := o.String("sessionID"); s.ID == "" && id != "" {
				s.ID = id
			}
		}
	}
	var facts *source.Facts
	if rebuild.IsDocument(f) {
		facts = rebuild.ScanDocument(f, syntax, prefix, "OpenCode", lists, visit)
	} else {
		facts = rebuild.Scan(r, f, syntax, prefix, "OpenCode", visit)
	}
	if parent != "" && len(facts.IDs) == 1 {
		facts.Agent, facts.IDs[0].ID = facts.IDs[0].ID, prefix+parent
	}
	return facts
}

// sessionID returns the id of a session. Where something removed it, as tools do that take it for a secret,
// that is the slug: two words that the client made up.
func sessionID(info raw.Object) string {
	id, slug := info.String("id"), info.String("slug")
	if !ids.MatchString(id) && slug != "" {
		return slug
	}
	return id
}

// infoOf returns what a session says about itself, in an export or in its own file.
func infoOf(o raw.Object) raw.Object {
	if info := o.Object("info"); info != nil {
		return info
	}
	return o
}

// directory returns the working directory of a session.
func directory(info raw.Object) string {
	return cmp.Or(info.String("directory"), info.Object("location").String("directory"))
}

func timeOf(o raw.Object) time.Time {
	if at := raw.Time(o.Raw("timestamp")); !at.IsZero() {
		return at
	}
	return raw.Time(infoOf(o).Object("time").Raw("created"))
}

func parse(ctx context.Context, src *source.Session, _ source.Options) (*parser.Session, error) {
	r := &reader{Builder: rebuild.New(src, syntax), src: src, callers: map[string]*parser.ToolCall{}, agents: map[string]*parser.Agent{}}
	r.files(ctx, exportsOf(src.Main), r.Main)
	for _, exports := range rebuild.ByAgent(src.Agents, func(f *source.File) []string { return exportOf(f).keys }) {
		a := &parser.Agent{ID: strings.TrimPrefix(exports.ID, prefix), Kind: parser.AgentTask}
		t := r.NewAgent(a)
		r.agents[a.ID] = a
		r.files(ctx, exportsOf(exports.Files), t)
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
