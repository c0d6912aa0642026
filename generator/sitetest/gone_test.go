package sitetest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// goneSite is a site of two sessions, with keepRemoved, from which one session's transcript
// is gone.
type goneSite struct {
	t      *testing.T
	config config.Config
	cache  string
	stays  string // its transcript
}

const (
	goneID   = "11111111-0000-4000-8000-00000000000a"
	staysID  = "22222222-0000-4000-8000-00000000000b"
	goneWord = "kettle-zQ9xW7vB3nM5kL2pR8" // stands in it; nobody takes it for a secret
)

func newGoneSite(t *testing.T) *goneSite {
	t.Helper()
	g := &goneSite{t: t, config: config.Default(), cache: t.TempDir()}
	top := t.TempDir()
	g.config.Sources, g.config.Destination, g.config.KeepRemoved = []string{filepath.Join(top, "archive")}, filepath.Join(top, "public"), true
	leaves := filepath.Join(top, "archive", "-home-ada-tea", goneID+".jsonl")
	g.stays = filepath.Join(top, "archive", "-home-ada-coffee", staysID+".jsonl")
	put(t, leaves, strings.ReplaceAll(plainSession(goneID, "/home/ada/tea"), "leaves", goneWord))
	put(t, g.stays, plainSession(staysID, "/home/ada/coffee"))
	if sum, warnings := g.build(); sum.Sessions != 2 || len(warnings) > 0 {
		t.Fatalf("%d sessions, warnings %v", sum.Sessions, warnings)
	}
	if err := os.RemoveAll(filepath.Dir(leaves)); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *goneSite) build() (*generator.Summary, []string) {
	g.t.Helper()
	var warnings []string
	sum, err := generator.Build(g.t.Context(), generator.Options{
		Config: g.config, Version: "test", Cache: g.cache, Warn: func(w generator.Warning) { warnings = append(warnings, w.Text) },
	})
	if err != nil {
		g.t.Fatal(err)
	}
	return sum, warnings
}

// page is the first page of the session that is gone, "" when there is none.
func (g *goneSite) page() string {
	data, _ := os.ReadFile(filepath.Join(g.config.Destination, "sessions", goneID, "index.html"))
	return string(data)
}

// grow changes the session that stays.
func (g *goneSite) grow(text string) {
	line := `{"type":"user","uuid":"bbbbbbbb-0000-4000-8000-000000000009","parentUuid":null,"isSidechain":false,"cwd":"/home/ada/coffee","sessionId":"` + staysID +
		`","timestamp":"2026-03-05T10:00:00.000Z","message":{"role":"user","content":"` + text + `"}}` + "\n"
	put(g.t, g.stays, plainSession(staysID, "/home/ada/coffee")+line)
}

// dropped builds, and expects that the session goes and that a warning says why.
func (g *goneSite) dropped(why string) {
	g.t.Helper()
	sum, warnings := g.build()
	if sum.Sessions != 1 || g.page() != "" || !strings.Contains(strings.Join(warnings, "\n"), why) {
		g.t.Errorf("%d sessions, page of %d bytes, warnings %q; it should be gone and a warning say %q", sum.Sessions, len(g.page()), warnings, why)
	}
}

// A session whose transcript is gone keeps its pages, build after build, and is listed and
// found; its styles stay when others replace them.
func TestGoneSessionStays(t *testing.T) {
	t.Parallel()
	g := newGoneSite(t)
	before := g.page()
	for _, change := range []func(){
		func() {},
		func() { g.grow("One more cup") },
		func() { // another theme makes all pages anew, but for those that cannot be
			g.config.Theme.Params = map[string]any{"accent": "#884422"}
		},
		func() { g.grow("And one more") },
	} {
		change()
		sum, warnings := g.build()
		if sum.Sessions != 2 || len(warnings) > 0 || g.page() != before {
			t.Fatalf("%d sessions, warnings %q, page changed: %v", sum.Sessions, warnings, g.page() != before)
		}
	}
	for _, name := range []string{"index.html", "search/sessions.json", "sessions.json", "llms.txt"} {
		if data, err := os.ReadFile(filepath.Join(g.config.Destination, name)); err != nil || !strings.Contains(string(data), goneID) {
			t.Errorf("%s does not name the session", name)
		}
	}
	for _, m := range regexp.MustCompile(`(?:href|src)="?(?:\.\./)+(assets/[\w.-]+)`).FindAllStringSubmatch(before, -1) {
		if _, err := os.Stat(filepath.Join(g.config.Destination, m[1])); err != nil {
			t.Errorf("the page's %s is not there: %v", m[1], err)
		}
	}
}

// Without keepRemoved it goes, as it does when it must not be shown any more.
func TestGoneSessionGoes(t *testing.T) {
	t.Parallel()
	t.Run("not wanted", func(t *testing.T) {
		t.Parallel()
		g := newGoneSite(t)
		g.config.KeepRemoved = false
		g.dropped("")
	})
	t.Run("left out by its project", func(t *testing.T) {
		t.Parallel()
		g := newGoneSite(t)
		g.config.Select.Exclude = []string{"project:tea"}
		g.dropped("the selection or the redaction changed")
	})
	t.Run("kinds are hidden", func(t *testing.T) {
		t.Parallel()
		g := newGoneSite(t)
		g.config.Select.Hide = []string{"thinking"}
		g.dropped("the selection or the redaction changed")
	})
	t.Run("hidden by what is said of it", func(t *testing.T) {
		t.Parallel()
		g := newGoneSite(t)
		g.config.Sessions = filepath.Join(t.TempDir(), "sessions.yaml")
		put(t, g.config.Sessions, goneID+": {hide: true}\n")
		g.dropped("")
	})
	t.Run("a word of it is a secret now", func(t *testing.T) {
		t.Parallel()
		g := newGoneSite(t)
		g.grow("API_KEY=" + goneWord)
		g.dropped("its pages contain a value that is redacted now")
	})
	t.Run("somebody changed its page", func(t *testing.T) {
		t.Parallel()
		g := newGoneSite(t)
		put(t, filepath.Join(g.config.Destination, "sessions", goneID, "index.html"), "mine")
		g.grow("One more cup")
		g.dropped("its pages were changed since")
	})
}
