package output

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Remove removes a site: the files that its builds wrote, the folders that this leaves empty, and dir
// if it is empty then. It fails with [ErrRefused] when dir was not written by Steno, or is being
// built; other files in it stay. A folder that does not exist is no error.
func Remove(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	s.disk.folders.close() // some systems remove no folder that is open
	err = s.removeOld()
	if err == nil {
		if err = s.disk.root.Remove(ManifestName); errors.Is(err, fs.ErrNotExist) {
			err = nil // its only build was interrupted
		}
		s.lock.done = err == nil
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		return err
	}
	return os.Remove(dir)
}

// RemoveAll removes the sites in the folders of dir, see [Remove], and dir if it is empty then.
// Folders that Steno did not write stay.
func RemoveAll(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if failed := Remove(filepath.Join(dir, e.Name())); failed != nil && !errors.Is(failed, ErrRefused) {
			err = errors.Join(err, failed)
		}
	}
	if left, failed := os.ReadDir(dir); err != nil || failed != nil || len(left) > 0 {
		return errors.Join(err, failed)
	}
	return os.Remove(dir)
}

// RemoveOldest removes the sites in the folders of dir, see [Remove], but for a number of those that were
// written last, and the one in the folder with that name.
func RemoveOldest(dir string, number int, name string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	written := map[string]time.Time{}
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(dir, e.Name(), ManifestName)); err == nil && e.IsDir() && e.Name() != name {
			written[e.Name()] = info.ModTime()
		}
	}
	newest := slices.SortedFunc(maps.Keys(written), func(a, b string) int {
		return cmp.Or(written[b].Compare(written[a]), strings.Compare(a, b))
	})
	for _, name := range newest[min(number, len(newest)):] {
		if failed := Remove(filepath.Join(dir, name)); !errors.Is(failed, ErrRefused) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// RemoveUnreadable removes the site in a folder when another version of Steno made it and this one
// cannot read its manifest: it is for folders that contain nothing but sites that can be made
// again.
func RemoveUnreadable(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // there is none, or the build says why it cannot be opened
	}
	defer root.Close()
	data, err := root.ReadFile(ManifestName)
	if err != nil || !bytes.Contains(data[:min(len(data), leastEntry)], []byte(`"generator":"Steno `)) {
		return nil
	}
	if _, err := readManifest(root, func(entry) error { return nil }); err == nil {
		return nil
	}
	return os.RemoveAll(dir)
}
