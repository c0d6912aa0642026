package output

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestMayWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing, file, closed := filepath.Join(dir, "a", "b"), filepath.Join(dir, "file"), filepath.Join(dir, "closed")
	if err := os.WriteFile(file, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := runtime.GOOS == "windows" || os.Geteuid() == 0 // folders are open to them
	for name, want := range map[string]bool{
		dir: true, missing: true, file: false, filepath.Join(file, "below"): false, closed: all, filepath.Join(closed, "below"): all,
	} {
		if got := MayWrite(name); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
	if after, err := os.Stat(dir); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the folder above was written to: %v, %v", after.ModTime(), err)
	}
}
