package card

import (
	"fmt"
	"strings"
	"testing"

	"steno/parser"
)

// TestBrief shows the start of what calls read and printed where pages must be quick to load, and all of
// what agents wrote and of what went wrong.
func TestBrief(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for i := range 400 {
		fmt.Fprintf(&long, "%d the tide table of pier %d\n", i, i%7)
	}
	text := long.String()
	read := &parser.ToolCall{Name: "Read", Input: []byte(`{"file_path":"/home/ann/boat/tides.txt"}`), Action: parser.Action{Kind: parser.ActionRead}, Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: text}}}}
	printed := &parser.ToolCall{Name: "Bash", Input: []byte(`{"command":"cat tides.txt"}`), Action: parser.Action{Kind: parser.ActionRun}, Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: text}}}}
	failed := *printed
	failed.Result = &parser.ToolResult{IsError: true, Content: printed.Result.Content}
	wrote := &parser.ToolCall{Name: "Bash", Action: parser.Action{Kind: parser.ActionEdit}, Input: []byte(`{}`), Result: printed.Result}
	tests := []struct {
		name  string
		call  *parser.ToolCall
		brief bool
	}{{"what was read", read, true}, {"what was printed", printed, true}, {"what went wrong", &failed, false}, {"what was written", wrote, false}}
	for _, tt := range tests {
		for _, on := range []bool{true, false} {
			r, kept := testRenderer(t)
			r.env.Brief = func() bool { return on }
			body := ""
			for _, s := range r.Call(tt.call).Sections {
				body += string(s.HTML)
			}
			if !strings.Contains(body, "0 the tide table") {
				t.Errorf("%s, brief %t: the start is not shown", tt.name, on)
			}
			if cut := !strings.Contains(body, "399 the tide table"); cut != (on && tt.brief) {
				t.Errorf("%s, brief %t: cut is %t", tt.name, on, cut)
			} else if stored := strings.Contains(strings.Join(kept.data, ""), "399 the tide"); stored != cut {
				t.Errorf("%s, brief %t: stored in a file: %t", tt.name, on, stored)
			}
		}
	}
}
