package facts

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"steno/parser/lazy"
	"steno/parser/raw"
)

// format reads what one kind of tests prints.
type format struct {
	tool string
	read func(out string, r *TestRun) bool // reports whether the output is of this kind
	ends *lazy.Regexp                      // what each run prints once, at its end; nil where nothing does
}

// formats are tried in this order.
var formats = slices.Concat([]format{
	{"go test", goJSON, nil}, {"go test", goText, nil}, {"pytest", pytest, pytestSum},
	{"vitest", vitest, vitestSum}, {"jest", jest, jestSum}, {"cargo test", cargo, nil},
	{"maven", maven, mavenEnd}, {"gradle", gradle, gradleEnd}, {"npm test", mocha, nil}, {"npm test", nodeTest, nil},
}, totalFormats())

var (
	mavenEnd  = lazy.MustCompile(`(?m)^\[INFO\] BUILD (?:SUCCESS|FAILURE)$`)
	gradleEnd = lazy.MustCompile(`(?m)^BUILD (?:SUCCESSFUL|FAILED) in .*$`)
)

// split cuts the output of several runs behind the end of each, if it has as many ends. Of go test,
// a package that comes again begins another run.
func (f *format) split(out string, runs int) []string {
	if f.tool == "go test" && runs > 1 {
		return goRuns(out)
	}
	if f.ends == nil || runs < 2 {
		return []string{out}
	}
	ends := f.ends.FindAllStringIndex(out, -1)
	if len(ends) != runs {
		return []string{out}
	}
	var parts []string
	from := 0
	for _, end := range ends {
		parts = append(parts, out[from:end[1]])
		from = end[1]
	}
	return parts
}

func goRuns(out string) (parts []string) {
	seen := map[string]bool{}
	from, last := 0, 0
	for _, m := range goPackage.FindAllStringSubmatchIndex(out, -1) {
		name := out[m[4]:m[5]]
		if seen[name] {
			parts = append(parts, out[from:last])
			from = last
			clear(seen)
		}
		seen[name] = true
		last = len(out)
		if end := strings.IndexByte(out[m[1]:], '\n'); end >= 0 {
			last = m[1] + end
		}
		if rest := out[last:]; rest == "\nFAIL" || strings.HasPrefix(rest, "\nFAIL\n") {
			last += len("\nFAIL") // the end of a run in which a package failed
		}
	}
	return append(parts, out[from:])
}

// goJSON reads go test -json: one event on each line.
func goJSON(out string, r *TestRun) bool {
	if !strings.Contains(out, `"Action":"`) {
		return false
	}
	ended := map[string]string{}
	var names []string
	for line := range strings.Lines(out) {
		e := raw.ParseText(strings.TrimSpace(line))
		action, test := e.String("Action"), e.String("Test")
		if test == "" || action != "pass" && action != "fail" && action != "skip" {
			continue
		}
		name := e.String("Package") + "\x00" + test
		if ended[name] == "" {
			names = append(names, name)
		}
		ended[name] = action
	}
	r.leaves(names, ended)
	return len(names) > 0
}

// leaves counts tests that have no subtests.
func (r *TestRun) leaves(names []string, ended map[string]string) {
	parents := map[string]bool{}
	for _, n := range names {
		for at := strings.LastIndexByte(n, '/'); at > strings.IndexByte(n, 0); at = strings.LastIndexByte(n[:at], '/') {
			parents[n[:at]] = true
		}
	}
	for _, n := range names {
		if parents[n] {
			continue
		}
		switch ended[n] {
		case "pass":
			r.Passed++
		case "skip":
			r.Skipped++
		case "fail":
			r.Failed++
			r.failed(n[strings.IndexByte(n, 0)+1:])
		}
	}
}

var (
	goEnd     = lazy.MustCompile(`(?m)^\s*--- (PASS|FAIL|SKIP): (\S+)`)
	goPackage = lazy.MustCompile(`(?m)^(ok  |FAIL)\t(\S+)(.*)$`)
	goFailed  = lazy.MustCompile(`(?m)^FAIL$`)
)

// goText reads go test, with and without -v.
func goText(out string, r *TestRun) bool {
	ended := map[string]string{}
	var names []string
	if !strings.Contains(out, "--- ") && !strings.Contains(out, "ok  \t") && !strings.Contains(out, "FAIL\t") {
		return false // the expressions would take long to say so
	}
	verbose := strings.Contains(out, "=== RUN") || strings.Contains(out, "--- PASS: ")
	for _, m := range onLines(goEnd, "--- ", out) {
		name := "\x00" + m[2]
		if ended[name] == "" {
			names = append(names, name)
		}
		ended[name] = strings.ToLower(m[1])
	}
	all := onLines(goPackage, "\t", out)
	packages := slices.DeleteFunc(slices.Clone(all), func(m []string) bool { return strings.HasSuffix(m[3], noTests) })
	if len(names) == 0 && len(all) == 0 {
		return false
	}
	r.leaves(names, ended)
	if !verbose && len(all) > 0 {
		r.Packages, r.Passed, r.Failed = true, 0, 0
		for _, m := range packages {
			if m[1] == "FAIL" {
				r.Failed++
			} else {
				r.Passed++
			}
		}
	} else if r.Failed == 0 && slices.ContainsFunc(packages, func(m []string) bool { return m[1] == "FAIL" }) {
		r.Failed = 1 // a package that did not build, or a test that panicked
	}
	// the rest was cut off (head)
	r.Broken = r.Failed == 0 && (slices.Contains(slices.Collect(maps.Values(ended)), "fail") || len(onLines(goFailed, "FAIL", out)) > 0)
	return true
}

