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

func TestHead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		s           string
		limit       int
		head, lines string
	}{
		{"short", 9, "short", "short"},
		{"año", 2, "a", "a"},
		{"año", 3, "añ", "añ"},
		{"one\ntwo\nthree", 9, "one\ntwo\nt", "one\ntwo"},
		{"one\ntwo, three", 9, "one\ntwo, ", "one\ntwo, "},
		{"one\ntwo\n", 8, "one\ntwo\n", "one\ntwo\n"},
	} {
		if got := Head(test.s, test.limit); got != test.head {
			t.Errorf("Head(%q, %d): %q, want %q", test.s, test.limit, got, test.head)
		}
		if got := Lines(test.s, test.limit); got != test.lines {
			t.Errorf("Lines(%q, %d): %q, want %q", test.s, test.limit, got, test.lines)
		}
	}
}

func TestCapital(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "patch is correct": "Patch is correct", "écrit": "Écrit", "ß": "ß", "\xc3x": "\xc3x", "1 a": "1 a"} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestUnescape(t *testing.T) {
	t.Parallel()
	if got := Unescape(`a &lt; b &amp;&amp; &quot;c&quot; &amp;lt; d&#39;s &nbsp;`); got != `a < b && "c" &lt; d's &nbsp;` {
		t.Errorf("%q", got)
	}
}
