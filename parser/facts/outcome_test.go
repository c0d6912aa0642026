package facts

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"steno/parser"
)

var began = time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)

// storyOf makes a session of one turn from lines: "say" is a reply, "run", "edit" and "read" are calls that
// succeed, "!" before them makes them fail.
func storyOf(lines ...string) *parser.Session {
	turn := &parser.Turn{Prompt: &parser.Message{Kind: parser.KindPrompt, Blocks: []parser.Block{&parser.Text{Text: "do it"}}}}
	for i, line := range lines {
		at := parser.Origin{Anchor: fmt.Sprintf("m-%d", i), Time: began.Add(time.Duration(i) * time.Minute)}
		m := &parser.Message{Origin: at, Kind: parser.KindReply}
		line, failed := strings.CutPrefix(line, "!")
		kind, rest, _ := strings.Cut(line, " ")
		call := &parser.ToolCall{Origin: at, Name: kind, Result: &parser.ToolResult{Origin: at, IsError: failed}}
		switch m.Blocks = []parser.Block{call}; kind {
		case "say":
			m.Blocks = []parser.Block{&parser.Text{Origin: at, Text: rest}}
		case "stop":
			m.Kind, m.Blocks = parser.KindEvent, []parser.Block{&parser.Event{Type: "interrupted"}}
		case "retry":
			m.Kind, m.Blocks = parser.KindEvent, []parser.Block{&parser.Event{Type: "system", Subtype: "api_error"}}
		case "quit":
			m.Kind, m.Blocks = parser.KindEvent, []parser.Block{&parser.Event{Type: "ended-by-model"}}
		case "ended", "answered": // a command in the background, an agent
			e := &parser.Event{Type: "task-notification", Title: rest}
			if kind == "answered" {
				e.Text = rest
			}
			m.Kind, m.Blocks = parser.KindEvent, []parser.Block{e}
		case "client":
			m.Model, m.Blocks = clientModel, []parser.Block{&parser.Text{Origin: at, Text: rest}}
		case "api":
			m.APIError, m.Blocks = "rate_limit", nil
			if rest != "" {
				m.Blocks = []parser.Block{&parser.Text{Text: rest}}
			}
		case "run":
			command, out, _ := strings.Cut(rest, " => ")
			call.Action = parser.Action{Kind: parser.ActionRun, Command: command, Dir: "/repo"}
			call.Result.Content = []parser.Block{&parser.Text{Text: strings.ReplaceAll(out, "|", "\n")}}
		case "edit":
			files := strings.Fields(rest)
			call.Action = parser.Action{Kind: parser.ActionEdit, File: files[0], Change: &parser.Change{}}
			for _, also := range files[1:] {
				call.Action.Also = append(call.Action.Also, parser.Edited{File: also, Change: &parser.Change{}})
			}
		case "read":
			call.Action = parser.Action{Kind: parser.ActionRead, File: rest}
		case "leave":
			call.Action.Kind, call.Result.IsError = parser.ActionLeave, rest != ""
		case "answer":
			call.Action.Kind, call.Result.IsError = parser.ActionAnswer, rest != ""
		case "reject":
			call.Result.Rejected = true
		case "ask":
			call.Action.Kind, call.Result = parser.ActionAsk, nil
			if rest != "" {
				m.Blocks = append(m.Blocks, &parser.Text{Origin: at, Text: rest})
			}
		case "prompt":
			m.Kind, m.Blocks = parser.KindPrompt, []parser.Block{&parser.Text{Origin: at, Text: rest}}
		case "command":
			m.Kind, m.Blocks = parser.KindPrompt, []parser.Block{&parser.Command{Origin: at, Name: rest}}
		}
		turn.Messages = append(turn.Messages, m)
	}
	s := &parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}
	s.Commits = Commits(s, nil)
	return s
}

const committed = "run git commit -m x => [main 1234567] x"

