package cache

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"steno/generator/output"
)

// Windows neither renames nor removes a file that is open, so all of them are closed before.
func TestDigestsAreClosedBeforeTheyAreRenamedOrRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := digestNames{}
	for build := range 2 {
		d := openDigests(dir, names)
		d.put([]byte("a digest"))
		if _, err := d.leave().Write([]byte("postings")); err != nil {
			t.Fatal(err)
		}
		var err error
		if names, err = d.save(); err != nil {
			t.Fatal(err)
		}
		if err := d.forget(names); err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]*os.File{"digests": d.file, "postings": d.postings, "digests of the last build": d.old} {
			if f == nil && build == 0 {
				continue
			}
			if err := f.Close(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("build %d: the file of the %s is open: %v", build, name, err)
			}
		}
		d.close()
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 2 {
			t.Errorf("build %d leaves %q, want one file of each kind", build, left)
		}
		if temps, _ := filepath.Glob(filepath.Join(dir, output.TempPrefix+"*")); len(temps) > 0 {
			t.Errorf("build %d leaves %q", build, temps)
		}
	}
}
