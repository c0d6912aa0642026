package card

import (
	"encoding/base64"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// testCall is a call as a record tells it. The zero Status is a call that ended well.
type testCall struct {
	Name, Tool string
	Input      string
	Text       string // of the result
	Structured string
	Status     State
	Change     func(*parser.ToolCall) // what the fields above cannot say
}

func (t testCall) call() *parser.ToolCall {
	c := &parser.ToolCall{Name: t.Tool, ID: "toolu_01", Input: jsontext.Value(t.Input)}
	if t.Status != Missing {
		r := &parser.ToolResult{
			Structured: jsontext.Value(t.Structured), Duration: 1200 * time.Millisecond,
			IsError:  t.Status == Failed || t.Status == Rejected,
			Rejected: t.Status == Rejected, Interrupted: t.Status == Interrupted,
		}
		if t.Text != "" {
			r.Content = []parser.Block{&parser.Text{Text: t.Text}}
		}
		c.Result = r
	}
	if t.Change != nil {
		t.Change(c)
	}
	return c
}

const rejection = "The user doesn't want to proceed with this tool use. The tool use was rejected. The user provided the following reason for the rejection:  keep the old name"

// onePixel is a PNG of 1x1.
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func testCalls() []testCall {
	var all []testCall
	for _, group := range [][]testCall{shellCalls(), fileCalls(), searchCalls(), agentCalls(), taskCalls(), userCalls(), otherCalls(), newestCalls(), oddCalls()} {
		all = append(all, group...)
	}
	return all
}

func shellCalls() []testCall {
	return []testCall{
		{Name: "bash", Tool: "Bash", Input: `{"command":"go test ./... | tail -3","description":"Run all tests"}`,
			Text:       "ok  \tboat/hull\t0.31s\nok  \tboat/sail\t0.12s",
			Structured: `{"stdout":"ok  \tboat/hull\t0.31s\nok  \tboat/sail\t0.12s","stderr":"","interrupted":false,"isImage":false}`},
		{Name: "bash-edited", Tool: "Bash", Input: `{"command":"sed -i s/red/blue/ hull.txt; rm keel.txt","description":"Paint the hull"}`,
			Structured: `{"stdout":"","stderr":"","interrupted":false,"isImage":false,"bashEditDiff":{"files":[{"filePath":"/repo/hull.txt","hunks":[{"oldStart":3,"oldLines":2,"newStart":3,"newLines":2,"lines":[" the hull","-is red","+is blue"]}]},{"filePath":"/repo/keel.txt","deleted":true,"hunks":[{"oldStart":1,"oldLines":1,"newStart":0,"newLines":0,"lines":["-the keel"]}]}],"moreFiles":2,"changedFiles":["/repo/hull.txt","/repo/keel.txt","/repo/mast.txt"],"shared":true}}`},
		{Name: "bash-not-compared", Tool: "Bash", Input: `{"command":"git checkout sails"}`,
			Structured: `{"stdout":"","stderr":"","bashEditDiff":{"files":[],"moreFiles":0,"skipped":true}}`},
		{Name: "bash-ansi", Tool: "Bash", Input: `{"command":"npm run build\n# then look\nls dist","timeout":120000}`,
			Structured: `{"stdout":"building \u001b[33m10%\u001b[0m\rbuilding \u001b[32mdone\u001b[0m\n\u001b[1;31merror:\u001b[0m one warning","stderr":"deprecated: x"}`,
			Text:       "building \u001b[33m10%\u001b[0m\rbuilding \u001b[32mdone\u001b[0m\n\u001b[1;31merror:\u001b[0m one warning\ndeprecated: x"},
		{Name: "bash-failed", Tool: "Bash", Status: Failed, Input: `{"command":"make lint","description":"Lint"}`,
			Text: "Exit code 2\nlint: unused variable \"x\"\nmake: *** [lint] Error 2", Structured: `"Error: Exit code 2\nlint: unused variable \"x\"\nmake: *** [lint] Error 2"`},
		{Name: "bash-rejected", Tool: "Bash", Status: Rejected, Input: `{"command":"rm -rf build"}`, Text: rejection, Structured: `"Error: ` + rejection + `"`},
		{Name: "bash-interrupted", Tool: "Bash", Status: Interrupted, Input: `{"command":"sleep 600"}`,
			Text: "[Request interrupted by user for tool use]", Structured: `{"stdout":"","stderr":"","interrupted":true}`},
		{Name: "bash-missing", Tool: "Bash", Status: Missing, Input: `{"command":"tail -f log"}`},
		{Name: "bash-background", Tool: "Bash", Input: `{"command":"npm run dev","run_in_background":true}`,
			Text:       "Command running in background with ID: b1",
			Structured: `{"stdout":"","stderr":"","backgroundTaskId":"b1"}`},
		{Name: "bash-background-message", Tool: "Bash", Input: `{"command":"ping -c 60 lamp"}`,
			Text:       "Command moved to the background with ID: b1",
			Structured: `{"stdout":"","stderr":"","backgroundTaskId":"b1","backgroundedToDeliverMessage":true}`},
		{Name: "bash-huge", Tool: "Bash", Input: `{"command":"seq 20000"}`, Text: strings.Repeat("0123456789\n", 7000), Structured: `{"stdout":"` + strings.Repeat(`0123456789\n`, 7000) + `"}`},
		{Name: "bash-persisted", Tool: "Bash", Input: `{"command":"cat big.log"}`,
			Text: "<persisted-output>\nOutput too large (105.1KB). Full output saved to: /tmp/x/b.txt\n\nPreview (first 2KB):\nline one\n</persisted-output>",
			Change: func(c *parser.ToolCall) {
				c.Result.Persisted = &parser.Persisted{Name: "b.txt", Size: "105.1KB", Text: "line one\nline two\n", Found: true}
			}},
		{Name: "bash-persisted-lost", Tool: "Bash", Input: `{"command":"cat big.log"}`,
			Text:   "<persisted-output>\nOutput too large (105.1KB). Full output saved to: /tmp/x/b.txt\n\nPreview (first 2KB):\nline one\n</persisted-output>",
			Change: func(c *parser.ToolCall) { c.Result.Persisted = &parser.Persisted{Name: "b.txt", Size: "105.1KB"} }},
		{Name: "powershell", Tool: "PowerShell", Input: `{"command":"Get-ChildItem | Select Name"}`, Text: "Name\n----\nsrc"},
		{Name: "bashoutput", Tool: "BashOutput", Input: `{"bash_id":"dce0af"}`,
			Text:       "<status>running</status>\n\n<stdout>\nready on :5173\n</stdout>\n\n<timestamp>2026-01-18T00:03:27.238Z</timestamp>",
			Structured: `{"shellId":"dce0af","command":"pnpm dev","status":"running","exitCode":null,"stdout":"ready on :5173","stderr":"","stdoutLines":2,"stderrLines":1,"timestamp":"2026-01-18T00:03:27.238Z"}`},
		{Name: "killshell", Tool: "KillShell", Input: `{"shell_id":"dce0af"}`, Text: `{"message":"Successfully killed shell: dce0af (pnpm dev)","shell_id":"dce0af"}`, Structured: `{"message":"Successfully killed shell: dce0af (pnpm dev)","shell_id":"dce0af"}`},
		{Name: "monitor", Tool: "Monitor", Input: `{"command":"tail -F app.log | grep --line-buffered ERROR","description":"errors in app.log","persistent":false,"timeout_ms":300000}`, Text: "Monitor started (task m1, timeout 300000ms)."},
	}
}

func fileCalls() []testCall {
	return []testCall{
		{Name: "read", Tool: "Read", Input: `{"file_path":"/home/ann/boat/hull/hull.go","offset":12,"limit":3}`,
			Text:       "    12→func Float() bool {\n    13→\treturn true\n    14→}\n\n<system-reminder>\nBe careful.\n</system-reminder>",
			Structured: `{"type":"text","file":{"filePath":"/home/ann/boat/hull/hull.go","content":"func Float() bool {\n\treturn true\n}","numLines":3,"startLine":12,"totalLines":80}}`},
		{Name: "read-memory", Tool: "Read", Input: `{"file_path":"/home/ann/boat/memory/keel.md"}`,
			Text:       "<system-reminder>This memory is 6 days old.</system-reminder>\n1\t# Keel\n2\tIt is of oak.",
			Structured: `{"type":"text","file":{"filePath":"/home/ann/boat/memory/keel.md","content":"# Keel\nIt is of oak.","numLines":2,"startLine":1,"totalLines":2}}`},
		{Name: "read-whole", Tool: "Read", Input: `{"file_path":"/home/ann/boat/keel.txt"}`, Text: "1\tbow\n2\tstern",
			Structured: `{"type":"text","file":{"filePath":"/home/ann/boat/keel.txt","content":"bow\nstern\n","numLines":3,"startLine":1,"totalLines":3}}`},
		{Name: "read-text-only", Tool: "Read", Input: `{"file_path":"/etc/hosts"}`, Text: "     1\t127.0.0.1 localhost\n     2\t::1 localhost"},
		{Name: "read-markdown", Tool: "Read", Input: `{"file_path":"/home/ann/boat/README.md"}`, Text: "     1→# Boat\n     2→\n     3→It *floats*.\n",
			Structured: `{"type":"text","file":{"filePath":"/home/ann/boat/README.md","content":"# Boat\n\nIt *floats*.","numLines":3,"startLine":1,"totalLines":3}}`},
		{Name: "read-front-matter", Tool: "Read", Input: `{"file_path":"/home/ann/boat/SKILL.md"}`, Text: "1\t---\n2\tname: caulk\n3\t---\n4\tUse tar.",
			Structured: `{"type":"text","file":{"filePath":"/home/ann/boat/SKILL.md","content":"---\nname: caulk\n---\nUse tar.","numLines":4,"startLine":1,"totalLines":4}}`},
		{Name: "read-missing-file", Tool: "Read", Status: Failed, Input: `{"file_path":"/home/ann/boat/keel.go"}`, Text: "<tool_use_error>File does not exist.</tool_use_error>", Structured: `"Error: File does not exist."`},
		{Name: "read-image", Tool: "Read", Input: `{"file_path":"/home/ann/boat/sail.png"}`,
			Structured: `{"type":"image","file":{"base64":"` + onePixel + `","type":"image/png","originalSize":70}}`,
			Change: func(c *parser.ToolCall) {
				c.Result.Content = []parser.Block{&parser.Image{MediaType: "image/png", Data: onePixel}}
			}},
		{Name: "read-pdf", Tool: "Read", Input: `{"file_path":"/home/ann/plan.pdf","pages":"1-2"}`, Text: "PDF file read: /home/ann/plan.pdf (9 bytes)",
			Structured: `{"type":"pdf","file":{"filePath":"/home/ann/plan.pdf","base64":"` + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n")) + `","originalSize":9}}`},
		{Name: "read-pdf-behind", Tool: "Read", Input: `{"file_path":"/home/ann/plan.pdf"}`, Text: "PDF file read: /home/ann/plan.pdf (9 bytes)",
			Structured: `{"type":"pdf","file":{"filePath":"/home/ann/plan.pdf","base64":"` + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n")) + `","originalSize":9}}`,
			Change: func(c *parser.ToolCall) {
				c.Extra = []*parser.Message{{Blocks: []parser.Block{&parser.Document{MediaType: "application/pdf", Data: "JVBERi0xLjcK"}}}}
			}},
		{Name: "bash-image", Tool: "Bash", Input: `{"command":"python plot.py"}`, Structured: `{"stdout":"","stderr":"","interrupted":false,"isImage":true}`,
			Change: func(c *parser.ToolCall) {
				c.Result.Content = []parser.Block{&parser.Image{MediaType: "image/png", Data: onePixel}}
			}},
		{Name: "read-notebook", Tool: "Read", Input: `{"file_path":"/home/ann/wind.ipynb"}`, Text: `<cell id="c1">print(1)</cell id="c1">`,
			Structured: `{"type":"notebook","file":{"filePath":"/home/ann/wind.ipynb","cells":[{"cellType":"code","source":"print(1)","cell_id":"c1","language":"python","execution_count":1,"outputs":[{"output_type":"stream","text":"1\n"}]},{"cellType":"markdown","source":"# Wind","cell_id":"c2"}]}}`},
		{Name: "write", Tool: "Write", Input: `{"file_path":"/home/ann/boat/keel.go","content":"package boat\n\n// Keel is below.\ntype Keel struct{}\n"}`,
			Text: "File created successfully at: /home/ann/boat/keel.go", Structured: `{"type":"create","filePath":"/home/ann/boat/keel.go","content":"package boat\n\n// Keel is below.\ntype Keel struct{}\n","structuredPatch":[]}`},
		{Name: "write-update", Tool: "Write", Input: `{"file_path":"/home/ann/boat/VERSION","content":"2\n"}`, Text: "The file /home/ann/boat/VERSION has been updated.",
			Structured: `{"type":"update","filePath":"/home/ann/boat/VERSION","content":"2\n","originalFile":"1\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-1","+2"]}]}`},
		{Name: "write-rejected", Tool: "Write", Status: Rejected, Input: `{"file_path":"/home/ann/boat/x.py","content":"print(1)\n"}`, Text: rejection},
		{Name: "edit", Tool: "Edit", Input: `{"file_path":"/home/ann/boat/hull/hull.go","old_string":"\treturn true","new_string":"\treturn !full"}`,
			Text:       "The file /home/ann/boat/hull/hull.go has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n    12→func Float() bool {\n    13→\treturn !full\n    14→}\n",
			Structured: `{"filePath":"/home/ann/boat/hull/hull.go","oldString":"\treturn true","newString":"\treturn !full","originalFile":"package hull","structuredPatch":[{"oldStart":12,"oldLines":3,"newStart":12,"newLines":3,"lines":[" func Float() bool {","-\treturn true","+\treturn !full"," }"]}],"userModified":false,"replaceAll":false}`},
		{Name: "edit-no-patch", Tool: "Edit", Input: `{"file_path":"/home/ann/boat/a.txt","old_string":"one\ntwo\n","new_string":"one\n2\n","replace_all":true}`, Text: "The file /home/ann/boat/a.txt has been updated successfully."},
		{Name: "edit-by-user", Tool: "Edit", Input: `{"file_path":"/home/ann/boat/a.txt","old_string":"red","new_string":"green"}`, Text: "The file has been updated. The user modified your proposed changes.",
			Structured: `{"filePath":"/home/ann/boat/a.txt","structuredPatch":[{"oldStart":3,"oldLines":1,"newStart":3,"newLines":1,"lines":["-red","+blue"]}],"userModified":true}`},
		{Name: "edit-failed", Tool: "Edit", Status: Failed, Input: `{"file_path":"/home/ann/boat/a.txt","old_string":"purple","new_string":"green"}`, Text: "<tool_use_error>String to replace not found in file.\nString: purple</tool_use_error>"},
		{Name: "edit-missing", Tool: "Edit", Status: Missing, Input: `{"file_path":"/home/ann/boat/a.txt","old_string":"a","new_string":"b"}`},
		{Name: "multiedit", Tool: "MultiEdit", Input: `{"file_path":"/home/ann/boat/a.txt","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d","replace_all":true}]}`,
			Text:       "Applied 2 edits to /home/ann/boat/a.txt:\n1. Replaced \"a\" with \"b\"\n2. Replaced \"c\" with \"d\"",
			Structured: `{"filePath":"/home/ann/boat/a.txt","edits":[{"old_string":"a","new_string":"b"}],"originalFileContents":"a\nx\nc","structuredPatch":[{"oldStart":1,"oldLines":3,"newStart":1,"newLines":3,"lines":["-a","+b"," x","-c","+d","\\ No newline at end of file"]}]}`},
		{Name: "read-notebook-printed", Tool: "Read", Input: `{"file_path":"/home/ann/wind.ipynb"}`, Text: "<cell id=\"c1\"><cell_type>markdown</cell_type># Wind</cell id=\"c1\">\n<cell id=\"c2\">print(1)</cell id=\"c2\">\n\n1\n<cell id=\"c3\"><language>r</language>x <- 2</cell id=\"c3\">"},
		{Name: "notebookedit-known", Tool: "NotebookEdit", Input: `{"notebook_path":"/home/ann/wind.ipynb","cell_id":"c1","cell_type":"code","edit_mode":"replace","new_source":"print(2)"}`,
			Text: "Updated cell c1 with print(2)", Structured: `{"new_source":"print(2)","cell_type":"code","language":"python","edit_mode":"replace","cell_id":"c1","error":"","old_source":"print(1)"}`},
		{Name: "notebookedit", Tool: "NotebookEdit", Input: `{"notebook_path":"/home/ann/wind.ipynb","cell_id":"c1","cell_type":"code","edit_mode":"replace","new_source":"print(2)"}`,
			Text: "Updated cell c1 with print(2)", Structured: `{"new_source":"print(2)","cell_type":"code","language":"python","edit_mode":"replace","cell_id":"c1","error":""}`},
		{Name: "notebookread", Tool: "NotebookRead", Input: `{"notebook_path":"/home/ann/wind.ipynb"}`, Text: "<cell id=\"c\">a = 1</cell id=\"c\">", Structured: `{"cells":[{"cell_type":"code","source":["a = 1\n","a"],"outputs":[{"output_type":"display_data","data":{"image/png":"` + onePixel + `","text/plain":["<Figure>"]}},{"output_type":"error","ename":"E","evalue":"v","traceback":["E: v"]}]}]}`},
	}
}

