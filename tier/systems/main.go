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
	"os"

	"golang.org/x/tools/go/packages"
)

// mode asks for types from source: without NeedDeps the types of dependencies would come from compiled files.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo

func main() {
	status := 0
	for _, system := range os.Args[1:] {
		if err := check(system); err != nil {
			fmt.Fprintf(os.Stderr, "type-checking for %s: %v\n", system, err)
			status = 1
		}
	}
	os.Exit(status)
}

// check type-checks all packages below the working directory, with their tests, as GOOS=system would compile them.
func check(system string) error {
	loaded, err := packages.Load(&packages.Config{
		Mode:  mode,
		Tests: true,
		Env:   append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return err
	}
	if n := packages.PrintErrors(loaded); n > 0 {
		return fmt.Errorf("%d errors", n)
	}
	return nil
}
