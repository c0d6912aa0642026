package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// stampsOf returns the stamps of a folder.
func stampsOf(t *testing.T, dir string) []string {
	t.Helper()
	look, err := LookAt(context.Background(), TestFormats, []string{dir})
	must(t, err)
	must(t, look.Close())
	return look.Stamps
}

// A folder is one, however it is named: its files count once.
func TestRelativeAndAbsolute(t *testing.T) {
	dir := tree{"-home-dev-app/" + idA + ".jsonl": chat(idA, "a1 a2")}.write(t)
	t.Chdir(filepath.Dir(dir))
	a, err := Find(context.Background(), TestFormats, []string{filepath.Base(dir), dir})
	must(t, err)
	defer a.Close()
	if all := a.Sessions(); len(all) != 1 || len(all[0].Main) != 1 || len(all[0].Snapshots) != 0 {
		t.Errorf("%d sessions, the first of %d files and %d snapshots", len(all), len(all[0].Main), len(all[0].Snapshots))
	}
}

// What was looked at is found as it would be without, and can be read; sources are listed once.
func TestLook(t *testing.T) {
	t.Parallel()
	dir := tree{"-home-dev-app/" + idA + ".jsonl": chat(idA, "a1 a2"), "-home-dev-app/" + idB + ".jsonl": chat(idB, "b1")}.write(t)
	file := filepath.Join(dir, "-home-dev-app", idA+".jsonl")
	names := func(look *Look) (names []string) {
		a, err := FindWith(context.Background(), TestFormats, []string{dir, file}, Request{Look: look})
		must(t, err)
		defer a.Close()
		for _, s := range a.Sessions() {
			for _, f := range s.Main {
				r, err := f.Open()
				must(t, err)
				must(t, r.Close())
				names = append(names, fmt.Sprint(s.ID, " ", f.Path, " ", f.Size))
			}
		}
		return names
	}
	want := names(nil)
	look, err := LookAt(context.Background(), TestFormats, []string{dir, file})
	must(t, err)
	if len(look.Stamps) != 3 {
		t.Errorf("stamps: %q", look.Stamps)
	}
	must(t, os.WriteFile(filepath.Join(dir, "-home-dev-app", idC+".jsonl"), []byte(chat(idC, "c1")), 0o600))
	if got := names(look); !slices.Equal(got, want) || len(want) != 2 {
		t.Errorf("found %q after a look, not %q", got, want)
	}
	must(t, look.Close())
	if got := names(nil); len(got) != 3 {
		t.Errorf("found %q after another session came", got)
	}
	if _, err := LookAt(context.Background(), TestFormats, []string{dir, filepath.Join(dir, "none")}); err == nil {
		t.Error("a source that is not there was looked at")
	}
}