func searchCalls() []testCall {
	return []testCall{
		{Name: "grep-files", Tool: "Grep", Input: `{"pattern":"keel|hull","output_mode":"files_with_matches","glob":"*.go"}`, Text: "Found 2 files\nhull/hull.go\nkeel.go", Structured: `{"mode":"files_with_matches","filenames":["hull/hull.go","keel.go"],"numFiles":2}`},
		{Name: "grep-content", Tool: "Grep", Input: `{"pattern":"Float","output_mode":"content","path":"/home/ann/boat/hull","-n":true,"-A":2}`, Text: "hull.go:12:func Float() bool {", Structured: `{"mode":"content","numFiles":0,"filenames":[],"content":"hull.go:12:func Float() bool {","numLines":1}`},
		{Name: "grep-nothing", Tool: "Grep", Input: `{"pattern":"zzz"}`, Text: "No files found", Structured: `{"mode":"files_with_matches","filenames":[],"numFiles":0}`},
		{Name: "glob", Tool: "Glob", Input: `{"pattern":"**/*.go","path":"/home/ann/boat"}`, Text: "/home/ann/boat/a.go\n/home/ann/boat/b.go", Structured: `{"filenames":["/home/ann/boat/a.go","/home/ann/boat/b.go"],"durationMs":3,"numFiles":2,"truncated":true}`},
		{Name: "ls", Tool: "LS", Input: `{"path":"/home/ann/boat","ignore":["node_modules"]}`, Text: "- /home/ann/boat/\n  - hull/\n  - keel.go\n", Structured: `"- /home/ann/boat/\n  - hull/\n  - keel.go\n"`},
		{Name: "lsp", Tool: "LSP", Input: `{"operation":"goToDefinition","filePath":"/home/ann/boat/hull/hull.go","line":12,"character":6}`, Text: "Defined in hull/hull.go:12:6", Structured: `{"operation":"goToDefinition","result":"Defined in hull/hull.go:12:6","filePath":"/home/ann/boat/hull/hull.go","resultCount":1,"fileCount":1}`},
		{Name: "webfetch", Tool: "WebFetch", Input: `{"url":"https://www.example.org/sail?a=1","prompt":"How is a sail set?"}`, Text: "## Setting sail\n\nPull the **halyard**.", Structured: `{"bytes":440193,"code":200,"codeText":"OK","result":"## Setting sail\n\nPull the **halyard**.","durationMs":2100,"url":"https://www.example.org/sail?a=1"}`},
		{Name: "webfetch-failed", Tool: "WebFetch", Status: Failed, Input: `{"url":"javascript:alert(1)","prompt":"x"}`, Text: "Invalid URL", Structured: `"Error: Invalid URL"`},
		{Name: "websearch", Tool: "WebSearch", Input: `{"query":"how boats float","allowed_domains":["example.org"]}`,
			Text:       "Web search results for query: \"how boats float\"\n\nLinks: [{\"title\":\"Buoyancy\",\"url\":\"https://example.org/b\"},{\"title\":\"Bad\",\"url\":\"javascript:alert(1)\"}]\n\nBoats float by **displacement**.",
			Structured: `{"query":"how boats float","results":[{"tool_use_id":"srvtoolu_1","content":[{"title":"Buoyancy","url":"https://example.org/b"},{"title":"Bad","url":"javascript:alert(1)"}]},"Boats float by **displacement**."],"durationSeconds":4.2}`},
	}
}
