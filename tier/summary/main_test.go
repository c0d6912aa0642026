package main

import (
	"strings"
	"testing"
)

// run is the output of go test with a line for each event: action, test and what it printed.
func run(events ...string) string {
	var b strings.Builder
	for _, e := range events {
		action, rest, _ := strings.Cut(e, "|")
		test, output, _ := strings.Cut(rest, "|")
		b.WriteString(`{"Action":"` + action + `","Package":"steno/a","Test":"` + test + `","Elapsed":1.5,"Output":"` + output + `"}` + "\n")
	}
	return b.String()
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	passing := []string{"start", "run|TestA", `output|TestA|    a_test.go:7: seen\n`, "pass|TestA"}
	skipping := []string{`output|TestB|    a_test.go:9: no Firefox\n`, `output|TestB|--- SKIP: TestB (0.00s)\n`, "skip|TestB", `output|TestC/x|    b_test.go:1: no Firefox\n`, "skip|TestC/x", "skip|TestD"}
	for _, c := range []struct {
		name   string
		in     string
		ok     bool
		has    []string
		hasNot []string
	}{
		{"passes", run(append(append([]string{}, passing...), `output||ok  \tsteno/a\t1.5s\n`, "pass")...), true,
			[]string{"ok  \tsteno/a\t1.5s\n", "     1.5s  steno/a TestA\n", "ok: 1 tests passed, 0 failed, 0 skipped; 1 packages, 0 failed\n"}, []string{"seen"}},
		{"skips", run(append(append([]string{}, passing...), append(skipping, "pass")...)...), true,
			[]string{"       2   no Firefox (TestB, TestC/x)\n       1   no reason given (TestD)\n", "ok: 1 tests passed, 0 failed, 3 skipped;"}, nil},
		{"fails", run(append(append([]string{}, passing...), `output|TestE|    e_test.go:3: 1 is not 2\n`, "fail|TestE", `output||FAIL\tsteno/a\t1.5s\n`, "fail")...), false,
			[]string{"    e_test.go:3: 1 is not 2\n", "FAIL\tsteno/a\t1.5s\n", "failed tests:\n     1.5s  steno/a TestE\n", "FAIL: 1 tests passed, 1 failed,"}, []string{"seen"}},
		{"panics", run(append(append([]string{}, passing...), `output|TestE|panic: oh\n`, "fail")...), false, []string{"panic: oh\n", "FAIL: 1 tests passed, 0 failed, 0 skipped; 1 packages, 1 failed\n"}, nil},
		{"does not build", `{"ImportPath":"steno/a [steno/a.test]","Action":"build-output","Output":"a.go:1: no\n"}` + "\n" + `{"Action":"fail","Package":"steno/a","FailedBuild":"steno/a [steno/a.test]"}` + "\n", false,
			[]string{"a.go:1: no\n"}, nil},
		{"runs nothing", "no packages to test\n", false, []string{"no packages to test\n", "FAIL: 0 tests passed"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			ok, err := summarize(strings.NewReader(c.in), &b)
			if err != nil || ok != c.ok {
				t.Errorf("summarize reports %v, %v", ok, err)
			}
			for _, text := range c.has {
				if !strings.Contains(b.String(), text) {
					t.Errorf("%q is missing in:\n%s", text, b.String())
				}
			}
			for _, text := range c.hasNot {
				if strings.Contains(b.String(), text) {
					t.Errorf("%q is in:\n%s", text, b.String())
				}
			}
		})
	}
}
