package facts

import (
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/shell"
)

// A test run is a command of the session that runs tests, and what it printed of them. What
// was not printed (tail, grep, -q) is not counted. Plain go test prints packages, so these
// are what is counted there; otherwise tests are, each with subtests as these. Hooks run tests, too,
// when a session commits or pushes: what they print of tests is a run.

// TestRun is one run of tests.
type TestRun struct {
	Tool                    string // "go test", "pytest", "pnpm test", "commit hook" ...
	Hook                    bool   // of git, as part of a commit or a push
	Passed, Failed, Skipped int
	Packages                bool     // Passed and Failed count packages
	Failures                []string // names of failed tests, as printed
	Broken                  bool     // the run failed, whatever was counted
	Call                    Call
}

// OK reports whether the run passed.
func (r *TestRun) OK() bool { return r.Failed == 0 && !r.Broken }

// Counted reports whether the output has figures.
func (r *TestRun) Counted() bool { return r.Passed+r.Failed+r.Skipped > 0 }

// Figures is "12 passed, 1 failed", or "3 packages passed, 1 failed", "" when the output has none.
func (r *TestRun) Figures() string {
	var parts []string
	for _, n := range []struct {
		count int
		word  string
	}{{r.Passed, "passed"}, {r.Failed, "failed"}, {r.Skipped, "skipped"}} {
		if n.count == 0 {
			continue
		}
		noun := " "
		switch {
		case !r.Packages || len(parts) > 0:
		case n.count == 1:
			noun = " package "
		default:
			noun = " packages "
		}
		parts = append(parts, strconv.Itoa(n.count)+noun+n.word)
	}
	return strings.Join(parts, ", ")
}

// Verdict is "passed" or "failed", or what is said of a run that failed although what it printed passed.
func (r *TestRun) Verdict() string {
	switch {
	case r.OK():
		return "passed"
	case r.Failed == 0 && r.Passed > 0 && len(r.Failures) == 0:
		return "ended with an error"
	}
	return "failed"
}

// String is "go test passed: 12 passed".
func (r *TestRun) String() string {
	text := r.Tool + " " + r.Verdict()
	if f := r.Figures(); f != "" {
		text += ": " + f
	}
	return text
}

// noTests is what go test prints of a package in which no test was chosen: go test -run '^$' only compiles.
const noTests = "[no tests to run]"

// maxFailures is how many names of failed tests are kept.
const maxFailures = 50

// testRuns returns the test runs of a call of a session.
func testRuns(c *Call, later map[string][]string) []TestRun {
	if !mayTest(c.ToolCall) {
		return nil
	}
	return testRunsOf(c, output(c, later))
}

// TestRunsOf returns the test runs of one call, by what its own result says.
func TestRunsOf(call *parser.ToolCall) []TestRun {
	if !mayTest(call) {
		return nil
	}
	c := Call{ToolCall: call}
	return testRunsOf(&c, c.Output())
}

// mayTest reports whether a call may have run tests: others are not parsed.
func mayTest(c *parser.ToolCall) bool {
	if c.Action.Kind != parser.ActionRun || !containsAny(c.Action.Command, testWords) {
		return false
	}
	outcome := c.Outcome()
	return outcome == parser.Done || outcome == parser.Failed
}

// testRunsOf returns the runs of a call: one for each command that runs tests, where the output
// distinguishes them. One whose output has no figures counts when the exit code is that of the tests.
func testRunsOf(c *Call, out string) (runs []TestRun) {
	commands, _ := c.commands()
	var tools []string
	times, masked, names := map[string]int{}, map[string]bool{}, map[string]string{}
	for i := range commands {
		if tool := testTool(&commands[i]); tool != "" {
			if times[tool] == 0 {
				tools = append(tools, tool)
			}
			times[tool]++
			names[tool] = runnerName(tool, &commands[i])
			masked[names[tool]] = commands[i].Masked
		}
	}
	out = colours.ReplaceAllString(strings.ReplaceAll(out, "\r\n", "\n"), "")
	if len(tools) == 0 {
		return hookRuns(c, commands, out)
	}
	said, status := c.exitSaid(commands, out)
	explained := false // why the call failed
	for _, tool := range tools {
		parts, read := partsOf(out, tool, times)
		for _, part := range parts {
			r := TestRun{Tool: names[tool], Call: *c}
			if read(part, &r) && (r.Counted() || !strings.Contains(part, noTests)) {
				explained = explained || !r.OK()
				runs = append(runs, r)
			}
		}
		if len(parts) == 0 && (!masked[names[tool]] || said) && c.Action.Task == "" {
			runs = append(runs, TestRun{Tool: names[tool], Call: *c})
		}
	}
	if n := len(runs); n > 0 && !explained {
		runs[n-1].Broken = c.Outcome() == parser.Failed && !masked[runs[n-1].Tool] || status
	}
	return runs
}

