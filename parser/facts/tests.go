package facts

import (
	"regexp"
	"strconv"
	"strings"

	"steno/parser"
)

// A test run is a command of the session that runs tests, and what it printed of them. What
// was not printed (tail, grep, -q) is not counted. Plain go test prints packages, so these
// are what is counted there; otherwise tests are, each with subtests as these.

// TestRun is one run of tests.
type TestRun struct {
	Tool                    string // "go test", "pytest", "pnpm test" ...
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

// String is "go test passed: 12 passed".
func (r *TestRun) String() string {
	text := r.Tool + " failed"
	if r.OK() {
		text = r.Tool + " passed"
	}
	if f := r.Figures(); f != "" {
		text += ": " + f
	}
	return text
}

// noTests is what go test prints of a package in which no test was chosen: go test -run '^$' only compiles.
const noTests = "[no tests to run]"

// maxFailures is how many names of failed tests are kept.
const maxFailures = 50

// testRuns returns the test runs among the calls.
func testRuns(all []Call, later map[string][]string) []TestRun {
	var runs []TestRun
	for i := range all {
		if c := &all[i]; mayTest(c.ToolCall) {
			runs = append(runs, testRunsOf(c, output(c, later))...)
		}
	}
	return runs
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
	if len(tools) == 0 {
		return nil
	}
	out = colours.ReplaceAllString(strings.ReplaceAll(out, "\r\n", "\n"), "")
	explained := false // why the call failed
	for _, tool := range tools {
		parts, read := partsOf(out, tool, times)
		for _, part := range parts {
			r := TestRun{Tool: names[tool], Call: *c}
			if read(part, &r) && (r.Counted() || !strings.Contains(part, noTests)) {
				explained = explained || r.Failed > 0
				runs = append(runs, r)
			}
		}
		if len(parts) == 0 && !masked[names[tool]] && c.Action.Task == "" {
			runs = append(runs, TestRun{Tool: names[tool], Call: *c})
		}
	}
	if n := len(runs); n > 0 && c.Outcome() == parser.Failed && !explained {
		runs[n-1].Broken = !masked[runs[n-1].Tool]
	}
	return runs
}

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

var colours = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// failed notes the name of a failed test once.
func (r *TestRun) failed(name string) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || len(r.Failures) >= maxFailures {
		return
	}
	for _, have := range r.Failures {
		if have == name {
			return
		}
	}
	r.Failures = append(r.Failures, name)
}

// number returns a number that an expression finds, 0 for none.
func number(re *regexp.Regexp, text string) int {
	m := re.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}
