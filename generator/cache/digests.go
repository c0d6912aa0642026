package cache

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"steno/generator/output"
	"steno/generator/search"
)

// digests is where a memory keeps what the search index and the lists need of each session, and the postings of
// all of them: one file, since thousands of small ones take longer to open than to read. A build writes what is new
// behind what the last one left, see grows.go. What the postings are, and where, is in a second one, which
// each build writes again.
type digests struct {
	dir     string
	old     *os.File // of the last build, nil for none
	oldSize int64
	earlier *search.Earlier // postings of the last build, nil for none
	grows   bool            // what is put goes into old
	saved   bool
	rooms   sync.Pool // of *[]byte, for parts that are not kept

	mu       sync.Mutex
	indexed  int64    // bytes of what the index put or left
	file     *os.File // of this one, under a temporary name, or the old one, to be written; nil before the first
	postings *os.File // the same, for postings
	out      *bufio.Writer
	at       int64
	err      error
}

// Span is a part of a file of digests, with its checksum: most builds read only a few parts, so one
// checksum of the file would not do.
type Span = search.Span

// digestNames are the files of a build; "" for those that it did not write.
type digestNames struct{ Sessions, Postings string }

// What their names begin with; a number that every build changes follows.
const (
	digestsPrefix  = "search-"
	postingsPrefix = "postings-"
)

// openDigests opens the files of the last build. What cannot be read is as if it were not there.
func openDigests(dir string, names digestNames) *digests {
	d := &digests{dir: dir}
	if name := names.Sessions; name != "" && filepath.Base(name) == name {
		if f, err := os.Open(filepath.Join(dir, name)); err == nil {
			if info, err := f.Stat(); err == nil {
				d.oldSize = info.Size()
			}
			d.old = f
		}
	}
	if name := names.Postings; d.old != nil && name != "" && filepath.Base(name) == name {
		if e, err := search.OpenEarlier(filepath.Join(dir, name), d.old); err == nil {
			d.earlier = e
		}
	}
	return d
}

// leave opens the file for the postings of this build. save reports a failure.
func (d *digests) leave() io.Writer {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err = os.MkdirAll(d.dir, 0o700); d.err == nil {
		d.postings, d.err = output.TempPrivate(d.dir)
	}
	if d.err != nil {
		return nil
	}
	return d.postings
}

// putPart keeps a part of the postings, see [search.Options].
func (d *digests) putPart(was Span, read func() ([]byte, error)) (at Span, err error) {
	if at = was; !d.grows || was.Size == 0 {
		data, err := read()
		if err != nil {
			return at, err
		}
		at = d.put(data)
	}
	d.mu.Lock()
	d.indexed += at.Size
	d.mu.Unlock()
	return at, nil
}

// get reads what the last build put.
func (d *digests) get(s Span) ([]byte, error) { return d.getInto(nil, s) }

// with passes on what the last build put; it may not be kept.
func (d *digests) with(s Span, use func(data []byte) error) error {
	room, ok := d.rooms.Get().(*[]byte)
	if !ok {
		room = new([]byte)
	}
	defer d.rooms.Put(room)
	data, err := d.getInto((*room)[:0], s)
	if err != nil {
		return err
	}
	if len(data) <= mostRoom {
		*room = data
	}
	return use(data)
}

// mostRoom is how many bytes of room are kept for the next part. Few are larger.
const mostRoom = 256 << 10

// getInto is get, into room if that is large enough.
func (d *digests) getInto(room []byte, s Span) ([]byte, error) {
	if d.old == nil {
		return nil, os.ErrNotExist
	}
	if !d.holds(s) {
		return nil, fmt.Errorf("there is no part of %d bytes at %d", s.Size, s.At)
	}
	data := slices.Grow(room, int(s.Size))[:s.Size]
	if _, err := d.old.ReadAt(data, s.At); err != nil {
		return nil, err
	}
	if search.Sum(data) != s.Sum {
		return nil, errSum
	}
	return data, nil
}

// holds reports whether there may be such a part.
func (d *digests) holds(s Span) bool {
	return d.old != nil && s.At >= 0 && s.Size >= 0 && s.At <= d.oldSize && s.Size <= d.oldSize-s.At
}

// put writes for the next build. save reports a failure.
func (d *digests) put(data []byte) Span {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.file == nil && d.err == nil {
		d.err = d.begin()
	}
	if d.err != nil {
		return Span{}
	}
	s := Span{At: d.at, Size: int64(len(data)), Sum: search.Sum(data)}
	d.at += s.Size
	_, d.err = d.out.Write(data)
	return s
}

