package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steno/tier"
)

// The same sources make the same binary, wherever they are.
func TestReproducibleBinary(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds Steno twice")
	var binaries [2][]byte
	for i := range binaries {
		dir := t.TempDir()
		for _, name := range []string{"go.mod", "go.sum", "main.go", "config.example.yaml"} {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"generator", "parser", "theme", "testdata/example", "testdata/demo", "docs"} {
			if err := os.CopyFS(filepath.Join(dir, filepath.FromSlash(name)), os.DirFS(name)); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -buildid=", "-o", "out", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("this machine cannot build it: %v\n%s", err, out)
		}
		data, err := os.ReadFile(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		binaries[i] = data
	}
	if !bytes.Equal(binaries[0], binaries[1]) {
		t.Error("two builds of the same sources differ")
	}
}

// Somebody who has only the program and their sessions gets a site of them within a minute, as the README says. The sessions
// are those of STENO_ARCHIVE or of ../shared/corpus, if there are any, or the example's.
func TestEmptyHome(t *testing.T) {
	t.Parallel()
	archive := os.Getenv("STENO_ARCHIVE")
	for _, name := range []string{"../shared/corpus/claude-2026/projects", "testdata/example"} {
		if _, err := os.Stat(name); archive == "" && err == nil && (tier.Long() || name == "testdata/example") {
			archive = name
		}
	}
	home := t.TempDir()
	if err := os.CopyFS(filepath.Join(home, ".claude", "projects"), os.DirFS(archive)); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	for _, args := range [][]string{nil, {"check", "--json"}, {"export", "--latest", "--output", "latest.html"}, {"check", "--site", filepath.Join("cache", "steno-site")}} {
		cmd := exec.CommandContext(t.Context(), filepath.Join(installed(t), "steno"), args...)
		cmd.Dir = home
		cmd.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "XDG_CACHE_HOME=" + filepath.Join(home, "cache"), "LocalAppData=" + filepath.Join(home, "cache"), "PATH="}
		out, err := cmd.CombinedOutput()
		var failed *exec.ExitError
		if secrets := args != nil && args[0] == "check" && len(args) == 2; err != nil && !(secrets && errors.As(err, &failed) && failed.ExitCode() == 1) {
			t.Errorf("steno %q: %v\n%.600s", args, err, out)
		}
		if site := filepath.Join("cache", "steno-site", "index.html"); args == nil && !strings.Contains(string(out), site) {
			t.Errorf("steno does not name %s:\n%s", site, out)
		}
		if took := time.Since(started); args == nil && took > time.Minute {
			t.Errorf("the site of %s took %v", archive, took)
		}
	}
	for _, name := range []string{"cache/steno-site/index.html", "latest.html"} {
		if info, err := os.Stat(filepath.Join(home, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The module's path can be changed, and every import follows.
func TestModulePath(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "copies the sources and lists all packages")
	for _, program := range []string{"bash", "perl", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("changing the module's path is NOT tested: no %s here", program)
		}
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false -mod=mod")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	for name := range strings.SplitSeq(strings.TrimSpace(run("git", "-C", here(t), "ls-files")), "\n") {
		if ext := filepath.Ext(name); ext != ".go" && ext != ".mod" && ext != ".sum" && !strings.HasPrefix(name, ".ci/") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	const path = "example.org/ada/steno"
	run("bash", ".ci/module-path", path)
	if got := strings.TrimSpace(run("bash", ".ci/module-path")); got != path {
		t.Errorf("the path is %q", got)
	}
	// -e: the files that packages embed are not there.
	imports := run("go", "list", "-e", "-test", "-f", "{{.ImportPath}}{{range .Imports}}\n{{.}}{{end}}{{range .TestImports}}\n{{.}}{{end}}{{range .XTestImports}}\n{{.}}{{end}}", "./...")
	if !strings.Contains(imports, path+"/generator/cli\n") || !strings.Contains(imports, path+"/parser/claude\n") {
		t.Error("the packages have not the new path")
	}
	for line := range strings.Lines(imports) {
		if strings.HasPrefix(line, "steno/") {
			t.Errorf("a package still imports %s", line)
		}
	}
}

func here(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
