package main

import (
	"bytes"
	"io"

	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"steno/generator/cli"
)

// elsewhere are documented commands that this test does not run, and why.
var elsewhere = map[string]string{
	"steno serve":  "it does not end; its script tests run it",
	"steno init":   "its script test runs it",
	"steno review": "it asks on a terminal; its script tests run it",
	"steno help":   "words, not a command",
	"steno collect sessions --project . --config steno.yaml": "TestWayToGitHub runs it, in a repository",
	"steno preview":              "words, not a command",
	"steno export --commit HEAD": "it needs the repository of its commits; the script test of steno notes runs it",
	"steno notes":                "it needs the repository of its commits; its script test runs it",
}

// Each command of the documentation, but for that of docs/github, see [TestWayToGitHub], is run as it stands there, in the order of its page, by
// somebody who has the sessions of the example.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the documented commands are NOT tested: building and running takes seconds")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the documented commands are NOT tested: no bash here")
	}
	bin := installed(t)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	run := 0
	for _, page := range append(pages, "README.md") {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		home := newHome(t)
		for _, line := range documented(string(data)) {
			if reason, skip := skipped(line); skip {
				t.Logf("%s: %s is not run: %s", page, line, reason)
				continue
			}
			run++
			cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
			cmd.Dir = filepath.Join(home, "work")
			cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, ".cache"), "PATH="+bin+":"+os.Getenv("PATH"), "TZ=UTC")
			cmd.WaitDelay = 10 * time.Second
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %s: %v\n%.600s", page, line, err, out)
			}
		}
	}
	if run < 20 {
		t.Errorf("only %d commands were found", run)
	}
}

var sourceFile = regexp.MustCompile(`\b(?:generator|parser|theme|bench|tier|docs)/[\w/.-]+\.(?:go|yml|html|css)\b`)

// Each file of the repository that a document names is there.
func TestNamedFiles(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/github/*.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			data, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range sourceFile.FindAllString(string(data), -1) {
				if _, err := os.Stat(name); err != nil {
					t.Errorf("%s names %s, which does not exist", page, name)
				}
			}
		}
	}
}

var (
	version = regexp.MustCompile(`^## (Unreleased|\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d)$`)
	change  = regexp.MustCompile(`^### (Added|Changed|Deprecated|Removed|Fixed|Security)$`)
)

// The changelog has the form of Keep a Changelog, and each of its changes is one that can be read at a glance: a diary of the work on a version would be
// hundreds of long lines.
func TestChangelog(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	const most = 60
	changes, length := 0, 0 // of the version, of the change
	for line := range strings.Lines(string(data) + "\n") {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "## "):
			changes = 0
			if !version.MatchString(line) {
				t.Errorf("%q: write \"## Unreleased\" or \"## 1.2.3 - 2026-01-31\"", line)
			}
		case strings.HasPrefix(line, "### ") && !change.MatchString(line):
			t.Errorf("%q is no kind of change", line)
		case line == "":
			length = 0
		case strings.HasPrefix(line, "- "):
			length = 0
			if changes++; changes == most+1 {
				t.Errorf("more than %d changes in a version at %q: join those of one feature", most, line)
			}
		}
		if length += len(line); length > 400 {
			t.Errorf("the change that ends in %q is longer than 400 characters", line)
		}
	}
}

func skipped(line string) (string, bool) {
	if strings.Contains(line, "<") {
		return "it has places to fill in", true
	}
	if _, err := exec.LookPath("jq"); err != nil && strings.Contains(line, "| jq ") {
		return "there is no jq here", true
	}
	for prefix, reason := range elsewhere {
		if line == prefix || strings.HasPrefix(line, prefix+" ") {
			return reason, true
		}
	}
	return "", false
}

// documented finds the commands of a page: lines of code that begin with steno.
func documented(text string) []string {
	var commands []string
	fenced, shell := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "```"); ok {
			fenced = !fenced
			shell = fenced && (rest == "sh" || rest == "bash")
			continue
		}
		code, indented := strings.CutPrefix(line, "    ")
		if shell {
			code = line
		}
		if (shell || indented && !fenced) && (code == "steno" || strings.HasPrefix(code, "steno ")) {
			commands = append(commands, strings.TrimSpace(code))
		}
	}
	return commands
}

// newHome is the home of somebody who works on the project in ~/work, has the sessions of
// the example where Claude Code keeps them, and an archive.
func newHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	work := filepath.Join(home, "work")
	for _, dir := range []string{".codex/sessions", ".pi/agent/sessions"} { // other agents, without sessions
		if err := os.MkdirAll(filepath.Join(home, filepath.FromSlash(dir)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{filepath.Join(home, ".claude", "projects"), filepath.Join(home, "archive"), filepath.Join(home, "sessions"), filepath.Join(work, "archive"), filepath.Join(work, "sessions")} {
		if err := os.CopyFS(dir, os.DirFS("testdata/example")); err != nil {
			t.Fatal(err)
		}
	}
	projects := filepath.Join(home, ".claude", "projects")
	names, err := filepath.Glob(filepath.Join(projects, "-home-jonas-*", "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("the example has no sessions: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.ReplaceAll(data, []byte("/home/jonas/web/seedshop"), []byte(work))
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, "session.jsonl"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

var (
	repositoryFile = regexp.MustCompile(`\bdocs/|\b(?:[A-Z]{4,}|[a-z-]+)\.md\b`)
	pageLink       = regexp.MustCompile(`\[([a-z-]+\.md)\]\(([a-z-]+\.md)\)`)
	helpCommand    = regexp.MustCompile(`steno help ([a-z][\w.-]*)`)
)

// People who have only the program can read what its texts name: the texts name no file of the repository but commands that print its pages.
func TestProgramNamesNoFileOfTheRepository(t *testing.T) {
	t.Parallel()
	ours := map[string]bool{"export.md": true, "index.md": true, "summary.md": true, "SKILL.md": true, "CLAUDE.md": true, "AGENTS.md": true, "MEMORY.md": true}
	commands := map[string]bool{}
	texts, err := os.ReadFile("testdata/texts.txt") // see TestTexts
	if err != nil {
		t.Fatal(err)
	}
	file := ""
	for text := range strings.Lines(string(texts)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(text), "== "); ok {
			file = name
		}
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		links := pageLink.ReplaceAllString(helpCommand.ReplaceAllString(text, ""), "") // of docs/configuration.md; the schema names commands
		for _, name := range repositoryFile.FindAllString(links, -1) {
			if !ours[name] {
				t.Errorf("%s names %s, which users of the program do not have: %s", file, name, text)
			}
		}
		for _, m := range helpCommand.FindAllStringSubmatch(text, -1) {
			commands[strings.TrimSuffix(m[1], ".")] = true
		}
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages: %v", len(pages), err)
	}
	for _, p := range pages {
		commands[p] = true
	}
	for name := range commands {
		var out, said bytes.Buffer
		if code := cli.Main([]string{"help", name}, strings.NewReader(""), &out, &said, bundled); code != 0 || out.Len() < 100 {
			t.Errorf("steno help %s: exit code %d, %d bytes, %s", name, code, out.Len(), &said)
		}
		for _, m := range helpCommand.FindAllStringSubmatch(out.String(), -1) {
			if name := strings.TrimSuffix(m[1], "."); !commands[name] && cli.Main([]string{"help", name}, strings.NewReader(""), io.Discard, &said, bundled) != 0 {
				t.Errorf("a page names steno help %s: %s", name, &said)
			}
		}
	}
}
