package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
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
	dir := t.TempDir()
	first := open(t, dir, Options{})
	write(t, first, map[string]string{"index.html": "1"})
	host, _ := os.Hostname()
	want := fmt.Sprintf("process %d on %s is building", os.Getpid(), host)
	for range 2 {
		if _, err := Open(dir, Options{Force: true}); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), want) {
			t.Errorf("Open = %v, which should say %q", err, want)
		}
	}
	if err := first.Finish(); err != nil {
		t.Fatal(err)
	}
	first.Close()
	same(t, dir, map[string]string{"index.html": "1"})
}

// What an earlier build left, whoever that was, keeps nobody out: the system knows who builds.
func TestLeftLock(t *testing.T) {
	t.Parallel()
	for name, lock := range map[string]string{
		"of a living process": lockText(os.Getppid(), "a.html"),
		"of one that ended":   lockText(dead, "a.html"),
		"of another host":     "process 1 on elsewhere\n",
		"garbage":             "\x00\xff garbage",
		"empty":               "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, "a.html", "half")
			put(t, dir, lockName, lock)
			build(t, dir, map[string]string{"index.html": "1"})
			if _, err := os.Stat(filepath.Join(dir, "a.html")); (err == nil) == strings.Contains(lock, "a.html") {
				t.Errorf("a.html: %v", err)
			}
		})
	}
}

// However many want it, and however they come and go, one at a time has it.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var inside, had atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 500 {
				release, err := Lock(root, "dir")
				if errors.Is(err, ErrRefused) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d have it", n)
				}
				had.Add(1)
				runtime.Gosched()
				inside.Add(-1)
				if err := release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if had.Load() == 0 {
		t.Error("nobody had it")
	}
}
