package theme

import (
	"strings"
	"testing"

	"steno/parser"
)

// All files that a call changed can be linked to, by their paths as given and from the working directory.
func TestChangesOfSeveralFiles(t *testing.T) {
	t.Parallel()
	c := &parser.ToolCall{Action: parser.Action{Kind: parser.ActionEdit, File: "/w/a.go", Change: &parser.Change{}}, Result: &parser.ToolResult{}}
	c.Action.Also = []parser.Edited{{File: "/w/b.go", Change: &parser.Change{}}}
	f := changes{}
	f.note(c, "m-1", "/w")
	for _, name := range []string{"/w/a.go", "a.go", "/w/b.go", "b.go"} {
		if f[name] != "m-1" {
			t.Errorf("%s leads to %q", name, f[name])
		}
	}
	f.at(`C:\w\lib\c.go`, "m-2", `c:\w`)
	r := &thread{files: f, refs: Refs{Anchor: func(anchor string) string { return "#" + anchor }}}
	for _, name := range []string{"lib/c.go", `lib\c.go`, `.\lib\c.go`, `C:\w\lib\c.go`} {
		if got := r.link(name); !strings.HasSuffix(got, "m-2") {
			t.Errorf("%s leads to %q", name, got)
		}
	}
}
