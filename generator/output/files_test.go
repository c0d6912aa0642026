package output

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// Files come back as they were kept, and damage is found or read as other files.
func TestFilesAreKept(t *testing.T) {
	t.Parallel()
	files := Files{}
	for i := range 300 {
		name := fmt.Sprintf("sessions/%d/index.html", i*i)
		files = append(files, File{name, int64(i) << 20, sha256.Sum256([]byte(name)), int64(i)<<50 - 1})
	}
	for _, want := range []Files{files, files[:1], {{}}, {}} {
		data, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var got Files
		if err := got.UnmarshalBinary(data); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d files came back as %d: %v", len(want), len(got), err)
		}
		for i := range data {
			if err := new(Files).UnmarshalBinary(data[:i]); err == nil {
				t.Errorf("%d of %d bytes were taken for a list", i, len(data))
			}
		}
	}
}

// A name cannot go on from more than the one before it.
func TestFilesWithoutABeginning(t *testing.T) {
	t.Parallel()
	data := append([]byte{1, 3, 1, 'x'}, make([]byte, 2+sha256.Size)...) // one file: three bytes of no name, one of its own
	if err := new(Files).UnmarshalBinary(data); err == nil {
		t.Error("a name that goes on from nothing was read")
	}
	data[1] = 0
	var list Files
	if err := list.UnmarshalBinary(data); err != nil || list[0].Name != "x" {
		t.Errorf("%v: %v", list, err)
	}
}

func TestBelow(t *testing.T) {
	t.Parallel()
	names := func(list Files) (names []string) {
		for _, f := range list {
			names = append(names, f.Name)
		}
		return names
	}
	list := Files{{Name: "a"}, {Name: "a-b/c"}, {Name: "a/"}, {Name: "a/b"}, {Name: "a/c/d"}, {Name: "a0"}, {Name: "ab/c"}, {Name: "b/a/c"}}
	if got := names(list.Below("a")); !slices.Equal(got, []string{"a/", "a/b", "a/c/d"}) {
		t.Errorf("below a: %q", got)
	}
	if got := names(list.Below("c")); len(got) > 0 || len(Files(nil).Below("c")) > 0 {
		t.Errorf("below c: %q", got)
	}
}

// Lists of the site are made while other parts of it are still written.
func TestSizesWhileWriting(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), Options{Version: "test"})
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := range 300 {
			if err := s.Write(fmt.Sprintf("%d.html", i), nil); err != nil {
				t.Error(err)
			}
		}
	})
	for seen := 0; seen < 300 && !t.Failed(); {
		seen = 0
		for name, size := range s.Sizes() {
			if seen++; size != 0 || name == "" {
				t.Errorf("%q has %d bytes", name, size)
			}
		}
	}
	writing.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func FuzzFiles(f *testing.F) {
	data, err := Files{{"a/b", 1, sha256.Sum256(nil), 2}, {"a/c", 3, sha256.Sum256(nil), 4}}.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var list, again Files
		if list.UnmarshalBinary(data) != nil {
			return
		}
		data, err := list.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalBinary(data); err != nil || !slices.Equal(list, again) {
			t.Errorf("%v became %v: %v", list, again, err)
		}
	})
}

// A file that was replaced is another one, with the same bytes, too.
func TestSameFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "m")
	look := func() os.FileInfo {
		info, _ := os.Lstat(name)
		return info
	}
	none := look()
	if !sameFile(none, look()) {
		t.Error("no file is another than no file")
	}
	if err := WriteFile(name, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	was := look()
	if sameFile(none, was) || sameFile(was, none) || !sameFile(was, look()) {
		t.Error("a file is taken for none, or for another than itself")
	}
	if err := WriteFile(name, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if sameFile(was, look()) {
		t.Error("what replaced a file is taken for it")
	}
}

// TestKeep: files are taken over when every one is as it was left, by size and time.
func TestKeep(t *testing.T) {
	t.Parallel()
	const a, b = "sessions/1/a.html", "sessions/1/b.html"
	for _, c := range []struct {
		name   string
		change func(file string) error
		want   bool
	}{
		{"as it was left", func(string) error { return nil }, true},
		{"gone", os.Remove, false},
		{"longer", func(f string) error { return rewrite(f, "longer", 0) }, false},
		{"other bytes of the same length, later", func(f string) error { return rewrite(f, "B", 2*time.Second) }, false},
		{"the same bytes, earlier", func(f string) error { return rewrite(f, "b", -2*time.Second) }, false},
		{"a folder", func(f string) error { return errors.Join(os.Remove(f), os.Mkdir(f, 0o777)) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			build(t, dir, map[string]string{a: "a", b: "b"})
			left, err := Left(dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.change(filepath.Join(dir, b)); err != nil {
				t.Fatal(err)
			}
			s := open(t, dir, Options{Version: "test"})
			kept, err := s.Keep(left)
			if err != nil || kept != c.want {
				t.Errorf("kept: %v, %v, want %v", kept, err, c.want)
			}
			want := 0
			if c.want {
				want = 2
			}
			if n := s.Stats().Files; n != want {
				t.Errorf("%d files were taken over, want all of them or none", n)
			}
		})
	}
}

// A file that Steno did not write is not taken over, whatever is remembered of it.
func TestKeepTakesOurOwnOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	build(t, dir, map[string]string{"a.html": "a"})
	left, err := Left(dir)
	if err != nil {
		t.Fatal(err)
	}
	left[0].Name = "mine.html"
	if err := rewrite(filepath.Join(dir, "a.html"), "a", 0); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "a.html"), filepath.Join(dir, "mine.html")); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir, Options{Version: "test"})
	if kept, err := s.Keep(left); kept || err != nil {
		t.Errorf("kept: %v, %v", kept, err)
	}
}

// rewrite writes a file that is as much later, or earlier, than the one it replaces.
func rewrite(file, text string, later time.Duration) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	at := info.ModTime().Add(later)
	return errors.Join(os.WriteFile(file, []byte(text), 0o666), os.Chtimes(file, at, at))
}
