package facts

import (
	"strings"
	"testing"
	"time"

	"steno/parser"
)

func flags(s *parser.Session, all []Call) []Flag {
	w := newFlagger(s, all)
	for i := range all {
		w.call(&all[i])
	}
	return w.all(s)
}

// flagsOf returns the flags of one command line, run in /repo.
func flagsOf(lines ...string) []Flag {
	var all []Call
	for _, line := range lines {
		c := changeCall("", nil)
		c.Action = parser.Action{Kind: parser.ActionRun, Command: line, Dir: "/repo"}
		all = append(all, c)
	}
	return flags(&parser.Session{Dirs: []string{"/repo", "~/home"}, Main: &parser.Thread{Branches: []*parser.Branch{{}}}}, all)
}

func kindsOf(list []Flag) string {
	var kinds []string
	for _, f := range list {
		kinds = append(kinds, string(f.Kind))
	}
	return strings.Join(kinds, " ")
}

func TestFlags(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, want string }{
		{"git commit --no-verify -m x", "no-verify"},
		{"git commit -nm 'fix'", "no-verify"},
		{"git commit -anm fix", "no-verify"},
		{"git push --no-verify", "no-verify"},
		{"cd /repo && git add -A && git commit -q --no-verify -m \"$(cat <<'EOF'\nmessage\nEOF\n)\"", "no-verify"},
		{"git -C sub commit --no-veri -m x", "no-verify"},
		{"git -c core.hooksPath=/dev/null commit -m x", "no-verify"},
		{"HUSKY=0 git commit -m x", "no-verify"},
		{"env SKIP=lint git commit -m x", "no-verify"},
		{"git merge --no-verify main", "no-verify"},
		{"git push --force", "force-push"},
		{"git push -f origin main", "force-push"},
		{"git push -uf origin main", "force-push"},
		{"git push --force-with-lease=main:abc origin main 2>&1 | tail -3", "force-push"},
		{"git push origin +main", "force-push"},
		{"git push --mirror backup", "force-push"},
		{"(cd /repo; git push --force)", "force-push"},
		{"bash -c 'git push --force'", "force-push"},
		{"sudo -u me bash -lc \"cd x && git push -f\"", "force-push"},
		{"if true; then git push -f; fi", "force-push"},
		{"git status || git push -f", "force-push"},
		{"rm -rf build", "rm-rf"},
		{"rm -r -f build dist", "rm-rf"},
		{"rm -fR build", "rm-rf"},
		{"rm --recursive --force build", "rm-rf"},
		{"rm -rf /tmp/x build", "rm-rf"},
		{"rm -rf /tmp", "rm-rf"},
		{"rm -rf /dev/sda", "rm-rf"},
		{"rm -rf /dev/shm/x", ""},
		{"rm -rf /tmp/../srv/x", "rm-rf outside"},
		{"rm -rf $TARGET/x", "rm-rf"},
		{"cd /tmp && rm -rf x", ""},
		{"sudo rm -rf /repo/build", "rm-rf"},
		{"env A=1 rm -rf x", "rm-rf"},
		{"ls | xargs rm -rf", "rm-rf"},
		{"find . -name x -exec rm -rf {} +", "rm-rf"},
		{"for d in a b; do rm -rf $d; done", "rm-rf"},
		{"d=build; rm -rf \"$d\"", "rm-rf"},
		{"eval 'rm -rf x'", "rm-rf"},
		{"timeout 5 /bin/rm -rf x &", "rm-rf"},
		{"Remove-Item -Recurse -Force build", "rm-rf"},
		{"rm internal/lamp_test.go", "tests-deleted"},
		{"git rm src/lamp.spec.ts", "tests-deleted"},
		{"rm -r tests", "tests-deleted"},
		{"rm -rf src/__tests__", "tests-deleted rm-rf"},
		{"unlink app/test_lamp.py", "tests-deleted"},
		{"rm src/test/java/LampTest.java", "tests-deleted"},
		{"mvn -q package -DskipTests", "tests-skipped"},
		{"./mvnw install -Dmaven.test.skip=true", "tests-skipped"},
		{"./gradlew build -x test", "tests-skipped"},
		{"go test -skip TestSlow ./...", "tests-skipped"},
		{"python -m pytest -k 'not slow'", "tests-skipped"},
		{"pytest --deselect tests/test_a.py::test_x", "tests-skipped"},
		{"cargo test -- --skip slow", "tests-skipped"},
		{"npx jest --testPathIgnorePatterns e2e", "tests-skipped"},
		{"agent --dangerously-skip-permissions -p 'do it'", "permissions-bypassed"},
		{"agent --permission-mode bypassPermissions", "permissions-bypassed"},
		{"echo x > /etc/hosts", "outside"},
		{"cp a ~/.bashrc", "outside"},
		{"echo x | sudo tee -a /etc/hosts", "outside"},
		{"sed -i s/a/b/ ../other/x.go", "outside"},
		{"cd /srv/other && touch x", "outside"},
		{"mv a /srv/other/a", "outside"},
		{"rm ~/notes.txt", "outside"},
	} {
		if got := kindsOf(flagsOf(test.line)); got != test.want {
			t.Errorf("%q is flagged %q, want %q", test.line, got, test.want)
		}
	}
}

