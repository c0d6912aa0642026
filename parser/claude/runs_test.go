package claude

import (
	"slices"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/raw"
)

// What runs in CI print, in pieces.
const (
	runInit  = `{"type":"system","subtype":"init","session_id":"s","cwd":"/w","model":"opus","tools":["Bash"],"claude_code_version":"2.1.330"}`
	runReply = `{"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"id":"m1","role":"assistant","model":"opus","content":[{"type":"text","text":"I look."}]}}`
	runCall  = `{"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"id":"m2","role":"assistant","model":"opus","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"git push"}}]}}`
)

// TestRunShapes: what each shape of a run says, line by line and as an array. A want that begins with "!" must not
// be in the outline.
func TestRunShapes(t *testing.T) {
	t.Parallel()
	result := func(rest string) string { return `{"type":"result","session_id":"s",` + rest + `}` }
	refused := `{"type":"user","session_id":"s","parent_tool_use_id":null,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Not now.","is_error":true}]},"tool_result_meta":[{"id":"%","non_execution_kind":"permission_denied"}]}`
	aside := `{"type":"assistant","session_id":"s","parent_tool_use_id":"gone","subagent_type":"Explore","task_description":"Look around","message":{"id":"m3","role":"assistant","model":"haiku","content":[{"type":"text","text":"Here."}]}}`
	shaped := `{"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"id":"m4","role":"assistant","model":"opus","content":[{"type":"tool_use","id":"t2","name":"StructuredOutput","input":{"ok":true}}]}}`
	for _, c := range []struct {
		name    string
		records []string
		want    []string
	}{
		{"whole", []string{runInit, runReply, result(`"subtype":"success","result":"I look.","total_cost_usd":0.5`)}, []string{"the prompt of this run was not recorded", `"run ended" ""`, `outcome = "success"`}},
		{"cancelled", []string{runInit, runReply}, []string{"the prompt of this run was not recorded", "!outcome", "!run ended"}},
		{"without a subtype", []string{runInit, runReply, result(`"result":"Done.","duration_ms":18750`)}, []string{`"run ended" "Done." duration=18.8s`, `duration = "18.8s"`, "!outcome"}},
		{"too many turns", []string{runInit, runReply, result(`"subtype":"error_max_turns","is_error":false,"errors":["4 turns"]`)}, []string{`failed "run failed" "4 turns" outcome=error max turns`}},
		{"an error of the API", []string{runInit, runReply, result(`"subtype":"success","is_error":true,"result":"Credit is low"`)}, []string{`failed "run failed" "Credit is low" outcome=failed`, `outcome = "failed"`}},
		{"an answer in a shape", []string{runInit, result(`"subtype":"success","structured_output":{"ok":true,"labels":["bug",{"n":1}]}`)}, []string{`"run ended" "ok: true\nlabels:\n  - bug\n  -\n    n: 1"`}},
		{"an answer in a shape, and its call", []string{runInit, shaped, result(`"subtype":"success","structured_output":{"ok":true}`)}, []string{`call "StructuredOutput"`, `"run ended" ""`}},
		{"several starts", []string{runInit, runReply, result(`"subtype":"success","result":"First.","total_cost_usd":0.1`), runInit, runCall, result(`"subtype":"success","result":"Last.","total_cost_usd":0.3`)},
			[]string{`"run ended" "First."`, `"run ended" "Last."`, `outcome = "success"`}},
		{"denied", []string{runInit, runCall, strings.Replace(refused, "%", "t1", 1)}, []string{`denied permission-rule`}},
		{"another call denied", []string{runInit, runCall, strings.Replace(refused, "%", "t9", 1)}, []string{`!denied`, `call "Bash" error`}},
		{"an agent without its call", []string{runInit, runReply, aside}, []string{`Explore`, `"Look around"`}},
		{"a start alone", []string{runInit}, []string{`"run started"`, "!prompt of this run"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, got := outlineOf(t, c.records...)
			for _, w := range c.want {
				if words, not := strings.CutPrefix(w, "!"); not == strings.Contains(got, words) {
					t.Errorf("want %q in\n%s", w, got)
				}
			}
			if _, array := outlineOf(t, strings.Split("["+strings.Join(c.records, ",\n")+"]", "\n")...); array != got {
				t.Errorf("as an array:\n%s\nline by line:\n%s", array, got)
			}
		})
	}
}

// TestRunTokens: the messages of a run have the usage with which each began, and only its result says what
// the models wrote in all.
func TestRunTokens(t *testing.T) {
	t.Parallel()
	cost := ended(raw.ParseObject([]byte(`{"total_cost_usd":0.5,"modelUsage":{"opus":{"outputTokens":1700,"costUSD":0.4},"haiku":{"outputTokens":-1,"costUSD":0.1}}}`)))
	want := []parser.ModelCost{{Model: "haiku", Micros: 100_000}, {Model: "opus", Micros: 400_000, Output: 1700}}
	if !slices.Equal(cost.Models, want) {
		t.Errorf("got %v, want %v", cost.Models, want)
	}
}
