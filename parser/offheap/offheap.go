// Package offheap keeps the texts and messages of a large session in a temporary file that is mapped into memory, outside of the
// heap. Values there are values like all others, which the system reads when they are used: what is in memory
// at a time is what is being worked on, and the garbage collector has less to do. The file has no name and goes with
// the process.
package offheap

import (
	"cmp"
	"os"
	"slices"
	"sync"
	"time"
	"unsafe"
)

// From how many bytes of transcripts on the texts of a session are kept outside of the heap unless a Room says otherwise;
// below how many bytes a text is likely to come again, and from how many on it is long; by how many bytes a file grows, how many are mapped at once, how much of it stays in memory, and how often
// that is looked at.
const (
	large  = 4 << 20
	short  = 64
	long   = 256
	chunk  = 4 << 20
	window = 256 << 20
	most   = 16 << 20
	often  = 500                  // moves
	rest   = 5 * time.Millisecond // texts are read at gigabytes per second
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
	t := &Texts{room: r, file: file, closed: make(chan struct{}), retained: map[unsafe.Pointer]bool{}, inMemory: newResident()}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open == nil {
		r.open = map[*Texts]bool{}
	}
	r.open[t] = true
	go t.letGo()
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
	size   int64    // of the file
	full   bool     // there is no more room on disk
	texts  area     // long texts
	values area     // others

	inMemory *resident
	moves    int // see Move

	recent   [256]string             // texts that were kept last
	retained map[unsafe.Pointer]bool // what values in the file refer to on the heap
}

// area is a part of the file that is being filled.
type area struct {
	part  []byte
	at    int64 // where it is in the file
	ready int   // how much of it the file has
	used  int   // and how much of that is taken
}

// Bytes returns a copy of b that is valid until Close. It is b itself where that is kept already, or there is no room.
func (t *Texts) Bytes(b []byte) []byte {
	if t == nil || len(b) == 0 {
		return b
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.holds(&b[0]) {
		return b
	}
	to := t.some(&t.values, len(b), 1)
	if to == nil {
		t.retain(unsafe.Pointer(&b[0]))
		return b
	}
	copy(to, b)
	return to
}

// String is Bytes for a string.
func (t *Texts) String(s string) string {
	if t == nil {
		return s
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text(&t.values, s)
}

// String is [Texts.String] for a type of strings.
func String[T ~string](t *Texts, s T) T { return T(t.String(string(s))) }

// Retain keeps a value on the heap, of which the garbage collector does not know once it is in one that was moved.
func Retain[T any](t *Texts, value *T) {
	if t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.retain(unsafe.Pointer(value))
	}
}

func (t *Texts) retain(value unsafe.Pointer) {
	if t.retained != nil {
		t.retained[value] = true
	}
}

// text keeps a text, in an area if it is short, and once if it is one of the last ones.
func (t *Texts) text(a *area, s string) string {
	at := unsafe.StringData(s)
	if s == "" || t.holds(at) {
		return s
	}
	last := &t.recent[(len(s)*31+int(s[len(s)-1])*7+int(s[len(s)/2])+int(s[0])*3)%len(t.recent)]
	if len(s) < short && *last == s {
		return *last
	}
	to := t.some(a, len(s), 1)
	if to == nil {
		t.retain(unsafe.Pointer(at))
		return s
	}
	copy(to, s)
	kept := unsafe.String(&to[0], len(to))
	if len(s) < short {
		*last = kept
	}
	return kept
}

// some returns room for n bytes, nil when there is none. Texts that are not short have their own area.
func (t *Texts) some(a *area, n int, align uintptr) []byte {
	if align == 1 && n >= long {
		a = &t.texts
	}
	mask := int(align) - 1
	if a.used = (a.used + mask) &^ mask; a.used+n > a.ready && !t.grow(a, n) {
		return nil
	}
	a.used += n
	return a.part[a.used-n : a.used : a.used]
}

// grow makes room for n bytes at least. The file is written to first: a disk that is full is noticed here, and not when memory
// is used.
func (t *Texts) grow(a *area, n int) bool {
	if a.used+n > len(a.part) && !t.full {
		t.full = t.another(a, max(n, window)) != nil
	}
	if t.full {
		return false
	}
	more := min((a.used+n-a.ready+chunk-1)/chunk*chunk, len(a.part)-a.ready)
	if t.full = fill(t.file, a.at+int64(a.ready), more) != nil; !t.full {
		a.ready += more
	}
	return !t.full
}

// another begins another part of the file.
func (t *Texts) another(a *area, size int) error {
	size = (size + chunk - 1) / chunk * chunk
	part, err := mapped(t.file, t.size, size)
	if err != nil {
		return err
	}
	n, _ := t.part(&part[0])
	t.mapped = slices.Insert(t.mapped, n, part)
	*a = area{part: part, at: t.size}
	t.size += int64(size)
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

// letGo lets the system take back the memory of what was used, whenever that is much. What is used again is read from the
// file.
func (t *Texts) letGo() {
	tick := time.NewTicker(rest)
	defer tick.Stop()
	for {
		select {
		case <-t.closed:
			return
		case <-tick.C:
			t.mu.Lock()
			t.letGoNow()
			t.mu.Unlock()
		}
	}
}

func (t *Texts) letGoNow() {
	if t.file == nil || !t.inMemory.many() {
		return
	}
	for _, m := range t.mapped {
		letGo(m)
	}
	t.inMemory.freed()
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
	t.inMemory.file.Close()
	for _, m := range t.mapped {
		release(m)
	}
	t.file.Close()
	t.file, t.mapped, t.full, t.texts, t.values = nil, nil, true, area{}, area{}
	t.recent, t.retained = [len(t.recent)]string{}, nil
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	delete(t.room.open, t)
}
