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
	homes folders             // those in which it began or that it added: they are no scratch, wherever they are
	real  func(string) string // the path behind symbolic links
}

func placesOf(s *parser.Session, all []Call) *places {
	p := &places{real: s.Real}
	for i, dir := range s.Dirs {
		dir = clean(dir)
		if i == 0 {
			p.homes.add(dir)
		}
		p.roots.add(dir)
		p.roots.add(worktreeFolders(dir)...)
	}
	last := ""
	for i := range all {
		if c := &all[i]; c.Agent != nil && c.Action.Dir != "" && c.Action.Dir != last {
			last = c.Action.Dir
			p.roots.add(clean(last))
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
	return p.roots.first != "" && shell.Absolute(name) && !p.roots.contain(name) && !p.aside(name)
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
	return temporary(path.Dir(name)) && !p.homes.contain(name)
}

// ownNotes reports whether a path is where an agent keeps its plans and memory.
func ownNotes(low string) bool { return notesBelow(low) >= 0 }

// homeNotes reports whether a path, cleaned, is where an agent keeps its plans and memory in a home. They are no work of a
// session that began there either.
func homeNotes(name string) bool {
	at := notesBelow(strings.ToLower(name))
	return at > 0 && noWorkplace.MatchString(name[:at])
}

// notesBelow returns the length of the path of the directory where an agent keeps its plans and memory, which a path is in; -1 for none.
func notesBelow(low string) int {
	for part, rest := range steps(low) {
		if !strings.HasPrefix(part, ".") || len(part) < 2 {
			continue
		}
		for _, own := range []string{"plans/", "projects/", "memory/", "memories/", "todos/", "tasks/", "jobs/", "session-state/", "tmp/"} {
			if strings.HasPrefix(rest, own) {
				return len(low) - len(rest) - len(part) - 1
			}
		}
	}
	return -1
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

// absolute returns a path as an absolute one, where that is known.
func (p *places) absolute(c *Call, name string) string {
	if shell.Absolute(name) || name == "" {
		return p.real(name)
	}
	dir := c.Action.Dir
	if dir == "" {
		dir = p.roots.first
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
	return w.roots.first != "" && shell.Absolute(name) && (!w.roots.contain(name) || w.scratch(name))
}

// worktree takes a worktree that the session added for one of its directories.
func (w *flagger) worktree(c *Call, cmd *shell.Command) {
	dir, in, ok := added(cmd)
	if !ok {
		return
	}
	if name := w.resolve(c, in, dir); name != "" {
		w.roots.add(name)
		w.homes.add(name)
	}
}

// A worktree is another checkout of a repository. What is changed there is a change of the repository: where the
// session added the worktree, and in the places where agents and people make them, below the repository or
// beside it.

// worktree matches a directory in a worktree of a repository, and finds the repository.
var worktree = lazy.MustCompile(`^(.+?)(?:(?:/\.[^/]+)?/\.?worktrees|[-.]worktrees|__worktrees)/`)

// worktreeFolders returns the folders where worktrees of the repository at a directory, cleaned, are made beside it.
func worktreeFolders(dir string) []string {
	return []string{dir + "-worktrees", dir + ".worktrees", dir + "__worktrees"}
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
	t.roots.add(clean(t.within(c, name)))
}

// workplaces are the directories elsewhere in which commands of the session ran: what it edits there is its work, too.
type workplaces struct{ folders }

// ran takes the directories in which a command ran.
func (w *workplaces) ran(t *tracker, c *Call) {
	w.take(t, c, ".")
	if !movesTo.MatchString(c.Action.Command) {
		return
	}
	commands, _ := c.commands()
	for i := range commands {
		if cmd := &commands[i]; len(cmd.Args) > 0 && cmd.DirKnown && cmd.Dir != "" {
			w.take(t, c, cmd.Dir)
		}
	}
	for _, g := range gitCalls(slices.Clone(commands)) {
		if g.DirKnown && g.Dir != "" {
			w.take(t, c, g.Dir)
		}
	}
}

// take takes a directory, unless it is where anything may be: the session need not have worked on all of that.
func (w *workplaces) take(t *tracker, c *Call, dir string) {
	if dir = t.within(c, dir); t.roots.first == "" || !shell.Absolute(dir) {
		return
	}
	dir = clean(dir)
	above := strings.HasPrefix(folded(t.roots.first)+"/", folded(dir)+"/")
	if !above && !t.roots.contain(dir) && !w.contain(dir) && !noWorkplace.MatchString(strings.TrimSuffix(dir, "/")+"/") && !temporary(dir) {
		w.add(dir)
	}
}

// has reports whether a file, its path cleaned, is in one of the directories, and none of the notes of the agent.
func (w *workplaces) has(name string) bool {
	return w.contain(name) && !ownNotes(strings.ToLower(name)+"/")
}

var (
	// movesTo matches command lines in which commands may run elsewhere.
	movesTo = lazy.MustCompile(`(?i)\b(?:cd|chdir|pushd|sl|Set-Location|Push-Location|git)\s`)
	// noWorkplace matches homes and roots, as what is below them may be anything, and what the system makes up.
	noWorkplace = lazy.MustCompile(`^(?:/|~/|/root/|/(?:home|Users)/(?:[^/]*/)?|[A-Z]:/(?:(?i:users)/(?:[^/]*/)?)?|/mnt/(?:[a-z]/)?|/Volumes/(?:[^/]*/)?|/(?:dev|proc|sys)/.*)$`)
)

// folders are directories, cleaned. The zero value has none.
type folders struct {
	first   string // the one that was added first, "" when there are none
	known   map[string]bool
	lengths map[int]bool // of those that are known: what is above a path is looked up only where one may be
}

// add adds directories.
func (f *folders) add(dirs ...string) {
	if f.known == nil {
		f.known, f.lengths = map[string]bool{}, map[int]bool{}
	}
	for _, dir := range dirs {
		if f.first == "" {
			f.first = dir
		}
		dir = folded(dir)
		f.known[dir], f.lengths[len(dir)] = true, true
	}
}

// has reports whether a path is one of the directories.
func (f *folders) has(name string) bool { return f.known[folded(name)] }

// contain reports whether a path is one of the directories or below it.
func (f *folders) contain(name string) bool {
	name = folded(name)
	if f.known[name] || f.known["/"] && strings.HasPrefix(name, "/") {
		return true
	}
	for end := strings.LastIndexByte(name, '/'); end > 0; end = strings.LastIndexByte(name[:end], '/') {
		if f.lengths[end] && f.known[name[:end]] {
			return true
		}
	}
	return false
}

// inNotes reports whether a path is below one of the directories that is itself where an agent keeps its plans and memory.
func (f *folders) inNotes(name string) bool {
	same := folded(name)
	for end := strings.LastIndexByte(name, '/'); end > 0; end = strings.LastIndexByte(name[:end], '/') {
		if f.lengths[end] && f.known[same[:end]] && homeNotes(name[:end]+"/") {
			return true
		}
	}
	return false
}

// folded returns a path as it is compared: on a drive, case does not matter.
func folded(name string) string {
	if len(name) > 1 && name[1] == ':' {
		return strings.ToLower(name)
	}
	return name
}
