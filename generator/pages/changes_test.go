package pages

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

func TestChangeOf(t *testing.T) {
	t.Parallel()
	const patch = `{"structuredPatch":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":3,"lines":[" a","-b","+c","+d"]},{"lines":["+e"]}]}`
	for _, c := range []struct {
		name, tool, input, structured string
		failed, rejected              bool
		want                          change
		ok                            bool
	}{
		{name: "edit with patch", tool: "Edit", input: `{"file_path":"/p/a.go","old_string":"x","new_string":"y"}`, structured: patch, want: change{"/p/a.go", 3, 1}, ok: true},
		{name: "edit without patch", tool: "Edit", input: `{"file_path":"/p/a.go","old_string":"x\ny","new_string":"z\n"}`, want: change{"/p/a.go", 1, 2}, ok: true},
		{name: "multiedit", tool: "MultiEdit", input: `{"file_path":"a","edits":[{"old_string":"x","new_string":"y"},{"old_string":"","new_string":"z"}]}`, want: change{"a", 2, 1}, ok: true},
		{name: "created file", tool: "Write", input: `{"file_path":"a","content":"1\n2\n3"}`, structured: `{"type":"create","structuredPatch":[]}`, want: change{"a", 3, 0}, ok: true},
		{name: "notebook", tool: "NotebookEdit", input: `{"notebook_path":"n.ipynb","new_source":"x = 1"}`, want: change{"n.ipynb", 1, 0}, ok: true},
		{name: "failed", tool: "Edit", input: `{"file_path":"a","old_string":"x","new_string":"y"}`, failed: true},
		{name: "rejected", tool: "Edit", input: `{"file_path":"a","old_string":"x","new_string":"y"}`, rejected: true},
		{name: "no path", tool: "Edit", input: `{"old_string":"x"}`},
		{name: "path of another type", tool: "Edit", input: `{"file_path":7}`},
		{name: "result of another type", tool: "Write", input: `{"file_path":"a","content":"x"}`, structured: `"ok"`, want: change{"a", 1, 0}, ok: true},
		{name: "other tool", tool: "Read", input: `{"file_path":"a"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			call := &parser.ToolCall{Name: c.tool, Input: jsontext.Value(c.input), Result: &parser.ToolResult{IsError: c.failed, Rejected: c.rejected, Structured: jsontext.Value(c.structured)}}
			got, ok := changeOf(call)
			if ok != c.ok || got != c.want {
				t.Errorf("got %+v, %v, want %+v, %v", got, ok, c.want, c.ok)
			}
		})
	}
	if _, ok := changeOf(&parser.ToolCall{Name: "Edit", Input: jsontext.Value(`{"file_path":"a"}`)}); ok {
		t.Error("a call without result changed nothing, got a change")
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, dir, want string }{
		{"/p/src/a.go", "/p", "src/a.go"},
		{"/p2/a.go", "/p", "/p2/a.go"},
		{`C:\p\a.go`, `C:\p`, "a.go"},
		{"/p", "/p", "/p"},
		{"a.go", "", "a.go"},
	} {
		if got := shorten(c.name, c.dir); got != c.want {
			t.Errorf("shorten(%q, %q) = %q, want %q", c.name, c.dir, got, c.want)
		}
	}
}

func TestStringsOf(t *testing.T) {
	t.Parallel()
	got := stringsOf(jsontext.Value(`{"a":"x","b":{"c":["y",1,{"d":"z"}]},"e":null,"f":"w"}`))
	if want := "x\ny\nz\nw"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
