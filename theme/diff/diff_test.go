package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStrings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before, after string
		want                []Hunk
	}{
		{"same", "a\n", "a\n", []Hunk{}},
		{"change", "a\nb\nc\n", "a\nB\nc\n", []Hunk{{1, 1, []string{" a", "-b", "+B", " c"}}}},
		{"new file", "", "a\n", []Hunk{{1, 1, []string{"+a"}}}},
		{"no line end", "a", "b", []Hunk{{1, 1, []string{"-a", "+b"}}}},
		{"two places", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n", []Hunk{
			{1, 1, []string{"-1", "+x", " 2", " 3", " 4"}}, {6, 6, []string{" 6", " 7", " 8", "-9", "+y"}}}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tc.want, Strings(tc.before, tc.after)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestHTML(t *testing.T) {
	t.Parallel()
	hunks := []Hunk{
		{12, 12, []string{" func a() {", "-\treturn <b>", "+\treturn <c>", "+\tmore", " }"}},
		{40, 41, []string{"-x", `\ No newline at end of file`, ""}},
	}
	want := `<pre class="diff" tabindex="0"><code class="u2 t1">` +
		`<i>func a() {` + "\n</i>" +
		`<span class="d-change"><del>` + "\treturn &lt;<mark>b</mark>&gt;\n</del>" +
		`<ins>` + "\treturn &lt;<mark>c</mark>&gt;\n</ins>" +
		`<ins>` + "\tmore\n</ins></span>" +
		`<i>` + "}\n</i>" +
		`<span class="d-gap u1 U0 t4 T4 h0 H0 k0 K0 m0 M0 l0 L0 x0 X0">⋯</span>` + "\n" +
		`<span class="d-change"><del>` + "x\n</del>" + `<span class="d-note">\ No newline at end of file</span></span>` +
		`<i>` + "\n</i></code></pre>"
	if got := string(HTML(hunks)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCountAndText(t *testing.T) {
	t.Parallel()
	hunks := []Hunk{{3, 3, []string{" a", "-b", "+c", "+d"}}}
	if a, r := Count(hunks); a != 2 || r != 1 {
		t.Errorf("+%d -%d", a, r)
	}
	if got, want := Text(hunks), "@@ -3,2 +3,3 @@\n a\n-b\n+c\n+d\n"; got != want {
		t.Errorf("got %q", got)
	}
	if got := Head(hunks, 6); len(got) != 1 || len(got[0].Lines) != 2 {
		t.Errorf("head %v", got)
	}
	if len(hunks[0].Lines) != 4 {
		t.Error("Head cut its argument")
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	mark := func(s string, spans []span) string {
		for i := len(spans) - 1; i >= 0; i-- {
			s = s[:spans[i].from] + "[" + s[spans[i].from:spans[i].to] + "]" + s[spans[i].to:]
		}
		return s
	}
	tests := []struct{ before, after, wantBefore, wantAfter string }{
		{"a b c", "a x c", "a [b] c", "a [x] c"},
		{"foo(a, b)", "foo(a, b, c)", "foo(a, b)", "foo(a, b[, c])"},
		{"one", "two", "one", "two"}, // nothing in common: no marks
		// little, here and there
		{"x.writer = v", "// Decode into the writer = instead of it", "x.writer = v", "// Decode into the writer = instead of it"},
		// in one place
		{"case SegmentWriter:", "case []byte:", "case [SegmentWriter]:", "case [[]byte]:"},
		// added
		{"f(x)", "result, err := f(context, x, options)", "f(x)", "[result, err := ]f([context, ]x[, options])"},
		{"grün ist x", "grün war x", "grün [ist] x", "grün [war] x"},
		{"same", "same", "same", "same"},
		{"", "a", "", "a"},
		{"a\xffb c d", "a\xffb c e", "a\xffb c [d]", "a\xffb c [e]"},
	}
	for _, tc := range tests {
		a, b := words(tc.before, tc.after)
		if mark(tc.before, a) != tc.wantBefore || mark(tc.after, b) != tc.wantAfter {
			t.Errorf("words(%q, %q) = %q, %q", tc.before, tc.after, mark(tc.before, a), mark(tc.after, b))
		}
	}
}

// FuzzHTML holds that a diff shows every line of both texts' changes, whatever
// they are.
func FuzzHTML(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("", "\n\n")
	f.Add("\xff", "<script>")
	f.Fuzz(func(t *testing.T, before, after string) {
		hunks := Strings(before, after)
		if strings.Contains(string(HTML(hunks)), "<script") {
			t.Errorf("%q %q", before, after)
		}
		added, removed := Count(hunks)
		if lines := strings.Count(after, "\n") - strings.Count(before, "\n"); added-removed-lines > 1 || added-removed-lines < -1 {
			t.Errorf("+%d -%d for %d lines more", added, removed, lines)
		}
	})
}

func BenchmarkHTML(b *testing.B) {
	before := strings.Repeat("a line of some length, with words\n", 500)
	after := strings.ReplaceAll(before, "some", "any")
	b.SetBytes(int64(len(before) + len(after)))
	for b.Loop() {
		HTML(Strings(before, after))
	}
}
