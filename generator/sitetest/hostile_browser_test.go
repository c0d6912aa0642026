package sitetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
	"steno/tier/chromium"
)

// TestHostileTextInChromium plants each payload in every place where a transcript has
// text, and opens all pages in a browser: no script runs, no dialog opens, no request is
// made, no policy is violated, and the page's own parts are where they belong. In the long
// tier each payload has a session with an agent for itself; in the plain one a sixth of them
// share sessions, one after the other, and a third of the pages is opened that repeat what threads have. TestHostileText has more records, and fewer payloads.
func TestHostileTextInChromium(t *testing.T) {
	t.Parallel()
	if n := len(payloads()); n < 200 {
		t.Fatalf("only %d payloads", n)
	}
	var some []string
	for i, p := range payloads() {
		if tier.OneIn(6, i+i/3) { // each vector once, bare or behind one of its breakouts
			some = append(some, p)
		}
	}
	all := slices.Collect(slices.Chunk(some, tier.Count(12, 1)))
	browser := chrome.Storage(t)
	dir := plant(t, all)
	names, _ := filepath.Glob(filepath.Join(dir, "sessions", "*", "*.html"))
	agents, _ := filepath.Glob(filepath.Join(dir, "sessions", "*", "agents", "*", "*.html"))
	if len(names) < len(all) || len(agents) < len(all) {
		t.Fatalf("%d pages and %d pages of agents for %d payloads", len(names), len(agents), len(all))
	}
	opened := []string{filepath.Join(dir, "index.html")}
	for i, name := range append(names, agents...) {
		if thread := filepath.Base(filepath.Dir(filepath.Dir(name))) == "sessions" && !levelPage.MatchString(filepath.ToSlash(name)); thread || tier.OneIn(3, i) {
			opened = append(opened, name)
		}
	}
	visit(t, browser, dir, opened, func(name string) []string { return payloadsOf(all, name) })
}

// plant builds a site of a session for each group of payloads.
func plant(t *testing.T, all [][]string) string {
	t.Helper()
	dir, _ := plantIn(t, all)
	return dir
}

