package sitetest

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"steno/tier"
)

// baseline is the folder of the commit that sites are compared with, and of the intended changes.
const baseline = "testdata/baseline"

// TestBaseline compares sites and JSON exports of this version with those of the baseline commit.
// Every text, link and value of the baseline is in the same file today, after the table of
// changed words was applied, unless the list of what is no longer shown names it. The pages of a thread
// are compared together, as they are cut by sizes. More may be there; figures may be others. With the first baseline,
// messages and links are compared, see keepsMessages.
//
// What the baselines show is in a table of digests. With -update, their programs are built, what is missing is
// named, and the table is written if nothing is.
func TestBaseline(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds large sites with the program")
	if runtime.GOOS == "windows" {
		t.Skip("the sites are compared on other systems: git may convert line ends here")
	}
	dir := t.TempDir()
	src := filepath.Join(dir, "src")
	var before, first string
	if *update {
		before, first = programOf(t, baseline, src), programOf(t, firstBaseline, filepath.Join(dir, "first"))
	} else {
		checkOut(t, commitOf(t, baseline), src, "testdata/example", "testdata/damaged")
	}
	changes, table := readChanges(t), readShown(t)
	after := buildProgram(t, "../..", filepath.Join(dir, "after"))
	for _, source := range []string{
		filepath.Join(src, "testdata/example"), filepath.Join(src, "testdata/damaged"),
		corpus, filepath.Join(corpus, "../spotter"), filepath.Join(corpus, "../claude-2026/projects"),
	} {
		name := filepath.Base(filepath.Dir(source)) + "-" + filepath.Base(source)
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(source); err != nil {
				t.Skip("no real transcripts on this machine: ", err)
			}
			source, err := filepath.Abs(source)
			if err != nil {
				t.Fatal(err)
			}
			now := shownBy(t, after, source)
			if !*update {
				table.holdAgainst(t, name, now)
				return
			}
			kept := now.keepsTexts(t, changes, siteTexts(t, siteOf(t, before, source)))
			table.set(name, append(kept, now.keepsMessages(t, first, source)...))
		})
	}
	if *update && !t.Failed() {
		table.write(t)
	}
}

// commitOf is the commit of a baseline. It skips the test where git does not have it: in an unpacked release, or a shallow clone.
func commitOf(t *testing.T, of string) string {
	t.Helper()
	data, err := os.ReadFile(of + "/commit")
	if err != nil {
		t.Fatal(err)
	}
	commit := strings.TrimSpace(string(data))
	if err := exec.Command("git", "cat-file", "-e", commit+"^{commit}").Run(); err != nil {
		t.Skipf("no git history with the baseline commit %s: %v", commit, err)
	}
	return commit
}

// programOf builds the program of a baseline, and leaves its source in a folder.
func programOf(t *testing.T, of, src string) string {
	t.Helper()
	checkOut(t, commitOf(t, of), src)
	return buildProgram(t, src, filepath.Join(t.TempDir(), "steno"), "-trimpath") // what is compiled then serves the next update, too
}

// checkOut writes the files of a commit, or some of them, to dir.
func checkOut(t *testing.T, commit, dir string, paths ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"archive", "--format=tar", commit}, paths...)...)
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
func buildProgram(t *testing.T, tree, out string, flags ...string) string {
	t.Helper()
	cmd := exec.Command("go", append(append([]string{"build", "-buildvcs=false", "-o", out}, flags...), ".")...)
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

// changes are the intended differences from the baseline.
type changes struct {
	words *strings.Replacer // texts of the baseline, by those of today
	lost  []*regexp.Regexp
}

// readChanges reads the table of changed words, and the list of what is no longer shown.
func readChanges(t *testing.T) (c changes) {
	t.Helper()
	var words []string
	for _, line := range linesOf(t, baseline+"/words.txt") {
		old, now, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%q is not of the form: old => now", line)
		}
		words = append(words, old, now)
	}
	c.words = strings.NewReplacer(words...)
	c.readGone(t, baseline)
	return c
}

// readGone reads the list of what a baseline has and this version does not.
func (c *changes) readGone(t *testing.T, of string) {
	t.Helper()
	for _, line := range linesOf(t, of+"/gone.txt") {
		c.lost = append(c.lost, regexp.MustCompile("^(?:"+line+")$"))
	}
}

func linesOf(t *testing.T, name string) (lines []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// apply returns what a text of the baseline is today.
func (c changes) apply(text string) string { return c.words.Replace(text) }

// gone reports whether a text of a file is meant to be gone.
func (c changes) gone(text string) bool {
	return slices.ContainsFunc(c.lost, func(r *regexp.Regexp) bool { return r.MatchString(text) })
}
