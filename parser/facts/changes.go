package facts

import (
	"cmp"
	"path"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/shell"
)

// A file counts with its net change: what a diff between its first and its last state says.
// Churn is the sum of all changes on the way. Only calls that did what they were asked to
// change anything, and edits of rewound branches are not counted. Commands change files, too;
// what they changed is listed, but not counted, as nothing records how. Nor are files outside of
// the directories that the session records: they are listed apart.

// File is a file that a session changed.
type File struct {
	Path string // as the tools were given it, at the end of the session
	From string // its path before the session moved it, "" when it did not

	Added, Removed           int  // lines, net
	ChurnAdded, ChurnRemoved int  // lines, of all changes
	AtLeast                  bool // Removed may be more: what was overwritten is not known
	Edits                    int  // calls of tools that changed it
	Commands                 int  // commands that changed it
	Created, Deleted         bool
	Outside                  bool               // it is outside of the session's directories: a scratch file, a plan, another project
	Calls                    []*parser.ToolCall // of tools that changed it, in order
	Touched                  []Call             // commands that changed it, in order
	Rewound                  int                // edits in rewound branches, which are not counted
	First                    Call               // that changed it
	Commits                  []CommitChange     // the change by commits, when the session made some
	Lines                    *Lines
}

// Net reports whether the file is another than before: a diff would list it.
func (f *File) Net() bool {
	return f.Added+f.Removed > 0 || f.Created != f.Deleted || f.From != "" && !f.Created
}

// Changed reports whether tools changed the file's lines.
func (f *File) Changed() bool { return f.Added+f.Removed > 0 }

// ByCommand reports whether only commands changed the file, and how is not known. That a file
// was deleted whose lines are known is.
func (f *File) ByCommand() bool {
	return f.Edits == 0 && f.Commands > 0 && !(f.Deleted && f.Removed > 0)
}

// tracked is a file while the session is being read.
type tracked struct {
	File
	Lines
	absent  bool // it does not exist at the moment
	written bool // the first thing that a command did was to write it: it may not have existed
	cut     cut  // at the last commit
}

// tracker follows the files of a session.
type tracker struct {
	files   []*tracked
	at      map[string]*tracked // by path, cleaned
	reads   map[string][]*Call  // of files that are not tracked yet, by path, cleaned
	off     map[string]int      // edits in rewound branches, by path, cleaned
	roots   folders             // directories of the session, and the repositories of those that are worktrees
	commits map[string][]int    // numbers of commits, by the message that made them
	texts   parser.Texts
	*bounds
}

func newTracker(s *parser.Session) *tracker {
	t := &tracker{at: map[string]*tracked{}, reads: map[string][]*Call{}, off: map[string]int{},
		commits: commitsAt(s), texts: s.Texts, bounds: newBounds()}
	for _, dir := range s.Dirs {
		t.roots = append(t.roots, clean(dir))
		if m := worktree.FindStringSubmatch(clean(dir)); m != nil {
			t.roots = append(t.roots, m[1])
		}
	}
	return t
}

// call follows what a call does to files.
func (t *tracker) call(c *Call) {
	switch {
	case !c.Ended():
	case c.Action.Change != nil && c.Rewound:
		for _, e := range c.Action.Edits() {
			t.off[clean(t.absolute(e.File))]++
		}
	case c.Action.Change != nil:
		for i, e := range c.Action.Edits() {
			t.edit(c, i, e)
		}
	case c.Action.Kind == parser.ActionRead && !c.Rewound:
		t.read(c)
	case c.Action.Kind == parser.ActionRun && !c.Rewound:
		t.run(c)
	}
	t.committed(c)
}

// listed returns the files with their figures, once all calls were followed. The session made so many commits.
func (t *tracker) listed(commits int) []File {
	if commits > 0 {
		t.divide(commits)
	}
	var files []File
	for _, f := range t.files {
		if f.Edits == 0 && (f.Commands == 0 || f.absent && f.written) {
			continue // the second kind came and went
		}
		switch {
		case f.Created: // all that is in it is new
			f.Added = len(f.now)
		case f.Edits > 0 || f.absent && f.known:
			f.Added, f.Removed = f.net()
		}
		f.Deleted = f.absent
		f.AtLeast = f.atLeast || f.absent && f.Edits > 0 && !f.Created && !f.known
		f.Rewound = t.off[clean(f.Path)]
		f.File.Lines = &f.Lines
		f.Outside = strings.Contains(clean(f.Path), "/.git/") || len(t.roots) > 0 && shell.Absolute(f.Path) && !t.roots.contain(clean(f.Path))
		files = append(files, f.File)
	}
	return files
}

