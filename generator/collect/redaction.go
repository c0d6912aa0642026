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
	d.cleaner = d.engine.FreezeBeside(usersOf(d.state.Known), nil) // without secrets, so that names stay as more become known
	d.nameFolders(from.projects())
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

// nameFolders settles what the folders of projects are called, each by another name.
func (d *redaction) nameFolders(projects []string) {
	d.folders = map[string]string{}
	taken := map[string]bool{}
	for _, p := range projects {
		clean := d.cleanElement(p)
		name := clean
		for n := 2; taken[name]; n++ {
			name = clean + "-" + strconv.Itoa(n)
		}
		taken[name] = true
		d.folders[p] = name
	}
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

// cleanName is what a file is called in the archive.
func (d *redaction) cleanName(name string) string {
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
