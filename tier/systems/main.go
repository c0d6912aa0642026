// Command systems checks that all packages and their tests compile for operating systems other
// than the one it runs on, from the source alone:
//
//	go run ./tier/systems darwin windows
//
// It prints what the type checker finds as file:line and exits with 1 if there is anything. `go vet`
// finds the same, but compiles the standard library and all dependencies for each system first: ten
// times the processor time where nothing is in the cache.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/tools/go/packages"
)

// mode asks for types from source: without NeedDeps the types of dependencies would come from compiled files.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax

func main() {
	status := 0
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "asking for the standard library: %v\n", err)
		os.Exit(1)
	}
	std := standard(strings.TrimSpace(string(out)) + string(os.PathSeparator))
	for _, system := range os.Args[1:] {
		if err := std.check(system); err != nil {
			fmt.Fprintf(os.Stderr, "type-checking for %s: %v\n", system, err)
			status = 1
		}
	}
	os.Exit(status)
}

// standard is the folder of the standard library. It compiles on all systems: what its functions do
// is left out.
type standard string

// check type-checks all packages below the working directory, with their tests and dependencies, as
// GOOS=system would compile them.
func (std standard) check(system string) error {
	loaded, err := packages.Load(&packages.Config{
		Mode:      mode,
		Tests:     true,
		Env:       append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
		ParseFile: std.parse,
	}, "./...")
	if err != nil {
		return err
	}
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if len(p.GoFiles) > 0 && std.has(p.GoFiles[0]) {
			p.Errors = nil // imports that only the bodies use
		}
	})
	if n := packages.PrintErrors(loaded); n > 0 {
		return fmt.Errorf("%d errors", n)
	}
	return nil
}

func (std standard) has(file string) bool { return strings.HasPrefix(file, string(std)) }

// parse parses a file, of the standard library without the bodies of functions.
func (std standard) parse(files *token.FileSet, name string, src []byte) (*ast.File, error) {
	f, err := parser.ParseFile(files, name, src, parser.AllErrors|parser.SkipObjectResolution)
	if f == nil || !std.has(name) {
		return f, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
	return f, err
}
