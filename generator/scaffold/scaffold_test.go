package scaffold

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"steno/generator/config"
)

var known = Action{Repository: "ada/steno", Ref: strings.Repeat("a", 40), Version: "v1.2.3"}

// The workflows are those that the documentation shows, without the action.
func TestWorkflowsAreDocumented(t *testing.T) {
	t.Parallel()
	for _, f := range files(Options{}) {
		name, ok := strings.CutPrefix(f.Name, ".github/workflows/steno-")
		if !ok {
			continue
		}
		data, err := os.ReadFile(filepath.Join("..", "..", "docs", "github", name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(data), f.Text); diff != "" {
			t.Errorf("docs/github/%s (-docs +init):\n%s", name, diff)
		}
	}
}

// job is what the tests look at in a workflow.
type job struct {
	If    string
	Steps []struct {
		ID, Uses, Run string
		With          map[string]string
	}
}

func jobs(t *testing.T, text string) (events, job) {
	t.Helper()
	var w struct {
		On   events
		Jobs map[string]job
	}
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for _, j := range w.Jobs {
		return w.On, j
	}
	t.Fatal("a workflow has no job")
	return nil, job{}
}

type events map[string]struct{ Paths []string }

var pinned = regexp.MustCompile(`^[\w.-]+/[\w.-]+@[0-9a-f]{40}$`)

// Without the action GitHub refuses the workflows: a step does nothing. With it, every action is
// pinned by its commit.
func TestWorkflowsNeedTheAction(t *testing.T) {
	t.Parallel()
	for _, a := range []Action{{}, known} {
		for _, f := range files(Options{Action: a}) {
			if !strings.HasPrefix(f.Name, ".github/") {
				continue
			}
			_, j := jobs(t, f.Text)
			complete := true
			for _, s := range j.Steps {
				complete = complete && s.Uses+s.Run != ""
				if s.Uses != "" && !pinned.MatchString(s.Uses) {
					t.Errorf("%s: %q is not pinned by a commit", f.Name, s.Uses)
				}
			}
			if want := a == known; complete != want {
				t.Errorf("%s with the action %q: every step does something is %v", f.Name, a.Repository, complete)
			}
			if strings.Contains(f.Text, "uses: ada/steno@"+known.Ref+" # v1.2.3\n") != complete {
				t.Errorf("%s: the action's commit and version:\n%s", f.Name, f.Text)
			}
		}
	}
}

// A pull request brings transcripts and nothing else: neither configuration, nor secrets for forks.
func TestPullRequestIsNotTrusted(t *testing.T) {
	t.Parallel()
	on, j := jobs(t, workflow(pullRequest, "", known))
	if _, ok := on["pull_request"]; !ok || len(on) != 1 {
		t.Errorf("the workflow runs on %v", on)
	}
	base, theirs, steno := j.Steps[0].With, j.Steps[1].With, j.Steps[2].With
	if base["ref"] != "${{ github.event.pull_request.base.sha }}" || base["path"] != "" || theirs["path"] != "pull-request" {
		t.Errorf("the workspace is not the base branch: %v, %v", base, theirs)
	}
	if steno["config"] != "steno.yaml" || steno["source"] != "pull-request/sessions" {
		t.Errorf("the action reads %v", steno)
	}
	if text := pullRequest + pages; strings.Contains(text, "secrets.") || strings.Count(text, "persist-credentials: false") != 3 {
		t.Error("a workflow uses secrets, or keeps credentials")
	}
}

func TestPagesComeFromTheDefaultBranch(t *testing.T) {
	t.Parallel()
	_, j := jobs(t, workflow(pages, "", known))
	if j.If != "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)" {
		t.Errorf("the job runs if %q", j.If)
	}
}

func TestSubfolder(t *testing.T) {
	t.Parallel()
	quote := `"`
	if runtime.GOOS == "windows" {
		quote = "'" // no name has a double one there
	}
	for folder, path := range map[string]string{"apps/web": "apps/web", "a " + quote + "b [c]": "a " + quote + `b \[c\]`} {
		dir := t.TempDir()
		if _, err := Write(dir, Options{Folder: folder, Action: known}, false); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{folder + "/steno.yaml", folder + "/.gitignore", folder + "/.gitattributes"} {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				t.Error(err)
			}
		}
		data, err := os.ReadFile(filepath.Join(dir, ".github", "workflows", "steno-pages.yml"))
		if err != nil {
			t.Fatal(err)
		}
		on, j := jobs(t, string(data))
		if diff := cmp.Diff([]string{path + "/sessions/**", path + "/steno.yaml"}, on["push"].Paths); diff != "" {
			t.Error(diff)
		}
		if with := j.Steps[2].With; with["source"] != folder+"/sessions" || with["config"] != folder+"/steno.yaml" {
			t.Errorf("the action reads %v", with)
		}
		_, j = jobs(t, workflow(pullRequest, folder+"/", known))
		if with := j.Steps[2].With; with["source"] != "pull-request/"+folder+"/sessions" || with["config"] != folder+"/steno.yaml" {
			t.Errorf("the action reads %v", with)
		}
	}
}

