package collect

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"steno/generator/redact"
	"steno/parser/source"
)

// This file contains what redaction is while files are collected: the rules of a build, but
// nobody sees everything at once. A file is redacted with all values that are known: its own,
// those of other files, those of files that are gone. Its own are numbered in the order
// in which they occur in it, so that placeholders stay as the file grows; what only another
// file shows to be a secret has no number.

// redaction is the state of a run that redacts.
type redaction struct {
	engine   *redact.Engine
	cleaner  *redact.Redactor  // of names
	folders  map[string]string // of projects: what each is called in the archive
	projects string            // the folder of those folders
	withhold func(name string) source.Withholder
	state    *state
	second   *secondLook
	fresh    []redact.Value // users that were not known before this run
	now      spool          // a file as it is redacted
	old      spool          // a copy that is redacted again
}

func newRedaction(o Options, from *finds) *redaction {
	d := &redaction{
		engine: o.Redact, projects: from.first().Layout.Projects, withhold: from.withholders(o.Keep),
		state: readState(o.State, o.Redact.Digest()), second: newSecondLook(o.State, o.Redact),
	}
	d.fresh = d.state.learn(d.findUsers(append(homes(o.Sources), from.workDirs()...)))
	return d
}

func (d *redaction) close() error { return errors.Join(d.now.close(), d.old.close()) }

// findUsers finds whose home directories may be named: that of anyone who collects, and those
// that the projects were in.
func (d *redaction) findUsers(homes []string) []redact.Value {
	c := d.engine.Collect()
	for _, dir := range homes {
		c.Text(strings.TrimRight(dir, `/\`) + separator(dir) + "x")
	}
	if dir, err := os.UserHomeDir(); err == nil {
		c.Text("HOME=" + dir + "\n")
	}
	return usersOf(c.Values())
}

// usersOf leaves out what is neither the name of a user nor a home directory.
func usersOf(values []redact.Value) (users []redact.Value) {
	for _, v := range values {
		if v.Personal() {
			users = append(users, v)
		}
	}
	return users
}

// separator is what is between the elements of a path of any system.
func separator(dir string) string {
	if strings.Contains(dir, `\`) {
		return `\`
	}
	return "/"
}

// homes lists folders that are in home directories: the sources, and that of the user.
func homes(sources []string) (dirs []string) {
	for _, src := range sources {
		if dir, err := filepath.Abs(src); err == nil {
			dirs = append(dirs, dir)
		}
	}
	if dir, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, dir)
	}
	return dirs
}

// settleNames settles what files are called in the archive, once all values are known: without the names and homes of users,
// which may be known from texts alone. Secrets are not looked for. A project's folder keeps its name.
func (d *redaction) settleNames(projects []string) {
	d.cleaner = d.engine.FreezeBeside(usersOf(d.state.Known), nil)
	d.folders = map[string]string{}
	taken := map[string]bool{}
	for name, as := range d.state.Names {
		if p, ok := d.projectOf(name); ok {
			if d.folders[p], ok = d.projectOf(as); ok {
				taken[d.folders[p]] = true
			}
		}
	}
	for _, p := range projects {
		if d.folders[p] != "" {
			continue
		}
		clean := d.cleanElement(p)
		name := clean
		for n := 2; taken[name]; n++ {
			name = clean + "-" + strconv.Itoa(n)
		}
		taken[name] = true
		d.folders[p] = name
	}
}

// projectOf returns the folder of the project that a file is in.
func (d *redaction) projectOf(name string) (folder string, ok bool) {
	elems := strings.SplitN(name[len(earlier.FindString(name)):], "/", 3)
	if len(elems) < 3 || elems[0] != d.projects {
		return "", false
	}
	return elems[1], true
}

// placeholder matches what is in the place of a removed value.
var placeholder = regexp.MustCompile(`\[redacted:[a-z0-9-]+(#[0-9]+)?\]`)

// cleanElement is an element of a path, redacted, in letters that every file system knows.
func (d *redaction) cleanElement(name string) string {
	clean, _ := d.cleaner.Text(name)
	clean = placeholder.ReplaceAllStringFunc(clean, func(p string) string {
		return strings.ReplaceAll(strings.Trim(p, "[]"), "#", "-")
	})
	return strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(clean)
}

// nameOf is what a file is called in the archive.
func (d *redaction) nameOf(name string) string {
	if as, ok := d.state.Names[name]; ok {
		return as
	}
	name = source.Plain(name)
	before := earlier.FindString(name)
	elems := strings.Split(name[len(before):], "/")
	for i, e := range elems {
		if folder, ok := d.folders[e]; ok && i == 1 && elems[0] == d.projects {
			elems[i] = folder
		} else if path.Base(name) != ignoreName || i < len(elems)-1 {
			elems[i] = d.cleanElement(e)
		}
	}
	return before + strings.Join(elems, "/")
}
