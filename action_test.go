package main

import (
	"cmp"
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
	login    string // of the token's user; a job's own token is not allowed to ask
	comments []comment
	fails    int // answers with 500 that are still to come
	forbid   bool
	locked   bool // the conversation takes no comments
	proxy    bool // another server answers in its place
	calls    []string
}

type comment struct {
	ID   int    `json:"id"`
	Body string `json:"body"`
	User struct {
		Login string `json:"login"`
	} `json:"user"`
}

// said is a comment of somebody.
func said(id int, login, body string) comment {
	c := comment{ID: id, Body: body}
	c.User.Login = login
	return c
}

// bot writes what jobs write with their own token.
const bot = "github-actions[bot]"

func (g *github) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls = append(g.calls, r.Method)
	if g.fails > 0 {
		g.fails--
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if g.proxy {
		fmt.Fprint(w, "<html>Please log in</html>")
		return
	}
	if r.Header.Get("Authorization") != "Bearer secret" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if r.URL.Path == "/user" {
		if g.login == "" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		json.NewEncoder(w).Encode(map[string]string{"login": g.login})
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
	if g.locked {
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, `{"message": "Validation Failed"}`)
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
	c = said(1000+len(g.comments), cmp.Or(g.login, bot), c.Body)
	g.comments = append(g.comments, c)
	w.WriteHeader(http.StatusCreated)
}

// comment runs the step with a body; it gives what stands in the job's summary.
func (g *github) comment(t *testing.T, body, token string, env ...string) (summary string, err error) {
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
	cmd := exec.Command(bash, ".github/action/comment.sh")
	cmd.Env = append(append(os.Environ(), env...), "GITHUB_API_URL="+server.URL, "GITHUB_REPOSITORY=ada/engine", "GITHUB_TOKEN="+token,
		"GITHUB_STEP_SUMMARY="+sum, "STENO_ACTION_PR=31", "STENO_ACTION_BODY="+file, "STENO_RETRY_SECONDS=0", "no_proxy=*", "NO_PROXY=*")
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
		others[i] = said(i+1, bot, "talk about "+marker)
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
	t.Run("of a run, with a link", func(t *testing.T) {
		t.Parallel()
		g := &github{comments: []comment{said(1, bot, marker+"the sessions")}}
		for _, body := range []string{"first", "second"} {
			if _, err := g.comment(t, body, "secret", "STENO_ACTION_MODE=run", "STENO_ACTION_ARTIFACT=https://ada.example/1"); err != nil {
				t.Fatal(err)
			}
		}
		const want = "<!-- steno run -->\n[Open the session](https://ada.example/1)\n\nsecond"
		if len(g.comments) != 2 || g.comments[0].Body != marker+"the sessions" || g.comments[1].Body != want {
			t.Errorf("the comments are %+v", g.comments)
		}
	})
	for name, c := range map[string]struct{ login, author, want string }{
		"anybody can write the marker": {"", "", bot}, "a user's token": {"grace", "", "grace"}, "an app's token": {"", "steno[bot]", "steno[bot]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &github{login: c.login, comments: []comment{said(1, "eve", marker+"not mine"), said(2, c.want, marker+"mine")}}
			if _, err := g.comment(t, "body", "secret", "STENO_ACTION_AUTHOR="+c.author); err != nil {
				t.Fatal(err)
			}
			if g.comments[0].Body != marker+"not mine" || g.comments[1].Body != marker+"body" || len(g.comments) != 2 {
				t.Errorf("the comments are %+v", g.comments)
			}
		})
	}
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
	t.Run("a comment that is refused", func(t *testing.T) {
		t.Parallel()
		g := &github{locked: true}
		if _, err := g.comment(t, "body", "secret"); err == nil || !strings.Contains(err.Error(), "writing the comment of #31 at http://127.0.0.1") || !strings.Contains(err.Error(), "status 422, Validation Failed") {
			t.Errorf("the error is %v", err)
		}
	})
	t.Run("an answer that is not the API's", func(t *testing.T) {
		t.Parallel()
		g := &github{proxy: true}
		if _, err := g.comment(t, "body", "secret"); err == nil || !strings.Contains(err.Error(), "status 200, but the answer is no list of comments") {
			t.Errorf("the error is %v", err)
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
