package feeds

import (
	"slices"
	"testing"

	"steno/generator/config"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/view"
)

func TestEnded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row  view.SessionRow
		want string
	}{
		{view.SessionRow{}, ""},
		{view.SessionRow{CommitCount: 1, Result: view.Result{Pushed: true, Tested: true, Reply: "The *lamp* burns."}}, `, 1 commit, pushed, tests passed: The \*lamp\* burns.`},
		{view.SessionRow{Result: view.Result{Bad: "interrupted by the user"}}, ", interrupted by the user"},
		{view.SessionRow{Result: view.Result{Bad: "interrupted by the user", Reply: "Lit.", Earlier: true}}, ", interrupted by the user, earlier reply: Lit."},
	} {
		if got := ended(c.row); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestModels: the models that only agents used follow those of the session.
func TestModels(t *testing.T) {
	t.Parallel()
	s := &summary.Session{Row: view.SessionRow{Models: []string{"lamp-2"}}, Work: summary.Work{Days: []summary.Day{
		{Model: "lamp-1", Tokens: 3}, {Model: "lamp-2", Tokens: 5}, {Model: "<synthetic>"}, {Tokens: 2}, {Model: "lamp-1", Tokens: 4}}}}
	if got := modelsOf(s); !slices.Equal(got, []string{"lamp-2", "lamp-1"}) || len(s.Row.Models) != 1 {
		t.Error(got, s.Row.Models)
	}
}

// TestCommits: a commit whose hash was not printed is counted.
func TestCommits(t *testing.T) {
	t.Parallel()
	f := &feeds{Renderer: &render.Renderer{Conf: config.Default()}}
	line := f.sessionLine(summary.Listing{Project: &publish.Project{}, Stored: summary.InMemory(&summary.Session{
		Work: summary.Work{Made: []parser.Commit{{SHA: "1234567"}, {Subject: "Mend the lamp"}}}})})
	if !slices.Equal(line.Commits, []string{"1234567"}) || line.Unhashed != 1 {
		t.Errorf("%q and %d others", line.Commits, line.Unhashed)
	}
}
