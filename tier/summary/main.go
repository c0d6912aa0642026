// Command summary reads the output of `go test -json` and prints what a person wants to see of it:
// a line for each package, the whole output of what failed, and in the end the slowest tests,
// what was skipped and why, and the counts. It exits with 1 when a test failed or none ran.
//
//	go test -json ./... | go run ./tier/summary
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	ok, err := summarize(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "summary:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

// event is one line of `go test -json`; see `go doc test2json`.
type event struct {
	Action      string
	Package     string
	ImportPath  string // of what was built, instead of Package
	Test        string
	Elapsed     float64 // seconds
	Output      string
	FailedBuild string
}

// result is the end of a test.
type result struct {
	pkg, test string
	seconds   float64
	reason    string // why it was skipped
}

// summary collects the tests of a run.
type summary struct {
	out              io.Writer
	output           map[string][]string // by package and test, until the test ends
	built            map[string][]string // what the compiler said, by import path
	passed           []result
	skipped          []result
	failed           []result
	packages, broken int
}

// summarize copies what matters from in to out, and reports whether tests ran and none failed.
func summarize(in io.Reader, out io.Writer) (bool, error) {
	s := &summary{out: out, output: map[string][]string{}, built: map[string][]string{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				fmt.Fprint(out, line) // of the go command itself
			} else {
				s.add(e)
			}
		}
		if err == io.EOF {
			return s.end(), nil
		} else if err != nil {
			return false, err
		}
	}
}

func (s *summary) add(e event) {
	key := e.Package + " " + e.Test
	r := result{pkg: e.Package, test: e.Test, seconds: e.Elapsed}
	switch e.Action {
	case "build-output":
		s.built[e.ImportPath] = append(s.built[e.ImportPath], e.Output)
		return
	case "output":
		s.output[key] = append(s.output[key], e.Output)
		return
	case "pass", "fail", "skip":
	default:
		return
	}
	output := s.output[key]
	delete(s.output, key)
	switch {
	case e.Test == "":
		s.endPackage(e, output)
	case e.Action == "pass":
		s.passed = append(s.passed, r)
	case e.Action == "skip":
		r.reason = reason(output)
		s.skipped = append(s.skipped, r)
	default:
		s.failed = append(s.failed, r)
		fmt.Fprint(s.out, strings.Join(output, ""))
	}
}

// endPackage prints the line that go test ends a package with, and all of what a failed one printed.
func (s *summary) endPackage(e event, output []string) {
	s.packages++
	if e.Action != "fail" {
		for _, line := range output {
			if strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "? ") {
				fmt.Fprint(s.out, line)
			}
		}
		return
	}
	s.broken++
	fmt.Fprint(s.out, strings.Join(s.built[e.FailedBuild], ""))
	for key, unfinished := range s.output { // after a panic or a timeout
		if strings.HasPrefix(key, e.Package+" ") {
			fmt.Fprint(s.out, strings.Join(unfinished, ""))
			delete(s.output, key)
		}
	}
	fmt.Fprint(s.out, strings.Join(output, ""))
}

// place is where a test printed a line: spaces, the file, the number.
var place = regexp.MustCompile(`^\s+\S+\.go:\d+: `)

// reason is the last thing that a skipped test said.
func reason(output []string) string {
	for _, line := range slices.Backward(output) {
		if at := place.FindString(line); at != "" {
			return strings.TrimSpace(line[len(at):])
		}
	}
	return "no reason given"
}

// end prints the closing lines.
func (s *summary) end() bool {
	whole := slices.DeleteFunc(slices.Clone(s.passed), func(r result) bool { return strings.Contains(r.test, "/") })
	slices.SortStableFunc(whole, func(a, b result) int { return int(1000 * (b.seconds - a.seconds)) })
	fmt.Fprintln(s.out, "\nslowest tests:")
	for _, r := range whole[:min(10, len(whole))] {
		fmt.Fprintf(s.out, "%8.1fs  %s %s\n", r.seconds, r.pkg, r.test)
	}
	if len(s.failed) > 0 {
		fmt.Fprintln(s.out, "failed tests:")
		for _, r := range s.failed {
			fmt.Fprintf(s.out, "%8.1fs  %s %s\n", r.seconds, r.pkg, r.test)
		}
	}
	fmt.Fprintln(s.out, "skipped tests:")
	why := map[string][]string{}
	var reasons []string
	for _, r := range s.skipped {
		if why[r.reason] == nil {
			reasons = append(reasons, r.reason)
		}
		why[r.reason] = append(why[r.reason], r.test)
	}
	slices.SortStableFunc(reasons, func(a, b string) int { return len(why[b]) - len(why[a]) })
	for _, reason := range reasons {
		tests := why[reason]
		more := ""
		if len(tests) > 3 {
			tests, more = tests[:3], ", ..."
		}
		fmt.Fprintf(s.out, "%8d   %s (%s%s)\n", len(why[reason]), reason, strings.Join(tests, ", "), more)
	}
	ok := len(s.failed) == 0 && s.broken == 0 && len(s.passed) > 0
	word := "ok"
	if !ok {
		word = "FAIL"
	}
	fmt.Fprintf(s.out, "%s: %d tests passed, %d failed, %d skipped; %d packages, %d failed\n", word,
		len(s.passed), len(s.failed), len(s.skipped), s.packages, s.broken)
	return ok
}
