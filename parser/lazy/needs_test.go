package lazy

import (
	"regexp"
	"slices"
	"testing"
)

func TestNeeds(t *testing.T) {
	for _, c := range []struct {
		expression string
		texts      []string
		fold       bool
	}{
		{`(?m)^Tests: (\d+) failed$`, []string{"Tests: "}, false},
		{`ab+c|xyz`, []string{"a", "xyz"}, false},
		{`(?i)\b(?:Error|Fatal)s?\b`, []string{"error", "fatal"}, true},
		{`(?:no|none) of (\w+)`, []string{" of "}, false},
		{`(?:abc){2,}x?`, []string{"abc"}, false},
		{`(?:abc){0,2}`, nil, false},
		{`abc|\d+`, nil, false},
		{`^Exit code \d+$`, nil, false},
		{`(?i)Ä+`, nil, false},
		{`(`, nil, false},
	} {
		if n := needsOf(c.expression); !slices.Equal(n.texts, c.texts) || n.fold != c.fold {
			t.Errorf("needsOf(%q) = %q, fold %t; want %q, %t", c.expression, n.texts, n.fold, c.texts, c.fold)
		}
	}
}

// FuzzNeeds looks for a text that matches although it lacks what its expression needs.
func FuzzNeeds(f *testing.F) {
	for _, c := range [][2]string{
		{`(?i)errors? (?:ok|skipped)`, "ERROR SKIPPED"},
		{`(?i)kiss|(?:Äb|x)`, "\u212Ai\u017Fs"},
		{`(?i)kiss`, "é\xff\u212Ai\u017F\u017F"},
		{`(?m)^(\d+) (?:passed|failed)$`, "x\n3 failed\n"},
		{`\x{FFFD}`, "\xff"},
		{`(?i:a)B`, "AB"},
		{`(?i:a)É`, "aÉ"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, expression, text string) {
		re, err := regexp.Compile(expression)
		if err != nil {
			return
		}
		if n := needsOf(expression); re.MatchString(text) && !n.met(text) {
			t.Errorf("%q matches %q, which has none of %q", expression, text, n.texts)
		}
	})
}
