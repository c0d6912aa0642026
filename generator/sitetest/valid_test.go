package sitetest

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"steno/tier"
)

// finding is what the HTML checker has to say of a page.
type finding struct {
	Type, SubType, URL, Message, Extract string
	LastLine                             int
}

// The checker of the W3C finds nothing wrong with the HTML of any page: all of the
// example's, in the plain tier one of each kind, and one of each kind of the real archive's.
// It finds nothing wrong with an export of a session that has several pages, either, in the long tier with one of all sessions.
// It does find what is wrong with a page that has mistakes. It runs once, as it starts slowly.
func TestValidHTML(t *testing.T) {
	t.Parallel()
	jar := checker(t, "vnu-jar/build/dist/vnu.jar")
	java, err := exec.LookPath("java")
	if err != nil {
		t.Skip("no Java is installed: the pages are NOT held against the HTML checker")
	}
	bad := filepath.Join(t.TempDir(), "bad.html")
	put(t, bad, "<!doctype html><title>x</title><p id=a><p id=a><div></p>")
	names := []string{bad}
	sites := []*made{get(t, madeExample)}
	if _, err := os.Stat(corpus); err == nil {
		sites = append(sites, get(t, madeReal))
	}
	for _, m := range sites {
		pages := kinds(t, m)
		if tier.Long() && len(m.pages) <= 100 {
			pages = nil
			for _, p := range m.pages {
				pages = append(pages, p.name)
			}
		}
		for _, name := range pages {
			names = append(names, filepath.Join(m.dir, filepath.FromSlash(name)))
		}
	}
	names = append(names, exports(t)...)
	mistakes := 0
	for _, f := range validate(t, java, jar, names) {
		if f.Message == "CSS: Parse Error." && strings.Contains(f.Extract, "light(found") {
			continue // ::highlight() is newer than the checker
		}
		if f.URL == bad {
			mistakes++
			continue
		}
		t.Errorf("%s:%d: %s: %s\n%s", f.URL, f.LastLine, f.Type, f.Message, f.Extract)
	}
	if mistakes < 3 {
		t.Errorf("the checker finds %d mistakes in a page that has more", mistakes)
	}
}

// exports writes sites in one file: of a session with two pages and levels and, in the long tier, of all sessions.
func exports(t *testing.T) []string {
	t.Helper()
	sets := [][]string{{"1be00aae-73e6-4792-941f-b80e09feb743"}}
	if tier.Long() {
		sets = append(sets, sessionIDs(t, example))
	}
	var names []string
	for _, ids := range sets {
		address, _ := export(t, example, 0, ids...)
		names = append(names, strings.TrimPrefix(address, "file://"))
	}
	return names
}

// validate runs the checker over pages, for errors: its warnings take each file for
// the root of a host of its own, where the policy's 'self' allows nothing.
func validate(t *testing.T, java, jar string, names []string) []finding {
	t.Helper()
	args := []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m", "-jar", jar, // Java that starts fast
		"--format", "json", "--errors-only", "--exit-zero-always"}
	args = append(args, names...)
	var out bytes.Buffer
	cmd := exec.Command(java, args...)
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("running the HTML checker: %v\n%s", err, out.String())
	}
	var report struct{ Messages []finding }
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("reading the report of the HTML checker: %v\n%.2000s", err, out.String())
	}
	var list []finding
	for _, f := range report.Messages {
		if u, err := url.Parse(f.URL); err == nil {
			f.URL = filepath.FromSlash(u.Path)
		}
		list = append(list, f)
	}
	return list
}
