package theme

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/theme/view"
)

// TestReference holds docs/theme-reference.md against the code: all blocks, functions
// and fields that a template may use, with the words of their comments. -update
// writes it.
func TestReference(t *testing.T) {
	t.Parallel()
	const name = "../docs/theme-reference.md"
	got := reference(t)
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s is not up to date; run go test ./theme -run TestReference -update\n%s", name, diff)
	}
}

func reference(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, "# Reference for theme authors")
	fmt.Fprintln(&b, "\nWritten from the code by `go test ./theme -run TestReference -update`. See [themes.md](themes.md).")
	fmt.Fprintln(&b, "\n## Pages\n\nEach kind of page has a template. Its data is the view in the second column, described under [Views](#views).\n\n| template | view |\n|---|---|")
	views := roots()
	types := []reflect.Type{reflect.TypeFor[view.Site](), reflect.TypeFor[view.Page]()}
	for _, name := range slices.Sorted(maps.Keys(views)) {
		data := reflect.TypeOf(views[name])
		if data.Kind() == reflect.Pointer {
			types = append(types, data.Elem())
		}
		if strings.HasSuffix(name, ".html") {
			fmt.Fprintf(&b, "| `%s` | [`%s`](#%s) |\n", name, typeName(data.Elem()), strings.ToLower(typeName(data.Elem())))
		}
	}
	writeBlocks(t, &b, views)
	fmt.Fprintln(&b, "\n## Functions\n\nTemplates can call these functions besides those of Go's `html/template`.\n\n| function | type | what it does |\n|---|---|---|")
	all, about := loaded(t).funcs(DefaultLook, Options{}), funcComments(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if about[name] == "" {
			t.Errorf("the function %s of templates has no words", name)
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", name, bare(reflect.TypeOf(all[name]).String()), forTable.Replace(about[name]))
	}
	fmt.Fprintln(&b, "\n## Views")
	writeViews(t, &b, types)
	return b.String()
}

var blockHead = regexp.MustCompile(`(?s)(?:\{\{/\*((?:[^*]|\*[^/])*)\*/\}\}\s*)?\{\{define "([^"]+)"\}\}`)

// forTable keeps words from becoming markup of the page or its tables.
var forTable = strings.NewReplacer("<", "&lt;", "|", `\|`)

// writeBlocks lists the blocks of all templates, with the comment before each.
func writeBlocks(t *testing.T, b *bytes.Buffer, views map[string]any) {
	t.Helper()
	fmt.Fprintln(b, "\n## Blocks\n\nA `{{define \"name\"}}` in any of your templates replaces the block of that name. Where no data is named, a block is given a part of the view of its page; the file shows which.\n\n| block | file | data | what it is |\n|---|---|---|---|")
	files, err := fs.Glob(builtin, "templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(builtin, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range blockHead.FindAllStringSubmatch(string(text), -1) {
			given := ""
			if data, ok := views[m[2]]; ok {
				given = "`" + typeName(reflect.TypeOf(data)) + "`"
			}
			fmt.Fprintf(b, "| `%s` | `%s` | %s | %s |\n", m[2], path.Base(name), given, forTable.Replace(strings.Join(strings.Fields(m[1]), " ")))
		}
	}
}

// typeName is a type as a theme author reads it.
func typeName(t reflect.Type) string {
	return strings.ReplaceAll(bare(t.String()), "*", "")
}

// bare is a type without the packages of views.
func bare(name string) string { return strings.NewReplacer("theme.", "", "view.", "").Replace(name) }

