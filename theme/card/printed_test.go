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
