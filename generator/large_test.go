package generator_test

import (
	"context"
	"math"
	"os"
	"os/exec"
	"testing"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// TestTextsInFile builds with the texts of all sessions in a file, which is gone when a session was built: what outlived
// that would be zeros. The site is the same.
func TestTextsInFile(t *testing.T) {
	t.Parallel()
	sources := []string{"../testdata/example", "../testdata/damaged", "../parser/claude/testdata", "../parser/codex/testdata"}
	if real := "../../shared/corpus"; tier.Long() && exists(real) {
		sources = append(sources, real)
	}
	sameInFile(t, sources)
}

// TestTextsInFileFreed does so in a process whose garbage collector runs all the time and overwrites what it frees. A value in the file
// that refers to the heap, where the collector does not see it, ends that: in most runs, with real transcripts.
func TestTextsInFileFreed(t *testing.T) {
	tier.NeedsLong(t, "builds many times while the garbage collector runs")
	const real = "../../shared/corpus/spotter"
	if !exists(real) {
		t.Skip("no transcripts at ../shared/corpus: texts in a file are NOT tested while the garbage collector runs")
	}
	t.Parallel()
	if os.Getenv("GODEBUG") == overwrites {
		sameInFile(t, []string{real})
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTextsInFileFreed$", "-test.count=2")
	cmd.Env = append(os.Environ(), "GODEBUG="+overwrites, "GOGC=5")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.4000s", err, out)
	}
}

// overwrites makes the garbage collector overwrite what it frees.
const overwrites = "clobberfree=1"

// sameInFile builds sites of sources with texts on the heap and in a file.
func sameInFile(t *testing.T, sources []string) {
	t.Helper()
	for _, redacts := range []bool{true, false} {
		site := func(large int64) map[string]string {
			c := config.Default()
			c.Sources, c.Destination = sources, t.TempDir()
			c.Redact.Enabled, c.Content.FileHistory = redacts, true
			if _, err := generator.Build(context.Background(), generator.Options{Config: c, Large: large, Cache: t.TempDir()}); err != nil {
				t.Fatal(err)
			}
			return readTree(t, c.Destination)
		}
		want, got := site(math.MaxInt64), site(1)
		if len(want) < 50 || len(got) != len(want) {
			t.Fatalf("%d files, not %d", len(got), len(want))
		}
		for name, data := range want {
			if got[name] != data {
				t.Errorf("%s differs", name)
			}
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
