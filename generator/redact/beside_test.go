package redact

import (
	"strings"
	"testing"
)

// TestBesidePaths has a text of the user that is there only once a path before it is replaced, in texts of which
// little or all is looked at again.
func TestBesidePaths(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{Literals: []string{"~/falcon-project"}})
	line := "nothing to see on this line\n"
	for _, lines := range []int{0, 1, 100, 1000} {
		rest := strings.Repeat(line, lines)
		for _, text := range []string{
			rest + "cd /home/joe/falcon-project" + rest,
			"cd /home/joe/falcon-project" + rest + "ls /home/ann/heron",
			"ls /home/ann/heron " + rest + "cd /home/joe/falcon-project",
		} {
			got, found := e.Text(text)
			if strings.Contains(got, "falcon") || strings.Contains(got, "joe") || strings.Contains(got, "ann") {
				t.Errorf("%d lines: left in %.200q", lines, got)
			}
			if n := strings.Count(text, "/home/") + 1; len(found) != n {
				t.Errorf("%d lines: %d findings, want %d", lines, len(found), n)
			}
		}
	}
}

// TestBesidePathsIsLess holds that of a long text only what is around its paths is looked at again.
func TestBesidePathsIsLess(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	rest := strings.Repeat("nothing to see on this line\n", 1000)
	text := rest + "cd /home/joe/x\n" + rest + "cd /home/ann/y\n" + rest
	sc := e.scan(text, "", nil)
	defer e.scanner.Release(sc)
	beside, ok := besidePaths(text, sc.Spans)
	if !ok || len(beside) > 5*reach || !strings.Contains(beside, "line\ncd ~/x\nnothing") || !strings.Contains(beside, "line\ncd ~/y\nnothing") {
		t.Errorf("%v, %d bytes: %q", ok, len(beside), beside)
	}
}

// TestSameShortText has one text in which something is found with some names and some dictionaries only.
func TestSameShortText(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	const text, value = "heron-4971", "k8Zq2xW7t5Yw1PmBd3Vn"
	c := e.Collect()
	c.Text("API_KEY=" + value)
	without, with := e.Freeze(), e.Freeze(c.Values())
	for range 3 {
		for _, one := range []struct {
			r          *Redactor
			name, text string
			found      bool
		}{
			{without, "", text, false}, {without, "type", text, false}, {without, "password", text, true}, {without, "password?", text, true},
			{without, "", value, false}, {with, "", value, true}, {with, "type", value, true}, {with, "", text, false},
		} {
			if got, found := one.r.field(one.name, one.text); (got != one.text) != one.found || (len(found) > 0) != one.found {
				t.Errorf("%q: %q is %q", one.name, one.text, got)
			}
		}
		if again := e.Collect(); again.read("", value).clean == false || again.read("password", text).clean || len(again.Values()) != 1 {
			t.Errorf("collected: %v", again.Values())
		}
	}
}
