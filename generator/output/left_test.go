package output

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What a build tells of the files it leaves is what stands on the disk, whatever happened to
// those of the build before.
func TestFilesAreAsOnDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{"same.html": "1", "gone.html": "2", "touched.html": "3", "longer.html": "4", "other.html": "5"}
	build(t, dir, files)
	left, err := Left(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	earlier := time.Now().Add(-time.Hour)
	for _, err := range []error{
		os.Remove(at("gone.html")), os.Chtimes(at("touched.html"), earlier, earlier),
		os.WriteFile(at("longer.html"), []byte("longer"), 0o644), os.WriteFile(at("other.html"), []byte("x"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, dir, Options{Version: "test", Left: left})
	write(t, s, files)
	var got []File
	for f := range s.Written() {
		f, err := s.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, f)
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want, err := Left(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-on disk +told):\n%s", diff)
	}
	same(t, dir, files)
}
