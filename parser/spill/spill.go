// Package spill keeps bytes that are read again later: the first of them in memory, more than these
// in a temporary file. The file has no name where the system allows that, and goes with the
// process.
package spill

import (
	"io"
	"os"
	"slices"
	"sync"
)

// inMemory is how many bytes wait for the file.
const inMemory = 1 << 20

// File is such a file. The zero File is empty; it may be used from several goroutines.
type File struct {
	mu   sync.RWMutex
	file *os.File
	size int64 // of the file
	last []byte
	full bool // there is no room on disk: all stays in memory
}

// Put adds bytes and returns where they are.
func (f *File) Put(b []byte) (at int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.last)+len(b) > inMemory && len(f.last) > 0 && !f.full {
		f.full = f.flush() != nil
	}
	at = f.size + int64(len(f.last))
	// it is long: what grows step by step is copied each time
	if n := len(f.last) + len(b); n > cap(f.last) && n > inMemory/4 && n <= inMemory {
		f.last = slices.Grow(f.last, inMemory-len(f.last))
	}
	f.last = append(f.last, b...)
	return at
}

// flush writes what is in memory to the file.
func (f *File) flush() (err error) {
	if f.file == nil {
		if f.file, err = os.CreateTemp("", "steno-spill-*"); err != nil {
			return err
		}
		os.Remove(f.file.Name()) // some systems remove no file that is open: Close does it there
	}
	n, err := f.file.WriteAt(f.last, f.size)
	if err == nil {
		f.size, f.last = f.size+int64(n), f.last[:0]
	}
	return err
}

// ReadAt reads bytes that were put at once, or a part of these.
func (f *File) ReadAt(b []byte, at int64) (int, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if at < f.size {
		return f.file.ReadAt(b, at)
	}
	if at > f.size+int64(len(f.last)) {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(b, f.last[at-f.size:])
	if n < len(b) {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

// Close removes the file. What was put is gone.
func (f *File) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file != nil {
		f.file.Close()
		os.Remove(f.file.Name())
	}
	f.file, f.size, f.last = nil, 0, nil
}
