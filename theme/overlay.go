package theme

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
)

// The overlay rule, the only one there is: a theme is a tree of files, and a file
// of the project's theme stands in for the built-in one of the same name. Names
// that are not built in are added. Nothing is merged within a file.
//
//	templates/*.html   parsed into one set, so that any can call any other
//	assets/css/*.css   one style sheet, in the order of [styleOrder], others last by name
//	assets/js/*.js     one script each
//	assets/*           images and the like, published as they are

//go:embed templates assets
var builtin embed.FS

// file is one file of a theme.
type file struct {
	name    string
	data    []byte
	overlay bool // from the project's theme
}

// readFiles reads the files of dir that match pattern, those of the overlay in
// place of the built-in ones, sorted by name.
func readFiles(overlay fs.FS, dir, pattern string) ([]file, error) {
	byName := map[string]file{}
	for _, layer := range []fs.FS{builtin, overlay} {
		if layer == nil {
			continue
		}
		names, err := fs.Glob(layer, path.Join(dir, pattern))
		if err != nil {
			return nil, fmt.Errorf("listing the theme's %s: %w", dir, err)
		}
		for _, name := range names {
			if info, err := fs.Stat(layer, name); err == nil && info.IsDir() {
				continue
			}
			data, err := fs.ReadFile(layer, name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("reading %q of the theme: %w", name, err)
			}
			byName[name] = file{name: name, data: data, overlay: layer != fs.FS(builtin)}
		}
	}
	files := make([]file, 0, len(byName))
	for _, f := range byName {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b file) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return files, nil
}
