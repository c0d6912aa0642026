package cache

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"os"

	"steno/generator/output"
)

// A disk or a person may change a bit of a file that still reads well: a text of a page would be
// another then. So what is decoded as it is ends with its sum, which is compared before.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errSum = errors.New("its content does not have its sum")

// writeSummed writes a file that ends with the sum of what write wrote.
func writeSummed(name string, write func(io.Writer) error) error {
	return output.StreamPrivate(name, func(w io.Writer) error {
		sum := crc32.New(castagnoli)
		if err := write(io.MultiWriter(w, sum)); err != nil {
			return err
		}
		_, err := w.Write(sum.Sum(nil))
		return err
	})
}

// readSummed passes the content of a file to read, unless its sum is another.
func readSummed(name string, read func(io.Reader) error) error {
	f, size, err := openSummed(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return read(io.NewSectionReader(f, 0, size))
}

// openSummed opens a file, unless its sum is another, and returns how much is before the sum.
func openSummed(name string) (f *os.File, size int64, err error) {
	if f, err = os.Open(name); err != nil {
		return nil, 0, err
	}
	if size, err = checkSum(f); err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, size, nil
}

func checkSum(f *os.File) (size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if size = info.Size() - crc32.Size; size < 0 {
		return 0, errSum
	}
	sum := crc32.New(castagnoli)
	if _, err := io.CopyN(sum, f, size); err != nil {
		return 0, err
	}
	var want [crc32.Size]byte
	if _, err := io.ReadFull(f, want[:]); err != nil {
		return 0, err
	}
	if !bytes.Equal(sum.Sum(nil), want[:]) {
		return 0, errSum
	}
	return size, nil
}
