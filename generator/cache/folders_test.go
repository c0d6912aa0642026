package cache

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"steno/generator/config"
	"steno/generator/output"
)

// largeSite writes a site of many files, and returns a request that says that a build has left it.
func largeSite(t *testing.T) (q Request, dir string) { return siteOf(t, manyFiles+1) }

// siteOf is largeSite for a site of so many files.
func siteOf(t *testing.T, files int) (q Request, dir string) {
	t.Helper()
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("it writes thousands of files, and needs times of folders")
	}
	base := t.TempDir()
	dir = filepath.Join(base, "site")
	s, err := output.Open(dir, output.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		if err := s.Write(fmt.Sprintf("sessions/%d/page-%d.html", i%40, i), []byte("oiled")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	q = Request{Folder: filepath.Join(base, "cache"), Config: config.Config{Destination: dir}}
	if err := os.MkdirAll(q.Dir(), 0o700); err != nil {
		t.Fatal(err)
	}
	left, err := output.Left(dir)
	if err != nil {
		t.Fatal(err)
	}
	q.Record("inputs", "summary", nil, Site{stampOf(left), len(left), s.Folders()})
	return q, dir
}

// Of a large site whose files were looked at once, the folders are looked at. What they do not show, a build finds that is asked to.
func TestFoldersOfLargeSites(t *testing.T) {
	t.Parallel()
	q, dir := largeSite(t)
	page := filepath.Join(dir, "sessions", "7", "page-7.html")
	holds := func(what string, want bool) {
		t.Helper()
		if got := q.Unchanged("inputs") != nil; got != want {
			t.Errorf("%s: nothing changed is %t", what, got)
		}
	}
	if _, err := os.Stat(q.foldersFile()); err != nil {
		t.Fatal(err)
	}
	holds("as it was built", true)
	holds("a second time", true)

	info, _ := os.Stat(page)
	replace := func(text string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(page+"~", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(page+"~", at, at); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(page+"~", page); err != nil {
			t.Fatal(err)
		}
	}
	replace("dirty", time.Now().Add(time.Hour))
	holds("with another file in its place", false)
	replace("oiled", info.ModTime())
	holds("with the file again", true)

	other := time.Now().Add(time.Hour)
	if err := os.Chtimes(page, other, other); err != nil { // as if its bytes had been changed in its place
		t.Fatal(err)
	}
	holds("with a file changed in its place", true)
	q.Verify = true
	holds("with a file changed in its place, and all looked at", false)
	q.Verify = false
	if err := os.Chtimes(page, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	holds("with its time again", true)

	lock := filepath.Join(dir, "new file at the top")
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if q.foldersHold(leftOfRecord(t, q)) {
		t.Error("the folder at the top, which says whether a build is under way, was not looked at")
	}
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}

	damaged, err := os.ReadFile(q.foldersFile())
	if err != nil {
		t.Fatal(err)
	}
	damaged[len(damaged)/2] ^= 1
	if err := os.WriteFile(q.foldersFile(), damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	holds("with damaged times of folders", true)
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	holds("without a file", false)
}

// Times of folders are those of one build.
func TestFoldersBelongToABuild(t *testing.T) {
	t.Parallel()
	q, _ := largeSite(t)
	if q.Unchanged("inputs") == nil {
		t.Fatal("something changed")
	}
	q.Record("inputs", "summary", nil, Site{Stamp: "another"})
	if q.Unchanged("inputs") != nil {
		t.Error("the times of the folders are taken for those of another build")
	}
}

// Of a site with few files each is looked at.
func TestFilesOfSmallSites(t *testing.T) {
	t.Parallel()
	q, dir := siteOf(t, 50)
	if q.Unchanged("inputs") == nil {
		t.Fatal("something changed")
	}
	other := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "sessions", "7", "page-7.html"), other, other); err != nil {
		t.Fatal(err)
	}
	if q.Unchanged("inputs") != nil {
		t.Error("a file that was changed in its place was not found")
	}
}

// leftOfRecord is the stamp of the last build.
func leftOfRecord(t *testing.T, q Request) string {
	t.Helper()
	var last Record
	data, err := os.ReadFile(q.recordFile())
	if err := errors.Join(err, json.Unmarshal(data, &last)); err != nil {
		t.Fatal(err)
	}
	return last.Left
}
