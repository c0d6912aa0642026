package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dead is the number of a process that has ended; the systems count far lower.
const dead = 1 << 30

func lockText(pid int, names ...string) string {
	host, _ := os.Hostname()
	text := fmt.Sprintf("process %d on %s\n", pid, host)
	for _, n := range names {
		text += "+ " + n + "\n"
	}
	return text
}

func TestBrokenOffFirstBuild(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir, Options{})
	write(t, s, map[string]string{"index.html": "half", "gone/x.html": "half"})
	if err := s.Close(); err != nil { // no Finish
		t.Fatal(err)
	}
	build(t, dir, map[string]string{"index.html": "whole"})
	same(t, dir, map[string]string{"index.html": "whole"})
}

func TestBrokenOffLaterBuild(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	build(t, dir, map[string]string{"index.html": "1", "old.html": "1"})
	old, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"new/1.html", "new/2.html"} { // twice in a row
		s := open(t, dir, Options{})
		write(t, s, map[string]string{"index.html": "2", name: "2"})
		s.Close()
		if now, _ := os.ReadFile(filepath.Join(dir, ManifestName)); string(now) != string(old) {
			t.Error("a build that was broken off changed the manifest")
		}
	}
	build(t, dir, map[string]string{"index.html": "3"})
	same(t, dir, map[string]string{"index.html": "3"})
}

func TestBrokenOffBeforeTheFirstFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir, Options{})
	s.Close()
	same(t, dir, map[string]string{})
}

func TestKilledBuild(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "index.html", "half")
	put(t, dir, "gone/x.html", "half")
	put(t, dir, "mine.txt", "mine")
	put(t, dir, tempPrefix+"7", "ha")
	// The last line was cut off by the kill: its file was not written, this one is not ours.
	put(t, dir, lockName, strings.TrimSuffix(lockText(dead, "index.html", "gone/x.html", "../x", "mine.txt"), "\n"))
	build(t, dir, map[string]string{"index.html": "whole"})
	same(t, dir, map[string]string{"index.html": "whole", "mine.txt": "mine"})
}

func TestTwoBuildsAtOnce(t *testing.T) {
	t.Parallel()
	host, _ := os.Hostname()
	for _, c := range []struct {
		name, lock string
		refused    bool
	}{
		{"a living process", lockText(os.Getppid(), "a.html"), true},
		{"a process that has ended", lockText(dead, "a.html"), false},
		{"a process of another host", "process 1 on not-" + host + "\n", true},
		{"an earlier process of the same number", lockText(os.Getpid()), false},
		{"released", lockText(os.Getppid()) + "released\n", false},
		{"garbage", "\x00\xff garbage", false},
		{"empty", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, lockName, c.lock)
			s, err := Open(dir, Options{Force: true})
			if got := errors.Is(err, ErrRefused); got != c.refused {
				t.Fatalf("Open = %v, want refused: %v", err, c.refused)
			}
			if err != nil {
				if owner, _, _ := strings.Cut(c.lock, "\n"); !strings.Contains(err.Error(), owner) {
					t.Errorf("%v does not name %s", err, owner)
				}
				same(t, dir, map[string]string{lockName: c.lock})
				return
			}
			s.Close()
		})
	}
}
