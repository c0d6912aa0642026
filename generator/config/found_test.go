package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoundRedactsNoLess has configurations that were merely found and turn a part of redaction off: of sessions outside of
// their folder they may not.
func TestFoundRedactsNoLess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, refused string }{
		{"sources: [../others]\nredact: {rules: {github-token: off}}\n", "redact.rules.github-token"},
		{"sources: [../others]\nredact: {paths: false}\n", "redact.paths"},
		{"sources: [own]\nredact: {paths: false, rules: {github-token: off}}\n", ""},
		{"sources: [../others]\nredact: {rules: {email: off, jwt: low}}\n", ""},
		{"sources: [../others]\n", ""},
	} {
		dir := filepath.Join(t.TempDir(), "project")
		name := filepath.Join(dir, "steno.yaml")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		conf, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := conf.TrustFound(name); (err != nil) != (c.refused != "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// TestFoundDefaultsAreNoLinks has a repository in which the default destination is a link: the site would be written elsewhere.
func TestFoundDefaultsAreNoLinks(t *testing.T) {
	t.Parallel()
	for _, link := range []string{"public", ".steno-review-key", ""} {
		top := t.TempDir()
		dir := filepath.Join(top, "project")
		name := filepath.Join(dir, "steno.yaml")
		if err := os.MkdirAll(filepath.Join(top, "elsewhere"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("title: T\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if link != "" {
			if err := os.Symlink(filepath.Join(top, "elsewhere"), filepath.Join(dir, link)); err != nil {
				t.Skip("links in the place of folders are NOT tested, as none can be made here: ", err)
			}
		}
		conf, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := conf.TrustFound(name); (err != nil) != (link != "") {
			t.Errorf("%q: %v", link, err)
		}
		conf.Destination = filepath.Join(top, "elsewhere")
		conf.SetPlace("destination", "--destination")
		if err := conf.TrustFound(name); (err != nil) != (link == ".steno-review-key") {
			t.Errorf("%q, with a destination: %v", link, err)
		}
	}
}
