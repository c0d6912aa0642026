package facts

import (
	"maps"
	"slices"
	"testing"
	"time"

	"steno/parser"
)

// used is a call of a tool in a separate reply.
func used(kind parser.ActionKind, about string, outcome parser.Outcome, took time.Duration) *parser.Message {
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	c := &parser.ToolCall{Name: "T-" + string(kind), Origin: parser.Origin{Time: at}, Action: parser.Action{Kind: kind, About: about}}
	if kind == parser.ActionRun {
		c.Action.Command, c.Action.About = about, ""
	}
	c.Result = &parser.ToolResult{Origin: parser.Origin{Time: at.Add(took), Line: 7}, IsError: outcome == parser.Failed, Rejected: outcome == parser.Rejected}
	return &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{c}}
}

func prompted(sender, text string, messages ...*parser.Message) *parser.Turn {
	return &parser.Turn{Prompt: &parser.Message{Kind: parser.KindPrompt, More: &parser.More{Sender: sender}, Origin: parser.Origin{Line: 7}, Blocks: []parser.Block{&parser.Text{Text: text}}}, Messages: messages}
}

// A permission mode applies until a prompt names another, for prompts that name none as well.
func TestUsesModes(t *testing.T) {
	t.Parallel()
	var turns []*parser.Turn
	for _, mode := range []string{"", "bypassPermissions", "", "default", ""} {
		turn := prompted("", "Go.", used(parser.ActionRun, "make", parser.Done, time.Duration(len(turns)+1)*time.Second))
		turn.Prompt.SetRest(parser.More{Sender: turn.Prompt.Rest().Sender, PermissionMode: mode})
		turns = append(turns, turn)
	}
	turns = slices.Insert(turns, 2, &parser.Turn{Messages: []*parser.Message{used(parser.ActionRun, "make", parser.Done, 9*time.Second)}})
	f := Of(&parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: turns}}}}}})
	for _, use := range f.Uses {
		if use.Topic != TopicTool {
			continue
		}
		if exact := []time.Duration{2 * time.Second, 9 * time.Second, 3 * time.Second}; !slices.Equal(use.Exact, exact) {
			t.Errorf("the times %v are known, want %v", use.Exact, exact)
		}
		if most := []time.Duration{time.Second, 4 * time.Second, 5 * time.Second}; !slices.Equal(use.AtMost, most) {
			t.Errorf("the times %v may include waits, want %v", use.AtMost, most)
		}
	}
}

func TestUses(t *testing.T) {
	t.Parallel()
	words := &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{&parser.Text{Text: "It fails."}}}
	slash := &parser.Message{Kind: parser.KindEvent, Blocks: []parser.Block{&parser.Command{Name: "/compact"}, &parser.Command{Name: "!", Args: "ls"}}}
	lost := used(parser.ActionOther, "", parser.Failed, time.Second) // a result whose call is in no file
	lost.Blocks[0].(*parser.ToolCall).Name = ""
	s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{
		prompted("", "Go.",
			used(parser.ActionRun, "cd /repo && go test ./... 2>&1 | tail", parser.Failed, time.Second),
			used(parser.ActionRun, "go test ./a", parser.Failed, 3*time.Second),
			used(parser.ActionEdit, "a.go", parser.Done, time.Second),
			used(parser.ActionRun, "go test -run X ./a", parser.Done, 5*time.Second),
			used(parser.ActionRun, "git push", parser.Failed, time.Second), words, slash,
			used(parser.ActionSkill, "brew", parser.Done, time.Second),
			used(parser.ActionRun, "rm -r x", parser.Rejected, 9*time.Second)),
		prompted(parser.SenderRejection, "Keep it.", used(parser.ActionRun, "git push", parser.Failed, time.Second), lost),
	}}}}}}}
	s.Main.Branches[0].Segments[0].Turns[0].Prompt.SetRest(parser.More{PermissionMode: "default"})
	s.Agents = []*parser.Agent{{Type: "Explore", Thread: &parser.Thread{Branches: []*parser.Branch{{}}}}, {Type: "warm", Kind: parser.AgentInternal}}
	f := Of(s)
	all := map[Topic]map[string]*Use{}
	for _, u := range f.Uses {
		if all[u.Topic] == nil {
			all[u.Topic] = map[string]*Use{}
		}
		all[u.Topic][u.Name] = u
	}
	test, push, tool := all[TopicCommand]["go test"], all[TopicCommand]["git push"], all[TopicTool]["T-run"]
	if test == nil || push == nil || tool == nil {
		t.Fatalf("uses are %v", all)
	}
	if test.Times != 3 || test.Errors.Failed != 2 || test.Retries != 2 || test.Mended != 2 || len(test.Failures) != 2 {
		t.Errorf("go test: %+v", *test)
	}
	if want := map[Next]int{NextSame: 1, NextEdit: 1}; !maps.Equal(test.Next, want) {
		t.Errorf("failed tests were followed by %v, want %v", test.Next, want)
	}
	if want := map[Next]int{NextReply: 1, NextNothing: 1}; !maps.Equal(push.Next, want) || push.Retries != 1 || push.Mended != 0 {
		t.Errorf("git push: %+v, want %v to follow", *push, want)
	}
	if tool.Times != 6 || tool.Errors != (Errors{Failed: 4, Rejected: 1}) || tool.Waited != 9*time.Second || len(tool.Exact) != 0 || len(tool.AtMost) != 5 {
		t.Errorf("commands: %+v", *tool)
	}
	if lost := all[TopicTool][""]; lost == nil || lost.Times != 1 || lost.Errors.Failed != 1 {
		t.Errorf("calls of which only the result is recorded: %+v", lost)
	}
	if got := slices.Sorted(maps.Keys(all[TopicSlash])); !slices.Equal(got, []string{"/compact"}) {
		t.Errorf("slash commands are %q", got)
	}
	if all[TopicSkill]["brew"] == nil || all[TopicAgent]["Explore"] == nil || len(all[TopicAgent]) != 1 {
		t.Errorf("skills are %v, agents are %v", all[TopicSkill], all[TopicAgent])
	}
	if len(f.Declined) != 1 || f.Declined[0].Words == nil || f.Declined[0].Action.Command != "rm -r x" {
		t.Errorf("declined calls are %+v", f.Declined)
	}
}

