package collect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"steno/generator/output"
	"steno/parser/source"
)

// archive is where transcripts are collected: a folder for each machine. Its files are written in store.go.
type archive struct {
	dir      string                       // as messages name it
	machine  string                       // the folder that is written to
	zstd     bool                         // transcripts are compressed
	root     *os.Root                     // nil in a dry run where there is no archive yet
	link     func(old, name string) error // of root
	packer   *zstd.Encoder                // nil until something is compressed
	unsynced map[string]bool              // folders with new names
	release  func()                       // lets other collectors work
}

// openArchive opens an archive for one collector, and makes it when it does not exist. In a dry run
// nothing is written, and others may be at work.
func openArchive(ctx context.Context, o Options) (*archive, error) {
	a := &archive{dir: o.Archive, machine: o.Machine, zstd: o.Zstd, unsynced: map[string]bool{}, release: func() {}}
	if !o.DryRun {
		if err := os.MkdirAll(o.Archive, 0o700); err != nil {
			return nil, fmt.Errorf("%w: making the archive: %w", output.ErrRefused, err)
		}
	}
	root, err := os.OpenRoot(o.Archive)
	switch {
	case err != nil && o.DryRun:
		return a, nil
	case err != nil:
		return nil, fmt.Errorf("%w: opening the archive: %w", output.ErrRefused, err)
	}
	a.root, a.link = root, root.Link
	if o.DryRun {
		return a, nil
	}
	if a.release, err = lock(ctx, root, o.Archive); err != nil {
		root.Close()
		return nil, err
	}
	a.removeTemps()
	return a, nil
}

func (a *archive) close() {
	a.release()
	if a.root != nil {
		a.root.Close()
	}
}

// patience is how long a collector waits for another one to end.
const patience = 10 * time.Second

// lock keeps collectors apart: the slower of two could replace a longer copy by
// a shorter one.
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
func (a *archive) removeTemps() {
	entries, err := fs.ReadDir(a.root.FS(), ".")
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) && e.Type().IsRegular() {
			a.root.Remove(e.Name()) // one that stays does no harm
		}
	}
}

// held is a copy that the archive has of a file: plain, or compressed beside where the
// plain one would be. Both are there only when a collector was killed as it changed the form.
type held struct {
	name string // in the archive
	of   string // in the folder of the machine, without compression
	file *source.File
	is   relation
}

// held finds the copies that the archive has of a file, longest first.
func (a *archive) held(name string) (had []*held, err error) {
	if a.root == nil {
		return nil, nil
	}
	names := []string{path.Join(a.machine, name)}
	if path.Ext(name) == ".jsonl" {
		names = append(names, names[0]+packedExt)
	}
	for _, copied := range names {
		info, err := a.root.Stat(copied)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("%q in the archive is not a file", copied)
		}
		_, file := source.Unpacked(copied, &source.File{
			Path: copied, Size: info.Size(), ModTime: info.ModTime(),
			Open: func() (io.ReadCloser, error) { return a.root.Open(copied) },
		})
		had = append(had, &held{name: copied, of: name, file: file})
	}
	slices.SortStableFunc(had, func(x, y *held) int { return cmp.Compare(y.file.Size, x.file.Size) })
	return had, nil
}

// markName is the file in a machine's folder that says that its files are redacted.
const markName = ".steno-collect.json"

// ErrMixed is returned when an archive would contain files that are redacted beside files of
// the same machine that are not.
var ErrMixed = errors.New("a machine's folder is either redacted or not")

// mark compares the collector with what the machine's folder says of its files, and
// says it of a new one.
func (a *archive) mark(redacted, dryRun bool) error {
	if a.root == nil {
		return nil
	}
	_, err := a.root.Stat(a.machine + "/" + markName)
	marked := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if marked == redacted {
		return nil
	}
	if marked {
		return fmt.Errorf("%w: %q is redacted", ErrMixed, filepath.Join(a.dir, a.machine))
	}
	if there, err := fs.ReadDir(a.root.FS(), a.machine); err == nil && len(there) > 0 {
		return fmt.Errorf("%w: %q is not redacted", ErrMixed, filepath.Join(a.dir, a.machine))
	}
	if dryRun {
		return nil
	}
	said := []byte("{\"redacted\":true}\n")
	return a.put(a.machine+"/"+markName, textOf(said), copyAll)
}

// Holding is what an archive has of a machine.
type Holding int

// What an archive may have of a machine.
const (
	Nothing  Holding = iota
	Raw              // files as they are
	Redacted         // redacted files
)

// Held returns what an archive has of a machine.
func Held(archive, machine string) (Holding, error) {
	dir := filepath.Join(archive, machine)
	if _, err := os.Stat(filepath.Join(dir, markName)); err == nil {
		return Redacted, nil
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return Nothing, nil
	case err != nil:
		return Nothing, err
	}
	return Raw, nil
}
