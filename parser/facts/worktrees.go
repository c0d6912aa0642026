package facts

import (
	"cmp"

	"steno/parser/lazy"
	"steno/parser/shell"
)

// A worktree is another checkout of a repository. What is changed there is a change of the repository: where the
// session added the worktree, and in the places where agents and people make them, below the repository or
// beside it.

// worktree matches a directory in a worktree of a repository, and finds the repository.
var worktree = lazy.MustCompile(`^(.+?)(?:(?:/\.[^/]+)?/\.?worktrees|[-.]worktrees|__worktrees)/`)

// worktreeFolders returns the folders where worktrees of the repository at a directory, cleaned, are made beside it.
func worktreeFolders(dir string) folders {
	return folders{dir + "-worktrees", dir + ".worktrees", dir + "__worktrees"}
}

// added returns the directory of the worktree that a command adds, as it names it, and the command, which runs
// where git was told to. ok is false for other commands.
func added(cmd *shell.Command) (dir shell.Arg, in *shell.Command, ok bool) {
	if cmd.Name() != "git" {
		return dir, nil, false
	}
	copied := *cmd
	for _, g := range gitCalls([]shell.Command{copied}) {
		if g.sub != "worktree" || len(g.args) < 2 || g.args[0].Text != "add" {
			continue
		}
		if names := operands(g.args[1:], "-b -B --reason"); len(names) > 0 {
			return names[0], g.Command, true
		}
	}
	return dir, nil, false
}

// worktree takes a worktree that a command added for a repository of the session.
func (t *tracker) worktree(c *Call, cmd *shell.Command) {
	dir, in, ok := added(cmd)
	if !ok {
		return
	}
	name, ok := in.Path(dir)
	if !ok || !in.DirKnown || !t.roots.contain(clean(t.within(c, cmp.Or(in.Dir, ".")))) {
		return
	}
	t.roots = append(t.roots, clean(t.within(c, name)))
}
