package theme

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// styleOrder is the order of the style sheets in the one that pages load. What
// is not named here follows by name, so a project's own file has the last word.
var styleOrder = []string{
	"tokens", "base", "layout", "chart", "lists", "head", "thread", "card", "code", "search",
}

// assets are the published files of a theme, by the name that templates use.
type assets struct {
	files []Asset
	names map[string]string // "steno.css" to "assets/steno.1a2b3c4d.css"
}

// loadAssets reads, minifies and names the style sheet, the scripts and whatever
// else stands in assets/.
func loadAssets(overlay fs.FS, colours string) (*assets, error) {
	a := &assets{names: map[string]string{}}
	m := minify.New()
	m.AddFunc("text/css", css.Minify)
	m.AddFunc("text/javascript", js.Minify)
	sheets, err := readFiles(overlay, "assets/css", "*.css")
	if err != nil {
		return nil, err
	}
	sheet, err := m.Bytes("text/css", joinStyles(sheets, colours))
	if err != nil {
		return nil, fmt.Errorf("minifying the theme's style sheets: %w", err)
	}
	a.add("steno.css", sheet)
	scripts, err := readFiles(overlay, "assets/js", "*.js")
	if err != nil {
		return nil, err
	}
	for _, f := range scripts {
		small, err := m.Bytes("text/javascript", f.data)
		if err != nil {
			return nil, fmt.Errorf("minifying %q of the theme: %w", f.name, err)
		}
		a.add(path.Base(f.name), small)
	}
	others, err := readFiles(overlay, "assets", "*")
	if err != nil {
		return nil, err
	}
	for _, f := range others {
		a.add(path.Base(f.name), f.data)
	}
	slices.SortFunc(a.files, func(x, y Asset) int { return strings.Compare(x.Name, y.Name) })
	return a, nil
}

// joinStyles puts the style sheets in order, the colours of code among them.
func joinStyles(sheets []file, colours string) []byte {
	rank := func(f file) int {
		i := slices.Index(styleOrder, strings.TrimSuffix(path.Base(f.name), ".css"))
		if i < 0 {
			return len(styleOrder)
		}
		return i
	}
	slices.SortStableFunc(sheets, func(a, b file) int { return rank(a) - rank(b) })
	var all bytes.Buffer
	all.WriteString(colours)
	for _, f := range sheets {
		all.WriteByte('\n')
		all.Write(f.data)
	}
	return all.Bytes()
}

// add names a file after its content, so that browsers may keep it forever.
func (a *assets) add(name string, data []byte) {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	hashed := "assets/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext
	a.files = append(a.files, Asset{Name: hashed, Data: data})
	a.names[name] = hashed
}

// find is the address of an asset from the site's root. A name that the theme
// does not have is a mistake in a template, which the page then reports.
func (a *assets) find(name string) (string, error) {
	if n, ok := a.names[name]; ok {
		return n, nil
	}
	return "", fmt.Errorf("the theme has no asset %q", name)
}
