package offheap

import (
	"sort"
	"unsafe"
)

// PlaceOf returns where b is in the file. It returns false for what is on the heap.
func (t *Texts) PlaceOf(b []byte) (at int64, ok bool) {
	if t == nil || len(b) == 0 {
		return 0, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	start := address(unsafe.SliceData(b))
	for i := range t.parts {
		p := &t.parts[i]
		if from := address(&p.mapped[0]); start >= from && start < from+uintptr(len(p.mapped)) {
			return p.at + int64(start-from), true
		}
	}
	return 0, false
}

// At returns n bytes at a place that PlaceOf returned, nil once the texts are closed.
func (t *Texts) At(at int64, n int) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at > at }) - 1
	if i < 0 {
		return nil
	}
	from := int(at - t.parts[i].at)
	return t.parts[i].mapped[from : from+n : from+n]
}
