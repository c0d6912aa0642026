package facts

import (
	"testing"

	"steno/parser"
)

// TestChangesBelowHome: where redaction has replaced home directories by "~", a file that is edited
// by its full path and changed by commands is one file, under that path.
func TestChangesBelowHome(t *testing.T) {
	t.Parallel()
	run := func(line string) Call {
		c := changeCall("", nil)
		c.Action.Kind, c.Action.Command, c.Action.Dir, c.Action.File, c.Action.Change = parser.ActionRun, line, "~/repo", "", nil
		return c
	}
	edit := changeCall("", &parser.Change{Created: true})
	edit.Action.File = "~/repo/a.go"
	calls := []Call{edit, run("sed -i s/x/y/ a.go"), run("cd ~/repo && sed -i s/x/y/ a.go")}
	files := changes(&parser.Session{Dirs: []string{"~/repo"}, Main: &parser.Thread{}}, calls)
	if len(files) != 1 || files[0].Path != "~/repo/a.go" || files[0].Edits != 1 || files[0].Commands != 2 {
		t.Errorf("%d files: %+v", len(files), files)
	}
}

// TestCommandsWithoutADirectory: where no record says in which directory a command ran, it was the session's, as with edits.
func TestCommandsWithoutADirectory(t *testing.T) {
	t.Parallel()
	made, kept, remove := changeCall("", &parser.Change{Created: true}), changeCall("", &parser.Change{}), changeCall("", nil)
	made.Action.File, kept.Action.File = "new.svg", "media/old.svg"
	remove.Action = parser.Action{Kind: parser.ActionRun, Command: "rm new.svg media/old.svg other.svg && cd media && rm third.svg"}
	for _, dirs := range [][]string{{"/repo"}, {"/repo", "/elsewhere"}, nil} {
		files := changes(&parser.Session{Dirs: dirs, Main: &parser.Thread{}}, []Call{made, kept, remove})
		if len(files) != 4 {
			t.Errorf("in %v: %d files, want 4", dirs, len(files))
		}
		for _, f := range files {
			if !f.Deleted || f.Outside {
				t.Errorf("in %v: %s: deleted %t, outside %t", dirs, f.Path, f.Deleted, f.Outside)
			}
		}
	}
}

// TestDeletedOnce: of what is deleted with its folder, a file counts once, also one that was read before it was edited.
func TestDeletedOnce(t *testing.T) {
	t.Parallel()
	read, edit, remove := changeCall("cmd/a.go", nil), changeCall("cmd/a.go", &parser.Change{}), changeCall("", nil)
	read.Action.Kind = parser.ActionRead
	remove.Action = parser.Action{Kind: parser.ActionRun, Command: "rm -rf cmd", Dir: "/repo"}
	s := &parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{}}
	s.Texts.Read = func(*parser.ToolCall) []string { return []string{"a"} }
	files := changes(s, []Call{read, edit, remove})
	if len(files) != 1 || files[0].Commands != 1 || len(files[0].Touched) != 1 {
		t.Errorf("%d files: %+v", len(files), files)
	}
}

// TestLinesBeyondAllBounds applies patches at lines that no file has, and many without a place.
func TestLinesBeyondAllBounds(t *testing.T) {
	t.Parallel()
	var calls []Call
	hunk := func(at int, i uint64) *parser.Change {
		return &parser.Change{Hunks: []parser.Hunk{{Old: at, Lines: []parser.Line{{Op: '-', Hash: 2 * i}, {Op: '+', Hash: 2*i + 1}}}}}
	}
	for i := range 3000 {
		if i < 400 {
			calls = append(calls, changeCall("a", hunk(1<<62-i, uint64(i))), changeCall("b", hunk(0, uint64(i))))
		}
		calls = append(calls, changeCall(string(rune('c'+i)), hunk(1_000_000, 1)))
	}
	files := changes(&parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{}}, calls)
	if len(files) != 3002 || files[0].Added != 400 || files[0].Removed != 400 || files[2].Added != 1 {
		t.Errorf("%d files, the first +%d -%d", len(files), files[0].Added, files[0].Removed)
	}
}

// TestFlagOfRunMode: the first record of a run without a user says in which mode it runs; the prompt may not be recorded.
func TestFlagOfRunMode(t *testing.T) {
	t.Parallel()
	init := func(mode string) *parser.Message {
		return &parser.Message{Origin: parser.Origin{Anchor: "m-0"}, Kind: parser.KindEvent, Blocks: []parser.Block{&parser.Event{Type: "system", Subtype: "init",
			Fields: []parser.Field{{Name: "model", Value: "opus"}, {Name: "permission mode", Value: mode}}}}}
	}
	prompt := func(mode string) *parser.Message {
		return &parser.Message{Origin: parser.Origin{Anchor: "m-1"}, Kind: parser.KindPrompt, More: &parser.More{PermissionMode: mode}}
	}
	for name, test := range map[string]struct {
		messages []*parser.Message
		want     string
	}{
		"no prompt":              {[]*parser.Message{init("bypassPermissions")}, "mode of the run m-0"},
		"a prompt without one":   {[]*parser.Message{init("bypassPermissions"), prompt("")}, "in the only prompt m-1"},
		"a prompt with another":  {[]*parser.Message{init("bypassPermissions"), prompt("default")}, ""},
		"another mode":           {[]*parser.Message{init("acceptEdits")}, ""},
		"another mode, a prompt": {[]*parser.Message{init("acceptEdits"), prompt("bypassPermissions")}, "in the only prompt m-1"},
	} {
		s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: test.messages}}}}}}}}
		got := ""
		for _, f := range flags(s, nil) {
			got += f.Text + " " + f.Anchor
		}
		if got != test.want {
			t.Errorf("%s: flagged %q, want %q", name, got, test.want)
		}
	}
}

// changes returns the files that calls of a session changed.
func changes(s *parser.Session, all []Call) []File {
	t := newTracker(s)
	for i := range all {
		t.call(&all[i])
	}
	return t.listed(len(s.Commits))
}
