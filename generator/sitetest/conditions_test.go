package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// These tests change all that a build reads, one thing after the other: each key of the
// configuration and each file. After every change a build that remembers the last one must make the
// site of a build that remembers nothing, and the site must show the change. So nothing can
// be left out of what decides about the cache.

// desk is what the builds of a test read.
type desk struct {
	dir    string
	config config.Config
	cache  string
	dest   string
}

func (d *desk) at(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

// build makes the site and reads it.
func (d *desk) build(t *testing.T, dest, cache, version string) map[string][]byte {
	t.Helper()
	c := d.config
	c.Destination = dest
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: version, Cache: cache}); err != nil {
		t.Fatal(err)
	}
	return readFiles(t, dest)
}

// check builds after a change, with what is remembered. The site must be another than before,
// and, where cold is asked for, that of a build that remembers nothing.
func (d *desk) check(t *testing.T, what, version string, before map[string][]byte, cold bool) map[string][]byte {
	t.Helper()
	got := d.build(t, d.dest, d.cache, version)
	if maps.EqualFunc(before, got, bytes.Equal) {
		t.Errorf("%s changes nothing", what)
	}
	if !cold {
		return got
	}
	fresh, err := os.MkdirTemp(d.dir, "fresh")
	if err != nil {
		t.Fatal(err)
	}
	want := d.build(t, fresh, "", version)
	if !maps.EqualFunc(want, got, bytes.Equal) {
		t.Errorf("after %s the site is not that of a build without a cache", what)
		sameFiles(t, want, got)
	}
	if err := os.RemoveAll(fresh); err != nil {
		t.Fatal(err)
	}
	return got
}

const (
	richID  = "11111111-0000-4000-8000-00000000000a"
	otherID = "22222222-0000-4000-8000-00000000000b"
	aloneID = "33333333-0000-4000-8000-00000000000c"
)

// newDesk writes an archive that holds at least one file of every kind, a theme and
// the other files that a configuration can name.
func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), config: config.Default()}
	d.dest, d.cache = d.at("site"), d.at("cache")
	record := func(id, cwd string, members map[string]any) string {
		members["sessionId"], members["cwd"], members["version"], members["gitBranch"] = id, cwd, "2.1.2", "main"
		if members["timestamp"] == nil {
			members["timestamp"] = "2026-03-04T10:00:00.000Z"
		}
		line, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		return string(line) + "\n"
	}
	says := func(role string, content ...any) map[string]any {
		return map[string]any{"role": role, "content": content}
	}
	text := func(s string) any { return map[string]any{"type": "text", "text": s} }
	reply := func(id string, content ...any) map[string]any {
		m := says("assistant", content...)
		m["id"], m["model"], m["usage"] = id, "claude-opus-4-5", map[string]any{"input_tokens": 100, "output_tokens": 50}
		return m
	}
	use := func(id, tool string, input any) any {
		return map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}
	}
	result := func(id, s string) any { return map[string]any{"type": "tool_result", "tool_use_id": id, "content": s} }

	const tea, coffee = "/home/ada/tea", "/home/ada/coffee"
	user := func(parent any, uuid string, content ...any) map[string]any {
		return map[string]any{"type": "user", "uuid": uuid, "parentUuid": parent, "message": says("user", content...)}
	}
	rich := record(richID, tea, user(nil, "a1000000", text("Mail ada@lovelace.dev at 81.2.69.142, INT-77, please. My key is "+"gh"+"p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed and kettle-pass-9x7"))) +
		record(richID, tea, map[string]any{"type": "assistant", "uuid": "a2000000", "parentUuid": "a1000000", "slug": "calm-tide", "message": reply("m1",
			map[string]any{"type": "thinking", "thinking": "Hm."}, text("```go\nvar a = 1 // one\n```\nSee session "+otherID+"."),
			use("t1", "Bash", map[string]any{"command": "make"}), use("t2", "Task", map[string]any{"description": "Look", "prompt": "look around"}))}) +
		record(richID, tea, user("a2000000", "a3000000", result("t1", "<persisted-output>\nOutput too large (60KB). Full output saved to: /x/t1.txt\n\nPreview"), result("t2", "Seen."))) +
		record(richID, tea, user("a3000000", "a4000000", text("Thank you, see "+aloneID))) +
		record(richID, tea, map[string]any{"type": "attachment", "uuid": "a5000000", "parentUuid": "a4000000", "attachment": map[string]any{"type": "prompt_snapshot", "content": "You make tea."}}) +
		record(richID, tea, map[string]any{"type": "frame-link", "link": "x"})
	const in = "archive/projects/-home-ada-tea/"
	files := map[string]string{
		in + richID + ".jsonl":                                    rich,
		in + richID + "/tool-results/t1.txt":                      "The whole output.",
		in + richID + "/subagents/agent-a1b2c3d4.jsonl":           strings.ReplaceAll(record(richID, tea, user(nil, "b1000000", text("look around"))), `"cwd"`, `"isSidechain":true,"agentId":"a1b2c3d4","cwd"`),
		in + richID + "/subagents/agent-a1b2c3d4.meta.json":       `{"agentType":"Explore","description":"Look about"}`,
		in + richID + "/session-memory/summary.md":                "Tea is drunk hot.",
		in + "memory/MEMORY.md":                                   "Kettles whistle.",
		in + "sessions-index.json":                                `{"version":1,"entries":[{"sessionId":"` + aloneID + `","summary":"Hint"}]}`,
		"archive/projects/-home-ada-coffee/" + otherID + ".jsonl": record(otherID, coffee, user(nil, "c1000000", text("Grind beans"))),
		"archive/projects/-home-ada-coffee/" + aloneID + ".jsonl": record(aloneID, coffee, map[string]any{"type": "user", "uuid": "d1000000", "parentUuid": nil, "timestamp": "2026-05-04T10:00:00.000Z", "message": says("user", text("Boil water"))}),
		"archive/projects/-home-ada-coffee/.stenoignore":          "99999999\n",
		"archive/plans/calm-tide.md":                              "1. Buy leaves",
		"archive/history.jsonl":                                   `{"display":"typed one","timestamp":1767323045000,"project":"/home/ada/tea"}` + "\n",
		"archive/steno-sessions.yaml":                             otherID + ":\n  note: About beans\n",
		"more/" + "44444444-0000-4000-8000-00000000000d.jsonl":    record("44444444-0000-4000-8000-00000000000d", "/srv/x", user(nil, "e1000000", text("Elsewhere"))),
		"said.yaml":                  otherID + ":\n  title: Said elsewhere\n",
		"env":                        "KETTLE=kettle-pass-9x7\n",
		"logo.svg":                   `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>`,
		"own.css":                    "body{order:1}\n",
		"theme/assets/css/print.css": "body{order:2}\n",
		"theme/templates/extra.html": `{{define "extra-head"}}{{end}}{{define "extra-foot"}}<p>{{.Site.Counts.Prompts}} prompts</p>{{end}}`,
	}
	for name, content := range files {
		put(t, d.at(name), content)
	}
	d.config.Sources, d.config.Jobs, d.config.BaseURL = []string{d.at("archive")}, 2, "https://example.org/"
	d.config.Search.Snippet = 80
	return d
}

