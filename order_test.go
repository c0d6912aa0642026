package main_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// step matches a line in the numbered lists of ARCHITECTURE.md: its files, which may call each other.
var step = regexp.MustCompile("(?m)^\\d+\\. (`[a-z0-9_/]+\\.go`(?:, `[a-z0-9_/]+\\.go`)*): ")

// TestArchitectureOrdersFiles checks the lists of the files that a record and a query pass through:
// each file is there and calls only files later in its list.
func TestArchitectureOrdersFiles(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, heading := range []string{"### The files of a record", "### The files of a query"} {
		t.Run(strings.TrimPrefix(heading, "### "), func(t *testing.T) {
			t.Parallel()
			_, list, found := strings.Cut(string(text), heading+"\n")
			if !found {
				t.Fatalf("ARCHITECTURE.md has no section %q", heading)
			}
			list, _, _ = strings.Cut(list, "\n#")
			var files []string
			steps := map[string]int{}
			for i, m := range step.FindAllStringSubmatch(list, -1) {
				for name := range strings.SplitSeq(strings.ReplaceAll(m[1], "`", ""), ", ") {
					if !strings.Contains(name, "/") && len(files) > 0 { // in the folder of the one before it
						name = path.Join(path.Dir(files[len(files)-1]), name)
					}
					files, steps[name] = append(files, name), i
				}
			}
			if lines := strings.Count(list, "\n1. "); lines < 10 || lines != len(step.FindAllString(list, -1)) {
				t.Fatalf("%d lines are listed, of which %d name files", lines, len(step.FindAllString(list, -1)))
			}
			for uses, name := range callsBetween(t, files) {
				if caller, called := uses[0], uses[1]; steps[called] < steps[caller] {
					t.Errorf("%s uses %s of %s, which is before it", caller, name, called)
				}
			}
		})
	}
}

// term matches a type in the glossary of ARCHITECTURE.md.
var term = regexp.MustCompile("`([a-z]+)\\.([A-Za-z]+)[A-Za-z.]*`")

// TestArchitectureExplainsWords checks that the types in the glossary exist.
func TestArchitectureExplainsWords(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "## Glossary\n")
	list, _, _ = strings.Cut(list, "\n## ")
	declared := map[string]bool{}
	for _, s := range sources(t) {
		for _, d := range s.ast.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, spec := range d.Specs {
					declared[s.ast.Name.Name+"."+spec.(*ast.TypeSpec).Name.Name] = true
				}
			}
		}
	}
	terms := term.FindAllStringSubmatch(list, -1)
	if len(terms) < 30 {
		t.Errorf("the glossary names %d types only", len(terms))
	}
	for _, m := range terms {
		if !declared[m[1]+"."+m[2]] {
			t.Errorf("the glossary names %s.%s, which is no type", m[1], m[2])
		}
	}
}

// callsBetween returns the functions of one file that another one uses, one for each pair of files
// (user, used).
func callsBetween(t *testing.T, files []string) map[[2]string]string {
	t.Helper()
	c := checker{imports: fromExports(t), parsed: map[string][]source{}, at: map[string]string{}, uses: map[[2]string]string{}}
	for _, s := range sources(t) {
		c.parsed[path.Dir(s.name)] = append(c.parsed[path.Dir(s.name)], s)
	}
	for _, name := range files {
		i := slices.IndexFunc(c.parsed[path.Dir(name)], func(s source) bool { return s.name == name })
		if i < 0 {
			t.Fatalf("ARCHITECTURE.md lists %s, which does not exist", name)
		}
		for _, d := range c.parsed[path.Dir(name)][i].ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				c.at[declared(path.Dir(name), fn)] = name
			}
		}
	}
	for dir := range c.parsed {
		if slices.ContainsFunc(files, func(name string) bool { return path.Dir(name) == dir }) {
			c.check(t, dir)
		}
	}
	return c.uses
}

// checker collects which file uses functions of which.
type checker struct {
	imports types.Importer
	parsed  map[string][]source // by folder
	at      map[string]string   // file of each function
	uses    map[[2]string]string
}

// check type-checks a package and notes what its files use.
func (c *checker) check(t *testing.T, dir string) {
	t.Helper()
	all := c.parsed[dir]
	var asts []*ast.File
	for _, s := range all {
		asts = append(asts, s.ast)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: c.imports, Error: func(error) {}} // what is wrong the compiler says
	conf.Check("steno/"+dir, all[0].files, asts, info)
	for _, s := range all {
		ast.Inspect(s.ast, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			fn, ok := info.Uses[id].(*types.Func)
			if !ok || fn.Pkg() == nil {
				return true
			}
			key := strings.TrimPrefix(fn.Pkg().Path(), "steno/") + "."
			if recv := fn.Signature().Recv(); recv != nil {
				key += typeName(recv.Type()) + "."
			}
			if used := c.at[key+fn.Name()]; used != "" && used != s.name {
				c.uses[[2]string{s.name, used}] = fn.Name()
			}
			return true
		})
	}
}

// declared names a function as checker.check does: by folder, receiver and name.
func declared(dir string, fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return dir + "." + fn.Name.Name
	}
	return dir + "." + receiver(fn) + "." + fn.Name.Name
}

// typeName returns the name of the type that a method belongs to.
func typeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// exports asks the Go tool, once, for the files in which it keeps the types of what the program consists of. Only tests and tools
// use other packages: here the tool would have to compile them first.
var exports = sync.OnceValues(func() (map[string]string, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", ".").Output()
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, file, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			files[name] = file
		}
	}
	return files, err
})

// fromExports imports packages from those files.
func fromExports(t *testing.T) types.Importer {
	t.Helper()
	files, err := exports()
	if err != nil {
		t.Fatal(err)
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(files[path])
	})
}