// TestNoFlags has what only looks like something to flag.
func TestNoFlags(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"echo git push --force", "echo 'rm -rf /'", "printf '%s' \"git commit --no-verify\"", "# rm -rf x", "ls # git push -f",
		"git commit -m 'do not use --no-verify'", "git commit -m --no-verify", "git commit -m 'x' -- --no-verify", "git commit -F - <<'EOF'\ngit push --force\nrm -rf /\nEOF",
		"cat > run.sh <<'EOF'\nrm -rf build\ngit push -f\nEOF", "cat <<EOF | tee notes.md\ngit commit --no-verify\nEOF", "grep -rn -- --no-verify .", "rg 'rm -rf' docs",
		"git log --grep='--no-verify'", "git commit --verify -m n", "git commit -mn", "git commit -am 'n'", "git commit --author 'n <n@x>' -m x", "git commit --dry-run --no-verify",
		"git merge -n main", "git push -n --force", "git push --dry-run -f", "git push origin main", "git push -u origin feature-f", "git push origin HEAD:main", "git push -o ci.skip", "git push -o -f origin main",
		"git checkout -f main", "git fetch --force", "git tag -f v1", "git branch -f x y", "git worktree remove --force x", "git clean -n",
		"rm -r build", "rm -f x", "rm -rf /tmp/x", "rm -rf /tmp/x/y /var/tmp/z", "rm -rf ~/AppData/Local/Temp/x", "d=/tmp/x; rm -rf \"$d\"", "rm x -i", "rm -- -rf", "rm -rf", "rm --help", "rmdir x", "docker run --rm -f x", "docker rm -f x", "git rm -r --cached docs", "ln -sf a b", "cp -rf a b",
		"f() { rm -rf x; }", "trap 'rm -rf \"$tmp\"' EXIT", "alias nuke='rm -rf'", "python -c \"shutil.rmtree('x') # rm -rf\"", "ssh host 'rm -rf x'", "make clean", "sed -n 's/rm -rf//p' x",
		"rm testing.md", "rm latest.txt", "rm test_output.txt", "rm contest.go", "git rm --cached a_test.go", "git rm -n a_test.go", "git mv a_test.go b_test.go", "rm /tmp/a_test.go", "ls tests",
		"go test ./...", "go test -run TestX ./...", "pytest -k slow", "pytest -m unit", "pytest -m 'not slow'", "python -m pytest -m 'not slow and not net'", "mvn package", "mvn package -DskipTests=false", "gradle build -x lint", "cargo test skip", "jest --coverage", "npm test -- --watch=false",
		"echo --dangerously-skip-permissions", "grep -- --dangerously-skip-permissions x", "agent -p 'use --dangerously-skip-permissions'", "git commit -m 'x' --trailer '--yolo'", "agent -- --yolo",
		"echo x > /tmp/y", "go build -o /tmp/steno .", "ls > /dev/null 2>&1", "cp a sub/b", "cat /etc/hosts", "touch /repo/x", "cd sub && touch ../x", "touch ~/home/x", "echo x > $OUT/y", "tee \"$HOME/x\"",
		"if", "<<", "", "git", "git commit -m '", "rm -rf \"",
	} {
		if got := kindsOf(flagsOf(line)); got != "" {
			t.Errorf("%q is flagged %q", line, got)
		}
	}
}