func TestOutcome(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		story []string
		want  string
	}{
		{[]string{"say Working.", "run ls", "say Done."}, "Done. ()"},
		{[]string{"say Working.", "run ls"}, "Working. (ended in the middle of work)"},
		{[]string{"say Working.", "run ls", "leave"}, "Working. ()"}, {[]string{"say Working.", "leave refused"}, "Working. (ended in the middle of work)"},
		{[]string{"say Working.", "run ls", "answer"}, "Working. ()"}, {[]string{"say Working.", "answer refused"}, "Working. (ended in the middle of work)"},
		{[]string{"say Working.", "run ls", "quit"}, "Working. (ended by the agent)"}, {[]string{"say Bye.", "quit", "say Back."}, "Back. ()"},
		{[]string{"say Working.", "run ls", "say All is done.", "ended tests", "say As I said."}, "All is done. ()"},
		{[]string{"say All is done.", "ended tests", "read out", "say As I said.", "ended server", "say Yes."}, "All is done. ()"},
		{[]string{"say All is done.", "ended tests", "edit a.go", "say Mended."}, "Mended. ()"},
		{[]string{"say The tests still run.", "answered Two faults.", "say Two faults."}, "Two faults. ()"},
		{[]string{"say Wait.", "ended tests", "say All tests pass."}, "All tests pass. ()"},
		{[]string{"say Now I run the tests.", "run ls", "ended tests", "say Done."}, "Done. ()"},
		{nil, "- (last prompt without a reply)"}, {[]string{"retry"}, "- (ended with an API error)"},
		{[]string{"say Working.", "run ls", "retry", "retry"}, "Working. (ended with an API error)"},
		{[]string{"say Working.", "run ls", "retry", "say Done."}, "Done. ()"}, {[]string{"say Done.", "retry"}, "Done. ()"},
		{[]string{"say Working.", "run ls", "retry", "run ls"}, "Working. (ended in the middle of work)"},
		{[]string{"say Working.", "run ls", "retry", "stop"}, "Working. (interrupted by the user)"},
		{[]string{"say Done.", "api"}, "Done. (ended with an API error: rate limit)"},
		{[]string{"say Working.", "run ls", "stop"}, "Working. (interrupted by the user)"},
		{[]string{"say Working.", "run ls", "stop", "client No response requested."}, "Working. (interrupted by the user)"},
		{[]string{"say May I?", "reject"}, "May I? (ended with a call that the user declined)"},
		{[]string{"say May I?", "ask"}, "May I? (waits for an answer of the user)"},
		{[]string{"say Wait.", "ask Which one?"}, "asks (waits for an answer of the user)"},
		{[]string{"say Done.", "prompt go on"}, "Done. (last prompt without a reply) earlier"},
		{[]string{"say Done.", "prompt go on", "run ls"}, "Done. (ended in the middle of work) earlier"},
		{[]string{"say Done.", "prompt go on", "stop"}, "Done. (interrupted by the user) earlier"},
		{[]string{"say Done.", "prompt go on", "api"}, "Done. (ended with an API error: rate limit) earlier"},
		{[]string{"say Done.", "prompt go on", "say Yes.", "run ls"}, "Yes. (ended in the middle of work)"},
		{[]string{"say Done.", "command /exit"}, "Done. ()"},
		{[]string{committed, "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run git push -u origin x", "say Done."}, "Done. () pushed"},
		{[]string{"run git commit -m x && git push => [main 1234567] x", "say Done."}, "Done. () pushed"},
		{[]string{committed, "run git push => To x| ! [rejected] main -> main", "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run git push 2>&1 | tail -1 => To x| ! [zurückgewiesen]        main -> main (fetch first)", "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run git add .; if ($?) { git push } => To https://example.org/x.git|   1234567..2345678  main -> main", "say Done."}, "Done. () pushed"},
		{[]string{committed, "run if ($x) { git push }", "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run jj git push", "say Done."}, "Done. () pushed"},
		{[]string{committed, "run git push --tags", "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run git push --tags origin main", "say Done."}, "Done. () pushed"},
		{[]string{committed, "!run git push", "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run git push --dry-run", "run echo git push", "say Done."}, "Done. () 1 commit, no push in this session"},
		{[]string{committed, "run git push", "run git commit -m y => [main 2234567] y", "say Done."}, "Done. () pushed, but 1 of 2 commits came later"},
		{[]string{"edit a", "run go test ./... => ok  \tx\t0.1s", "say Done."}, "Done. () go test passed: 1 package passed"},
		{[]string{"run go test ./... => ok  \tx\t0.1s", "edit a", "edit b", "edit a", "!edit c", "say Done."}, "Done. () go test passed: 1 package passed, 2 files changed since"},
		{[]string{"run go test ./... => ok  \tx\t0.1s", "edit /tmp/a", "edit a b /tmp/b", "say Done."}, "Done. () go test passed: 1 package passed, 2 files changed since"},
		{[]string{"run go test ./... => ok  \tx\t0.1s", "edit /tmp/a", "edit ~/.agent/projects/-repo/memory/MEMORY.md", "edit /repo/a", "say Done."}, "Done. () go test passed: 1 package passed, 1 files changed since"},
		{[]string{"run pnpm test => Tests:       3 passed, 3 total", "run go test -run '^$' -bench . ./... => ok  \tx\t0.1s", "say Done."}, "Done. () pnpm test passed: 3 passed"},
	} {
		f := Of(storyOf(test.story...))
		o := f.Outcome
		got := "-"
		if o.Last != nil {
			got = "asks"
			if text, ok := o.Last.Blocks[0].(*parser.Text); ok {
				got = text.Text
			}
		}
		got += " (" + o.Ending.Words(o.Error) + ") " + o.Push.Words()
		if o.Tests != nil {
			got += o.Tests.String()
		}
		if o.Earlier {
			got += "earlier"
		}
		if o.Edits > 0 {
			got += fmt.Sprintf(", %d files changed since", o.Edits)
		}
		if got = strings.TrimSpace(got); got != test.want {
			t.Errorf("%q ends %q, want %q", test.story, got, test.want)
		}
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		story []string
		want  string
	}{
		{[]string{"!edit a", "!edit a", "!edit b", "edit a"}, "edit a 2 by m-3, edit b 1"},
		{[]string{"edit a", "!edit a", "read a"}, "edit a 1"},
		{[]string{"!run go test ./x", "run go vet ./...", "run cd /repo && go test -count=1 ./... | tail -3 => ok  \tx\t0.1s"}, "run go test 1 by m-2"},
		{[]string{"!run npm run lint", "run npm run build", "!run npm run lint -- --fix", "run npm run lint"}, "run npm run lint 2 by m-3"},
		{[]string{"!run python a.py", "run python b.py"}, "run python a.py 1"},
		{[]string{"!run go build ./...", "run GOOS=linux go build -o x ."}, "run go build 1 by m-1"},
		{[]string{"api", "api", "say ok"}, "API rate_limit 2"},
		{[]string{"api Limit · resets 3pm", "api Error: 529 {\"id\":1}", "api Limit|17", "api Error: 529 {\"id\":2}"},
			"API rate_limit Limit 2, API rate_limit Error: 529 2"},
		{[]string{"!run cat a | grep b", "run cat a"}, "run cat a 1 by m-1"},
	} {
		var got []string
		for _, g := range Of(storyOf(test.story...)).Groups {
			text := "API"
			if g.Call != nil {
				text = g.Call.Name
			}
			text += fmt.Sprintf(" %s %d", g.subject, g.Count)
			if g.Resolved != nil {
				text += " by " + g.Resolved.Anchor
			}
			got = append(got, text)
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%q: %q, want %q", test.story, got, test.want)
		}
	}
}

