package sitetest

import (
	"os"
	"path/filepath"
	"testing"
)

// checker finds a file of the packages that .ci/checkers installs, or skips.
func checker(t *testing.T, file string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("checking pages takes seconds")
	}
	dir := os.Getenv("STENO_CHECKERS")
	if dir == "" {
		cache := os.Getenv("XDG_CACHE_HOME")
		if cache == "" {
			home, err := os.UserHomeDir()
			if err != nil {
				t.Skip("there is no home directory to look for checkers in: the pages are NOT checked")
			}
			cache = filepath.Join(home, ".cache")
		}
		dir = filepath.Join(cache, "steno-checkers")
	}
	name := filepath.Join(dir, "node_modules", filepath.FromSlash(file))
	if _, err := os.Stat(name); err != nil {
		t.Skipf("%s is not installed: the pages are NOT held against it; .ci/checkers installs it", file)
	}
	return name
}