// TestFlagsOfOwnFiles: what the session itself made may be removed, and a worktree is its own.
func TestFlagsOfOwnFiles(t *testing.T) {
	t.Parallel()
	if got := kindsOf(flagsOf("cat > probe_test.go <<'EOF'\nx\nEOF", "go test ./...", "rm probe_test.go")); got != "" {
		t.Errorf("removing a file of its own is flagged %q", got)
	}
	if got := kindsOf(flagsOf("sed -i s/a/b/ lamp_test.go", "rm lamp_test.go")); got != "tests-deleted" {
		t.Errorf("removing a file that was changed before is flagged %q", got)
	}
	if got := kindsOf(flagsOf("git worktree add -b lamp ../lamp main", "cd ../lamp && touch x")); got != "" {
		t.Errorf("work in a worktree is flagged %q", got)
	}
	if got := flagsOf("git push -f", "rm -rf x", "git push -f origin y && git push -f origin y"); kindsOf(got) != "force-push force-push rm-rf" || got[1].Text != "git push -f origin y" {
		t.Errorf("%+v", got)
	}
	if got := flagsOf(`git commit --no-verify -m "fix: a; b"`, `git push -f -o "it's a test"`, "pytest -k 'not (slow or browser)'", "rm -rf \"$X\" *.log"); len(got) != 4 ||
		got[0].Text != `git push -f -o "it's a test"` || got[1].Text != "git commit --no-verify -m 'fix: a; b'" || got[2].Text != "pytest -k 'not (slow or browser)'" || got[3].Text != "rm -rf $X *.log" {
		t.Errorf("%+v", got)
	}
}

// TestFlagsOfCalls: calls that were declined did nothing, and edits are flagged by their file.
func TestFlagsOfCalls(t *testing.T) {
	t.Parallel()
	run := func(r *parser.ToolResult) Call {
		c := changeCall("", nil)
		c.Action = parser.Action{Kind: parser.ActionRun, Command: "rm -rf x"}
		c.Result = r
		return c
	}
	edit := func(name string) Call {
		c := changeCall("", &parser.Change{})
		c.Action.File = name
		return c
	}
	for _, test := range []struct {
		call Call
		want string
	}{
		{run(&parser.ToolResult{}), "rm-rf"}, {run(&parser.ToolResult{IsError: true}), "rm-rf"}, {run(nil), "rm-rf"},
		{run(&parser.ToolResult{Rejected: true}), ""}, {run(&parser.ToolResult{Denied: "rule"}), ""}, {run(&parser.ToolResult{Cancelled: true}), ""},
		{edit("/repo/x"), ""}, {edit("x"), ""}, {edit("/etc/hosts"), "outside"}, {edit("/repository/x"), "outside"}, {edit("../x"), "outside"}, {edit("/tmp/x"), ""},
		{edit("~/.agent/plans/x.md"), ""}, {edit("~/.agent/projects/-repo/memory/MEMORY.md"), ""}, {edit("~/.agent/settings.json"), "outside"},
		{edit("~/.agent/session-state/1/files/x.py"), ""}, {edit("~/.agent/memories/x.md"), ""}, {edit("~/.agent/tmp/1/plan.md"), ""},
		{edit(`C:\Users\x\AppData\Local\Temp\a.txt`), ""}, {edit(`C:\other\a.txt`), "outside"},
	} {
		s := &parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{Branches: []*parser.Branch{{}}}}
		if got := kindsOf(flags(s, []Call{test.call})); got != test.want {
			t.Errorf("%+v is flagged %q, want %q", test.call.Action, got, test.want)
		}
	}
	for result, want := range map[*parser.ToolResult]string{{}: "rm -rf x", {IsError: true}: "failed: rm -rf x"} {
		if got := flags(&parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{}}}}, []Call{run(result)}); len(got) != 1 || got[0].Text != want {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	s := &parser.Session{Dirs: []string{`D:\Repo`}, Main: &parser.Thread{Branches: []*parser.Branch{{}}}}
	if got := kindsOf(flags(s, []Call{edit("/d/repo/x")})); got != "" {
		t.Errorf("a path of another form is flagged %q", got)
	}
	for _, dir := range []string{"/private/tmp/clone", "/tmp/clone"} { // one place on macOS
		s := &parser.Session{Dirs: []string{dir}, Main: &parser.Thread{Branches: []*parser.Branch{{}}}}
		for _, name := range []string{"/tmp/clone/a.go", "/private/tmp/clone/a.go", "a.go"} {
			c := edit(name)
			c.Action.Change.Created = true
			if list := changes(s, []Call{c}); len(list) != 1 || list[0].Outside {
				t.Errorf("%s in %s: %+v", name, dir, list)
			}
		}
	}
}

