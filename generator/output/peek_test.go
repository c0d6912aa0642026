package output

import (
	"os"
	"path/filepath"
	"testing"
)

// A look at a destination stands for its manifest only while that is the same.
func TestPeek(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "site")
	build := func(peek *Peek, name string, change func()) {
		t.Helper()
		if peek != nil {
			peek.Close()
		}
		if change != nil {
			change()
		}
		s, err := Open(dir, Options{Peek: peek})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Write(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
		if err := s.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	build(PeekAt(dir), "a.html", nil) // which is not there yet
	build(PeekAt(dir), "b.html", nil)
	build(PeekAt(dir), "d.html", func() { build(nil, "c.html", nil) })
	for name, want := range map[string]bool{"a.html": false, "b.html": false, "c.html": false, "d.html": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
