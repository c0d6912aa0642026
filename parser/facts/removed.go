package facts

import (
	"path"
	"slices"
	"strings"

	"steno/parser/lazy"
	"steno/parser/shell"
)

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
		f.delete(c)
	}
	if f := t.at[key]; f != nil || len(below) == 0 && !(recursive && t.mayBeDir(name)) {
		t.file(name, c).delete(c)
	}
}

// below returns the known files of a folder: those that the session changed, and those that it
// read, which were there.
func (t *tracker) below(folder string, c *Call) (files []*tracked) {
	var read []string
	for file := range t.reads {
		if strings.HasPrefix(file, folder) && !generated.MatchString(file) {
			read = append(read, file)
		}
	}
	slices.Sort(read)
	for _, file := range read {
		t.file(file, c)
	}
	for _, f := range t.files {
		if strings.HasPrefix(clean(f.Path), folder) {
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
	if f.From == "" && !f.Created {
		f.From = f.Path
	}
	delete(t.at, clean(f.Path))
	delete(t.reads, clean(f.Path))
	if over := t.at[clean(target)]; over != nil {
		t.files = slices.DeleteFunc(t.files, func(f *tracked) bool { return f == over })
	}
	f.Path = target
	t.at[clean(target)] = f
}

// move follows files, and those of folders, to another place.
func (t *tracker) move(to string, from []shell.Arg, c *Call, cmd *shell.Command) {
	for _, a := range from {
		source := t.resolve(c, cmd, a)
		if source == "" || to == "" {
			continue
		}
		target := to
		if len(from) > 1 || t.isDir(to) || strings.HasSuffix(cmd.Args[len(cmd.Args)-1].Text, "/") {
			target = shell.Join(to, path.Base(clean(source)))
		}
		folder := clean(source) + "/"
		if below := t.below(folder, c); len(below) > 0 {
			for _, f := range below {
				f.by(c)
				t.rename(f, shell.Join(target, strings.TrimPrefix(clean(f.Path), folder)))
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
	if slices.Contains(t.roots, key) || path.Base(key) == "." || path.Base(key) == ".." {
		return true
	}
	for _, f := range t.files {
		if strings.HasPrefix(clean(f.Path), key+"/") {
			return true
		}
	}
	return false
}
