package claude

import (
	"fmt"
	"testing"

	"steno/parser"
)

// TestRefusedWithWordsAlone reads results that hold no more than the words of who declined the call,
// and such that look alike.
func TestRefusedWithWordsAlone(t *testing.T) {
	t.Parallel()
	const sentence = "Please put the lamps in their own file first"
	for _, test := range []struct {
		version, tool, text, structured string
		seconds                         int
		hook                            bool
		want                            parser.Outcome
		said                            string
	}{
		{"2.0.5", "Bash", sentence, "Error: " + sentence, 30, false, parser.Rejected, sentence},
		{"2.0.5", "Edit", sentence, "Error: " + sentence, 30, false, parser.Rejected, sentence},
		{"2.0.36", "Bash", sentence + "\n\nand test them", "Error: " + sentence + "\n\nand test them", 30, true, parser.Rejected, sentence + "\n\nand test them"},
		{"2.0.5", "Bash", sentence, "Error: " + sentence, 1, false, parser.Failed, ""}, // nobody types that fast
		{"2.0.5", "Bash", sentence, "", 30, false, parser.Failed, ""},
		{"2.0.5", "WebFetch", sentence, "Error: " + sentence, 30, false, parser.Failed, ""},
		{"2.0.5", "Bash", "lamp: command not found", "Error: lamp: command not found", 30, false, parser.Failed, ""},
		{"2.0.5", "Bash", "Exit code 1\nno such lamp here", "Error: Exit code 1\nno such lamp here", 30, false, parser.Failed, ""},
		{"2.0.5", "Edit", "<tool_use_error>the file was not read yet</tool_use_error>", "Error: <tool_use_error>the file was not read yet</tool_use_error>", 30, false, parser.Failed, ""},
		{"1.0.51", "Bash", sentence, "Error: " + sentence, 30, true, parser.Failed, ""},
		{"2.0.37", "Bash", sentence, "Error: " + sentence, 30, false, parser.Failed, ""},
		{"2.1.39", "Bash", "Checks failed: format the code", "Error: Checks failed: format the code", 30, true, parser.Denied, ""},
		{"2.1.39", "Write", "Checks failed: format the code", "Error: Checks failed: format the code", 30, true, parser.Denied, ""},
		{"2.1.39", "Write", "EACCES: permission denied", "Error: EACCES: permission denied", 30, true, parser.Failed, ""},
		{"2.1.39", "Bash", "Exit code 1\nno", "Error: Exit code 1\nno", 30, true, parser.Failed, ""},
		{"2.1.39", "Bash", "Command timed out after 2m", "Error: Command timed out after 2m", 30, true, parser.Failed, ""},
	} {
		line := func(uuid, parent string, second int, members string) string {
			return fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"sessionId":"s","version":%q,"timestamp":"2026-03-01T10:00:%02d.000Z",%s}`, uuid, parent, test.version, second, members)
		}
		lines := []string{
			line("u1", "null", 0, `"type":"user","message":{"role":"user","content":"go"}`),
			line("a1", `"u1"`, 1, fmt.Sprintf(`"type":"assistant","message":{"id":"m1","role":"assistant","model":"opus","content":[{"type":"tool_use","id":"t1","name":%q,"input":{"command":"make"}}]}`, test.tool)),
		}
		if test.hook {
			lines = append(lines, line("p1", `"a1"`, 1, `"type":"progress","data":{"type":"hook_progress","hookEvent":"PreToolUse","hookName":"PreToolUse:Bash","command":"check"},"toolUseID":"t1","parentToolUseID":"t1"`))
		}
		lines = append(lines, line("r1", `"a1"`, 1+test.seconds, fmt.Sprintf(`"type":"user","toolUseResult":%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":%s}]}`,
			quoteJSON(test.structured), quoteJSON(test.text))))
		s := parseLines(t, lines)
		var calls []*parser.ToolCall
		said := ""
		for turn := range s.Main.Live().Turns() {
			if p := turn.Prompt; p != nil && p.Rest().Sender == parser.SenderRejection {
				said = p.Blocks[0].(*parser.Text).Text
			}
		}
		for m := range s.Main.Live().Messages() {
			for _, b := range m.Blocks {
				if c, ok := b.(*parser.ToolCall); ok {
					calls = append(calls, c)
				}
			}
		}
		if len(calls) != 1 || calls[0].Outcome() != test.want || said != test.said {
			t.Errorf("%s of %s, %q: %s, said %q; want %s, said %q", test.tool, test.version, test.text, calls[0].Outcome(), said, test.want, test.said)
		}
	}
}
