package output

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// smallSite builds a site of two pages.
func smallSite(t *testing.T, dir string) string {
	t.Helper()
	s, err := Open(dir, Options{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(s.Write("index.html", []byte("a")), s.Write("sessions/a/index.html", []byte("b")), s.Finish(), s.Close())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRemove: a site goes, what others put beside its pages stays, and no other folder is touched.
func TestRemove(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	build := func(name string) string { return smallSite(t, filepath.Join(top, name)) }
	put := func(name string) string {
		t.Helper()
		name = filepath.Join(top, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte("mine"), 0o600)); err != nil {
			t.Fatal(err)
		}
		return name
	}
	alone := build("alone")
	if err := Remove(alone); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(alone); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the site is still there (%v)", err)
	}
	shared := build("all/shared")
	mine, other, beside := put("all/shared/sessions/mine.txt"), put("all/other/index.html"), put("all/file")
	build("all/one")
	if err := Remove(filepath.Dir(other)); !errors.Is(err, ErrRefused) {
		t.Errorf("a folder that is no site: %v", err)
	}
	if err := RemoveAll(filepath.Join(top, "all")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{mine, other, beside} {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{filepath.Join(shared, "index.html"), filepath.Join(shared, ManifestName), filepath.Join(top, "all/one")} {
		if _, err := os.Stat(name); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	if err := errors.Join(Remove(filepath.Join(top, "none")), RemoveAll(filepath.Join(top, "none"))); err != nil {
		t.Error(err)
	}
}

func TestRemoveOldest(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for i, name := range []string{"d", "c", "own", "b", "a"} { // the newest first
		at := time.Date(2026, 3, 9-i, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(filepath.Join(smallSite(t, filepath.Join(top, name)), ManifestName), at, at); err != nil {
			t.Fatal(err)
		}
	}
	mine := filepath.Join(top, "mine")
	if err := errors.Join(os.Mkdir(mine, 0o700), os.WriteFile(filepath.Join(mine, "index.html"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		number int
		name   string
		want   []string
	}{
		{9, "own", []string{"a", "b", "c", "d", "mine", "own"}},
		{2, "own", []string{"c", "d", "mine", "own"}},
		{1, "new", []string{"d", "mine"}},
	} {
		if err := RemoveOldest(top, test.number, test.name); err != nil {
			t.Fatal(err)
		}
		var left []string
		entries, err := os.ReadDir(top)
		for _, e := range entries {
			left = append(left, e.Name())
		}
		if err != nil || !slices.Equal(left, test.want) {
			t.Errorf("but for %d and %q there are %q (%v), want %q", test.number, test.name, left, err, test.want)
		}
	}
}

// A site that this version cannot read is removed where it can be made again; nothing else is.
func TestRemoveUnreadable(t *testing.T) {
	t.Parallel()
	for text, goes := range map[string]bool{
		`{"version":99,"generator":"Steno 9","files":[["a",1]]}`: true,
		`{"version":1,"generator":"Steno 1","files":[]}`:         false,
		`{"version":99,"generator":"other","files":[]}`:          false,
		`notes`: false,
	} {
		dir := filepath.Join(t.TempDir(), "site")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ManifestName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := RemoveUnreadable(dir); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(dir); (err != nil) != goes {
			t.Errorf("%s: removed %v", text, err != nil)
		}
	}
	if err := RemoveUnreadable(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Error(err)
	}
}
