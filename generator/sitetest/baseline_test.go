package sitetest

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"steno/tier"
)

// baseline holds the commit that sites are compared with, and a table of intended changes.
const baseline = "testdata/baseline"

// TestBaseline builds sites and JSON exports with the baseline commit and with this version.
// They are equal byte by byte, after the table of intended changes was applied to those of
// the baseline.
func TestBaseline(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds two versions of Steno")
	if runtime.GOOS == "windows" {
		t.Skip("the sites are compared on other systems: git may convert line ends here")
	}
	commit := baselineCommit(t)
	changes := readChanges(t)
	dir := t.TempDir()
	src := filepath.Join(dir, "src")
	checkOut(t, commit, src)
	before, after := buildProgram(t, src, filepath.Join(dir, "before")), buildProgram(t, "../..", filepath.Join(dir, "after"))
	for _, source := range []string{
		filepath.Join(src, "testdata/example"), filepath.Join(src, "testdata/damaged"),
		corpus, filepath.Join(corpus, "../spotter"), filepath.Join(corpus, "../claude-2026/projects"),
	} {
		t.Run(filepath.Base(filepath.Dir(source))+"-"+filepath.Base(source), func(t *testing.T) {
			if _, err := os.Stat(source); err != nil {
				t.Skip("no real transcripts on this machine: ", err)
			}
			source, err := filepath.Abs(source)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string][]byte{}
			for name, data := range siteOf(t, before, source) {
				data, name = apply(changes, name, data)
				want[name] = data
			}
			sameFiles(t, want, siteOf(t, after, source))
		})
	}
}

// baselineCommit returns the commit to compare with. It skips the test where git does not
// have it: in an unpacked release, or a shallow clone.
func baselineCommit(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(baseline + "/commit")
	if err != nil {
		t.Fatal(err)
	}
	commit := strings.TrimSpace(string(data))
	if err := exec.Command("git", "cat-file", "-e", commit+"^{commit}").Run(); err != nil {
		t.Skipf("no git history with the baseline commit %s: %v", commit, err)
	}
	return commit
}

// checkOut writes the files of a commit to dir.
func checkOut(t *testing.T, commit, dir string) {
	t.Helper()
	cmd := exec.Command("git", "archive", "--format=tar", commit)
	cmd.Dir = "../.."
	packed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(bytes.NewReader(packed)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, filepath.FromSlash(h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o700)
		case tar.TypeReg:
			var data []byte
			if data, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(name, data, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// buildProgram builds the Steno of a work tree, without a version.
func buildProgram(t *testing.T, tree, out string) string {
	t.Helper()
	tier.NeedsLong(t, "builds a program")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", out, ".")
	cmd.Dir = tree
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", tree, err, text)
	}
	return out
}

// siteOf returns the files of a site and of a JSON export that a program makes of a source,
// and what it prints.
func siteOf(t *testing.T, program, source string) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) []byte {
		cmd := exec.CommandContext(context.Background(), program, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir)
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
		return text
	}
	printed := run("build", "-q", "-s", source, "-d", "site")
	files := readFiles(t, filepath.Join(dir, "site"))
	files["printed"] = bytes.ReplaceAll(printed, []byte(dir), nil)
	run("export", "-q", "-s", source, "--since", "2000-01-01", "--format", "json", "-o", "export.json")
	data, err := os.ReadFile(filepath.Join(dir, "export.json"))
	if err != nil {
		t.Fatal(err)
	}
	files["export.json"] = data
	return files
}

// change is an intended difference from the baseline.
type change struct {
	files    string // pattern of their names
	old, now string
}

func readChanges(t *testing.T) (list []change) {
	t.Helper()
	f, err := os.Open(baseline + "/changes.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			t.Fatalf("%s:%d: %d parts, not 3", f.Name(), n, len(parts))
		}
		old, err1 := strconv.Unquote(parts[1])
		now, err2 := strconv.Unquote(parts[2])
		if err := errors.Join(err1, err2); err != nil {
			t.Fatalf("%s:%d: %v", f.Name(), n, err)
		}
		list = append(list, change{parts[0], old, now})
	}
	return list
}

// apply applies the changes to a file of the baseline, and to its name.
func apply(changes []change, name string, data []byte) ([]byte, string) {
	renamed := name
	for _, c := range changes {
		if ok, err := path.Match(c.files, name); err == nil && ok || c.files == "*" {
			data = bytes.ReplaceAll(data, []byte(c.old), []byte(c.now))
			renamed = strings.ReplaceAll(renamed, c.old, c.now)
		}
	}
	return data, renamed
}
