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

	"github.com/klauspost/compress/zstd"

	"steno/parser/source"
)

// This file writes into the archive. A file is whole and on the disk before it has its
// name, and what it replaces is kept before that, so that neither a kill nor a full disk
// nor a loss of power leaves less than there was.

// earlierName is where a copy that is replaced goes: below a folder named by its content,
// in the layout of the source. Its own name and folders say what it is a copy of (an
// agent of which session, a history), so they stay.
func (a *archive) earlierName(copied io.Reader, name, base string) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, copied); err != nil {
		return "", err
	}
	return path.Join(a.machine, "earlier", hex.EncodeToString(h.Sum(nil)[:8]), path.Dir(name), base), nil
}

// keep links the copy of a file that is to be replaced under another name, which it may have
// from before.
func (a *archive) keep(h *held, name string) error {
	f, err := a.root.Open(h.name)
	if err != nil {
		return err
	}
	defer f.Close()
	old, err := a.earlierName(f, name, path.Base(h.name))
	if err != nil {
		return err
	}
	if err := a.mkdir(path.Dir(old)); err != nil {
		return err
	}
	err = a.link(h.name, old)
	switch {
	case err == nil:
		a.unsynced[path.Dir(old)] = true
	case errors.Is(err, fs.ErrExist):
		return nil
	default: // not every file system has links: exFAT and some network mounts do not
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if err := a.put(old, text{f, info.Size(), info.ModTime()}, copyAll); err != nil {
			return err
		}
	}
	return a.sync()
}

// packedExt ends the names of compressed transcripts.
const packedExt = ".zst"

// nameFor is the name in the archive under which a file is written.
func (a *archive) nameFor(name string) string {
	target := path.Join(a.machine, name)
	if a.zstd && path.Ext(name) == ".jsonl" {
		target += packedExt
	}
	return target
}

// write puts a text into the archive, compressed if the name says so.
func (a *archive) write(target string, now text) error {
	if source.Plain(target) != target {
		return a.put(target, now, a.compress)
	}
	return a.put(target, now, copyAll)
}

// put makes a file. It gets the time of its source, by which it is known to contain all of it.
func (a *archive) put(target string, now text, fill func(io.Writer, io.Reader, int64) error) error {
	if err := a.mkdir(path.Dir(target)); err != nil {
		return err
	}
	temp := fmt.Sprintf("%s%d", tempPrefix, os.Getpid())
	err := a.fill(temp, now, fill)
	if err == nil && !now.changed.IsZero() {
		err = a.root.Chtimes(temp, now.changed, now.changed)
	}
	if err == nil {
		err = a.root.Rename(temp, target)
	}
	if err != nil {
		a.root.Remove(temp)
		return err
	}
	a.unsynced[path.Dir(target)] = true
	return nil
}

func (a *archive) fill(temp string, now text, fill func(io.Writer, io.Reader, int64) error) error {
	f, err := a.root.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err = fill(f, io.NewSectionReader(now, 0, now.size), now.size); err != nil {
		f.Truncate(0) // releases the room, which the files that follow may need
	}
	return errors.Join(err, f.Sync(), f.Close())
}

var errShorter = errors.New("it became shorter while it was read")

func copyAll(w io.Writer, r io.Reader, size int64) error {
	n, err := io.Copy(w, r)
	if err == nil && n != size {
		err = errShorter
	}
	return err
}

// compress writes one frame, which shows the size: by it and the time a transcript that did
// not change is known without being unpacked.
func (a *archive) compress(w io.Writer, src io.Reader, size int64) (err error) {
	if a.packer == nil { // it is large, and made once
		a.packer, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
		if err != nil {
			return err
		}
	}
	a.packer.ResetContentSize(w, size)
	if err := copyAll(a.packer, src, size); err != nil {
		return err // not closed: what is there stays without an end
	}
	return a.packer.Close()
}

// mkdir makes a folder and those above it.
func (a *archive) mkdir(dir string) error {
	if info, err := a.root.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if up := path.Dir(dir); up != "." {
		if err := a.mkdir(up); err != nil {
			return err
		}
	}
	if err := a.root.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	a.unsynced[path.Dir(dir)] = true
	return nil
}

// sync brings new names onto the disk, where the system can. It is due before anything is
// taken away, and at the end.
func (a *archive) sync() error {
	if runtime.GOOS == "windows" { // folders cannot be synced there
		return nil
	}
	for dir := range a.unsynced {
		if err := a.syncFolder(dir); err != nil {
			return err
		}
	}
	clear(a.unsynced)
	return nil
}

func (a *archive) syncFolder(dir string) error {
	f, err := a.root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err // others say by those that the file system has no such thing
	}
	return nil
}