// TestFlagsOfScratch: a place for temporary files is one although the session works in it later, unless it began there or
// added a worktree there.
func TestFlagsOfScratch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		dirs, lines []string
		want        string
	}{
		{[]string{"/repo", "/tmp/x"}, []string{"cd /tmp && rm -rf x"}, ""},
		{[]string{"/repo", "/tmp/x"}, []string{"rm -rf /tmp/x/old /tmp/y"}, ""},
		{[]string{"/repo", "/tmp/x"}, []string{"rm -r /tmp/x/tests"}, ""},
		{[]string{"/repo", "/tmp/x"}, []string{"rm -rf /repo/old"}, "rm-rf"},
		{[]string{"/tmp/x", "/repo"}, []string{"rm -rf /tmp/x/old"}, "rm-rf"},
		{[]string{"/tmp/x"}, []string{"rm -r tests"}, "tests-deleted"},
		{[]string{"/repo", "/tmp/x"}, []string{"git worktree add /tmp/x", "rm -rf /tmp/x"}, "rm-rf"},
		{[]string{"/repo", "/srv/x"}, []string{"rm -rf /srv/x"}, "rm-rf"},
	} {
		var all []Call
		for _, line := range test.lines {
			c := changeCall("", nil)
			c.Action = parser.Action{Kind: parser.ActionRun, Command: line, Dir: test.dirs[0]}
			all = append(all, c)
		}
		s := &parser.Session{Dirs: test.dirs, Main: &parser.Thread{Branches: []*parser.Branch{{}}}}
		if got := kindsOf(flags(s, all)); got != test.want {
			t.Errorf("%q in %q is flagged %q, want %q", test.lines, test.dirs, got, test.want)
		}
	}
}

// TestFlagsOfPrompts: the permission mode, and work between two prompts.
func TestFlagsOfPrompts(t *testing.T) {
	t.Parallel()
	at := func(minutes int) parser.Origin {
		return parser.Origin{Anchor: "m-1", Time: time.Date(2026, 1, 2, 3, minutes, 0, 0, time.UTC)}
	}
	turn := func(mode string, minutes ...int) *parser.Session {
		prompt := &parser.Message{Origin: at(0), Kind: parser.KindPrompt, More: &parser.More{PermissionMode: mode}}
		tn := &parser.Turn{Prompt: prompt}
		for _, m := range minutes {
			tn.Messages = append(tn.Messages, &parser.Message{Origin: at(m), Kind: parser.KindReply})
		}
		return &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{tn}}}}}}}
	}
	for _, test := range []struct {
		s    *parser.Session
		want string
	}{
		{turn("bypassPermissions", 1), "permissions-bypassed"}, {turn("default", 9, 18, 27), ""}, {turn("acceptEdits", 9, 18, 27, 36), "unattended"}, {turn("plan", 9, 55), ""},
	} {
		if got := kindsOf(flags(test.s, nil)); got != test.want {
			t.Errorf("flagged %q, want %q", got, test.want)
		}
	}
}

