package highlight

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// styleSheets are the styles of chroma, one on a line, as chroma writes them. Its own package reads
// all of them when a program starts: a third of the time of a command that needs none. A test
// compares both, and writes the file with -update.
//
//go:embed styles.xml
var styleSheets string

// style returns the style of a name, in any case.
func style(name, byDefault string) (*chroma.Style, error) {
	if name == "" {
		name = byDefault
	}
	for known, sheet := range allStyles() {
		if known == strings.ToLower(name) {
			return chroma.NewXMLStyle(strings.NewReader(sheet))
		}
	}
	return nil, fmt.Errorf("unknown highlight style %q; known are %s", name, strings.Join(Styles(), ", "))
}

// Styles lists the names of all styles, sorted.
func Styles() []string {
	var names []string
	for name := range allStyles() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// allStyles are the names of the styles, in lower case, and what each looks like.
func allStyles() iter.Seq2[string, string] {
	return func(yield func(name, sheet string) bool) {
		for sheet := range strings.Lines(styleSheets) {
			name, _, _ := strings.Cut(strings.TrimPrefix(sheet, `<style name="`), `"`)
			if !yield(strings.ToLower(name), sheet) {
				return
			}
		}
	}
}
