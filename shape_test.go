package main_test

import (
	"bytes"
	"go/ast"
	"go/token"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the module.
var root = os.DirFS(".")

// Limits of what can be read at one sitting.
const (
	maxFile     = 500 // lines
	maxFunction = 70  // lines
)

func TestShape(t *testing.T) {
	t.Parallel()
	var files, functions []int
	for _, f := range sources(t) {
		n := bytes.Count(f.text, []byte("\n"))
		files = append(files, n)
		if n > maxFile {
			t.Errorf("%s has %d lines, at most %d", f.name, n, maxFile)
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := f.lines(fn)
			functions = append(functions, n)
			if n > maxFunction {
				t.Errorf("%s: %s has %d lines, at most %d", f.at(fn), fn.Name.Name, n, maxFunction)
			}
			if fn.Name.Name == "init" && fn.Recv == nil {
				t.Errorf("%s: an init function; pass what it sets up instead", f.at(fn))
			}
		}
	}
	t.Logf("%d files, lines: %s", len(files), spread(files))
	t.Logf("%d functions, lines: %s", len(functions), spread(functions))
}

func TestDocumented(t *testing.T) {
	t.Parallel()
	documented := map[string]bool{} // folder of each package
	exported := 0
	for _, f := range sources(t) {
		dir := path.Dir(f.name)
		documented[dir] = documented[dir] || f.ast.Doc.Text() != ""
		for _, d := range f.ast.Decls {
			for _, n := range undocumented(d, &exported) {
				t.Errorf("%s: %s has no doc comment", f.at(n), n.Name)
			}
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no doc comment", dir)
		}
	}
	t.Logf("%d packages and %d exported names have doc comments", len(documented), exported)
}

// undocumented gives the exported names of a declaration that have no comment, and
// counts all of them. A comment above a group speaks for its constants and variables,
// not for its types.
func undocumented(d ast.Decl, exported *int) []*ast.Ident {
	var bare []*ast.Ident
	check := func(name *ast.Ident, docs ...*ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		*exported++
		if !slices.ContainsFunc(docs, func(c *ast.CommentGroup) bool { return c.Text() != "" }) {
			bare = append(bare, name)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || ast.IsExported(receiver(d)) {
			check(d.Name, d.Doc)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				group := d.Doc
				if d.Lparen != token.NoPos {
					group = nil
				}
				check(s.Name, s.Doc, s.Comment, group)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					check(name, s.Doc, s.Comment, d.Doc)
				}
			}
		}
	}
	return bare
}

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	x := d.Recv.List[0].Type
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// TestArchitectureNamesEveryPackage keeps the map complete.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "steno/")
		if p.ImportPath == "steno" {
			name = "main"
		}
		if !bytes.Contains(text, []byte("`"+name+"`")) && !bytes.Contains(text, []byte("`"+path.Base(name)+"`")) {
			t.Errorf("ARCHITECTURE.md does not name %s", name)
		}
	}
}

func spread(lines []int) string {
	slices.Sort(lines)
	at := func(percent int) string { return strconv.Itoa(lines[(len(lines)-1)*percent/100]) }
	return "median " + at(50) + ", nine in ten up to " + at(90) + ", longest " + at(100)
}