// TestFlagsOfModes: a prompt without a mode was sent in the mode of the one before.
func TestFlagsOfModes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		modes string
		want  string
	}{
		{"bypassPermissions", "in the only prompt"}, {"bypassPermissions -", "in both prompts"}, {"bypassPermissions - -", "in all 3 prompts"}, {"- bypassPermissions -", "in 2 of 3 prompts"}, {"bypassPermissions - default -", "in 2 of 4 prompts"}, {"default -", ""},
	} {
		seg := &parser.Segment{}
		for mode := range strings.FieldsSeq(test.modes) {
			seg.Turns = append(seg.Turns, &parser.Turn{Prompt: &parser.Message{Kind: parser.KindPrompt, More: &parser.More{PermissionMode: strings.Trim(mode, "-")}}})
		}
		got := ""
		for _, f := range flags(&parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{seg}}}}}, nil) {
			got += f.Text
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.modes, got, test.want)
		}
	}
}

// TestRecordedWork: what the client recorded at the end of the work on a prompt bounds it, also past an answer.
func TestRecordedWork(t *testing.T) {
	t.Parallel()
	at := func(minutes int) parser.Origin {
		return parser.Origin{Time: began.Add(time.Duration(minutes) * time.Minute)}
	}
	turn := func(sender string, begin int, recorded string, ends ...string) *parser.Turn {
		tn := &parser.Turn{Prompt: &parser.Message{Origin: at(begin), Kind: parser.KindPrompt, More: &parser.More{Sender: sender}}}
		for m := 9; m <= 36; m += 9 {
			tn.Messages = append(tn.Messages, &parser.Message{Origin: at(begin + m), Kind: parser.KindReply})
		}
		for _, end := range ends {
			tn.Messages = append(tn.Messages, &parser.Message{Kind: parser.KindEvent, Blocks: []parser.Block{&parser.Event{Type: end}}})
		}
		if recorded != "" {
			tn.Messages = append(tn.Messages, &parser.Message{Kind: parser.KindEvent, Blocks: []parser.Block{&parser.Event{Subtype: "turn_duration", Fields: []parser.Field{{Name: "duration", Value: recorded}}}}})
		}
		return tn
	}
	for i, test := range []struct {
		turns []*parser.Turn
		want  string
	}{
		{[]*parser.Turn{turn("", 0, "6m35.5s")}, ""}, {[]*parser.Turn{turn("", 0, "40m")}, "unattended"}, {[]*parser.Turn{turn("", 0, "5m", "interrupted")}, "unattended"},
		{[]*parser.Turn{turn("", 0, ""), turn(parser.SenderAnswer, 100, "6m")}, ""},
		{[]*parser.Turn{turn("", 0, ""), turn("", 100, "6m")}, "unattended"},
	} {
		s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: test.turns}}}}}}
		if got := kindsOf(flags(s, nil)); got != test.want {
			t.Errorf("%d: flagged %q, want %q", i, got, test.want)
		}
	}
	if _, most := worked(turn("", 0, "6m"), Mode{}); most != 6*time.Minute {
		t.Errorf("worked %v", most)
	}
}

