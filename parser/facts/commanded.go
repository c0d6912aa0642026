package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"steno/parser/lazy"
	"steno/parser/shell"
)

// run follows what a command does to files: what is recorded of it, otherwise what its command line says. A
// file that was moved is recorded as one that was deleted and one that was created.
func (t *tracker) run(c *Call) {
	edits := c.Action.Edits()
	t.recorded = map[string]bool{}
	for _, e := range edits {
		t.recorded[clean(t.absolute(e.File))] = true
	}
	t.worked.ran(t, c)
	if changesFiles(c.Action.Command) {
		commands, _ := c.commands()
		for i := range commands {
			t.command(c, &commands[i])
		}
	}
	for i, e := range edits {
		if t.recorded[clean(t.absolute(e.File))] {
			t.edit(c, i, e)
		}
	}
}

// command follows what a command does to the files that it names and of which nothing is recorded.
func (t *tracker) command(c *Call, cmd *shell.Command) {
	t.worktree(c, cmd)
	e := effectOf(cmd)
	for _, name := range e.changed {
		if file := t.resolve(c, cmd, name); !t.recorded[clean(file)] {
			t.touch(file, c)
		}
	}
	for _, name := range e.removed {
		if file := t.resolve(c, cmd, name); !t.recorded[clean(file)] {
			t.remove(file, c, e.recursive)
		}
	}
	t.takeBack(e.back, c, cmd)
	t.staged = t.staged || e.staged
	if e.to != nil {
		t.move(t.resolve(c, cmd, *e.to), e.from, c, cmd)
	}
}

// within returns a path as an absolute one, where that is known: relative ones are where the call ran.
func (t *tracker) within(c *Call, name string) string {
	if shell.Absolute(name) {
		return t.real(name)
	}
	return t.absolute(shell.Join(cmp.Or(c.Action.Dir, "."), name))
}

// resolve returns the path of a word of a command, "" when it is not known or not below a
// directory of the session.
func (t *tracker) resolve(c *Call, cmd *shell.Command, a shell.Arg) string {
	name, ok := cmd.Path(a)
	if !ok {
		return ""
	}
	name = t.within(c, name)
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
	if t.roots.first == "" && !shell.Absolute(name) {
		return name
	}
	return ""
}

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

// remove notes that a command deleted a file, or a folder with all that is known to be in it.
func (t *tracker) remove(name string, c *Call, recursive bool) {
	if name == "" {
		return
	}
	key := clean(name)
	var below []*tracked
	if recursive {
		below = t.below(key+"/", c)
	}
	for _, f := range below {
		if !t.recorded[clean(f.Path)] {
			f.delete(c)
		}
	}
	if f := t.at[key]; f != nil || len(below) == 0 && !(recursive && t.mayBeDir(name)) {
		t.file(name, c).delete(c)
	}
}

// mostLooked bounds how often files are looked at: for being in a folder that a command moves or deletes, and for what changed
// until a commit. Behind that, as no real session is, folders count as empty, and what changed counts for the last commit.
const mostLooked = 50_000_000

// below returns the known files of a folder: those that the session changed, those that it
// read, which were there, and those that are recorded of the command itself.
func (t *tracker) below(folder string, c *Call) (files []*tracked) {
	if t.looked += len(t.reads) + len(t.files); t.looked > mostLooked {
		return nil
	}
	var read []string
	for file := range t.reads {
		if strings.HasPrefix(file, folder) && !generated.MatchString(file) {
			read = append(read, file)
		}
	}
	for file := range t.recorded {
		if strings.HasPrefix(file, folder) && t.reads[file] == nil {
			read = append(read, file)
		}
	}
	slices.Sort(read)
	for _, file := range read {
		t.file(file, c)
	}
	for _, f := range t.files {
		if !f.over && strings.HasPrefix(f.key, folder) {
			files = append(files, f)
		}
	}
	return files
}

// generated matches paths below folders that no repository has: what is deleted there is no change.
var generated = lazy.MustCompile(`(?:^|/)(?:node_modules|dist|build|out|target|coverage|tmp|temp|\.?venv|__pycache__|\.git|\.next|\.cache)/`)

// mayBeDir reports whether a path that is deleted with all below it is not known to be a file: how many
// files were below a directory is not recorded, and it is none itself.
func (t *tracker) mayBeDir(name string) bool {
	base := path.Base(clean(name))
	return len(t.reads[clean(name)]) == 0 && (strings.HasSuffix(name, "/") || !strings.Contains(strings.TrimLeft(base, "."), "."))
}

func (f *tracked) delete(c *Call) {
	f.by(c)
	f.gone(c)
}

// gone notes that the file does not exist any more.
func (f *tracked) gone(c *Call) {
	f.absent = true
	by := f.place(origin{call: c, hunk: noText})
	for _, l := range f.now {
		l.gone = by
	}
	f.now = nil
}

// rename sets another path of a file.
func (t *tracker) rename(f *tracked, target string) {
	delete(t.recorded, clean(f.Path))
	delete(t.recorded, clean(target))
	if f.From == "" && !f.Created {
		f.From = f.Path
	}
	delete(t.at, f.key)
	delete(t.reads, f.key)
	if over := t.at[clean(target)]; over != nil {
		over.over = true
	}
	f.Path, f.key = target, clean(target)
	t.at[f.key] = f
}

// move follows files, and those of folders, to another place.
func (t *tracker) move(to string, from []shell.Arg, c *Call, cmd *shell.Command) {
	for _, a := range from {
		source := t.resolve(c, cmd, a)
		if source == "" || to == "" {
			continue
		}
		target := to
		below := shell.Join(to, path.Base(clean(source)))
		if len(from) > 1 || t.isDir(to) || t.recorded[clean(below)] || strings.HasSuffix(cmd.Args[len(cmd.Args)-1].Text, "/") {
			target = below
		}
		folder := clean(source) + "/"
		if below := t.below(folder, c); len(below) > 0 {
			for _, f := range below {
				if t.looked += len(target) + len(f.key); t.looked > mostLooked {
					return
				}
				f.by(c)
				t.rename(f, shell.Join(target, strings.TrimPrefix(f.key, folder)))
			}
			continue
		}
		f := t.file(source, c)
		f.by(c)
		t.rename(f, target)
	}
}

// isDir reports whether a path is a directory of files that are known, or of the session.
func (t *tracker) isDir(name string) bool {
	key := clean(name)
	if t.roots.has(key) || path.Base(key) == "." || path.Base(key) == ".." {
		return true
	}
	t.looked += len(t.files)
	if t.looked > mostLooked {
		return false
	}
	for _, f := range t.files {
		if !f.over && strings.HasPrefix(f.key, key+"/") {
			return true
		}
	}
	return false
}