// keys are values for each key of the configuration that show on pages, and those that do
// not, with the reason.
func (d *desk) keys() map[string]func(c *config.Config) {
	return map[string]func(c *config.Config){
		"title":                func(c *config.Config) { c.Title = "Cups" },
		"description":          func(c *config.Config) { c.Description = "All of them" },
		"language":             func(c *config.Config) { c.Language = "de" },
		"baseURL":              func(c *config.Config) { c.BaseURL = "https://example.com/" },
		"sources":              func(c *config.Config) { c.Sources = append(slices.Clone(c.Sources), d.at("more")) },
		"sessions":             func(c *config.Config) { c.Sessions = d.at("said.yaml") },
		"theme.name":           func(c *config.Config) { c.Theme.Name = "terminal" },
		"theme.dir":            func(c *config.Config) { c.Theme.Dir = d.at("theme") },
		"theme.params":         func(c *config.Config) { c.Theme.Params = map[string]any{"footer": "By us"} },
		"highlight.light":      func(c *config.Config) { c.Highlight.Light = "monokai" },
		"highlight.dark":       func(c *config.Config) { c.Highlight.Dark = "dracula" },
		"highlight.maxBytes":   func(c *config.Config) { c.Highlight.MaxBytes = 1 },
		"search.scope":         func(c *config.Config) { c.Search.Scope = config.ScopeTitles },
		"search.snippet":       func(c *config.Config) { c.Search.Snippet = 2 },
		"content.systemPrompt": func(c *config.Config) { c.Content.SystemPrompt = true },
		"content.records":      func(c *config.Config) { c.Content.Records = false },
		"redact.enabled":       func(c *config.Config) { c.Redact.Enabled = false },
		"redact.rules": func(c *config.Config) {
			c.Redact.Rules = map[string]string{"home-path": "off", "user-name": "off"}
		},
		"redact.literals": func(c *config.Config) { c.Redact.Literals = []string{"around"} },
		"redact.patterns": func(c *config.Config) { c.Redact.Patterns = map[string]string{"ticket": `INT-\d+`} },
		"redact.envFiles": func(c *config.Config) { c.Redact.EnvFiles = []string{d.at("env")} },
		"redact.paths":    func(c *config.Config) { c.Redact.Paths = false },
		"redact.email":    func(c *config.Config) { c.Redact.Email = true },
		"redact.ip":       func(c *config.Config) { c.Redact.IP = true },
		"select.include":  func(c *config.Config) { c.Select.Include = []string{"session:1111"} },
		"select.exclude":  func(c *config.Config) { c.Select.Exclude = []string{"session:1111"} },
		"select.branches": func(c *config.Config) { c.Select.Branches = []string{"none"} },
		"select.since":    func(c *config.Config) { c.Select.Since = "2026-04-01" },
		"select.until":    func(c *config.Config) { c.Select.Until = "2026-04-01" },
		"select.minTurns": func(c *config.Config) { c.Select.MinTurns = 2 },
		"select.hide":     func(c *config.Config) { c.Select.Hide = []string{"thinking"} },
		"select.level":    func(c *config.Config) { c.Select.Level = "prompts" },
		"projects":        func(c *config.Config) { c.Projects = []config.Project{{Match: "tea", Name: "Leaves"}} },
		"publish.noindex": func(c *config.Config) { c.Publish.NoIndex = true },
		"publish.feed":    func(c *config.Config) { c.Publish.Feed = false },
		"publish.sitemap": func(c *config.Config) { c.Publish.Sitemap = false },
		"publish.twins":   func(c *config.Config) { c.Publish.Twins = false },
		"publish.cards":   func(c *config.Config) { c.Publish.Cards = config.CardsSessions },
		"prices":          func(c *config.Config) { c.Prices = config.Prices{"*opus*": {Input: 15, Output: 75}} },
	}
}

