package sitetest

import (
	"bytes"
	"compress/gzip"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// scriptBudget is what the scripts of a page may take on the wire.
const scriptBudget = 25 << 10

// No page loads more script than the budget, those included that it loads only
// when somebody searches.
func TestScriptBudget(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	sizes := map[string]int{}
	most := 0
	for _, p := range site.pages {
		total := 0
		for name := range scripts(p) {
			if _, ok := sizes[name]; !ok {
				sizes[name] = zipped(t, filepath.Join(site.dir, "assets", name))
			}
			total += sizes[name]
		}
		if total == 0 {
			t.Errorf("%s loads no script", p.name)
		}
		if total > scriptBudget {
			t.Errorf("%s loads %d bytes of script, more than %d", p.name, total, scriptBudget)
		}
		most = max(most, total)
	}
	t.Logf("at most %d bytes of script, of %d", most, scriptBudget)
}

// scripts are the names of the scripts that a page loads, at once or later.
func scripts(p *page) map[string]bool {
	names := map[string]bool{}
	for n := range p.root.Descendants() {
		if n.Data == "script" {
			names[path.Base(attr(n, "src"))] = true
		}
		for _, later := range strings.Fields(attr(n, "data-scripts") + " " + attr(n, "data-marks") + " " + attr(n, "data-wide")) {
			names[path.Base(later)] = true
		}
	}
	return names
}

func zipped(t *testing.T, name string) int {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	w.Write(data)
	w.Close()
	return small.Len()
}