// writeViews lists the fields of types, and of the types of this package that those
// lead to, each once.
func writeViews(t *testing.T, b *bytes.Buffer, types []reflect.Type) {
	t.Helper()
	comments := fieldComments(t)
	seen := map[reflect.Type]bool{}
	for len(types) > 0 {
		v := types[0]
		types = types[1:]
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct || seen[v] || !strings.HasPrefix(v.PkgPath(), "steno/theme") {
			continue
		}
		seen[v] = true
		fmt.Fprintf(b, "\n### %s\n\n", typeName(v))
		key := path.Base(v.PkgPath()) + "." + v.Name()
		if c := comments[key]; c != "" {
			fmt.Fprintf(b, "%s\n\n", c)
		}
		for i := range v.NumField() {
			f := v.Field(i)
			if !f.IsExported() {
				continue
			}
			fmt.Fprintf(b, "- `%s` `%s`", f.Name, bare(f.Type.String()))
			if c := comments[key+"."+f.Name]; c != "" {
				fmt.Fprintf(b, ": %s", forTable.Replace(c))
			}
			fmt.Fprintln(b)
			types = append(types, f.Type)
		}
	}
}

// funcComments reads what the functions of templates return: from the comment of the function that is one, or that at the end
// of the line of a literal.
func funcComments(t *testing.T) map[string]string {
	t.Helper()
	docs, lines := map[string]string{}, map[string]string{} // by "words.Amount", and by file and line
	about := map[string]string{}
	files := token.NewFileSet()
	var tables []*ast.File
	for _, dir := range []string{".", "markdown", "picture", "view", "words"} {
		names, err := fs.Glob(os.DirFS(dir), "*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			file, err := parser.ParseFile(files, path.Join(dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Doc != nil {
					_, words, _ := strings.Cut(strings.Join(strings.Fields(f.Doc.Text()), " "), " ")
					docs[strings.TrimPrefix(path.Base(dir)+".", "..")+f.Name.Name] = strings.TrimSuffix(words, ".")
				}
			}
			for _, g := range file.Comments {
				lines[lineOf(files, g.Pos())] = strings.TrimSpace(g.Text())
			}
			if dir == "." && (name == "funcs.go" || name == "theme.go") {
				tables = append(tables, file)
			}
		}
	}
	words := func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.Ident:
			return docs[e.Name]
		case *ast.SelectorExpr:
			if x, ok := e.X.(*ast.Ident); ok && docs[x.Name+"."+e.Sel.Name] != "" {
				return docs[x.Name+"."+e.Sel.Name]
			}
			return docs[e.Sel.Name]
		}
		return ""
	}
	for _, file := range tables {
		ast.Inspect(file, func(n ast.Node) bool {
			name, value := ast.Expr(nil), ast.Expr(nil)
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				name, value = n.Key, n.Value
			case *ast.AssignStmt:
				if at, ok := n.Lhs[0].(*ast.IndexExpr); ok {
					name, value = at.Index, n.Rhs[0]
				}
			}
			if key, ok := name.(*ast.BasicLit); ok {
				text := lines[lineOf(files, n.Pos())]
				if text == "" {
					text = words(value)
				}
				about[strings.Trim(key.Value, `"`)] = text
			}
			return true
		})
	}
	return about
}

func lineOf(files *token.FileSet, at token.Pos) string {
	p := files.Position(at)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// fieldComments reads the comments of all structs of the package: "view.Site",
// "view.Site.Title".
func fieldComments(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	words := func(groups ...*ast.CommentGroup) string {
		for _, g := range groups {
			if s := strings.Join(strings.Fields(g.Text()), " "); s != "" {
				return s
			}
		}
		return ""
	}
	for _, dir := range []string{".", "card", "chart", "picture", "view"} {
		files, err := fs.Glob(os.DirFS(dir), "*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			key := file.Name.Name + "."
			ast.Inspect(file, func(n ast.Node) bool {
				d, ok := n.(*ast.GenDecl)
				if !ok {
					return true
				}
				for _, s := range d.Specs {
					spec, ok := s.(*ast.TypeSpec)
					if !ok {
						continue
					}
					found[key+spec.Name.Name] = words(spec.Doc, d.Doc)
					if st, ok := spec.Type.(*ast.StructType); ok {
						for _, f := range st.Fields.List {
							for _, field := range f.Names {
								found[key+spec.Name.Name+"."+field.Name] = words(f.Doc, f.Comment)
							}
						}
					}
				}
				return true
			})
		}
	}
	return found
}
