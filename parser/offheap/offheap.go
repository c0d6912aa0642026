// Package offheap keeps the texts of a large session in a temporary file that is mapped into
// memory, outside of the heap. Strings there are strings like all others, which the system reads
// when they are used: what is in memory at a time is what is being worked on, and the garbage
// collector has less to do. The file has no name and goes with the process.
package offheap

import (
	"cmp"
	"os"
	"slices"
	"sync"
	"time"
	"unsafe"
)

// From how many bytes of transcripts on the texts of a session are kept outside of the heap unless
// a Room says otherwise, from how many bytes on a text is, and from how many on it is with the long
// ones; by how many bytes a file grows, how many are mapped at once, and how long what was used
// stays in memory.
const (
	large  = 4 << 20
	short  = 8
	long   = 256
	chunk  = 4 << 20
	window = 256 << 20
	rest   = 10 * time.Millisecond // texts are read at gigabytes per second
)

// Room has the texts of several sessions.
type Room struct {
	From int64 // bytes of transcripts, 0 for the usual ones

	mu   sync.Mutex
	open map[*Texts]bool
}

// Texts returns where to keep the texts of a session with so many bytes of transcripts; nil for on the heap.
func (r *Room) Texts(size int64) *Texts {
	if size < cmp.Or(r.From, large) {
		return nil
	}
	file, err := unnamed()
	if err != nil {
		return nil
	}
	t := &Texts{room: r, file: file, closed: make(chan struct{})}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[*Texts]bool{}
	}
	r.open[t] = true
	go t.keepLettingGo()
	return t
}

// Close releases the texts of all sessions.
func (r *Room) Close() {
	r.mu.Lock()
	open := r.open
	r.open = nil
	r.mu.Unlock()
	for t := range open {
		t.Close()
	}
}

// Texts are those of one session. All methods can be called on nil, which keeps everything on the heap.
type Texts struct {
	room   *Room
	file   *os.File
	closed chan struct{}

	mu     sync.Mutex
	mapped [][]byte // parts of the file, by address
	parts  []part   // the same, by their place in the file
	end    int64    // of the file
	ids    filling  // ids and other short texts: who looks at those of all records, reads no others with them
	texts  filling  // the others
	full   bool     // there is no more room on disk
}

// part is a part of the file.
type part struct {
	at     int64
	mapped []byte
}

// filling is a part of the file that is being filled.
type filling struct {
	part  []byte
	at    int64 // where it is in the file
	ready int   // how much of it the file has
	used  int   // and how much of that is taken
}

// Bytes returns a copy of b that is valid until Close. It is b itself where that is kept already,
// or stays on the heap.
func (t *Texts) Bytes(b []byte) []byte {
	to := t.some(unsafe.SliceData(b), len(b), len(b))
	if to == nil {
		return b
	}
	copy(to, b)
	return to
}

// String is Bytes for a string.
func (t *Texts) String(s string) string { return t.string(s, len(s)) }

// Aside is String for what is read once, in order: it is kept with the long texts, however short it is.
func (t *Texts) Aside(s string) string { return t.string(s, max(len(s), long)) }

// string keeps a text with those of a length.
func (t *Texts) string(s string, length int) string {
	to := t.some(unsafe.StringData(s), len(s), length)
	if to == nil {
		return s
	}
	copy(to, s)
	return unsafe.String(&to[0], len(to))
}

// String is [Texts.String] for a type of strings.
func String[T ~string](t *Texts, s T) T { return T(t.String(string(s))) }

// some returns room for n bytes that are at a place now, among those of a length; nil when they need none.
func (t *Texts) some(at *byte, n, length int) []byte {
	if t == nil || n < short {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &t.texts
	if length < long {
		f = &t.ids
	}
	if t.holds(at) || f.used+n > f.ready && !t.grow(f, n) {
		return nil
	}
	f.used += n
	return f.part[f.used-n : f.used : f.used]
}

// grow makes room for n bytes at least. The file is written to first: a disk that is full is
// noticed here, and not when memory is used.
func (t *Texts) grow(f *filling, n int) bool {
	if f.used+n > len(f.part) && !t.full {
		t.full = t.another(f, max(n, window)) != nil
	}
	if t.full {
		return false
	}
	letGo(f.part[:f.used])
	more := min((f.used+n-f.ready+chunk-1)/chunk*chunk, len(f.part)-f.ready)
	if t.full = fill(t.file, f.at+int64(f.ready), more) != nil; !t.full {
		f.ready += more
	}
	return !t.full
}

// another begins another part of the file.
func (t *Texts) another(f *filling, size int) error {
	size = (size + chunk - 1) / chunk * chunk
	mapped, err := mapped(t.file, t.end, size)
	if err != nil {
		return err
	}
	n, _ := t.part(&mapped[0])
	t.mapped, t.parts = slices.Insert(t.mapped, n, mapped), append(t.parts, part{t.end, mapped})
	*f = filling{part: mapped, at: t.end}
	t.end += int64(size)
	return nil
}

var zeros [64 << 10]byte

// fill writes zeros.
func fill(file *os.File, at int64, size int) error {
	for end := at + int64(size); at < end; at += int64(len(zeros)) {
		if _, err := file.WriteAt(zeros[:min(int64(len(zeros)), end-at)], at); err != nil {
			return err
		}
	}
	return nil
}

// keepLettingGo calls [Texts.LetGo] again and again. What is used again is read from the file.
func (t *Texts) keepLettingGo() {
	tick := time.NewTicker(rest)
	defer tick.Stop()
	for {
		select {
		case <-t.closed:
			return
		case <-tick.C:
			t.LetGo()
		}
	}
}

// LetGo lets the system take back the memory of what was used, which happens again and again in any
// case. Who looks at a few bytes of many texts calls it as well: the system reads what is around
// them, too, and would have all of them in memory before long.
func (t *Texts) LetGo() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range t.mapped {
		letGo(m)
	}
}

// part returns the number of the first part of the file that begins at an address or behind it.
func (t *Texts) part(at *byte) (int, bool) {
	return slices.BinarySearchFunc(t.mapped, at, func(m []byte, at *byte) int { return cmp.Compare(address(&m[0]), address(at)) })
}

// holds reports whether an address is in the file.
func (t *Texts) holds(at *byte) bool {
	n, begins := t.part(at)
	return begins || n > 0 && address(at) < address(&t.mapped[n-1][0])+uintptr(len(t.mapped[n-1]))
}

func address(at *byte) uintptr { return uintptr(unsafe.Pointer(at)) }

// Close releases the texts: no string may be used from then on, it would be zeros.
func (t *Texts) Close() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil {
		return
	}
	close(t.closed)
	for _, m := range t.mapped {
		release(m)
	}
	t.file.Close()
	t.file, t.mapped, t.parts, t.ids, t.texts, t.full = nil, nil, nil, filling{}, filling{}, true
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	delete(t.room.open, t)
}
