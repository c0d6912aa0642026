package theme

import (
	"os/exec"
	"strings"
	"testing"
)

// bundleStub is a document that has a page with two scripts, and lists what the router of an
// export hands to setTimeout.
const bundleStub = `
const timers = [], started = []
const head = { append() {} }
const page = { dataset: { page: 'index.html', title: '', kind: '', scripts: 'a.js b.js' } }
globalThis.CSS = { escape: s => s }
globalThis.location = { hash: '' }
globalThis.addEventListener = () => {}
globalThis.setTimeout = f => timers.push(f)
globalThis.document = {
  documentElement: { outerHTML: '' }, head, body: { append: s => started.push(s.textContent) },
  getElementById: () => page, querySelectorAll: () => [], addEventListener() {},
  createElement: () => ({}), querySelector: q => ({ textContent: q }),
};
`

// The router of an export starts the scripts of a page, and sets a timer only for a tag that
// wants to know when it was loaded.
func TestBundleSetsNoTimersForScripts(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("the router of exports is NOT tested: no node here")
	}
	router, err := builtin.ReadFile("assets/js/bundle.js")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-")
	cmd.Stdin = strings.NewReader(bundleStub + string(router) + `
head.append({ localName: 'script', getAttribute: () => 'c.js', onload: 'loaded' })
console.log(started.length, JSON.stringify(timers))
`)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := strings.TrimSpace(string(out)); got != `3 ["loaded"]` {
		t.Errorf("scripts that were started, and timers: %s", got)
	}
}
