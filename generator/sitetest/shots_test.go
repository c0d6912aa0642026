package sitetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/themes"
	"steno/tier"
)

// TestShots takes pictures of a page of each kind and of the preview, for eyes to
// judge: in every look, at the width of a telephone, a tablet and a desk, light and
// dark, and as it would be printed. STENO_SHOTS names the folder; STENO_SHOTS_SOURCE
// another archive than the example; STENO_SHOTS_ONLY a part that names must have,
// such as "terminal" or "session".
func TestShots(t *testing.T) {
	folder := os.Getenv("STENO_SHOTS")
	if folder == "" {
		t.Skip("STENO_SHOTS names no folder for pictures")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	source := example
	if s := os.Getenv("STENO_SHOTS_SOURCE"); s != "" {
		source = s
	}
	looks, err := themes.Looks(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, look := range looks {
		t.Run(look.Name, func(t *testing.T) { shootLook(t, folder, source, look.Name) })
	}
}

// shootLook takes the pictures of one look.
func shootLook(t *testing.T, folder, source, look string) {
	c := config.Default()
	c.Sources, c.Destination, c.Jobs, c.Theme.Name = []string{source}, filepath.Join(t.TempDir(), "site"), 2, look
	if _, err := generator.Build(context.Background(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	pages, err := parsePages(c.Destination)
	if err != nil {
		t.Fatal(err)
	}
	names := append(kinds(t, &made{dir: c.Destination, pages: pages}), "preview/index.html", "preview/calls.html", "preview/empty.html")
	c.Destination = filepath.Join(c.Destination, "preview")
	if _, err := themes.Preview(c, true, "test"); err != nil {
		t.Fatal(err)
	}
	tab := openTab(t, chrome.Storage(t), overFile(t, filepath.Dir(c.Destination)))
	for _, name := range names {
		for _, s := range []shot{
			{390, "light"}, {390, "dark"}, {820, "light"}, {820, "dark"}, {1440, "light"}, {1440, "dark"}, {794, "print"},
		} {
			file := fmt.Sprintf("%s-%s-%d-%s.png", look, strings.NewReplacer("/index.html", "", "/", "-", ".html", "").Replace(name), s.width, s.colours)
			if !strings.Contains(file, os.Getenv("STENO_SHOTS_ONLY")) {
				continue
			}
			if err := os.WriteFile(filepath.Join(folder, file), tab.shoot(t, name, s), 0o644); err != nil {
				t.Fatal(err)
			}
			tab.check(t, file+" is not wider than its screen", `document.documentElement.scrollWidth <= innerWidth`)
		}
	}
}

// shot is a way to look at a page.
type shot struct {
	width   int64
	colours string // "light", "dark" or "print"
}

// shoot takes a picture of the upper part of a page.
func (b *tab) shoot(t *testing.T, name string, s shot) []byte {
	t.Helper()
	media := emulation.SetEmulatedMedia()
	if s.colours == "print" {
		media = media.WithMedia("print")
	} else {
		media = media.WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: s.colours}})
	}
	if err := chromedp.Run(b.ctx, emulation.SetDeviceMetricsOverride(s.width, 1800, 1, s.width < 500), media); err != nil {
		t.Fatal(err)
	}
	query := ""
	if strings.HasPrefix(name, "search/") {
		query = "?q=tea"
	}
	b.open(t, name+query)
	if query != "" {
		b.check(t, "something was found", `document.querySelector('#find-results a')`)
	}
	var png []byte
	if err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot(&png)); err != nil {
		t.Fatal(err)
	}
	return png
}

// TestPrint holds what paper needs: nothing stays folded or hidden but runs of steps, help, which tools were used and the words for
// a picture that is printed, no text is above another, no chrome, light colours whatever the reader chose, and of a thread the level
// that is shown.
func TestPrint(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	tab := openTab(t, chrome.Storage(t), overFile(t, site.dir))
	for i, name := range kinds(t, site) {
		if !tier.OneIn(2, i) {
			continue
		}
		tab.open(t, name)
		dark := `localStorage.setItem('steno-scheme', 'dark'); document.documentElement.dataset.theme = 'dark'; document.body.dataset.level = 'prompts'; true`
		if err := chromedp.Run(tab.ctx, chromedp.Evaluate(dark, nil), emulation.SetEmulatedMedia().WithMedia("print")); err != nil {
			t.Fatal(err)
		}
		tab.check(t, name+": the bar is not printed", `!document.querySelector('header.site').checkVisibility()`)
		tab.check(t, name+": the paper is white", `getComputedStyle(document.documentElement).colorScheme === 'light'`)
		tab.check(t, name+": everything is unfolded", `[...document.querySelectorAll('main details:not(.long) > :not(summary)')].every(e => e.closest('[hidden], .needs-js, .thread-tools, .timeline, .find-help, .run-fold, figure > details, details:has(> #uses)') || e.checkVisibility())`)
		tab.check(t, name+": no text is above another", `[...document.querySelectorAll('.excerpt, .clamp')].every(e => e.scrollHeight <= e.clientHeight + 2)`)
		tab.check(t, name+": every message is printed", `[...document.querySelectorAll('.msg, .step')].every(m => m.closest('.run-fold') || m.checkVisibility() && m.getBoundingClientRect().height > 0)`)
		tab.check(t, name+": folded runs stay folded", `[...document.querySelectorAll('.run-fold:not([open]) .step')].every(e => !e.checkVisibility({contentVisibilityAuto: true}) || e.getBoundingClientRect().height === 0)`)
		tab.do(t, `document.documentElement.dataset.level = 'prompts'`)
		tab.check(t, name+": the level is printed", `[...document.querySelectorAll('.thread > .reply, .thread > .run')].every(e => !e.checkVisibility())`)
		tab.do(t, `delete document.documentElement.dataset.level`)
		tab.check(t, name+": nothing scrolls", `[...document.querySelectorAll('main pre, main .code, main .scroll-x')].every(e => e.scrollHeight <= e.clientHeight + 2 && e.scrollWidth <= e.clientWidth + 2)`)
		if err := chromedp.Run(tab.ctx, chromedp.Evaluate(`localStorage.clear()`, nil), emulation.SetEmulatedMedia()); err != nil {
			t.Fatal(err)
		}
	}
}
