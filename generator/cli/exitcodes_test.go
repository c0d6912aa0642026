package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/secondlook"
)

// verbCase is one way in which a verb ends. In args DIR is a folder of its own, with the
// configurations and the transcripts of [exitFolder].
type verbCase struct {
	code int
	args string
}

// verbCases has at least one case of each exit code that a verb can have. What is interrupted is
// tested with the case that is done.
var verbCases = map[string][]verbCase{
	"build": {
		{exitOK, "-s DIR/good -d DIR/site"},
		{exitFailed, "-s DIR/damaged -d DIR/site --strict"},
		{exitFailed, "--config DIR/review.yaml -s DIR/secret -d DIR/site"},
		{exitUsage, "--nope"}, {exitUsage, "extra"}, {exitUsage, "-s DIR/none -d DIR/site"}, {exitUsage, "-s DIR/good -d DIR/text.txt"},
		{exitUsage, "-s DIR/good -d DIR/text.txt/site"}, {exitUsage, "-s DIR/good -d DIR/good/site"}, {exitUsage, "-s DIR/text.txt -d DIR/site"},
		{exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "--config DIR/none.yaml"}, {exitUsage, "--shard 3/2"},
		{exitUsage, "--config DIR/theme.yaml -s DIR/good -d DIR/site"},
	},
	"serve": {
		{exitUsage, "--port 70000"}, {exitUsage, "--no-build -d DIR/none"}, {exitUsage, "-s DIR/none -d DIR/site --no-watch --port 0"}, {exitUsage, "--config DIR/bad.yaml"},
	},
	"export": {
		{exitOK, "-s DIR/good --latest -o DIR/out.html"},
		{exitFailed, "-s DIR/damaged --latest --strict -o DIR/out.html"},
		{exitUsage, "-s ../../testdata/example"}, {exitUsage, "-s DIR/none --latest"}, {exitUsage, "-s DIR/good --latest --format pdf"}, {exitUsage, "-s DIR/good --latest --since then"},
		{exitUsage, "-s DIR/good --latest -o DIR/text.txt"}, {exitUsage, "-s DIR/good --latest -o DIR/none/out.html"}, {exitUsage, "--config DIR/bad.yaml --latest"},
		{exitNothingFits, "-s DIR/good --pr 99 -o DIR/out.html"}, {exitNothingFits, "-s DIR/good no-such-id"}, {exitNothingFits, "-s DIR/good --latest --branch none"},
	},
	"list": {
		{exitOK, "-s DIR/good"}, {exitUsage, "-s DIR/none"}, {exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "-s DIR/text.txt"},
	},
	"notes": {
		{exitOK, "-s DIR/good --repository DIR/repo"}, {exitUsage, "-s DIR/good --repository DIR/good"}, {exitUsage, "-s DIR/none --repository DIR/repo"},
		{exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "extra"},
	},
	"check": {
		{exitOK, "-s DIR/good"}, {exitFailed, "-s DIR/damaged --strict"}, {exitFailed, "-s DIR/secret"},
		{exitOK, "--site DIR/good"}, {exitFailed, "--site DIR/secret"},
		{exitUsage, "-s DIR/none"}, {exitUsage, "--site DIR/none"}, {exitUsage, "--site DIR/empty"}, {exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "-s DIR/text.txt"},
	},
	"search": {
		{exitOK, "-s DIR/good engine"}, {exitUsage, ""}, {exitUsage, "-s DIR/none words"}, {exitUsage, "--site DIR/none words"}, {exitUsage, "--site DIR/good words"},
		{exitUsage, "-s DIR/good words --limit -1"}, {exitUsage, "--config DIR/bad.yaml words"}, {exitNothingFits, "-s DIR/good nonexistentword"},
	},
	"mcp": {
		{exitOK, "-s DIR/good"}, {exitUsage, "-s DIR/none"}, {exitUsage, "--site DIR/good"}, {exitUsage, "--site DIR/none"}, {exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "extra"},
	},
	"review": {
		{exitOK, "--config DIR/reviewed.yaml -s DIR/good --migrate"}, {exitUsage, "--config DIR/good.yaml -s DIR/good"}, {exitUsage, "--config DIR/none.yaml"},
		{exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "--config DIR/good.yaml -s DIR/none --migrate"}, {exitUsage, "extra"},
	},
	"collect": {
		{exitOK, "DIR/archive -s DIR/claude --machine m"},
		{exitUsage, ""}, {exitUsage, "DIR/archive -s DIR/none"}, {exitUsage, "DIR/archive -s DIR/claude --machine a/b"},
		{exitUsage, "DIR/archive -s DIR/claude --redact --config DIR/bad.yaml"}, {exitUsage, "DIR/text.txt -s DIR/claude"}, {exitUsage, "DIR/text.txt/archive -s DIR/claude"},
	},
	"merge": {
		{exitUsage, ""}, {exitUsage, "DIR/none -d DIR/site"}, {exitUsage, "DIR/good -d DIR/site"}, {exitUsage, "DIR/good --config DIR/bad.yaml"},
	},
	"init": {
		{exitOK, "DIR/new"}, {exitUsage, "DIR/none"}, {exitUsage, "DIR/text.txt"}, {exitUsage, "a b"},
	},
	"config": {
		{exitOK, "--config DIR/good.yaml"}, {exitUsage, "--config DIR/bad.yaml"}, {exitUsage, "--config DIR/none.yaml"}, {exitUsage, "extra"},
	},
	"theme": {
		{exitOK, "list"}, {exitOK, "eject DIR/look"}, {exitOK, "preview -d DIR/preview"},
		{exitUsage, "lsit"}, {exitUsage, "eject DIR/text.txt"}, {exitUsage, "eject DIR/look --only none"}, {exitUsage, "preview --config DIR/theme.yaml -d DIR/preview"}, {exitUsage, "list --config DIR/bad.yaml"},
	},
	"cache":      {{exitOK, "--config DIR/cache.yaml"}, {exitOK, "clean --config DIR/cache.yaml"}, {exitUsage, "claen"}, {exitUsage, "--config DIR/good.yaml"}, {exitUsage, "clean --config DIR/bad.yaml"}},
	"demo":       {{exitOK, "-d DIR/demo"}, {exitUsage, "-d DIR/good"}, {exitUsage, "extra"}},
	"version":    {{exitOK, ""}, {exitUsage, "extra"}},
	"man":        {{exitOK, "DIR/man"}, {exitUsage, ""}, {exitUsage, "DIR/text.txt/man"}},
	"completion": {{exitOK, "bash"}, {exitUsage, "--nope"}},
	"help":       {{exitOK, "build"}},
}