// silent are the keys that show on no page.
var silent = map[string]string{
	"destination": "where pages go", "cache": "where the cache is", "jobs": "how many workers", "keepRemoved": "sessions that are gone, of which there are none",
	"search.budget": "shortens snippets of large indexes", "redact.allow": "see redact.rules: a value by its hash", "redact.reviewed": "what people looked at",
	"redact.forbid": "what check fails on", "select.mustMatch": "fails builds", "redact.report": "a file outside of the site", "publish.requireReview": "fails builds",
	"redact.reviewKey": "the key of what people looked at", "publish.disclosure": "comments of pull requests", "content.fileHistory": "copies of files, of which the archive has none", "commits.trailers": "what export --commit looks at", "commits.notes": "what steno notes writes",
}

func TestEveryKeyIsACacheCondition(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	base := d.build(t, d.dest, d.cache, "test")
	keys := d.keys()
	for _, key := range keysOf(reflect.TypeFor[config.Config](), "") {
		if (keys[key] != nil) == (silent[key] != "") {
			t.Errorf("the key %s must have either a value that shows or a reason why none does", key)
		}
	}
	plain := d.config
	every := tier.Count(5, 1)
	for n, key := range slices.Sorted(maps.Keys(keys)) {
		if n%every != 0 {
			continue
		}
		keys[key](&d.config)
		d.check(t, "a change of "+key, "test", base, true)
		d.config = plain
	}
	d.build(t, d.dest, d.cache, "test")
	d.check(t, "another version of Steno", "other", base, true)
}

// keysOf lists the keys of a configuration, with those of its parts.
func keysOf(t reflect.Type, in string) []string {
	var keys []string
	for f := range t.Fields() {
		key := in + f.Tag.Get("yaml")
		if key == in+"-" {
			continue // no key, but what loading found out
		}
		if f.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(f.Type, key+".")...)
			continue
		}
		keys = append(keys, key)
	}
	return keys
}

