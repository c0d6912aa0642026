package cli

import (
	"io"
	"runtime/debug"
	"strings"
	"testing"

	"steno/generator/scaffold"
)

func TestActionOf(t *testing.T) {
	t.Parallel()
	commit := strings.Repeat("a", 40)
	for _, c := range []struct {
		name, path, version, revision, modified, linked string
		want                                            scaffold.Action
	}{
		{"release", "steno", "v1.2.3", commit, "false", "ada/steno", scaffold.Action{Repository: "ada/steno", Ref: commit, Version: "v1.2.3"}},
		{"go install", "github.com/ada/steno", "v1.2.3", "", "", "", scaffold.Action{Repository: "ada/steno", Ref: "v1.2.3"}},
		{"module with a major version", "github.com/ada/steno/v2", "v2.0.0", "", "", "", scaffold.Action{Repository: "ada/steno", Ref: "v2.0.0"}},
		{"go install of a commit", "github.com/ada/steno", "v0.0.0-20260102030405-abcdefabcdef", "", "", "", scaffold.Action{Repository: "ada/steno"}},
		{"checkout", "steno", "(devel)", commit, "false", "", scaffold.Action{Ref: commit}},
		{"checkout with changes", "steno", "v1.2.4-0.20260102030405-abcdefabcdef+dirty", commit, "true", "", scaffold.Action{}},
		{"other host", "example.org/ada/steno", "v1.0.0", "", "", "", scaffold.Action{Ref: "v1.0.0"}},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Path: c.path, Version: c.version}}
		if c.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: c.revision}, {Key: "vcs.modified", Value: c.modified}}
		}
		if got := actionOf(info, c.linked); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestActionFor(t *testing.T) {
	t.Parallel()
	built := scaffold.Action{Repository: "ada/steno", Ref: "v1.2.3"}
	for _, c := range []struct {
		asked string
		built scaffold.Action
		want  scaffold.Action
	}{
		{"", built, built},
		{"", scaffold.Action{}, scaffold.Action{}},
		{"eve/steno@v2", built, scaffold.Action{Repository: "eve/steno", Ref: "v2"}},
		{"eve/steno", built, scaffold.Action{Repository: "eve/steno", Ref: "v1.2.3"}},
		{"eve/steno", scaffold.Action{}, scaffold.Action{Repository: "eve/steno", Ref: "main"}},
	} {
		u, _, _ := capture()
		got, err := actionFor(t.Context(), u, c.asked, c.built)
		if got != c.want || err != nil {
			t.Errorf("%q: %+v, %v, want %+v", c.asked, got, err, c.want)
		}
	}
	u, _, _ := capture()
	if _, err := actionFor(t.Context(), u, "nonsense", built); codeOf(err) != exitUsage {
		t.Errorf("an action that is none: %v", err)
	}
	for answer, want := range map[string]string{
		"ada/steno@v1\n": "uses: ada/steno@v1", "y\nada/steno@v1\n": "uses: ada/steno@v1", "\n": "# uses: ", "": "# uses: ",
	} {
		got, err := askForAction(t.Context(), newUI(strings.NewReader(answer), io.Discard, io.Discard))
		if err != nil || !strings.Contains(got.String(), want) {
			t.Errorf("%q: %v, %v", answer, got, err)
		}
	}
}

func TestAskOptions(t *testing.T) {
	t.Parallel()
	for answers, want := range map[string]scaffold.Options{
		"":              {Name: "engine"},
		"\n\n":          {Name: "engine"},
		"Boats\n\n":     {Name: "engine", Title: "Boats"},
		" Boats \nNo\n": {Name: "engine", Title: "Boats", NoWorkflows: true},
		"\ny\n":         {Name: "engine"},
		"\nmaybe\nn\n":  {Name: "engine", NoWorkflows: true},
	} {
		stderr := &strings.Builder{}
		u := newUI(strings.NewReader(answers), io.Discard, stderr)
		got := scaffold.Options{Name: "engine"}
		if err := askOptions(t.Context(), u, &got); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", answers, got, err, want)
		}
		if !strings.HasPrefix(stderr.String(), "title of the site [engine: sessions]: ") {
			t.Errorf("the question is %q", stderr)
		}
	}
}
