package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/shell"
)

// places knows which directories are the session's own: those that it and its agents worked in,
// and the worktrees that it added.
type places struct {
	roots folders
	homes []string // those in which it began or that it added: they are no scratch, wherever they are
}

func placesOf(s *parser.Session, all []Call) *places {
	p := &places{}
	for _, dir := range s.Dirs {
		p.roots = append(p.roots, clean(dir))
	}
	begun := len(p.roots)
	for _, dir := range p.roots[:begun] {
		p.roots = append(p.roots, worktreeFolders(dir)...)
	}
	p.homes = p.roots[:min(len(p.roots), 1):min(len(p.roots), 1)]
	last := ""
	for i := range all {
		if c := &all[i]; c.Agent != nil && c.Action.Dir != "" && c.Action.Dir != last {
			last = c.Action.Dir
			if dir := clean(last); !slices.Contains(p.roots, dir) {
				p.roots = append(p.roots, dir)
			}
		}
	}
	return p
}

// Places that are outside of every project, but not worth a word: those for temporary files, and devices.
var (
	scratch = []string{"/tmp/", "/var/tmp/", "/var/folders/", "/dev/shm/"}
	devices = []string{"/dev/", "/proc/self/"}
)

// outside reports whether a path, cleaned, is known to be outside the session's directories and
// is no place for temporary files.
func (p *places) outside(name string) bool {
	return len(p.roots) > 0 && shell.Absolute(name) && !p.roots.contain(name) && !p.aside(name)
}

// aside reports whether a path, cleaned, is a place for temporary files, a device, or a place for
// the agent's own notes.
func (p *places) aside(name string) bool {
	if p.roots.contain(name) {
		return false
	}
	low := strings.ToLower(name) + "/"
	return temporary(name) || slices.ContainsFunc(devices, func(dir string) bool { return strings.HasPrefix(low, dir) }) || ownNotes(low)
}

// temporary reports whether a path, cleaned, is a place for temporary files, or in one.
func temporary(name string) bool {
	low := strings.ToLower(name) + "/"
	return strings.Contains(low, "/appdata/local/temp/") ||
		slices.ContainsFunc(scratch, func(dir string) bool { return strings.HasPrefix(low, dir) })
}

// scratch reports whether a path, cleaned, is in a place for temporary files. It is although the session works
// there later, unless it began there or added a worktree there.
func (p *places) scratch(name string) bool {
	return temporary(path.Dir(name)) && !slices.ContainsFunc(p.homes, func(home string) bool { return under(home, name) })
}

// ownNotes reports whether a path is where an agent keeps its plans and memory.
func ownNotes(low string) bool {
	for part, rest := range steps(low) {
		if !strings.HasPrefix(part, ".") || len(part) < 2 {
			continue
		}
		for _, own := range []string{"plans/", "projects/", "memory/", "memories/", "todos/", "tasks/", "jobs/", "session-state/", "tmp/"} {
			if strings.HasPrefix(rest, own) {
				return true
			}
		}
	}
	return false
}

// steps yields each element of a path with what follows it.
func steps(name string) func(yield func(part, rest string) bool) {
	return func(yield func(part, rest string) bool) {
		for {
			part, rest, more := strings.Cut(name, "/")
			if !more || !yield(part, rest) {
				return
			}
			name = rest
		}
	}
}

// folders are directories, cleaned.
type folders []string

// contain reports whether a path is one of the directories or below it.
func (f folders) contain(name string) bool {
	return slices.ContainsFunc(f, func(root string) bool { return under(root, name) })
}

// under reports whether a path is a directory or below it, both cleaned.
func under(root, name string) bool {
	if len(root) > 1 && root[1] == ':' { // a drive: case does not matter
		name, root = strings.ToLower(name), strings.ToLower(root)
	}
	return name == root || strings.HasPrefix(name, strings.TrimSuffix(root, "/")+"/")
}

// absolute returns a path as an absolute one, where that is known.
func (p *places) absolute(c *Call, name string) string {
	if shell.Absolute(name) || name == "" {
		return name
	}
	dir := c.Action.Dir
	if dir == "" && len(p.roots) > 0 {
		dir = p.roots[0]
	}
	return shell.Join(dir, name)
}

// resolve returns the path of a word of a command, "" when it is not known.
func (p *places) resolve(c *Call, cmd *shell.Command, a shell.Arg) string {
	name, ok := cmd.Path(a)
	if !ok {
		return ""
	}
	return clean(p.absolute(c, name))
}

// files flags files outside the session's directories and tests that are removed.
func (w *flagger) files(c *Call, cmd *shell.Command, text string) {
	if cmd.Name() == "git" {
		w.worktree(c, cmd)
	}
	e := effectOf(cmd)
	for _, a := range e.removed {
		name := w.resolve(c, cmd, a)
		if w.outside(name) {
			w.add(FlagOutside, c, text)
		}
		if test := isTest(cmp.Or(name, a.Text)) || e.recursive &&
			testDir.MatchString(cmp.Or(name, a.Text)); test && !w.wrote(name) && !w.temporary(name) {
			w.add(FlagTestsDeleted, c, text)
		}
	}
	changed := e.changed
	if e.to != nil {
		changed = append(changed[:len(changed):len(changed)], *e.to)
	}
	for _, a := range changed {
		name := w.resolve(c, cmd, a)
		if name == "" {
			continue
		}
		if !w.known[name] && cmd.Name() != "sed" && cmd.Name() != "perl" {
			w.made[name] = true
		}
		w.known[name] = true
		if w.outside(name) {
			w.add(FlagOutside, c, text)
		}
	}
}

// wrote reports whether the session made a path, or something below it.
func (w *flagger) wrote(name string) bool {
	if name == "" || w.made[name] {
		return name != ""
	}
	for made := range w.made {
		if strings.HasPrefix(made, name+"/") {
			return true
		}
	}
	return false
}

// temporary reports whether a path is known to be outside the session's directories: what is
// removed there is a copy, or flagged as outside.
func (w *flagger) temporary(name string) bool {
	return len(w.roots) > 0 && shell.Absolute(name) && (!w.roots.contain(name) || w.scratch(name))
}

// worktree takes a worktree that the session added for one of its directories.
func (w *flagger) worktree(c *Call, cmd *shell.Command) {
	dir, in, ok := added(cmd)
	if !ok {
		return
	}
	if name := w.resolve(c, in, dir); name != "" {
		w.roots, w.homes = append(w.roots, name), append(w.homes, name)
	}
}

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
