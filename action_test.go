package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// github is a stub of the part of GitHub's REST interface that the action uses.
type github struct {
	mu       sync.Mutex
	comments []comment
	fails    int // answers with 500 that are still to come
	forbid   bool
	calls    []string
}

type comment struct {
	ID   int    `json:"id"`
	Body string `json:"body"`
}

func (g *github) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls = append(g.calls, r.Method)
	if g.fails > 0 {
		g.fails--
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if r.Header.Get("Authorization") != "Bearer secret" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if r.Method == http.MethodGet {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		from := min(len(g.comments), (page-1)*100)
		json.NewEncoder(w).Encode(append([]comment{}, g.comments[from:min(len(g.comments), from+100)]...))
		return
	}
	if g.forbid {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	var c comment
	data, _ := io.ReadAll(r.Body)
	if json.Unmarshal(data, &c) != nil || utf8.RuneCountInString(c.Body) > 65_536 {
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	if r.Method == http.MethodPatch {
		for i := range g.comments {
			if strings.HasSuffix(r.URL.Path, fmt.Sprintf("/issues/comments/%d", g.comments[i].ID)) {
				g.comments[i].Body = c.Body
			}
		}
		return
	}
	c.ID = 1000 + len(g.comments)
	g.comments = append(g.comments, c)
	w.WriteHeader(http.StatusCreated)
}

// comment runs the step with a body; it gives what stands in the job's summary.
func (g *github) comment(t *testing.T, body, token string) (summary string, err error) {
	t.Helper()
	for _, program := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the steps of the action are NOT tested: no %s here", program)
		}
	}
	server := httptest.NewServer(g)
	defer server.Close()
	dir := t.TempDir()
	file, sum := filepath.Join(dir, "comment.md"), filepath.Join(dir, "summary")
	if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", ".github/action/comment.sh")
	cmd.Env = append(os.Environ(), "GITHUB_API_URL="+server.URL, "GITHUB_REPOSITORY=ada/engine", "GITHUB_TOKEN="+token,
		"GITHUB_STEP_SUMMARY="+sum, "STENO_PR=31", "STENO_BODY="+file, "STENO_RETRY_SECONDS=0", "no_proxy=*", "NO_PROXY=*")
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	data, _ := os.ReadFile(sum)
	return string(data), err
}

const marker = "<!-- steno -->\n"

func TestActionComments(t *testing.T) {
	t.Parallel()
	const hostile = "`touch pwned` $(touch pwned) \"quotes\" 'more'\n::set-output name=a::b\n@ada \\ \x00é"
	others := make([]comment, 150)
	for i := range others {
		others[i] = comment{ID: i + 1, Body: "talk about " + marker}
	}
	t.Run("created, then updated in place", func(t *testing.T) {
		t.Parallel()
		g := &github{comments: append([]comment{}, others...)}
		for _, body := range []string{"first", hostile} {
			if _, err := g.comment(t, body, "secret"); err != nil {
				t.Fatal(err)
			}
		}
		if len(g.comments) != len(others)+1 {
			t.Fatalf("there are %d comments", len(g.comments))
		}
		if got := g.comments[len(others)].Body; got != marker+hostile {
			t.Errorf("the comment is %q", got)
		}
		if _, err := os.Stat("pwned"); err == nil {
			t.Error("the body was run")
		}
	})
	t.Run("too long", func(t *testing.T) {
		t.Parallel()
		g := &github{}
		if _, err := g.comment(t, strings.Repeat("é", 100_000), "secret"); err != nil || len(g.comments) != 1 {
			t.Errorf("%v, %d comments", err, len(g.comments))
		}
	})
	t.Run("trouble that passes", func(t *testing.T) {
		t.Parallel()
		g := &github{fails: 2}
		if _, err := g.comment(t, "body", "secret"); err != nil || len(g.comments) != 1 {
			t.Errorf("%v, %d comments", err, len(g.comments))
		}
	})
	t.Run("trouble that stays", func(t *testing.T) {
		t.Parallel()
		g := &github{fails: 1000}
		if _, err := g.comment(t, "body", "secret"); err == nil || len(g.calls) > 10 {
			t.Errorf("%v after %d calls", err, len(g.calls))
		}
	})
	for name, token := range map[string]string{"from a fork": "secret", "without a token": "", "with a bad token": "bad"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &github{forbid: true}
			summary, err := g.comment(t, "body", token)
			if err != nil || summary != "body" {
				t.Errorf("%v, the summary is %q", err, summary)
			}
		})
	}
}

// The step that runs Steno, with this Steno.
func TestActionRuns(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the steps of the action are NOT tested: building takes seconds")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the steps of the action are NOT tested: no bash here")
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "steno"), ".").CombinedOutput(); err != nil {
		t.Fatalf("building steno: %v\n%s", err, out)
	}
	run := func(env ...string) (string, error) {
		output := filepath.Join(t.TempDir(), "output")
		cmd := exec.Command("bash", ".github/action/run.sh")
		cmd.Env = append(os.Environ(), append(env, "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+t.TempDir(), "STENO_SOURCE=testdata/example\n", "GITHUB_OUTPUT="+output)...)
		out, err := cmd.CombinedOutput()
		data, _ := os.ReadFile(output)
		return string(data) + string(out), err
	}
	site := filepath.Join(t.TempDir(), "site; touch pwned")
	if out, err := run("STENO_MODE=pages", "STENO_DESTINATION="+site, "STENO_BASE_URL=https://ada.example/s/"); err != nil || !strings.Contains(out, "path="+site) {
		t.Errorf("pages: %v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(site, "index.html")); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ pr, branch, want string }{{"31", "", "found=true"}, {"9999", "catalogue", "found=true"}, {"9999", "no-such", "found=false"}, {"9999", "", "found=false"}} {
		dir := t.TempDir()
		out, err := run("STENO_MODE=pr", "STENO_DESTINATION="+dir, "STENO_PR="+c.pr, "STENO_BRANCH="+c.branch, "STENO_MAX_SIZE=20MB")
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%v: %v: %s", c, err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "sessions.html")); (err == nil) != (c.want == "found=true") {
			t.Errorf("%v: %v", c, err)
		}
	}
	if out, err := run("STENO_MODE=other"); err == nil {
		t.Errorf("a mode that does not exist is accepted: %s", out)
	}
	if _, err := os.Stat("pwned"); err == nil {
		t.Error("an input was run")
	}
}
