package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Worktrees returns where a folder of a repository is in all work trees of it, the given one first. A
// folder that is in no work tree is returned alone.
func Worktrees(dir string) []string {
	dir = Resolve(dir)
	all := []string{dir}
	root := Root(dir)
	if root == "" {
		return all
	}
	within, err := filepath.Rel(root, dir)
	if err != nil {
		return all
	}
	common := Resolve(folder(root))
	add := func(tree string) {
		_, err := os.Lstat(filepath.Join(tree, ".git"))
		if err == nil && Resolve(folder(tree)) != common {
			return // another repository is there now
		}
		if at := filepath.Join(tree, within); !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	if filepath.Base(common) == ".git" {
		add(filepath.Dir(common))
	}
	linked, err := os.ReadDir(filepath.Join(common, "worktrees"))
	if err != nil {
		return all
	}
	for _, entry := range linked {
		at := filepath.Join(common, "worktrees", entry.Name())
		if data, err := os.ReadFile(filepath.Join(at, "gitdir")); err == nil {
			add(Resolve(filepath.Dir(relative(at, strings.TrimSpace(string(data))))))
		}
	}
	return all
}
