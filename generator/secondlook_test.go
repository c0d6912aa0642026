package generator_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/secondlook"
	"steno/generator/sitescan"
	"steno/tier"
)

// lookOptions are for builds of a source with a cache.
func lookOptions(t *testing.T, source string) generator.Options {
	t.Helper()
	c := config.Default()
	c.Sources, c.Destination = []string{source}, filepath.Join(t.TempDir(), "site")
	return generator.Options{Config: c, Version: "test", Cache: t.TempDir()}
}

func leaksOf(t *testing.T, err error) *secondlook.LeakError {
	t.Helper()
	var leak *secondlook.LeakError
	if !errors.As(err, &leak) {
		t.Fatalf("got %v, want the leaks", err)
	}
	return leak
}

// TestBrokenRedactionPublishesNothing breaks the redaction after it collected what to remove: every
// file that then would hold a token is named, and none is written.
func TestBrokenRedactionPublishesNothing(t *testing.T) {
	t.Parallel()
	p := planter{}
	source := p.archive(t)
	o := lookOptions(t, source)
	_, err := generator.BuildBroken(t.Context(), o)
	leak := leaksOf(t, err)
	alone := regexp.MustCompile("broken line$|drawing$|packed file$") // nothing was collected of what stands in base64 alone
	for place, name := range p.leaked(t, o.Config.Destination) {
		if alone.MatchString(place) {
			continue
		}
		t.Errorf("the token in the %s was written to %s", place, name)
	}
	named := map[string]bool{}
	for _, l := range leak.Leaks {
		named[l.File] = true
		if !strings.HasPrefix(l.Rule, "github") {
			t.Errorf("%+v: the rule is not named", l)
		}
		for _, token := range p {
			if strings.Contains(l.File, token) || strings.Contains(leak.Error(), token) {
				t.Errorf("%+v: the value is named", l)
			}
		}
	}
	// The same pages are made where redaction is off, but under names that hold the tokens of names, and
	// with lists and a search index.
	apart := regexp.MustCompile("gh" + `p[-_]|^(search|files|projects|history|pulls|stats)/|^(sessions/)?[^/]+$`)
	bare := build(t, source, func(c *config.Config) { c.Redact.Enabled = false })
	for name, text := range published(t, bare) {
		file, err := filepath.Rel(bare, name)
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.ToSlash(file)
		for place, token := range p {
			if !apart.MatchString(file) && !alone.MatchString(place) && strings.Contains(text, strings.ToLower(token)) && !named[file] {
				t.Errorf("the token in the %s would be in %s, which the look does not name", place, file)
			}
		}
	}
	taken := sitescan.NewTaken(nil)
	for place, token := range p {
		taken.Add(planted(place), "planted", token, true)
	}
	found, err := taken.Look().Scan(t.Context(), os.DirFS(bare), nil)
	if err != nil || !slices.ContainsFunc(found.Leaks, func(l sitescan.Leak) bool { return strings.HasPrefix(l.File, "search/f/") }) {
		t.Errorf("nothing was found in the search index, %v", err)
	}
	if _, err := os.Stat(filepath.Join(o.Config.Destination, "steno-manifest.json")); err == nil {
		t.Error("the site was finished")
	}
}

func planted(place string) sitescan.ID {
	sum := sha256.Sum256([]byte(place))
	return sitescan.ID(sum[:16])
}

