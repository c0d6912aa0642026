package output

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Files of a folder that has the time at which they were as a build left them are not looked at one by one. Those of
// another folder are, one that this build writes to included.
func TestFoldersAreKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	names := []string{"index.html", "a/one.html", "a/two.html", "b/one.html", "b/deep/one.html", "c/one.html"}
	s, _ := Open(dir, Options{})
	for _, name := range names {
		writeOne(t, s, name, "whole "+name)
	}
	finished(t, s)
	folders := maps.Collect(s.Folders())
	if len(folders) != 5 {
		t.Fatalf("%d folders: %v", len(folders), folders)
	}
	files, err := Left(dir)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond) // of systems with coarse times
	inPlace := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("other"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inPlace("a/one.html")
	inPlace("b/one.html")
	inPlace("b/deep/one.html")
	replaced := filepath.Join(dir, "b", "new") // another file in the same folder
	if err := os.WriteFile(replaced, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "c", "one.html")); err != nil {
		t.Fatal(err)
	}

	for _, test := range []struct {
		what   string
		known  map[string]int64
		before string // a file that is written before
		want   map[string]bool
	}{
		{"each file is looked at", nil, "", map[string]bool{"a/two.html": true}},
		{"folders are known", folders, "", map[string]bool{"a/one.html": true, "a/two.html": true, "b/deep/one.html": true}},
		{"a file is written before", folders, "a/three.html", map[string]bool{"a/one.html": true, "a/two.html": true, "b/deep/one.html": true}},
	} {
		s, err := Open(dir, Options{Folders: maps.All(test.known)})
		if err != nil {
			t.Fatal(err)
		}
		if test.before != "" {
			writeOne(t, s, test.before, "new")
		}
		for _, f := range files {
			kept, err := s.Keep([]File{f})
			if want := test.want[f.Name] || f.Name == "index.html"; kept != want || err != nil {
				t.Errorf("%s: %s is kept: %t, %v", test.what, f.Name, kept, err)
			}
		}
		for name, at := range s.Folders() {
			if now := FolderTime(dir, name); at != now {
				t.Errorf("%s: the time of %q is %d, not %d", test.what, name, at, now)
			}
		}
		s.Close()
	}
}

// The times of folders that a build changes, or that are changed meanwhile, are those at its end or before.
func TestFolderTimesOfABuild(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	s, _ := Open(dir, Options{})
	for _, name := range []string{"index.html", "a/one.html", "a/two.html", "b/one.html", "c/one.html"} {
		writeOne(t, s, name, "whole")
	}
	finished(t, s)
	if !FoldersHold(dir, s.Folders()) {
		t.Error("the folders of a finished site have other times than it says")
	}
	files, _ := Left(dir)
	was := maps.Collect(s.Folders())
	time.Sleep(20 * time.Millisecond)
	s, _ = Open(dir, Options{Folders: maps.All(was)})
	for _, f := range files {
		if f.Name != "a/two.html" { // it is removed
			if kept, err := s.Keep([]File{f}); !kept || err != nil {
				t.Errorf("%s is not kept: %v", f.Name, err)
			}
		}
	}
	writeOne(t, s, "b/deep/one.html", "new")
	finished(t, s)
	if !FoldersHold(dir, s.Folders()) {
		t.Error("the folders of a site that was changed have other times than it says")
	}
	if now := maps.Collect(s.Folders()); now["c"] != was["c"] || now["a"] == was["a"] || now["b"] == was["b"] {
		t.Errorf("the times were %v, and are %v", was, now)
	}
	if err := os.WriteFile(filepath.Join(dir, "c", "new"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if FoldersHold(dir, s.Folders()) {
		t.Error("a folder that was changed after the build's last look has the time that it had")
	}
}

func writeOne(t *testing.T, s *Site, name, text string) {
	t.Helper()
	if err := s.Write(name, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func finished(t *testing.T, s *Site) {
	t.Helper()
	if err := errors.Join(s.Finish(), s.Close()); err != nil {
		t.Fatal(err)
	}
}
