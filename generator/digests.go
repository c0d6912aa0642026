package generator

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"steno/generator/output"
)

// digests is where a memory keeps what the search index needs of each session: one file,
// written anew by each build, since thousands of small ones take longer to open than to read.
type digests struct {
	dir string
	old *os.File // of the last build, nil for none

	mu   sync.Mutex
	file *os.File // of this one, under a temporary name; nil before the first
	out  *bufio.Writer
	at   int64
	err  error
}

// span is a part of a file of digests.
type span struct{ At, Size int64 }

const digestsPrefix = "search-" // and a number that every build changes

// openDigests opens the file of the last build, name, which may be "".
func openDigests(dir, name string) *digests {
	d := &digests{dir: dir}
	if name != "" && filepath.Base(name) == name {
		if f, err := os.Open(filepath.Join(dir, name)); err == nil {
			d.old = f
		}
	}
	return d
}

// get reads what the last build put.
func (d *digests) get(s span) ([]byte, error) {
	if d.old == nil {
		return nil, os.ErrNotExist
	}
	if info, err := d.old.Stat(); err != nil || s.At < 0 || s.Size < 0 || s.At+s.Size > info.Size() {
		return nil, fmt.Errorf("there is no part of %d bytes at %d", s.Size, s.At)
	}
	data := make([]byte, s.Size)
	_, err := d.old.ReadAt(data, s.At)
	return data, err
}

// put writes for the next build. That it cannot is told by save.
func (d *digests) put(data []byte) span {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.file == nil && d.err == nil {
		d.err = os.MkdirAll(d.dir, 0o700)
		if d.err == nil {
			d.file, d.err = output.TempPrivate(d.dir)
		}
		if d.err == nil {
			d.out = bufio.NewWriterSize(d.file, 1<<18)
		}
	}
	if d.err != nil {
		return span{}
	}
	s := span{d.at, int64(len(data))}
	d.at += s.Size
	_, d.err = d.out.Write(data)
	return s
}

// save gives what was put a name, "" when nothing was. The file of the last build is still
// there: what refers to it is replaced first.
func (d *digests) save() (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil || d.file == nil {
		return "", d.err
	}
	if err := d.out.Flush(); err != nil {
		return "", err
	}
	name := digestsPrefix + strings.TrimPrefix(filepath.Base(d.file.Name()), output.TempPrefix)
	return name, os.Rename(d.file.Name(), filepath.Join(d.dir, name))
}

// forget removes all files of digests but the one named, and what killed builds left.
func (d *digests) forget(but string) error {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if name != but && (strings.HasPrefix(name, digestsPrefix) || strings.HasPrefix(name, output.TempPrefix)) {
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
	if d.file != nil {
		d.file.Close()
		os.Remove(d.file.Name()) // it has another name when it was saved
	}
}
