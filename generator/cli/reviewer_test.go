package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"steno/generator/redaction"

	"github.com/google/go-cmp/cmp"
)

func TestReviewer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, answers, kept, allowed string }{
		{"one by one", "k a n k", "r:1 s:4", "r:2"},
		{"all of a rule", "n K a", "r:2 r:3", "s:4"},
		{"allowed when sure", "A yes K", "s:4", "r:1 r:2 r:3"},
		{"not sure", "A no k q", "r:1", ""},
		{"undone", "k K u a u u u a q", "", "r:1"},
		{"end of the input", "k", "r:1", ""},
		{"quit", "k a q", "r:1", "r:2"},
		{"quit without writing", "k a x", "", ""},
		{"no answers", "? z s kk", "", ""},
	} {
		u, _, _ := capture()
		r := &reviewer{u: u, lines: linesOf(strings.NewReader(strings.ReplaceAll(c.answers, " ", "\n")))}
		for _, name := range []string{"r:1", "r:2", "r:3", "s:4"} {
			rule, id, _ := strings.Cut(name, ":")
			r.values = append(r.values, redaction.Value{Rule: rule, ID: id})
		}
		if err := r.ask(t.Context()); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := r.lists()
		if diff := cmp.Diff([]string{c.kept, c.allowed}, []string{strings.Join(got["reviewed"], " "), strings.Join(got["allow"], " ")}); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

func TestReviewerInterrupted(t *testing.T) {
	t.Parallel()
	u, _, _ := capture()
	silent, write := io.Pipe()
	defer write.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &reviewer{u: u, lines: linesOf(silent), values: []redaction.Value{{Rule: "r", ID: "1"}}}
	if err := r.ask(ctx); err == nil {
		t.Error("an interrupt did not end the review")
	}
}
