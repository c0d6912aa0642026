package generator_test

import (
	"context"
	"math"
	"os"
	"testing"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// TestTextsInFile builds with the texts of all sessions in a file, which is gone when a session was built: what outlived
// that would be zeros. The site is the same.
func TestTextsInFile(t *testing.T) {
	t.Parallel()
	for _, redacts := range []bool{true, false} {
		site := func(large int64) map[string]string {
			c := config.Default()
			c.Sources, c.Destination = []string{"../testdata/example", "../testdata/damaged", "../parser/claude/testdata", "../parser/codex/testdata"}, t.TempDir()
			if real := "../../shared/corpus"; tier.Long() && exists(real) {
				c.Sources = append(c.Sources, real)
			}
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
