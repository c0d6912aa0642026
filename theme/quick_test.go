package theme

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"steno/theme/quick"
)

// TestTemplatesAreQuick checks that pages are those of html/template, and that none is executed by it as well
// because of something that package quick does not know.
func TestTemplatesAreQuick(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	calls := 0
	funcs := th.funcs(DefaultLook, Options{})
	find := th.assets.find
	funcs["asset"] = func(name string) (string, error) { calls++; return find(name) }
	set := quick.New(th.templates.Funcs(funcs), quick.Escape(th.templates), funcs)
	for name, view := range cannedPages(th) {
		root, err := templateOf(view)
		if err != nil {
			t.Fatal(err)
		}
		var want, got bytes.Buffer
		calls = 0
		if err := th.templates.ExecuteTemplate(&want, root, view); err != nil {
			t.Fatal(err)
		}
		once := calls
		for range 2 { // it is compiled when it is executed first
			got.Reset()
			calls = 0
			if err := set.Execute(&got, root, view); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("%s: the page is not that of html/template", name)
		}
		if calls != once {
			t.Errorf("%s: a part of it is not compiled", name)
		}
	}
}

// TestNoTemplateIsCalledInATag checks what package quick cannot know: html/template makes a copy, under another name, of a
// template that is called in a tag, and leaves it out of the set.
func TestNoTemplateIsCalledInATag(t *testing.T) {
	t.Parallel()
	th := loaded(t)
	for _, tm := range th.templates.Templates() {
		_ = th.templates.ExecuteTemplate(io.Discard, tm.Name(), nil) // chooses the escapers, even if it fails for nil
		if tm.Tree == nil || tm.Tree.Root == nil {                   // it cannot be executed by itself
			continue
		}
		if text := tm.Tree.Root.String(); strings.Contains(text, "$htmltemplate_") {
			t.Errorf("%s calls a template in a tag, so it takes several times as long:\n%s", tm.Name(), text)
		}
	}
}
