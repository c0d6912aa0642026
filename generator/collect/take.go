package collect

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"time"
)

// take copies one file if the archive does not have it.
func (r *run) take(name string) error {
	target := path.Join(r.Machine, name)
	src, err := r.from.Open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	info, err := src.Stat()
	if err != nil {
		return err
	}
	had, err := r.had(target)
	if err != nil {
		return err
	}
	if had != nil && had.ModTime().Equal(info.ModTime()) && had.Size() == info.Size() {
		r.sum.Unchanged++
		return nil
	}
	size := info.Size()
	if path.Ext(name) == ".jsonl" {
		if size, err = settled(src, info, time.Now()); err != nil {
			return err
		}
	}
	taken := Taken{Name: target, What: New, Size: size, More: size}
	old := ""
	if had != nil {
		begins, same, err := r.compare(target, src, size)
		if err != nil {
			return err
		}
		switch {
		case same, begins && size < had.Size():
			r.sum.Unchanged++
			return nil
		case begins:
			taken.What, taken.More = Grown, size-had.Size()
		case path.Ext(name) == ".jsonl":
			taken.What = Diverged
			if old, err = r.earlierName(name); err != nil {
				return err
			}
		default:
			taken.What = Changed
		}
	}
	if size == 0 && had == nil && path.Ext(name) == ".jsonl" {
		return nil // nothing but a first line that is not whole yet
	}
	if !r.DryRun {
		if err := r.replace(target, old, src, size, info); err != nil {
			return err
		}
	}
	r.sum.Taken = append(r.sum.Taken, taken)
	r.sum.Bytes += taken.More
	return nil
}

// replace puts the first bytes of the source in the place of what the archive has, which is
// kept under its old name, when there is one.
func (r *run) replace(target, old string, src io.ReaderAt, size int64, info fs.FileInfo) error {
	if old != "" {
		if err := r.keep(target, old); err != nil {
			return err
		}
	}
	changed := info.ModTime()
	if size < info.Size() {
		changed = time.Time{}
	}
	return r.write(target, io.NewSectionReader(src, 0, size), size, changed)
}

func (r *run) had(target string) (fs.FileInfo, error) {
	if r.to == nil {
		return nil, nil
	}
	info, err := r.to.Stat(target)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q in the archive is not a file", target)
	}
	return info, err
}

// compare tells whether the shorter of the copy in the archive and the source's first
// bytes begins the longer, and whether they are the same.
func (r *run) compare(target string, src io.ReaderAt, size int64) (begins, same bool, err error) {
	old, err := r.to.Open(target)
	if err != nil {
		return false, false, err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return false, false, err
	}
	n := min(size, info.Size())
	a, b := io.NewSectionReader(src, 0, n), io.NewSectionReader(old, 0, n)
	x, y := make([]byte, 256<<10), make([]byte, 256<<10)
	for {
		i, errA := io.ReadFull(a, x)
		j, errB := io.ReadFull(b, y)
		if !bytes.Equal(x[:i], y[:j]) {
			return false, false, nil
		}
		if errA != nil || errB != nil {
			if errors.Is(errA, io.EOF) || errors.Is(errA, io.ErrUnexpectedEOF) {
				return true, size == info.Size(), nil
			}
			return false, false, errors.Join(errA, errB)
		}
	}
}