// Kinds that say no more than that there was an error are none.
func TestErrorKind(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"rate_limit": "rate limit", "error": "", "unknown": "", "": ""} {
		if got := ErrorKind(&parser.Message{APIError: in}); got != want {
			t.Errorf("kind of %q: got %q, want %q", in, got, want)
		}
	}
}

// An agent may answer with the input of its last call, or with nothing: only what stopped it says that it did not finish.
func TestOutcomeOfAgent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		last  string
		want  Ending
	}{
		"answered":         {[]string{"read a.go", "say It has two lamps."}, "It has two lamps.", EndedReply},
		"ends with a call": {[]string{"say I look.", "run report => ok"}, "I look.", EndedReply},
		"stopped":          {[]string{"say I look.", "run report => ok", "stop"}, "I look.", EndedInterrupted},
		"API":              {[]string{"run report => ok", "api"}, "", EndedError},
	} {
		o := OutcomeOf(&parser.Agent{Thread: storyOf(c.lines...).Main})
		last := ""
		if o.Last != nil {
			last = o.Last.Blocks[0].(*parser.Text).Text
		}
		if o.Ending != c.want || last != c.last {
			t.Errorf("%s: ended with %q and the reply %q, want %q and %q", name, o.Ending, last, c.want, c.last)
		}
	}
	if o := OutcomeOf(&parser.Agent{}); o != (Outcome{}) {
		t.Errorf("an agent without a transcript ended with %+v", o)
	}
}
