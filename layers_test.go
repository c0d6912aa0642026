package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// pkg is what the layer tests need to know of a package.
type pkg struct {
	ImportPath string
	GoFiles    []string
	Imports    []string // of GoFiles
	Deps       []string // of GoFiles, whatever the depth
}

// packages returns all packages of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// listed asks the Go tool for them, once.
var listed = sync.OnceValues(func() (all []pkg, err error) {
	var stderr bytes.Buffer
	cmd := exec.Command("go", "list", "-json=ImportPath,GoFiles,Imports,Deps", "./...")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
})

// below reports whether path is the package root or one below it.
func below(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

// layers, from the top down. A package imports its own layer and those below it.
var layers = []string{"steno/generator/cli", "steno/generator", "steno/theme", "steno/parser"}

// layer is the place of a package in layers; main stands above all.
func layer(path string) int {
	return slices.IndexFunc(layers, func(root string) bool { return below(path, root) })
}

func TestImportsPointDownwards(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if !below(imported, "steno") {
				continue
			}
			if p.ImportPath == "steno" && imported != "steno/generator/cli" {
				t.Errorf("main imports %s; it only hands over to generator/cli", imported)
			}
			if layer(imported) < layer(p.ImportPath) {
				t.Errorf("%s imports %s, which lies above it", p.ImportPath, imported)
			}
			// The parts of the generator do not know the whole.
			if imported == "steno/generator" && p.ImportPath != "steno/generator/cli" {
				t.Errorf("%s imports %s, which is made of it", p.ImportPath, imported)
			}
		}
	}
}

// TestImportsOfReaders: only the list of formats imports an agent's reader, and no reader another one.
func TestImportsOfReaders(t *testing.T) {
	t.Parallel()
	all, readers := packages(t), readers(t)
	for _, p := range all {
		for _, imported := range p.Imports {
			for _, reader := range readers {
				if below(imported, reader) && !below(p.ImportPath, reader) && p.ImportPath != "steno/parser/formats" {
					t.Errorf("%s imports %s, which only steno/parser/formats names", p.ImportPath, imported)
				}
			}
		}
	}
}

// readers returns the packages of all formats.
func readers(t *testing.T) []string {
	t.Helper()
	for _, p := range packages(t) {
		if p.ImportPath == "steno/parser/formats" {
			return slices.DeleteFunc(slices.Clone(p.Imports), func(i string) bool { return i == "steno/parser/source" })
		}
	}
	t.Fatal("no package parser/formats")
	return nil
}

func TestLayersKnowOnlyTheirTrade(t *testing.T) {
	t.Parallel()
	for _, rule := range []struct {
		layer     string
		forbidden []string
		deep      bool // not even by way of others
	}{
		{"steno/parser", []string{"html", "html/template", "text/template", "net", "net/http"}, true},
		{"steno/parser", []string{"gopkg.in/yaml.v3"}, true},
		{"steno/theme", []string{"os", "path/filepath", "os/exec", "net/http", "syscall"}, false},
		{"steno/generator/output", []string{"html", "html/template", "net/http"}, true},
	} {
		for _, p := range packages(t) {
			imports := p.Imports
			if rule.deep {
				imports = p.Deps
			}
			for _, f := range rule.forbidden {
				if below(p.ImportPath, rule.layer) && slices.Contains(imports, f) {
					t.Errorf("%s imports %s, which %s does without", p.ImportPath, f, rule.layer)
				}
			}
		}
	}
}

// TestFewFilesKnowYAML: each kind of file in YAML has one reader, and the configuration an editor.
func TestFewFilesKnowYAML(t *testing.T) {
	t.Parallel()
	var files []string
	for _, f := range sources(t) {
		for _, i := range f.ast.Imports {
			if strings.Contains(i.Path.Value, "yaml") {
				files = append(files, f.name)
			}
		}
	}
	if want := []string{"generator/about/about.go", "generator/config/edit.go", "generator/config/yaml.go"}; !slices.Equal(files, want) {
		t.Errorf("files that import YAML: %v, want %v", files, want)
	}
}

// TestOnePackageMakesMarkup holds the promise that text becomes HTML in html/template
// and in theme/markup alone: nobody else converts to its types of trusted text.
func TestOnePackageMakesMarkup(t *testing.T) {
	t.Parallel()
	trusted := []string{"HTML", "HTMLAttr", "CSS", "JS", "JSStr", "URL", "Srcset"}
	for _, f := range sources(t) {
		if strings.HasPrefix(f.name, "theme/markup/") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 || literal(call.Args[0]) {
				return true
			}
			if s, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(trusted, s.Sel.Name) {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "template" {
					t.Errorf("%s: converts to template.%s; only theme/markup does that", f.at(call), s.Sel.Name)
				}
			}
			return true
		})
	}
}

// literal reports whether x is a text in the program itself.
func literal(x ast.Expr) bool {
	_, ok := x.(*ast.BasicLit)
	return ok
}

// source is one Go file that is no test.
type source struct {
	name  string // from the root, slashes
	text  []byte
	ast   *ast.File
	files *token.FileSet
}

// at returns the position of a node, for messages.
func (s source) at(n ast.Node) token.Position { return s.files.Position(n.Pos()) }

// lines is how many lines a node takes.
func (s source) lines(n ast.Node) int {
	return s.files.Position(n.End()).Line - s.files.Position(n.Pos()).Line + 1
}

// sources returns all Go files that are no tests.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parsed parses them, once.
var parsed = sync.OnceValues(func() (all []source, err error) {
	files := token.NewFileSet()
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (d.Name() == "testdata" || d.Name() == "public" || d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		s := source{name: filepath.ToSlash(name), files: files}
		if s.text, err = fs.ReadFile(root, s.name); err != nil {
			return err
		}
		s.ast, err = parser.ParseFile(s.files, s.name, s.text, parser.ParseComments)
		all = append(all, s)
		return err
	})
	return all, err
})
