package config

import (
	"path/filepath"
	"testing"
)

// The default source is where Claude Code keeps its files; what somebody else names stays.
func TestDefaultSource(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for _, dir := range []string{"", filepath.Join(home, "elsewhere")} {
		t.Setenv("CLAUDE_CONFIG_DIR", dir)
		if dir == "" {
			dir = filepath.Join(home, ".claude")
		}
		if got, want := Default().Resolve(".").Sources[0], filepath.Join(dir, "projects"); got != want {
			t.Errorf("the default source is %q, want %q", got, want)
		}
	}
	c := Default()
	c.Sources = []string{"~/.claude/other"}
	if got, want := c.Resolve(".").Sources[0], filepath.Join(home, ".claude", "other"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
