package sitetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// TestMixedSite looks at a site of several agents in a browser: links, lists, search, statistics, levels
// net diffs and a planted secret. TestSecretsOfOtherAgents looks for one in each place.
func TestMixedSite(t *testing.T) {
	t.Parallel()
	m := mixedSite(t)
	linksArrive(t, m)
	tab := openTab(t, chrome.Storage(t), overFile(t, m.dir))
	for _, agent := range []struct{ name, key, word, file, line string }{
		{"Codex", "codex", "boats", "", ""}, {"Copilot CLI", "copilot", "boats", "new.txt", "two"}, {"Gemini CLI", "gemini", "boats", "boats.yml", "kind: list"},
		{"OpenCode", "opencode", "boats", "boats.go", "rest()"}, {"Pi", "pi", "boats", "boats.go", "rest()"},
	} {
		t.Run(agent.key, func(t *testing.T) {
			tab.open(t, "sessions/index.html")
			tab.do(t, `(s => { s.value = '`+agent.name+`'; s.dispatchEvent(new Event('input', {bubbles: true})) })(document.querySelector('[data-facet=agent]'))`)
			tab.check(t, "the list has the sessions of the agent alone", `(rows => rows.length > 0 && rows.every(a => a.getAttribute('href').startsWith('`+agent.key+`-')))([...document.querySelectorAll('#sessions tbody th a:first-child')].filter(a => a.checkVisibility()))`)
			tab.open(t, "search/index.html?q="+agent.word+"&agent="+strings.ReplaceAll(agent.name, " ", "+"))
			tab.check(t, "the search finds words of the agent's sessions alone", `(found => found.length > 0 && found.every(a => a.getAttribute('href').includes('/`+agent.key+`-')))([...document.querySelectorAll('#find-results a[href*="#m-"]')])`)
			tab.quiet(t, "search of "+agent.name)
			tab.open(t, "search/index.html?q=paint+blue&agent="+strings.ReplaceAll(agent.name, " ", "+"))
			tab.check(t, "the search finds the prompt without its secret", `document.querySelectorAll('#find-results a[href*="#m-"]').length > 0 && !document.documentElement.outerHTML.includes('`+kept+`')`)
			tab.open(t, secretOf(t, m, agent.key))
			tab.check(t, "the page has a mark in the secret's place", `(text => text.includes('Paint the boats blue with [redacted:github-token') && !text.includes('`+kept+`'))(document.documentElement.outerHTML + document.body.textContent)`)
			if agent.file == "" {
				return
			}
			tab.open(t, changesOf(t, m, agent.key))
			tab.check(t, "the net diff has its lines", `(text => text.includes('`+agent.file+`') && text.includes('`+agent.line+`'))(document.querySelector('main').textContent)`)
			tab.quiet(t, "changes of "+agent.name)
		})
	}
	tab.open(t, "stats/index.html")
	tab.check(t, "the statistics name the agents", `['Codex', 'Pi', 'OpenCode'].every(name => document.querySelector('main').textContent.includes(name))`)
	tab.open(t, "sessions/opencode-ses_quay/index.html?level=prompts")
	tab.check(t, "the level prompts hides replies", `(all => all.length > 0 && all.every(r => r.getClientRects().length === 0))([...document.querySelectorAll('.reply')]) && location.search === '?level=prompts'`)
	tab.quiet(t, "levels")
}

// TestRealMixedSite follows the links of a site of all recorded runs, and opens a page of each kind.
func TestRealMixedSite(t *testing.T) {
	t.Parallel()
	needCorpus(t)
	tier.NeedsLong(t, "builds a site of all recorded runs")
	m, err := makeSite(filepath.Join(corpus, ".."), "mixed")
	if err != nil {
		t.Fatal(err)
	}
	linksArrive(t, m)
	tab := openTab(t, chrome.Storage(t), overFile(t, m.dir))
	for _, page := range kinds(t, m) {
		tab.open(t, page)
		tab.check(t, "nothing is wider than the window", `document.documentElement.scrollWidth <= innerWidth`)
		tab.quiet(t, page)
	}
	tab.open(t, "sessions/index.html")
	tab.check(t, "there is a filter for six agents", `document.querySelectorAll('[data-facet=agent] option').length === 7`)
	searchFinds(t, tab, m)
}

// mixedSite builds a site of the example and of the samples of all readers.
func mixedSite(t *testing.T) *made {
	t.Helper()
	src := t.TempDir()
	if err := os.CopyFS(filepath.Join(src, "claude"), os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	samples, err := filepath.Glob("../../parser/*/testdata/*.txtar")
	if err != nil || len(samples) < 5 {
		t.Fatal("no samples of other agents", err)
	}
	for _, name := range samples {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		agent := filepath.Base(filepath.Dir(filepath.Dir(name)))
		if base := strings.TrimSuffix(filepath.Base(name), ".txtar"); base != "tour" && base != "changes" {
			continue
		}
		for _, f := range archive.Files {
			if f.Name == "want" {
				continue
			}
			file := filepath.Join(src, agent, strings.TrimSuffix(filepath.Base(name), ".txtar"), filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			data := strings.ReplaceAll(string(f.Data), "Paint the boats blue", "Paint the boats blue with "+kept)
			if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := config.Default()
	m := &made{source: src, dir: filepath.Join(shared, "mixed-samples")}
	c.Sources, c.Destination = []string{src}, m.dir
	if m.sum, err = generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err == nil {
		m.pages, err = parsePages(m.dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// linksArrive follows all links of a site.
func linksArrive(t *testing.T, m *made) {
	t.Helper()
	pages := map[string]*page{}
	for _, p := range m.pages {
		pages[p.name] = p
	}
	for _, p := range m.pages {
		for n := range p.root.Descendants() {
			for _, link := range linksOf(n) {
				if problem := follow(m.dir, pages, p, link); problem != "" {
					t.Errorf("%s: <%s> %q: %s", p.name, n.Data, link, problem)
				}
			}
		}
	}
}

// kept is a secret of a known form, which a prompt of each agent's sample has.
const kept = "gh" + "p_16C7e42F292c6912E7710c838347Ae178B4a"

// secretOf is a page of an agent's sessions that had the secret.
func secretOf(t *testing.T, m *made, agent string) string {
	t.Helper()
	for _, p := range m.pages {
		if strings.HasPrefix(p.name, "sessions/"+agent+"-") && strings.Contains(text(p.root), "Paint the boats blue with [redacted") && !strings.HasSuffix(p.name, "records.html") && !strings.HasSuffix(p.name, "prompts.html") {
			return p.name
		}
	}
	t.Fatalf("no page of %s says what was redacted", agent)
	return ""
}

// changesOf is the page with the changes of an agent's session of sample changes.
func changesOf(t *testing.T, m *made, agent string) string {
	t.Helper()
	for _, p := range m.pages {
		if strings.HasPrefix(p.name, "sessions/"+agent+"-") && strings.HasSuffix(p.name, "/changes/index.html") && !strings.Contains(p.name, "000000000001/") && !strings.Contains(p.name, "quay") {
			return p.name
		}
	}
	t.Fatalf("no session of %s has a page of changes", agent)
	return ""
}
