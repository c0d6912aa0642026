//go:build linux || darwin || freebsd

package offheap

import (
	"os"

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

func unmap(m []byte) { unix.Munmap(m) }
