package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WritePrivate writes a file that is not part of a site and that nobody else on this
// machine should read: whole or not at all, for the owner alone.
func WritePrivate(name string, data []byte) error {
	return StreamPrivate(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFile writes a file that is not part of a site, whole or not at all, for everybody to
// read.
func WriteFile(name string, data []byte) error {
	if err := WritePrivate(name, data); err != nil {
		return err
	}
	return os.Chmod(name, 0o644)
}

// TempPrefix begins the names of files that are not finished.
const TempPrefix = tempPrefix

// TempPrivate makes a new file in dir, for the owner alone, which gets its name when it is whole.
func TempPrivate(dir string) (*os.File, error) { return os.CreateTemp(dir, tempPrefix+"*") }

// StreamPrivate is [WritePrivate] for what is better not held in memory.
func StreamPrivate(name string, write func(io.Writer) error) error {
	_, _, err := stream(filepath.Dir(name), 0o600, func(w io.Writer) (string, error) { return name, write(w) })
	if err != nil {
		return fmt.Errorf("writing %q: %w", name, err)
	}
	return nil
}

// StreamFile is [WriteFile] for what is better not held in memory, and named by what was
// written: the file appears under the name that write returns, in dir unless the name says
// otherwise. It returns name and size. Errors of write come back as they are.
func StreamFile(dir string, write func(io.Writer) (name string, err error)) (name string, size int64, err error) {
	return stream(dir, 0o644, write)
}

func stream(dir string, mode os.FileMode, write func(io.Writer) (string, error)) (name string, size int64, err error) {
	f, err := TempPrivate(dir)
	if err != nil {
		return "", 0, fmt.Errorf("making a file in %q: %w", dir, err)
	}
	out := bufio.NewWriterSize(f, 1<<16)
	if name, err = write(out); err == nil { // otherwise it would be reported twice
		err = out.Flush()
	}
	if info, serr := f.Stat(); serr == nil {
		size = info.Size()
	}
	if err = errors.Join(err, f.Close()); err == nil && mode != 0o600 {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return name, size, err
}
