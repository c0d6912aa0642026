package output

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// File is a file of a site, as a finished build left it.
type File struct {
	Name    string // slash-separated, below the destination
	Size    int64
	SHA256  [32]byte
	Changed int64 // time of its last change, Unix nanoseconds
}

// Left lists what a finished build left in dir, by name. It fails where there is no
// finished site or another build is under way or was interrupted, and where a file is missing
// or of another size.
func Left(dir string) ([]File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var files []entry
	m, err := readManifest(root, func(e entry) error {
		files = append(files, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, fmt.Errorf("%q contains no finished site", dir)
	}
	if _, err := root.Lstat(lockName); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%q is being built, or its last build was interrupted", dir)
	}
	return stat(root, files)
}

// statBatch is how many files one goroutine looks at in a row.
const statBatch = 1024

// stat looks at files.
func stat(root *os.Root, entries []entry) ([]File, error) {
	files := make([]File, len(entries))
	err := inBatches(len(entries), func(i int) (err error) {
		files[i], err = statFile(root, entries[i], &leftFiles{})
		return err
	})
	return files, err
}

// inBatches calls each with the numbers below n, several batches of them at a time. It returns the
// first error, always the same one.
func inBatches(n int, each func(i int) error) error {
	errs := make([]error, (n+statBatch-1)/statBatch)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for batch := range errs {
		from := batch * statBatch
		group.Go(func() error {
			for i := from; i < min(from+statBatch, n) && errs[batch] == nil; i++ {
				errs[batch] = each(i)
			}
			return nil
		})
	}
	group.Wait()
	return cmp.Or(errs...)
}

// statFile looks at a file, unless it is known to be as it was left.
func statFile(root *os.Root, e entry, left *leftFiles) (File, error) {
	if f, ok := left.get(e.Name); ok && f.Size == e.Size && f.SHA256 == e.SHA256 {
		return f, nil
	}
	info, err := lstat(root, e.Name)
	if err != nil {
		return File{}, err
	}
	if info.Size() != e.Size || !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("%q has another size than it was written with", e.Name)
	}
	return File{Name: e.Name, Size: e.Size, SHA256: e.SHA256, Changed: info.ModTime().UnixNano()}, nil
}

// lstat looks at a file of a site. It goes by the path alone: the root would open each folder
// above the file, which takes several times as long, and nothing is read or written here. Names are clean, see
// checkName.
func lstat(root *os.Root, name string) (os.FileInfo, error) {
	return os.Lstat(root.Name() + string(filepath.Separator) + filepath.FromSlash(name))
}

// leftFiles is what the last build left, by name, without what this one found otherwise.
type leftFiles struct {
	files     Files
	otherwise map[string]bool
}

func (l *leftFiles) get(name string) (f File, ok bool) {
	if at, known := l.files.Find(name); known && !l.otherwise[name] {
		return l.files[at], true
	}
	return f, false
}

func (l *leftFiles) drop(name string) {
	if _, known := l.get(name); !known {
		return
	}
	if l.otherwise == nil {
		l.otherwise = map[string]bool{}
	}
	l.otherwise[name] = true
}

// Stamp condenses what a build left, so that any change of a file changes it.
func Stamp(files []File) string {
	h := sha256.New()
	var record []byte
	for i := range files {
		f := &files[i]
		record = append(binary.AppendUvarint(record[:0], uint64(len(f.Name))), f.Name...)
		record = append(record, f.SHA256[:]...)
		record = binary.LittleEndian.AppendUint64(record, uint64(f.Changed))
		h.Write(record)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Written yields the files of the site by name, without the times of their changes. None may be
// written meanwhile.
func (s *Site) Written() iter.Seq[File] {
	return func(yield func(File) bool) {
		for e := range s.files.byName() {
			if !yield(File{Name: e.Name, Size: e.Size, SHA256: e.SHA256}) {
				return
			}
		}
	}
}

// Stat returns a file that [Site.Written] yielded with the time of its change.
func (s *Site) Stat(f File) (File, error) {
	return statFile(s.disk.root, entry{Name: f.Name, Size: f.Size, SHA256: f.SHA256}, &s.left)
}

// AsLeft reads a file that an earlier build left; ok reports whether it is as that left it.
func (s *Site) AsLeft(f File) (data []byte, ok bool) {
	if was := s.files.find(f.Name); was == nil || !was.left {
		return nil, false
	}
	data, err := s.disk.root.ReadFile(f.Name)
	return data, err == nil && sha256.Sum256(data) == f.SHA256
}

// Keep takes files over from an earlier build, all of them or none: it reports whether
// every one is as that build left it. They are read only to ask whether they may be published.
func (s *Site) Keep(files []File) (bool, error) {
	for _, f := range files {
		s.mu.Lock()
		left, untouched := s.files.wasLeft(f.Name)
		s.mu.Unlock()
		if !left || !untouched && !isAsLeft(s.disk.root, f) {
			return false, nil
		}
	}
	for _, f := range files {
		if err := s.checkKept(f); err != nil {
			return false, err
		}
		again, err := s.claim(f.Name, entry{Name: f.Name, Size: f.Size, SHA256: f.SHA256})
		if err != nil {
			return false, err
		}
		if !again {
			s.count(func(st *Stats) { st.Unchanged++ })
		}
	}
	return true, nil
}

// isAsLeft looks at a file.
func isAsLeft(root *os.Root, f File) bool {
	info, err := lstat(root, f.Name)
	return err == nil && info.Mode().IsRegular() && info.Size() == f.Size && info.ModTime().UnixNano() == f.Changed
}

// checkKept asks whether a file may stay, unless an earlier build did.
func (s *Site) checkKept(f File) error {
	if s.permit.ask == nil || s.permit.checked {
		return nil
	}
	data, err := s.disk.root.ReadFile(f.Name)
	if err != nil {
		return fmt.Errorf("reading %s: %w", f.Name, err)
	}
	_, err = s.permit.allows(content{entry: entry{Name: f.Name},
		each: func(use func(int64, []byte) error) error { return use(0, data) }}, true)
	return err
}

// Read returns one file of a finished site.
func Read(dir, name string) ([]byte, error) {
	var found []byte
	err := readFiles(dir, func(f string) bool { return f == name }, func(_ string, data []byte) error {
		found = data
		return nil
	})
	if err == nil && found == nil {
		err = fmt.Errorf("it has no %s", name)
	}
	return found, err
}

// ReadAll calls each with every file of a finished site, by name. It fails when a file is
// not as it was written.
func ReadAll(dir string, each func(name string, data []byte) error) error {
	return readFiles(dir, func(string) bool { return true }, each)
}

func readFiles(dir string, wanted func(name string) bool, each func(name string, data []byte) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	var files []entry
	m, err := readManifest(root, func(e entry) error {
		if wanted(e.Name) {
			files = append(files, e)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if m == nil {
		return fmt.Errorf("it contains no %s", ManifestName)
	}
	for _, f := range files {
		data, err := root.ReadFile(f.Name)
		if err != nil {
			return err
		}
		if sha256.Sum256(data) != f.SHA256 {
			return fmt.Errorf("%s is not as it was written", f.Name)
		}
		if err := each(f.Name, data); err != nil {
			return err
		}
	}
	return nil
}

// Sizes returns the name and the bytes of each file that was written so far, in any order. Nothing
// may be written before the next is asked for, but from another goroutine, which waits.
func (s *Site) Sizes() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for e := range s.files.made() {
			if !yield(e.Name, e.Size) {
				return
			}
		}
	}
}
