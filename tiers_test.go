package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneWayToLongTests keeps the plain tier short without a clock: what costs seconds each
// time has one door. Browsers are started by tier/chromium alone, once for a package; a test
// that builds programs asks for the long tier; package tier alone reads the switch; and a skip
// says what is not tested, as the count at the end of a run is of these reasons.
func TestOneWayToLongTests(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, f := range testFiles(t) {
		inTier := strings.HasPrefix(f.name, "tier/")
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			asks, builds := false, ast.Node(nil)
			ast.Inspect(fn, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				s, ok := call.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				switch s.Sel.Name {
				case "NewExecAllocator":
					t.Errorf("%s: starts a browser of its own; tier/chromium has one for all tests of a package", f.at(n))
				case "NeedsLong":
					asks = true
				case "SkipNow", "Skip", "Skipf":
					if x, ok := s.X.(*ast.Ident); !ok || !strings.Contains(" t tb b f s ", " "+x.Name+" ") {
						break // another thing's
					}
					if seen++; len(call.Args) == 0 {
						t.Errorf("%s: skips without saying what is not tested", f.at(n))
					}
				case "Getenv", "LookupEnv":
					if !inTier && len(call.Args) == 1 && text(call.Args[0]) == "STENO_TESTS" {
						t.Errorf("%s: reads the switch; package tier does", f.at(n))
					}
				case "Command", "CommandContext":
					for i := range len(call.Args) - 1 {
						if text(call.Args[i]) == "go" && (text(call.Args[i+1]) == "build" || text(call.Args[i+1]) == "install" || text(call.Args[i+1]) == "run") {
							builds = n
						}
					}
				}
				return true
			})
			if builds != nil && !asks && fn.Name.Name != "newMachine" { // it sets what the linker sets
				t.Errorf("%s: %s builds a program, which takes seconds; call tier.NeedsLong, or let the test binary be the program", f.at(builds), fn.Name.Name)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d skips were seen", seen)
	}
}

// text is the value of a string that stands in the program itself.
func text(x ast.Expr) string {
	if b, ok := x.(*ast.BasicLit); ok && b.Kind == token.STRING {
		return strings.Trim(b.Value, "`\"")
	}
	return ""
}

// testFiles parses all tests.
func testFiles(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (d.Name() == "testdata" || d.Name() == "public" || d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		s := source{name: filepath.ToSlash(name), files: token.NewFileSet()}
		s.ast, err = parser.ParseFile(s.files, s.name, nil, 0)
		all = append(all, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
