package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"steno/generator/address"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/offheap"
	"steno/parser/prose"
	"steno/theme/view"
)

// The pages of changes show the net diff of each file that the session changed, as package facts
// computes it. They are laid out before the pages of threads are rendered, which link to them,
// and written behind them, as they link back. Texts are those of the clean session. As lines of
// several calls come together in a hunk, each hunk is cleaned again: see cleanHunk.

// Sizes of the pages of changes.
const (
	changesDir    = "changes"
	changesBudget = 250_000 // bytes of hunks on a page
	mostLines     = 800     // of one file; the rest is in the session
	largeDiff     = 400     // lines from which on a diff is collapsed at first
	mostTurns     = 6       // that a hunk or a note links to
	mostTree      = 400     // files in a tree
)

// changesSite is the pages of changes.
type changesSite struct {
	files []*changedFile
	pages [][]*changedFile // the same, by page
	of    map[*parser.ToolCall]string
	turns map[*parser.ToolCall]turnOf
	all   map[string]string // path of a file to its place in all sessions, from the site's root
}

// changedFile is a file with its diff, laid out.
type changedFile struct {
	*facts.File
	path  string
	view  view.FileDiff
	hunks []facts.DiffHunk // those that are shown
	page  int              // 1-based
}

// planChanges lays out the pages of changes, nil when there are none.
func planChanges(s *sessionSite) *changesSite {
	if len(s.figures.Files) == 0 {
		return nil
	}
	c := &changesSite{of: map[*parser.ToolCall]string{}, turns: turnsOf(s), all: map[string]string{}}
	texts := facts.NewTexts(s.s)
	taken := map[string]bool{}
	for i := range s.figures.Files {
		f := &changedFile{File: &s.figures.Files[i], path: shorten(s.figures.Files[i].Path, s.workDir())}
		f.plan(s, texts, taken)
		f.Forget()
		c.files = append(c.files, f)
		if f.listed(c.turns) {
			c.all[f.File.Path] = address.ProjectFiles(s.src.Project.Slug) + "#" + address.FileMark(inProject(s.src, f.File.Path))
		}
	}
	sortByPath(c.files)
	room := 0
	for _, f := range c.files {
		size := 600 // of what is around the hunks
		for _, h := range f.view.Hunks {
			size += 300 + len(h.Code)
		}
		if room -= size; room < 0 {
			c.pages, room = append(c.pages, nil), changesBudget-size
		}
		f.page = len(c.pages)
		c.pages[f.page-1] = append(c.pages[f.page-1], f)
		for _, call := range f.Calls {
			c.of[call] = f.href()
		}
		for i, h := range f.hunks {
			for _, call := range h.Calls {
				if strings.HasSuffix(c.of[call.ToolCall], f.view.ID) { // the first of its hunks
					c.of[call.ToolCall] = address.Page(f.page) + "#" + f.view.Hunks[i].ID
				}
			}
		}
	}
	return c
}

// href is the address of a file's diff from the folder of changes.
func (f *changedFile) href() string { return address.Page(f.page) + "#" + f.view.ID }

// plan makes the view of a file, but for its links to turns.
func (f *changedFile) plan(s *sessionSite, texts *facts.Texts, taken map[string]bool) {
	sum := sha256.Sum256([]byte(f.path))
	id := "f-" + hex.EncodeToString(sum[:4])
	for n := 2; taken[id]; n++ {
		id = fmt.Sprintf("f-%x-%d", sum[:4], n)
	}
	taken[id] = true
	f.view = view.FileDiff{ID: id, Path: f.path, State: stateOf(f.File), Added: f.Added, Removed: f.Removed, AtLeast: f.AtLeast}
	if f.From != "" {
		f.view.From = shorten(f.From, s.workDir())
	}
	key := sha256.New()
	fmt.Fprintln(key, f.path, f.view.From, f.view.State, f.Edits, f.Commands)
	room, seen := mostLines, map[string]int{}
	for _, h := range f.Diff(texts) {
		if room <= 0 {
			f.view.Cut += len(h.Lines)
			continue
		}
		if len(h.Lines) > room {
			f.view.Cut += len(h.Lines) - room
			h.Lines = h.Lines[:room]
		}
		room -= len(h.Lines)
		shown := cleanHunk(s, h)
		for _, l := range shown.Lines {
			fmt.Fprintln(key, l)
		}
		hunk := view.Hunk{Lines: linesText(h), Code: offheap.String(s.s.Held, s.Theme.Hunk(shown, f.Path))}
		if len(h.Calls) > 0 {
			hunk.ID = id + strings.TrimPrefix(h.Calls[0].ToolCall.Anchor, "m")
			if seen[hunk.ID]++; seen[hunk.ID] > 1 {
				hunk.ID += fmt.Sprintf("-%d", seen[hunk.ID])
			}
		}
		h.Lines = nil
		f.hunks, f.view.Hunks = append(f.hunks, h), append(f.view.Hunks, hunk)
	}
	f.view.Key = hex.EncodeToString(key.Sum(nil)[:6])
	f.view.Large = mostLines-room > largeDiff
}

