package agenttrace

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"steno/generator/git"
	"steno/generator/provenance"
	"steno/parser"
	"steno/parser/linediff"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// wrote is a session whose edits wrote lines into a file.
func wrote(file, model string, at time.Time, lines ...string) *parser.Message {
	h := parser.Hunk{Old: 1}
	for _, l := range lines {
		h.Lines = append(h.Lines, parser.Line{Op: parser.LineAdded, Hash: linediff.HashOf(l + "\n")})
	}
	call := &parser.ToolCall{Result: &parser.ToolResult{}}
	call.Time = at
	call.Action = parser.Action{Kind: parser.ActionEdit, File: file, Change: &parser.Change{Hunks: []parser.Hunk{h}}}
	return &parser.Message{Model: model, Blocks: []parser.Block{call}}
}

func session(messages ...*parser.Message) *parser.Session {
	turn := &parser.Turn{Messages: messages}
	return &parser.Session{Dirs: []string{"/r", `C:\r`}, Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}
}

func added(path string, lines ...string) git.Added {
	a := git.Added{Path: path}
	for i, l := range lines {
		if l != "-" { // a line that was there before
			a.Lines = append(a.Lines, git.Line{Number: i + 1, Text: l + "\n"})
		}
	}
	return a
}

func records(s *parser.Session, files ...git.Added) []Record {
	note := &provenance.Note{Commit: &git.Commit{Hash: strings.Repeat("ab", 20), Time: noon}, Sessions: []string{"s"}}
	sessions := []provenance.Session{{ID: "s", Agent: "Claude Code 2.1.2", Page: "https://ada.example/s/"}, {ID: "other"}}
	return Records(note, sessions, files, map[string]*Written{"s": Lines(s, "tide"), "other": Lines(s, "tide")})
}

