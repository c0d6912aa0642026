package sitetest

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/tier"
)

// countedHunk is a part of a recorded patch.
type countedHunk struct {
	OldStart int
	Lines    []string
}

// ownLines are the lines by which edits of a session made a file longer: the sum of its recorded patches. What others did to the
// file meanwhile is in none of them, but a file that the session made is new as a whole.
type ownLines struct {
	net   int
	size  int    // lines of the whole file, where a call showed or wrote all of them
	whole bool   // size is known
	made  bool   // the session's first edit made the file
	edits int    // of tools, and commands that deleted the file
	bound string // why net is not all: what nothing records
}

func lineCount(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
}

// read notes how long the file is, as a call showed it before the first edit.
func (o *ownLines) read(content string, all bool) {
	if all && o.edits == 0 {
		o.size, o.whole = lineCount(content), true
	}
}

// write puts a whole text in the place of the file.
func (o *ownLines) write(content string, created bool) {
	n := lineCount(content)
	if created && o.edits == 0 {
		o.made, o.size, o.whole = true, 0, true
	} else if !o.whole {
		o.bound = "what was there before is not recorded"
	}
	o.net += n - o.size
	o.size, o.whole = n, true
	o.edits++
}

// replace puts some lines in the place of others.
func (o *ownLines) replace(removed, added int) {
	o.net, o.size = o.net+added-removed, o.size+added-removed
	o.edits++
}

// remove deletes the file.
func (o *ownLines) remove() {
	if !o.whole {
		o.bound = "what was deleted is not recorded"
	}
	o.net, o.size, o.whole = o.net-o.size, 0, true
	o.edits++
}

// grow notes that the file had so many lines: of one that the session made, others have added what is more.
func (o *ownLines) grow(n int) {
	if o.made && n > o.size {
		o.net, o.size = o.net+n-o.size, n
	}
}

// old is how many lines of a hunk were there before.
func (h countedHunk) old() (n int) {
	for _, line := range h.Lines {
		if !strings.HasPrefix(line, "+") && !strings.HasPrefix(line, `\`) {
			n++
		}
	}
	return n
}

// patched adds the lines of a recorded patch. It reports whether there is one.
func (o *ownLines) patched(hunks []countedHunk) bool {
	added, removed := 0, 0
	for _, h := range hunks {
		o.grow(max(h.OldStart, 1) - 1 + h.old())
		for _, line := range h.Lines {
			if strings.HasPrefix(line, "+") {
				added++
			} else if strings.HasPrefix(line, "-") {
				removed++
			}
		}
	}
	if len(hunks) > 0 {
		o.replace(removed, added)
	}
	return len(hunks) > 0
}

// saidLines is what Steno says of a file.
type saidLines struct {
	Path                  string
	Added, Removed, Edits int
	AtLeast, Outside      bool
}

// TestCountedLines compares by how many lines the edits of each session made each file longer with the recorded patches.
func TestCountedLines(t *testing.T) {
	t.Parallel()
	needCorpus(t)
	tier.NeedsLong(t, "reads 48 MB of transcripts twice")
	sources, _ := realArchives()
	files, bounds := 0, 0
	for _, source := range sources {
		raw := countedSessions(t, source)
		said := linesSaid(t, source)
		for _, id := range slices.Sorted(maps.Keys(said)) {
			if raw[id] == nil {
				continue
			}
			states, _ := raw[id].fileStates()
			for _, f := range said[id] {
				state := states[slashes(f.Path)]
				if f.Edits == 0 || state == nil {
					continue
				}
				if files++; state.own.bound != "" {
					bounds++
				}
				if f.AtLeast != (state.own.bound != "") {
					t.Errorf("%s: session %s, %s: at least %v, but %q", filepath.Base(source), id, f.Path, f.AtLeast, state.own.bound)
				}
				if got := f.Added - f.Removed; got != state.own.net && !f.AtLeast {
					t.Errorf("%s: session %s, %s: +%d -%d on the page, %d in the patches", filepath.Base(source), id, f.Path, f.Added, f.Removed, state.own.net)
				}
			}
		}
	}
	t.Logf("%d files, %d of them with a bound", files, bounds)
}

// linesSaid reads what Steno says of the files of sessions.
func linesSaid(t *testing.T, source string) map[string][]saidLines {
	t.Helper()
	var doc struct {
		Sessions []struct {
			ID    string
			Facts struct{ Files []saidLines }
		}
	}
	readExport(t, source, &doc)
	all := map[string][]saidLines{}
	for _, s := range doc.Sessions {
		all[s.ID] = s.Facts.Files
	}
	return all
}
