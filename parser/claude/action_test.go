package claude

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

func TestAct(t *testing.T) {
	t.Parallel()
	const patch = `{"structuredPatch":[{"oldStart":1,"lines":[" a","-b","+c","+d"]},{"oldStart":9,"lines":["+e"]}]}`
	const notebook = `{"old_source":"x = 1\ny = 2\nz = 3","error":""}`
	for _, test := range []struct {
		name, tool, input, structured string
		want                          parser.Action
	}{
		{"edit with patch", "Edit", `{"file_path":"/p/a.go","old_string":"x","new_string":"y"}`, patch, parser.Action{Kind: parser.ActionEdit, File: "/p/a.go", Added: 3, Removed: 1}},
		{"edit without patch", "Edit", `{"file_path":"/p/a.go","old_string":"x\ny","new_string":"z\n"}`, "", parser.Action{Kind: parser.ActionEdit, File: "/p/a.go", Added: 1, Removed: 2}},
		{"lines that stay are not counted", "Edit", `{"file_path":"a","old_string":"x\ny\nz","new_string":"x\nY\nz"}`, "", parser.Action{Kind: parser.ActionEdit, File: "a", Added: 1, Removed: 1}},
		{"multiedit", "MultiEdit", `{"file_path":"a","edits":[{"old_string":"x","new_string":"y"},{"old_string":"","new_string":"z"}]}`, "", parser.Action{Kind: parser.ActionEdit, File: "a", Added: 2, Removed: 1}},
		{"created file", "Write", `{"file_path":"a","content":"1\n2\n3"}`, `{"type":"create","structuredPatch":[]}`, parser.Action{Kind: parser.ActionEdit, File: "a", Added: 3}},
		{"written as it was", "Write", `{"file_path":"a","content":"1"}`, `{"type":"update","structuredPatch":[]}`, parser.Action{Kind: parser.ActionEdit, File: "a"}},
		{"notebook", "NotebookEdit", `{"notebook_path":"n.ipynb","new_source":"x = 1"}`, "", parser.Action{Kind: parser.ActionEdit, File: "n.ipynb", Added: 1}},
		{"a cell of a notebook", "NotebookEdit", `{"notebook_path":"n.ipynb","cell_id":"c","new_source":"x = 1\ny = 3"}`, notebook, parser.Action{Kind: parser.ActionEdit, File: "n.ipynb", Added: 1, Removed: 2}},
		{"a new cell", "NotebookEdit", `{"notebook_path":"n.ipynb","cell_id":"c","edit_mode":"insert","new_source":"x\ny"}`, notebook, parser.Action{Kind: parser.ActionEdit, File: "n.ipynb", Added: 2}},
		{"a deleted cell", "NotebookEdit", `{"notebook_path":"n.ipynb","cell_id":"c","edit_mode":"delete","new_source":"x"}`, notebook, parser.Action{Kind: parser.ActionEdit, File: "n.ipynb", Removed: 3}},
		{"no path", "Edit", `{"old_string":"x"}`, "", parser.Action{Kind: parser.ActionEdit}},
		{"path of another type", "Edit", `{"file_path":7}`, "", parser.Action{Kind: parser.ActionEdit}},
		{"result of another type", "Write", `{"file_path":"a","content":"x"}`, `"ok"`, parser.Action{Kind: parser.ActionEdit, File: "a", Added: 1}},
		{"read", "Read", `{"file_path":"a"}`, "", parser.Action{Kind: parser.ActionRead, File: "a"}},
		{"command", "Bash", `{"command":"ls","description":"List"}`, `{"backgroundTaskId":"b1"}`, parser.Action{Kind: parser.ActionRun, Command: "ls", Dir: "/w", Task: "b1"}},
		{"poll", "BashOutput", `{"bash_id":"b1"}`, "", parser.Action{Kind: parser.ActionPoll, Task: "b1"}},
		{"search", "Grep", `{"pattern":"x","path":"/p"}`, "", parser.Action{Kind: parser.ActionSearch, About: "x"}},
		{"a server", "mcp__a__b", `{"query":"x"}`, "", parser.Action{Kind: parser.ActionService, About: "x"}},
		{"an unknown tool", "Lamp", `{"command":"on"}`, "", parser.Action{Kind: parser.ActionOther}},
		{"no input", "Bash", `"x"`, "", parser.Action{Kind: parser.ActionRun, Dir: "/w"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := &parser.ToolCall{Name: test.tool, Input: jsontext.Value(test.input), Result: &parser.ToolResult{Structured: jsontext.Value(test.structured)}}
			act(c, "/w")
			got := c.Action
			got.Change = nil
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, denial string
		isError      bool
		want         parser.Outcome
	}{
		{"ok", "", false, parser.Done},
		{"boom", "", true, parser.Failed},
		{"The user doesn't want to proceed with this tool use. The tool use was rejected", "", true, parser.Rejected},
		{"stop", "user-rejected", true, parser.Rejected},
		{"stop", "permission-rule", true, parser.Denied},
		{"stop", "automode-unavailable", true, parser.Denied},
		{"The tool was stopped.", "interrupted", true, parser.Interrupted},
		{"It did not run.", "cancelled", true, parser.Cancelled},
		{"Permission to use Bash with command rm -rf / has been denied.", "", true, parser.Denied},
		{"Permission to use Write has been auto-denied in dontAsk mode.", "", true, parser.Denied},
		{"Permission to use the harbour is granted", "", true, parser.Failed},
		{"Claude requested permissions to use WebSearch, but you haven't granted it yet.", "", true, parser.Denied},
		{"ls in '~/.claude' was blocked. For security, Claude Code may only list files in the allowed working directories for this session: '/w'.", "", true, parser.Denied},
		{"PreToolUse:Bash hook error: [guard]: no", "", true, parser.Denied},
		{"<tool_use_error>Sibling tool call errored</tool_use_error>", "", true, parser.Cancelled},
		{"<tool_use_error>Cancelled: parallel tool call Bash(go test) errored</tool_use_error>", "", true, parser.Cancelled},
		{"it said: Sibling tool call errored", "", true, parser.Failed},
		{"Sibling tool call errored", "", false, parser.Done},
		{"[Request interrupted by user for tool use]", "", true, parser.Interrupted},
		{"Exit code 1\nno", "", false, parser.Failed},
		{"Exit code 0", "", false, parser.Done},
		{"FAILED: lamp 3", "", false, parser.Failed},
		{"a line\nFAILED: quoted", "", false, parser.Done},
		{"building\nexit status 2", "", false, parser.Failed},
		{"building\nexit status 0", "", false, parser.Done},
	} {
		c := &parser.ToolCall{Name: "Bash", Input: jsontext.Value(`{"command":"make"}`), Result: &parser.ToolResult{
			IsError: test.isError, Interrupted: test.want == parser.Interrupted, Content: []parser.Block{&parser.Text{Text: test.text}},
		}}
		judge(c.Result, test.denial)
		act(c, "")
		c.Result.IsError = c.Result.IsError || failedUnmarked(c)
		if got := c.Outcome(); got != test.want {
			t.Errorf("%q with %q is %s, want %s", test.text, test.denial, got, test.want)
		}
	}
}

// TestEchoedExit: a command line that prints an exit code last says how it ended, unless that is an answer.
func TestEchoedExit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		command, text string
		failed        bool
	}{
		{`make lamp; echo "EXIT: $?"`, "no oil\nEXIT: 1", true},
		{`make lamp; echo "BUILD_EXIT=$?"`, "BUILD_EXIT=2", false},
		{`make lamp; echo "rc: $?"`, "rc: 127", true},
		{`make lamp; echo "EXIT: $?"`, "lit\nEXIT: 0", false},
		{`make lamp; echo "EXIT: $?"`, "EXIT: 1\nlit", false},
		{`make lamp`, "EXIT: 1", false},
		{`./old; echo "exit=$?"; ./new; echo "exit=$?"`, "exit=0\nexit=1", false}, // a comparison
		{`diff a b; echo "EXIT: $?"`, "< wick\nEXIT: 1", false},
		{`grep wick a; echo "EXIT: $?"`, "EXIT: 1", false},
		{`make lamp; echo "lamps: $?"`, "lamps: 3", false},
	} {
		input, err := json.Marshal(map[string]string{"command": test.command})
		if err != nil {
			t.Fatal(err)
		}
		c := &parser.ToolCall{Name: "Bash", Input: input, Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: test.text}}}}
		act(c, "")
		if got := failedUnmarked(c); got != test.failed {
			t.Errorf("%s with %q: failed is %v", test.command, test.text, got)
		}
	}
}

