package source

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Stamps lists what tells whether sources changed since they were read last: a line with
// the path, size and time of change of each file that Find would look at, sorted. No file
// is read but for the heads of compressed ones; archives stand for what they hold.
func Stamps(ctx context.Context, paths []string) ([]string, error) {
	var stamps []string
	for i, path := range paths {
		list, err := stampsOf(ctx, path)
		if err != nil {
			return nil, &Error{Source: path, Err: err}
		}
		for _, s := range list {
			stamps = append(stamps, fmt.Sprintf("%d %s", i, s))
		}
	}
	slices.Sort(stamps)
	return stamps, nil
}

func stampsOf(ctx context.Context, path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && !strings.HasSuffix(strings.ToLower(Plain(path)), ".jsonl") {
		return []string{stamp(path, info.Size(), info.ModTime().UnixNano())}, nil
	}
	l, err := list(ctx, path)
	if err != nil {
		return nil, err
	}
	var stamps []string
	for _, e := range l.entries {
		stamps = append(stamps, stamp(e.name, e.file.Size, e.file.ModTime.UnixNano())+e.file.within)
	}
	for _, release := range l.release {
		if err := release(); err != nil {
			return nil, err
		}
	}
	return stamps, nil
}

// Stamp tells whether a file changed: its path, size and time of change, and those of the
// archive that holds it.
func (f *File) Stamp() string {
	return stamp(f.Path, f.Size, f.ModTime.UnixNano()) + f.within
}

func stamp(name string, size, nanos int64) string {
	return fmt.Sprintf("%q %d %d", name, size, nanos)
}
