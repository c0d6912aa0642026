package theme

import (
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/html"

	"steno/theme/highlight"
	"steno/theme/markdown"
	"steno/theme/markup"
)

// Options are the choices that a theme leaves open.
type Options struct {
	Light, Dark string // names of chroma styles; "" is Steno's own choice
	MaxBytes    int    // a code block above this is not highlighted; 0 is Steno's own choice
}

// Asset is a file that pages refer to.
type Asset struct {
	Name string // from the site's root, with a hash of its content: "assets/steno.1a2b3c4d.css"
	Data []byte
}

// Theme is a set of templates, style sheets and scripts, ready for use by
// several goroutines.
type Theme struct {
	templates *template.Template
	assets    *assets
	markdown  *markdown.Renderer
	code      *highlight.Highlighter
}

// Load reads the built-in theme and what overlay has in its place: a file of the
// same name wins, file by file. overlay may be nil. A mistake in a template is
// reported with its file and line.
func Load(overlay fs.FS, o Options) (*Theme, error) {
	code, err := highlight.New(highlight.Options{Light: o.Light, Dark: o.Dark, MaxBytes: o.MaxBytes})
	if err != nil {
		return nil, err
	}
	assets, err := loadAssets(overlay, code.CSS())
	if err != nil {
		return nil, err
	}
	templates, err := loadTemplates(overlay, assets)
	if err != nil {
		return nil, err
	}
	return &Theme{templates: templates, assets: assets, markdown: markdown.New(code), code: code}, nil
}

// loadTemplates parses all templates into one set. The built-in ones are
// minified, so that not every page has to be; those of the project stay as they
// are, so that errors name the right line.
func loadTemplates(overlay fs.FS, a *assets) (*template.Template, error) {
	files, err := readFiles(overlay, "templates", "*.html")
	if err != nil {
		return nil, err
	}
	m := minify.New()
	m.Add("text/html", &html.Minifier{
		TemplateDelims: html.GoTemplateDelims, KeepEndTags: true, KeepDocumentTags: true, KeepQuotes: true, KeepDefaultAttrVals: true,
	})
	set := template.New("").Funcs(funcs(a))
	for _, f := range files {
		text := string(f.data)
		if !f.overlay {
			if text, err = m.String("text/html", text); err != nil {
				return nil, fmt.Errorf("minifying %q of the theme: %w", f.name, err)
			}
		}
		if _, err := set.New(path.Base(f.name)).Parse(text); err != nil {
			return nil, fmt.Errorf("reading %q of the theme: %w", f.name, err)
		}
	}
	return set, nil
}

// Assets lists the files that pages refer to, by name.
func (t *Theme) Assets() []Asset { return t.assets.files }

// Render writes a page. view is a pointer to one of the page views. html/template
// keeps text from becoming markup; characters that could still deceive the reader
// (controls, invisible ones, turned direction) are made visible in the whole page.
func (t *Theme) Render(w io.Writer, view any) error {
	name, err := templateOf(view)
	if err != nil {
		return err
	}
	var page strings.Builder
	if err := t.templates.ExecuteTemplate(&page, name, view); err != nil {
		return fmt.Errorf("rendering a page with the theme: %w", err)
	}
	_, err = io.WriteString(w, markup.Clean(page.String()))
	return err
}

// templateOf is the file that a view's page is made with.
func templateOf(view any) (string, error) {
	switch v := view.(type) {
	case *IndexPage:
		return "index.html", nil
	case *ProjectPage:
		return "project.html", nil
	case *AgentsPage:
		return "agents.html", nil
	case *NotesPage:
		return "notes.html", nil
	case *HistoryPage:
		return "history.html", nil
	case *SearchPage:
		return "search.html", nil
	case *NotFoundPage:
		return "404.html", nil
	case *ThreadPage:
		switch {
		case v.Branch != nil:
			return "branch.html", nil
		case v.Agent != nil:
			return "agent.html", nil
		}
		return "session.html", nil
	}
	return "", fmt.Errorf("there is no template for a %T", view)
}
