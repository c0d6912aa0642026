package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// apart refuses a destination that is in a source, or contains one: the build would
// read its own pages, or overwrite what it reads. Symbolic links are followed, and
// folders are compared as the system does, letter case included.
func apart(destination string, sources []string) error {
	dest, err := resolve(destination)
	if err != nil {
		return fmt.Errorf("%w: finding the destination %q: %w", ErrRefused, destination, err)
	}
	for _, s := range sources {
		source, err := resolve(s)
		if err != nil {
			return fmt.Errorf("finding the source %q: %w", s, err)
		}
		switch {
		case within(dest, source) && within(source, dest):
			return fmt.Errorf("%w: %q is also the source %q; choose another folder", ErrRefused, destination, s)
		case within(dest, source):
			return fmt.Errorf("%w: %q is inside the source %q; choose a folder outside it", ErrRefused, destination, s)
		case within(source, dest):
			return fmt.Errorf("%w: %q contains the source %q; choose another folder", ErrRefused, destination, s)
		}
	}
	return nil
}

// Inside reports whether a file is a source or in its folder.
func Inside(name, source string) bool {
	file, err := resolve(name)
	if err != nil {
		return false
	}
	source, err = resolve(source)
	return err == nil && within(file, source)
}

// Private is a file or folder that must not be published with a site.
type Private struct {
	What   string // what it is, for messages
	Name   string
	Folder bool // it must not contain the site either, as its files may be removed
}

// Apart refuses a destination that contains something private, or is in its folder.
func (p Private) Apart(destination string) error {
	dest, err := resolve(destination)
	if err != nil {
		return fmt.Errorf("%w: finding the destination %q: %w", ErrRefused, destination, err)
	}
	name, err := resolve(p.Name)
	switch {
	case err != nil:
		return fmt.Errorf("finding %s %q: %w", p.What, p.Name, err)
	case within(name, dest):
		return fmt.Errorf("%w: %s %q is inside the destination %q and would be published with it; choose another path",
			ErrRefused, p.What, p.Name, destination)
	case p.Folder && within(dest, name):
		return fmt.Errorf("%w: the destination %q is inside %s %q; choose another path", ErrRefused, destination, p.What, p.Name)
	}
	return nil
}

// resolve makes name absolute and follows its symbolic links as far as it exists. A link that leads
// nowhere is an error: what is made behind it would be elsewhere.
func resolve(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	rest := ""
	for {
		real, err := filepath.EvalSymlinks(abs)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		parent := filepath.Dir(abs)
		if _, link := os.Lstat(abs); link == nil || !errors.Is(err, fs.ErrNotExist) || parent == abs {
			return "", err
		}
		rest = filepath.Join(filepath.Base(abs), rest)
		abs = parent
	}
}

// within reports whether name, resolved, is outer or is below it.
func within(name, outer string) bool {
	want, err := os.Stat(outer)
	for {
		if name == outer {
			return true
		}
		if err == nil {
			if got, err := os.Stat(name); err == nil && os.SameFile(got, want) {
				return true
			}
		}
		parent := filepath.Dir(name)
		if parent == name {
			return false
		}
		name = parent
	}
}

// transcripts returns the name of a transcript in a folder that Steno did not make, "" when it has
// none: an archive would be published with the site, --force or not.
func transcripts(dir fs.FS) (found string) {
	fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read is unknown
		}
		plain := strings.TrimSuffix(strings.TrimSuffix(name, ".zst"), ".gz")
		if strings.HasSuffix(plain, ".jsonl") {
			found = name
			return fs.SkipAll
		}
		return nil
	})
	return found
}
