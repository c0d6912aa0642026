package source

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// What no format reads, and yet may have sessions in it, is explained: a file that the user named, what is in a folder
// without transcripts, and what is beside those of the same agent.

// nothing is the text of the warning that the source at path has no transcripts.
func (l *listing) nothing(formats Formats, path string) string {
	const text = "no transcripts found here"
	switch why := formats.UnreadIn(path); {
	case l.packed != "":
		return fmt.Sprintf("%s; an archive in it, such as %q, is read only if it is a source itself", text, l.packed)
	case why != "":
		return text + "; " + why
	}
	return text
}

// mostLooked is how many files of a folder are looked at for what an agent keeps that is not read.
const mostLooked = 100

// UnreadIn explains the first file in a folder, by name, that belongs to an agent and that is not read; "" if there is none. The
// first format is not asked, as it speaks of files of any other program.
func (all Formats) UnreadIn(folder string) string { return all[min(len(all), 1):].unreadIn(folder) }

func (all Formats) unreadIn(folder string) string {
	files, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	for _, e := range files[:min(len(files), mostLooked)] {
		if !e.Type().IsRegular() {
			continue
		}
		head := headOf(filepath.Join(folder, e.Name()))
		for _, f := range all {
			if f.Unread == nil {
				continue
			}
			if why := f.Unread(e.Name(), head); why != "" {
				return fmt.Sprintf("%q is %s", e.Name(), why)
			}
		}
	}
	return ""
}

// unreadBeside warns of what is not read in or beside a folder with sessions of the same agent, such as the database
// that newer ones are in. Somebody who has another source of that agent is taken to know.
func (all Formats) unreadBeside(paths []string, listings []*listing) []Warning {
	var found []Warning
	for _, f := range all[min(len(all), 1):] {
		if f.Unread == nil {
			continue
		}
		var with []string
		for i, l := range listings {
			if slices.ContainsFunc(l.entries, func(e entry) bool { return all.recordsOf(f, e) }) {
				with = append(with, paths[i])
			}
		}
		if len(with) != 1 {
			continue
		}
		if info, err := os.Stat(with[0]); err != nil || !info.IsDir() {
			continue
		}
		for _, folder := range []string{with[0], filepath.Dir(with[0])} {
			if why := (Formats{f}).unreadIn(folder); why != "" {
				found = append(found, Warning{Path: with[0], Text: f.Name + " may have more sessions: " + why})
				break
			}
		}
	}
	return found
}

// unreadFile is the error of a file that no format reads. The first format speaks of files of any other program, and so is
// asked last.
func (all Formats) unreadFile(path string) error {
	head := headOf(path)
	for _, f := range slices.Backward(all) {
		if f.Unread == nil {
			continue
		}
		if text := f.Unread(filepath.Base(path), head); text != "" {
			return errors.New(text)
		}
	}
	return errKind
}

// headOf returns what reads the beginning of a file, once it is asked for: the name of most files says that they
// are no agent's, and not even the folder of some is a source.
func headOf(path string) func() []byte {
	return sync.OnceValue(func() []byte {
		return (&File{Open: func() (io.ReadCloser, error) { return os.Open(path) }}).Head()
	})
}
