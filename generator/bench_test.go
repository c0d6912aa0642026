package generator

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"steno/generator/config"
)

// benchSource is an archive to measure with: the folder that STENO_BENCH names, else real
// transcripts where there are any, else the example.
func benchSource(b *testing.B) (dir string, size int64) {
	b.Helper()
	for _, dir = range []string{os.Getenv("STENO_BENCH"), "../../shared/corpus/claude-code-log/real_projects", "../testdata/example"} {
		if info, err := os.Stat(dir); dir != "" && err == nil && info.IsDir() {
			break
		}
	}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		info, err := d.Info()
		size += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return dir, size
}

// BenchmarkBuild measures whole builds: the first, one in which nothing changed, and one
// in which a line was added to one session.
func BenchmarkBuild(b *testing.B) {
	source, size := benchSource(b)
	options := func(b *testing.B) Options {
		c := config.Default()
		c.Sources, c.Destination = []string{source}, b.TempDir()
		return Options{Config: c, Version: "bench", Cache: b.TempDir()}
	}
	build := func(b *testing.B, o Options) *Summary {
		sum, err := Build(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		return sum
	}
	b.Run("cold", func(b *testing.B) {
		b.SetBytes(size)
		var sum *Summary
		for b.Loop() {
			b.StopTimer()
			o := options(b)
			b.StartTimer()
			sum = build(b, o)
		}
		b.ReportMetric(float64(sum.Bytes)/float64(size), "site/source")
	})
	b.Run("unchanged", func(b *testing.B) {
		o := options(b)
		build(b, o)
		for b.Loop() {
			if sum := build(b, o); !sum.Unchanged {
				b.Fatal("something changed")
			}
		}
	})
	b.Run("one-changed", func(b *testing.B) {
		o := options(b)
		own := b.TempDir()
		if err := os.CopyFS(own, os.DirFS(source)); err != nil {
			b.Fatal(err)
		}
		o.Config.Sources = []string{own}
		names, err := filepath.Glob(filepath.Join(own, "*", "*.jsonl"))
		if err != nil || len(names) == 0 {
			b.Skip("no sessions that can grow: ", err)
		}
		build(b, o)
		for b.Loop() {
			b.StopTimer()
			grow(b, names[0])
			b.StartTimer()
			if sum := build(b, o); sum.Kept < sum.Sessions/2 {
				b.Fatalf("%d of %d sessions were kept", sum.Kept, sum.Sessions)
			}
		}
	})
}

// grow adds a line to a transcript that says something else each time.
func grow(b *testing.B, name string) {
	b.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	if _, err := f.WriteString(`{"type":"custom-title","customTitle":"Grown to ` + strconv.FormatInt(info.Size(), 10) + ` bytes","sessionId":"` + strings.TrimSuffix(filepath.Base(name), ".jsonl") + `"}` + "\n"); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}
