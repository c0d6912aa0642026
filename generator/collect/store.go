package collect

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"syscall"
	"time"
)

// This file writes into the archive. A file is whole and on the disk before it has its
// name, and what it replaces is kept before that, so that neither a kill nor a full disk
// nor a loss of power leaves less than there was.

// earlierName is where a copy that is replaced goes: below a folder named by its content,
// in the layout of the source. Its own name and folders tell what it is a copy of (an
// agent of which session, a history), so they stay.
func (r *run) earlierName(name string) (string, error) {
	f, err := r.to.Open(path.Join(r.Machine, name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return path.Join(r.Machine, "earlier", hex.EncodeToString(h.Sum(nil)[:8]), name), nil
}

// keep gives the copy that is to be replaced another name, as which it may have been
// kept before.
func (r *run) keep(target, old string) error {
	if err := r.mkdir(path.Dir(old)); err != nil {
		return err
	}
	err := r.link(target, old)
	switch {
	case err == nil:
		return r.sync(path.Dir(old))
	case errors.Is(err, fs.ErrExist):
		return nil
	}
	// Not every file system has links: exFAT and some network mounts do not.
	f, err := r.to.Open(target)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return r.write(old, f, info.Size(), info.ModTime())
}

// write puts a file into the archive. It gets the time of its source, by which it is known
// to hold all of it; the zero time says that it does not.
func (r *run) write(target string, src io.Reader, size int64, changed time.Time) error {
	if err := r.mkdir(path.Dir(target)); err != nil {
		return err
	}
	temp := fmt.Sprintf("%s%d", tempPrefix, os.Getpid())
	err := r.fill(temp, src, size)
	if err == nil && !changed.IsZero() {
		err = r.to.Chtimes(temp, changed, changed)
	}
	if err == nil {
		err = r.to.Rename(temp, target)
	}
	if err != nil {
		r.to.Remove(temp)
		return err
	}
	return r.sync(path.Dir(target))
}

func (r *run) fill(temp string, src io.Reader, size int64) error {
	f, err := r.to.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, src)
	if err == nil && n != size {
		err = errors.New("it became shorter while it was read")
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// mkdir makes a folder and those above it.
func (r *run) mkdir(dir string) error {
	if info, err := r.to.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if up := path.Dir(dir); up != "." {
		if err := r.mkdir(up); err != nil {
			return err
		}
	}
	if err := r.to.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return r.sync(path.Dir(dir))
}

// sync brings the names in a folder onto the disk, where the system can.
func (r *run) sync(dir string) error {
	if runtime.GOOS == "windows" { // folders cannot be synced there
		return nil
	}
	f, err := r.to.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err // others say by those that the file system has no such thing
	}
	return nil
}