func TestEveryFileIsACacheCondition(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.config.Sources = append(d.config.Sources, d.at("more"))
	d.config.Sessions, d.config.Redact.EnvFiles, d.config.Theme.Dir = d.at("said.yaml"), []string{d.at("env")}, d.at("theme")
	d.config.Theme.Params = map[string]any{"logo": d.at("logo.svg"), "css": d.at("own.css")}
	d.config.BaseURL = "" // fewer files
	site := d.build(t, d.dest, d.cache, "test")
	cold := func(n int) bool { return tier.Long() || n%8 == 7 }
	changes := []struct{ file, old, now string }{ // all of the same length, so that time alone tells
		{"archive/projects/-home-ada-tea/" + richID + ".jsonl", "Thank you", "Thank her"},
		{"archive/projects/-home-ada-tea/" + richID + "/tool-results/t1.txt", "whole", "WHOLE"},
		{"archive/projects/-home-ada-tea/" + richID + "/subagents/agent-a1b2c3d4.jsonl", "look around", "look behind"},
		{"archive/projects/-home-ada-tea/" + richID + "/subagents/agent-a1b2c3d4.meta.json", "Explore", "Examine"},
		{"archive/projects/-home-ada-tea/" + richID + "/session-memory/summary.md", "hot", "hop"},
		{"archive/projects/-home-ada-tea/memory/MEMORY.md", "Kettles", "Teapots"},
		{"archive/projects/-home-ada-coffee/" + otherID + ".jsonl", "Grind", "Brush"},
		{"archive/projects/-home-ada-coffee/" + aloneID + ".jsonl", "2026-05-04", "2026-05-05"},
		{"archive/plans/calm-tide.md", "Buy", "Eat"},
		{"archive/history.jsonl", "typed one", "typed two"},
		{"archive/steno-sessions.yaml", "beans", "bones"},
		{"more/44444444-0000-4000-8000-00000000000d.jsonl", "Elsewhere", "Somewhere"},
		{"said.yaml", "Said", "Told"},
		{"archive/projects/-home-ada-coffee/.stenoignore", "99999999", "33333333"},
		{"env", "kettle-pass-9x7", "kettle-past-9x7"},
		{"logo.svg", "M0 0h9", "M0 1h9"},
		{"own.css", "order:1", "order:3"},
		{"theme/assets/css/print.css", "order:2", "order:4"},
		{"theme/templates/extra.html", "prompts", "PROMPTS"},
	}
	for n, c := range changes {
		if !tier.OneIn(2, n+1) {
			continue
		}
		d.rewrite(t, c.file, c.old, c.now)
		site = d.check(t, fmt.Sprintf("a change of %s", c.file), "test", site, cold(n))
	}
	// The overlay counts the prompts of all sessions on pages of other projects too, and what is a
	// secret here is one wherever it is written.
	d.rewrite(t, "archive/projects/-home-ada-coffee/"+otherID+".jsonl", "\n", "\n"+strings.Replace(plainSession(otherID, "/home/ada/coffee"), "Count", `export PASSWORD='kettle-pass-9x7'; count`, 1))
	site = d.check(t, "a session that grew", "test", site, true)
	for n, gone := range []string{"archive/projects/-home-ada-tea/" + richID + "/tool-results/t1.txt", "archive/plans/calm-tide.md", "archive/steno-sessions.yaml", "archive/history.jsonl",
		"archive/projects/-home-ada-tea/" + richID + "/session-memory/summary.md", "archive/projects/-home-ada-tea/" + richID + "/subagents/agent-a1b2c3d4.meta.json", "theme/assets/css/print.css"} {
		if err := os.Remove(d.at(gone)); err != nil {
			t.Fatal(err)
		}
		site = d.check(t, "the loss of "+gone, "test", site, tier.Long() || n == 6)
	}
}

// rewrite replaces a part of a file, which gets a time of its own.
func (d *desk) rewrite(t *testing.T, file, old, now string) {
	t.Helper()
	data, err := os.ReadFile(d.at(file))
	if err != nil || !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s does not hold %q (%v)", file, old, err)
	}
	info, err := os.Stat(d.at(file))
	if err != nil {
		t.Fatal(err)
	}
	put(t, d.at(file), strings.Replace(string(data), old, now, 1))
	at := info.ModTime().Add(time.Second)
	if err := os.Chtimes(d.at(file), at, at); err != nil {
		t.Fatal(err)
	}
}

// A session that made the plan of another one, in another project, comes and goes: the prompt links to it as long as it
// is there.
func TestLinkedSessionIsACacheCondition(t *testing.T) {
	t.Parallel()
	source, c := t.TempDir(), config.Default()
	d := &desk{dir: t.TempDir(), config: c, cache: t.TempDir(), dest: t.TempDir()}
	d.config.Sources = []string{source}
	const works, plans = "11111111-0000-4000-8000-00000000000a", "22222222-0000-4000-8000-00000000000b"
	put(t, filepath.Join(source, "-home-ada-tea", works+".jsonl"), strings.ReplaceAll(plainSession(works, "/home/ada/tea"), "Count the leaves",
		`Implement the following plan:\n\nCount the leaves.\n\nIf you need specific details, read the full transcript at: /home/ada/.claude/projects/-home-ada-coffee/`+plans+`.jsonl`))
	linked := func(site map[string][]byte) bool {
		return bytes.Contains(site["sessions/"+works+"/index.html"], []byte(plans+"/index.html"))
	}
	if linked(d.build(t, d.dest, d.cache, "test")) {
		t.Error("a link to a session that is not there")
	}
	file := filepath.Join(source, "-home-ada-coffee", plans+".jsonl")
	put(t, file, strings.NewReplacer("aaaaaaaa", "cccccccc", "bbbbbbbb", "dddddddd", "msg_1", "msg_2").Replace(plainSession(plans, "/home/ada/coffee")))
	if !linked(d.build(t, d.dest, d.cache, "test")) {
		t.Error("no link to a session that came")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if linked(d.build(t, d.dest, d.cache, "test")) {
		t.Error("a link to a session that is gone")
	}
}
