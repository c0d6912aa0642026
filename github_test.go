package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// planted is what must never leave the machine.
var planted = []string{
	"ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "hunter2-" + "correct-horse-battery", "AKIA" + "IOSFODNN7EXAMPL2", "rarotonga", "elsewhere-project", "only in the history",
}

// machine is somebody's: with a home, a repository in it, and a bare one that it is pushed to.
type machine struct {
	t                          *testing.T
	dir, home, work, bare, bin string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the way to GitHub is NOT tested: its paths are those of other systems")
	}
	for _, program := range []string{bash, "git", "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the way to GitHub is NOT tested: no %s here", program)
		}
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, dir: dir, home: filepath.Join(dir, "people", "ada"), bare: filepath.Join(dir, "bare.git"), bin: filepath.Join(dir, "bin")}
	m.work = filepath.Join(m.home, "my 'odd' Prøject")
	for _, dir := range []string{m.work, m.bin} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w -X steno/generator/cli.repository=ada/steno -X steno/generator/cli.release=v9.8.7", "-o", filepath.Join(m.bin, "steno"), ".")
	if released() != "" {
		build = exec.Command("cp", released(), filepath.Join(m.bin, "steno"))
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	m.run(m.dir, "git init -q --bare -b main bare.git")
	m.run(m.work, "git init -q -b main && git remote add origin ../../../bare.git && git config push.autoSetupRemote true && git config push.default current && git config user.name ada && git config user.email ada@example.org")
	return m
}

// run runs a line of shell in a folder; it returns what was printed.
func (m *machine) run(dir, line string, env ...string) string {
	m.t.Helper()
	cmd := exec.Command(bash, "-c", line)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "HOME="+m.home, "TMPDIR="+m.t.TempDir(), "XDG_CACHE_HOME="+filepath.Join(m.home, ".cache"), "CLAUDE_CONFIG_DIR=", "PATH="+m.bin+":"+os.Getenv("PATH"), "no_proxy=*", "NO_PROXY=*"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		m.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// session leaves a transcript as Claude Code does.
func (m *machine) session(id, cwd, branch, title string, more ...string) {
	m.t.Helper()
	record := func(n, kind, content string) string {
		return `{"type":"` + kind + `","uuid":"` + id[:8] + `-0000-4000-8000-00000000000` + n + `","parentUuid":null,"sessionId":"` + id + `","cwd":"` + cwd + `","gitBranch":"` + branch +
			`","version":"2.1.2","timestamp":"2026-01-02T09:00:0` + n + `Z","message":{"role":"` + kind + `","content":` + content + `}}` + "\n"
	}
	text := record("1", "user", `"`+title+`"`)
	for i, m := range more {
		text += record(string(rune('2'+i)), "user", m)
	}
	m.write(filepath.Join(m.home, ".claude", "projects", strings.ReplaceAll(cwd, "/", "-"), id+".jsonl"), text)
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// clean fails when data holds something planted, as it is or as Base64.
func (m *machine) clean(what string, data []byte) {
	m.t.Helper()
	for _, secret := range planted {
		if bytes.Contains(data, []byte(secret)) || bytes.Contains(data, []byte(base64.StdEncoding.EncodeToString([]byte(secret)))) {
			i := bytes.Index(data, []byte(secret))
			m.t.Errorf("%s holds %q: %q", what, secret, data[max(0, i-100):min(len(data), max(i, 0)+100)])
		}
	}
}

// cleanFolder looks into all files of a folder.
func (m *machine) cleanFolder(dir string) {
	m.t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(name)
		m.clean(name, data)
		return err
	})
	if err != nil || files == 0 {
		m.t.Errorf("%s has %d files: %v", dir, files, err)
	}
}

// step is a step of a workflow that was pushed: what it gives the action.
func (m *machine) step(workspace, name string) []string {
	m.t.Helper()
	data, err := os.ReadFile(filepath.Join(workspace, ".github", "workflows", name))
	if err != nil {
		m.t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(data, &workflow); err != nil {
		m.t.Fatal(err)
	}
	for _, job := range workflow.Jobs {
		for _, s := range job.Steps {
			if strings.HasPrefix(s.Uses, "ada/steno@") || released() != "" && s.With["config"] != "" {
				return []string{"STENO_ACTION_MODE=" + s.With["mode"], "STENO_ACTION_SOURCE=" + s.With["source"], "STENO_ACTION_CONFIG=" + s.With["config"], "STENO_ACTION_DESTINATION=" + s.With["destination"]}
			}
		}
	}
	m.t.Fatalf("%s does not run the action:\n%s", name, data)
	return nil
}

// documentedBlocks are the blocks of shell in a page.
func documentedBlocks(t *testing.T, page string) (blocks []string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(data), "```") {
		if code, ok := strings.CutPrefix(part, "sh\n"); ok && i%2 == 1 {
			blocks = append(blocks, code)
		}
	}
	return blocks
}