// stateOf says what happened to a file in one word.
func stateOf(f *facts.File) string {
	switch {
	case f.Created && f.Deleted:
		return "created and deleted"
	case f.Created:
		return "created"
	case f.Deleted:
		return "deleted"
	case f.From != "":
		return "moved"
	case f.Commands > 0 && f.Edits == 0:
		return "changed by a command"
	case !f.Net():
		return "no net change"
	}
	return "changed"
}

// linesText names the lines that a hunk has after the change.
func linesText(h facts.DiffHunk) string {
	if h.New == 0 {
		return ""
	}
	first, n := h.New, 0
	for _, l := range h.Lines {
		if l.Op != parser.LineRemoved {
			n++
		}
	}
	if n == 0 { // all of it is gone
		first, n = h.Old, len(h.Lines)
	}
	if n == 1 {
		return fmt.Sprintf("Line %d", first)
	}
	return fmt.Sprintf("Lines %d–%d", first, first+n-1)
}

// apartOf names the listed files that no figure counts.
func apartOf(sum facts.Sum, listed int) string {
	var parts []string
	if sum.Outside > 0 {
		parts = append(parts, fmt.Sprintf("%d outside the project", sum.Outside))
	}
	if same := listed - sum.Files - sum.ByCommand - sum.Outside; same > 0 {
		parts = append(parts, fmt.Sprintf("%d without a net change", same))
	}
	return strings.Join(parts, ", ")
}

// writeChanges writes the pages of changes.
func writeChanges(s *sessionSite) error {
	if s.figures.diffs == nil {
		return nil
	}
	dir := s.dir + "/" + changesDir
	turns := s.figures.diffs.turns
	for i, files := range s.figures.diffs.pages {
		file := dir + "/" + address.Page(i+1)
		sum := s.figures.sum
		page := &view.ChangesPage{
			Page: view.Page{
				Site: s.Site, Kind: "changes", Title: "Changes in " + prose.Excerpt(s.s.Title.Text, 80),
				Path: file, Root: address.Root(file),
				Crumbs: append(crumbsOf(s, s.threads[0], s.threads[0].branches[0]), view.Link{Text: s.s.Title.Text}),
			},
			Session: s.row(dir), Pager: view.PagerOf(i+1, len(s.figures.diffs.pages), address.Page),
			Sum: view.ChangeSum{Files: sum.Files, Added: sum.Added, Removed: sum.Removed,
				ChurnAdded: sum.ChurnAdded, ChurnRemoved: sum.ChurnRemoved, ByCommand: sum.ByCommand},
			Apart: apartOf(sum, len(s.figures.diffs.files)),
		}
		for j := range page.Crumbs {
			page.Crumbs[j].Href = "../" + page.Crumbs[j].Href
		}
		page.Crumbs[len(page.Crumbs)-1].Href = "../index.html"
		listed := files
		if i == 0 {
			listed = s.figures.diffs.files
			page.Commits = commitDiffs(s, dir)
		} else {
			page.All = &view.Link{Text: fmt.Sprintf("All %d files", len(s.figures.diffs.files)), Href: "index.html"}
		}
		page.Tree = treeOf(listed, i+1)
		for _, f := range files {
			f.link(s, dir, turns)
			page.Files = append(page.Files, f.view)
		}
		if err := s.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}
