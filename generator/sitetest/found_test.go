package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/search/query"
)

const foundSession = "5ea50000-0000-4000-8000-0000000000f1"

// foldedSource is a session with text in places that are folded away: a skill, what a hook printed, the end of a background
// task, what a command says, an output in a separate file.
func foldedSource(t *testing.T) string {
	t.Helper()
	source := filepath.Join(t.TempDir(), "projects", "-srv-tide")
	var lines strings.Builder
	parent := "null"
	record := func(id, rest string) {
		lines.WriteString(`{"sessionId":"` + foundSession + `","cwd":"/srv/tide","timestamp":"2026-10-01T08:00:00.000Z","parentUuid":` + parent +
			`,"uuid":"` + id + `0000000-0000-4000-8000-000000000000",` + rest + "}\n")
		parent = `"` + id + `0000000-0000-4000-8000-000000000000"`
	}
	says := func(text string) string { return `"message":{"role":"user","content":"` + text + `"}` }
	result := func(id, text string) string {
		return `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"` + text + `"}]}`
	}
	record("a", `"type":"user",`+says(`<command-message>survey</command-message>\n<command-name>/survey</command-name>\n<command-contents>Look for kelpword</command-contents>`))
	call := func(id, name, input string) string {
		return `"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":` + input + `}]}`
	}
	record("b", call("t1", "Skill", `{"skill":"tides"}`))
	record("8", call("t2", "Bash", `{"command":"make gauge","run_in_background":true}`))
	record("9", call("t3", "Bash", `{"command":"find /"}`))
	record("c", result("t1", "Launching skill: tides"))
	record("d", `"type":"user","isMeta":true,"sourceToolUseID":"t1",`+says("Base directory for this skill: /srv/tide\\n\\n# Tides\\n\\nMind the limpetword."))
	record("e", result("t2", "Command running in background with ID: b1"))
	record("f", result("t3", `<persisted-output>\nOutput too large (60KB). Full output saved to: /x/t3.txt\n\nPreview`))
	record("1", `"type":"attachment","attachment":{"type":"hook_additional_context","hookName":"PostToolUse:Bash","toolUseID":"t3","hookEvent":"PostToolUse","content":["Beware of the whelkword."]}`)
	record("2", `"type":"user",`+says(`<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>t2</tool-use-id>\n<status>completed</status>\n<summary>Gauge made</summary>\n<result>A musselword was seen.</result>\n</task-notification>`))
	put(t, filepath.Join(source, foundSession+".jsonl"), lines.String())
	put(t, filepath.Join(source, foundSession, "tool-results", "t3.txt"), "x\nsome oysterword\n"+strings.Repeat("a line of the shore\n", 40)+"an urchinword\n"+
		strings.Repeat("a line of the shore\n", 9000)+"the last barnacleword\n")
	return source
}

// foldedSite is the site of that session, and its index.
func foldedSite(t *testing.T) (dir string, ix *query.Index) {
	t.Helper()
	dir = t.TempDir()
	buildInto(t, dir, foldedSource(t), 1)
	ix, err := query.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return dir, ix
}

// TestFoldedIsFound: what is folded into calls and commands is found, at a message of its page.
func TestFoldedIsFound(t *testing.T) {
	t.Parallel()
	dir, ix := foldedSite(t)
	data, err := os.ReadFile(filepath.Join(dir, "sessions", foundSession, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"kelpword", "limpetword", "whelkword", "musselword", "oysterword", "urchinword", "barnacleword"} {
		a, err := ix.Search(t.Context(), word, query.Options{})
		if err != nil || len(a.Hits) != 1 {
			t.Errorf("%s: %d hits, %v", word, len(a.Hits), err)
			continue
		}
		if id := a.Hits[0].Anchor; id == "" || !strings.Contains(string(data), "id="+id) {
			t.Errorf("%s: the page has no %q", word, id)
		}
	}
}

// TestLandingInBoxes: what is found in a box that scrolls is scrolled to, and of what only a file has the page links to the file.
func TestLandingInBoxes(t *testing.T) {
	t.Parallel()
	dir, ix := foldedSite(t)
	place := func(word string) string {
		a, err := ix.Search(t.Context(), word, query.Options{})
		if err != nil || len(a.Hits) != 1 {
			t.Fatalf("%s: %d hits, %v", word, len(a.Hits), err)
		}
		return a.Hits[0].Page + "?mark=" + word + "#" + a.Hits[0].Anchor
	}
	const link = `document.querySelector('.marks a')`
	for _, base := range []string{overHTTP(t, dir), overFile(t, dir)} {
		tab := openTab(t, chrome.Storage(t), base)
		tab.open(t, place("urchinword"))
		tab.check(t, "the mark is in view, and within its box", `(range => { const r = range.getBoundingClientRect(), box = range.startContainer.parentElement.closest('pre').getBoundingClientRect();
			return r.height > 0 && r.top > 0 && r.bottom < innerHeight && r.top >= box.top && r.bottom <= box.bottom })([...CSS.highlights.get('found-now')][0])`)
		tab.check(t, "a mark that is shown needs no file", `!`+link)
		tab.open(t, place("barnacleword"))
		tab.check(t, "what is not shown is linked", `document.querySelector('.marks-count').textContent === 'not shown on this page' && /files\/[0-9a-f]+\.txt#:~:text=barnacleword$/.test(`+link+`.href)`)
		tab.do(t, link+`.click()`)
		tab.check(t, "the file has it", `document.body.textContent.includes('the last barnacleword')`)
	}
}

// TestCopiesOnce: a text that several sessions have is one result, by command and page.
func TestCopiesOnce(t *testing.T) {
	t.Parallel()
	source, dir := t.TempDir(), t.TempDir()
	for i, own := range []string{"heron", "egret", "stork"} {
		id := fmt.Sprintf("5ea50000-0000-4000-8000-0000000000c%d", i)
		record := func(uuid, parent, rest string) string {
			return fmt.Sprintf(`{"sessionId":"%s","cwd":"/srv/tide","timestamp":"2026-10-0%dT08:00:00.000Z","parentUuid":%s,"uuid":"%s%d000000-0000-4000-8000-000000000000",%s}`+"\n", id, i+1, parent, uuid, i, rest)
		}
		put(t, filepath.Join(source, "projects", "-srv-tide", id+".jsonl"),
			record("a", "null", `"type":"user","message":{"role":"user","content":"Watch the `+own+`"}`)+
				record("b", fmt.Sprintf(`"a%d000000-0000-4000-8000-000000000000"`, i), `"type":"assistant","message":{"id":"m`+own+`","role":"assistant","content":[{"type":"text","text":"The sanderling runs where the last wave ended, and turns with the next one."}]}`))
	}
	buildInto(t, dir, source, 1)
	ix, err := query.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if a, err := ix.Search(t.Context(), "sanderling", query.Options{Limit: 10}); err != nil || len(a.Hits) != 1 || a.Hits[0].Copies != 2 {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := ix.Search(t.Context(), "sanderling", query.Options{}); err != nil || len(a.Hits) != 3 {
		t.Errorf("of all hits: %+v, %v", a, err)
	}
	tab := openTab(t, chrome.Storage(t), overFile(t, dir))
	tab.open(t, "search/index.html?q=sanderling")
	tab.check(t, "the text is shown once", `document.querySelectorAll('.find-hit').length === 1 && document.querySelectorAll('.find-group').length === 1`)
	tab.check(t, "copies are counted", `(all => all.length === 2 && all.every((a) => /#m-/.test(a.href)))([...document.querySelectorAll('.find-hit + .find-twins > a')])`)
	tab.quiet(t, "search/index.html")
}
