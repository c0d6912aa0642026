// Package output is the destination of a build: the one place that writes. It keeps
// these promises, whatever the names and bytes it is handed:
//
//   - nothing outside the destination is written or removed (everything goes through
//     an [os.Root], which no "..", absolute name or symbolic link leaves);
//   - a folder that Steno did not make is left alone unless the user insists;
//   - the sources are never inside the destination, nor the reverse;
//   - a file is replaced whole or not at all, and not touched when its bytes are the
//     same;
//   - of the files that the build no longer makes, only those that an earlier build
//     made are removed;
//   - a build that is interrupted, killed included, is repaired by the next one.
package output

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"
	"sync"
	"sync/atomic"
)

// Options say how to treat the destination.
type Options struct {
	Force   bool     // accept a non-empty folder that Steno did not make
	Sources []string // files and folders that must not be inside the destination, nor around it
	Version string   // of Steno, for the manifest
	Left    Files    // what the last build left, by name, as it is known to the caller; such files need not be read
	Peek    *Peek    // at the destination, nil for none

	// Folders are what [Site.Folders] yielded when a build was done: the files of a folder that has its time
	// are taken for the same. nil for none.
	Folders iter.Seq2[string, int64]

	// MayPublish is asked for each file, or each part of a large one, before it is written; at is
	// where the part begins, and there says that the file is in the destination already, with these
	// bytes. A file that may not be published is not written, and the site cannot be finished. nil
	// allows every file. Checked says that what earlier builds left was asked for before.
	MayPublish func(name string, at int64, data []byte, there bool) bool
	Checked    bool
}

// Stats is what a build did to the destination. The manifest is not counted.
type Stats struct {
	Files     int   // of the site
	Pages     int   // of these, HTML
	Written   int   // new, or with new bytes
	Unchanged int   // already there with the same bytes
	Removed   int   // made by an earlier build and gone from the site
	Bytes     int64 // of all files
	Largest   int64 // bytes of the largest of them
}

// ErrRefused is wrapped by every error of [Open] that asks the user to choose another
// destination or to insist.
var ErrRefused = errors.New("refused")

// Site is a destination that is being written. [Site.Write], [Site.Keep] and [Site.Sizes] may be
// called from several goroutines at once; the other methods may not.
type Site struct {
	disk    disk
	empty   bool // there was nothing in it before
	version string
	lock    *lock
	permit  permit
	earlier earlier
	found   []int // see SetFound

	mu    sync.Mutex
	left  leftFiles
	files fileSet
	lower map[string]string // for names with capitals: in lower case, and as written
	stats Stats
}

// earlier is what earlier builds left besides their files.
type earlier struct {
	found []int // see SetFound
	pages bool  // there are pages of sessions
}

// permit says which files may be published, see [Options.MayPublish].
type permit struct {
	ask      func(name string, at int64, data []byte, there bool) bool // nil allows every file
	checked  bool                                                      // what earlier builds left was asked for before
	withheld atomic.Bool                                               // a file was not written
}

// Open makes dir ready to be written to, and creates it when it does not exist. The
// caller must Close the Site.
func Open(dir string, o Options) (*Site, error) {
	if err := apart(dir, o.Sources); err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%w: %q is a file, not a folder; name a folder, which need not exist yet", ErrRefused, dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("%w: creating the destination: %w", ErrRefused, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: opening the destination: %w", ErrRefused, err)
	}
	s := &Site{
		disk: disk{root: root, folders: newFolders(root)}, version: o.Version,
		permit: permit{ask: o.MayPublish, checked: o.Checked},
		left:   leftFiles{files: o.Left}, lower: map[string]string{},
	}
	if err := s.take(dir, o.Force, o.Peek); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	noteTimes(&s.files, dir, o.Folders)
	return s, nil
}

// take makes the opened folder this build's own, if it may be had.
func (s *Site) take(dir string, force bool, peek *Peek) error {
	before, manifest, err := s.readEarlier(peek)
	if err != nil && !force {
		return fmt.Errorf("%w: %w; use --force to build over it", ErrRefused, err)
	}
	top, err := fs.ReadDir(s.disk.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("reading the destination: %w", err)
	}
	broken, err := s.disk.root.Lstat(lockName) // left by a first build that was interrupted
	begun := err == nil && broken.Mode().IsRegular()
	if s.empty = len(top) == 0; s.empty {
		s.left = leftFiles{}
	}
	if manifest == nil && !begun && !force && len(top) > 0 {
		return fmt.Errorf("%w: %q is not empty and contains no %s, so it was not written by Steno; "+
			"choose another folder, or use --force to build into it", ErrRefused, dir, ManifestName)
	}
	if manifest == nil && !begun {
		if name := transcripts(s.disk.root.FS()); name != "" {
			return fmt.Errorf("%w: %q contains transcripts (%s), which would be published with it; choose another folder",
				ErrRefused, dir, name)
		}
	}
	if s.lock, err = acquire(s.disk.root, dir); err != nil {
		return err
	}
	if now, _ := s.disk.root.Lstat(ManifestName); !sameFile(before, now) { // another build has ended meanwhile
		if _, _, err := s.readEarlier(nil); err != nil && !force {
			return fmt.Errorf("%w: %w; use --force to build over it", ErrRefused, err)
		}
	}
	for _, name := range s.lock.earlier {
		s.files.leave(name)
	}
	for _, e := range top { // no other build is running, so they are left over
		if strings.HasPrefix(e.Name(), tempPrefix) && e.Type().IsRegular() {
			s.disk.root.Remove(e.Name()) // one that stays does no harm
		}
	}
	return nil
}

