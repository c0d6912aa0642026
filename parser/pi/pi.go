// Package pi reads the sessions of Pi: each file is a tree of entries, of which the last one is where
// the conversation is. Those of version 1 are a list. It also reads what "pi --mode json" prints.
package pi

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"regexp"
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
const prefix = "pi-"

// Format is what Steno knows of Pi's sessions.
func Format() *source.Format {
	return &source.Format{
		Name: "Pi", Key: "pi", Homes: homes,
		Owns:   func(name string) bool { return strings.HasSuffix(name, ".jsonl") },
		Claims: func(name string) bool { return named.MatchString(path.Base(name)) },
		Knows:  knows,
		Layout: source.Layout{ByDir: true, Kept: kept},
		Scan:   scan, Same: same, Parse: parse,
		Survey: func(ctx context.Context, s *source.Session) []parser.UnknownType {
			return rebuild.Survey(ctx, s, syntax, func(o raw.Object) raw.Object { return o })
		},
		Withhold: func(o source.Options) source.Withholder { return rebuild.Withholder(syntax, o.SystemPrompt) },
		Resume:   func(id string) string { return "pi --session " + strings.TrimPrefix(id, prefix) },
	}
}

func homes(home string, getenv func(string) string) []string {
	dir := filepath.Join(home, ".pi", "agent")
	if named := getenv("PI_CODING_AGENT_DIR"); named != "" {
		dir = filepath.Clean(named)
	}
	return []string{filepath.Join(dir, "sessions")}
}

var (
	named = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z_([0-9a-fA-F-]{36})\.jsonl$`)
	// Other agents begin their records with an object of this type as well. In Pi's, and of those
	// that embed it, the time is a string.
	header = regexp.MustCompile(`^\{"type": ?"session", ?(?:"version": ?\d+, ?)?"id": ?"[^"]*", ?(?:"version": ?\d+, ?)?"timestamp": ?"`)
)

// headless matches an entry of a file without its header, which was cut off: one of a tree, or a
// message of version 1.
var headless = lazy.MustCompile(`^\{"type": ?"(?:(?:message|custom_message|custom|model_change|thinking_level_change|session_info|label|compaction|branch_summary|active_tools_change|leaf|context_edit|usage)", ?"id": ?"[0-9a-f]{8}", ?"parentId": ?(?:null|"[0-9a-f]{8}"), ?"timestamp": ?"\d{4}-|message", ?"timestamp": ?"\d{4}-[^"]*", ?"message": ?\{"role": ?"(?:user|assistant)", ?"content": ?\[)`)

func knows(head []byte) bool {
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	return header.Match(head) || headless.Match(head)
}

// kept returns what a file is called below Pi's folder.
func kept(name string) string {
	if in := source.From(name, "sessions"); in != "" {
		return in
	}
	return path.Join("sessions", path.Base(name))
}

func scan(r *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	return rebuild.Scan(r, f, syntax, prefix, "Pi", func(s *rebuild.Scanned, o raw.Object) {
		if m := named.FindStringSubmatch(path.Base(f.Path)); s.ID == "" && m != nil && o.String("type") != "session" {
			s.ID = m[1] // the header was cut off
		}
		switch o.String("type") {
		case "session":
			if s.ID == "" {
				s.ID = o.String("id")
			}
			s.Dir(o.String("cwd"))
			if m := named.FindStringSubmatch(path.Base(o.String("parentSession"))); m != nil {
				s.ForkedFrom = prefix + m[1]
			}
		case "message", "message_end":
			s.Node(timeOf(o), o.Object("message").String("role") == "assistant")
		}
	})
}

// same returns the key of a message: forks copy them as they are.
func same(record []byte, keys []uint64) ([]uint64, string) {
	if raw.ParseObject(record).String("type") == "message" {
		keys = append(keys, source.Key(record))
	}
	return keys, ""
}

// timeOf returns when a record was written: of one that a run printed, its message says it.
func timeOf(o raw.Object) time.Time {
	if at := raw.Time(o.Raw("timestamp")); !at.IsZero() {
		return at
	}
	return raw.Time(o.Object("message").Raw("timestamp"))
}

// run matches a record that a run prints before its first message. Of the rest only whole messages are read.
var run = lazy.MustCompile(`(?m)^\{"type": ?"(?:agent_start|turn_start)"`)

func isPrinted(f *source.File) bool { return run.Match(f.Head()) }

func parse(ctx context.Context, src *source.Session, _ source.Options) (*parser.Session, error) {
	r := &reader{Builder: rebuild.New(src, syntax), places: map[string]int{}, spends: map[string]bool{}}
	saved := slices.ContainsFunc(src.Main, func(f *source.File) bool { return !isPrinted(f) })
	r.Out.Printed = !saved
	for _, f := range src.Main {
		r.repeats = saved && isPrinted(f)
		r.Lines(ctx, f, r.Main, r.record)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r.Finish(), nil
}
