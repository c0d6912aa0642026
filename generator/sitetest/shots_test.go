package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestShots takes pictures of a page of each kind, for eyes to judge: at the width
// of a telephone and of a desk, light and dark. STENO_SHOTS names the folder;
// STENO_SHOTS_SOURCE another archive than the example.
func TestShots(t *testing.T) {
	folder := os.Getenv("STENO_SHOTS")
	if folder == "" {
		t.Skip("STENO_SHOTS names no folder for pictures")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	site := get(t, madeExample)
	if source := os.Getenv("STENO_SHOTS_SOURCE"); source != "" {
		var err error
		if site, err = makeSite(source, "shots"); err != nil {
			t.Fatal(err)
		}
	}
	tab := openTab(t, chromium(t), overFile(t, site.dir))
	for _, page := range kinds(t, site) {
		for _, width := range []int64{390, 1440} {
			for _, colours := range []string{"light", "dark"} {
				name := fmt.Sprintf("%s-%d-%s.png", strings.NewReplacer("/index.html", "", "/", "-", ".html", "").Replace(page), width, colours)
				if err := os.WriteFile(filepath.Join(folder, name), shoot(t, tab, page, width, colours), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		tab.check(t, page+" is not wider than a telephone", `document.documentElement.scrollWidth <= innerWidth`)
	}
}

// shoot takes a picture of the upper part of a page.
func shoot(t *testing.T, tab *tab, page string, width int64, colours string) []byte {
	t.Helper()
	height := int64(2400)
	if width > 1000 {
		height = 1800
	}
	var png []byte
	err := chromedp.Run(tab.ctx,
		emulation.SetDeviceMetricsOverride(width, height, 1, width < 500),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colours}}))
	if err != nil {
		t.Fatal(err)
	}
	query := ""
	if strings.HasPrefix(page, "search/") {
		query = "?q=tea"
	}
	tab.open(t, page+query)
	if query != "" {
		tab.check(t, "something was found", `document.querySelector('#find-results a')`)
	}
	if err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot(&png)); err != nil {
		t.Fatal(err)
	}
	return png
}
