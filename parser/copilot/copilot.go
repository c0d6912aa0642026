// Package copilot reads the sessions of Copilot CLI: one file of events for each, those of its
// subagents included.
package copilot

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

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
		Owns:   func(name string) bool { return strings.HasSuffix(name, ".jsonl") },
		Claims: claims, Knows: knows,
		Layout: source.Layout{ByDir: true, Kept: kept},
		Scan:   scan, Parse: parse,
		Survey: func(ctx context.Context, s *source.Session) []parser.UnknownType {
			return rebuild.Survey(ctx, s, syntax, func(o raw.Object) raw.Object { return o.Object("data") })
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
	return []string{filepath.Join(dir, "session-state")}
}

var first = regexp.MustCompile(`^\{"type": ?"session\.(?:start|resume)", ?"data": ?\{|^\{[^\n]*"type": ?"session\.start"`)

// knows reports whether a file begins as a session does.
func knows(head []byte) bool {
	return bytes.Contains(head, []byte(`"session.`)) && first.Match(bytes.TrimLeft(head, "\ufeff \t\r\n"))
}

// claims reports whether a file is in the folder of sessions, or in that of one.
func claims(name string) bool {
	dir := path.Dir(name)
	return strings.HasSuffix(name, ".jsonl") && (path.Base(dir) == "session-state" || path.Base(path.Dir(dir)) == "session-state" && path.Base(name) == "events.jsonl")
}

// kept returns what a file is called below Copilot's folder.
func kept(name string) string {
	if in := source.From(name, "session-state"); in != "" {
		return in
	}
	if path.Base(source.Plain(name)) == "events.jsonl" {
		return path.Join("session-state", path.Base(path.Dir(name)), path.Base(name))
	}
	return path.Join("session-state", path.Base(name))
}

func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	facts := rebuild.Scan(r, f, syntax, prefix, "Copilot CLI", func(s *rebuild.Scanned, o raw.Object) {
		if kind := o.String("type"); kind != "session.start" && kind != "session.resume" && kind != "session.context_changed" {
			return
		}
		data := o.Object("data")
		if id := data.String("sessionId"); id != "" && s.ID == "" {
			s.ID = id
		}
		s.Dir(data.Object("context").String("cwd"))
		s.Dir(data.String("cwd"))
	})
	if name := strings.ReplaceAll(source.Plain(f.Path), `\`, "/"); len(facts.IDs) == 1 && facts.IDs[0].ID == prefix+"events" {
		facts.IDs[0].ID = prefix + path.Base(path.Dir(name)) // no record says it: the folder does
	}
	return facts
}

func timeOf(o raw.Object) time.Time { return raw.Time(o.Raw("timestamp")) }

func parse(ctx context.Context, src *source.Session, options source.Options) (*parser.Session, error) {
	r := &reader{Builder: rebuild.New(src, syntax), options: options, agents: map[string]*rebuild.Thread{}, said: map[string]bool{}, places: map[string]int{}, titles: map[string]raw.Object{}, replies: map[string]*parser.Message{}}
	for _, f := range src.Main {
		r.Lines(ctx, f, r.Main, r.record)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.output > 0 { // the run did not end, or not in order
		r.State("output tokens, input not recorded", strconv.Itoa(r.output))
	}
	return r.Finish(), nil
}