// exitFolder makes the folder that the cases use.
func exitFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	line := func(text string) string {
		return `{"type":"user","uuid":"aaaaaaaa-0000-4000-8000-000000000001","parentUuid":null,"sessionId":"11111111-0000-4000-8000-000000000001","cwd":"/home/ada/engine","timestamp":"2025-03-02T09:00:00Z","message":{"role":"user","content":"` + text + `"}}` + "\n"
	}
	for name, text := range map[string]string{
		"good/p/11111111-0000-4000-8000-000000000001.jsonl":            line("Look at the engine"),
		"claude/projects/p/11111111-0000-4000-8000-000000000001.jsonl": line("Look at the engine"),
		"damaged/p/11111111-0000-4000-8000-000000000001.jsonl":         line("Look at the engine") + "{\"type\":\n",
		"secret/p/11111111-0000-4000-8000-000000000001.jsonl":          line("The token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
		"text.txt":                        "x",
		"pages/steno-manifest.json":       "{}",
		"page.html":                       "x",
		"broken.zip":                      "PK\x03\x04",
		"broken.tar.gz":                   "\x1f\x8b\x08x",
		"broken.tar.zst":                  "no zstd at all",
		"repo/.git/HEAD":                  "ref: refs/heads/main\n",
		"good.yaml":                       "cache: 'off'\n",
		"missing.yaml":                    "cache: 'off'\nsources: [nowhere]\n",
		"cache.yaml":                      "cache: cache\n",
		"review.yaml":                     "cache: 'off'\npublish: {requireReview: true}\n",
		"reviewed.yaml":                   "cache: 'off'\nredact: {reviewed: [00112233]}\n",
		"bad.yaml":                        "nonsense: true\n",
		"theme.yaml":                      "cache: 'off'\ntheme: {dir: look-bad}\n",
		"lost.yaml":                       "redact: {envFiles: [none.env]}\n",
		"lost-theme.yaml":                 "theme: {dir: nowhere}\n",
		"look-bad/templates/session.html": "{{nope",
		"new/x":                           "",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	u, _, _ := capture()
	verbs := newRoot(u)
	verbs.InitDefaultCompletionCmd()
	verbs.InitDefaultHelpCmd()
	for _, v := range verbs.Commands() {
		cases, ok := verbCases[v.Name()]
		if !ok {
			t.Errorf("steno %s has no case", v.Name())
		}
		for _, c := range cases {
			t.Run(v.Name()+" "+c.args, func(t *testing.T) {
				t.Parallel()
				dir := exitFolder(t)
				args := strings.Fields(v.Name() + " " + strings.ReplaceAll(c.args, "DIR", dir))
				if v.Flags().Lookup("config") != nil && !strings.Contains(c.args, "--config") && v.Name() != "collect" {
					args = append(args, "--config", filepath.Join(dir, "good.yaml"))
				}
				u, _, stderr := capture()
				if got := run(t.Context(), args, u); got != c.code {
					t.Errorf("exit code %d, want %d: %s", got, c.code, stderr)
				}
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				u, _, stderr = capture()
				if got := run(ctx, args, u); c.code == exitOK && v.Name() != "help" && got != exitInterrupted {
					t.Errorf("exit code %d when it is interrupted, want %d: %s", got, exitInterrupted, stderr)
				}
			})
		}
	}
}

// The README and the manual list the exit codes.
func TestExitCodesAreDocumented(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	u, _, _ := capture()
	manual := newRoot(u).Long
	for _, code := range []int{exitOK, exitFailed, exitUsage, exitNothingFits, exitInterrupted} {
		if !strings.Contains(string(data), fmt.Sprintf("\n| %d | ", code)) {
			t.Errorf("README.md does not list exit code %d", code)
		}
		if !strings.Contains(manual, fmt.Sprintf(" %d  ", code)) {
			t.Errorf("the manual does not list exit code %d", code)
		}
	}
}

// A leak fails the build as any trouble does, with a hint.
func TestLeakExitCode(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("looking at all pages: %w", &secondlook.LeakError{})
	if code, hint := codeOf(err), hintOf(err); code != exitFailed || hint != secondlook.LeakHint {
		t.Errorf("exit code %d, hint %q", code, hint)
	}
}
