package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"
	patches "steno/parser/patch"
)

// TestChangesOfPatches follows the files of patches that change several, move and delete some.
func TestChangesOfPatches(t *testing.T) {
	t.Parallel()
	call := func(text string) parser.Block {
		files, _ := patches.Parse("*** Begin Patch\n" + text + "\n*** End Patch")
		return &parser.ToolCall{Action: patches.Action(files), Result: &parser.ToolResult{}}
	}
	m := &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{
		call("*** Update File: a.go\n@@\n-old\n+new\n+more\n*** Add File: b.go\n+one\n+two"),
		call("*** Update File: b.go\n*** Move to: c.go\n@@\n-two\n+three"),
		call("*** Add File: gone.go\n+x"),
		call("*** Delete File: gone.go\n*** Delete File: d.go"),
	}}
	s := &parser.Session{Dirs: []string{"/w"}, Main: &parser.Thread{Branches: []*parser.Branch{{
		Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}},
	}}}}
	type row struct {
		Path             string
		Added, Removed   int
		Created, Deleted bool
	}
	var got []row
	for _, f := range changes(s, calls(s, nil)) {
		got = append(got, row{f.Path, f.Added, f.Removed, f.Created, f.Deleted})
	}
	want := []row{
		{"/w/a.go", 2, 1, false, false}, {"/w/c.go", 2, 0, true, false}, {"/w/gone.go", 0, 0, true, true}, {"/w/d.go", 0, 0, false, true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