// TestLeakKeepsTheOldSite keeps the old site when a new session brings a leak.
func TestLeakKeepsTheOldSite(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	say := func(id, text string) {
		write(t, filepath.Join(source, "-srv-x", id+".jsonl"), record(map[string]any{
			"type": "user", "uuid": id, "sessionId": id, "cwd": "/srv/x", "timestamp": "2026-03-01T10:00:00.000Z",
			"message": map[string]any{"role": "user", "content": text},
		}))
	}
	const value = "Xy7kL2mQ9wPf3Rt6"
	say("00000001-0000-4000-8000-00000000000a", "Nothing secret.")
	o := lookOptions(t, source)
	if _, err := generator.Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	before := readFiles(t, o.Config.Destination)
	say("00000002-0000-4000-8000-00000000000a", `With PASSWORD="`+value+`" then.`)
	for range 2 { // the next build fails as well
		_, err := generator.BuildBroken(t.Context(), o)
		leak := leaksOf(t, err)
		if leak.Leaks[0].Rule != "password" || strings.Contains(err.Error(), value) || len(leak.Before) > 0 {
			t.Errorf("%v", err)
		}
		for name, text := range readFiles(t, o.Config.Destination) {
			if strings.Contains(text, value) {
				t.Errorf("%s holds the value", name)
			}
		}
		if after := readFiles(t, o.Config.Destination); after["steno-manifest.json"] != before["steno-manifest.json"] {
			t.Error("the site was finished")
		}
	}
	sum, err := generator.Build(t.Context(), o)
	if err != nil || sum.Unchanged || sum.Sessions != 2 {
		t.Errorf("the next build: %+v, %v", sum, err)
	}
}

func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name := range published(t, dir) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rel, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(data)
	}
	return files
}

