package codex

import (
	"strings"
	"testing"

	"steno/parser"
)

// TestScriptCalls reads the calls in scripts as models write them.
func TestScriptCalls(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		`const r = await tools.exec_command({"cmd":"git commit -m \"Paint\"","workdir":"/quay","yield_time_ms":1000}); text(r.output);`:                                    "run git commit -m \"Paint\"\n@/quay",
		`await Promise.all([tools.exec_command({cmd: 'ls -l', login: false}), tools.exec_command({ cmd:` + "`a\nb`" + `})])`:                                               "run ls -l\na\nb\n@/home",
		`tools.exec_command({"yield_time_ms":5,"args":[1, 2],"cmd":"late"})`:                                                                                               "run late\n@/home",
		`tools.exec_command({cmd: 'it\'s \x41\u0062'})`:                                                                                                                    "run it's x41b\n@/home",
		`const cmd = "x"; tools.exec_command({cmd}); tools.update_plan({plan:[{step:"a"}]})`:                                                                               "run x\n@/home",
		`const cmd = x(), s = "y"; tools.exec_command({cmd}); tools.update_plan({plan:[{step:"a"}]})`:                                                                      "other exec_command, update_plan",
		"const script = `\n$base = 'http://quay'\nWrite-Output \"$($base)\"`;\nlet at = 'C:\\\\quay';\ntools.shell_command({command: script, timeout_ms: 9, workdir: at})": "run \n$base = 'http://quay'\nWrite-Output \"$($base)\"\n@C:\\quay",
		`const a = "ls"; tools.exec_command({cmd: a + dir})`:                                                                                                               "other exec_command",
		"const a = `costs $`; const b = `$${x}`; tools.exec_command({cmd: a}); tools.exec_command({cmd: b})":                                                               "run costs $\n@/home",
		"tools.exec_command({cmd: `ls ${dir}`})":                                                                                                                           "other exec_command",
		`text("nothing")`:                                                                                                                                                  "other ",
		`tools.exec_command({"cmd":"torn`:                                                                                                                                  "other exec_command",
	} {
		a := parser.Action{Kind: parser.ActionRun}
		scripted(&a, script, "/home")
		got := string(a.Kind) + " " + a.About
		if a.Kind == parser.ActionRun {
			got = "run " + a.Command + "\n@" + a.Dir
		}
		if got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

// TestScripts reads a rollout whose model had one tool, which runs scripts.
func TestScripts(t *testing.T) {
	t.Parallel()
	item := func(text string) string {
		return `{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":` + text + `}`
	}
	s := one(t, head,
		item(`{"type":"custom_tool_call","call_id":"call_1","name":"exec","input":"const r = await tools.exec_command({\"cmd\":\"make boats\"});\ntext(r.output);"}`),
		item(`{"type":"custom_tool_call_output","call_id":"call_1","output":[{"type":"input_text","text":"Script running with cell ID 7\nWall time 10.0 seconds\nOutput:\n"},{"type":"input_text","text":"one boat"}]}`),
		item(`{"type":"function_call","call_id":"call_2","name":"wait","arguments":"{\"cell_id\":\"7\"}"}`),
		item(`{"type":"function_call_output","call_id":"call_2","output":[{"type":"input_text","text":"Script failed\nWall time 0.5 seconds\nOutput:\n"},{"type":"input_text","text":"Script error:\nno wood"}]}`),
		item(`{"type":"custom_tool_call","call_id":"call_3","name":"exec","input":"text(await tools.apply_patch(patch));"}`),
		`{"timestamp":"2026-03-01T10:00:02Z","type":"event_msg","payload":{"type":"patch_apply_end","call_id":"exec-5e12","stdout":"Success.","success":true,"changes":{"/home/ada/quay/boats.txt":{"type":"add","content":"twelve\n"}}}}`,
		item(`{"type":"custom_tool_call_output","call_id":"call_3","output":[{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"}]}`),
		item(`{"type":"custom_tool_call","call_id":"call_4","name":"exec","input":"await tools.exec_command({cmd:\"ls\"})"}`),
		`{"timestamp":"2026-03-01T10:00:03Z","type":"event_msg","payload":{"type":"exec_command_end","call_id":"exec-77","command":["bash","-lc","ls"],"cwd":"/home/ada/quay","aggregated_output":"boats.txt\n","exit_code":2,"status":"failed"}}`,
		item(`{"type":"custom_tool_call_output","call_id":"call_4","output":[{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"}]}`))
	var got []string
	for m := range s.Main.Branches[0].Messages() {
		for _, b := range m.Blocks {
			if c, ok := b.(*parser.ToolCall); ok {
				end := "ok"
				if c.Result == nil || c.Orphan {
					end = "torn"
				} else if c.Result.IsError {
					end = "failed"
				}
				got = append(got, strings.Join([]string{c.Name, string(c.Action.Kind), c.Action.Subject(), c.Action.Task, end, c.Result.Text()}, "|"))
			}
		}
	}
	want := []string{"exec|run|make boats|7|ok|one boat", "wait|poll||7|failed|Script error:\nno wood", "exec|other|apply_patch||ok|",
		"apply_patch|edit|/home/ada/quay/boats.txt||ok|Success.", "exec|other|exec_command||ok|", "exec_command|run|ls||failed|boats.txt\n"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
