package cli

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"steno/generator/output"
)

// runCommand runs steno and fails if it does, as exec does: run steno build
func runCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || args[0] != "steno" {
		ts.Fatalf("usage: run steno [args...]")
	}
	if code := processes.runSteno(ts, args[1:]); (code != 0) != neg {
		ts.Fatalf("unexpected exit code %d", code)
	}
}

// exitCode runs steno and compares its exit code: exitcode 2 steno build -x
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "steno" {
		ts.Fatalf("usage: exitcode code steno [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := processes.runSteno(ts, args[2:]); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// waitFor waits until a file exists and holds a text: waitfor log.txt serving
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: waitfor file text")
	}
	for range 3600 { // three minutes
		data, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && strings.Contains(string(data), args[1]) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s does not hold %q", args[0], args[1])
}

// locked runs steno and expects exit code 2 while this process builds into a folder:
// locked public steno build
func locked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: locked folder steno [args...]")
	}
	root, err := os.OpenRoot(ts.MkAbs(args[0]))
	ts.Check(err)
	defer root.Close()
	release, err := output.Lock(root, args[0])
	ts.Check(err)
	defer release()
	exitCode(ts, false, append([]string{"2"}, args[1:]...))
}
