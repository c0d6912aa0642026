package facts

import (
	"strconv"
	"strings"

	"steno/parser/lazy"
)

// Most runners end with one line of totals. Of each, an expression finds these lines, and names
// what it finds (total, passed, failed, errors, skipped or excluded, with a number if it is there
// twice); another finds the names of failed tests. What passed is the rest of the total, where it
// is not printed.
var totals = []struct{ tool, line, failed string }{
	{"mix test", `^(?:(?P<total>\d+) doctests?, )?(?:(?P<total2>\d+) propert(?:y|ies), )?(?P<total3>\d+) tests?, (?P<failed>\d+) failures?(?:, (?P<errors>\d+) invalid)?(?:, (?P<excluded>\d+) excluded)?(?:, (?P<skipped>\d+) skipped)?$`,
		`^ {2}[ \d]\d?\d?\) (?:test|property|doctest) (.+)$`},
	{"rspec", `^(?P<total>\d+) examples?, (?P<failed>\d+) failures?(?:, (?P<skipped>\d+) pending)?(?:, (?P<outside>\d+) errors? occurred outside of examples)?$`,
		`^rspec \S+ # (.+)$`},
	{"rake test", `^(?P<total>\d+) (?:runs|tests), \d+ assertions, (?P<failed>\d+) failures, (?P<errors>\d+) errors, (?:(?P<skipped>\d+) skips|(?P<skipped2>\d+) pendings.*)$`,
		`^(?: {2}\d+\) (?:Failure|Error):\n|(?:Failure|Error): )(\S+)`},
	{"dotnet test", `^\s*(?:Passed|Failed|Skipped)!\s+- Failed:\s+(?P<failed>\d+), Passed:\s+(?P<passed>\d+), Skipped:\s+(?P<skipped>\d+), Total:.*$`,
		`^\s+Failed (\S+) \[[^\]]+\]$`},
	{"dotnet test", `^Test summary: total: (?P<total>\d+), failed: (?P<failed>\d+), succeeded: (?P<passed>\d+), skipped: (?P<skipped>\d+).*$`,
		`(?:^|\s)failed (\S+) \(.*\)$`},
	{"dotnet test", `^Total tests: (?P<total>\d+)(?:\n\s+Passed: (?P<passed>\d+))?(?:\n\s+Failed: (?P<failed>\d+))?(?:\n\s+Skipped: (?P<skipped>\d+))?$`,
		`^\s+Failed (\S+) \[[^\]]+\]$`},
	{"phpunit", `^OK \((?P<passed>\d+) tests?, \d+ assertions?\)$|^Tests: (?P<total>\d+), Assertions: \d+(?:, Errors: (?P<errors>\d+))?(?:, Failures: (?P<failed>\d+))?(?:, (?:PHPUnit |)(?:Warnings|Deprecations|Notices): \d+)*(?:, Errors: (?P<errors2>\d+))?(?:, Skipped: (?P<skipped>\d+))?(?:, Incomplete: (?P<skipped2>\d+))?(?:, (?:Risky|Skipped): \d+)*\.$`,
		`^\d+\) (\S+::\S+)`},
	{"phpunit", `^\s+Tests:\s+(?:(?P<failed>\d+) failed, )?(?:\d+ (?:risky|warnings?|deprecated|notices?), )*(?:(?P<skipped>\d+) (?:skipped|incomplete|todos?|pending), )*(?P<passed>\d+) passed \(\d+ assertions?\)$`,
		`^\s+FAILED\s+(\S.*?)(?: {2,}.*)?$`},
	{"ctest", `^\d+% tests passed, (?P<failed>\d+) tests? failed out of (?P<total>\d+)$`,
		`^\t?\s*\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Not Run|Exit code.*|ILLEGAL|Subprocess aborted|NUMERICAL)\)`},
	{"unittest", `^Ran (?P<total>\d+) tests? in [\d.]+s\n+(?:OK|FAILED)(?: \((?:failures=(?P<failed>\d+))?(?:, )?(?:errors=(?P<errors>\d+))?(?:, )?(?:skipped=(?P<skipped>\d+))?[^)]*\))?$`,
		`^(?:FAIL|ERROR): (\S+)`},
	{"swift test", `^\s*Executed (?P<total>\d+) tests?, with (?:(?P<skipped>\d+) tests? skipped and )?(?P<failed>\d+) failures? \(.*$`,
		`^(?:Test Case '-?\[?|.*error: -\[)([\w.]+ ?\.?\w*)\]?' failed`},
	{"deno test", `^(?:ok|FAILED) \| (?P<passed>\d+) passed(?: \(\d+ steps?\))? \| (?P<failed>\d+) failed(?: \(\d+ steps?\))?(?: \| (?P<skipped>\d+) ignored)?.*$`,
		`^(\S.*) => \S+:\d+:\d+$`},
	{"playwright", `(?:^ {2}(?P<failed>\d+) failed\n(?:^ {4}.*\n)*)?(?:^ {2}\d+ flaky\n(?:^ {4}.*\n)*)?(?:^ {2}(?P<skipped>\d+) skipped\n)?(?:^ {2}\d+ did not run\n)?^ {2}(?P<passed>\d+) passed \([\d.]+m?s?\)$`,
		`^ {4}\[\w+\] › (.+?) ─*$`},
	{"ginkgo", `^(?:SUCCESS|FAIL)! -- (?P<passed>\d+) Passed \| (?P<failed>\d+) Failed \| (?P<skipped>\d+) Pending \| (?P<skipped2>\d+) Skipped.*$`,
		`^\s*\[F(?:AIL|ail)\] (.+)$`},
	{"bats", `^(?P<total>\d+) tests?, (?P<failed>\d+) failures?(?:, (?P<skipped>\d+) skipped)?(?: in [\d.]+ seconds)?$`,
		`^(?:not ok \d+| ✗) (.+)$`},
	{"bazel test", `^Executed \d+ out of (?P<total>\d+) tests?: (?:(?P<passed>\d+) tests? pass(?:es)?\.?)?(?:,? ?and )?(?:,? ?(?P<failed>\d+) fails? (?:locally|remotely|to build)\.?)?(?:,? ?(?P<skipped>\d+) (?:was|were) skipped\.?)?.*$`,
		`^(//\S+)\s+(?:\(cached\) )?(?:FAILED|TIMEOUT)`},
	{"flutter test", `^\d\d:\d\d \+(?P<passed>\d+)(?: ~(?P<skipped>\d+))?(?: -(?P<failed>\d+))?: (?:All tests passed!|Some tests failed\.)\s*$`,
		`^\d\d:\d\d \+\d+(?: ~\d+)? -\d+: (.+?) \[E\]\s*$`},
	{"sbt test", `^\[(?:info|error)\] (?:Tests: succeeded (?P<passed>\d+), failed (?P<failed>\d+), canceled \d+, ignored (?P<skipped>\d+).*|(?:Passed|Failed): Total (?P<total>\d+), Failed (?P<failed2>\d+), Errors (?P<errors>\d+), Passed \d+.*)$`,
		`^\[info\] - (.+) \*\*\* FAILED \*\*\*`},
	{"forge test", `^Ran \d+ test suites? in [^:]*: (?P<passed>\d+) tests? passed, (?P<failed>\d+) failed, (?P<skipped>\d+) skipped.*$`,
		`^\[FAIL[^\]]*\] (\w+)`},
	{"zig test", `^(?:All (?P<passed>\d+) tests passed\.|(?P<passed2>\d+) passed; (?P<skipped>\d+) skipped; (?P<failed>\d+) failed\.)$`,
		`^(?:\d+/\d+ )?(\S+)\.\.\.FAIL`},
	{"swift test", `^\W*Test run with (?P<passed>\d+) tests?(?: in \d+ suites?)? passed after .*$`, `^\W*Test (.+?) failed after `},
	// bun
	{"npm test", `^ +(?P<passed>\d+) pass\n(?: +(?P<skipped>\d+) (?:skip|todo)\n)* +(?P<failed>\d+) fail$`,
		`^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$`},
}

// totalFormats returns the formats of these runners.
func totalFormats() (list []format) {
	for _, t := range totals {
		line, failed := lazy.MustCompile("(?m)"+t.line), lazy.MustCompile("(?m)"+t.failed)
		list = append(list, format{t.tool, func(out string, r *TestRun) bool { return r.total(out, line, failed) }, line})
	}
	return list
}

// total adds up lines of totals.
func (r *TestRun) total(out string, line, names *lazy.Regexp) bool {
	all := line.FindAllStringSubmatch(out, -1)
	for _, m := range all {
		n := map[string]int{}
		printed := false
		for i, name := range line.SubexpNames() {
			if count, err := strconv.Atoi(m[i]); name != "" && err == nil {
				name = strings.TrimRight(name, "0123456789")
				n[name] += count
				printed = printed || name == "passed"
			}
		}
		failed := n["failed"] + n["errors"]
		if !printed {
			n["passed"] = max(0, n["total"]-failed-n["skipped"]-n["excluded"])
		}
		r.Passed += n["passed"]
		r.Failed += failed + n["outside"]
		r.Skipped += n["skipped"]
	}
	if r.Failed > 0 {
		r.names(names, out)
	}
	return len(all) > 0
}
