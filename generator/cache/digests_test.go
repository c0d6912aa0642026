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

// A bit that changed on disk would be another number of a page.
func TestDamagedDigestsAreNotRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := openDigests(dir, digestNames{})
	first, second := d.put([]byte("a digest")), d.put([]byte("a summary"))
	names, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, names.Sessions)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[second.At+3] ^= 1
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	d = openDigests(dir, names)
	defer d.close()
	if got, err := d.get(first); err != nil || string(got) != "a digest" {
		t.Errorf("what is whole is read as %q (%v)", got, err)
	}
	if got, err := d.get(second); !errors.Is(err, errSum) {
		t.Errorf("what is damaged is read as %q (%v)", got, err)
	}
}