// plantIn is plant that tells the source, too.
func plantIn(t *testing.T, all [][]string) (dir, source string) {
	t.Helper()
	source, dir = t.TempDir(), t.TempDir()
	folder := filepath.Join(source, "projects", "-srv-bad")
	for i, group := range all {
		id := fmt.Sprintf("p%03d", i)
		agent := filepath.Join(folder, id, "subagents", "agent-a1")
		for name, records := range map[string][]object{
			filepath.Join(folder, id+".jsonl"): briefRecords(group, id), agent + ".jsonl": briefAgent(group, id),
			agent + ".meta.json": {{"agentType": group[0], "description": group[0], "name": group[0], "toolUseId": "toolu_brief0"}},
		} {
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, encode(t, records), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	buildInto(t, dir, source, 2)
	return dir, source
}

// TestHostileSearchInChromium searches for some of the payloads where they are planted:
// a search takes a while.
func TestHostileSearchInChromium(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	var some []string
	for i, p := range payloads() {
		if i%tier.Count(29, 6) == 0 {
			some = append(some, p)
		}
	}
	dir := plant(t, slices.Collect(slices.Chunk(some, 1)))
	for i, base := range []string{overHTTP(t, dir), overFile(t, dir)} {
		var mine []string
		for j, p := range some {
			if tier.OneIn(2, i+j) { // in the plain tier each payload is searched for in one way
				mine = append(mine, p)
			}
		}
		searchHostile(t, openTab(t, browser, base), mine)
	}
}

// searchHostile asks for each payload, as words, as a phrase and as parts of words, looks
// at what is shown, and follows some results to where their words are marked.
func searchHostile(t *testing.T, tab *tab, all []string) {
	t.Helper()
	err := chromedp.Run(tab.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`window.ran=0;window.pwn=()=>{ran++};window.alert=pwn`).Do(ctx)
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, p := range all {
		if i%20 == 0 {
			tab.open(t, "search/index.html")
			tab.do(t, `document.getElementById('find-filters').open = true`)
		}
		text := []string{p, `"` + p + `"`, "*" + strings.Join(strings.FieldsFunc(p, func(r rune) bool { return r < 'A' }), "* *") + "*"}[i%3]
		typed, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		tab.do(t, `document.getElementById('find-status').textContent = ''; (i => { i.value = `+string(typed)+`; i.dispatchEvent(new Event('input', {bubbles: true})) })(document.getElementById('q'))`)
		tab.check(t, fmt.Sprintf("the search for %q ends", text), `!document.getElementById('q').value.trim() || `+settled)
		tab.check(t, fmt.Sprintf("the page of results for %q is whole", text), `!(`+intact+`) && !document.querySelector('#find-results :is(script, img, svg, style, form, input, iframe)')`)
		var links int
		if err := chromedp.Run(tab.ctx, chromedp.Evaluate(`document.querySelectorAll('.find-hit').length`, &links)); err != nil {
			t.Fatal(err)
		}
		if links > 0 {
			found++
		}
		if links > 0 && found%20 == 1 {
			tab.do(t, `document.querySelector('.find-hit').click()`)
			tab.check(t, fmt.Sprintf("the page that %q leads to is whole", text), `document.querySelector('.marks') && !(`+intact+`)`)
			tab.open(t, "search/index.html")
		}
	}
	if found < len(all)/2 {
		t.Errorf("only %d of %d payloads are found", found, len(all))
	}
	tab.quiet(t, "search")
}

// TestHostileSettingsInChromium has the payloads in the titles and parameters of sites.
func TestHostileSettingsInChromium(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	var group []string
	for chunk := range slices.Chunk(payloads(), tier.Count(60, 12)) {
		group = append(group, strings.Join(chunk, "\n\n"))
	}
	source, top := t.TempDir(), t.TempDir() // front pages alone are looked at: one session will do
	put(t, filepath.Join(source, "-srv-fine", "s.jsonl"), string(encode(t, briefRecords([]string{"fine"}, "s"))))
	var names []string
	for i, text := range group {
		c := config.Default()
		dir := filepath.Join(top, fmt.Sprintf("p%03d", i))
		c.Title, c.Description, c.Sources, c.Destination = text, text, []string{source}, dir
		c.Search.Scope = config.ScopeOff
		c.Theme.Params = map[string]any{"footer": text, text: text, "motto": text}
		if _, err := generator.Build(context.Background(), generator.Options{Config: c, Version: text}); err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join(dir, "index.html"))
	}
	visit(t, browser, top, names, func(name string) []string { return []string{name} })
}

// visit opens the pages, and reports what ran, what was asked for and what is not intact.
func visit(t *testing.T, browser context.Context, dir string, names []string, says func(name string) []string) {
	t.Helper()
	visitAt(t, browser, intact, overFile(t, dir), dir, names, says)
}

// visitAt opens them at an address, and evaluates what tells whether they are intact. A name that
// is the folder itself is the address.
func visitAt(t *testing.T, browser context.Context, intact, base, dir string, names []string, says func(name string) []string) {
	t.Helper()
	tab := openTab(t, browser, base)
	var dialogs atomic.Int32
	chromedp.ListenTarget(tab.ctx, func(event any) {
		if _, ok := event.(*cdppage.EventJavascriptDialogOpening); ok {
			dialogs.Add(1)
		}
	})
	// A low window has less to paint.
	err := chromedp.Run(tab.ctx, emulation.SetDeviceMetricsOverride(1300, 150, 1, false), cdppage.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`window.ran=0;window.pwn=()=>{ran++}`).Do(ctx)
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		rel, _ := filepath.Rel(dir, name)
		if err := chromedp.Run(tab.ctx, chromium.Load(strings.TrimSuffix(tab.base+filepath.ToSlash(rel), "."))); err != nil {
			t.Fatalf("%s: %v", rel, err)
		}
		var problem string
		if err := chromedp.Run(tab.ctx, chromedp.Evaluate(intact, &problem)); err != nil || problem != "" {
			t.Errorf("%s: %s %v (%q)", rel, problem, err, says(rel))
		}
		tab.quiet(t, rel)
	}
	if n := dialogs.Load(); n > 0 {
		t.Errorf("%d dialogs opened", n)
	}
}

