package theme

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
	"sync"
	"unsafe"

	"steno/theme/colour"
	"steno/theme/compact"
	"steno/theme/highlight"
	"steno/theme/linkcard"
	"steno/theme/markdown"
	"steno/theme/markup"
	"steno/theme/quick"
	"steno/theme/view"
)

// Options are the choices that a theme leaves open.
type Options struct {
	Light, Dark string // names of chroma styles; "" is Steno's own choice
	MaxBytes    int    // a code block above this is not highlighted; 0 is Steno's own choice
	Look        string // name of the look; "" is [DefaultLook]
	Params      Params
	Logo        *File  // what Params.Logo names
	Sheet       *File  // what Params.CSS names
	Language    string // BCP 47, of what the pages show; "" for that of the controls
}

// File is a file that theme.params name.
type File struct {
	Name string // its path, for messages; the extension reports what it is
	Data []byte
}

// Asset is a file that pages refer to.
type Asset struct {
	Name string // from the site's root, with a hash of its content: "assets/steno.1a2b3c4d.css"
	Data []byte
}

// Theme is a set of templates, style sheets and scripts, ready for use by
// several goroutines.
type Theme struct {
	look      *look
	templates *template.Template
	quick     *quick.Set // of templates
	assets    *assets
	markdown  *markdown.Renderer
	code      *highlight.Highlighter
	cards     func() (*linkcard.Painter, error) // made when there is one to paint
	buffers   chan *bytes.Buffer                // that nobody uses; a sync.Pool would let go of them
}

// Load reads the built-in theme and what overlay has in its place: a file of the
// same name wins, file by file. overlay may be nil. A mistake in a file of overlay,
// or in one that the options name, is a [FileError].
func Load(overlay fs.FS, o Options) (*Theme, error) {
	if err := checkOverlay(overlay); err != nil {
		return nil, err
	}
	look, err := findLook(overlay, o.Look)
	if err != nil {
		return nil, err
	}
	code, err := highlight.New(highlight.Options{Light: o.Light, Dark: o.Dark, MaxBytes: o.MaxBytes})
	if err != nil {
		return nil, err
	}
	colours := code.CSS(look.light.codeGrounds(colour.White), look.dark.codeGrounds(colour.Black))
	assets, err := loadAssets(overlay, o, look, colours)
	if err != nil {
		return nil, err
	}
	t := &Theme{look: look, assets: assets, markdown: markdown.New(code), code: code, buffers: make(chan *bytes.Buffer, mostBuffers)}
	t.cards = sync.OnceValues(func() (*linkcard.Painter, error) { return cardPainter(look, o.Params) })
	funcs := t.funcs(look.Name, o)
	var escaped *quick.Escaped
	if t.templates, escaped, err = loadTemplates(overlay, funcs); err != nil {
		return nil, err
	}
	t.quick = quick.New(t.templates, escaped, funcs)
	controls, err := makeControls(t.quick)
	if err != nil {
		return nil, err
	}
	return t, assets.addFirst(controls)
}

// funcs are the functions of templates, those that know this theme among them.
func (t *Theme) funcs(look string, o Options) template.FuncMap {
	p := o.Params
	footer := sync.OnceValue(func() template.HTML { return t.markdown.HTML(p.Footer) })
	m := funcs(t.assets)
	m["look"] = func() string { return look }                        // the name of the look
	m["density"] = func() string { return p.Density }                // theme.params.density
	m["lang"] = func() string { return contentLanguage(o.Language) } // the language of texts, "" where it is that of the controls around them
	m["logo"] = func() string { return t.assets.logo }               // the file of theme.params.logo, "" for none
	m["footer"] = footer                                             // theme.params.footer as HTML
	m["markdown"] = t.markdown.HTML                                  // Markdown as HTML that is safe on a page
	return m
}

// ownLanguage is that of the controls.
const ownLanguage = "en"

