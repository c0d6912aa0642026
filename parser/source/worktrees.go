package source

import (
	"strings"

	"steno/parser/raw"
)

// A worktree is another checkout of a repository, in a directory of its own. What was done
// there belongs to the repository. Worktrees are known by the place where Claude Code makes
// them, and by what records tell of others (worktree-state: where it is, and where one came
// from).

// treesDir is where Claude Code makes worktrees, below the directory of the repository.
const treesDir = "/.claude/worktrees/"

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
	if f.Dir == "" {
		if repo, tree, ok := strings.Cut(f.Name, encodingOf(treesDir)); ok && isEncoded(f.Name) && repo != "" && tree != "" {
			return repo, ""
		}
		return f.key, ""
	}
	dir = f.Dir
	seen := map[string]bool{}
	for repo, within := w.repository(dir); repo != ""; repo, within = w.repository(dir) {
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
	return encodingOf(dir), dir
}

// repository gives the directory that a worktree was made from, "" when dir is in none, and
// where dir lies within the worktree: "" or "/sub".
func (w *worktrees) repository(dir string) (repo, within string) {
	slashed := strings.ReplaceAll(dir, `\`, "/")
	if i := strings.LastIndex(slashed, treesDir); i > 0 {
		tree := i + len(treesDir)
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

// tree notes the worktree that a record tells of.
func (s *scanner) tree(val []byte) {
	if len(val) == 0 || val[0] != '{' || len(s.trees) >= maxDistinct {
		return
	}
	var dir, from string
	for name, v := range raw.Members(val) {
		switch {
		case v[0] != '"':
		case string(name) == "worktreePath":
			dir = raw.String(v)
		case string(name) == "originalCwd":
			from = raw.String(v)
		}
	}
	if dir == "" || from == "" || dir == from {
		return
	}
	if s.trees == nil {
		s.trees = map[string]string{}
	}
	s.trees[dir] = from
}
