package source

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Look is what the sources hold, as one look at their folders shows.
type Look struct {
	// Stamps report whether sources changed since they were read last: a line with the path,
	// size and time of change of each file that Find would look at, sorted. An archive is one
	// file, whatever it contains.
	Stamps []string

	folders map[string]*listing // what was listed for it, by source
}

// LookAt looks at sources. No file is read but for the heads of compressed ones. The caller
// closes what it is given, or hands it to [FindWith].
func LookAt(ctx context.Context, formats Formats, paths []string) (*Look, error) {
	l := &Look{folders: map[string]*listing{}}
	for i, path := range paths {
		stamps, err := l.at(ctx, formats, path, strconv.Itoa(i)+" ")
		if err != nil {
			l.Close()
			return nil, &Error{Source: path, Err: err}
		}
		l.Stamps = append(l.Stamps, stamps...)
	}
	slices.Sort(l.Stamps)
	return l, nil
}

// at looks at a source. What it returns begins with a text.
func (l *Look) at(ctx context.Context, formats Formats, path, with string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && !strings.HasSuffix(strings.ToLower(Plain(path)), ".jsonl") {
		return []string{with + stamp(path, info.Size(), info.ModTime().UnixNano())}, nil
	}
	listed, err := l.list(ctx, formats, path)
	if err != nil {
		return nil, err
	}
	l.folders[path] = listed
	stamps, b := make([]string, 0, len(listed.entries)), []byte(nil)
	for _, e := range listed.entries {
		b = appendStamp(append(b[:0], with...), e.name, e.file.Size, e.file.ModTime.UnixNano())
		stamps = append(stamps, string(append(b, e.file.within...)))
	}
	return stamps, nil
}

// list lists a source, unless that was done before: then it returns that.
func (l *Look) list(ctx context.Context, formats Formats, path string) (*listing, error) {
	if l != nil && l.folders[path] != nil {
		listed := l.folders[path]
		delete(l.folders, path)
		return listed, nil
	}
	return list(ctx, formats, path)
}

// Close releases what was looked at and not handed on.
func (l *Look) Close() error {
	if l == nil {
		return nil
	}
	var errs []error
	for _, listed := range l.folders {
		for _, release := range listed.release {
			errs = append(errs, release())
		}
	}
	clear(l.folders)
	return errors.Join(errs...)
}

// Stamp reports whether a file changed: its path, size and time of change, and those of the
// archive that contains it.
func (f *File) Stamp() string { return string(f.AppendStamp(nil)) }

// AppendStamp appends [File.Stamp].
func (f *File) AppendStamp(b []byte) []byte {
	return append(appendStamp(b, f.Path, f.Size, f.ModTime.UnixNano()), f.within...)
}

func stamp(name string, size, nanos int64) string { return string(appendStamp(nil, name, size, nanos)) }

func appendStamp(b []byte, name string, size, nanos int64) []byte {
	b = strconv.AppendQuote(b, name)
	b = strconv.AppendInt(append(b, ' '), size, 10)
	return strconv.AppendInt(append(b, ' '), nanos, 10)
}
