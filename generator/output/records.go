package output

import (
	"encoding/binary"
	"errors"
	"sync"

	"steno/parser/spill"
)

// records are the sizes and sums of files, in a temporary file. They may be used from several goroutines.
type records struct {
	mu    sync.Mutex
	file  spill.File
	last  recordBlock // the one that is filled
	count uint32      // of all
	read  recordBlock // the one that was read last
	at    uint32      // its number, from 1; 0 for none
	err   error
}

const recordSize = 8 + 32

// recordBlock is records that are read at once: most are asked for in the order in which they were
// added, or nearly so.
type recordBlock [inBlock * recordSize]byte

const inBlock = 64

// of is the i-th record.
func (b *recordBlock) of(i uint32) []byte { return b[i*recordSize : (i+1)*recordSize] }

// add returns the number of a new record, from 1.
func (r *records) add(e entry) uint32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.last.of(r.count % inBlock)
	binary.LittleEndian.PutUint64(b, uint64(e.Size))
	copy(b[8:], e.SHA256[:])
	if r.count++; r.count%inBlock == 0 {
		r.file.Put(r.last[:])
	}
	return r.count
}

// get returns a record, without a name; that of 0 is empty.
func (r *records) get(number uint32) (e entry) {
	if number == 0 {
		return e
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	at := &r.last
	if block := (number - 1) / inBlock; block < r.count/inBlock {
		at = &r.read
		if r.at != block+1 {
			if _, err := r.file.ReadAt(r.read[:], int64(block)*int64(len(r.read))); err != nil {
				r.at, r.err = 0, errors.Join(r.err, err)
				return e
			}
			r.at = block + 1
		}
	}
	b := at.of((number - 1) % inBlock)
	e.Size = int64(binary.LittleEndian.Uint64(b))
	copy(e.SHA256[:], b[8:])
	return e
}

// failed reports whether a record could not be read.
func (r *records) failed() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *records) close() {
	if r != nil {
		r.file.Close()
	}
}