// begin opens the file that is written.
func (d *digests) begin() (err error) {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return err
	}
	if d.grows {
		d.file, d.at, err = d.openOld()
	} else {
		d.file, err = output.TempPrivate(d.dir)
	}
	if err == nil {
		d.out = bufio.NewWriterSize(d.file, 1<<18)
	}
	return err
}

// save renames the files that were put. The files of the last build are still there: what refers to
// them is replaced first.
func (d *digests) save() (names digestNames, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil || d.file == nil && !d.grows {
		return names, d.err
	}
	if d.file != nil {
		if err := d.out.Flush(); err != nil {
			return names, err
		}
	}
	if d.grows {
		names.Sessions, err = d.grown()
	} else {
		names.Sessions, err = d.rename(d.file, digestsPrefix)
	}
	if err == nil && d.postings != nil {
		names.Postings, err = d.rename(d.postings, postingsPrefix)
	}
	d.saved = err == nil
	return names, err
}

// rename closes a temporary file and moves it to its final name, with the same end. Windows renames
// no file that is open.
func (d *digests) rename(f *os.File, prefix string) (string, error) {
	if err := f.Close(); err != nil {
		return "", err
	}
	name := prefix + strings.TrimPrefix(filepath.Base(f.Name()), output.TempPrefix)
	return name, os.Rename(f.Name(), filepath.Join(d.dir, name))
}

// forget removes all files of digests but those named, and what killed builds left. The file of the
// last build is closed before: Windows removes no file that is open.
func (d *digests) forget(but digestNames) error {
	if d.old != nil {
		d.old.Close()
	}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if name == but.Sessions || name == but.Postings {
			continue
		}
		if strings.HasPrefix(name, digestsPrefix) || strings.HasPrefix(name, postingsPrefix) || strings.HasPrefix(name, output.TempPrefix) {
			err = errors.Join(err, os.Remove(filepath.Join(d.dir, name)))
		}
	}
	return err
}

// close closes both files. What was put and not saved is gone.
func (d *digests) close() {
	if d.old != nil {
		d.old.Close()
	}
	if d.grows && d.file != nil {
		if !d.saved {
			d.file.Truncate(d.oldSize) // what fails here takes room until the file is written again
		}
		d.file.Close()
		d.file = nil
	}
	for _, f := range []*os.File{d.file, d.postings} {
		if f != nil {
			f.Close()
			os.Remove(f.Name()) // it has another name when it was saved
		}
	}
}

// WithDigest passes on what the search index needs of a session. data may not be kept, d may.
func (c *Cache) WithDigest(at Span, use func(d *search.Digested, data []byte)) error {
	return c.digests.with(at, func(data []byte) error {
		d := &search.Digested{}
		if err := d.ReadWhole(data); err != nil {
			return err
		}
		if d.HasPostings() {
			d.ReadWhole(bytes.Clone(data)) // the index keeps them
		}
		d.ReadFrom(c.digests.old, at.At)
		use(d, data)
		return nil
	})
}

// PutDigest keeps what the search index needs of a session. was is where the last build kept the
// same, zero for nowhere.
func (c *Cache) PutDigest(data []byte, was Span) (at Span) {
	if c == nil {
		return at
	}
	if c.digests.grows && was.Size > 0 {
		return was
	}
	return c.digests.put(data)
}

// Earlier returns the postings of the last build, nil for none.
func (c *Cache) Earlier() *search.Earlier { return c.digests.earlier }

// ForgetPostings drops the postings that are kept in the folder of a cache, which are damaged, and reports whether there
// were any: the next build makes them again.
func ForgetPostings(dir string) (dropped bool) {
	if dir == "" {
		return false
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), postingsPrefix) && os.Remove(filepath.Join(dir, e.Name())) == nil {
			dropped = true
		}
	}
	return dropped
}

// IndexOptions adds to the options of a search index what it takes over from the last build.
func (c *Cache) IndexOptions(o search.Options, out *output.Site) search.Options {
	if c == nil {
		return o
	}
	if o.Leave = c.digests.leave(); o.Leave != nil {
		o.Put = c.digests.putPart
	}
	o.Earlier = c.digests.earlier
	o.Keep = func(name string, size int64) bool {
		at, found := slices.BinarySearchFunc(c.others, name, func(f output.File, name string) int { return strings.Compare(f.Name, name) })
		if !found || c.stale || c.others[at].Size != size {
			return false
		}
		kept, err := out.Keep(c.others[at : at+1])
		return kept && err == nil
	}
	return o
}
