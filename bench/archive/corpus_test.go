package archive_test

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/bench/archive"
	"steno/generator"
	"steno/generator/config"
	"steno/parser"
	"steno/tier"
)

// figures are what a generated archive must have in common with a real one.
type figures struct {
	index float64 // bytes of the search index by bytes of the texts that it finds
	pages float64 // of a session
	site  float64 // bytes of the site without images by bytes of the transcripts
}

// corpus are the figures of the real transcripts that the model was fitted to, for where
// they are not at hand.
var corpus = figures{index: 0.2772, pages: 7.7821, site: 0.6493}

// Archives lead to the same sites as real transcripts do: all three figures are within a
// tenth.
func TestSitesAreLikeThoseOfRealArchives(t *testing.T) {
	tier.NeedsLong(t, "it builds sites of 50 MB of transcripts")
	want := corpus
	real := filepath.Join("..", "..", "..", "shared", "corpus")
	parts := []string{filepath.Join(real, "claude-2026", "projects"), filepath.Join(real, "spotter"), filepath.Join(real, "claude-code-log", "real_projects")}
	if _, err := os.Stat(real); err != nil {
		t.Logf("there are no real transcripts at %s: comparing with the figures that were measured of them", real)
	} else {
		want = measure(t, parts)
		if off(want, corpus) > 0.1 {
			t.Errorf("the figures of real transcripts have become %.4f: set corpus to them, it has %.4f", want, corpus)
		}
	}
	for seed := range uint64(2) {
		dir := t.TempDir()
		if _, err := archive.Write(t.Context(), dir, archive.Options{Seed: seed + 1, Bytes: 47e6}); err != nil {
			t.Fatal(err)
		}
		got := measure(t, []string{dir})
		t.Logf("seed %d: generated %.4f, real %.4f", seed+1, got, want)
		if off(got, want) > 0.1 {
			t.Errorf("seed %d: generated archives have %.4f, real ones %.4f", seed+1, got, want)
		}
	}
}

// off is the largest relative difference.
func off(a, b figures) float64 {
	return max(math.Abs(a.index/b.index-1), math.Abs(a.pages/b.pages-1), math.Abs(a.site/b.site-1))
}

// measure builds a site.
func measure(t *testing.T, sources []string) figures {
	t.Helper()
	c := config.Default()
	c.Sources, c.Destination = sources, t.TempDir()
	sum, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	text, index, site := 0, int64(0), int64(0)
	for _, dir := range sources {
		err := archive.Texts(t.Context(), dir, func(_ *parser.Session, texts []archive.Text) bool {
			for _, x := range texts {
				text += len(x.Text)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// Images are copied as they are: their size says nothing of pages, and three large ones are a tenth of a site.
	search := filepath.Join(c.Destination, "search") + string(filepath.Separator)
	err = filepath.WalkDir(c.Destination, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".png" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		site += info.Size()
		if strings.HasPrefix(path, search) {
			index += info.Size()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return figures{float64(index) / float64(text), float64(sum.Pages) / float64(sum.Sessions), float64(site) / float64(sum.Read)}
}
