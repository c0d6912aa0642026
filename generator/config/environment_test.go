package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVariable(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"title": "STENO_TITLE", "baseURL": "STENO_BASE_URL", "highlight.maxBytes": "STENO_HIGHLIGHT_MAX_BYTES",
		"publish.noindex": "STENO_PUBLISH_NOINDEX", "keepRemoved": "STENO_KEEP_REMOVED",
	} {
		if got := variable(key); got != want {
			t.Errorf("variable(%q) is %s, want %s", key, got, want)
		}
	}
	seen := map[string]string{}
	for _, key := range Keys() {
		if other := seen[variable(key)]; other != "" {
			t.Errorf("%s and %s have one variable", key, other)
		}
		seen[variable(key)] = key
	}
}

func TestWithEnvironment(t *testing.T) {
	t.Parallel()
	base, err := Parse("steno.yaml", []byte("title: Mine\nsources: [a, b]\n"))
	if err != nil {
		t.Fatal(err)
	}
	base.Places = map[string]string{"title": "steno.yaml:1", "sources": "steno.yaml:2", "sources[0]": "steno.yaml:2"}
	got, err := base.WithEnvironment([]string{
		"STENO_TITLE=off", "STENO_BASE_URL=https://a.example/x", "STENO_SOURCES=/archive", "STENO_HIGHLIGHT_MAX_BYTES=7",
		"STENO_CONTENT_RECORDS=false", "STENO_THEME_PARAMS={accent: '#123'}", "STENO_LANGUAGE=", "STENO_REVIEW_KEY=k", "STENO_TESTS=long", "STENO_ACTION_MODE=pr", "PATH=/bin",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := base
	want.Title, want.BaseURL, want.Sources, want.Highlight.MaxBytes, want.Content.Records = "off", "https://a.example/x/", []string{filepath.Clean("/archive")}, 7, false
	want.Theme.Params = map[string]any{"accent": "#123"}
	want.Places = map[string]string{
		"title": "STENO_TITLE", "baseURL": "STENO_BASE_URL", "sources": "STENO_SOURCES", "highlight.maxBytes": "STENO_HIGHLIGHT_MAX_BYTES",
		"content.records": "STENO_CONTENT_RECORDS", "theme.params": "STENO_THEME_PARAMS",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if base.Places["title"] != "steno.yaml:1" {
		t.Error("the configuration that was asked has changed")
	}
	list, err := base.WithEnvironment([]string{"STENO_SOURCES=[/a, /b]"})
	if err != nil || len(list.Sources) != 2 {
		t.Errorf("sources: %v, %v", list.Sources, err)
	}
}

// What decides on what is published, and what brings code, is an error and never overlooked.
func TestEnvironmentErrors(t *testing.T) {
	t.Parallel()
	for _, key := range Keys() {
		group, _, _ := strings.Cut(key, ".")
		guarded := group == "redact" || group == "select" || group == "projects" || key == "publish.requireReview" || key == "theme.dir"
		_, err := Default().WithEnvironment([]string{variable(key) + "=[a"})
		if guarded && (err == nil || !strings.Contains(err.Error(), "not set by a variable")) {
			t.Errorf("%s can be set by a variable: %v", key, err)
		}
		if guarded == settable(key) {
			t.Errorf("settable(%q) is %v", key, !guarded)
		}
	}
	for set, want := range map[string]string{
		"STENO_JOBS=many":            `STENO_JOBS: jobs: must be a whole number (got "many")`,
		"STENO_JOBS=1.5":             `STENO_JOBS: jobs: must be a whole number (got "1.5")`,
		"STENO_PUBLISH_FEED=perhaps": `STENO_PUBLISH_FEED: publish.feed: must be true or false (got "perhaps")`,
		"STENO_SOURCES=[a":           `STENO_SOURCES: sources: must be a list such as [a, b] (got "[a")`,
		"STENO_PRICES={x: {in: 1}}":  `STENO_PRICES: unknown key "prices.x.in"`,
		"STENO_TITEL=x":              `STENO_TITEL: no key has this variable; did you mean "STENO_TITLE"?`,
		"STENO_SELECT=project:x":     `STENO_SELECT: select is a group of keys, which no variable sets`,
		"STENO_DESTINATON=x":         `STENO_DESTINATON: no key has this variable; did you mean "STENO_DESTINATION"?`,
	} {
		_, err := Default().WithEnvironment([]string{set})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
}