func TestConfigurationIsValid(t *testing.T) {
	t.Parallel()
	for repository, want := range map[string]string{
		"/": "", "Ada/engine": "https://ada.github.io/engine/", "Ada/ada.github.io": "https://ada.github.io/", "ada/Ada.GitHub.io": "https://ada.github.io/",
	} {
		owner, name, _ := strings.Cut(repository, "/")
		dir := t.TempDir()
		if _, err := Write(dir, Options{Owner: owner, Name: name}, false); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(filepath.Join(dir, "steno.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		if c.BaseURL != want || !c.Publish.RequireReview {
			t.Errorf("%s: baseURL is %q, want %q", repository, c.BaseURL, want)
		}
	}
}

// Files that are there stay, lines are added once, and workflows that waited for the action
// are completed.
func TestWriteAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(".gitignore", "/node_modules/\n/public/")
	put("steno.yaml", "title: Mine\n")
	w, err := Write(dir, Options{}, false)
	if diff := cmp.Diff(Written{New: []string{".github/workflows/steno-pages.yml", ".github/workflows/steno-pull-request.yml", ".gitattributes", ".gitignore"}, Kept: []string{"steno.yaml"}}, w); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, ".gitignore")); string(data) != "/node_modules/\n/public/\n/redactions.json\n/.steno-review-key\n" {
		t.Errorf(".gitignore is %q", data)
	}
	if info, err := os.Stat(filepath.Join(dir, ".gitignore")); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf(".gitignore may be read by others than before: %v, %v", info.Mode(), err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.steno-new")); err != nil || len(left) > 0 {
		t.Errorf("files of the writing are left: %v, %v", left, err)
	}
	w, err = Write(dir, Options{Action: known}, false)
	if diff := cmp.Diff(Written{New: []string{".github/workflows/steno-pages.yml", ".github/workflows/steno-pull-request.yml"}, Kept: []string{"steno.yaml"}}, w); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	put(".github/workflows/steno-pages.yml", "name: mine\n")
	w, err = Write(dir, Options{Action: known}, false)
	if len(w.New) > 0 || len(w.Kept) != 3 || err != nil {
		t.Errorf("%v: %+v", err, w)
	}
	if w, err = Write(dir, Options{Action: known}, true); len(w.New) != 2 || len(w.Kept) != 0 || err != nil {
		t.Errorf("%v: %+v", err, w)
	}
}

func TestParseAction(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Action{
		"ada/steno": {Repository: "ada/steno"}, " ada/steno@v1.2.3\n": {Repository: "ada/steno", Ref: "v1.2.3"}, "ada/steno@feature/x": {Repository: "ada/steno", Ref: "feature/x"},
		"ada": {}, "": {}, "ada/steno/x": {}, "ada/steno@": {}, "ada/steno@v1\nrun: x": {}, "ada/steno #": {}, "./steno": {},
	} {
		got, err := ParseAction(text)
		if got != want || (err == nil) != (want.Repository != "") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}
