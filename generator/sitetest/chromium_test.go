package sitetest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"steno/tier/chromium"
)

// chrome is the one Chromium of these tests.
var chrome = chromium.New(1300, 900)

// tab is one tab of the browser, looking at a site that lies at base.
type tab struct {
	ctx  context.Context
	base string

	mu         sync.Mutex
	complaints []string
	requests   int
}

// openTab opens a tab that reports errors, exceptions, violations of the policy,
// and requests for anything but files of the site.
func openTab(t *testing.T, browser context.Context, base string) *tab {
	t.Helper()
	ctx := chromium.Open(t, browser)
	b := &tab{ctx: ctx, base: base}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.complaints = append(b.complaints, "exception: "+e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning || e.Type == runtime.APITypeAssert {
				b.complaints = append(b.complaints, "console: "+string(e.Type))
			}
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
				b.complaints = append(b.complaints, "log: "+e.Entry.Text+" "+e.Entry.URL)
			}
		case *network.EventRequestWillBeSent:
			// The browser's own controls draw themselves from data: addresses.
			if b.requests++; !strings.HasPrefix(e.Request.URL, b.base) && e.Request.URL != "about:blank" && !strings.HasPrefix(e.Request.URL, "data:") {
				b.complaints = append(b.complaints, "a request leaves the site: "+e.Request.URL)
			}
		}
	})
	if err := chromedp.Run(ctx, network.Enable(), log.Enable(), runtime.Enable()); err != nil {
		t.Fatal(err)
	}
	return b
}

// at lets a tab that is quiet look at another site.
func (b *tab) at(base string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.base = base
}

// open goes to a page of the site.
func (b *tab) open(t *testing.T, page string) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromium.Go(b.base+page)); err != nil {
		t.Fatalf("%s: %v", page, err)
	}
}

// check waits until a JavaScript condition holds.
func (b *tab) check(t *testing.T, what, condition string) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromium.Until(condition)); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// do runs a script in the page.
func (b *tab) do(t *testing.T, script string) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Evaluate(script+";0", nil)); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
}

// always runs a script at the start of each page until the function it gives is called.
func (b *tab) always(t *testing.T, script string) (forget func()) {
	t.Helper()
	var id cdpage.ScriptIdentifier
	run := func(act func(context.Context) error) {
		if err := chromedp.Run(b.ctx, chromedp.ActionFunc(act)); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
	}
	run(func(ctx context.Context) (err error) {
		id, err = cdpage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
	return func() { run(cdpage.RemoveScriptToEvaluateOnNewDocument(id).Do) }
}

// quiet reports what the browser complained of since the last call.
func (b *tab) quiet(t *testing.T, page string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		t.Errorf("%s: %s", page, c)
	}
	if b.requests == 0 {
		t.Errorf("%s: the browser asked for nothing", page)
	}
	b.complaints, b.requests = nil, 0
}

// overHTTP serves a folder below /a/b/ and gives the address; the log of a
// request outside is a 404, which the browser complains of.
func overHTTP(t *testing.T, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.StripPrefix("/a/b/", http.FileServer(http.Dir(dir))))
	t.Cleanup(server.Close)
	return server.URL + "/a/b/"
}

func overFile(t *testing.T, dir string) string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(abs), "/") + "/"}
	return u.String()
}
