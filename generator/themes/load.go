// Package themes reads the theme that a configuration names, and writes files of it: the built-in
// files for editing, and a preview. Its input is a configuration; its output is a [theme.Theme].
package themes

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"steno/generator/config"
	"steno/theme"
	"steno/theme/view"
)

// maxThemeFile is the size of a logo or style sheet above which it is more likely a
// mistake: every reader would have to load it.
const maxThemeFile = 4 << 20

// Load reads the theme that a configuration asks for. An error names the file,
// as the user would open it, and the line.
func Load(conf config.Config) (*theme.Theme, error) {
	params, err := theme.ParseParams(conf.Theme.Params)
	if err != nil {
		return nil, err
	}
	o := theme.Options{
		Light: conf.Highlight.Light, Dark: conf.Highlight.Dark, MaxBytes: conf.Highlight.MaxBytes,
		Look: conf.Theme.Name, Params: params, Language: conf.Language,
	}
	if o.Logo, err = themeFile("logo", params.Logo); err != nil {
		return nil, err
	}
	if o.Sheet, err = themeFile("css", params.CSS); err != nil {
		return nil, err
	}
	overlay, done, err := OpenDir(conf.Theme.Dir)
	if err != nil {
		return nil, err
	}
	defer done()
	t, err := theme.Load(overlay, o)
	var bad *theme.FileError
	if errors.As(err, &bad) && !filepath.IsAbs(bad.Name) && conf.Theme.Dir != "" && bad.Name != params.Logo && bad.Name != params.CSS {
		bad.Name = filepath.Join(conf.Theme.Dir, filepath.FromSlash(bad.Name))
	}
	return t, err
}

// Published returns the texts of a theme as sites have them, minified; none for a theme that cannot be loaded, which
// is reported where its pages are made.
func Published(conf config.Config) (texts []string) {
	t, err := Load(conf)
	if err != nil {
		return nil
	}
	for _, a := range t.Assets() {
		texts = append(texts, string(a.Data))
	}
	return texts
}

// Looks lists the looks that a configuration can name.
func Looks(conf config.Config) ([]theme.Look, error) {
	overlay, done, err := OpenDir(conf.Theme.Dir)
	if err != nil {
		return nil, err
	}
	defer done()
	return theme.Looks(overlay)
}

// OpenDir opens the folder of a theme, nil for none, and returns what closes it.
func OpenDir(dir string) (fs.FS, func(), error) {
	if dir == "" {
		return nil, func() {}, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("theme.dir: %w", err)
	}
	return root.FS(), func() { root.Close() }, nil
}

// Site returns what a configuration says to all pages of a site. The error is that of theme.params.
func Site(conf config.Config, version string) (view.Site, error) {
	params, err := theme.ParseParams(conf.Theme.Params)
	if err != nil {
		return view.Site{}, err
	}
	return view.Site{
		Title: conf.Title, Description: conf.Description, Language: conf.Language,
		BaseURL: conf.BaseURL, Params: params.Free, Generator: "Steno " + version,
		Search: conf.Search.Scope != config.ScopeOff, NoIndex: conf.Publish.NoIndex,
		Feed: conf.Publish.Feed && conf.BaseURL != "",
	}, nil
}

// themeFile reads a file that theme.params name, nil for none.
func themeFile(key, name string) (*theme.File, error) {
	if name == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("theme.params.%s: %w", key, err)
	}
	defer root.Close()
	info, err := root.Stat(filepath.Base(name))
	switch {
	case err != nil:
		return nil, fmt.Errorf("theme.params.%s: %q cannot be read: %w", key, name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("theme.params.%s: %q is not a file", key, name)
	case info.Size() > maxThemeFile:
		return nil, fmt.Errorf("theme.params.%s: %q has %d bytes, at most %d", key, name, info.Size(), maxThemeFile)
	}
	data, err := root.ReadFile(filepath.Base(name))
	if err != nil {
		return nil, fmt.Errorf("theme.params.%s: %w", key, err)
	}
	return &theme.File{Name: name, Data: data}, nil
}
