// Package copilot reads the sessions of Copilot CLI: one file of events for each, those of its
// subagents included. In 2025 a session was a document, see [reader.timeline].
package copilot

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// prefix is what ids of sessions begin with on pages.
const prefix = "copilot-"

// Format is what Steno knows of Copilot CLI's sessions.
func Format() *source.Format {
	return &source.Format{
		Name: "Copilot CLI", Key: "copilot", Homes: homes,
		Owns:   func(name string) bool { return strings.HasSuffix(name, ".jsonl") || claims(name) },
		Claims: claims, May: func(name string) bool { return strings.HasSuffix(name, ".json") }, Knows: knows,
		Layout: source.Layout{Place: place, ByDir: true, Kept: kept},
		Scan:   scan, Parse: parse,
		Survey: func(ctx context.Context, s *source.Session) []parser.UnknownType {
			return rebuild.Survey(ctx, s, syntax, said, lists...)
		},
		Withhold: func(o source.Options) source.Withholder { return rebuild.Withholder(syntax, o.SystemPrompt) },
		Resume:   func(id string) string { return "copilot --resume " + strings.TrimPrefix(id, prefix) },
	}
}

func homes(home string, getenv func(string) string) []string {
	dir := filepath.Join(home, ".copilot")
	if named := getenv("COPILOT_HOME"); named != "" {
		dir = filepath.Clean(named)
	}
	return []string{filepath.Join(dir, "session-state"), filepath.Join(dir, "history-session-state")}
}

// first matches the beginning of the events of a session, and of what "copilot --output-format json" prints.
var first = regexp.MustCompile(`^\{"type": ?"session\.[a-z_]+", ?"data": ?\{|^\{[^\n]*"type": ?"session\.start"`)

// document matches the beginning of a session of the time when it was one document.
var document = regexp.MustCompile(`^\{\s*"sessionId":\s*"[^"]*",\s*"startTime":\s*"[^"]*",\s*"(?:chatMessages|timeline|selectedModel)":`)

// knows reports whether a file begins as a session does.
func knows(head []byte) bool {
	if document.Match(bytes.TrimLeft(head, "\ufeff \t\r\n")) {
		return true
	}
	return bytes.Contains(head, []byte(`"session.`)) && first.Match(bytes.TrimLeft(head, "\ufeff \t\r\n"))
}

// claims reports whether a file is in the folder of sessions, or in that of one.
func claims(name string) bool {
	dir := path.Dir(name)
	if path.Base(dir) == "history-session-state" {
		return strings.HasPrefix(path.Base(name), "session_") && strings.HasSuffix(name, ".json")
	}
	if path.Base(path.Dir(dir)) == "session-state" {
		return path.Base(name) == "events.jsonl" || path.Base(name) == about
	}
	return strings.HasSuffix(name, ".jsonl") && path.Base(dir) == "session-state"
}

func place(name string, _ func(string) bool) source.Place {
	in := source.Place{Role: source.Transcript, Folder: path.Dir(name)}
	if path.Base(name) == about {
		in.Role, in.Session = source.SessionTitle, prefix+path.Base(in.Folder)
	}
	return in
}

// kept returns what a file is called below Copilot's folder.
func kept(name string) string {
	if in := source.From(name, "session-state", "history-session-state"); in != "" {
		return in
	}
	if path.Base(source.Plain(name)) == "events.jsonl" {
		return path.Join("session-state", path.Base(path.Dir(name)), path.Base(name))
	}
	if strings.HasSuffix(name, ".json") {
		return path.Join("history-session-state", path.Base(name))
	}
	return path.Join("session-state", path.Base(name))
}

func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	if rebuild.IsDocument(f) {
		return rebuild.ScanDocument(f, syntax, prefix, "Copilot CLI", lists, func(s *rebuild.Scanned, o raw.Object) {
			if nameOf(o) == head {
				s.ID = o.String("sessionId")
				s.At(raw.Time(o.Raw("startTime")))
			}
		})
	}
	facts := rebuild.Scan(r, f, syntax, prefix, "Copilot CLI", func(s *rebuild.Scanned, o raw.Object) {
		if id := o.String("sessionId"); nameOf(o) == "result" && s.ID == "" {
			s.ID = id
		}
		if kind := o.String("type"); kind != "session.start" && kind != "session.resume" && kind != "session.context_changed" {
			return
		}
		data := o.Object("data")
		if id := data.String("sessionId"); id != "" && s.ID == "" {
			s.ID = id
		}
		s.Dir(data.Object("context").String("cwd"))
		s.Remotes = source.AddRepository(s.Remotes, strings.ToLower(data.Object("context").String("repository")))
		s.Dir(data.String("cwd"))
	})
	if name := strings.ReplaceAll(source.Plain(f.Path), `\`, "/"); len(facts.IDs) == 1 && facts.IDs[0].ID == prefix+"events" {
		facts.IDs[0].ID = prefix + path.Base(path.Dir(name)) // no record says it: the folder does
	}
	return facts
}

// said returns what a record says besides its envelope: of one of a timeline, all of it.
func said(o raw.Object) raw.Object {
	if o.Raw("data") != nil || o.Raw("parentId") != nil {
		return o.Object("data")
	}
	return o
}

func timeOf(o raw.Object) time.Time { return raw.Time(o.Raw("timestamp")) }

func parse(ctx context.Context, src *source.Session, options source.Options) (*parser.Session, error) {
	r := &reader{Builder: rebuild.New(src, syntax), options: options, agents: map[string]*rebuild.Thread{},
		named: map[string]*rebuild.Thread{}, said: map[string]bool{}, places: map[string]int{},
		given: map[string]jsontext.Value{}, titles: map[string]raw.Object{},
		replies: map[string]*parser.Message{}, tasks: map[string]*rebuild.Thread{}, typed: map[string]*parser.Command{}}
	for _, f := range src.Main {
		if rebuild.IsDocument(f) {
			r.Document(ctx, f, r.Main, lists, nil, r.record)
			continue
		}
		r.Lines(ctx, f, r.Main, r.record)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.unsummed()
	if src.Titled != nil {
		r.about(src.Titled)
	}
	return r.Finish(), nil
}
