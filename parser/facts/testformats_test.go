package facts

import (
	"slices"
	"strings"
	"testing"

	"steno/parser/lazy"
)

func TestOnLines(t *testing.T) {
	t.Parallel()
	for _, out := range []string{
		"", "\n", "--- PASS: a", "x --- PASS: a\n--- FAIL: b\n\n   --- SKIP: c\r\n--- PASS:\n--- PASS: d --- PASS: e", "ok  \tp\t1s\nFAIL\tq [build failed]\n ok  \tr\n",
	} {
		for text, re := range map[string]*lazy.Regexp{"--- ": goEnd, "\t": goPackage} {
			all := re.FindAllStringSubmatch(out, -1)
			for _, m := range all {
				m[0] = strings.TrimLeft(m[0], "\n")
			}
			if got := onLines(re, text, out); !slices.EqualFunc(got, all, slices.Equal) {
				t.Errorf("the lines of %q with %q: %q, want %q", out, text, got, all)
			}
		}
	}
}

func TestStarterWords(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"[a:b] ERROR task failed", "make: *** [test] Error 2", "make[1]: *** [x] Error 1", "npm ERR! Test failed", "npm error code ELIFECYCLE",
		" ELIFECYCLE  Command failed with exit code 1.", "error Command failed with exit code 1.", "error: Recipe `test` failed",
	} {
		out := "ok\n" + line + "\nend"
		if !starterFailed.MatchString(out) || !slices.ContainsFunc(starterWords, func(word string) bool { return len(onLines(starterFailed, word, out)) > 0 }) {
			t.Errorf("%q is not found", line)
		}
	}
}
