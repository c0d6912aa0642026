package sitetest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Two folders of one directory were two projects once. Their pages lead on to the one that they
// are now, and no list names them.
func TestFormerProjects(t *testing.T) {
	t.Parallel()
	source, dir := t.TempDir(), t.TempDir()
	for i, folder := range []string{"c1", "c2"} {
		id, files := tell(t, i+1, "user Mend the lamp\nreply Mended.")
		put(t, filepath.Join(source, "box", folder, id+".jsonl"), files["main"].String())
	}
	buildInto(t, dir, source, 2)
	leading, current := 0, 0
	for _, p := range readPages(t, dir) {
		switch {
		case !strings.HasPrefix(p.name, "projects/x-"):
		case strings.Contains(text(p.root), "are listed with those of x"):
			leading++
		default:
			current++
		}
	}
	if leading != 2 || current != 1 {
		t.Errorf("%d pages lead on and %d are current, want 2 and 1", leading, current)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	links := regexp.MustCompile(`projects/x-[0-9a-f]+`).FindAllString(string(index), -1)
	slices.Sort(links)
	if links = slices.Compact(links); err != nil || len(links) != 1 {
		t.Errorf("the front page links to %q: %v", links, err)
	}
}
