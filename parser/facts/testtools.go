package facts

import (
	"slices"
	"strings"

	"steno/parser/shell"
)

// This file recognizes the commands that run tests.

// testWords are in command lines that may run tests, commits and pushes in their hooks; others are not parsed.
var testWords = []string{"test", "jest", "mvn", "gradle", "mocha", "npm t", "rspec", "rake", "phpunit", "pest",
	"mix coveralls", "tox", "nox", "bats", "ginkgo", "cypress run", "commit", "push"}

// generic reports whether a command starts tests of any kind, which its output shows.
func generic(tool string) bool { return tool == "npm test" || tool == "make test" }

// testPrograms are programs that run tests whatever their arguments.
var testPrograms = map[string]string{
	"gotestsum": "go test", "pytest": "pytest", "py.test": "pytest", "unittest": "unittest", "jest": "jest",
	"vitest": "vitest", "mocha": "npm test",
	"rspec": "rspec", "phpunit": "phpunit", "pest": "phpunit", "paratest": "phpunit", "ctest": "ctest",
	"tox": "make test", "nox": "make test", "bats": "bats", "ginkgo": "ginkgo",
}

// testVerbs are programs that run tests when their first operand is one of these.
var testVerbs = map[string]struct {
	tool  string
	words []string
}{
	"go": {"go test", []string{"test"}}, "cargo": {"cargo test", []string{"test", "nextest"}},
	"mix":    {"mix test", []string{"test", "coveralls"}},
	"dotnet": {"dotnet test", []string{"test"}}, "swift": {"swift test", []string{"test"}}, "deno": {"deno test", []string{"test"}},
	"playwright": {"playwright", []string{"test"}}, "cypress": {"npm test", []string{"run"}},
	"bazel": {"bazel test", []string{"test", "coverage"}}, "bazelisk": {"bazel test", []string{"test", "coverage"}},
	"flutter": {"flutter test", []string{"test"}}, "dart": {"flutter test", []string{"test"}},
	"xcodebuild": {"swift test", []string{"test", "test-without-building"}},
	"sbt":        {"sbt test", []string{"test", "testOnly", "testQuick"}}, "forge": {"forge test", []string{"test"}},
	"stack": {"make test", []string{"test"}}, "cabal": {"make test", []string{"test"}},
	"dune": {"make test", []string{"test", "runtest"}}, "gleam": {"make test", []string{"test"}},
	"hatch": {"pytest", []string{"test"}}, "lein": {"make test", []string{"test"}},
}

// testTool returns which tests a command runs, "" for none.
func testTool(c *shell.Command) string {
	args := unwrapped(c.Args)
	if len(args) == 0 || onlyLists(args) || onlyMeasures(args) {
		return ""
	}
	name, rest := base(args[0].Text), args[1:]
	words := operands(fromVerb(name, rest), valuedOf(name))
	if tool := testPrograms[name]; tool != "" {
		return tool
	}
	first := word(words, 0)
	if v, ok := testVerbs[name]; ok {
		if slices.Contains(v.words, first) {
			return v.tool
		}
		return ""
	}
	switch name {
	case "npm", "pnpm", "yarn", "bun":
		return scriptTests(name, first, words)
	case "nx", "turbo", "lerna":
		if first == "test" || first == "run" && namesTests(word(words, 1)) || namesTests(option(rest, "-t", "--target", "--targets")) {
			return "npm test"
		}
	case "node":
		if has(rest, "--test") {
			return "npm test"
		}
	case "mvn", "mvnw", "mvnd":
		if !mavenSkips(rest) {
			return goal(rest, "maven", "test", "verify", "install", "package")
		}
	case "gradle", "gradlew":
		return gradleTests(rest)
	case "rake", "rails":
		if strings.HasPrefix(first, "test") || first == "spec" {
			return "rake test"
		}
	case "php":
		if script := base(first); script == "phpunit" || script == "pest" || script == "artisan" && word(words, 1) == "test" {
			return "phpunit"
		}
	case "zig":
		if first == "test" || first == "build" && word(words, 1) == "test" {
			return "zig test"
		}
	case "composer", "make", "just", "task", "mise":
		if namesTests(first) || namesTests(word(words, 1)) {
			return "make test"
		}
	}
	return ""
}

// runnerName is what a person would call the tests that a command runs. Scripts of packages and
// targets are named by the program that runs them.
func runnerName(tool string, c *shell.Command) string {
	if tool != "rake test" && !generic(tool) {
		return tool
	}
	switch name := base(unwrapped(c.Args)[0].Text); name {
	case "mocha", "tox", "nox", "cypress":
		return name
	case "node":
		return "node --test"
	default:
		return name + " test"
	}
}

