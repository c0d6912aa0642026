package prose

import "testing"

func TestExcerpt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 10, ""},
		{"one\n two\tthree\x00", 20, "one two three"},
		{"Do this:\n# Plan: a page\n## Context ##\n\nThe tablet", 80, "Do this: Plan: a page: Context: The tablet"},
		{"# What now?\ngo", 80, "What now? go"},
		{"#tag and #42 # no heading\n### \n# ---", 80, "#tag and #42 # no heading ### # ---"},
		{"a word that is longer than all", 17, "a word that is…"},
		{"ääääääääääääääää", 17, "ääääääää…"},
	} {
		if got := Excerpt(c.text, c.limit); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

func TestMiddle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"rm -rf a\nb", "rm -rf a b"},
		{"rm -rf /tmp/claude/work/golden", "rm -rf /tm…ork/golden"},
		{"rm -rf /éééééééééééééé/x", "rm -rf /é…éééé/x"},
	} {
		if got := Middle(c.text, 20); got != c.want {
			t.Errorf("Middle(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
