// Package tier decides how much work tests do. It is imported by tests only.
//
// The plain tier is what `go test ./...` runs: every test, with few repetitions of what is
// random or large, so that the whole project takes less than two minutes on two cores. The
// long tier runs the same tests with all repetitions and the largest inputs. It is
// switched on by STENO_TESTS=long, as .ci/run does.
//
// A test asks for counts first: Count(12, 200) random edits. Only a test that has no small
// form calls NeedsLong.
package tier

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// env is the environment variable that selects the tier.
const env = "STENO_TESTS"

// Long reports whether tests run in the long tier.
func Long() bool { return os.Getenv(env) == "long" }

// Count returns plain in the plain tier and long in the long tier.
func Count(plain, long int) int {
	if Long() {
		return long
	}
	return plain
}

// OneIn reports whether case i runs: one in n cases in the plain tier, all in the long tier.
// Where cases are combined, as pages with looks, let i be the sum of both numbers: then each
// page and each look still has its turn.
func OneIn(n, i int) bool { return Long() || i%n == 0 }

// NeedsLong skips the test in the plain tier. The reason says what makes it long.
func NeedsLong(t testing.TB, reason string) {
	t.Helper()
	if !Long() {
		t.Skipf("runs with %s=long only: %s", env, reason)
	}
}

// MostlyWaiting lets so many tests run at the same time for each processor, unless the command line
// says how many. Call it in TestMain of a package whose tests wait most of their time: for browsers
// and servers, or until nothing has happened.
func MostlyWaiting(times int) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "test.parallel" })
	if asked {
		return
	}
	if err := flag.Set("test.parallel", strconv.Itoa(times*runtime.GOMAXPROCS(0))); err != nil {
		panic(err) // only where package testing has no such flag
	}
}