// TestMinifiedThemeIsPublic redacts what only the theme's scripts say, once they are minified: it is no leak there.
func TestMinifiedThemeIsPublic(t *testing.T) {
	t.Parallel()
	p := planter{}
	o := lookOptions(t, p.archive(t))
	o.Config.Redact.Literals = []string{"return!1"}
	if _, err := generator.Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

// TestSecondLookSkipsWhatItKnows counts the files that each build looks at.
func TestSecondLookSkipsWhatItKnows(t *testing.T) {
	t.Parallel()
	p := planter{}
	source := p.archive(t)
	o := lookOptions(t, source)
	run := func(what string, least, most int) *generator.Summary {
		t.Helper()
		sum, err := generator.Build(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if n := sum.SecondLook.Files; n < least || n > most {
			t.Errorf("%s: %d of %d files were looked at, want %d to %d", what, n, sum.Files, least, most)
		}
		return sum
	}
	first := run("first build", 1, 1<<20)
	if first.SecondLook.Files != first.Files || first.SecondLook.Covered == 0 {
		t.Errorf("first build: %+v of %d files", first.SecondLook, first.Files)
	}
	if sum := run("nothing changed", first.Files, first.Files); !sum.Unchanged {
		t.Error("something changed")
	}
	const id = "00000000-0000-4000-8000-00000000000a"
	write(t, filepath.Join(source, "-srv-shared", id+".jsonl"), record(map[string]any{
		"type": "user", "uuid": id, "sessionId": id, "cwd": "/srv/shared", "timestamp": "2026-03-01T10:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "Try " + p["shared"] + " or " + p["own 0"] + " again"},
	}))
	run("one session changed", 1, first.Files/2)

	mark, err := filepath.Glob(filepath.Join(o.Cache, "*", "looked"))
	if err != nil || len(mark) != 1 {
		t.Fatalf("the mark: %q, %v", mark, err)
	}
	os.Remove(mark[0])
	write(t, filepath.Join(source, "-srv-shared", id+".jsonl"), record(map[string]any{
		"type": "user", "uuid": id, "sessionId": id, "cwd": "/srv/shared", "timestamp": "2026-03-01T10:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "Try " + p["shared"] + " or " + p["own 0"] + " once more"},
	}))
	if sum := run("after a build that was interrupted", 1, 1<<20); sum.SecondLook.Files != sum.Files || sum.Kept == 0 {
		t.Errorf("after a build that was interrupted: %d of %d files, %d sessions kept", sum.SecondLook.Files, sum.Files, sum.Kept)
	}

	keys, err := filepath.Glob(filepath.Join(o.Cache, "*", "fingerprints"))
	if err != nil || len(keys) != 1 {
		t.Fatalf("the fingerprints: %q, %v", keys, err)
	}
	if info, err := os.Stat(keys[0]); err != nil || os.PathSeparator == '/' && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	kept, err := os.ReadFile(keys[0])
	for place, token := range p {
		if err != nil || strings.Contains(string(kept), token[10:18]) {
			t.Errorf("the cache holds the token in the %s, %v", place, err)
		}
	}
}

// TestCheckSiteByFingerprints finds values that have neither form nor name on a page.
func TestCheckSiteByFingerprints(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	const id, value = "00000001-0000-4000-8000-00000000000a", "Xy7kL2mQ9wPf3Rt6"
	write(t, filepath.Join(source, "-srv-x", id+".jsonl"), record(map[string]any{
		"type": "user", "uuid": id, "sessionId": id, "cwd": "/srv/x", "timestamp": "2026-03-01T10:00:00.000Z",
		"message": map[string]any{"role": "user", "content": `With PASSWORD="` + value + `" then. PASSWORD="abc123x"`},
	}))
	o := lookOptions(t, source)
	sum, err := generator.Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sum.SecondLook.Counts, (sitescan.Counts{Covered: 1, Short: 1}); got != want {
		t.Errorf("the build covers %+v, want %+v", got, want)
	}
	check := func(o generator.Options, fingerprints bool, leaks int) {
		t.Helper()
		found, err := generator.CheckSite(t.Context(), o)
		if err != nil || found.Fingerprints != fingerprints || len(found.Leaks) != leaks {
			t.Errorf("got %+v, %v; want %d leaks, fingerprints %v", found, err, leaks, fingerprints)
		}
	}
	check(o, true, 0)
	write(t, filepath.Join(o.Config.Destination, "extra.html"), []byte("<p>It is <b>"+value[:5]+"</b>"+value[5:]+"."))
	check(o, true, 1)
	o.Cache = ""
	check(o, false, 0)
	o.Config.Redact.Literals = []string{value}
	check(o, false, 1)
}

// TestPublicTextsAreNoLeaks builds where the configuration itself publishes what it names.
func TestPublicTextsAreNoLeaks(t *testing.T) {
	t.Parallel()
	source := planter{}.archive(t)
	o := lookOptions(t, source)
	o.Config.Title, o.Config.Redact.Literals = "Sessions of Acme Corporation", []string{"Acme Corporation", "Timeline", "password"}
	sum, err := generator.Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if sum.SecondLook.Public < 3 {
		t.Errorf("%+v", sum.SecondLook)
	}
}

// TestSummaryNamesNoValue reads what is printed.
func TestSummaryNamesNoValue(t *testing.T) {
	t.Parallel()
	sum, err := json.Marshal(generator.Summary{})
	if err != nil || !strings.Contains(string(sum), `"secondLook":{"covered":0`) {
		t.Errorf("%s, %v", sum, err)
	}
	e := &secondlook.LeakError{Before: []string{"old.html"}}
	for i := range 30 {
		e.Leaks = append(e.Leaks, sitescan.Leak{File: fmt.Sprintf("page-%d.html", i), Rule: "token"})
	}
	if text := e.Error(); !strings.Contains(text, "\n  page-19.html: token\n  and 10 more") || !strings.Contains(text, "do not publish") || !strings.Contains(text, "\n  old.html") {
		t.Error(text)
	}
}

// TestNoLeakWithoutReason builds what should have none, with all that redaction can remove: what it
// removes once, it removes in every form that the look knows.
func TestNoLeakWithoutReason(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"../testdata/example", "../testdata/damaged", "../parser/claude/testdata", "../../shared/corpus"} {
		t.Run(filepath.Base(source), func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(source); err != nil {
				t.Skip("no transcripts at ../shared/corpus: what the look finds in real ones is NOT known")
			}
			if strings.HasSuffix(source, "corpus") {
				tier.NeedsLong(t, "all real transcripts are built")
			}
			build(t, source, func(c *config.Config) {
				c.Redact.Email, c.Redact.IP, c.Content.SystemPrompt = true, true, true
				c.Redact.Literals = []string{"repository", "function", "transcript", "/src/main", "const result"}
			})
		})
	}
}
