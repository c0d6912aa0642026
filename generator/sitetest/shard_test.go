package sitetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/shard"
	"steno/tier"
)

// Shards, merged, are what one build of everything is.
func TestMergedShardsAreTheSame(t *testing.T) {
	t.Parallel()
	e := newEditor(t) // an archive with values to take out
	for range 30 {
		e.edit()
	}
	e.config.Redact.Enabled = true
	for i, of := range []struct{ name, source string }{{"edited", e.dir}, {"example", example}, {"real", corpus}} {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			if of.source == corpus {
				needCorpus(t)
				tier.NeedsLong(t, "real archives in shards")
			}
			c := config.Default()
			c.Sources, c.Jobs, c.Destination = []string{of.source}, 2, t.TempDir()
			o := generator.Options{Config: c, Version: "test"}
			one, err := generator.Build(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			want := readFiles(t, c.Destination)
			for j, parts := range []int{3, 8, 1} {
				if !tier.OneIn(2, i+j) {
					continue
				}
				sum, got := merged(t, o, parts)
				sum.Written, sum.Seconds, sum.Removed = one.Written, one.Seconds, one.Removed
				if diff := cmp.Diff(one, sum); diff != "" {
					t.Errorf("%d shards: the summary differs (-whole +merged):\n%s", parts, diff)
				}
				sameFiles(t, want, got)
			}
		})
	}
}

// merged builds so many shards, each twice with a memory between, and merges them.
func merged(t *testing.T, o generator.Options, parts int) (*generator.Summary, map[string][]byte) {
	t.Helper()
	var dirs []string
	for part := 1; part <= parts; part++ {
		o.Config.Destination = filepath.Join(t.TempDir(), fmt.Sprint(part))
		o.Shard = shard.Part{Part: part, Parts: parts}
		o.Cache = t.TempDir()
		if _, err := generator.Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(o.Config.Destination, "steno-shard", "index")); err != nil {
			t.Fatal(err)
		}
		if _, err := generator.Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, o.Config.Destination)
	}
	o.Config.Destination, o.Cache, o.Shard = t.TempDir(), "", shard.Part{}
	sum, err := generator.Merge(t.Context(), o, dirs)
	if err != nil {
		t.Fatal(err)
	}
	return sum, readFiles(t, o.Config.Destination)
}

func TestShardsThatMakeNoWhole(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	shard := func(name, title string, part, parts int) string {
		c := config.Default()
		c.Title, c.Sources, c.Destination = title, []string{example}, filepath.Join(top, name)
		o := generator.Options{Config: c, Version: "test", Shard: shard.Part{Part: part, Parts: parts}}
		if _, err := generator.Build(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		return c.Destination
	}
	one, two := shard("one", "Leaves", 1, 2), shard("two", "Leaves", 2, 2)
	again, other, third := shard("again", "Leaves", 1, 2), shard("other", "Roots", 2, 2), shard("third", "Leaves", 2, 3)
	for _, c := range []struct {
		dirs []string
		want string
	}{
		{[]string{one}, "part 2 of 2 is missing"},
		{[]string{one, again}, "are the same part, 1 of 2"},
		{[]string{one, other}, "another configuration"},
		{[]string{one, third}, "another number of parts"},
		{[]string{one, top}, "is no shard"},
		{[]string{one, two, filepath.Join(top, "none")}, "is no shard"},
	} {
		conf := config.Default()
		conf.Title, conf.Destination = "Leaves", filepath.Join(top, "out")
		_, err := generator.Merge(context.Background(), generator.Options{Config: conf, Version: "test"}, c.dirs)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("merging %v: %v, want %q", c.dirs, err, c.want)
		}
	}
}
