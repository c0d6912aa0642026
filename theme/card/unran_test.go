package card

import (
	"strings"
	"testing"

	"steno/parser"
)

// TestUnranSaysWhyOnce makes cards of calls of all tools that did not do what they were asked for. What the
// client said is on each once, under a heading that says so, and not as what was found, read or printed.
func TestUnranSaysWhyOnce(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	for _, name := range append(Names(), "mcp__lamps__light", "Unheard") {
		for state, mark := range map[State]func(*parser.ToolResult){
			Failed:    func(r *parser.ToolResult) { r.IsError = true },
			Rejected:  func(r *parser.ToolResult) { r.IsError, r.Rejected = true, true },
			Denied:    func(r *parser.ToolResult) { r.IsError, r.Denied = true, "permission-rule" },
			Cancelled: func(r *parser.ToolResult) { r.IsError, r.Cancelled = true, true },
		} {
			result := &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "The tide is too low."}}}
			mark(result)
			c := &parser.ToolCall{Name: name, Input: []byte(`{"pattern":"lamp","path":"pier","file_path":"a.go","command":"ls","query":"lamp","url":"https://example.org/"}`), Result: result}
			var under []string
			for _, s := range r.Call(c).Sections {
				for range strings.Count(string(s.HTML), "The tide is too low.") {
					under = append(under, s.Title)
				}
			}
			want := "Error"
			if state == Rejected {
				want = "Declined by the user"
			}
			if got := strings.Join(under, ", "); got != want {
				t.Errorf("%s, %s: said under %q, want %q", name, state, got, want)
			}
		}
	}
}
