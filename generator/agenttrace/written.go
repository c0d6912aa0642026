package agenttrace

import (
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"steno/generator/git"
	"steno/parser"
	"steno/parser/linediff"
)

// Written are the lines that the edits of a session wrote, by their hashes.
type Written struct {
	files map[string]map[uint64][]writing
	dirs  []string            // in which the session worked
	repo  string              // name of the work tree's folder
	real  func(string) string // the path behind symbolic links
}

// writing is an edit that wrote a line.
type writing struct {
	model string
	at    time.Time
}

// Lines returns what a session wrote, rewound branches and agents too: what they wrote may have
// stayed in the file. repo is the name of the folder that has the work tree here.
func Lines(s *parser.Session, repo string) *Written {
	w := &Written{files: map[string]map[uint64][]writing{}, repo: repo, real: s.Real}
	for _, dir := range s.Dirs {
		w.dirs = append(w.dirs, slashed(dir))
	}
	w.thread(s.Main)
	for _, a := range s.Agents {
		w.thread(a.Thread)
	}
	return w
}

func (w *Written) thread(t *parser.Thread) {
	if t == nil {
		return
	}
	for _, b := range t.Branches {
		for m := range b.Messages() {
			for _, block := range m.Blocks {
				if c, ok := block.(*parser.ToolCall); ok && c.Ended() {
					w.call(c, writing{m.Model, c.Time})
				}
			}
		}
	}
}

func (w *Written) call(c *parser.ToolCall, by writing) {
	for _, e := range c.Action.Edits() {
		if e.Change.Shared {
			continue // others may have written the lines
		}
		name := e.File
		if e.To != "" {
			name = e.To
		}
		name = slashed(w.real(name))
		if w.files[name] == nil {
			w.files[name] = map[uint64][]writing{}
		}
		for _, h := range e.Change.Hunks {
			for _, l := range h.Lines {
				if l.Op == parser.LineAdded {
					w.files[name][l.Hash] = append(w.files[name][l.Hash], by)
				}
			}
		}
	}
}

// none is the model of lines that nobody is known to have written. No transcript can name it.
const none = "\x00"

// models returns the model that wrote each line of a file before a time, or none. A line without
// letters and digits, such as a bracket, says nothing alone: it counts only next to another line
// that counts.
func (w *Written) models(f git.Added, before time.Time) []string {
	models, counts := make([]string, len(f.Lines)), make([]bool, len(f.Lines))
	for i, l := range f.Lines {
		models[i] = w.model(f.Path, l.Text, before)
		counts[i] = strings.ContainsFunc(l.Text, word)
	}
	next := func(i, j int) bool {
		return j >= 0 && j < len(f.Lines) && f.Lines[i].Number-f.Lines[j].Number == i-j && counts[j] && models[j] != none
	}
	for i := range f.Lines {
		counts[i] = counts[i] || next(i, i-1)
	}
	for i := range slices.Backward(f.Lines) {
		if counts[i] = counts[i] || next(i, i+1); !counts[i] {
			models[i] = none
		}
	}
	return models
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// slack is how far the clock of a transcript and that of git may be apart.
const slack = time.Minute

// slashed returns a path as it is compared: with slashes, from a slash.
func slashed(name string) string { return path.Clean("/" + strings.ReplaceAll(name, `\`, "/")) }

// same reports whether a file that a tool named by its absolute path is the one that a commit names
// from the top of the repository. The session may have worked in another clone: what is left of the
// path must look like the top of one, so that src/a.go is not taken for a.go. A path that is not
// absolute is one from the top.
func (w *Written) same(file, name string) bool {
	top, ok := strings.CutSuffix(file, "/"+name)
	if !ok {
		return false
	}
	above := func(dir string) bool { return dir == top || strings.HasPrefix(dir, top+"/") }
	return top == "" || path.Base(top) == w.repo || slices.ContainsFunc(w.dirs, above) || worktrees[path.Base(path.Dir(top))]
}

// worktrees are names of folders in which agents and people keep work trees of a repository.
var worktrees = map[string]bool{"worktrees": true, ".worktrees": true}

// model returns the model of the last edit before a time that wrote a line into a file.
func (w *Written) model(name, line string, before time.Time) string {
	model, newest, hash := none, time.Time{}, linediff.HashOf(line)
	for file, lines := range w.files {
		if !w.same(file, name) {
			continue
		}
		for _, by := range lines[hash] {
			if !by.at.After(before.Add(slack)) && (model == none || by.at.After(newest) || by.at.Equal(newest) && by.model > model) {
				model, newest = by.model, by.at
			}
		}
	}
	return model
}
