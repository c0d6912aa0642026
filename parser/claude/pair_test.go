package claude

import (
	"fmt"
	"strings"
	"testing"

	"steno/parser"
)

// TestRepeatedIDs has calls of a provider that counts them from 0 in each turn, and a call that is told twice.
func TestRepeatedIDs(t *testing.T) {
	t.Parallel()
	var lines []string
	add := func(role, content string) {
		n := len(lines)
		parent := "null"
		if n > 0 {
			parent = fmt.Sprintf("%q", fmt.Sprintf("u%d", n-1))
		}
		lines = append(lines, fmt.Sprintf(`{"uuid":"u%d","parentUuid":%s,"type":%q,"sessionId":"s","version":"2.1.145","timestamp":"2026-03-01T10:00:%02d.000Z","message":{"role":%q,"id":"m%d","content":%s}}`, n, parent, role, n, role, n, content))
	}
	call := func(id, file string) {
		add("assistant", fmt.Sprintf(`[{"type":"tool_use","id":%q,"name":"Read","input":{"file_path":%q}}]`, id, file))
	}
	result := func(id, text string) {
		add("user", fmt.Sprintf(`[{"type":"tool_result","tool_use_id":%q,"content":%q}]`, id, text))
	}
	add("user", `"look at the lamps"`)
	call("functions.Read:0", "/a")
	result("functions.Read:0", "the text of a")
	call("functions.Read:1", "/b")
	result("functions.Read:1", "the text of b")
	add("user", `"and at the others"`)
	call("functions.Read:0", "/c")
	call("functions.Read:1", "/d")
	result("functions.Read:1", "the text of d")
	result("functions.Read:0", "the text of c")
	add("user", `"once more"`)
	call("functions.Read:0", "/e")
	result("functions.Read:0", "the text of e")
	call("functions.Read:0", "/e") // the same, told again
	s := parseLines(t, lines)
	var got []string
	for m := range s.Main.Live().Messages() {
		for _, blk := range m.Blocks {
			if c, ok := blk.(*parser.ToolCall); ok {
				text := "-"
				if c.Result != nil {
					text = c.Result.Text()
				}
				got = append(got, fmt.Sprintf("%s %s %t", c.Input, text, c.Orphan))
			}
		}
	}
	want := `{"file_path":"/a"} the text of a false
{"file_path":"/b"} the text of b false
{"file_path":"/c"} the text of c false
{"file_path":"/d"} the text of d false
{"file_path":"/e"} the text of e false
{"file_path":"/e"} the text of e false`
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
