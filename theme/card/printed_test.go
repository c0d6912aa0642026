package card

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// TestPrinted: what OpenCode prints of files and directories, by version.
func TestPrinted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, out string
		want      printed
		ok        bool
	}{
		{"the whole file", "<path>/q/a.go</path>\n<type>file</type>\n<content>\n1: package a\n2: \n3: // 4: lamps\n\n(End of file - total 3 lines)\n</content>",
			printed{text: "package a\n\n// 4: lamps", start: 1, total: 3}, true},
		{"on the line of the tag", "<path>/q/a.go</path>\n<type>file</type>\n<content>1: package a\n\n(End of file - total 1 lines)\n</content>", printed{text: "package a", start: 1, total: 1}, true},
		{"some lines", "<path>/q/a.go</path>\n<type>file</type>\n<content>\n9: x := 1\n10: y := 2\n\n(Showing lines 9-10 of 40. Use offset=11 to continue.)\n</content>",
			printed{text: "x := 1\ny := 2", start: 9, total: 40}, true},
		{"an empty line cut to its number", "<content>\n1: a\n2:\n3: b\n</content>", printed{text: "a\n\nb", start: 1}, true},
		{"an earlier version", "<file>\n00001| package a\n00002| func B() {}\n\n(File has more lines. Use 'offset' parameter to read beyond line 2)\n</file>",
			printed{text: "package a\nfunc B() {}", start: 1, rest: "(File has more lines. Use 'offset' parameter to read beyond line 2)\n</file>"}, true},
		{"the closing tag in the file", "<content>\n1: </content>\n2: b\n\n(End of file - total 2 lines)\n</content>\n\n<system-reminder>\nBe brief.\n</system-reminder>",
			printed{text: "</content>\nb", start: 1, total: 2, rest: "<system-reminder>\nBe brief.\n</system-reminder>"}, true},
		{"a directory", "<path>/q</path>\n<type>directory</type>\n<entries>\nlib/\na.go\n\n(2 entries)\n</entries>", printed{text: "lib/\na.go\n\n(2 entries)", entries: true}, true},
		{"another text", "1: a\n2: b", printed{}, false},
		{"no numbers", "<content>\na\n</content>", printed{}, false},
		{"cut off", "<path>/q</path>\n<type>directory</type>\n<entries>\nlib/", printed{}, false},
	} {
		if got, ok := parsePrinted(c.out); ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, ok, c.want)
		}
	}
}

// TestPrintedRow: a read of OpenCode has the figures of any other, and shows nothing twice.
func TestPrintedRow(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	v := r.Call(&parser.ToolCall{
		Name:   "read",
		Input:  jsontext.Value(`{"filePath":"/q/lib/a.go","offset":9,"limit":2}`),
		Action: parser.Action{Kind: parser.ActionRead, File: "/q/lib/a.go"},
		Result: &parser.ToolResult{
			Content:    []parser.Block{&parser.Text{Text: "<path>/q/lib/a.go</path>\n<type>file</type>\n<content>\n9: x := 1\n10: y := 2\n\n(Showing lines 9-10 of 40. Use offset=11 to continue.)\n</content>"}},
			Structured: jsontext.Value(`{"preview":"x := 1\ny := 2","truncated":true}`),
		},
	})
	if got, want := rowText(v), `Read "/q/lib/a.go" [2 lines] / -`; got != want || v.Note != "lines 9–10 of 40" {
		t.Errorf("the row is %s, %s; want %s", got, v.Note, want)
	}
	for _, s := range v.Sections {
		if strings.Contains(string(s.HTML), "&lt;path") || strings.Contains(string(s.HTML), "preview") {
			t.Errorf("%s shows %s", s.Title, s.HTML)
		}
	}
}

// TestPlain: what Gemini, Pi and Copilot print of files.
func TestPlain(t *testing.T) {
	t.Parallel()
	const gemini = "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 5-6 of 90 total lines.\nAction: To read more, use start_line: 7.\n\n--- FILE CONTENT (truncated) ---\n"
	for _, c := range []struct {
		name, tool, out string
		from            int
		want            printed
		ok              bool
	}{
		{"all of it", "read_file", "{\n  \"a\": 1\n}\n", 0, printed{text: "{\n  \"a\": 1\n}\n", start: 1}, true},
		{"from a line", "read", "a\nb", 40, printed{text: "a\nb", start: 40}, true},
		{"Gemini, some lines", "read_file", gemini + "x\ny", 0, printed{text: "x\ny", start: 5, total: 90, rest: strings.TrimSpace(gemini)}, true},
		{"Pi, some lines", "read", "x\ny\n\n[30 more lines in file. Use offset=11 to continue.]", 9,
			printed{text: "x\ny", start: 9, total: 40, rest: "[30 more lines in file. Use offset=11 to continue.]"}, true},
		{"Pi, earlier", "read", "x\ny\n\n... (30 more lines not shown. Use offset=3 to continue reading)", 0,
			printed{text: "x\ny", start: 1, total: 32, rest: "... (30 more lines not shown. Use offset=3 to continue reading)"}, true},
		{"Copilot", "view", "7. func B() {\n8. \n9. }", 0, printed{text: "func B() {\n\n}", start: 7}, true},
		{"Copilot, a directory", "view", "lib\nlib/a.go", 0, printed{}, false},
		{"a numbered list", "read", "1. lamp\n2. bulb", 0, printed{text: "1. lamp\n2. bulb", start: 1}, true},
	} {
		if got, ok := parsePlain(c.tool, c.out, c.from); ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, ok, c.want)
		}
	}
}
