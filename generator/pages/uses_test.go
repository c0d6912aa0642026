package pages

import (
	"testing"
	"time"

	"steno/generator/publish"
	"steno/parser"
	"steno/parser/source"
)

// TestPlatforms: the records of a session say where it ran, also in a folder that has sessions of several machines.
func TestPlatforms(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{"/Users/ann/x": "macOS", `C:\Users\ann`: "Windows", "d:/x": "Windows", "/home/ann/x": "Linux", "x": ""} {
		for _, s := range []*publish.Session{
			{Source: &source.Session{Dirs: []string{dir, "/elsewhere"}, Folder: &source.Folder{}}},
			{Source: &source.Session{Folder: &source.Folder{Dir: dir}}},
			{Dir: dir},
		} {
			if got := platformOf(s); got != want {
				t.Errorf("%q is of %q, want %q", dir, got, want)
			}
		}
	}
}

// TestSpan: a session of which only agents are recorded ran while they did, or it would be in no week and on no day.
func TestSpan(t *testing.T) {
	t.Parallel()
	at := func(hour int) time.Time { return time.Date(2026, 3, 2, hour, 0, 0, 0, time.UTC) }
	agent := func(from, to int) *parser.Agent {
		return &parser.Agent{Thread: &parser.Thread{Start: at(from), End: at(to)}}
	}
	agents := []*parser.Agent{{}, agent(9, 10), agent(8, 12), agent(9, 11)}
	if start, end := span(&parser.Session{Main: &parser.Thread{}, Agents: agents}); !start.Equal(at(8)) || !end.Equal(at(12)) {
		t.Errorf("agents alone ran from %v to %v", start, end)
	}
	main := func(b parser.Block) *parser.Thread {
		turn := &parser.Turn{Messages: []*parser.Message{{Blocks: []parser.Block{b}}}}
		return &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}
	}
	if start, end := span(&parser.Session{Start: at(1), End: at(2), Main: main(&parser.Text{}), Agents: agents}); !start.Equal(at(1)) || !end.Equal(at(2)) {
		t.Errorf("the session ran from %v to %v", start, end)
	}
	stop := main(&parser.Event{Type: parser.UserStopped})
	if start, end := span(&parser.Session{Start: at(13), End: at(13), Main: stop, Agents: agents}); !start.Equal(at(8)) || !end.Equal(at(13)) {
		t.Errorf("a session of which only agents and an interruption are left ran from %v to %v", start, end)
	}
}