func TestCommandSubject(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"python3 -c 'import json' | head": "python3", "python3 a.py b": "python3 a.py b", "git -c x=y push -f": "git push", "pnpm -F web build": "pnpm build"} {
		if got := (*commandLines)(nil).named(line).subject; got != want {
			t.Errorf("%q is about %q, want %q", line, got, want)
		}
	}
}

func TestCommandName(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"cd /x && go build ./... | head": "go build", "npm run lint -- --fix": "npm run lint", "python3 a.py b": "python3", "cd /x": "cd", "cd /x && grep -n a b": "grep",
		"git -C /x status": "git status", "FOO=1 ./run.sh now": "run.sh", "": "shell", "echo a; sleep 3; tail x": "tail", "pytest -q tests": "pytest", "[ -f x ] && cat x": "cat", "for f in *; do [ -f $f ] || continue; wc -l $f; done": "wc", "exit 3": "exit",
		"mise run test:ci && git push": "mise test", "mise run lint": "mise run lint", "make test": "make test", "tox -e py3": "tox", "npx tsc --noEmit": "npx tsc",
		"pnpm --filter web build 2>&1 | tail": "pnpm build", "pnpm --filter @a/b test -- --run": "pnpm test", "pnpm -w test": "pnpm test", "pnpm --filter api exec jest x": "jest", "yarn workspace web run lint": "yarn run lint",
		"git add -A && git commit -m x": "git commit", "cd /x; git -C /x add a b; git status | head": "git status", "git add . ; git add b": "git add",
		"git log --oneline -3 && git push": "git push", "git status; git rebase main": "git rebase", "ls -l && npm run build": "npm run build", "cat a.json | python3 -c x": "python3",
		"git log | head": "git log", "ls && git status": "ls", "pwd; ls | grep x": "pwd", "git push && git log -1": "git push", "cat a && git diff": "cat",
		"docker compose -f a.yml up -d": "docker compose up", "gh -R a/b pr view 3": "gh pr view", "turbo run test --filter=web": "turbo test", "npm -w web run test:unit": "npm test",
		"pnpm run compile-tests && pnpm exec mocha out": "mocha", "npm run test:lint": "npm run test:lint", "npm run test:data": "npm test", "make test-data": "make test-data",
		"mix run -e 'IO.puts(1); IO.puts(2)'": "mix run", "make latest": "make latest", "make unittest": "make test", "npm run pretest": "npm run pretest", "just lint-tests": "just lint-tests", "turbo run build-tests": "turbo run build-tests",
	} {
		if got := (*commandLines)(nil).named(line).program; got != want {
			t.Errorf("%q is called %q, want %q", line, got, want)
		}
	}
}

