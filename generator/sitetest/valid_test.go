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
func TestValidHTML(t *testing.T) {
	t.Parallel()
	jar := checker(t, "vnu-jar/build/dist/vnu.jar")
	java, err := exec.LookPath("java")
	if err != nil {
		t.Skip("no Java is installed: the pages are NOT held against the HTML checker")
	}
	eachSite(t, func(t *testing.T, m *made) {
		var names []string
		for _, p := range m.pages {
			names = append(names, p.name)
		}
		if len(names) > 100 || !tier.Long() {
			names = kinds(t, m)
		}
		for _, f := range validate(t, java, jar, m.dir, names) {
			t.Errorf("%s:%d: %s: %s\n%s", f.URL, f.LastLine, f.Type, f.Message, f.Extract)
		}
	})
}

// validate runs the checker over pages, for errors: its warnings take each file for
// the root of a host of its own, where the policy's 'self' allows nothing.
func validate(t *testing.T, java, jar, dir string, names []string) []finding {
	t.Helper()
	args := []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m", "-jar", jar, // Java that starts fast
		"--format", "json", "--errors-only", "--exit-zero-always"}
	for _, n := range names {
		args = append(args, filepath.Join(dir, filepath.FromSlash(n)))
	}
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
			f.URL = strings.TrimPrefix(filepath.FromSlash(u.Path), dir)
		}
		list = append(list, f)
	}
	return list
}

// The checker does find what is wrong: a test of the test.
func TestValidHTMLFinds(t *testing.T) {
	t.Parallel()
	jar := checker(t, "vnu-jar/build/dist/vnu.jar")
	java, err := exec.LookPath("java")
	if err != nil {
		t.Skip("no Java is installed")
	}
	dir := t.TempDir()
	bad := "<!doctype html><title>x</title><p id=a><p id=a><div></p>"
	if err := os.WriteFile(filepath.Join(dir, "bad.html"), []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	if list := validate(t, java, jar, dir, []string{"bad.html"}); len(list) < 3 {
		t.Errorf("the checker finds %d mistakes in a page that has more", len(list))
	}
}
