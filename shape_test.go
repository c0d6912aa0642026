package main_test

import (
	"bytes"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// root is the module.
var root = os.DirFS(".")

// Limits of what can be read at one sitting.
const (
	maxFile     = 500 // lines
	maxFunction = 70  // lines
	maxFields   = 15  // of a struct that does more than hold data
	maxMethods  = 25  // of a type, those of its package that it embeds included
	maxFolder   = 30  // files of a package
	maxColumns  = 120 // of a line of a template
	maxWidth    = 140 // columns of a line of code
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

// TestWidth bounds the lines of code to what a window shows. What is between quotes does not count.
func TestWidth(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		quoted := map[int]int{} // columns by line
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				from := f.files.Position(lit.Pos()).Line
				for i, part := range strings.Split(lit.Value, "\n") {
					quoted[from+i] += utf8.RuneCountInString(part)
				}
			}
			return true
		})
		for i, line := range strings.Split(string(f.text), "\n") {
			n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) - quoted[i+1]
			if n > maxWidth {
				t.Errorf("%s:%d has %d columns besides what is between quotes, at most %d", f.name, i+1, n, maxWidth)
			}
		}
	}
}

// TestShapeOfPackages bounds what a newcomer must know at once: the fields of a struct, the methods of
// a type, the files of a folder. A struct with exported fields alone only holds data, as
// configurations, views, models and JSON do.
func TestShapeOfPackages(t *testing.T) {
	t.Parallel()
	folders := map[string]int{}
	fields, methods := map[string]int{}, map[string]int{}
	embeds := map[string][]string{} // types of the same package, by type
	for _, f := range sources(t) {
		dir := path.Dir(f.name)
		if !below("steno/"+dir, "steno/generator") && !below("steno/"+dir, "steno/parser") && !below("steno/"+dir, "steno/theme") {
			continue
		}
		folders[dir]++
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					methods[dir+"."+receiver(d)]++
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						name := dir + "." + s.Name.Name
						fields[name], embeds[name] = structShape(s, dir)
					}
				}
			}
		}
	}
	most := func(what string, counts map[string]int, limit int) {
		largest := ""
		for name, n := range counts {
			if n > limit {
				t.Errorf("%s has %d %s, at most %d", name, n, what, limit)
			}
			if n > counts[largest] || n == counts[largest] && name < largest {
				largest = name
			}
		}
		t.Logf("most %s: %d, %s", what, counts[largest], largest)
	}
	all := map[string]int{}
	for name := range fields {
		all[name] = promoted(name, methods, embeds, map[string]bool{})
	}
	most("files", folders, maxFolder)
	most("fields", fields, maxFields)
	most("methods", all, maxMethods)
}

// structShape counts the fields of a struct that has unexported ones, and lists the types of its
// package that it embeds.
func structShape(s *ast.TypeSpec, dir string) (fields int, embeds []string) {
	shape, ok := s.Type.(*ast.StructType)
	if !ok {
		return 0, nil
	}
	onlyData := true
	for _, f := range shape.Fields.List {
		fields += max(1, len(f.Names))
		for _, name := range f.Names {
			onlyData = onlyData && name.IsExported()
		}
		if len(f.Names) > 0 {
			continue
		}
		x := f.Type
		if star, ok := x.(*ast.StarExpr); ok {
			x = star.X
		}
		if id, ok := x.(*ast.Ident); ok {
			embeds = append(embeds, dir+"."+id.Name)
		}
	}
	if onlyData {
		return 0, embeds
	}
	return fields, embeds
}

// promoted counts the methods of a type and of the types that it embeds.
func promoted(name string, methods map[string]int, embeds map[string][]string, seen map[string]bool) int {
	if seen[name] {
		return 0
	}
	seen[name] = true
	n := methods[name]
	for _, e := range embeds[name] {
		n += promoted(e, methods, embeds, seen)
	}
	return n
}

// TestShapeOfTemplates bounds the lines of templates. A line is continued with {{- , or ends with {{/**/ -}}: neither adds a
// space to the page.
func TestShapeOfTemplates(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(root, "theme/templates/*.html")
	if err != nil || len(names) == 0 {
		t.Fatalf("no templates: %v", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > maxColumns {
				t.Errorf("%s:%d has %d columns, at most %d", name, i+1, n, maxColumns)
			}
		}
	}
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

// undocumented returns the exported names of a declaration that have no comment, and
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
