// Package codex reads the rollouts of Codex CLI: each file is one thread, a session's own or that of
// a subagent.
//
// A rollout contains two logs of the same conversation. What the model was given and answered
// (response_item) is the conversation; what the client showed (event_msg) is read for results,
// figures and what only it says. Before October 2025 records had no envelope: they are read as
// the items that they are. The package follows public descriptions of the format and recorded
// rollouts; what it does not know is shown generically and counted.
package codex

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// prefix is what ids of sessions begin with on pages, so that those of two agents never clash.
const prefix = "codex-"

// Format is what Steno knows of Codex's rollouts.
func Format() *source.Format {
	return &source.Format{
		Name: "Codex", Key: "codex", Homes: homes,
		Owns: owns, Claims: isRollout, Knows: knows,
		Layout: source.Layout{Place: place, ByDir: true, Kept: kept},
		Scan:   scan, Index: index, Same: same,
		Parse:    parse,
		Survey:   survey,
		History:  history,
		Withhold: func(o source.Options) source.Withholder { return rebuild.Withholder(syntax, o.SystemPrompt) },
		Resume:   func(id string) string { return "codex resume " + strings.TrimPrefix(id, prefix) },
	}
}

// homes returns where Codex keeps rollouts, and their titles: below the folder that CODEX_HOME
// names, or ~/.codex. The rest of that folder contains checkouts and databases.
func homes(home string, getenv func(string) string) []string {
	dir := filepath.Join(home, ".codex")
	if named := getenv("CODEX_HOME"); named != "" {
		dir = filepath.Clean(named)
	}
	return []string{filepath.Join(dir, "sessions"), filepath.Join(dir, "archived_sessions"), filepath.Join(dir, indexName), filepath.Join(dir, importsName)}
}

const (
	indexName   = "session_index.jsonl"
	importsName = "external_agent_session_imports.json"
	historyName = "history.jsonl"
)

// rollout matches the names of rollouts. A thread that grew long goes on in other files, which have
// the id of a part behind that of the thread (since August 2026).
var rollout = lazy.MustCompile(`^rollout-\d{4}-\d\d-\d\dT[\d-]+-([0-9a-fA-F-]{36})(?:_[\w-]+)?\.jsonl$`)

func isRollout(name string) bool {
	base := path.Base(name)
	return base == indexName || base == importsName || rollout.MatchString(base)
}

// kept returns what a file is called below Codex's folder. Rollouts are filed by the day in their name.
func kept(name string) string {
	base := path.Base(name)
	in := source.From(name, "sessions", "archived_sessions")
	switch {
	case base == indexName || base == importsName || base == historyName:
		return base
	case in == "" && rollout.MatchString(source.Plain(base)):
		return path.Join("sessions", base[8:12], base[13:15], base[16:18], base)
	case in == "":
		return path.Join("sessions", base)
	}
	return in
}

func owns(name string) bool {
	return strings.HasSuffix(name, ".jsonl") || path.Base(name) == importsName
}

func place(name string, _ func(string) bool) source.Place {
	in := source.Place{Role: source.Transcript, Folder: path.Dir(name)}
	switch base := path.Base(name); {
	case base == indexName, base == importsName:
		in.Role = source.IndexFile
	case base == historyName:
		in.Role = source.HistoryFile
	}
	return in
}

var (
	// enveloped matches the first record of a rollout, old the first one of a time without an envelope.
	enveloped = lazy.MustCompile(`"type": ?"(?:session_meta|response_item|event_msg|turn_context|compacted)"[^\n]*"payload": ?\{|"payload": ?\{[^\n]*"type": ?"(?:session_meta|response_item|event_msg)"`)
	old       = lazy.MustCompile(`^\{"(?:id": ?"[0-9a-f-]{36}", ?"timestamp": ?"[^"]+", ?"instructions"|timestamp": ?"[^"]+", ?"id": ?"[0-9a-f-]{36}", ?"instructions")|^\{"created_at": ?"[^"]+", ?"role"|^\{"record_type": ?"state"\}|^\{"type": ?"message", ?"(?:id": ?(?:null|"[^"]*"), ?")?role": ?"\w+", ?"content": ?\[`)
	typed     = lazy.MustCompile(`^\{"session_id": ?"[0-9a-f-]{36}", ?"ts": ?\d+, ?"text"`)
)

// knows reports whether a file begins as a rollout or a history of prompts does.
func knows(head []byte) bool {
	head = bytes.TrimLeft(head, "\ufeff \t\r\n")
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	if len(first) > 2048 {
		first = first[:2048]
	}
	second, _, _ := bytes.Cut(rest, []byte("\n"))
	return enveloped.Match(first) || old.Match(first) || typed.Match(first) || enveloped.Match(second) ||
		printedHead.Match(first) || printedHead.Match(second)
}

// parse reads the files of a session: first its rollouts, then what runs printed.
func parse(ctx context.Context, src *source.Session, _ source.Options) (*parser.Session, error) {
	r := newReader(src)
	var last []*source.File
	for _, f := range src.Main {
		if isPrinted(f) {
			last = append(last, f)
			continue
		}
		r.file(ctx, f, nil)
	}
	for _, f := range last {
		r.file(ctx, f, nil)
	}
	for _, a := range src.Agents {
		r.file(ctx, a.File, a)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.Out.ForkedFrom == nil && src.Origin != "" && !strings.HasPrefix(src.Origin, prefix) {
		r.Out.ForkedFrom = &parser.Fork{SessionID: src.Origin} // a session of another agent that was imported
	}
	r.link()
	return r.Finish(), nil
}