// contentLanguage is the language of texts, "" where it is that of the controls around them.
func contentLanguage(language string) string {
	if language == ownLanguage || strings.HasPrefix(language, ownLanguage+"-") {
		return ""
	}
	return language
}

// Assets lists the files that pages refer to, by name.
func (t *Theme) Assets() []Asset { return t.assets.files }

// Router is the script that changes between pages in a site in one file. It is no asset.
func (t *Theme) Router() []byte { return t.assets.router }

// Render makes a page. data is a pointer to one of the page views. html/template
// keeps text from becoming markup; characters that could still deceive the reader
// (controls, invisible ones, turned direction) are made visible in the whole page.
func (t *Theme) Render(data any) (page []byte, err error) {
	err = t.Page(data, func(made []byte) { page = bytes.Clone(made) })
	return page, err
}

// Page makes the page of [Theme.Render] and hands it over, in a buffer that others use later.
func (t *Theme) Page(data any, use func(page []byte)) error {
	name, err := templateOf(data)
	if err != nil {
		return err
	}
	page := t.buffer()
	defer t.letGo(page)
	err = t.execute(name, data, func(html []byte) {
		text := unsafe.String(unsafe.SliceData(html), len(html)) // until this returns: pages are too large to be copied
		page.Grow(len(text))
		page.Write(compact.Append(page.AvailableBuffer(), markup.Clean(text)))
	})
	if err != nil {
		return fmt.Errorf("rendering a page with the theme: %w", err)
	}
	use(page.Bytes())
	return nil
}

// How many buffers are kept, and how large they may be. Pages are up to 400 KB.
const (
	mostBuffers = 16
	largestKept = 1 << 20
)

// buffer returns an empty buffer, which is let go when it was used.
func (t *Theme) buffer() *bytes.Buffer {
	select {
	case buf := <-t.buffers:
		buf.Reset()
		return buf
	default:
		return new(bytes.Buffer)
	}
}

func (t *Theme) letGo(buf *bytes.Buffer) {
	if buf.Cap() > largestKept {
		return
	}
	select {
	case t.buffers <- buf:
	default:
	}
}

// execute hands over what a template makes from a view, in a buffer that others use later.
func (t *Theme) execute(name string, data any, use func(html []byte)) error {
	buf := t.buffer()
	defer t.letGo(buf)
	if err := t.quick.Execute(buf, name, data); err != nil {
		return err
	}
	use(buf.Bytes())
	return nil
}

// templateOf is the file that a view's page is made with.
func templateOf(data any) (string, error) {
	switch v := data.(type) {
	case *view.IndexPage:
		return "index.html", nil
	case *view.ProjectPage:
		return "project.html", nil
	case *view.SessionsPage:
		return "sessions.html", nil
	case *view.ProjectsPage:
		return "projects.html", nil
	case *view.AgentsPage:
		return "agents.html", nil
	case *view.ChangesPage:
		return "changes.html", nil
	case *view.BranchesPage:
		return "branches.html", nil
	case *view.RecordsPage:
		return "records.html", nil
	case *view.UsePage:
		return "use.html", nil
	case *view.StatsPage:
		return "stats.html", nil
	case *view.FilesPage:
		return "files.html", nil
	case *view.PullsPage:
		return "pulls.html", nil
	case *view.NotesPage:
		return "notes.html", nil
	case *view.HistoryPage:
		return "history.html", nil
	case *view.SearchPage:
		return "search.html", nil
	case *PreviewPage:
		return "preview.html", nil
	case *view.NotFoundPage:
		return "404.html", nil
	case *view.ThreadPage:
		switch {
		case v.Branch != nil:
			return "branch.html", nil
		case v.Beginning != nil:
			return "beginning.html", nil
		case v.Agent != nil:
			return "agent.html", nil
		}
		return "session.html", nil
	}
	return "", fmt.Errorf("there is no template for a %T", data)
}