func TestRanges(t *testing.T) {
	t.Parallel()
	early, late := noon.Add(-time.Hour), noon.Add(time.Hour)
	for name, c := range map[string]struct {
		session *parser.Session
		added   git.Added
		want    string
	}{
		"whole file":            {session(wrote("/r/a.go", "claude-x", early, "one", "two")), added("a.go", "one", "two"), "anthropic/claude-x 1-2"},
		"a part of it":          {session(wrote("/r/a.go", "claude-x", early, "one", "two")), added("a.go", "by hand", "two", "one", "by hand"), "anthropic/claude-x 2-3"},
		"with a gap":            {session(wrote("/r/a.go", "claude-x", early, "one", "two")), added("a.go", "one", "-", "two"), "anthropic/claude-x 1-1 3-3"},
		"windows":               {session(wrote(`C:\r\src\a.go`, "claude-x", early, "one")), added("src/a.go", "one"), "anthropic/claude-x 1-1"},
		"another file":          {session(wrote("/r/b.go", "claude-x", early, "one")), added("a.go", "one"), ""},
		"same name in a folder": {session(wrote("/r/src/a.go", "claude-x", early, "one")), added("a.go", "one"), ""},
		"another clone":         {session(wrote("/home/ada/tide/src/a.go", "claude-x", early, "one")), added("src/a.go", "one"), "anthropic/claude-x 1-1"},
		"above the repository":  {session(wrote("/r/tide/src/a.go", "claude-x", early, "one")), added("src/a.go", "one"), "anthropic/claude-x 1-1"},
		"a worktree":            {session(wrote("/r/.claude/worktrees/w1/src/a.go", "claude-x", early, "one")), added("src/a.go", "one"), "anthropic/claude-x 1-1"},
		"end of another name":   {session(wrote("/r/aa.go", "claude-x", early, "one")), added("a.go", "one"), ""},
		"after the commit":      {session(wrote("/r/a.go", "claude-x", late, "one")), added("a.go", "one"), ""},
		"a bracket alone":       {session(wrote("/r/a.go", "claude-x", early, "}", "one")), added("a.go", "by hand", "}", "by hand"), ""},
		"brackets around":       {session(wrote("/r/a.go", "claude-x", early, "{", "one", "}")), added("a.go", "{", "one", "}", "}"), "anthropic/claude-x 1-4"},
		"two models": {session(wrote("/r/a.go", "claude-x", early, "one", "two"), wrote("/r/a.go", "gpt-9", early.Add(time.Minute), "two")), added("a.go", "one", "two", "one"),
			"anthropic/claude-x 1-1 3-3; openai/gpt-9 2-2"},
		"unknown provider": {session(wrote("/r/a.go", "house/m1", early, "one")), added("a.go", "one"), "house/m1 1-1"},
		"no model":         {session(wrote("/r/a.go", "", early, "one")), added("a.go", "one"), " 1-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range records(c.session, c.added) {
				for _, conv := range r.Files[0].Conversations {
					text := conv.Contributor.Model
					for _, at := range conv.Ranges {
						text += fmt.Sprintf(" %d-%d", at.Start, at.End)
					}
					got = append(got, text)
				}
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}

// What the published schema asks of each member: the pattern of a text, or what a number must be. No other member may be there.
var rules = map[string]string{
	"version": `^[0-9]+\.[0-9]+$`, "id": `^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
	"timestamp": `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`, "vcs.type": `^git$`, "vcs.revision": `^[0-9a-f]{40}$`,
	"tool.name": `.`, "tool.version": `.`, "files.path": `^[^/]`, "files.conversations.url": `^https?://`,
	"files.conversations.contributor.type": `^(human|ai|mixed|unknown)$`, "files.conversations.contributor.model_id": `^.{1,250}$`,
	"files.conversations.ranges.start_line": `^[1-9]\d*$`, "files.conversations.ranges.end_line": `^[1-9]\d*$`,
	"metadata.steno.session": `.`,
}

func TestRecordsFitTheSchema(t *testing.T) {
	t.Parallel()
	all := records(session(wrote("/r/a.go", strings.Repeat("m", 300), noon, "one")), added("a.go", "one"))
	line, changed, err := Merge(nil, all)
	if err != nil || changed != 1 {
		t.Fatal(changed, err)
	}
	var record map[string]any
	if err := json.Unmarshal(line, &record); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				walk(strings.TrimPrefix(path+"."+name, "."), member)
			}
		case []any:
			for _, member := range v {
				walk(path, member)
			}
		default:
			seen[path] = true
			if rule, known := rules[path]; !known || !regexp.MustCompile(rule).MatchString(fmt.Sprint(v)) {
				t.Errorf("%s: %v does not fit %q", path, v, rule)
			}
		}
	}
	walk("", record)
	for path := range rules {
		if !seen[path] {
			t.Errorf("the record has no %s", path)
		}
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	one := records(session(wrote("/r/a.go", "claude-x", noon, "one")), added("a.go", "one"))
	first, _, _ := Merge(nil, one)
	again, changed, err := Merge(first, one)
	if string(again) != string(first) || changed != 0 || err != nil {
		t.Errorf("a second time: %d changed, %v\n%s", changed, err, again)
	}
	others := "{\"id\":\"x\"}\nno JSON\n" + strings.Replace(string(first), "claude-x", "claude-y", 1)
	got, changed, _ := Merge([]byte(others), one)
	if want := "{\"id\":\"x\"}\nno JSON\n" + string(first); string(got) != want || changed != 1 {
		t.Errorf("%d changed:\n%s\nwant:\n%s", changed, got, want)
	}
	if none, _, _ := Merge(nil, nil); len(none) != 0 {
		t.Errorf("no records are %q", none)
	}
}

func TestTool(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{"Claude Code 2.1.2": "claude-code 2.1.2", "Codex 0.9": "codex 0.9", "Claude Code": "", "": "", "Pi ": ""} {
		got := ""
		if tool := tool(agent); tool != nil {
			got = tool.Name + " " + tool.Version
		}
		if got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
	if a, b := id("c", "s"), id("c", "t"); a == b {
		t.Errorf("two sessions have the id %s", a)
	}
}
