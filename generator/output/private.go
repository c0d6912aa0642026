package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WritePrivate writes a file that is no part of a site and that nobody else on this
// machine should read: whole or not at all, for the owner alone.
func WritePrivate(name string, data []byte) error {
	return StreamPrivate(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFile writes a file that is no part of a site, whole or not at all, for everybody to
// read.
func WriteFile(name string, data []byte) error {
	if err := WritePrivate(name, data); err != nil {
		return err
	}
	return os.Chmod(name, 0o644)
}

// StreamPrivate is [WritePrivate] for what is better not held in memory.
func StreamPrivate(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix+"*") // made with mode 0600
	if err != nil {
		return fmt.Errorf("writing %q: %w", name, err)
	}
	out := bufio.NewWriterSize(f, 1<<16)
	err = errors.Join(write(out), out.Flush(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing %q: %w", name, err)
	}
	return nil
}
