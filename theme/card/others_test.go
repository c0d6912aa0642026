package card

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// What a command prints is no prose, even if it is a file in Markdown.
func TestOutputIsNoProse(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	v := r.Call(&parser.ToolCall{
		Name:   "shell_command",
		Input:  jsontext.Value(`{"command":"cat README.md"}`),
		Action: parser.Action{Kind: parser.ActionRun, Command: "cat README.md"},
		Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "# The hull\n\n- **one** `plank`\n- two\n\n## Sails\n\nNone yet.\n"}}},
	})
	last := v.Sections[len(v.Sections)-1]
	if last.Title != "Result" || !strings.Contains(string(last.HTML), `<pre class="term"`) {
		t.Errorf("the output is shown as %q: %s", last.Title, last.HTML)
	}
}

// An edit that other agents describe by its texts alone says once how many lines it changed.
func TestChangedLinesOnce(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	v := r.Call(&parser.ToolCall{
		Name:   "edit",
		Input:  jsontext.Value(`{"path":"hull.go","oldText":"a\nb","newText":"a\nc\nd"}`),
		Action: parser.Action{Kind: parser.ActionEdit, File: "hull.go", Added: 2, Removed: 1},
		Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "Replaced."}}},
	})
	if got, want := rowText(v), `Edit "hull.go"  [+2] [−1] / - / (Result)`; strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("the row is %q, want %q", got, want)
	}
	if v.Added != 2 || v.Removed != 1 {
		t.Errorf("the card counts +%d −%d", v.Added, v.Removed)
	}
}

// The time that a command may take is noise as long as it is the usual one.
func TestUsualTimeout(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	for ms, want := range map[string]string{"1000": "", "10000": "", "120000": "limit 2 min"} {
		v := r.Call(&parser.ToolCall{
			Name:   "shell_command",
			Input:  jsontext.Value(`{"command":"make hull","timeout_ms":` + ms + `}`),
			Action: parser.Action{Kind: parser.ActionRun, Command: "make hull"},
			Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "Caulked."}}},
		})
		row := rowText(v)
		if strings.Contains(row, "limit") != (want != "") || strings.Contains(row, "timeout") || !strings.Contains(row, want) || strings.Contains(row, "Parameters") {
			t.Errorf("with %s ms the row is %q", ms, row)
		}
	}
}

// Texts that a client was given to replace are not repeated below the diff that it recorded, as long as they say no more.
func TestRequestedTextsOnce(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	const diff = `"changes":{"hull.go":{"type":"update","unified_diff":"@@ -8,3 +8,3 @@\n near\n-oak\n+larch\n ribs\n"}}`
	for after, repeated := range map[string]bool{`far\nnear\nlarch\nribs\nfar`: true, `far\nnear\nlarch\nribs\nelsewhere`: false} {
		v := r.Call(&parser.ToolCall{
			Name:   "edit",
			Input:  jsontext.Value(`{"filePath":"hull.go","oldString":"far\nnear\noak\nribs\nfar","newString":"` + after + `"}`),
			Action: parser.Action{Kind: parser.ActionEdit, File: "hull.go", Added: 1, Removed: 1},
			Result: &parser.ToolResult{Structured: jsontext.Value(`{` + diff + `}`), Content: []parser.Block{&parser.Text{Text: "Edit applied successfully."}}},
		})
		if got := strings.Contains(rowText(v), "Parameters"); got == repeated {
			t.Errorf("%q: the row is %q", after, rowText(v))
		}
	}
}

// Questions of other agents are shown as those of Claude Code are: what could be answered, and what was.
func TestQuestionsOfOthers(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	const questions = `{"questions":[{"id":"wood","header":"Wood","question":"Which wood?","options":[{"label":"Oak","description":"heavy"},{"label":"Larch"}]}]}`
	for _, test := range []struct{ text, structured, chip, chosen string }{
		{`{"answers":{"wood":{"answers":["Larch"]}}}`, "", "Larch", `chosen">●</span> <span class="option">Larch`},
		{`User has answered your questions.`, `{"answers":[["Oak"]]}`, "Oak", `chosen">●</span> <span class="option">Oak`},
		{`{"answers":{"wood":"Reed"}}`, "", "Reed", `answered">●</span> <span class="option">Reed`},
		{`Nobody answered.`, "", "", ""},
	} {
		v := r.Call(&parser.ToolCall{
			Name: "request_user_input", Input: jsontext.Value(questions), Action: parser.Action{Kind: parser.ActionAsk},
			Result: &parser.ToolResult{Structured: jsontext.Value(test.structured), Content: []parser.Block{&parser.Text{Text: test.text}}},
		})
		row := rowText(v)
		if want := `Ask "Which wood?"`; !strings.HasPrefix(row, want) || !strings.Contains(row, "/ Wood") || strings.Contains(row, "Parameters") || !strings.Contains(row, test.chip) {
			t.Errorf("%s: the row is %q", test.text, row)
		}
		if html := string(v.Sections[0].HTML); !strings.Contains(html, test.chosen) || !strings.Contains(html, "Oak") {
			t.Errorf("%s: %s", test.text, html)
		}
	}
	later := r.Call(&parser.ToolCall{
		Name: "request_user_input_async", Input: jsontext.Value(`{"questions":[{"title":"Which wood?","options":["Oak","Larch"]}]}`),
		Action: parser.Action{Kind: parser.ActionAsk}, Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: `{"accepted":true}`}}},
	})
	if row := rowText(later); !strings.HasPrefix(row, `Ask "Which wood?"`) || !strings.Contains(row, "not waited for") || len(later.Sections) != 1 {
		t.Errorf("the row of a question that is not waited for is %q", row)
	}
}

// TestTaskOutputOnce shows once what a command in the background printed, and how it ended.
func TestTaskOutputOnce(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	printed := "--- FAIL: TestKeel\n" + strings.Repeat("a plank is loose\n", 30) + "FAIL"
	quoted, _ := jsontext.AppendQuote(nil, printed)
	c := &parser.ToolCall{Name: "TaskOutput", Input: jsontext.Value(`{"task_id":"b1"}`), Result: &parser.ToolResult{
		Content:    []parser.Block{&parser.Text{Text: "<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<status>failed</status>\n\n<exit_code>1</exit_code>\n\n<output>\n" + printed + "\n</output>"}},
		Structured: jsontext.Value(`{"retrieval_status":"success","task":{"task_id":"b1","task_type":"local_bash","status":"failed","description":"test","output":` + string(quoted) + `,"exitCode":1}}`)}}
	view, n := r.Call(c), 0
	for _, s := range view.Sections {
		n += strings.Count(string(s.HTML), "TestKeel")
	}
	if n != 1 || len(view.Chips) != 2 || view.Chips[0].Text != "failed" || view.Chips[1].Text != "exit 1" {
		t.Errorf("shown %d times, chips %v", n, view.Chips)
	}
}

// A call that waits for agents asks for no output of a command.
func TestWaitsForAgents(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	for input, want := range map[string]string{
		`{"targets":["a","b"],"timeout_ms":1000}`: `Wait for "2 agents"`, `{"ids":["a"]}`: `Wait for "1 agent"`, `{}`: `Check output`,
	} {
		v := r.Call(&parser.ToolCall{Name: "wait_agent", Input: jsontext.Value(input), Action: parser.Action{Kind: parser.ActionPoll},
			Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "{}"}}}})
		if got := rowText(v); !strings.HasPrefix(got, want) {
			t.Errorf("%s: the row is %q, want %q", input, got, want)
		}
	}
}
