package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/tier"
)

// TestMain makes the test binary Steno where it is called by that name, so that tests need
// not build it.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); strings.TrimSuffix(name, ".exe") == "steno" {
		main()
		return
	}
	tier.ManyFiles()
	os.Exit(m.Run())
}

// released is the program of a release that .ci/snapshot unpacked, "" to test that of this tree.
func released() string { return os.Getenv("STENO_RELEASED") }

// installed returns a folder that holds steno.
func installed(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if released() != "" {
		self = released()
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "steno")); err == nil {
		return dir
	}
	data, err := os.ReadFile(self) // no symbolic links here
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "steno"+filepath.Ext(self)), data, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