var (
	pytestSum    = lazy.MustCompile(`(?m)^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|errors?|warnings?|rerun)(?:, )?)+) in [\d.]+m?s`)
	pytestFailed = lazy.MustCompile(`(?m)^(?:FAILED|ERROR) (\S+(?: \S+)*?)(?: - .*)?$`)
	pytestLine   = lazy.MustCompile(`^(?:\S+\.py )?([.FEsxX]+) +\[ *(\d+)%\]$`)
	countFailed  = lazy.MustCompile(`(\d+) failed`)
	countPassed  = lazy.MustCompile(`(\d+) passed`)
	countSkipped = lazy.MustCompile(`(\d+) (?:skipped|ignored|todo|pending)`)
	countErrors  = lazy.MustCompile(`(\d+) errors?`)
)

func pytest(out string, r *TestRun) bool {
	all := onLines(pytestSum, " in ", out)
	for _, m := range all {
		r.Failed += number(countFailed, m[1]) + number(countErrors, m[1])
		r.Passed += number(countPassed, m[1])
		r.Skipped += number(countSkipped, m[1])
	}
	found := len(all) > 0 || r.progress(out)
	if found && !r.OK() {
		for _, m := range onLines(pytestFailed, "E", out) {
			r.failed(m[1])
		}
	}
	return found
}

// progress reads the lines of a pytest run that printed no totals (-qq): a letter for each test, and how far it is. Their
// tests are counted if none of these lines was cut off.
func (r *TestRun) progress(out string) bool {
	lines := onLines(pytestLine, "%]", out)
	if len(lines) == 0 || lines[len(lines)-1][2] != "100" {
		return false
	}
	letters := ""
	for _, m := range lines {
		letters += m[1]
	}
	sum, whole := 0, true
	for _, m := range lines {
		sum += len(m[1])
		whole = whole && strconv.Itoa(sum*100/len(letters)) == m[2]
	}
	failed := strings.Count(letters, "F") + strings.Count(letters, "E")
	if whole {
		r.Failed, r.Passed, r.Skipped = failed, strings.Count(letters, "."), strings.Count(letters, "s")
	}
	r.Broken = r.Failed == 0 && (failed > 0 || strings.Contains(out, "= FAILURES =") || strings.Contains(out, "= ERRORS ="))
	return true
}

// onLines returns the submatches of an expression for whole lines, in those lines that contain a
// text. Few do, and an expression takes long for all others.
func onLines(re *lazy.Regexp, text, out string) (all [][]string) {
	for at := strings.Index(out, text); at >= 0; at = strings.Index(out, text) {
		from, end := strings.LastIndexByte(out[:at], '\n')+1, len(out)
		if n := strings.IndexByte(out[at:], '\n'); n >= 0 {
			end = at + n
		}
		if m := re.FindStringSubmatch(out[from:end]); m != nil {
			all = append(all, m)
		}
		out = out[min(end+1, len(out)):]
	}
	return all
}

// names notes the names that an expression finds.
func (r *TestRun) names(re *lazy.Regexp, out string) {
	for _, m := range re.FindAllStringSubmatch(out, -1) {
		r.failed(m[1])
	}
}

var (
	jestSum      = lazy.MustCompile(`(?m)^Tests:\s+(.*\d+ total)`)
	jestFailed   = lazy.MustCompile(`(?m)^\s*● (.+ › .+)$`)
	vitestSum    = lazy.MustCompile(`(?m)^\s*Tests\s+((?:\d+ (?:failed|passed|skipped|todo)(?: \| )?)+)\s*\(\d+\)`)
	vitestFailed = lazy.MustCompile(`(?m)^\s*FAIL\s+(\S+ > .+?)(?: \d+ms)?$`)
)

func jest(out string, r *TestRun) bool { return r.sums(out, jestSum, jestFailed) }

func vitest(out string, r *TestRun) bool { return r.sums(out, vitestSum, vitestFailed) }

