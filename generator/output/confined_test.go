package output

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// link makes a symbolic link, or skips the test where that is not allowed.
func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func TestSourcesAndDestinationLieApart(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	at := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	put(t, top, "archive/project/a.jsonl", "{}")
	put(t, top, "other/b.jsonl", "{}")
	link(t, at("archive"), at("to-archive"))
	link(t, at("archive/project"), at("other/inner"))
	for _, c := range []struct {
		name, destination, source string
		refused                   bool
	}{
		{"the same", "archive", "archive", true},
		{"the same, spelt otherwise", "other/../archive", "archive", true},
		{"inside", "archive/public", "archive", true},
		{"deep inside, not there yet", "archive/x/y/z", "archive", true},
		{"inside by a link", "to-archive/public", "archive", true},
		{"inside of a link's target", "archive/public", "to-archive", true},
		{"inside by a link further down", "other/inner/public", "archive", true},
		{"around", "archive", "archive/project", true},
		{"around a file", "archive/project", "archive/project/a.jsonl", true},
		{"around by a link", "to-archive", "archive/project", true},
		{"apart", "public", "archive", false},
		{"beside, with a common start", "archive2", "archive", false},
		{"of a source that is not there", "public", "gone", false},
		{"in the folder of a file that is a source", "archive/project/public", "archive/project/a.jsonl", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := apart(at(c.destination), []string{at("other/b.jsonl"), at(c.source)})
			if got := errors.Is(err, ErrRefused); got != c.refused {
				t.Errorf("apart(%s, %s) = %v, want refused: %v", c.destination, c.source, err, c.refused)
			}
			if _, err := os.Stat(at("archive/x")); err == nil {
				t.Error("a folder was made")
			}
		})
	}
	if _, err := Open(at("archive/public"), Options{Sources: []string{at("archive")}, Force: true}); !errors.Is(err, ErrRefused) {
		t.Errorf("Open with force = %v, want a refusal", err)
	}
}

func TestNothingIsWrittenOutside(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	outside, dir := filepath.Join(top, "outside"), filepath.Join(top, "public")
	put(t, top, "outside/keep.txt", "kept")
	build(t, dir, map[string]string{"a/keep.txt": "x", "b.html": "x", "c/d.html": "x"})

	// Between two builds somebody puts links in the place of what was built.
	for _, name := range []string{"a", "b.html", "c"} {
		os.RemoveAll(filepath.Join(dir, name))
	}
	link(t, outside, filepath.Join(dir, "a"))
	link(t, filepath.Join(outside, "keep.txt"), filepath.Join(dir, "b.html"))
	link(t, "../outside", filepath.Join(dir, "c"))

	s := open(t, dir, Options{})
	if err := s.Write("a/new.txt", []byte("x")); err == nil {
		t.Error("writing through a link to a folder: no error")
	}
	if err := s.Write("c/keep.txt", []byte("x")); err == nil {
		t.Error("writing through a relative link: no error")
	}
	if err := s.Write("../outside/keep.txt", []byte("x")); err == nil {
		t.Error("writing to ..: no error")
	}
	if err := s.Write("b.html", []byte("page")); err != nil {
		t.Errorf("a link in the place of a file is replaced: %v", err)
	}
	if info, err := os.Lstat(filepath.Join(dir, "b.html")); err != nil || !info.Mode().IsRegular() {
		t.Error("b.html is still a link")
	}
	s.Finish() // may fail: a/keep.txt cannot be removed through the link
	same(t, outside, map[string]string{"keep.txt": "kept"})
}

func TestLinkedDestination(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	if err := os.Mkdir(filepath.Join(top, "real"), 0o777); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join(top, "real"), filepath.Join(top, "public"))
	build(t, filepath.Join(top, "public"), map[string]string{"index.html": "x"})
	same(t, filepath.Join(top, "real"), map[string]string{"index.html": "x"})
}

func FuzzWrite(f *testing.F) {
	for _, seed := range []string{"a/b", "../x", "a/../../x", "/x", `..\..\x`, "a\x00", "con", "a/./b", "....//x", "%2e%2e/x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		top := t.TempDir()
		dir := filepath.Join(top, "public")
		s := open(t, dir, Options{})
		if err := s.Write(name, []byte("x")); err == nil {
			if got := tree(t, dir)[name]; got != "x" {
				t.Errorf("Write(%q) succeeded, but the file is not there", name)
			}
		} else if strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz") == "" && name != "" && len(name) < 200 && !Device(name) {
			t.Errorf("Write(%q): %v", name, err)
		}
		entries, err := os.ReadDir(top)
		if err != nil || len(entries) != 1 {
			t.Errorf("Write(%q) made something outside: %v, %v", name, entries, err)
		}
	})
}
