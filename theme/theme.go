package theme

import (
	"io"
	"io/fs"
	"iter"

	"steno/parser"
)

// Options are the choices that a theme leaves open.
type Options struct {
	Light, Dark string // names of chroma styles; "" is Steno's own
	MaxBytes    int    // of one code block that is still highlighted; 0 is Steno's own
}

// Asset is a file that pages refer to.
type Asset struct {
	Name string // from the site's root, with a hash of its content: "assets/steno.1a2b3c4d.css"
	Data []byte
}

// Theme is a set of templates, style sheets and scripts, ready for use by
// several goroutines.
type Theme struct{}

// Load reads the built-in theme and what overlay has in its place: a file of the
// same name wins, file by file. overlay may be nil.
func Load(overlay fs.FS, o Options) (*Theme, error) {
	return &Theme{}, nil
}

// Assets lists the files that pages refer to, by name.
func (t *Theme) Assets() []Asset { return nil }

// Render writes a page. view is one of the page views, by pointer or value.
func (t *Theme) Render(w io.Writer, view any) error { return nil }

// Fragments renders a branch piece by piece, in reading order.
func (t *Theme) Fragments(b *parser.Branch, refs Refs) iter.Seq[Fragment] {
	return func(yield func(Fragment) bool) {}
}
