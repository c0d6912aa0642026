package source

import (
	"cmp"
	"strings"
)

// A worktree is another checkout of a repository, in a directory of its own. What was done
// there belongs to the repository. Worktrees are known by the place where an agent makes
// them, and by what records say of others: where one is, and what it was made from.

// worktrees knows where worktrees belong.
type worktrees struct {
	from map[string]string // directory of a worktree to the one that it was made from
	keys map[string]string // directory to key, of folders that were found
}

func (g *grouping) worktrees(folders []*found) *worktrees {
	w := &worktrees{from: map[string]string{}, keys: map[string]string{}}
	for _, f := range folders {
		if f.Dir != "" && w.keys[f.Dir] == "" {
			w.keys[f.Dir] = f.key
		}
		for _, d := range f.drafts {
			for dir, from := range d.trees {
				if old := w.from[dir]; old == "" || from < old {
					w.from[dir] = from
				}
			}
		}
	}
	return w
}

// home gives the key of the folder that a folder belongs to, which is its own unless it is
// that of a worktree, and that folder's directory.
func (w *worktrees) home(f *found) (key, dir string) {
	format := f.drafts[0].Format
	if f.Dir == "" {
		if repo := treeFolder(format, f.Name); repo != "" {
			return repo, ""
		}
		return f.key, ""
	}
	dir = f.Dir
	seen := map[string]bool{}
	for repo, within := w.repository(format, dir); repo != ""; repo, within = w.repository(format, dir) {
		if seen[dir] {
			return f.key, f.Dir // records that go in circles
		}
		seen[dir] = true
		if dir = repo; w.keys[repo+within] != "" {
			dir = repo + within
		}
	}
	if dir == f.Dir {
		return f.key, dir
	}
	if key := w.keys[dir]; key != "" {
		return key, dir
	}
	return cmp.Or(format.FolderOf(dir), dir), dir
}

// treeFolder returns the folder of the repository whose worktree a folder is named after, ""
// for other folders.
func treeFolder(format *Format, name string) string {
	if format.Layout.Worktrees == "" || !format.IsFolder(name) {
		return ""
	}
	repo, tree, found := strings.Cut(name, format.FolderOf(format.Layout.Worktrees))
	if !found || tree == "" {
		return ""
	}
	return repo
}

// repository gives the directory that a worktree was made from, "" when dir is in none, and
// where dir lies within the worktree: "" or "/sub".
func (w *worktrees) repository(format *Format, dir string) (repo, within string) {
	slashed := strings.ReplaceAll(dir, `\`, "/")
	if at := format.Layout.Worktrees; at != "" && strings.LastIndex(slashed, at) > 0 {
		i := strings.LastIndex(slashed, at)
		tree := i + len(at)
		if n := strings.IndexByte(slashed[tree:], '/'); n >= 0 {
			return dir[:i], dir[tree+n:]
		}
		if tree < len(dir) {
			return dir[:i], ""
		}
	}
	for i := range slashed + "/" {
		if i < len(slashed) && slashed[i] != '/' {
			continue
		}
		if from := w.from[dir[:i]]; from != "" && from != dir[:i] {
			return from, dir[i:]
		}
	}
	return "", ""
}
