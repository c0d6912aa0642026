package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"steno/tier"
)

// TestLargeSession builds a session of 20 MB (4 in the plain tier) and opens its first page from disk in a
// browser slowed down four times: nothing shifts, no page passes its budget. When it was
// painted is told and not held, as machines differ; run it with -v.
func TestLargeSession(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	source, dir := t.TempDir(), t.TempDir()
	read := writeLarge(t, filepath.Join(source, "large.jsonl"))
	buildInto(t, dir, source, 2)
	pages, _ := filepath.Glob(filepath.Join(dir, "sessions", "*", "*.html"))
	most := int64(0)
	for _, name := range pages {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if most = max(most, info.Size()); info.Size() > 400_000 {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
	}
	tab := openTab(t, browser, overFile(t, dir))
	observe := `window.shift = 0; window.largest = 0
		new PerformanceObserver(l => l.getEntries().forEach(e => { if (!e.hadRecentInput) shift += e.value })).observe({type: 'layout-shift', buffered: true})
		new PerformanceObserver(l => l.getEntries().forEach(e => { largest = e.startTime })).observe({type: 'largest-contentful-paint', buffered: true})`
	err := chromedp.Run(tab.ctx, emulation.SetCPUThrottlingRate(4), cdppage.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(observe).Do(ctx)
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	tab.open(t, "sessions/large/index.html")
	tab.check(t, "the page is painted", `window.largest > 0 && document.readyState === 'complete'`)
	var first, largest, shift float64
	if err := chromedp.Run(tab.ctx, chromedp.Evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`, &first),
		chromedp.Evaluate(`largest`, &largest), chromedp.Evaluate(`shift`, &shift)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes of transcript, %d pages, the largest of %d bytes; first paint after %.0f ms, largest after %.0f ms, layout shift %.4f", read, len(pages), most, first, largest, shift)
	if shift >= 0.05 {
		t.Errorf("the page shifts by %.3f", shift)
	}
	tab.quiet(t, "large")
}

// writeLarge writes a large session: prompts, replies in Markdown, thinking, calls that
// read, edit and run, with results of all lengths.
func writeLarge(t *testing.T, name string) int {
	t.Helper()
	var b strings.Builder
	parent, n := "null", 0
	add := func(kind string, content any, more string) {
		n++
		data, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, `{"type":%q,"uuid":"%08x-0000","parentUuid":%s,"sessionId":"large","cwd":"/srv/lamps","timestamp":"2026-02-%02dT%02d:%02d:%02d.000Z","message":{"id":"m%d","role":%q,"model":"claude-x","content":%s}%s}`+"\n",
			kind, n, parent, 1+n/86400, n/3600%24, n/60%60, n%60, n, kind, data, more)
		parent = fmt.Sprintf(`"%08x-0000"`, n)
	}
	for turn := 0; b.Len() < tier.Count(4, 20)<<20; turn++ {
		add("user", fmt.Sprintf("Mend lamp %d, and tell what was wrong with it.", turn), "")
		for step := range 12 {
			id := fmt.Sprintf("t%d-%d", turn, step)
			add("assistant", []any{object{"type": "thinking", "thinking": strings.Repeat("The wick may be wet. ", 20)}, object{"type": "text", "text": "## Lamp\n\nI look at `lamp.go`:\n\n```go\nfunc Light() error { return nil }\n```\n\n- dry\n- **lit**"}}, "")
			tool := []object{{"command": "go test ./..."}, {"file_path": "/srv/lamps/lamp.go"}, {"file_path": "/srv/lamps/lamp.go", "old_string": "dark", "new_string": "lit"}}[step%3]
			add("assistant", []any{object{"type": "tool_use", "id": id, "name": []string{"Bash", "Read", "Edit"}[step%3], "input": tool}}, "")
			add("user", []any{object{"type": "tool_result", "tool_use_id": id, "content": strings.Repeat(fmt.Sprintf("%5d\tfunc Lamp%d() { light(%d) } // the one at the pier\n", step, turn, step), 10+turn*step%150)}}, "")
		}
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
