package spill

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What was put is read again, from memory and from the file, which is gone in the end.
func TestReadsWhatWasPut(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	for _, size := range []int{1, 1000, inMemory - 1, inMemory + 1} {
		var f File
		var at []int64
		const count = 5
		part := func(i int) []byte { return bytes.Repeat([]byte{byte(i + 1)}, size) }
		for i := range count {
			at = append(at, f.Put(part(i)))
		}
		for i := range count {
			got := make([]byte, size)
			if _, err := f.ReadAt(got, at[i]); err != nil || !bytes.Equal(got, part(i)) {
				t.Errorf("part %d of %d bytes: %v", i, size, err)
			}
		}
		if _, err := f.ReadAt(make([]byte, 1), at[count-1]+int64(size)); err == nil {
			t.Error("there is something behind the end")
		}
		if _, err := f.ReadAt(make([]byte, size+1), at[count-1]); err == nil {
			t.Error("more can be read than was put")
		}
		f.Close()
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("these files are left: %q", left)
	}
}

// Without a file, all stays in memory.
func TestNoRoom(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	if _, err := os.CreateTemp("", ""); err == nil {
		t.Skip("the system has another folder for temporary files")
	}
	var f File
	defer f.Close()
	a, b := f.Put(make([]byte, inMemory)), f.Put([]byte("x"))
	got := make([]byte, 1)
	if _, err := f.ReadAt(got, b); err != nil || got[0] != 'x' || a != 0 {
		t.Errorf("%q, %v", got, err)
	}
}
