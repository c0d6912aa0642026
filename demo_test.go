package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"steno/generator/cli"
)

// longestPath is how long the path of a file in a site may be: Windows takes 260 characters where long paths are not
// enabled, with the folder that a site was unpacked into.
const longestPath = 180

// foreign are characters and ends of names that Windows does not take.
var foreign = regexp.MustCompile(`[<>:"|?*\\\x00-\x1f]|[. ](/|$)|(?i)(^|/)(con|prn|aux|nul|com\d|lpt\d)(\.|/|$)`)

// portable reports files of a site that Windows could not unpack from a zip archive, and those that it would take for one
// file.
func portable(t *testing.T, site string) {
	t.Helper()
	seen := map[string]string{}
	err := fs.WalkDir(os.DirFS(site), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if len(name) > longestPath || foreign.MatchString(name) {
			t.Errorf("Windows does not take the name %s (%d characters)", name, len(name))
		}
		if other := seen[strings.ToLower(name)]; other != "" {
			t.Errorf("Windows takes %s and %s for one file", name, other)
		}
		seen[strings.ToLower(name)] = name
		return nil
	})
	if err != nil || len(seen) < 100 {
		t.Errorf("the site has %d files: %v", len(seen), err)
	}
}

// The demo shows what people come for: a bug hunt with a failing test, a review, a feature over two days with agents, a
// run of another agent, a run in CI. It has no warnings, and nothing of it is a secret.
func TestDemo(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	var out, said bytes.Buffer
	if code := cli.Main([]string{"demo", "-d", dir}, strings.NewReader(""), &out, &said, bundled); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &said)
	}
	if text := said.String(); !strings.Contains(text, " 0 warnings") || strings.Contains(text, "high ") || strings.Contains(text, "medium ") {
		t.Errorf("the demo has warnings or secrets:\n%s", text)
	}
	portable(t, dir)
	for session, want := range map[string][]string{
		"5c0de001-7a1d-4b60-9f11-2f8e6d3a1001":       {"TestTableAroundClockChange", "No. That is wrong again in October", "failed test run", "4be91d7", "pull/8"},
		"5c0de001-7a1d-4b60-9f11-2f8e6d3a1002":       {"Review of pull request 8", "Harbours far from Greenwich"},
		"5c0de001-7a1d-4b60-9f11-2f8e6d3a1003":       {"Find routes and dates", "Check the feed", "compact", "90c2e5f", "d7713ab"},
		"codex-019d5f10-44c2-7a30-8e01-6b2f9d0c1004": {"gpt-5.4", "BenchmarkYear"},
		"5c0de001-7a1d-4b60-9f11-2f8e6d3a1005":       {"Permissions denied", "$0.04"},
	} {
		page, err := os.ReadFile(filepath.Join(dir, "sessions", session, "index.html"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range want {
			if !strings.Contains(string(page), w) {
				t.Errorf("the page of %s does not say %q", session, w)
			}
		}
	}
}
