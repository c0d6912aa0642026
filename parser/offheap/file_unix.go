//go:build linux || darwin || freebsd

package offheap

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// unnamed makes a temporary file without a name.
func unnamed() (*os.File, error) {
	file, err := os.CreateTemp("", "steno-texts-*")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

func mapped(file *os.File, at int64, size int) ([]byte, error) {
	return unix.Mmap(int(file.Fd()), at, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

func letGo(m []byte) { unix.Madvise(m, unix.MADV_DONTNEED) }

// release releases the memory and the part of the file. Zeros take their place for as long as the
// process runs: a string that is still used there, by mistake, is wrong, but it neither ends the
// process nor shows the text of another session.
func release(m []byte) {
	_, err := unix.MmapPtr(-1, 0, unsafe.Pointer(&m[0]), uintptr(len(m)), unix.PROT_READ, unix.MAP_FIXED|unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		letGo(m) // the file stays
	}
}