// sameFile reports whether a file that is never changed in place is the one that it was; nil is
// for none.
func sameFile(was, is os.FileInfo) bool {
	if was == nil || is == nil {
		return was == nil && is == nil
	}
	return os.SameFile(was, is) && was.Size() == is.Size() && was.ModTime().Equal(is.ModTime())
}

// Write puts data into the file name, a slash-separated path below the destination.
// Writing a name twice is fine with the same bytes and an error with others. Names
// that some system cannot store, or would take for the same file, are errors.
func (s *Site) Write(name string, data []byte) error {
	return s.write(name, content{
		entry: entry{Name: name, Size: int64(len(data)), SHA256: sha256.Sum256(data)},
		each:  func(use func(at int64, part []byte) error) error { return use(0, data) },
		put: func(there bool) error {
			if there {
				return s.disk.replace(name, data)
			}
			return s.disk.create(name, data)
		},
	})
}

// content is what is written into a file.
type content struct {
	entry
	each func(use func(at int64, part []byte) error) error // passes it on in parts, and where each begins
	put  func(there bool) error                            // writes it; there says that there is such a file
}

func (s *Site) write(name string, c content) error {
	if err := checkName(name); err != nil {
		return err
	}
	again, err := s.claim(name, c.entry)
	if again || err != nil {
		return err
	}
	var there, same bool
	if !s.empty {
		there, same = s.holds(c.entry)
	}
	if allowed, err := s.permit.allows(c, same); !allowed || err != nil {
		return err
	}
	if same {
		s.count(func(st *Stats) { st.Unchanged++ })
		return nil
	}
	s.mu.Lock()
	left := s.files.toBeWritten(name)
	s.mu.Unlock()
	if !left {
		if err := s.lock.record(name); err != nil {
			return err
		}
	}
	err = c.put(there)
	if s.empty && errors.Is(err, fs.ErrExist) { // somebody put it there meanwhile
		err = c.put(true)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	s.count(func(st *Stats) { st.Written++ })
	return nil
}

// allows reports whether a file may be published; same says that it is there with these bytes.
func (p *permit) allows(c content, same bool) (bool, error) {
	if p.ask == nil || same && p.checked {
		return true, nil
	}
	err := c.each(func(at int64, part []byte) error {
		if !p.ask(c.Name, at, part, same) {
			return errWithheld
		}
		return nil
	})
	if errors.Is(err, errWithheld) {
		p.withheld.Store(true)
		return false, nil
	}
	return err == nil, err
}

var errWithheld = errors.New("a file may not be published")

// claim notes that this build makes the file, and reports whether it already did.
func (s *Site) claim(name string, e entry) (again bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, was := s.written(name)
	switch {
	case was == nil:
		if lower := lowerName(name); lower != name {
			s.lower[lower] = name
		}
		s.files.make(e)
		s.stats.Files++
		s.stats.Bytes += e.Size
		s.stats.Largest = max(s.stats.Largest, e.Size)
		if strings.HasSuffix(name, ".html") {
			s.stats.Pages++
		}
		return false, nil
	case old != name:
		return false, fmt.Errorf("writing %s: some systems treat it as the same file as %s", name, old)
	case s.files.records.get(was.made) != entry{Size: e.Size, SHA256: e.SHA256}:
		return false, fmt.Errorf("writing %s: already written with other bytes", name)
	}
	return true, nil
}

// written returns the file that this build made whose name differs in letter case at most, nil for none.
func (s *Site) written(name string) (as string, f *oneFile) {
	lower := lowerName(name)
	as, ok := s.lower[lower]
	if !ok {
		as = lower
	}
	if f = s.files.find(as); f == nil || f.made == 0 {
		return as, nil
	}
	return as, f
}

// holds reports whether there is such a file, and whether it already has these bytes: it is as
// it was left, with a hash that is known, or is read.
func (s *Site) holds(e entry) (there, same bool) {
	info, _ := lstat(s.disk.root, e.Name)
	if left, was := s.asLeft(e.Name, info, e.SHA256); left {
		return true, was == e.SHA256
	}
	info, err := s.disk.root.Lstat(e.Name)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist), false
	}
	if !info.Mode().IsRegular() || info.Size() != e.Size {
		return true, false
	}
	return true, bytes.Equal(s.disk.sumOf(e.Name), e.SHA256[:])
}

// asLeft reports whether a file is as the last build left it, and with which hash; info is nil for
// one that is not there. What is not as it was left, or is to have another hash, is no longer in s.left.
func (s *Site) asLeft(name string, info os.FileInfo, sum [32]byte) (left bool, was [32]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.left.get(name)
	left = ok && info != nil && info.Mode().IsRegular() && f.Size == info.Size() && f.Changed == info.ModTime().UnixNano()
	if !left || f.SHA256 != sum {
		s.left.drop(name)
	}
	return left, f.SHA256
}

func (s *Site) count(f func(*Stats)) {
	s.mu.Lock()
	f(&s.stats)
	s.mu.Unlock()
}

// Stats reports what has been done so far.
func (s *Site) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

// Close releases the destination. Without a [Site.Finish] before it, the site stays
// half built: the old manifest stays, and the next build repairs what this one left.
func (s *Site) Close() error {
	var err error
	if s.lock != nil {
		err = s.lock.release()
	}
	s.disk.folders.close()
	s.files.records.close()
	return errors.Join(err, s.disk.root.Close())
}