// TestWorked: a command that ran for long may have waited for permission, unless nothing was asked for.
func TestWorked(t *testing.T) {
	t.Parallel()
	at := func(minutes int) parser.Origin {
		return parser.Origin{Time: began.Add(time.Duration(minutes) * time.Minute)}
	}
	for _, test := range []struct {
		mode  string
		kind  parser.ActionKind
		took  time.Duration // that the result recorded
		least int           // minutes
		flags string
	}{
		{"default", parser.ActionRun, 0, 10, ""}, {"bypassPermissions", parser.ActionRun, 0, 50, "permissions-bypassed unattended"},
		{"default", parser.ActionDelegate, 0, 50, "unattended"}, {"default", parser.ActionRead, 0, 10, ""}, {"bypassPermissions", parser.ActionEdit, 0, 10, "permissions-bypassed"}, {"default", parser.ActionRun, 39 * time.Minute, 50, "unattended"},
	} {
		call := &parser.ToolCall{Origin: at(5), Action: parser.Action{Kind: test.kind}, Result: &parser.ToolResult{Origin: at(45), Duration: test.took}}
		turn := &parser.Turn{Prompt: &parser.Message{Origin: at(0), Kind: parser.KindPrompt, More: &parser.More{PermissionMode: test.mode}}, Messages: []*parser.Message{
			{Origin: at(5), Kind: parser.KindReply, Blocks: []parser.Block{call}}, {Origin: at(50), Kind: parser.KindReply}}}
		least, most := worked(turn, Mode{test.mode})
		if least != time.Duration(test.least)*time.Minute || most < least || most > 50*time.Minute {
			t.Errorf("%+v: worked %v to %v", test, least, most)
		}
		s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}
		if got := kindsOf(flags(s, nil)); got != test.flags {
			t.Errorf("%+v: flagged %q", test, got)
		}
	}
}

// TestUnattendedDays: days that passed until the result of a call are no work, nor are those in
// which the agent that it waited for recorded nothing.
func TestUnattendedDays(t *testing.T) {
	t.Parallel()
	at := func(minutes int) parser.Origin {
		return parser.Origin{Time: began.Add(time.Duration(minutes) * time.Minute)}
	}
	const days = 19 * 24 * 60
	agent := func(minutes ...int) *parser.Agent {
		turn := &parser.Turn{Prompt: &parser.Message{Origin: at(5), Kind: parser.KindPrompt}}
		for _, m := range minutes {
			turn.Messages = append(turn.Messages, &parser.Message{Origin: at(m), Kind: parser.KindReply})
		}
		return &parser.Agent{Thread: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}
	}
	for name, test := range map[string]struct {
		kind  parser.ActionKind
		agent *parser.Agent
		least int // minutes
	}{
		"a command":                   {parser.ActionRun, nil, 65},
		"a file that is read":         {parser.ActionRead, nil, 5},
		"an agent without transcript": {parser.ActionDelegate, nil, 65},
		"an agent":                    {parser.ActionDelegate, agent(12, 20, 29, days-2), 31},
		"an agent that went on":       {parser.ActionDelegate, agent(12, 20, 29, days+8), 29},
	} {
		call := &parser.ToolCall{Origin: at(5), Action: parser.Action{Kind: test.kind}, Agent: test.agent, Result: &parser.ToolResult{Origin: at(days)}}
		if test.agent != nil {
			test.agent.Call = call
		}
		least, most := worked(&parser.Turn{Prompt: &parser.Message{Origin: at(0), Kind: parser.KindPrompt, More: &parser.More{PermissionMode: "bypassPermissions"}},
			Messages: []*parser.Message{{Origin: at(5), Kind: parser.KindReply, Blocks: []parser.Block{call}}}}, Mode{"bypassPermissions"})
		if least != time.Duration(test.least)*time.Minute || most < least {
			t.Errorf("%s: worked %v to %v, want at least %d min", name, least, most, test.least)
		}
	}
}

// skipsOf returns the flags of an edit of a file with these lines.
func skipsOf(file string, created bool, lines ...string) []Flag {
	c := changeCall(file, &parser.Change{Created: created})
	s := &parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{Branches: []*parser.Branch{{}}}}
	s.Texts.Changed = func(*parser.ToolCall) [][][]string { return [][][]string{{lines}} }
	return flags(s, []Call{c})
}