// unwrapped returns a command without the runners in front of it.
func unwrapped(args []shell.Arg) []shell.Arg {
	for range 3 {
		if len(args) < 2 {
			break
		}
		name, next := base(args[0].Text), args[1].Text
		if packageManagers[name] { // options may be in front of what is run
			if rest := fromVerb(name, args[1:]); len(rest) > 1 {
				args, next = append([]shell.Arg{args[0]}, rest...), rest[0].Text
			}
		}
		switch {
		case name == "npx" || name == "bunx" || name == "uvx":
			args = args[1:]
		case (name == "uv" || name == "poetry" || name == "pipenv" || name == "hatch" || name == "pdm" || name == "rye") && next == "run",
			(name == "pnpm" || name == "yarn" || name == "bun" || name == "bundle") && (next == "exec" || next == "dlx" || next == "x"):
			args = args[2:]
		case strings.HasPrefix(name, "python") && next == "-m":
			args = args[2:]
		case strings.HasPrefix(name, "python") && base(next) == "manage.py" && len(args) > 2 && args[2].Text == "test": // Django
			return []shell.Arg{{Text: "unittest"}}
		}
		for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") {
			args = args[1:]
		}
	}
	return args
}

// onlyLists reports whether a command explains, lists or compiles tests instead of running them.
func onlyLists(args []shell.Arg) bool {
	rest := args[1:]
	for _, never := range []string{"--help", "--version", "--collect-only", "--co", "-list", "--listTests",
		"--list-tests", "--no-run", "--show-only"} {
		if has(rest, never) {
			return true
		}
	}
	return has(rest, "-c") && base(args[0].Text) == "go"
}

// onlyMeasures reports whether go test runs benchmarks and a choice of tests, which is how one
// runs benchmarks alone: -run '^$' -bench .
func onlyMeasures(args []shell.Arg) bool {
	return base(args[0].Text) == "go" && option(args, "-bench", "--bench") != "" && option(args, "-run", "--run") != ""
}

// scriptTests returns the tests that a script of a package runs.
func scriptTests(name, script string, args []shell.Arg) string {
	if script == "test" || script == "t" || script == "run" && namesTests(word(args, 1)) ||
		strings.HasPrefix(script, "test:") && namesTests(script) {
		return "npm test"
	}
	if (name == "pnpm" || name == "yarn") && (script == "jest" || script == "vitest") {
		return script
	}
	return ""
}

// Words in the names of scripts and targets that do something else than to run tests. After "test:", the second kind says what is
// tested.
const (
	besideTests = " clean compile fmt format lint posttest prepare pretest setup tsc typecheck types "
	forTests    = " attest build contest data deps fixture fixtures gen generate image images install latest "
)

// namesTests reports whether a script or a target of this name runs tests: test:unit, but not compile-tests or test-data.
func namesTests(name string) bool {
	tests, of := false, strings.HasPrefix(name, "test:")
	for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(":-_./,#", r) }) {
		if strings.Contains(besideTests, " "+word+" ") || !of && strings.Contains(forTests, " "+word+" ") {
			return false
		}
		tests = tests || strings.Contains(word, "test")
	}
	return tests
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

// mavenSkips reports whether Maven is told to leave all tests out.
func mavenSkips(args []shell.Arg) bool {
	for _, a := range args {
		switch name, value, _ := strings.Cut(a.Text, "="); name {
		case "-DskipTests", "-DskipITs", "-Dmaven.test.skip":
			return value != "false"
		}
	}
	return false
}

// gradleSkips reports whether Gradle is told to leave tests out, and returns the arguments without
// the excluded tasks.
func gradleSkips(args []shell.Arg) (rest []shell.Arg, skips bool) {
	for i := 0; i < len(args); i++ {
		if text := args[i].Text; i+1 < len(args) && (text == "-x" || text == "--exclude-task") {
			i++
			next := strings.ToLower(args[i].Text)
			skips = skips || strings.Contains(next, "test") || next == "check"
			continue
		}
		rest = append(rest, args[i])
	}
	return rest, skips
}

// gradleTests returns the tool when a task of Gradle runs tests: one that is named after them, or
// one that includes them.
func gradleTests(args []shell.Arg) string {
	tasks, skips := gradleSkips(args)
	for _, a := range operands(tasks, "-p --project-dir -b -I --init-script --tests") {
		name := a.Text[strings.LastIndexByte(a.Text, ':')+1:]
		if strings.HasPrefix(name, "test") || strings.HasSuffix(name, "Test") || !skips && (name == "check" || name == "build") {
			return "gradle"
		}
	}
	return ""
}

// goal returns the tool when one of its goals runs tests.
func goal(args []shell.Arg, tool string, goals ...string) string {
	for _, a := range args {
		if slices.Contains(goals, a.Text[strings.LastIndexByte(a.Text, ':')+1:]) {
			return tool
		}
	}
	return ""
}