// TestLeaves: a message that agrees to a shutdown ends the agent.
func TestLeaves(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]parser.ActionKind{
		`{"type":"shutdown_response","request_id":"r","approve":true}`:                    parser.ActionLeave,
		`{"type":"shutdown_response","request_id":"r","approve":false,"content":"Later"}`: parser.ActionMessage,
		`{"to":"lead","message":{"type":"shutdown_response","approve":true}}`:             parser.ActionLeave,
		`{"type":"plan_approval_response","approve":true}`:                                parser.ActionMessage,
		`{"to":"lead","message":"shutdown_response"}`:                                     parser.ActionMessage,
	} {
		c := &parser.ToolCall{Name: "SendMessage", Input: jsontext.Value(input)}
		if act(c, ""); c.Action.Kind != want {
			t.Errorf("%s is %q, want %q", input, c.Action.Kind, want)
		}
	}
}

// TestUnsuccessful: tools of the client that report their success as an object failed if it says so. Those of others
// print what they like.
func TestUnsuccessful(t *testing.T) {
	t.Parallel()
	const no = `{"success":false,"message":"1 active member"}`
	for _, test := range []struct {
		tool, text, structured string
		want                   parser.Outcome
	}{
		{"TeamDelete", no, "", parser.Failed},
		{"TeamDelete", `{"success":true}`, "", parser.Done},
		{"SendMessage", no, no, parser.Failed},
		{"TaskUpdate", "Task not found", `{"success":false,"taskId":"7","error":"Task not found"}`, parser.Failed},
		{"TaskUpdate", "Updated task #7", `{"success":true,"taskId":"7"}`, parser.Done},
		{"Skill", "Launching skill: brew", `{"success":true}`, parser.Done},
		{"Read", no, "", parser.Done},
		{"mcp__pier__boats", no, "", parser.Done},
		{"TeamDelete", `{"success":"false"}`, "", parser.Done},
	} {
		c := &parser.ToolCall{Name: test.tool, Input: jsontext.Value(`{}`), Result: &parser.ToolResult{
			Content: []parser.Block{&parser.Text{Text: test.text}}, Structured: jsontext.Value(test.structured)}}
		act(c, "")
		c.Result.IsError = failedUnmarked(c)
		if got := c.Outcome(); got != test.want {
			t.Errorf("%s with %s and %s is %s, want %s", test.tool, test.text, test.structured, got, test.want)
		}
	}
}
