// Package collect copies transcripts into an archive before Claude Code's clean-up takes
// them. What has been collected is never lost again:
//
//   - a transcript that has grown takes the place of the shorter one, which it begins with;
//   - one that has become another keeps the old one beside it, under a name made from its content;
//   - one that is gone stays in the archive;
//   - a transcript that is being written ends with its last whole record, and the rest is taken
//     the next time;
//   - files appear whole or not at all, whatever happens meanwhile.
//
// Other files (plans, memory, spilled outputs) are replaced by their newest version.
package collect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"steno/generator/output"
)

// Options say what to collect.
type Options struct {
	Source  string // Claude Code's folder: ~/.claude
	Archive string // made when it does not exist
	Machine string // folder below the archive, so that several machines may share it
	DryRun  bool   // say what would be taken and take nothing
}

// Taken is a file that was copied.
type Taken struct {
	Name string `json:"name"` // below the archive, slash-separated
	What What   `json:"what"`
	Size int64  `json:"size"` // bytes now in the archive
	More int64  `json:"more"` // of them new
}

// What became of a file.
type What string

// What may become of a file.
const (
	New      What = "new"
	Grown    What = "grown"
	Changed  What = "changed"  // and replaced
	Diverged What = "diverged" // the old one stands beside it
)

// Summary is what one run did.
type Summary struct {
	Taken     []Taken  `json:"taken"` // by name
	Unchanged int      `json:"unchanged"`
	Bytes     int64    `json:"bytes"` // that were new
	Problems  []string `json:"problems"`
}

// ErrBusy is returned when another collector works on the archive.
var ErrBusy = errors.New("another collector is at work")

// run is the state of one run.
type run struct {
	Options
	from, to *os.Root
	sum      *Summary
}

// Run collects once. Trouble with one file is a problem of the summary and does not keep
// the others from being taken.
func Run(ctx context.Context, o Options) (*Summary, error) {
	from, err := os.OpenRoot(o.Source)
	if err != nil {
		return nil, fmt.Errorf("opening the source: %w", err)
	}
	defer from.Close()
	if !o.DryRun {
		if err := os.MkdirAll(o.Archive, 0o700); err != nil {
			return nil, fmt.Errorf("making the archive: %w", err)
		}
	}
	r := &run{Options: o, from: from, sum: &Summary{Taken: []Taken{}, Problems: []string{}}}
	if r.to, err = os.OpenRoot(o.Archive); err != nil && !o.DryRun {
		return nil, fmt.Errorf("opening the archive: %w", err)
	}
	if r.to != nil {
		defer r.to.Close()
	}
	if !o.DryRun {
		release, err := lock(ctx, r.to, o.Archive)
		if err != nil {
			return nil, err
		}
		defer release()
		r.removeTemps()
	}
	err = r.walk(ctx)
	slices.SortFunc(r.sum.Taken, func(x, y Taken) int { return strings.Compare(x.Name, y.Name) })
	return r.sum, err
}

// patience is how long a collector waits for another one to end.
const patience = 10 * time.Second

// lock keeps collectors apart: the slower of two could put a shorter copy in the place of
// a longer one.
func lock(ctx context.Context, to *os.Root, dir string) (release func(), err error) {
	for begun := time.Now(); ; {
		done, err := output.Lock(to, dir)
		if err == nil {
			return func() { done() }, nil
		}
		if !errors.Is(err, output.ErrRefused) {
			return nil, err
		}
		if time.Since(begun) > patience {
			return nil, fmt.Errorf("%w on %q; what it leaves is taken the next time", ErrBusy, dir)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

const tempPrefix = ".steno-collect-"

// removeTemps removes what a collector that was killed left.
func (r *run) removeTemps() {
	entries, err := fs.ReadDir(r.to.FS(), ".")
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) && e.Type().IsRegular() {
			r.to.Remove(e.Name()) // one that stays does no harm
		}
	}
}

// ignoreName is the file by which a project says what of it is not to be published. An
// archive without it would publish just that.
const ignoreName = ".stenoignore"

// wanted tells the files that belong into an archive, below Claude Code's folder.
func wanted(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	switch {
	case name == "history.jsonl":
		return true
	case top == "projects":
		base := path.Base(name)
		return !strings.HasPrefix(base, ".") || base == ignoreName
	}
	return top == "plans" && path.Ext(name) == ".md"
}

func (r *run) walk(ctx context.Context) error {
	return fs.WalkDir(r.from.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.problem(name, err)
			return nil
		case d.IsDir():
			if top, _, _ := strings.Cut(name, "/"); name != "." && top != "projects" && top != "plans" {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !wanted(name):
			return nil
		}
		if err := r.take(name); err != nil {
			r.problem(name, err)
		}
		return nil
	})
}

func (r *run) problem(name string, err error) {
	r.sum.Problems = append(r.sum.Problems, fmt.Sprintf("%s: %v", name, err))
}

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
			if old, err = r.nameOf(target); err != nil {
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
		if err := r.write(target, old, io.NewSectionReader(src, 0, size), size, info.ModTime(), size == info.Size()); err != nil {
			return err
		}
	}
	r.sum.Taken = append(r.sum.Taken, taken)
	r.sum.Bytes += taken.More
	return nil
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

// nameOf is where a copy that was replaced goes: beside its successor, under a name made
// from its content.
func (r *run) nameOf(target string) (string, error) {
	f, err := r.to.Open(target)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	ext := path.Ext(target)
	return strings.TrimSuffix(target, ext) + "~" + hex.EncodeToString(h.Sum(nil)[:4]) + ext, nil
}

// write puts a file into the archive, whole and on the disk before it has its name. The
// copy that it replaces is first given another name, when old says which. Only a file that
// was taken whole gets the time of its source: it need not be looked into again.
func (r *run) write(target, old string, src io.Reader, size int64, changed time.Time, whole bool) error {
	if err := r.to.MkdirAll(path.Dir(target), 0o700); err != nil {
		return err
	}
	temp := fmt.Sprintf("%s%d", tempPrefix, os.Getpid())
	f, err := r.to.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, src)
	if err == nil && n != size {
		err = fmt.Errorf("it became shorter while it was read")
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil && whole {
		err = r.to.Chtimes(temp, changed, changed)
	}
	if err == nil && old != "" {
		if err = r.to.Link(target, old); errors.Is(err, fs.ErrExist) {
			err = nil // it was kept before
		}
	}
	if err == nil {
		err = r.to.Rename(temp, target)
	}
	if err != nil {
		r.to.Remove(temp)
	}
	return err
}
