package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bash runs the steps of the action. On macOS it is bash 3.2: STENO_BASH names another one to test with.
var bash = func() string {
	if name := os.Getenv("STENO_BASH"); name != "" {
		return name
	}
	return "bash"
}()

// fakeSteno notes how it was called, and ends with the exit code that CODES has for its verb and choice.
const fakeSteno = `#!/usr/bin/env bash
echo "$*" >>"$LOG"
[ "$1" != config ] || printf 'redact:\n  envFiles: %s\n' "${ENV_FILES:-[]}"
for code in $CODES; do
	case "$*" in *"${code%=*}"*) exit "${code#*=}" ;; esac
done
`

// action is a workspace in which the step that runs Steno is tested.
type action struct {
	t        *testing.T
	dir, bin string
	commit   string
}

func newAction(t *testing.T) *action {
	t.Helper()
	for _, program := range []string{bash, "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the steps of the action are NOT tested: no %s here", program)
		}
	}
	a := &action{t: t, dir: t.TempDir(), bin: t.TempDir()}
	if err := os.WriteFile(filepath.Join(a.bin, "steno"), []byte(fakeSteno), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "x"}} {
		if out, err := exec.Command("git", append([]string{"-C", a.dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	out, err := exec.Command("git", "-C", a.dir, "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	a.commit = strings.TrimSpace(string(out))
	return a
}

// run runs the step; it returns its outputs, what it ran, and its exit code.
func (a *action) run(env ...string) (outputs, ran string, code int) {
	a.t.Helper()
	script, err := filepath.Abs(".github/action/run.sh")
	if err != nil {
		a.t.Fatal(err)
	}
	output, log := filepath.Join(a.t.TempDir(), "output"), filepath.Join(a.t.TempDir(), "log")
	cmd := exec.Command(bash, script)
	cmd.Dir = a.dir
	cmd.Env = append(os.Environ(), append([]string{"PATH=" + a.bin + ":" + os.Getenv("PATH"), "GITHUB_OUTPUT=" + output, "LOG=" + log, "CODES=", "TMPDIR=" + a.t.TempDir(), "STENO_ACTION_DESTINATION=out"}, env...)...)
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() < 0 {
		a.t.Fatalf("%v: %s", err, out)
	}
	said, _ := os.ReadFile(output)
	calls, _ := os.ReadFile(log)
	return string(said), string(calls), cmd.ProcessState.ExitCode()
}

// The second look has the flags of what it looks at; without any it runs in old versions of bash, too.
func TestActionLooksWithTheSameFlags(t *testing.T) {
	t.Parallel()
	a := newAction(t)
	outputs, ran, code := a.run("STENO_ACTION_MODE=pages", "STENO_ACTION_CONFIG=a b.yaml", "STENO_ACTION_SOURCE=one\ntwo", "STENO_ACTION_BASE_URL=https://ada.example/")
	want := "build --config a b.yaml --source one --source two --destination out --base-url https://ada.example/\ncheck --site out --config a b.yaml --source one --source two\n"
	if ran != want || code != 0 || outputs != "path=out\n" {
		t.Errorf("exit code %d, ran %q, outputs %q", code, ran, outputs)
	}
	if _, ran, code = a.run("STENO_ACTION_MODE=pages"); ran != "build --destination out\ncheck --site out\n" || code != 0 {
		t.Errorf("without flags: exit code %d, ran %q", code, ran)
	}
	if _, ran, code = a.run("STENO_ACTION_MODE=pr", "STENO_ACTION_PR=31", "STENO_ACTION_SOURCE=one"); code != 0 || !strings.HasSuffix(ran, "\ncheck --site out --source one\n") {
		t.Errorf("a pull request: exit code %d, ran %q", code, ran)
	}
	for _, failing := range []string{"build=1", "build=2", "check=1"} {
		if outputs, _, code := a.run("STENO_ACTION_MODE=pages", "CODES="+failing); code == 0 || outputs != "" {
			t.Errorf("%s: exit code %d, outputs %q", failing, code, outputs)
		}
	}
	if _, ran, code := a.run("STENO_ACTION_MODE=other"); code != 2 || ran != "" {
		t.Errorf("a mode that does not exist: exit code %d, ran %q", code, ran)
	}
}

func TestActionChoosesSessions(t *testing.T) {
	t.Parallel()
	a := newAction(t)
	for _, c := range []struct {
		name     string
		env      []string
		code     int
		found    string
		branches int // how often sessions were chosen by branch
	}{
		{"by number", []string{"STENO_ACTION_BRANCH=fix"}, 0, "true", 0},
		{"by branch", []string{"CODES=--pr=3", "STENO_ACTION_BRANCH=fix"}, 0, "true", 2},
		{"nothing fits", []string{"CODES=--pr=3 --branch=3", "STENO_ACTION_BRANCH=fix"}, 0, "false", 1},
		{"no branch", []string{"CODES=--pr=3"}, 0, "false", 0},
		{"the default branch", []string{"CODES=--pr=3", "STENO_ACTION_BRANCH=trunk", "STENO_ACTION_DEFAULT_BRANCH=trunk"}, 0, "false", 0},
		{"the base branch", []string{"CODES=--pr=3", "STENO_ACTION_BRANCH=next", "STENO_ACTION_BASE_BRANCH=next"}, 0, "false", 0},
		{"a fork's branch", []string{"CODES=--pr=3", "STENO_ACTION_BRANCH=fix", "STENO_ACTION_FORK=true", "STENO_ACTION_FORKS=true"}, 0, "false", 0},
		{"an export that fails", []string{"CODES=--pr=1", "STENO_ACTION_BRANCH=fix"}, 1, "", 0},
		{"wrong usage", []string{"CODES=--pr=2", "STENO_ACTION_BRANCH=fix"}, 2, "", 0},
		{"a crash", []string{"CODES=--pr=137", "STENO_ACTION_BRANCH=fix"}, 137, "", 0},
		{"a branch that fails", []string{"CODES=--pr=3 --branch=1", "STENO_ACTION_BRANCH=fix"}, 1, "", 1},
		{"a file that fails", []string{"CODES=sessions.html=1"}, 1, "", 0},
		{"a leak", []string{"CODES=check=1"}, 1, "", 0},
	} {
		outputs, ran, code := a.run(append(c.env, "STENO_ACTION_MODE=pr", "STENO_ACTION_PR=31")...)
		found := ""
		if _, rest, ok := strings.Cut(outputs, "found="); ok {
			found, _, _ = strings.Cut(rest, "\n")
		}
		if code != c.code || found != c.found || strings.Count(ran, "--branch") != c.branches {
			t.Errorf("%s: exit code %d, want %d; outputs %q, ran %q", c.name, code, c.code, outputs, ran)
		}
	}
}

// The configuration is that of the base branch, and a fork gets nothing that needs secrets.
func TestActionTrustsTheBaseAlone(t *testing.T) {
	t.Parallel()
	a := newAction(t)
	if err := os.WriteFile(filepath.Join(a.dir, "steno.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		env   []string
		code  int
		found string
	}{
		{"the base branch", []string{"STENO_ACTION_BASE_SHA=" + a.commit, "STENO_ACTION_CONFIG=steno.yaml"}, 0, "found=true"},
		{"another commit", []string{"STENO_ACTION_BASE_SHA=" + strings.Repeat("a", 40)}, 2, ""},
		{"a configuration that is new", []string{"STENO_ACTION_BASE_SHA=" + a.commit, "STENO_ACTION_CONFIG=new.yaml"}, 0, "found=false"},
		{"a fork", []string{"STENO_ACTION_FORK=true"}, 0, "found=false"},
		{"a fork that is not let in", []string{"STENO_ACTION_FORK=true", "STENO_ACTION_FORKS=false"}, 0, "found=false"},
		{"what may be a fork", []string{"STENO_ACTION_FORK=maybe"}, 0, "found=false"},
		{"a fork that is let in", []string{"STENO_ACTION_FORK=true", "STENO_ACTION_FORKS=true"}, 0, "found=true"},
		{"a fork without secrets", []string{"STENO_ACTION_FORK=true", "STENO_ACTION_FORKS=true", "ENV_FILES=[a]"}, 0, "found=false"},
		{"an event that hands out secrets", []string{"GITHUB_EVENT_NAME=pull_request_target"}, 2, ""},
		{"secrets", []string{"STENO_ACTION_FORK=false", "ENV_FILES=[a]"}, 0, "found=true"},
		{"a configuration that is broken", []string{"STENO_ACTION_FORK=true", "STENO_ACTION_FORKS=true", "CODES=config=2"}, 2, ""},
	} {
		outputs, ran, code := a.run(append(c.env, "STENO_ACTION_MODE=pr", "STENO_ACTION_PR=31")...)
		if code != c.code || !strings.HasPrefix(outputs, c.found) || c.found == "" && outputs != "" || strings.Contains(ran, "export") != (c.found == "found=true") {
			t.Errorf("%s: exit code %d, want %d; outputs %q, ran %q", c.name, code, c.code, outputs, ran)
		}
	}
}

// later are constructs that bash 3.2 lacks, or gets wrong.
var later = regexp.MustCompile(`\bdeclare -A|\blocal -[nA]|\bmapfile\b|\breadarray\b|\bcoproc\b|\$\{\w+(\^|,)|&>>|\|&|;;?&|\[\[ -v|\bwait -n|printf -v \w+\[|\$\{\w+@\w\}|\$\{\w+\[-|\{\w+\}[<>]`)

// mayBeEmpty are arrays that bash 3.2 counts as unset when they are empty.
var mayBeEmpty = regexp.MustCompile(`(?:^|[^+])"\$\{(config|flags)\[@\]\}"`)

func TestActionRunsInOldBash(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"run.sh", "comment.sh", "install.sh"} {
		data, err := os.ReadFile(filepath.Join(".github", "action", name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			for _, rule := range []*regexp.Regexp{later, mayBeEmpty} {
				if found := rule.FindString(line); found != "" {
					t.Errorf("%s:%d: bash 3.2 does not know %q", name, i+1, found)
				}
			}
		}
	}
}

// Every action that the repository uses, or shows, is pinned by its commit.
func TestActionsArePinned(t *testing.T) {
	t.Parallel()
	uses := regexp.MustCompile(`(?m)^[\s-]*uses: *(\S+)(.*)$`)
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`)
	files := []string{"action.yml"}
	for _, pattern := range []string{".github/workflows/*.yml", "docs/github/*", "docs/*.md", "generator/scaffold/*.yml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	seen := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range uses.FindAllStringSubmatch(string(data), -1) {
			seen++
			if !pinned.MatchString(m[1]) || !strings.HasPrefix(m[2], " # v") {
				t.Errorf("%s: %s%s is not pinned by a commit with its version beside it", name, m[1], m[2])
			}
		}
		if strings.Contains(string(data), "\n  pull_request_target") {
			t.Errorf("%s: runs on pull_request_target", name)
		}
	}
	if seen < 15 {
		t.Errorf("only %d actions were found", seen)
	}
}

// The run of an execution file is exported from that file alone, without the configuration of the
// workspace, which the agent could have changed.
func TestActionExportsRuns(t *testing.T) {
	t.Parallel()
	a := newAction(t)
	file := filepath.Join(a.dir, "claude execution.json")
	for _, name := range []string{file, filepath.Join(a.dir, "steno.yaml")} {
		if err := os.WriteFile(name, []byte("[]"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, summary := filepath.Join(a.dir, "out"), filepath.Join(t.TempDir(), "summary")
	if err := os.MkdirAll(out, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, "comment.md"), []byte("### Kettle\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	outputs, ran, code := a.run("STENO_ACTION_EXECUTION_FILE=claude execution.json", "GITHUB_STEP_SUMMARY="+summary, "STENO_ACTION_BASE_SHA="+strings.Repeat("a", 40))
	want := "export --source FILE FILE --format md --output OUT/comment.md --force\n" +
		"export --source FILE FILE --output OUT/sessions.html --force\ncheck --site OUT --source FILE\n"
	if got := strings.NewReplacer(file, "FILE", out, "OUT").Replace(ran); got != want || code != 0 {
		t.Errorf("exit code %d, ran %q, want %q", code, got, want)
	}
	if want := "found=true\npath=" + out + "/sessions.html\ncomment=" + out + "/comment.md\n"; outputs != want {
		t.Errorf("outputs %q, want %q", outputs, want)
	}
	if data, _ := os.ReadFile(summary); string(data) != "### Kettle\n" {
		t.Errorf("the summary of the job is %q", data)
	}
	for _, c := range []struct {
		name    string
		env     []string
		code    int
		outputs string
	}{
		{"no file", []string{"STENO_ACTION_EXECUTION_FILE=gone.json"}, 0, "found=false\n"},
		{"a configuration that the agent could change", []string{"STENO_ACTION_EXECUTION_FILE=" + file, "STENO_ACTION_CONFIG=steno.yaml", "STENO_ACTION_BASE_SHA=" + strings.Repeat("a", 40)}, 2, ""},
		{"a fork", []string{"STENO_ACTION_EXECUTION_FILE=" + file, "STENO_ACTION_FORK=true"}, 0, "found=false\n"},
		{"an event that hands out secrets", []string{"STENO_ACTION_EXECUTION_FILE=" + file, "GITHUB_EVENT_NAME=pull_request_target"}, 2, ""},
		{"a leak", []string{"STENO_ACTION_EXECUTION_FILE=" + file, "CODES=check=1"}, 1, ""},
		{"an export that fails", []string{"STENO_ACTION_EXECUTION_FILE=" + file, "CODES=export=1"}, 1, ""},
	} {
		if outputs, ran, code := a.run(c.env...); code != c.code || outputs != c.outputs {
			t.Errorf("%s: exit code %d, want %d; outputs %q, ran %q", c.name, code, c.code, outputs, ran)
		}
	}
}
