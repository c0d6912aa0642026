package card

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/theme/diff"
)

func TestSameChange(t *testing.T) {
	t.Parallel()
	lines := func(s string) []diff.Hunk { return []diff.Hunk{{Old: 9, New: 9, Lines: strings.Split(s, "|")}} }
	for _, test := range []struct {
		name, patch string
		changes     []change
		want        bool
	}{
		{"the same", " a|-b|+c| d", []change{{before: "a\nb", after: "a\nc"}}, true},
		{"indentation", " a|-\tb|+\tc", []change{{before: "    b", after: "    c"}}, true},
		{"unchanged lines far away", " k|-b|+c| l", []change{{before: "1\n2\n3\n4\n5\nb\n6\n7\n8\n9\n0", after: "1\n2\n3\n4\n5\nc\n6\n7\n8\n9\n0"}}, true},
		{"within a line", "-x foo y|+x bar y", []change{{before: "foo", after: "bar"}}, true},
		{"a line cut in two", "-a;|+a|+b;", []change{{before: "a", after: "a\nb"}}, true},
		{"other alignment", " {|-a|-}|+b|+}", []change{{before: "{\na\n}", after: "{\nb\n}"}}, true},
		{"several occurrences", "-a|+b| x|-a|+b", []change{{before: "a", after: "b", all: true}}, true},
		{"several edits", "-a|+b| x|-c|+d", []change{{before: "a", after: "b"}, {before: "c", after: "d"}}, true},
		{"another text was written", "-a|+changed by the user", []change{{before: "a", after: "b"}}, false},
		{"more was written", "-a|+b|+more", []change{{before: "a", after: "b"}}, false},
		{"less was written", "-a|+b", []change{{before: "a", after: "b\nc"}}, false},
		{"one of two edits", "-a|+b", []change{{before: "a", after: "b"}, {before: "c", after: "d"}}, false},
	} {
		if got := sameChange(lines(test.patch), test.changes); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestNumbered(t *testing.T) {
	t.Parallel()
	snippet := regexp.MustCompile(`^\s*(\d+)→(.*)$`)
	for _, line := range []string{"", "→", "12", "12→", "  12→a→b", "\t1→x", "x1→a", "1x→a", "1 →a", "➔1→a", "1\x00→a", "3→\xff"} {
		var want []string
		if want = snippet.FindStringSubmatch(line); want != nil {
			want = want[1:]
		}
		var got []string
		if n, text, ok := numbered(line); ok {
			got = []string{n, text}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestMayMarkdown(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"# a", "```", "- **a", "* **a", "|a|", "1. **a", "> a", "x **b** y", "[a](https://b)"} {
		for _, s := range []string{text, "a\n" + text, text + "\nb"} {
			if !markdownSigns.MatchString(s) || !mayMarkdown(s) {
				t.Errorf("%q has no sign", s)
			}
		}
	}
}

func TestWithRequested(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ patch, before, after, want string }{
		{" c|-x|+y| d", "a\nb\nc\nx\nd\ne\n", "a\nb\nc\ny\nd\ne\n", " a| b| c|-x|+y| d| e"},
		{" c|-x|+y| d", "c\nx\nd", "c\ny\nd", " c|-x|+y| d"},
		{" c|-x|+y| d", "a\nC\nx", "a\nC\ny", " c|-x|+y| d"},
		{"-x|+y", "a\nx", "a\ny", " a|-x|+y"},
	} {
		patch := []diff.Hunk{{Old: 9, New: 9, Lines: strings.Split(c.patch, "|")}}
		if got := strings.Join(withRequested(patch, c.before, c.after)[0].Lines, "|"); got != c.want {
			t.Errorf("%s with %q becomes %s, want %s", c.patch, c.before, got, c.want)
		}
	}
}
