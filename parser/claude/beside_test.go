package claude

import (
	"context"
	"io"
	"strings"
	"testing"

	"steno/parser/claude/files"
	"steno/parser/source"
)

// besideOf is a session with a transcript and files around it that hold anything.
func besideOf(title, summary, journal, script, snapshot string) *source.Session {
	file := func(name, text string) *source.File {
		return &source.File{Path: name, Size: int64(len(text)), Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	}
	return &source.Session{
		ID: "s", Format: Format(),
		Main:      []*source.File{file("s.jsonl", `{"type":"user","uuid":"11111111","sessionId":"s","message":{"role":"user","content":"go on"}}`+"\n"+snapshot)},
		Titled:    file("custom-title.json", title),
		Workflows: []*source.Workflow{{Run: "wf_1", Summary: file("wf_1.json", summary), Journal: file("journal.jsonl", journal)}},
		Scripts:   map[string]*source.File{"x-wf_1.js": file("x-wf_1.js", script)},
		Copies:    map[string]*source.File{"ab@v1": file("ab@v1", script)},
	}
}

// FuzzBeside: whatever the files around a transcript say, nothing panics, no checkpoint is told twice, and the
// same files are the same session.
func FuzzBeside(f *testing.F) {
	f.Add(`{"customTitle":"Lamp"}`, `{"runId":"wf_1","status":"failed","error":{"message":"fog"},"logs":["a",{"message":"b"}],"phases":[{"title":"Look"}],"scriptPath":"/x/x-wf_1.js"}`,
		`{"type":"failed","key":"k","agentId":"a1","error":"fog"}`, "agent('look')",
		`{"type":"file-history-snapshot","snapshot":{"trackedFileBackups":{"a.go":{"backupFileName":"ab@v1","version":1,"backupTime":"2026-10-01T08:00:00.000Z"}}}}`)
	f.Add(`"Lamp"`, `[]`, `{"type":"result","agentId":"a1"}`+"\n"+`{"type":"failed","agentId":"a1"}`, "", `{"type":"file-history-delta","trackingPath":"a.go","backup":{"backupFileName":null,"version":2}}`)
	f.Fuzz(func(t *testing.T, title, summary, journal, script, snapshot string) {
		s, err := Parse(context.Background(), besideOf(title, summary, journal, script, snapshot), source.Options{FileHistory: true})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[files.Backup]bool{}
		for _, c := range s.Checkpoints {
			key := files.Backup{Path: c.Path, Version: c.Version, Time: c.Time, Name: c.Text}
			if seen[key] && !c.Absent {
				t.Errorf("%+v is there twice", c)
			}
			seen[key] = true
		}
		again, _ := Parse(context.Background(), besideOf(title, summary, journal, script, snapshot), source.Options{FileHistory: true})
		if len(again.Checkpoints) != len(s.Checkpoints) || again.Title != s.Title || len(again.Agents) != len(s.Agents) {
			t.Error("the same files are another session")
		}
	})
}
