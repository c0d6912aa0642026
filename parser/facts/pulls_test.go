package facts

import (
	"fmt"
	"testing"

	"steno/parser"
)

func TestPullActions(t *testing.T) {
	t.Parallel()
	output := map[string]string{
		`gh pr create --title A; gh pr create --title B`: "https://github.com/o/r/pull/8\nhttps://github.com/o/r/pull/9\n",
		`gh pr merge 13`: "! Pull request o/r#13 will be added to the merge queue for main when ready",
	}
	for line, want := range map[string]string{
		`gh pr create --title "Light the lamp" --body x`:     "[opened 0 Light the lamp]",
		`cd x && gh pr create -t 'A b' --fill`:               "[opened 0 A b]",
		`gh pr create --title="A b"`:                         "[opened 0 A b]",
		`gh pr create --title A; gh pr create --title B`:     "[opened 8 A opened 9 B]",
		`gh pr edit 16 --title "A b"`:                        "[retitled 16 A b]",
		`glab mr update 16 --title=A`:                        "[retitled 16 A]",
		`gh pr edit 16 --body x`:                             "[]",
		`gh pr merge 12 --squash`:                            "[merged 12 ]",
		`gh pr merge --squash --delete-branch`:               "[merged 0 ]",
		`gh pr merge https://github.com/o/r/pull/7 --rebase`: "[merged 7 ]",
		`gh pr merge 12 --auto`:                              "[]",
		`gh pr close 3`:                                      "[closed 3 ]",
		`gh pr merge 13`:                                     "[]",
		`echo "gh pr merge 3"`:                               "[]",
		`gh pr view 3`:                                       "[]",
		`glab mr create --title "Light it" --yes`:            "[opened 0 Light it]",
		`glab mr merge '!12' --squash`:                       "[merged 12 ]",
		`glab mr merge 12 --when-pipeline-succeeds`:          "[]",
		`tea pulls create -t "Light it"`:                     "[opened 0 Light it]",
		`glab pr merge 3`:                                    "[]",
	} {
		c := changeCall("", nil)
		c.Action = parser.Action{Kind: parser.ActionRun, Command: line}
		c.Result = &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: output[line]}}}
		got := []string{}
		for _, a := range pullActions(&c) {
			got = append(got, fmt.Sprintf("%s %d %s", a.Done, a.Number, a.Title))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", line, got, want)
		}
	}
}

// TestPullBranch takes the branch of a pull request from the command that opens it, or from what that prints.
func TestPullBranch(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"gh pr create --head ada:lamp --fill": "lamp", "gh pr create -H lamp": "lamp", "glab mr create --source-branch=lamp": "lamp", "gh pr create --fill": "wick", "gh pr merge 3": ""} {
		c := changeCall("", nil)
		c.Action = parser.Action{Kind: parser.ActionRun, Command: line}
		c.Result = &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: "\nCreating draft pull request for ada:wick into main in o/r\n\nhttps://github.com/o/r/pull/7\n"}}}
		if got := pullActions(&c); len(got) != 1 || got[0].Branch != want {
			t.Errorf("%s: %+v, want the branch %q", line, got, want)
		}
	}
}

// TestCreatedPull finds the pull requests that commands and tools create, on several servers.
func TestCreatedPull(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, command, output, want string }{
		{"", `gh pr create --fill`, "Creating pull request for lamp into main in o/r\n\nhttps://github.com/o/r/pull/7\n", "o/r 7 https://github.com/o/r/pull/7"},
		{"", `gh pr create --fill`, "https://git.example.org:8443/o/r/pull/7", "o/r 7 https://git.example.org:8443/o/r/pull/7"},
		{"", `git push && glab mr create --fill --yes`, "!12 Lamp (lamp)\n https://gitlab.com/g/sub/r/-/merge_requests/12\n", "g/sub/r 12 https://gitlab.com/g/sub/r/-/merge_requests/12"},
		{"", `git push -u origin lamp -o merge_request.create`, "remote: View merge request for lamp:\nremote:   https://gitlab.example.org/g/r/-/merge_requests/3\n", "g/r 3 https://gitlab.example.org/g/r/-/merge_requests/3"},
		{"", `tea pr create --title x`, "https://codeberg.org/o/r/pulls/5", "o/r 5 https://codeberg.org/o/r/pulls/5"},
		{"mcp__github__create_pull_request", "", `{"html_url":"https://github.com/o/r/pull/9"}`, "o/r 9 https://github.com/o/r/pull/9"},
		{"bitbucket__createPullRequest", "", "https://bitbucket.org/o/r/pull-requests/4", "o/r 4 https://bitbucket.org/o/r/pull-requests/4"},
		{"mcp__github__get_pull_request", "", "https://github.com/o/r/pull/9", ""},
		{"", `gh pr view 7`, "https://github.com/o/r/pull/7", ""},
		{"", `git push`, "remote: View merge request for lamp:\nremote:   https://gitlab.com/g/r/-/merge_requests/3\n", ""},
		{"", `echo gh pr create`, "https://github.com/o/r/pull/7", ""},
	} {
		call := &parser.ToolCall{Name: c.name, Action: parser.Action{Kind: parser.ActionRun, Command: c.command}, Result: &parser.ToolResult{}}
		if c.name != "" {
			call.Action = parser.Action{Kind: parser.ActionService}
		}
		got := ""
		if pr := CreatedPull(call, c.output); pr != nil {
			got = fmt.Sprint(pr.Repository, " ", pr.Number, " ", pr.URL)
		}
		if got != c.want {
			t.Errorf("%s%s: %q, want %q", c.name, c.command, got, c.want)
		}
	}
}
