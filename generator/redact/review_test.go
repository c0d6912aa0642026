package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTokensInNames has tokens that are joined to what stands before them, and tokens in
// which a word comes up by chance.
func TestTokensInNames(t *testing.T) {
	t.Parallel()
	const body = "7Rt5Yw1PmtBd3Dc9Fg4HjXbVn2QkZ8aWs0Ed" // holds "tbd"
	r := mustNew(t, Options{})
	for _, before := range []string{"", "key=", "deploy-", "MY_TOKEN_", "a.b.", "2026-03-04-"} {
		text := before + "gh" + "p_" + body
		if got, _ := r.Text(text); strings.Contains(got, body) {
			t.Errorf("%q stands: %q", text, got)
		}
	}
	for _, harmless := range []string{
		"gh" + "p_tbd_tbd_tbd_tbd_tbd_tbd_tbd_tbd_tbd", "gh" + "p_your-token-goes-here-your-token-here",
		"shelf-hf_" + strings.Repeat("shelves", 5), "mask-sk-" + strings.Repeat("monkeys", 6),
	} {
		if got, _ := r.Text(harmless); got != harmless {
			t.Errorf("%q became %q", harmless, got)
		}
	}
}

func TestReview(t *testing.T) {
	t.Parallel()
	one, two := token(1), token(2)
	e, err := New(Options{Literals: []string{"Acme Corporation"}})
	if err != nil {
		t.Fatal(err)
	}
	c := e.Collect()
	c.Text("Acme Corporation uses " + one + " and " + two + " in /home/ada/x")
	values := c.Values()
	var all []string
	for _, f := range e.Freeze(values).Unreviewed() {
		all = append(all, f.Placeholder+" "+f.Rule+" "+f.Severity.String())
	}
	want := []string{"[redacted:github-token#1] github-token high", "[redacted:github-token#2] github-token high"}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	hash := hashOf(one).String()
	for _, known := range []Allow{{"", hash[:8]}, {"github-token", hash}, {"", hash + hash}} {
		reviewed, err := New(Options{Reviewed: []Allow{known}})
		if err != nil {
			t.Fatal(err)
		}
		r := reviewed.Freeze(values)
		if left := r.Unreviewed(); len(left) != 1 || left[0].Hash != hashOf(two) {
			t.Errorf("reviewed %v: %v are left", known, left)
		}
		report := NewReport(true)
		for _, text := range []string{one, two, "/home/ada/x"} {
			_, found := r.Text(text)
			report.Add("s", found)
		}
		for least, places := range map[Severity]int{High: 1, Low: 2, Off: 0} {
			if got := r.Forbidden(report, least); len(got) != places {
				t.Errorf("%d places of severity %s or above, want %d: %v", len(got), least, places, got)
			}
		}
	}
	if _, err := New(Options{Reviewed: []Allow{{"github-token", "xyz"}}}); err == nil || !strings.Contains(err.Error(), "reviewed: ") {
		t.Errorf("a hash that is none: %v", err)
	}
}
