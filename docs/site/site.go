package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	relative "steno/generator/address"
	"steno/generator/config"
	"steno/generator/output"
	"steno/generator/render"
	"steno/theme/view"
)

// markdown renders what people of this project wrote, unlike package theme/markdown: with HTML, links
// between pages, and ids of headings.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// body is where the theme's page has the text of a document.
const body = "STENO-DOCUMENT-BODY"

// site is the documentation while it is made.
type site struct {
	repo  fs.ReadFileFS
	docs  map[string]*document // by the name of their file
	files map[string]string    // other files that pages link to, by their address
	out   *render.Renderer
}

// document is a page before it is written.
type document struct {
	name   string
	title  string
	source []byte
	tree   ast.Node
	ids    map[string]bool // of its headings
}

// write writes the site into a folder, and returns how many pages it has.
func write(repo fs.ReadFileFS, look, folder string) (int, error) {
	s := &site{repo: repo, docs: map[string]*document{}, files: map[string]string{}}
	if err := errors.Join(s.read(), s.complete()); err != nil {
		return 0, err
	}
	var errs []error
	for _, d := range s.docs {
		errs = append(errs, s.link(d))
	}
	if err := errors.Join(errs...); err != nil {
		return 0, err
	}
	c := config.Default()
	c.Title, c.Search.Scope, c.Theme.Dir, c.Destination = "Steno", config.ScopeOff, look, folder
	r, err := render.New(c, "docs", nil)
	if err != nil {
		return 0, err
	}
	if r.Out, err = output.Open(folder, output.Options{Version: "docs"}); err != nil {
		return 0, err
	}
	defer r.Out.Close()
	s.out = r
	return len(s.docs), s.publish()
}

// read parses the pages of all groups.
func (s *site) read() error {
	for _, g := range groups() {
		for _, name := range g.pages {
			data, err := s.repo.ReadFile(name)
			if err != nil {
				return err
			}
			d := &document{name: name, source: data, tree: markdown.Parser().Parse(text.NewReader(data)), ids: map[string]bool{}}
			for n := d.tree.FirstChild(); n != nil; n = n.NextSibling() {
				h, ok := n.(*ast.Heading)
				if !ok {
					continue
				}
				if id, ok := h.AttributeString("id"); ok {
					d.ids[string(id.([]byte))] = true
				}
				if h.Level == 1 && d.title == "" {
					d.title = string(h.Lines().Value(data))
				}
			}
			s.docs[name] = d
		}
	}
	return nil
}

// complete reports pages that no group names.
func (s *site) complete() error {
	var errs []error
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		names, err := fs.Glob(s.repo, pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			if s.docs[name] == nil {
				errs = append(errs, fmt.Errorf("%s is in no group", name))
			}
		}
	}
	return errors.Join(errs...)
}

// link makes the links of a page those of the site, and reports those that lead nowhere.
func (s *site) link(d *document) error {
	var errs []error
	err := ast.Walk(d.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var target *[]byte
		switch n := n.(type) {
		case *ast.Link:
			target = &n.Destination
		case *ast.Image:
			target = &n.Destination
		default:
			return ast.WalkContinue, nil
		}
		to, err := s.target(d, string(*target))
		if err != nil {
			errs = append(errs, err)
		}
		*target = []byte(to)
		return ast.WalkContinue, nil
	})
	return errors.Join(append(errs, err)...)
}

// target returns where a link of a page leads on the site.
func (s *site) target(d *document, link string) (string, error) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return link, nil
	}
	file, id, _ := strings.Cut(link, "#")
	name := d.name
	if file != "" {
		name = path.Join(path.Dir(d.name), file)
	}
	from := folder(address(d.name))
	if to := s.docs[name]; to != nil {
		if id != "" && !to.ids[id] {
			return "", fmt.Errorf("%s: %q leads nowhere: %s has no heading %q", d.name, link, name, id)
		}
		href := relative.Relative(from, address(name))
		if id != "" {
			href += "#" + id
		}
		return href, nil
	}
	if info, err := fs.Stat(s.repo, name); err != nil || info.IsDir() {
		return "", fmt.Errorf("%s: %q leads nowhere: there is no file %s", d.name, link, name)
	}
	to := strings.TrimPrefix(name, ".")
	if !slices.Contains([]string{".png", ".json"}, path.Ext(to)) {
		to += ".txt" // a template or a workflow, to read
	}
	s.files[to] = name
	return relative.Relative(from, to), nil
}

// folder returns the folder of a page, "" for the root.
func folder(file string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, path.Base(file)), "/")
}

// publish writes pages, the files that they link to, and those of the theme.
func (s *site) publish() error {
	for _, a := range s.out.Theme.Assets() {
		if err := s.out.Out.Write(a.Name, a.Data); err != nil {
			return err
		}
	}
	for _, picture := range []string{"docs/session.png", "docs/session-dark.png"} { // of the README, in HTML
		s.files[picture] = picture
	}
	for to, name := range s.files {
		data, err := s.repo.ReadFile(name)
		if err == nil {
			err = s.out.Out.Write(to, data)
		}
		if err != nil {
			return err
		}
	}
	for _, d := range s.docs {
		if err := s.page(d); err != nil {
			return err
		}
	}
	return s.out.Out.Finish()
}

// page writes one page: the frame of the theme around the document and its menu.
func (s *site) page(d *document) error {
	file := address(d.name)
	root := relative.Root(file)
	data := &view.NotesPage{Page: view.Page{Site: s.out.Site, Kind: "notes", Title: d.title, Path: file, Root: root}}
	if d.name != "README.md" {
		data.Crumbs = []view.Link{{Text: "Steno", Href: root + "index.html"}, {Text: groupOf(d.name), Href: root + "index.html"}}
	}
	page, err := s.out.Theme.Render(data)
	if err != nil {
		return fmt.Errorf("rendering %s: %w", d.name, err)
	}
	before, after, found := bytes.Cut(page, []byte(body))
	if !found {
		return fmt.Errorf("rendering %s: the template has no %s", d.name, body)
	}
	var b bytes.Buffer
	b.Write(before)
	s.menu(&b, file)
	b.WriteString("<article class=\"prose\">\n")
	if err := markdown.Renderer().Render(&b, d.source, d.tree); err != nil {
		return fmt.Errorf("rendering %s: %w", d.name, err)
	}
	b.WriteString("</article>\n")
	b.Write(after)
	return s.out.Out.Write(file, b.Bytes())
}

// menu writes the links to all pages.
func (s *site) menu(b *bytes.Buffer, file string) {
	b.WriteString("<nav class=\"menu\" aria-label=\"Documentation\"><details><summary>All pages</summary>\n")
	for _, g := range groups() {
		fmt.Fprintf(b, "<p>%s</p>\n<ul>\n", g.name)
		for _, name := range g.pages {
			current := ""
			if address(name) == file {
				current = ` aria-current="page"`
			}
			fmt.Fprintf(b, "<li><a href=\"%s\"%s>%s</a></li>\n", relative.Relative(folder(file), address(name)),
				current, s.docs[name].title)
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</details></nav>\n")
}
