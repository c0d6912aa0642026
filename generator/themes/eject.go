package themes

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"steno/generator/selection"
	"steno/theme"
)

// ErrExists says that a file which would be overwritten differs from what would be
// written.
var ErrExists = errors.New("your own file is there")

// Eject writes files of the built-in theme below dir, for editing: those that names
// names, by their path or its last part, with or without ending, or all of them. It
// returns the paths it wrote. A file that is there and differs is an [ErrExists] before
// anything is written, unless force is true; one that is there and is the same is
// left alone.
func Eject(dir string, names []string, force bool) ([]string, error) {
	files, err := chosenFiles(names)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%q is a file, not a folder; name a folder, which need not exist yet", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the theme's folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the theme's folder: %w", err)
	}
	defer root.Close()
	todo := map[string][]byte{}
	for _, name := range files {
		data, err := fs.ReadFile(theme.Builtin(), name)
		if err != nil {
			return nil, err
		}
		old, err := root.ReadFile(filepath.FromSlash(name))
		switch {
		case err == nil && bytes.Equal(old, data):
			continue
		case err == nil && !force:
			return nil, fmt.Errorf("%w: %q", ErrExists, filepath.Join(dir, filepath.FromSlash(name)))
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		todo[name] = data
	}
	var written []string
	for _, name := range files {
		data, ok := todo[name]
		if !ok {
			continue
		}
		if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o777); err != nil {
			return written, err
		}
		if err := root.WriteFile(filepath.FromSlash(name), data, 0o666); err != nil {
			return written, err
		}
		written = append(written, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return written, nil
}

// Files lists the files of the built-in theme, sorted.
func Files() []string {
	var files []string
	fs.WalkDir(theme.Builtin(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, name)
		}
		return err
	})
	return files
}

// chosenFiles are the files of the built-in theme that names mean, all for none.
func chosenFiles(names []string) ([]string, error) {
	all := Files()
	if len(names) == 0 {
		return all, nil
	}
	var chosen []string
	for _, name := range names {
		name = filepath.ToSlash(name)
		found := false
		for _, f := range all {
			base := path.Base(f)
			if name == f || name == base || name == strings.TrimSuffix(base, path.Ext(base)) {
				found = true
				chosen = append(chosen, f)
			}
		}
		if !found {
			return nil, fmt.Errorf("the built-in theme has no file %q%s; \"steno theme eject\" copies all %d",
				name, selection.Suggest(name, all), len(all))
		}
	}
	slices.Sort(chosen)
	return slices.Compact(chosen), nil
}
