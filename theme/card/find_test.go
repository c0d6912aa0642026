package card

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// TestSearched: what tools of other agents look for, where, and which directories they list.
func TestSearched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, in, about, out, row, note string }{
		{"grep", `{"pattern":"float","path":"/q/lib","include":"*.go"}`, "float", "Found 1 match", `Search "float" / Found`, "in /q/lib *.go"},
		{"glob", `{"pattern":"*.go","path":"."}`, "*.go", "a.go", `Search "*.go" / Found`, ""},
		{"grep_search", `{"pattern":"float"}`, "float", "### Found 1 match\n\n#### File: a.go\nL1- package a\nL2: // float\n", `Search "float" / Found`, ""},
		{"list_directory", `{"dir_path":"/q/lib"}`, "/q/lib", "a.go", `List "/q/lib" / Found`, ""},
		{"list_directory", `{"dir_path":"."}`, ".", "lib", `List "." / Found`, ""},
		{"tool_search", `{"query":"calendar","limit":8}`, "calendar", `{"tools":[]}`, `Search "calendar" / Parameters / Result`, ""},
		{"list", `{}`, "", "lib", `Search "" / Found`, ""},
	} {
		r, _ := testRenderer(t)
		v := r.Call(&parser.ToolCall{
			Name: c.tool, Input: jsontext.Value(c.in), Action: parser.Action{Kind: parser.ActionSearch, About: c.about},
			Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: c.out}}},
		})
		if got := rowText(v); got != c.row || v.Note != c.note {
			t.Errorf("%s %s: %s, %q; want %s, %q", c.tool, c.in, got, v.Note, c.row, c.note)
		}
	}
}

// TestTaskRow: a row names the task where the call has only its number.
func TestTaskRow(t *testing.T) {
	t.Parallel()
	for about, want := range map[string]string{"Fit the bulb": `Complete task "Fit the bulb" [#2] / (Result)`, "": `Complete task "#2" / (Result)`} {
		r, _ := testRenderer(t)
		v := r.Call(&parser.ToolCall{
			Name: "TaskUpdate", Input: jsontext.Value(`{"taskId":"2","status":"completed"}`), Action: parser.Action{Kind: parser.ActionTodo, About: about},
			Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "Updated task #2 status"}}},
		})
		if got := rowText(v); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
