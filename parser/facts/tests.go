package facts

import (
	"regexp"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/shell"
)

// A test run is a command of the session that runs tests, and what it printed of them. What
// was not printed (tail, grep, -q) is not counted. Plain go test prints packages, so these
// are what is counted there; otherwise tests are, each with subtests as these.

// TestRun is one run of tests.
type TestRun struct {
	Tool                    string // "go test", "pytest", "cargo test" ...
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

// maxFailures is how many names of failed tests are kept.
const maxFailures = 50

// testRuns returns the test runs among the calls.
func testRuns(all []Call, later map[string][]string) []TestRun {
	var runs []TestRun
	for i := range all {
		c := &all[i]
		if c.Action.Kind != parser.ActionRun || !containsAny(c.Action.Command, testWords) {
			continue
		}
		switch c.Outcome() {
		case parser.Done, parser.Failed:
		default:
			continue
		}
		if r, ok := testRun(c, output(c, later)); ok {
			runs = append(runs, r)
		}
	}
	return runs
}

// testWords are in command lines that may run tests; others are not parsed.
var testWords = []string{"test", "jest", "mvn", "gradle", "mocha", "npm t"}

// testRun returns the run of a call. One whose output has no figures counts when the exit
// code is that of the tests.
func testRun(c *Call, out string) (TestRun, bool) {
	commands, _ := shell.Parse(c.Action.Command)
	r := TestRun{Call: *c, Broken: c.Outcome() == parser.Failed}
	masked := true
	for i := range commands {
		if tool := testTool(&commands[i]); tool != "" {
			r.Tool, masked = tool, commands[i].Masked
			break
		}
	}
	if r.Tool == "" {
		return r, false
	}
	out = colours.ReplaceAllString(strings.ReplaceAll(out, "\r\n", "\n"), "")
	found := false
	for _, f := range formats {
		if f.tool != r.Tool && !generic(r.Tool) {
			continue
		}
		if found = f.read(out, &r); found {
			break
		}
	}
	if found {
		r.Broken = r.Broken && r.Failed == 0 && !masked
		return r, true
	}
	return r, !masked && c.Action.Task == ""
}

var colours = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// generic reports whether a command starts tests of any kind, which its output tells.
func generic(tool string) bool { return tool == "npm test" || tool == "make test" }

// testTool returns which tests a command runs, "" for none.
func testTool(c *shell.Command) string {
	args := c.Args
	for range 3 { // runners in front
		if len(args) < 2 {
			break
		}
		name, next := base(args[0].Text), args[1].Text
		switch {
		case name == "npx" || name == "bunx" || name == "uvx":
			args = args[1:]
		case (name == "uv" || name == "poetry" || name == "pipenv" || name == "hatch" || name == "pdm" || name == "rye") && next == "run",
			(name == "pnpm" || name == "yarn" || name == "bun") && (next == "exec" || next == "dlx" || next == "x"):
			args = args[2:]
		case strings.HasPrefix(name, "python") && next == "-m":
			args = args[2:]
		}
		for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") {
			args = args[1:]
		}
	}
	if len(args) == 0 {
		return ""
	}
	name, rest := base(args[0].Text), args[1:]
	for _, never := range []string{"--help", "--version", "--collect-only", "--co", "-list", "-c", "--listTests", "--no-run"} {
		if has(rest, never) && !(never == "-c" && name != "go") {
			return ""
		}
	}
	first := ""
	if words := operands(rest, "-C --prefix --cwd -w --workspace"); len(words) > 0 {
		first = words[0].Text
	}
	switch name {
	case "go", "cargo":
		if first == "test" || name == "cargo" && first == "nextest" {
			return name + " test"
		}
	case "gotestsum":
		return "go test"
	case "pytest", "py.test":
		return "pytest"
	case "jest", "vitest":
		return name
	case "mocha":
		return "npm test"
	case "npm", "pnpm", "yarn", "bun":
		if script := first; script == "test" || script == "t" || script == "run" && strings.Contains(word(rest, 1), "test") || strings.HasPrefix(script, "test:") {
			return "npm test"
		}
		if name == "pnpm" || name == "yarn" {
			if first == "jest" || first == "vitest" {
				return first
			}
		}
	case "node":
		if has(rest, "--test") {
			return "npm test"
		}
	case "mvn", "mvnw", "mvnd":
		return goal(rest, "maven", "test", "verify", "install", "package")
	case "gradle", "gradlew":
		return goal(rest, "gradle", "test", "check", "build")
	case "make", "just", "task", "mise":
		if strings.Contains(first, "test") || strings.Contains(word(rest, 1), "test") {
			return "make test"
		}
	}
	return ""
}

func base(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name[strings.LastIndexAny(name, `/\`)+1:], ".cmd"), ".exe")
}

// word returns the operand at a place, "" when there are fewer.
func word(args []shell.Arg, n int) string {
	if words := operands(args, ""); len(words) > n {
		return words[n].Text
	}
	return ""
}

// goal returns the tool when one of its goals runs tests.
func goal(args []shell.Arg, tool string, goals ...string) string {
	for _, a := range args {
		for _, g := range goals {
			if text := a.Text[strings.LastIndexByte(a.Text, ':')+1:]; text == g {
				return tool
			}
		}
	}
	return ""
}

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
