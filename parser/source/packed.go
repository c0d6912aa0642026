package source

import (
	"context"
	"errors"
	"os"
	"strings"
)

// Packed lists the files of an archive file (.zip, .tar and so on) that may matter, by their names in
// it without compression. The caller calls release when they are no longer read.
func Packed(ctx context.Context, formats Formats, path string) (files map[string]*File, release func() error, err error) {
	l, err := list(ctx, formats, path)
	if err != nil {
		return nil, nil, &Error{Source: path, Err: err}
	}
	release = func() error {
		var errs []error
		for _, r := range l.release {
			errs = append(errs, r())
		}
		return errors.Join(errs...)
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		release()
		return nil, nil, &Error{Source: path, Err: errKind}
	}
	files = map[string]*File{}
	for _, e := range l.entries {
		elems := strings.SplitN(e.name, "/", 3) // the first two are of the source's own path
		files[elems[2]] = e.file
	}
	return files, release, nil
}
