package sitetest

import (
	"regexp"
	"slices"
	"strings"
)

// countedRun is a run of tests.
type countedRun struct {
	name   string
	failed bool
}

var (
	packageRan   = regexp.MustCompile(`(?m)^(ok  |FAIL)\t(\S+)\t.*$`)
	testsPrinted = regexp.MustCompile(`(?m)^(?:ok  \t|FAIL\b|--- (?:PASS|FAIL)|PASS$|Finished in|=+ .*(?:passed|failed|skipped|error|no tests ran|warning).* in [0-9.]+s|(?:\d+ doctests?, )?\d+ tests?, \d+ failures?|\s*Tests?  )|no test files`)
	testsFailed  = regexp.MustCompile(`(?m)^(?:FAIL\b|--- FAIL)|[1-9]\d* failures?\b|[1-9]\d* failed\b`)
	coverage     = regexp.MustCompile(`(?m)^FAIL Required test coverage .*$`) // no test failed
	exitLines    = regexp.MustCompile(`(?im)^\W*(?:exit|exit[ _-]?code|rc|status)\W{1,3}([0-9]+)\W*$`)
	shellsOwn    = regexp.MustCompile(`^Exit code \d+`)
	mixRan       = regexp.MustCompile(`(?m)^(?:\d+ doctests?, )?\d+ tests?, \d+ failures?.*$`)
)

// testRuns are the runs of tests of a session, by the program that ran them.
func (s *counted) testRuns() (runs []countedRun) {
	for _, records := range s.threads() {
		for _, c := range countedCalls(records) {
			if shellTool[c.name] && c.done && (c.kind == "" || c.kind == "failed") {
				runs = append(runs, c.testRuns()...)
			}
		}
	}
	return runs
}

// besides are programs that say nothing of how tests ended.
var besides = map[string]bool{"cd": true, "echo": true, "tail": true, "head": true, "grep": true, "tee": true, "sed": true}

// testRuns are the runs of one call. A line that runs a program several times has as many as the output shows: in a
// second run of Go, packages are printed again.
func (c *countedCall) testRuns() (runs []countedRun) {
	commands := simpleCommands(strings.ReplaceAll(c.command, "2>&1", ""))
	times, last := map[string]int{}, ""
	for _, words := range commands {
		last = runner(words)
		times[last]++
	}
	delete(times, "")
	var m []string
	if others := slices.DeleteFunc(slices.Clone(commands), func(words []string) bool { return besides[words[0]] }); len(others) == 1 {
		m = exitLines.FindStringSubmatch(shellsOwn.ReplaceAllString(c.printed, ""))
	}
	for name, n := range times {
		parts := []string{c.printed}
		if n > 1 {
			parts = separate(c.printed, name)
		}
		for i, part := range parts {
			failed := testsFailed.MatchString(coverage.ReplaceAllString(part, ""))
			if printed := testsPrinted.MatchString(part) && !(strings.Contains(part, "[no tests to run]") && !strings.Contains(part, "\nok  ")); !printed {
				if last != name && m == nil || strings.Contains(part, "[no tests to run]") || c.kind == "failed" && len(commands) > 1 {
					continue // what follows hides how it ended
				}
			}
			if i == len(parts)-1 {
				failed = failed || c.kind == "failed" && last == name || m != nil && m[1] != "0"
			}
			runs = append(runs, countedRun{name, failed})
		}
	}
	return runs
}

// separate cuts what a line printed that ran a program several times.
func separate(printed, name string) (parts []string) {
	seen, from := map[string]bool{}, 0
	for _, at := range packageRan.FindAllStringSubmatchIndex(printed, -1) {
		if pack := printed[at[4]:at[5]]; seen[pack] {
			parts, from, seen = append(parts, printed[from:at[0]]), at[0], map[string]bool{pack: true}
		} else {
			seen[pack] = true
		}
	}
	if name == "mix test" {
		for _, at := range mixRan.FindAllStringIndex(printed, -1) {
			parts, from = append(parts, printed[from:at[1]]), at[1]
		}
		if from > 0 {
			return parts
		}
	}
	return append(parts, printed[from:])
}

// runner names the program of a simple command that runs tests.
func runner(words []string) string {
	for len(words) > 0 && (strings.Contains(words[0], "=") || words[0] == "timeout" || words[0] == "env" || words[0] == "time" || words[0] == "then" || words[0] == "do") {
		if words[0] == "timeout" && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	has := func(start string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, start) })
	}
	switch {
	case len(words) > 0 && words[0] == "pytest":
		if has("--collect-only") || slices.Contains(words, "--co") || has("--version") {
			return ""
		}
		return "pytest"
	case len(words) < 2:
		return ""
	case words[0] == "go" && words[1] == "test" && !(has("-bench") && has("-run")) && !has("-list"):
		return "go test"
	case words[0] == "npm" && (words[1] == "test" || words[1] == "t"):
		return "npm test"
	case words[0] == "mise" && (words[1] == "test" || words[1] == "run" && len(words) > 2 && strings.HasPrefix(words[2], "test")):
		return "mise test"
	case words[0] == "mix" && words[1] == "test":
		return "mix test"
	case words[0] == "uv" && words[1] == "run" && len(words) > 2:
		return runner(slices.DeleteFunc(slices.Clone(words[2:]), func(w string) bool { return strings.HasPrefix(w, "-") && w != "--collect-only" }))
	case strings.HasPrefix(words[0], "python") && words[1] == "-m" && len(words) > 2:
		return runner(words[2:])
	case (words[0] == "npx" || words[0] == "pnpm") && (words[1] == "vitest" || words[1] == "jest"):
		return words[1]
	}
	return ""
}