// sums reads the figures of summary lines, and the names of failed tests.
func (r *TestRun) sums(out string, sum, names *lazy.Regexp) bool {
	all := sum.FindAllStringSubmatch(out, -1)
	for _, m := range all {
		r.Failed += number(countFailed, m[1])
		r.Passed += number(countPassed, m[1])
		r.Skipped += number(countSkipped, m[1])
	}
	if r.Failed > 0 {
		r.names(names, out)
	}
	return len(all) > 0
}

var (
	cargoSum      = lazy.MustCompile(`(?m)^test result: \w+\. (\d+ passed; \d+ failed; \d+ ignored)`)
	cargoFailed   = lazy.MustCompile(`(?m)^test (.+?) \.\.\. FAILED`)
	nextestSum    = lazy.MustCompile(`(?m)^\s*Summary \[[^\]]*\]\s+(\d+ tests? run: .*)$`)
	nextestFailed = lazy.MustCompile(`(?m)^\s*FAIL \[[^\]]*\](?: \([^)]*\))?\s+(.+)$`)
)

func cargo(out string, r *TestRun) bool {
	if !r.sums(out, cargoSum, cargoFailed) {
		return r.sums(out, nextestSum, nextestFailed)
	}
	if r.Failed == 0 && strings.Contains(out, " ... FAILED") { // the result of these tests was cut off
		r.names(cargoFailed, out)
		r.Broken = len(r.Failures) > 0
	}
	return true
}

var (
	mavenSum    = lazy.MustCompile(`(?m)^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)\s*$`)
	mavenFailed = lazy.MustCompile(`(?m)^\[ERROR\]   (\w[\w.$]*\.\w+)(?::\d+|»|->| ).*$`)
)

// maven reads the totals, one for each module.
func maven(out string, r *TestRun) bool {
	all := mavenSum.FindAllStringSubmatch(out, -1)
	for _, m := range all {
		n := func(i int) int { return number(anyNumber, m[i]) }
		r.Failed += n(2) + n(3)
		r.Skipped += n(4)
		r.Passed += n(1) - n(2) - n(3) - n(4)
	}
	r.names(mavenFailed, out)
	return len(all) > 0
}

var (
	anyNumber    = lazy.MustCompile(`(\d+)`)
	gradleSum    = lazy.MustCompile(`(?m)^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?`)
	gradleFailed = lazy.MustCompile(`(?m)^(\S.* > .+) FAILED$`)
	gradlePassed = lazy.MustCompile(`(?m)^\S.* > .+ PASSED$`)
)

// gradle prints totals only when something failed, and each test only when it is told to.
func gradle(out string, r *TestRun) bool {
	r.names(gradleFailed, out)
	all := gradleSum.FindAllStringSubmatch(out, -1)
	for _, m := range all {
		failed, skipped := number(anyNumber, m[2]), number(anyNumber, m[3])
		r.Failed += failed
		r.Skipped += skipped
		r.Passed += number(anyNumber, m[1]) - failed - skipped
	}
	if len(all) == 0 {
		r.Passed, r.Failed = len(gradlePassed.FindAllString(out, -1)), len(r.Failures)
	}
	return len(all) > 0 || r.Passed+r.Failed > 0
}

var (
	mochaPassing = lazy.MustCompile(`(?m)^\s*(\d+) passing\b`)
	mochaFailing = lazy.MustCompile(`(?m)^\s*(\d+) failing\b`)
	mochaPending = lazy.MustCompile(`(?m)^\s*(\d+) pending\b`)
	// the names of its suites are on the lines before its own
	mochaFailed = lazy.MustCompile(`(?m)^ {2,}\d+\) (\S[^\n]*(?:\n {4,}[^\n]*?){0,6}?):$`)
)

func mocha(out string, r *TestRun) bool {
	if !mochaPassing.MatchString(out) && !mochaFailing.MatchString(out) {
		return false
	}
	r.Passed, r.Failed, r.Skipped = number(mochaPassing, out), number(mochaFailing, out), number(mochaPending, out)
	if at := mochaFailing.FindStringIndex(out); at != nil {
		r.names(mochaFailed, out[at[1]:])
	}
	return true
}

var (
	nodePass   = lazy.MustCompile(`(?m)^(?:#|ℹ) pass (\d+)$`)
	nodeFail   = lazy.MustCompile(`(?m)^(?:#|ℹ) fail (\d+)$`)
	nodeSkip   = lazy.MustCompile(`(?m)^(?:#|ℹ) skipped (\d+)$`)
	nodeFailed = lazy.MustCompile(`(?m)^\s*(?:not ok \d+ - |✖ )(.+?)(?: \([\d.]+m?s\))?$`)
)

// nodeTest reads the runner of Node.js itself.
func nodeTest(out string, r *TestRun) bool {
	if !nodePass.MatchString(out) {
		return false
	}
	r.Passed, r.Failed, r.Skipped = number(nodePass, out), number(nodeFail, out), number(nodeSkip, out)
	if r.Failed > 0 {
		r.names(nodeFailed, out)
	}
	return true
}
