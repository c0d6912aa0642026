package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WritePrivate writes a file that is no part of a site and that nobody else on this
// machine should read: whole or not at all, for the owner alone.
func WritePrivate(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix+"*") // made with mode 0600
	if err != nil {
		return fmt.Errorf("writing %q: %w", name, err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing %q: %w", name, err)
	}
	return nil
}
