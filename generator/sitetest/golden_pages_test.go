package sitetest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goldenPages holds the main part of one page of each kind of the example's site, and all
// of the front page, as they are written but for line breaks between elements and the
// names that come from the content of assets.
const goldenPages = "../../testdata/golden/pages"

// TestGoldenPages compares whole pages, so that a change of a template shows what it does
// to them: go test ./generator/sitetest -run TestGoldenPages -update writes them anew.
func TestGoldenPages(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	want := map[string]string{}
	for _, name := range kindsAt(t, site, 100) {
		data, err := os.ReadFile(filepath.Join(site.dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		page := broken(string(data))
		if name != "index.html" { // the frame is the same for all
			_, page, _ = strings.Cut(page, "<main")
			page, _, _ = strings.Cut("<main"+page, "</main>")
		}
		want[strings.ReplaceAll(name, "/", "_")+".golden"] = page
	}
	if *update {
		if err := os.RemoveAll(goldenPages); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(goldenPages, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(goldenPages, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got, err := os.ReadFile(filepath.Join(goldenPages, name))
		if err != nil {
			t.Errorf("%v; run the test with -update", err)
			continue
		}
		if diff := cmp.Diff(strings.Split(string(got), "\n"), strings.Split(want[name], "\n")); diff != "" {
			t.Errorf("%s differs (-golden +page):\n%.3000s", name, diff)
		}
	}
	have, err := os.ReadDir(goldenPages)
	if err != nil || len(have) != len(want) {
		t.Errorf("%d golden pages for %d kinds (%v)", len(have), len(want), err)
	}
}

var hashedAsset = regexp.MustCompile(`(assets/[a-z-]+)\.[0-9a-f]{8}\.`)

// broken puts each element on a line of its own.
func broken(page string) string {
	page = hashedAsset.ReplaceAllString(page, "$1.")
	return strings.ReplaceAll(page, "><", ">\n<")
}