// onTerminal runs the review of a block on a terminal, and keeps all values redacted there.
func onTerminal(block string) string {
	var b strings.Builder
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "steno review") {
			line = fmt.Sprintf("printf 'K\\nK\\nK\\nK\\nK\\nK\\n' | script -qec %q /dev/null\n", strings.TrimSpace(line))
		}
		b.WriteString(line)
	}
	return b.String()
}

// afterText returns what follows a text in a file.
func afterText(t *testing.T, file, text string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(data), text)
	if !ok {
		t.Fatalf("%s has no %q", file, text)
	}
	return after
}

// Who follows docs/github/README.md word by word in a fresh repository gets a site and the comment of a
// pull request, and pushes nothing that is not redacted.
func TestWayToGitHub(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the way to GitHub is NOT tested: building and running takes seconds")
	}
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("the way to GitHub is NOT tested: the review needs a terminal, which script(1) makes")
	}
	m := newMachine(t)
	if got := m.run(m.work, "steno version"); !strings.HasPrefix(got, "steno v9.8.7 (") && released() == "" {
		t.Errorf("the version of the image is %q", got)
	}
	blocks := documentedBlocks(t, "docs/github/README.md")
	if len(blocks) != 3 {
		t.Fatalf("the page has %d blocks of shell", len(blocks))
	}
	// The README has a shorter form of the first block: the same commands, without the ones that look at the result.
	recipe, _, _ := strings.Cut(afterText(t, "README.md", "**GitHub Pages.**"), "\nThen ")
	for line := range strings.Lines(strings.NewReplacer(" && ", "\n    ", "; ", "\n    ").Replace(recipe)) {
		if line, code := strings.CutPrefix(line, "    "); code {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); !strings.Contains("\n"+blocks[0], "\n"+line+"\n") {
				t.Errorf("the README has the command %q, which is not run", line)
			}
		}
	}
	document := `[{"type":"document","source":{"type":"base64","media_type":"text/plain","data":"` + base64.StdEncoding.EncodeToString([]byte("export AWS_ACCESS_KEY_ID="+planted[2]+" \n")) + `"}}]`
	pdf := `[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"` + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n\x00"+planted[0])) + `"}}]`
	m.session("11111111-0000-4000-8000-000000000001", m.work, "main", "Oil the engine with "+planted[0], `"DB_PASSWORD=`+planted[1]+`"`, `"it is `+planted[1]+` you know, in /home/`+planted[3]+`/notes"`, `"HOME=`+m.home+`"`, document, pdf)
	m.session("99999999-0000-4000-8000-000000000001", filepath.Join(m.home, "other"), "main", planted[4])
	m.write(filepath.Join(m.home, ".claude", "history.jsonl"), `{"display":"`+planted[5]+`","project":"`+m.work+`"}`+"\n")

	m.run(m.work, "set -e\n"+onTerminal(blocks[0]))
	m.run(m.work, "git switch -q -c fix")
	m.session("22222222-0000-4000-8000-000000000001", m.work, "fix", "Mend the lamp with "+planted[0])
	m.session("33333333-0000-4000-8000-000000000001", m.work, "elsewhere", "Paint the door, not with "+planted[0])
	m.links("33333333-0000-4000-8000-000000000001", 32)
	m.run(m.work, "set -e\n"+onTerminal(blocks[1]))
	by, _, _ := strings.Cut(afterText(t, "README.md", "**A pull request.**"), "\n[")
	if n := strings.Count(by, "\n    steno export"); n != 2 { // of what was collected, where no directory has its full path
		t.Errorf("the README exports %d times for a pull request", n)
	}
	for line := range strings.Lines(by) {
		if line, ok := strings.CutPrefix(line, "    "); ok {
			m.run(m.work, line)
		}
	}
	objects := []byte(m.run(m.bare, "git cat-file --batch-all-objects --batch; git for-each-ref"))
	m.clean("what was pushed", objects)
	if bytes.Contains(objects, []byte(m.home)) {
		t.Error("the home directory was pushed")
	}
	if !bytes.Contains(objects, []byte("Oil the engine")) || !bytes.Contains(objects, []byte("Mend the lamp")) {
		t.Error("the sessions were not pushed")
	}

	m.branch(blocks[2])
	workspace := filepath.Join(m.dir, "pages")
	m.run(m.dir, "git clone -q -b main bare.git pages")
	script, err := filepath.Abs(".github/action/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	m.run(workspace, bash+" "+script, append(m.step(workspace, "steno-pages.yml"), "STENO_ACTION_DESTINATION=public", "STENO_ACTION_BASE_URL=https://ada.github.io/engine/", "GITHUB_OUTPUT="+filepath.Join(m.dir, "out1"))...)
	if _, err := os.Stat(filepath.Join(workspace, "public", "sessions", "11111111-0000-4000-8000-000000000001", "index.html")); err != nil {
		t.Error(err)
	}
	m.cleanFolder(filepath.Join(workspace, "public"))
	m.pullRequest(script)
	m.forks(script)
}

// branch publishes the site as a branch, twice: the second time with the same commands, and without the first commit.
func (m *machine) branch(block string) {
	m.t.Helper()
	as := []string{"GIT_AUTHOR_NAME=ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_COMMITTER_NAME=ada", "GIT_COMMITTER_EMAIL=ada@example.org"}
	for range 2 {
		m.run(m.work, "set -e\n"+block, as...)
	}
	if n := strings.TrimSpace(m.run(m.bare, "git rev-list --count gh-pages")); n != "1" {
		m.t.Errorf("the branch of the site has %s commits", n)
	}
	m.run(m.dir, "git clone -q -b gh-pages bare.git branch && rm -rf branch/.git && diff -r -x .git "+shellQuoted(filepath.Join(m.work, "public"))+" branch")
	for _, name := range []string{".nojekyll", "404.html", "index.html", filepath.Join("sessions", "22222222-0000-4000-8000-000000000001", "index.html")} {
		if _, err := os.Stat(filepath.Join(m.dir, "branch", name)); err != nil {
			m.t.Error(err)
		}
	}
	m.cleanFolder(filepath.Join(m.dir, "branch"))
}

// shellQuoted writes a name as one word of a command line.
func shellQuoted(name string) string { return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'" }

// pullRequest does what the workflow of pull requests does.
func (m *machine) pullRequest(script string) {
	m.t.Helper()
	workspace, output := filepath.Join(m.dir, "base"), filepath.Join(m.dir, "out2")
	m.run(m.dir, "git clone -q -b main bare.git base && git clone -q -b fix bare.git base/pull-request")
	base := strings.TrimSpace(m.run(workspace, "git rev-parse HEAD"))
	m.run(workspace, bash+" "+script, append(m.step(workspace, "steno-pull-request.yml"), "STENO_ACTION_PR=31", "STENO_ACTION_BRANCH=fix", "STENO_ACTION_BASE_BRANCH=main", "STENO_ACTION_DEFAULT_BRANCH=main", "STENO_ACTION_BASE_SHA="+base, "STENO_ACTION_FORK=false", "GITHUB_OUTPUT="+output)...)
	m.cleanFolder(filepath.Join(workspace, "review"))
	said, err := os.ReadFile(output)
	if err != nil || !strings.Contains(string(said), "found=true\npath=review/sessions.html\ncomment=review/comment.md\n") {
		m.t.Fatalf("the outputs are %q: %v", said, err)
	}
	g := &github{}
	server := httptest.NewServer(g)
	defer server.Close()
	m.run(workspace, bash+" "+filepath.Join(filepath.Dir(script), "comment.sh"), "GITHUB_API_URL="+server.URL, "GITHUB_REPOSITORY=ada/engine", "GITHUB_TOKEN=secret", "STENO_ACTION_PR=31", "STENO_ACTION_BODY=review/comment.md")
	if len(g.comments) != 1 || !strings.Contains(g.comments[0].Body, "Mend the lamp") || strings.Contains(g.comments[0].Body, "Oil the engine") {
		m.t.Errorf("the comments are %+v", g.comments)
	}
	for _, c := range g.comments {
		m.clean("the comment", []byte(c.Body))
	}
}

// links adds the record of a pull request to a session.
func (m *machine) links(id string, pr int) {
	m.t.Helper()
	files, err := filepath.Glob(filepath.Join(m.home, ".claude", "projects", "*", id+".jsonl"))
	if err != nil || len(files) != 1 {
		m.t.Fatalf("%s is in %q: %v", id, files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		m.t.Fatal(err)
	}
	m.write(files[0], fmt.Sprintf(`%s{"type":"pr-link","sessionId":%q,"timestamp":"2026-01-02T09:00:09Z","prNumber":%d,"prUrl":"https://github.com/ada/engine/pull/%d","prRepository":"ada/engine"}`+"\n", data, id, pr, pr))
}

// forks does what the workflow does for pull requests from forks, which has no secrets and may not write: nothing
// is exported, unless forks are let in, and then only sessions that record the number.
func (m *machine) forks(script string) {
	m.t.Helper()
	for _, c := range []struct {
		name, config string
		env          []string
		title        string // of the session that is exported, "" for none
	}{
		{"not let in", "", []string{"STENO_ACTION_PR=32", "STENO_ACTION_FORKS=false"}, ""},
		{"let in", "", []string{"STENO_ACTION_PR=32", "STENO_ACTION_FORKS=true"}, "Paint the door"},
		{"let in, no session records the number", "", []string{"STENO_ACTION_PR=31", "STENO_ACTION_FORKS=true"}, ""},
		{"let in where redaction needs secrets", "redact: {envFiles: [.env]}\n", []string{"STENO_ACTION_PR=32", "STENO_ACTION_FORKS=true"}, ""},
	} {
		m.t.Run("a fork "+c.name, func(t *testing.T) {
			dir := t.TempDir()
			// The machine of the job knows neither the home of who collected nor the key of the review.
			job := &machine{t: t, dir: dir, home: filepath.Join(dir, "runner"), bin: m.bin}
			job.run(dir, "git clone -q -b main "+m.bare+" base && git clone -q -b fix "+m.bare+" base/pull-request")
			workspace, output, summary := filepath.Join(dir, "base"), filepath.Join(dir, "outputs"), filepath.Join(dir, "summary")
			if c.config != "" {
				job.write(filepath.Join(workspace, "steno.yaml"), c.config)
			}
			base := strings.TrimSpace(job.run(workspace, "git rev-parse HEAD"))
			env := append(job.step(workspace, "steno-pull-request.yml"), "STENO_ACTION_BRANCH=fix", "STENO_ACTION_BASE_BRANCH=main", "STENO_ACTION_DEFAULT_BRANCH=main", "STENO_ACTION_BASE_SHA="+base, "STENO_ACTION_FORK=true", "GITHUB_OUTPUT="+output, "STENO_REVIEW_KEY=")
			job.run(workspace, bash+" "+script, append(env, c.env...)...)
			said, err := os.ReadFile(output)
			if found := strings.HasPrefix(string(said), "found=true\n"); err != nil || found != (c.title != "") {
				t.Fatalf("the outputs are %q: %v", said, err)
			}
			if c.title == "" {
				for _, name := range []string{"sessions.html", "comment.md"} {
					if _, err := os.Stat(filepath.Join(workspace, "review", name)); err == nil {
						t.Errorf("%s was written", name)
					}
				}
				return
			}
			job.cleanFolder(filepath.Join(workspace, "review"))
			g := &github{forbid: true}
			server := httptest.NewServer(g)
			defer server.Close()
			job.run(workspace, bash+" "+filepath.Join(filepath.Dir(script), "comment.sh"), "GITHUB_API_URL="+server.URL, "GITHUB_REPOSITORY=ada/engine", "GITHUB_TOKEN=secret", "STENO_ACTION_PR=32", "STENO_ACTION_BODY=review/comment.md", "GITHUB_STEP_SUMMARY="+summary)
			text, err := os.ReadFile(summary)
			if err != nil || !strings.Contains(string(text), c.title) || strings.Contains(string(text), "Mend the lamp") || len(g.comments) != 0 {
				t.Errorf("the summary of the job is %q, the comments are %+v: %v", text, g.comments, err)
			}
			job.clean("the summary", text)
		})
	}
}