// The time of an agent in the background is that of its work, by its own records or by the notifications that it stopped:
// the time of the call that started it says nothing.
func TestUsesOfAgentsInTheBackground(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	started := func(n int) *parser.Message {
		m := used(parser.ActionDelegate, "Look.", parser.Done, 3*time.Second)
		c := m.Blocks[0].(*parser.ToolCall)
		c.Action.Async = true
		for range n {
			e := &parser.Event{Type: "task-notification", Fields: []parser.Field{{Name: "status", Value: "completed"}, {Name: "duration", Value: "2m0s"}}}
			c.Extra = append(c.Extra, &parser.Message{Kind: parser.KindEvent, Blocks: []parser.Block{e}})
		}
		return m
	}
	recorded := started(1)
	own := prompted("", "Look.", &parser.Message{Kind: parser.KindReply, Origin: parser.Origin{Time: at.Add(time.Minute)}, End: at.Add(5 * time.Minute)})
	own.Prompt.Time = at
	call := recorded.Blocks[0].(*parser.ToolCall)
	call.Agent = &parser.Agent{Call: call, Thread: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{own}}}}}}}
	s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{
		prompted("", "Go.", started(0), started(1), started(2), recorded),
	}}}}}}}
	for _, use := range Of(s).Uses {
		if want := []time.Duration{2 * time.Minute, 4 * time.Minute, 5 * time.Minute}; use.Topic == TopicTool && (use.Times != 4 || !slices.Equal(use.Exact, want)) {
			t.Errorf("%d agents worked %v, want %v", use.Times, use.Exact, want)
		}
	}
}

// TestLostAgents counts agents without a transcript under the type in the call that started them, each once. One that has a
// transcript, but no call, may be the first of them.
func TestLostAgents(t *testing.T) {
	t.Parallel()
	call := func(agent, kind string) *parser.Message {
		m := used(parser.ActionDelegate, "look", parser.Done, time.Second)
		a := &m.Blocks[0].(*parser.ToolCall).Action
		a.Agent, a.Type = agent, kind
		return m
	}
	s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{
		prompted("", "Look.", call("a", "Plan"), call("b", "Explore"), call("b", "Explore"), call("c", "Explore"), call("d", "")),
	}}}}}}}
	s.Agents = []*parser.Agent{{ID: "x", Kind: parser.AgentTask, Type: "Explore"}}
	f, got := Of(s), map[string][2]int{}
	for _, u := range f.Uses {
		if u.Topic == TopicAgent {
			got[u.Name] = [2]int{u.Times, u.Lost}
		}
	}
	if want := map[string][2]int{"Explore": {3, 2}, "task": {1, 1}}; !maps.Equal(got, want) || f.Agents != 4 || f.Unrecorded != 3 {
		t.Errorf("agents are %v, want %v; %d of %d without a transcript", got, want, f.Unrecorded, f.Agents)
	}
}

// TestUsesOfWorkflows takes the time of a workflow from its own record, otherwise from those of its agents.
func TestUsesOfWorkflows(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	started, own := used(parser.ActionDelegate, "refit", parser.Done, 3*time.Second), used(parser.ActionDelegate, "refit", parser.Done, 3*time.Second)
	s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{prompted("", "Go.", started, own)}}}}}}}
	for i, m := range []*parser.Message{started, own} {
		c := m.Blocks[0].(*parser.ToolCall)
		c.Action.Async = true
		turn := prompted("", "Look.", &parser.Message{Kind: parser.KindReply, Origin: parser.Origin{Time: at.Add(time.Minute)}, End: at.Add(5 * time.Minute)})
		turn.Prompt.Time = at
		s.Workflows = append(s.Workflows, &parser.WorkflowRun{Call: c, Duration: time.Duration(i) * time.Hour, Agents: []*parser.Agent{
			{Kind: parser.AgentWorkflow, Thread: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}, {}}})
	}
	for _, use := range Of(s).Uses {
		if want := []time.Duration{5 * time.Minute, time.Hour}; use.Topic == TopicTool && (use.Times != 2 || !slices.Equal(use.Exact, want)) {
			t.Errorf("%d workflows ran %v, want %v", use.Times, use.Exact, want)
		}
	}
}

// A call that changes several files counts with all of them.
func TestTurnOfSeveralFiles(t *testing.T) {
	t.Parallel()
	m := used(parser.ActionEdit, "", parser.Done, time.Second)
	a := &m.Blocks[0].(*parser.ToolCall).Action
	a.File, a.Added, a.Removed, a.Change = "a.go", 2, 1, &parser.Change{}
	a.Also = []parser.Edited{{File: "b.go", Added: 5, Change: &parser.Change{}}, {File: "c.go", Removed: 3, Change: &parser.Change{}}}
	if f := TurnOf(prompted("", "Go.", m)); f.Files != 3 || f.Added != 7 || f.Removed != 4 {
		t.Errorf("%d files +%d −%d, want 3 +7 −4", f.Files, f.Added, f.Removed)
	}
}
