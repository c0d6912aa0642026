package facts

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestOnLines(t *testing.T) {
	t.Parallel()
	for _, out := range []string{
		"", "\n", "--- PASS: a", "x --- PASS: a\n--- FAIL: b\n\n   --- SKIP: c\r\n--- PASS:\n--- PASS: d --- PASS: e", "ok  \tp\t1s\nFAIL\tq [build failed]\n ok  \tr\n",
	} {
		for re, text := range map[*regexp.Regexp]string{goEnd: "--- ", goPackage: "\t"} {
			all := re.FindAllStringSubmatch(out, -1)
			for _, m := range all {
				m[0] = strings.TrimLeft(m[0], "\n")
			}
			if got := onLines(re, text, out); !slices.EqualFunc(got, all, slices.Equal) {
				t.Errorf("%q on the lines of %q: %q, want %q", re, out, got, all)
			}
		}
	}
}
