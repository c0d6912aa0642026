package facts

import (
	"path"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/shell"
)

// A file counts with its net change: what a diff between its first and its last state says.
// Churn is the sum of all changes on the way. Only calls that did what they were asked to
// change anything, and edits of rewound branches are not counted. Commands change files, too: where
// the transcript records how, they count like edits, otherwise what they changed is listed, but not
// counted. Nor are files outside of the directories that the session records: they are listed apart.

// File is a file that a session changed.
type File struct {
	Path string // as the tools were given it, at the end of the session
	From string // its path before the session moved it, "" when it did not

	Added, Removed           int  // lines, net
	ChurnAdded, ChurnRemoved int  // lines, of all changes
	AtLeast                  bool // Removed may be more: what was overwritten is not known
	Edits                    int  // calls that changed it: of tools, and commands of which it is recorded how
	Commands                 int  // other commands that changed it
	Created, Deleted         bool
	Outside                  bool               // it is outside of the session's directories: a scratch file, a plan, another project
	Calls                    []*parser.ToolCall // the Edits, in order
	Touched                  []Call             // the Commands, in order
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
	absent  bool   // it does not exist at the moment
	written bool   // the first thing that a command did was to write it: it may not have existed
	cut     cut    // at the last commit
	key     string // its path, cleaned
	over    bool   // another file took its place
}

// tracker follows the files of a session.
type tracker struct {
	files   []*tracked
	at      map[string]*tracked // by path, cleaned
	reads   map[string][]*Call  // of files that are not tracked yet, by path, cleaned
	off     map[string]int      // edits in rewound branches, by path, cleaned
	worked  workplaces
	roots   folders          // directories of the session, the repositories of those that are worktrees, and other worktrees of them
	commits map[string][]int // numbers of commits, by the message that made them
	// what is recorded that the command changed which is followed now, by path, cleaned
	recorded map[string]bool
	texts    parser.Texts
	staged   bool                // something, since the last commit
	looked   int                 // how often files were looked at, see below
	real     func(string) string // the path behind symbolic links
	*bounds
}

func newTracker(s *parser.Session) *tracker {
	t := &tracker{at: map[string]*tracked{}, reads: map[string][]*Call{}, off: map[string]int{}, real: s.Real,
		commits: commitsAt(s), texts: s.Texts, bounds: newBounds()}
	for _, dir := range s.Dirs {
		dir = clean(dir)
		t.roots.add(dir)
		t.roots.add(worktreeFolders(dir)...)
		if m := worktree.FindStringSubmatch(dir); m != nil {
			t.roots.add(m[1])
			t.roots.add(worktreeFolders(m[1])...)
		}
	}
	return t
}

// call follows what a call does to files.
func (t *tracker) call(c *Call) {
	switch {
	case !c.Ended():
	case c.Rewound:
		for _, e := range c.Action.Edits() {
			t.off[clean(t.absolute(e.File))]++
		}
	case c.Action.Kind == parser.ActionRead:
		t.read(c)
	case c.Action.Kind == parser.ActionRun:
		t.run(c)
	default:
		for i, e := range c.Action.Edits() {
			t.edit(c, i, e)
		}
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
		if f.over || f.Edits == 0 && (f.Commands == 0 || f.absent && f.written) {
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
		key := clean(f.Path)
		f.Outside = strings.Contains(key, "/.git/") || homeNotes(key) && !t.roots.inNotes(key) ||
			t.roots.first != "" && shell.Absolute(f.Path) && !t.roots.contain(key) && !t.worked.has(key)
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
		f = &tracked{key: key, File: File{Path: name, First: *c}, Lines: Lines{bounds: t.bounds}}
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
	if !shell.Absolute(name) && t.roots.first != "" {
		return shell.Join(t.roots.first, name)
	}
	return t.real(name)
}

// edit follows the change of a file, the call's edit of that number.
func (t *tracker) edit(c *Call, number int, a parser.Edited) {
	change := a.Change
	if change.Unknown {
		t.touch(t.absolute(a.File), c)
		return
	}
	f := t.file(t.absolute(a.File), c)
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
		f.known = f.known || c.Action.Kind == parser.ActionRun && len(change.Hunks) > 0 // they had all of it
		f.gone(c)
	}
	if a.To != "" {
		t.rename(f, t.absolute(a.To))
	}
}

// OwnChanges removes from the changes of each command those of calls in other threads that ended while
// it ran: the client compares the files before and after a command. Of calls that ran at the
// same time, a file's change counts for the one that ended first.
func OwnChanges(s *parser.Session) {
	ends := timedCalls(s)
	if !slices.ContainsFunc(ends, func(c timedCall) bool { return c.call.Action.Kind == parser.ActionRun }) {
		return
	}
	slices.SortStableFunc(ends, func(x, y timedCall) int { return x.end.Compare(y.end) })
	changed := map[string]*latest{} // by the file
	for _, c := range ends {
		a := &c.call.Action
		others := func(e parser.Edited) bool {
			l := changed[e.File]
			return l != nil && l.besides(c.agent).After(c.call.Time)
		}
		if a.Kind == parser.ActionRun {
			a.Also = slices.DeleteFunc(a.Also, others)
		}
		for _, e := range a.Edits() {
			if changed[e.File] == nil {
				changed[e.File] = new(latest)
			}
			changed[e.File].add(c.agent, c.end)
		}
	}
}

// timedCall is a call that changed files.
type timedCall struct {
	call  *parser.ToolCall
	agent *parser.Agent // nil for one of the main thread
	end   time.Time
}

// timedCalls returns the calls that changed files, and whose times are known.
func timedCalls(s *parser.Session) (all []timedCall) {
	add := func(t *parser.Thread, a *parser.Agent) {
		if t == nil {
			return
		}
		for _, b := range t.Branches {
			for c := range b.Calls() {
				if c.Ended() && len(c.Action.Edits()) > 0 && !c.Time.IsZero() && !c.Result.Time.IsZero() {
					all = append(all, timedCall{c, a, c.Result.Time})
				}
			}
		}
	}
	add(s.Main, nil)
	for _, a := range s.Agents {
		if a.Kind != parser.AgentInternal {
			add(a.Thread, a)
		}
	}
	return all
}

// latest is when a file was last changed, and when by another thread than that.
type latest struct {
	agent         *parser.Agent
	when, another time.Time
}

func (l *latest) add(a *parser.Agent, when time.Time) {
	if l.agent != a {
		l.agent, l.another = a, l.when
	}
	l.when = when
}

// besides returns when another thread last changed the file.
func (l *latest) besides(a *parser.Agent) time.Time {
	if l.agent == a {
		return l.another
	}
	return l.when
}
