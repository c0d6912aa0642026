package redact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser"

	"steno/generator/redact/known"
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
	one, two := anyToken(1), anyToken(2)
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
	hash := known.HashOf(one).String()
	key := []byte("a key that nobody else has")
	id := ID(key, known.HashOf(one))
	for _, name := range []Allow{{"", hash[:8]}, {"github-token", hash}, {"", hash + hash}, {"", id}, {"github-token", id}, {"", id[:minID]}} {
		reviewed, err := New(Options{Reviewed: []Allow{name}, Key: key})
		if err != nil {
			t.Fatal(err)
		}
		r := reviewed.Freeze(values)
		if left := r.Unreviewed(); len(left) != 1 || left[0].Hash != known.HashOf(two) {
			t.Errorf("reviewed %v: %v are left", name, left)
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
	for _, other := range []Options{{Reviewed: []Allow{{"", id}}}, {Reviewed: []Allow{{"", id}}, Key: []byte("another")}, {Reviewed: []Allow{{"jwt", id}}, Key: key}} {
		e, err := New(other)
		if err != nil {
			t.Fatal(err)
		}
		if left := e.Freeze(values).Unreviewed(); len(left) != 2 {
			t.Errorf("an id without its key or rule: %v are left", left)
		}
	}
	allowed, err := New(Options{Allow: []Allow{{"", id}}, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := allowed.Text(one + " " + two); !strings.HasPrefix(got, one+" [redacted:") {
		t.Errorf("an allowed value: %q", got)
	}
	if other, err := New(Options{Allow: []Allow{{"", id}}, Key: []byte("another")}); err != nil || other.Digest() == allowed.Digest() {
		t.Errorf("another key, the same digest (%v)", err)
	}
	for _, bad := range []string{"hmac-", "hmac-0123", "hmac-" + hash + "00", "hmac-0123456789abcdeX", "0123456"} {
		if _, err := New(Options{Allow: []Allow{{"", bad}}}); err == nil {
			t.Errorf("%q names a value", bad)
		}
	}
	if _, err := New(Options{Reviewed: []Allow{{"github-token", "xyz"}}}); err == nil || !strings.Contains(err.Error(), "reviewed: ") {
		t.Errorf("a hash that is none: %v", err)
	}
}

func TestSightings(t *testing.T) {
	t.Parallel()
	one, two := anyToken(1), anyToken(2)
	text := &parser.Text{Origin: parser.Origin{Anchor: "m-1", File: 0, Line: 3}, Text: "first\nwith " + one + " and " + two + " in it\nlast " + one}
	result := &parser.Text{Origin: parser.Origin{Line: 9}, Text: "password=copper-Lantern-77"}
	s := &parser.Session{ID: "x", Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{
		Messages: []*parser.Message{{Origin: text.Origin, Blocks: []parser.Block{text, &parser.ToolCall{
			Origin: parser.Origin{Line: 5}, Result: &parser.ToolResult{Origin: parser.Origin{Line: 9}, Content: []parser.Block{result}},
		}}}},
	}}}}}}}}
	e, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := e.Collect()
	c.Session(s)
	var got []string
	for _, p := range e.Freeze(c.Values()).Sightings(s) {
		got = append(got, fmt.Sprintf("%d %s|%s|%s|%s", p.Line, p.Anchor, p.Before, p.Value, p.After))
	}
	want := []string{
		"3 m-1|with |" + one + "| and [github-token] in it",
		"3 m-1|with [github-token] and |" + two + "| in it",
		"9 m-1|password=|copper-Lantern-77|",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !strings.Contains(text.Text, one) {
		t.Error("the session was changed")
	}
}