// intact tells what of a page is not as the page made it.
const intact = `(() => {
	const problems = [];
	if (window.ran) problems.push(ran + ' scripts ran');
	if (({}).onload || ({}).ran) problems.push('the prototype of objects was changed');
	const one = (selector, n) => { const found = document.querySelectorAll(selector).length; if (found !== n) problems.push(found + ' of ' + selector); };
	one('main', 1); one('#main', 1); one('body > .site-foot', 1); one('body > header.site', 1); one('head > title', 1); one('base, iframe, object, embed, marquee, math, textarea', 0);
	one('[onload], [onerror], [onfocus], [ontoggle], [onclick], [style*="url("]', 0);
	for (const a of document.querySelectorAll('a[href], area[href]')) {
		const to = new URL(a.href.baseVal ?? a.href, location.href);
		if (!['file:', 'http:', 'https:', 'mailto:'].includes(to.protocol)) problems.push('a link to ' + to.protocol);
	}
	if (!getComputedStyle(document.body).display.includes('block') || !document.querySelector('main').offsetHeight) problems.push('the page is not visible');
	return problems.join('; ');
})()`

// payloadsOf are the payloads of a session's page.
func payloadsOf(all [][]string, name string) []string {
	var i int
	if !strings.HasPrefix(name, "sessions") {
		return nil
	}
	if _, err := fmt.Sscanf(strings.Split(filepath.ToSlash(name), "/")[1], "p%d", &i); err != nil || i >= len(all) {
		return nil
	}
	return all[i]
}

// briefRecords is a short session with payloads, one after the other, in every place where
// text can stand.
func briefRecords(group []string, session string) []object {
	c := &chain{session: session}
	for i, p := range group {
		c.brief(p, fmt.Sprint("toolu_brief", i))
	}
	return c.list
}

// brief appends records with a payload in every place where text can stand. The call of
// an agent has an id.
func (c *chain) brief(p, call string) {
	c.poison = p
	c.loose(object{"type": "custom-title", "customTitle": p})
	c.loose(object{"type": "tag", "tag": p})
	c.loose(object{"type": "pr-link", "prNumber": 7, "prUrl": p, "prRepository": p})
	c.user([]any{object{"type": "text", "text": p}, image(p), image("image/svg+xml"), object{"type": "image", "source": object{"type": "url", "url": p}},
		object{"type": "document", "title": p, "source": object{"type": "text", "media_type": p, "data": p}}})
	c.user("<command-name>/" + p + "</command-name>\n<command-args>" + p + "</command-args>")
	c.user("<bash-input>" + p + "</bash-input><bash-stdout>" + p + "</bash-stdout>")
	c.user(`<teammate-message teammate_id="a" summary="b">` + p + "</teammate-message>")
	c.assistant(object{"type": "thinking", "thinking": p}, object{"type": "text", "text": p}, object{"type": p, p: p})
	c.assistant(object{"type": "text", "text": "```" + p + "\n" + p + "\n```\n\n| " + p + " | b |\n|---|---|\n| " + p + " | x |\n\n# " + p})
	hunk := object{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []any{"-" + p, "+" + p}}
	for name, input := range map[string]object{ // in any order
		p: {p: p, "deep": object{p: []any{p}}}, "mcp__" + p + "__x": {p: p}, "Bash": {"command": p, "description": p}, "Edit": {"file_path": p, "old_string": p, "new_string": "x"},
		"Read": {"file_path": p + ".md"}, "WebFetch": {"url": p, "prompt": p}, "Grep": {"pattern": p, "path": p},
	} {
		c.call(name, input, object{"stdout": p, "stderr": p, "filePath": p, "structuredPatch": []any{hunk}, "url": p, "result": p, "content": p, p: p,
			"file": object{"filePath": p + ".md", "content": p, "numLines": 1, "startLine": 1, "totalLines": 1}})
	}
	c.assistant(object{"type": "tool_use", "id": call, "name": "Agent", "input": object{"description": p, "prompt": p, "subagent_type": p}})
	c.add(object{"type": "system", "subtype": "away_summary", "content": p})
	c.add(object{"type": "attachment", "attachment": object{"type": "hook_blocking_error", "hookName": p, "command": p, "blockingError": object{"blockingError": p}}})
	c.add(object{"type": "attachment", "attachment": object{"type": "file", "filename": p, "content": object{"type": "text", "file": object{"filePath": p, "content": p}}}})
	c.add(object{"type": p, p: p})
}

// briefAgent is an agent's transcript with payloads in its prompts and its answers.
func briefAgent(group []string, session string) []object {
	c := &chain{session: session}
	for _, p := range group {
		c.poison = p
		c.user(p)
		c.assistant(object{"type": "text", "text": p})
	}
	for _, r := range c.list {
		r["isSidechain"], r["agentId"] = true, "a1"
	}
	return c.list
}
