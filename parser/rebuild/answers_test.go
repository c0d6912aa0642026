package rebuild

import (
	"strings"
	"testing"

	"steno/parser"
)

func TestAnswersNo(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		command, code string
		want          bool
	}{
		{"rg -n lamp src", "1", true}, {"grep -q lamp a.txt", "1", true}, {"cd src && grep lamp *.go", "1", true}, {"cat a | grep lamp", "1", true}, {"ls; rg lamp", "1", true},
		{"diff a b", "1", true}, {"[ -f a ]", "1", true},
		{"git -C lib ls-files && cat a | grep lamp", "1", true}, {"git log -1 && echo then && git ls-tree HEAD | grep lamp && echo more && ls | grep bulb", "1", true},
		{"grep -q lamp a 2>/dev/null && echo yes", "1", true}, {"echo so; git status; diff a b && git log", "1", true},
		{"git ls-files --error-unmatch lib && grep lamp a", "1", false}, {"git commit -m lamp && git log | grep lamp", "1", false},
		{"grep lamp a && go vet ./...", "1", false}, {"echo lamp > gone/a && grep bulb a", "1", false}, {"git diff $options && grep lamp a", "1", false},
		{"cd gone && grep lamp a", "1", false}, {"echo lamp", "1", false}, {"git log", "1", false},
		{"rg lamp src", "2", false}, {"rg lamp src", "", false}, {"go test ./... && rg lamp", "1", false}, {"rg lamp | head", "1", false}, {"rg lamp || exit 1", "1", false},
		{"go vet ./...", "1", false}, {"grep lamp 'a", "1", false}, {"", "1", false},
	} {
		c := &parser.ToolCall{Action: parser.Action{Kind: parser.ActionRun, Command: test.command}, Result: &parser.ToolResult{IsError: true}}
		if test.code != "" {
			c.Result.Structured = []byte(`{"exitCode":` + test.code + `}`)
		}
		if strings.HasPrefix(test.command, "cd gone") {
			c.Result.Content = []parser.Block{&parser.Text{Text: "bash: line 1: cd: gone: No such file or directory"}}
		}
		s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{{Kind: parser.KindReply, Blocks: []parser.Block{c}}}}}}}}}}}
		if answersAreNoFailures(s); c.Result.IsError == test.want {
			t.Errorf("%q with exit code %q: failed is %v", test.command, test.code, c.Result.IsError)
		}
	}
}
