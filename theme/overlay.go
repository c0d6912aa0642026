package theme

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The overlay rule, the only one there is: a theme is a tree of files, and a file
// of the project's theme replaces the built-in one of the same name. Names
// that are not built in are added. Within templates the rule applies to each block:
// what a {{define}} of the project names replaces the built-in block.
//
//	templates/*.html   parsed into one set, so that any can call any other
//	assets/css/*.css   style sheets, in the order of [styleOrder] and [apartOrder], others last by name
//	assets/js/*.js     one script each
//	assets/*           images and the like, published as they are
//	looks/*.css        one look each, of which the configuration chooses one
//
// A file that is elsewhere, that cannot be read as what it should be, or that
// nothing would use is an error: the built-in file never quietly takes its place.

//go:embed templates assets looks
var builtin embed.FS

// Builtin is the tree of files of the built-in theme, to copy from.
func Builtin() fs.FS { return builtin }

// A FileError is a mistake in a file of a project's theme.
type FileError struct {
	Name string // below the theme's folder: "templates/404.html"; of a file that theme.params name, its path
	Line int    // 0 when it is not known
	Err  error
}

// Error returns the place and the mistake: "templates/404.html:3: ...".
func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Name, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err)
}

// Unwrap returns the mistake without its place.
func (e *FileError) Unwrap() error { return e.Err }

// file is one file of a theme.
type file struct {
	name    string
	data    []byte
	overlay bool // from the project's theme
}

// readFiles reads the files of dir that match pattern, those of the overlay in
// place of the built-in ones, sorted by name.
func readFiles(overlay fs.FS, dir, pattern string) ([]file, error) {
	files, err := readLayer(builtin, dir, pattern)
	if err != nil || overlay == nil {
		return files, err
	}
	own, err := readLayer(overlay, dir, pattern)
	for _, f := range own {
		i, found := slices.BinarySearchFunc(files, f, byName)
		if found {
			files[i] = f
		} else {
			files = slices.Insert(files, i, f)
		}
	}
	return files, err
}

func byName(a, b file) int { return strings.Compare(a.name, b.name) }

// readLayer reads the files of one layer, sorted by name.
func readLayer(layer fs.FS, dir, pattern string) ([]file, error) {
	names, err := fs.Glob(layer, path.Join(dir, pattern))
	if err != nil {
		return nil, fmt.Errorf("listing the theme's %s: %w", dir, err)
	}
	var files []file
	for _, name := range names {
		if info, err := fs.Stat(layer, name); err == nil && info.IsDir() || path.Base(name)[0] == '.' {
			continue
		}
		data, err := fs.ReadFile(layer, name)
		if err != nil {
			return nil, fmt.Errorf("reading %q of the theme: %w", name, err)
		}
		files = append(files, file{name: name, data: data, overlay: layer != fs.FS(builtin)})
	}
	slices.SortFunc(files, byName)
	return files, nil
}
