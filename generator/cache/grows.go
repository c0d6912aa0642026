package cache

import (
	"errors"
	"os"
	"path/filepath"
)

// Most builds change little. So the file of digests stays, and what is new is written behind it.
// What no session needs any more is overwritten, as it may be a text that somebody removed for a
// reason. When that has become too much, the next build writes a new file. Until the list of
// sessions is replaced, it is true: what it refers to is not touched before.

// mostUnused is how much of the file may be of no use, besides a part of what is.
const mostUnused = 256 << 10

// grow has the file of the last build, in which so many bytes are in use, written on.
func (d *digests) grow(used int64) {
	d.grows = d.old != nil && used <= d.oldSize && d.oldSize-used <= used/4+mostUnused
}

var errOther = errors.New("another build has written the cache meanwhile")

// openOld opens the file of the last build to write behind its end.
func (d *digests) openOld() (*os.File, int64, error) {
	if !d.isThere() {
		return nil, 0, errOther
	}
	f, err := os.OpenFile(d.old.Name(), os.O_WRONLY, 0)
	if err != nil {
		return nil, 0, err
	}
	at, err := f.Seek(0, 2)
	if err != nil || at != d.oldSize {
		f.Close()
		return nil, 0, errors.Join(err, errOther)
	}
	return f, at, nil
}

// isThere reports whether the file of the last build is still what has its name.
func (d *digests) isThere() bool {
	opened, err := d.old.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(d.old.Name())
	return err == nil && os.SameFile(opened, named)
}

// grown closes the file, and returns its name.
func (d *digests) grown() (string, error) {
	if !d.isThere() {
		return "", errOther
	}
	if d.file != nil {
		if err := d.file.Close(); err != nil {
			return "", err
		}
	}
	return filepath.Base(d.old.Name()), nil
}

// erase overwrites parts of a file that grows, which nothing refers to any more.
func (d *digests) erase(unused []Span) error {
	if !d.grows || len(unused) == 0 {
		return nil
	}
	f, err := os.OpenFile(d.old.Name(), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	var zeros [4 << 10]byte
	for _, s := range unused {
		if s.At < 0 || s.Size > d.oldSize || s.At > d.oldSize-s.Size {
			continue
		}
		for end := s.At + s.Size; s.At < end && err == nil; s.At += int64(len(zeros)) {
			_, err = f.WriteAt(zeros[:min(int64(len(zeros)), end-s.At)], s.At)
		}
	}
	return errors.Join(err, f.Close())
}