// clean returns a path in one form: with forward slashes, and drives as "D:/".
func clean(name string) string {
	name = strings.ReplaceAll(name, `\`, "/")
	if len(name) > 2 && name[0] == '/' && name[2] == '/' && name[1] >= 'a' && name[1] <= 'z' {
		name = strings.ToUpper(name[1:2]) + ":" + name[2:] // as shells on Windows write drives
	}
	if len(name) > 1 && name[1] == ':' {
		name = strings.ToUpper(name[:1]) + name[1:]
	}
	name = path.Clean(name)
	for _, dir := range []string{"/private/tmp/", "/private/var/"} { // where /tmp and /var of macOS are
		if strings.HasPrefix(name, dir) {
			return strings.TrimPrefix(name, "/private")
		}
	}
	return name
}

// file returns a file by its path.
func (t *tracker) file(name string, c *Call) *tracked {
	key := clean(name)
	f := t.at[key]
	if f == nil {
		f = &tracked{File: File{Path: name, First: *c}, Lines: Lines{bounds: t.bounds}}
		t.at[key] = f
		t.files = append(t.files, f)
		t.recall(f, t.reads[key])
	}
	return f
}

// read notes that a call read a file, in case it is changed later.
func (t *tracker) read(c *Call) {
	if t.texts.Read == nil {
		return
	}
	if key := clean(t.absolute(c.Action.File)); t.at[key] == nil {
		t.reads[key] = append(t.reads[key], c)
	}
}

// mostReads is how many of the last reads of a file are looked at for its whole text.
const mostReads = 8

// recall takes the lines of a file from the last call that read all of it.
func (t *tracker) recall(f *tracked, reads []*Call) {
	for i := len(reads) - 1; i >= max(0, len(reads)-mostReads); i-- {
		if texts := t.texts.Read(reads[i].ToolCall); texts != nil {
			f.read(texts, t.place(origin{call: reads[i], hunk: wholeRead}))
			return
		}
	}
}

// absolute returns a path as tools mean it.
func (t *tracker) absolute(name string) string {
	if !shell.Absolute(name) && len(t.roots) > 0 {
		return shell.Join(t.roots[0], name)
	}
	return name
}

// edit follows the change of a file, the call's edit of that number.
func (t *tracker) edit(c *Call, number int, a parser.Edited) {
	f := t.file(t.absolute(a.File), c)
	change := a.Change
	if change.Created && f.Edits+f.Commands == 0 {
		f.Created = true
	}
	f.absent = false
	f.Edits++
	f.Calls = append(f.Calls, c.ToolCall)
	f.ChurnAdded += a.Added
	f.ChurnRemoved += a.Removed
	f.change(c, number, change)
	if change.Deleted {
		f.atLeast = f.atLeast || len(change.Hunks) == 0 && !f.known
		f.gone(c)
	}
	if a.To != "" {
		t.rename(f, t.absolute(a.To))
	}
}

// run follows what a command line does to files.
func (t *tracker) run(c *Call) {
	if !changesFiles(c.Action.Command) {
		return
	}
	commands, _ := c.commands()
	for i := range commands {
		cmd := &commands[i]
		e := effectOf(cmd)
		for _, name := range e.changed {
			t.touch(t.resolve(c, cmd, name), c)
		}
		for _, name := range e.removed {
			t.remove(t.resolve(c, cmd, name), c, e.recursive)
		}
		if e.to != nil {
			t.move(t.resolve(c, cmd, *e.to), e.from, c, cmd)
		}
	}
}

// resolve returns the path of a word of a command, "" when it is not known or not below a
// directory of the session.
func (t *tracker) resolve(c *Call, cmd *shell.Command, a shell.Arg) string {
	name, ok := cmd.Path(a)
	if !ok {
		return ""
	}
	if !shell.Absolute(name) {
		name = t.absolute(shell.Join(cmp.Or(c.Action.Dir, "."), name))
	}
	key := clean(name)
	if !strings.HasPrefix(key, "/") && shell.Absolute(key) {
		name = key // "/d/x" of a shell on Windows
	}
	if t.at[key] != nil {
		return name
	}
	if t.roots.contain(key) {
		return name
	}
	if len(t.roots) == 0 && !shell.Absolute(name) {
		return name
	}
	return ""
}

// worktree matches a directory below a worktree of a repository, and finds the repository.
var worktree = lazy.MustCompile(`^(.+?)(?:(?:/\.[^/]+)?/\.?worktrees|-worktrees)/`)

// touch notes that a command changed a file.
func (t *tracker) touch(name string, c *Call) {
	if name == "" {
		return
	}
	f := t.file(name, c)
	f.written = f.written || f.Edits+f.Commands == 0
	f.by(c)
	f.absent = false
	f.touched = t.place(origin{call: c, hunk: noText})
}

// by notes a command that did something to the file.
func (f *tracked) by(c *Call) {
	f.Commands++
	if n := len(f.Touched); n == 0 || f.Touched[n-1].ToolCall != c.ToolCall {
		f.Touched = append(f.Touched, *c)
	}
}
