package theme

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"steno/theme/card"
)

func TestPreview(t *testing.T) {
	t.Parallel()
	for _, look := range builtinLooks(t) {
		th, err := Load(nil, Options{Look: look.Name})
		if err != nil {
			t.Fatal(err)
		}
		files := th.Preview(*cannedSite())
		if len(files) < 10 || files[0].Name != "index.html" {
			t.Fatalf("the preview has %d pages", len(files))
		}
		for _, p := range files[0].View.(*PreviewPage).Pages {
			if p.Note == "" {
				t.Errorf("the list of pages does not say what %s shows", p.Text)
			}
		}
		for _, f := range files {
			html := page(t, th, f.View)
			checkPage(t, f.Name, []byte(html))
			for _, wrong := range []string{`href="../`, `href=../`, "/a/assets"} {
				if f.Name == "index.html" && strings.Contains(html, wrong) {
					t.Errorf("%s: %s", f.Name, wrong)
				}
			}
		}
	}
}

// TestPreviewShowsEveryTool keeps the preview whole when a card is added.
func TestPreviewShowsEveryTool(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	var shown []string
	for _, c := range cannedCalls() {
		shown = append(shown, c.tool)
	}
	html := []byte(th.fragmentsOf(cannedCards()))
	for _, name := range card.Names() {
		if !slices.Contains(shown, name) {
			t.Errorf("the preview has no call of %s: add one to canned_calls.go", name)
		}
	}
	for _, state := range []string{"card-failed", "card-rejected", "card-interrupted", "card-missing"} {
		if !bytes.Contains(html, []byte(state)) {
			t.Errorf("the preview shows no call that is %s", state)
		}
	}
}
