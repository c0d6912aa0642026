package offheap

import (
	"bytes"
	"os"
	"strconv"
)

// resident knows how many bytes of files the process has in memory, where the system says so.
type resident struct {
	file *os.File // nil where it does not
	text [128]byte
	rest int64 // what is not ours: the program, other sessions' texts
}

func newResident() *resident {
	file, _ := os.Open("/proc/self/statm")
	r := &resident{file: file}
	r.rest = r.bytes()
	return r
}

// many reports whether there are many of ours.
func (r *resident) many() bool {
	now := r.bytes()
	r.rest = min(r.rest, now)
	return now-r.rest >= most
}

// freed notes what letGo left: at most a little more than before, as other goroutines go on using texts meanwhile.
func (r *resident) freed() { r.rest = min(r.bytes(), r.rest+most/16) }

// bytes returns how many there are; without a count it grows, so that there are always many.
func (r *resident) bytes() int64 {
	n, _ := r.file.ReadAt(r.text[:], 0)
	fields := bytes.Fields(r.text[:n])
	if len(fields) < 3 {
		return r.rest + most
	}
	pages, _ := strconv.ParseInt(string(fields[2]), 10, 64)
	return pages * int64(os.Getpagesize())
}