func TestFlagsOfSkipMarks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ file, line string }{
		{"lamp_test.go", "\tt.Skip(\"later\")\n"}, {"lamp_test.go", "\tt.SkipNow()\n"}, {"lamp.spec.ts", "  it.skip('glows', () => {\n"}, {"lamp.test.js", "xdescribe('lamp', () => {\n"},
		{"test_lamp.py", "@pytest.mark.skip(reason='x')\n"}, {"test_lamp.py", "    self.skipTest('x')\n"}, {"tests/lamp.rs", "#[ignore]\n"}, {"LampTest.java", "    @Disabled\n"},
		{"lamp_test.exs", "  @tag :skip\n"}, {"LampTest.php", "        $this->markTestSkipped('x');\n"},
	} {
		got := skipsOf(test.file, false, " context\n", "+"+test.line)
		if len(got) != 1 || got[0].Kind != FlagTestsSkipped || got[0].Text != "/repo/"+test.file+": "+strings.TrimSpace(test.line) {
			t.Errorf("%s: %q: got %v", test.file, test.line, got)
		}
		for what, none := range map[string][]Flag{
			"there before": skipsOf(test.file, false, " "+test.line), "removed": skipsOf(test.file, false, "-"+test.line),
			"moved": skipsOf(test.file, false, "-"+test.line, " x\n", "+\t"+test.line), "in a new file": skipsOf(test.file, true, "+"+test.line),
			"in a comment": skipsOf(test.file, false, "+// "+test.line, "+# "+test.line), "in a text": skipsOf(test.file, false, "+\""+test.line), "in code": skipsOf("lamp.md", false, "+"+test.line),
		} {
			if len(none) > 0 {
				t.Errorf("%q %s: got %v, want no flag", test.line, what, none)
			}
		}
	}
}

// A permission mode stays as it is until a prompt names another.
func TestMode(t *testing.T) {
	t.Parallel()
	var mode Mode
	for i, test := range []struct {
		prompt *parser.Message
		asks   bool
	}{
		{nil, true}, {&parser.Message{More: &parser.More{PermissionMode: "bypassPermissions"}}, false}, {&parser.Message{}, false}, {nil, false},
		{&parser.Message{More: &parser.More{PermissionMode: "default"}}, true}, {&parser.Message{}, true},
	} {
		if mode.Enter(&parser.Turn{Prompt: test.prompt}); mode.Asks() != test.asks {
			t.Errorf("turn %d: %v", i, mode.Asks())
		}
	}
}

// TestFlagsNameWhatIsNotKnown: a path below a variable is not one at the root.
func TestFlagsNameWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`rm -rf "$OUT/build"`:                "rm -rf $OUT/build",
		`rm -rf ${TMP:-/tmp}/x 'a b'`:        "rm -rf $TMP/x 'a b'",
		`rm -rf "$(mktemp -d)/x y"`:          `rm -rf "$(mktemp -d)/x y"`,
		`rm -rf x > "$LOG/y"`:                "rm -rf x > $LOG/y",
		`rm -rf $(ls | head -1)/x`:           "rm -rf …/x",
		`d=build; rm -rf "$d"/* "$ROOT"/$d`:  "rm -rf build/* $ROOT/build",
		`for f in a b; do rm -rf "$f"; done`: "rm -rf $f",
	} {
		if got := flagsOf(line); len(got) != 1 || got[0].Text != want {
			t.Errorf("%s: %+v, want %q", line, got, want)
		}
	}
}

// Each file that a call changes is looked at, not only the first.
func TestFlagsOfSeveralFiles(t *testing.T) {
	t.Parallel()
	s := storyOf("edit /repo/a.go /etc/hosts /repo/b.go")
	s.Dirs = []string{"/repo"}
	if got := kindsOf(Of(s).Flags); got != "outside" {
		t.Errorf("got %q, want outside", got)
	}
}
