package theme

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/jba/templatecheck"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/html"

	"steno/theme/quick"
	"steno/theme/view"
)

// roots are the templates that pages begin with and those that make fragments, with
// a view of the kind each is given.
func roots() map[string]any {
	return map[string]any{
		"index.html": &view.IndexPage{}, "sessions.html": &view.SessionsPage{},
		"projects.html": &view.ProjectsPage{}, "project.html": &view.ProjectPage{},
		"agents.html": &view.AgentsPage{}, "branches.html": &view.BranchesPage{},
		"changes.html": &view.ChangesPage{}, "session.html": &view.ThreadPage{},
		"notes.html": &view.NotesPage{}, "stats.html": &view.StatsPage{}, "use.html": &view.UsePage{},
		"files.html": &view.FilesPage{}, "pulls.html": &view.PullsPage{},
		"records.html": &view.RecordsPage{}, "history.html": &view.HistoryPage{},
		"agent.html": &view.ThreadPage{}, "branch.html": &view.ThreadPage{},
		"search.html": &view.SearchPage{}, "404.html": &view.NotFoundPage{}, "preview.html": &PreviewPage{},
		"prompt": &view.Prompt{}, "former": []string{}, "lead-in": &view.Prompt{}, "reply": &view.Reply{}, "row": &view.Step{},
		"run": &view.Run{}, "turn-end": &view.TurnEnd{}, "compaction": &view.Compaction{},
		"steno-bar": &control{}, "steno-find": &control{}, "steno-tools": &control{},
		"steno-keys": &control{},
	}
}

// loadTemplates parses all templates into one set: the built-in ones, and then those
// of the project, each of which replaces the one of its name, whether that
// is a file or a block within one. Those of the project are not minified, so that errors name the
// right line.
func loadTemplates(overlay fs.FS, funcs template.FuncMap) (*template.Template, *quick.Escaped, error) {
	builtin, err := builtinTemplates()
	if err != nil {
		return nil, nil, err
	}
	set, err := builtin.Clone()
	if err != nil {
		return nil, nil, fmt.Errorf("copying the theme's templates: %w", err)
	}
	set.Funcs(funcs)
	var own []file
	if overlay != nil {
		if own, err = readLayer(overlay, "templates", "*.html"); err != nil {
			return nil, nil, err
		}
	}
	if len(own) == 0 { // a test checks the built-in ones
		escaped, err := escapedTemplates()
		return set, escaped, err
	}
	for _, f := range own {
		if _, err := set.New(path.Base(f.name)).Parse(string(f.data)); err != nil {
			return nil, nil, inTemplate(err)
		}
	}
	return set, quick.Escape(set), checkTemplates(set, own)
}

// builtinTemplates returns the built-in templates, minified, so that not every page has to be. They are parsed
// once, as one process may build many times. They are copied, and never executed themselves.
var builtinTemplates = sync.OnceValues(func() (*template.Template, error) {
	files, err := readFiles(nil, "templates", "*.html")
	if err != nil {
		return nil, err
	}
	m := minify.New()
	m.Add("text/html", &html.Minifier{
		TemplateDelims: html.GoTemplateDelims, KeepEndTags: true, KeepDocumentTags: true, KeepQuotes: true, KeepDefaultAttrVals: true,
	})
	set := template.New("").Funcs((&Theme{assets: &assets{}}).funcs(DefaultLook, Options{}))
	for _, f := range files {
		text, err := m.String("text/html", templateComment.ReplaceAllString(string(f.data), "$1/**/$2"))
		if err != nil {
			return nil, fmt.Errorf("minifying %q of the theme: %w", f.name, err)
		}
		if _, err := set.New(path.Base(f.name)).Parse(text); err != nil {
			return nil, inTemplate(err)
		}
	}
	return set, nil
})

