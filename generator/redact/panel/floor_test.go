package panel_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "raise testdata/floor.txt to what is found now")

// floorFile holds the least figures that the test accepts.
var floorFile = filepath.Join("testdata", "floor.txt")

const floorHead = `# What the redaction finds at least, in percent, with each of the seeds 1 to 3, and the goal.
# For negatives it is the share that stays as it is. Floors only rise:
# STENO_TESTS=long go test ./generator/redact/panel -run TestRecall -update
`

// goal is the figure that a name is to reach.
func goal(name string) float64 {
	if name == "all" || name == "negatives" {
		return 99
	}
	return 97
}

// reached reports whether every floor is at its goal.
func reached(floor map[string]float64) bool {
	for name, least := range floor {
		if least < goal(name) {
			return false
		}
	}
	return true
}

// readFloor reads floorFile. Without a file there is no floor.
func readFloor(t *testing.T) map[string]float64 {
	t.Helper()
	text, err := os.ReadFile(floorFile)
	if err != nil && !(*update && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	floor := map[string]float64{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		n := len(fields) - 2
		if n < 1 {
			t.Fatalf("%s:%d: want a name, a floor and a goal: %q", floorFile, i+1, line)
		}
		value, err := strconv.ParseFloat(fields[n], 64)
		if err != nil {
			t.Fatalf("%s:%d: %v", floorFile, i+1, err)
		}
		floor[strings.Join(fields[:n], " ")] = value
	}
	return floor
}

// writeFloor raises the floor to the least figures of all seeds. It fails the test
// where they fell.
func writeFloor(t *testing.T, old map[string]float64, all []figures) {
	t.Helper()
	var b strings.Builder
	b.WriteString(floorHead)
	for _, name := range all[0].names() {
		least := 100.0
		for _, f := range all {
			least = min(least, f[name].percent())
		}
		least = math.Floor(least*100) / 100
		if was, ok := old[name]; ok && least < was {
			t.Errorf("%s: %.2f %% is below its floor of %.2f %%, which stays", name, least, was)
			least = was
		}
		fmt.Fprintf(&b, "%-34s %6.2f %4.0f\n", name, least, goal(name))
	}
	if err := os.MkdirAll(filepath.Dir(floorFile), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(floorFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
