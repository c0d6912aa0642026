package source

import (
	"cmp"
	"slices"
	"strings"

	"steno/parser"
)

// A worktree is another checkout of a repository, in its own directory. What was done
// there belongs to the repository. Worktrees are known by the places where agents and people
// make them, below the repository or in "app-worktrees", "app.worktrees" or "app__worktrees" beside
// it, and by what records say of others: where one is, and what it was made from.

// besideRepository are the ends of the names of folders with the worktrees of the repository beside
// them. The first may also end other names, so that the repository must have been found.
var besideRepository = []string{"-worktrees/", ".worktrees/", "__worktrees/"}

// worktrees knows where worktrees belong.
type worktrees struct {
	from map[string]string // directory of a worktree to the one that it was made from
	keys map[string]string // directory to key, of folders that were found
	own  map[string]bool   // directories that a folder was found of which is named after them

	homes  map[string]string // directory of a repository to its key, whether a folder of it was found or one of a worktree
	clones map[string]string // directory to the one whose project has all clones of its repository
}

func (g *grouping) worktrees(folders []*found) *worktrees {
	w := &worktrees{from: map[string]string{}, keys: map[string]string{}, own: map[string]bool{}, homes: map[string]string{}}
	for _, part := range []bool{false, true} { // parts join what else was found
		for _, f := range folders {
			if f.Dir != "" && f.part == part {
				w.keys[f.Dir] = w.keyOf(f)
			}
		}
	}
	for _, f := range folders {
		for _, d := range f.drafts {
			for dir, from := range d.trees {
				if old := w.from[dir]; old == "" || from < old {
					w.from[dir] = from
				}
			}
		}
	}
	w.findClones(folders)
	return w
}

// keyOf returns the key of a folder's directory, in which several folders may have been found:
// that of the folder which is named after it, else, when there are several, the one that this
// folder would have.
func (w *worktrees) keyOf(f *found) string {
	format, before := f.drafts[0].Format, w.keys[f.Dir]
	switch {
	case f.part:
		return cmp.Or(before, f.key)
	case format.isFolderOf(f.Name, f.Dir) && !w.own[f.Dir]:
		w.own[f.Dir] = true
		return f.key
	case before == "":
		return f.key
	case w.own[f.Dir]:
		return before
	}
	return cmp.Or(format.FolderOf(f.Dir), f.Dir)
}

// home returns the key of the folder that a folder belongs to, which is its own unless it is
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
	own := w.keys[dir]
	seen := map[string]bool{}
	for repo, within := w.repository(format, dir); repo != ""; repo, within = w.repository(format, dir) {
		if seen[dir] {
			return own, f.Dir // records that go in circles
		}
		seen[dir] = true
		if dir = repo; w.keys[repo+within] != "" {
			dir = repo + within
		}
	}
	if clone := w.clones[dir]; clone != "" {
		return w.homes[clone], clone
	}
	if dir == f.Dir {
		return own, dir
	}
	if key := w.keys[dir]; key != "" {
		return key, dir
	}
	return cmp.Or(format.FolderOf(dir), dir), dir
}

// wasApart reports whether versions up to 1.0 made a project of a folder that is joined with
// others now: they knew no directories that several folders have, no clones, and only the agent's
// worktrees.
func (w *worktrees) wasApart(f *found) bool {
	slashed := strings.ReplaceAll(f.Dir, `\`, "/")
	beside := func(end string) bool { return strings.Contains(slashed, end) }
	return f.Dir != "" && !f.part && (w.keys[f.Dir] != f.key || w.clones[f.Dir] != "" || slices.ContainsFunc(besideRepository, beside))
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

// InRepository returns the path of a file relative to the repository at dir, or to the worktree of it
// that the file is in: those below the repository, and those in "dir-worktrees" beside it. It returns "" for
// files elsewhere.
func (f *Format) InRepository(dir, name string) string {
	dir = strings.TrimSuffix(strings.ReplaceAll(dir, `\`, "/"), "/")
	name = strings.ReplaceAll(name, `\`, "/")
	if dir == "" {
		return ""
	}
	for _, end := range besideRepository {
		if tree, ok := strings.CutPrefix(name, dir+end); ok {
			_, within, _ := strings.Cut(tree, "/")
			return within
		}
	}
	within, ok := parser.Within(dir, name)
	if !ok {
		return ""
	}
	for _, at := range []string{f.Layout.Worktrees, "/.worktrees/"} {
		if tree, ok := strings.CutPrefix("/"+within, at); ok && at != "" {
			if _, rest, _ := strings.Cut(tree, "/"); rest != "" {
				return rest
			}
		}
	}
	return within
}

// repository returns the directory that a worktree was made from, "" when dir is in none, and
// where dir is within the worktree: "" or "/sub".
func (w *worktrees) repository(format *Format, dir string) (repo, within string) {
	slashed := strings.ReplaceAll(dir, `\`, "/")
	for _, at := range []string{format.Layout.Worktrees, "/.worktrees/"} {
		i := strings.LastIndex(slashed, at)
		if at == "" || i <= 0 {
			continue
		}
		tree := i + len(at)
		if n := strings.IndexByte(slashed[tree:], '/'); n >= 0 {
			return dir[:i], dir[tree+n:]
		}
		if tree < len(dir) {
			return dir[:i], ""
		}
	}
	for k, end := range besideRepository {
		i := strings.LastIndex(slashed, end)
		if i <= 0 || slashed[i-1] == '/' || k == 0 && w.keys[dir[:i]] == "" {
			continue
		}
		if tree := slashed[i+len(end):]; tree != "" {
			if n := strings.IndexByte(tree, '/'); n >= 0 {
				within = tree[n:]
			}
			return dir[:i], within
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