// escapedTemplates returns the built-in templates for themes that replace none: html/template chooses the
// escapers of each once, which takes most of the time of a small build.
var escapedTemplates = sync.OnceValues(func() (*quick.Escaped, error) {
	builtin, err := builtinTemplates()
	if err != nil {
		return nil, err
	}
	set, err := builtin.Clone()
	if err != nil {
		return nil, fmt.Errorf("copying the theme's templates: %w", err)
	}
	return quick.Escape(set), nil
})

// templateComment matches a comment. An apostrophe in one would keep the minifier from the rest of the file.
var templateComment = regexp.MustCompile(`(?s)(\{\{(?:- )?)/\*.*?\*/((?: -)?\}\})`)

// checkTemplates compares the templates of a project with the views that they are
// given, and looks for those that nothing would ever use.
func checkTemplates(set *template.Template, files []file) error {
	if err := checkUsed(set, files); err != nil {
		return err
	}
	views := roots()
	for _, name := range slices.Sorted(maps.Keys(views)) {
		// Through the parse trees: html/template rewrites its own when it first executes.
		err := templatecheck.CheckHTML(set.Lookup(name), views[name])
		if err != nil && !strings.HasSuffix(err.Error(), "of type interface {}") { // a value of Site.Params: anybody's guess
			return inTemplate(err)
		}
	}
	return nil
}

// checkUsed reports a file of a project that contains no template which any page uses, and a
// template that no page uses: its name is likely misspelt, or that of a template of an earlier
// version.
func checkUsed(set *template.Template, files []file) error {
	used := reachable(set, slices.Sorted(maps.Keys(roots())))
	known, err := builtinTemplates()
	if err != nil {
		return err
	}
	for _, f := range files {
		defined := set.Templates()
		slices.SortFunc(defined, func(x, y *template.Template) int { return strings.Compare(x.Name(), y.Name()) })
		for _, t := range defined {
			if t.Tree != nil && t.Tree.ParseName == path.Base(f.name) && t.Name() != path.Base(f.name) &&
				!used[t.Name()] && known.Lookup(t.Name()) == nil {
				return &FileError{Name: f.name,
					Err: fmt.Errorf("no page uses this file's template %q; is its name that of a built-in one? \"steno help theme-reference\" lists them",
						t.Name())}
			}
		}
		if _, err := fs.Stat(builtin, f.name); err == nil {
			continue
		}
		if !slices.ContainsFunc(defined, func(t *template.Template) bool {
			return t.Tree != nil && t.Tree.ParseName == path.Base(f.name) && used[t.Name()]
		}) {
			return &FileError{Name: f.name,
				Err: errors.New("no page uses this file, nor a template defined in it; is its name that of a built-in one?")}
		}
	}
	return nil
}

// reachable are the names of all templates that the named ones call, themselves included.
func reachable(set *template.Template, names []string) map[string]bool {
	seen := map[string]bool{}
	var visit func(n parse.Node)
	enter := func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		if t := set.Lookup(name); t != nil && t.Tree != nil {
			visit(t.Tree.Root)
		}
	}
	branch := func(b *parse.BranchNode) {
		visit(b.List)
		visit(b.ElseList)
	}
	visit = func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ListNode:
			if n != nil {
				for _, child := range n.Nodes {
					visit(child)
				}
			}
		case *parse.TemplateNode:
			enter(n.Name)
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			branch(&n.BranchNode)
		}
	}
	for _, name := range names {
		enter(name)
	}
	return seen
}

var place = regexp.MustCompile(`(?s)^(?:html/)?(?:template|parse|checking)?:? ?([^:\s]+\.html):(\d+)(?::\d+)?: (.*)$`)

// inTemplate moves the place that an error of the template packages names to where
// our errors have it.
func inTemplate(err error) error {
	m := place.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("checking the theme's templates: %w", err)
	}
	line, _ := strconv.Atoi(m[2])
	return &FileError{"templates/" + m[1], line, errors.New(m[3])}
}

var onLine = regexp.MustCompile(`line (\d+)`)

// lineIn is the line that an error speaks of, 0 when it names none.
func lineIn(err error) int {
	if m := onLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		return line
	}
	return 0
}