// hookRuns returns what the hooks of a commit or a push printed of tests. A command line that prints commits, too, has words
// of them, which say nothing of tests.
func hookRuns(c *Call, commands []shell.Command, out string) []TestRun {
	hook := ""
	for _, g := range gitCalls(commands) {
		switch g.sub {
		case "commit", "push":
			hook = g.sub + " hook"
		case "log", "show", "diff":
			return nil
		}
	}
	if hook == "" {
		return nil
	}
	for _, f := range formats {
		r := TestRun{Tool: hook, Hook: true, Call: *c}
		if f.read(out, &r) && r.Counted() { // why a commit failed may be something else
			return []TestRun{r}
		}
	}
	return nil
}

// exitSaid reports whether a command line of which one command runs tests prints how that ended, and whether it
// failed: by its exit code (go test; echo "exit: $?"), or by a line of the program that started the runner.
func (c *Call) exitSaid(commands []shell.Command, out string) (said, failed bool) {
	others := 0
	for i := range commands {
		if name := commands[i].Name(); !filters[name] {
			others++
		}
	}
	if others != 1 || c.Action.Task != "" {
		return false, false
	}
	if strings.Contains(c.Action.Command, "$") && exitPrinted.MatchString(c.Action.Command) {
		out = strings.TrimSpace(cwdReset.ReplaceAllString(out, ""))
		if m := exitCode.FindStringSubmatch(out[strings.LastIndexByte(out, '\n')+1:]); m != nil {
			return true, m[1] != "0"
		}
	}
	return false, slices.ContainsFunc(starterWords, func(word string) bool { return len(onLines(starterFailed, word, out)) > 0 })
}

// filters are programs beside a runner of tests that neither run tests nor decide how they ended.
var filters = map[string]bool{"cd": true, "echo": true, "printf": true, "tail": true, "head": true,
	"grep": true, "tee": true, "sed": true, "cat": true, "set": true, "sleep": true, "date": true}

var (
	exitPrinted   = lazy.MustCompile(`(?:echo|printf)\b[^|;&]*\$(?:\?|\{PIPESTATUS|\{pipestatus)`)
	exitCode      = lazy.MustCompile(`^\W*(?i:[a-z_ ]{0,20}(?:exit|rc|status|code)[a-z_ ]{0,10})?\s*[:=]?\s*(\d{1,3})\W*$`)
	cwdReset      = lazy.MustCompile(`\nShell cwd was reset to .*\s*$`) // what Claude Code adds
	starterFailed = lazy.MustCompile(`(?m)^(?:\[[\w:.-]+\] ERROR task failed|make(?:\[\d+\])?: \*\*\* .* Error \d+|npm (?:ERR!|error) (?:Test failed|code ELIFECYCLE|Lifecycle script)|.{0,8}ELIFECYCLE.*Command failed|error Command failed with exit code \d+|error: Recipe .* failed)`)
)

// starterWords are those of which each line has one that starterFailed matches.
var starterWords = []string{"] ERROR task failed", "*** ", "npm ", "ELIFECYCLE", "error Command failed", "error: Recipe "}

// partsOf returns the parts of an output that a tool printed, one for each of its runs if they can
// be distinguished, and what reads them.
func partsOf(out, tool string, times map[string]int) (parts []string, read func(string, *TestRun) bool) {
	for _, f := range formats {
		if f.tool != tool && (!generic(tool) || times[f.tool] > 0) {
			continue
		}
		var whole TestRun
		if !f.read(out, &whole) {
			continue
		}
		if parts = f.split(out, times[tool]); len(parts) > 1 {
			return parts, f.read
		}
		return parts, func(_ string, r *TestRun) bool {
			whole.Tool, whole.Call = r.Tool, r.Call
			*r = whole
			return true
		}
	}
	return nil, nil
}

var colours = lazy.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// failed notes the name of a failed test once.
func (r *TestRun) failed(name string) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || len(r.Failures) >= maxFailures {
		return
	}
	if slices.Contains(r.Failures, name) {
		return
	}
	r.Failures = append(r.Failures, name)
}

// number returns a number that an expression finds, 0 for none.
func number(re *lazy.Regexp, text string) int {
	m := re.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
