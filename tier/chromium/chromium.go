// Package chromium provides tests with a browser. All tests of a package share one process, as starting
// one takes seconds of processor time; each test has a browser context of its own, so that no
// test sees the storage, cookies or cache of another. It is imported by tests only.
package chromium

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"steno/tier"
)

// Browser is the Chromium of one package's tests. It starts when the first test asks for it.
type Browser struct {
	start func() (context.Context, error)
	stop  func()
}

// New returns a browser whose windows have a size: Chromium's shell without windows, which takes
// two thirds of the processor time, where it is installed. Close it in TestMain.
func New(width, height int) *Browser { return launch(shellOrWhole(), width, height) }

// NewWhole is New with the whole Chromium, for tests that depend on how pages keep their place
// while they are loaded again: the shell estimates the heights of what it has not drawn.
func NewWhole(width, height int) *Browser { return launch(whole(), width, height) }

func launch(program string, width, height int) *Browser {
	b := &Browser{stop: func() {}}
	b.start = sync.OnceValues(func() (context.Context, error) {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-quic", true), chromedp.WindowSize(width, height),
			// Fewer processes: a tenth less processor time.
			chromedp.Flag("in-process-gpu", true), chromedp.Flag("enable-features", "NetworkServiceInProcess2"))
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stop := chromedp.NewContext(allocator)
		b.stop = func() { stop(); stopAllocator() }
		return ctx, chromedp.Run(ctx, chromedp.Navigate("about:blank"))
	})
	return b
}

// Close ends the browser, if it was started.
func (b *Browser) Close() { b.stop() }

// shellOrWhole returns the path of Chromium's shell where both are installed, else whole.
func shellOrWhole() string {
	// Debian's command is a script that starts the program as its child: killed, it would leave the
	// browser behind. So the program itself is started.
	if path, err := exec.LookPath("/usr/lib/chromium/chromium-headless-shell"); err == nil && whole() != "" {
		return path
	}
	return whole()
}

// whole returns the path of Chromium, or "" if none is installed.
func whole() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Need skips the test where no Chromium is installed, and in short runs.
func Need(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: starts no browser")
	}
	if whole() == "" {
		t.Skip("no Chromium is installed: this is NOT tested in it")
	}
}

// Tab opens an empty tab with storage of its own for a test and its subtests, or skips. Tabs that
// are opened from its context share the storage.
func (b *Browser) Tab(t testing.TB) context.Context {
	t.Helper()
	Need(t)
	browser, err := b.start()
	if err != nil {
		t.Skipf("Chromium does not start: %v", err)
	}
	// A tab of the long tier looks at hundreds of pages, which takes four minutes where the machine does other work, too.
	ctx, cancel := context.WithTimeout(browser, time.Duration(tier.Count(4, 8))*time.Minute)
	t.Cleanup(cancel)
	storage, window, err := open(ctx)
	if err != nil {
		t.Fatalf("opening a window: %v", err)
	}
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithTargetID(window))
	t.Cleanup(cancel)
	chromedp.FromContext(ctx).BrowserContextID = storage // for the tabs opened from this one
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("attaching to a tab: %v", err)
	}
	return ctx
}

// Go loads a page in a tab. Where the tab shows the page already, at whatever fragment, it is
// loaded again.
func Go(url string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var now string
		if err := chromedp.Location(&now).Do(ctx); err != nil {
			return err
		}
		now, _, _ = strings.Cut(now, "#")
		if page, _, _ := strings.Cut(url, "#"); now == page {
			if err := chromedp.Navigate("about:blank").Do(ctx); err != nil {
				return err
			}
		}
		return chromedp.Navigate(url).Do(ctx)
	})
}

// open opens a window with storage of its own. chromedp opens tabs only, and a browser context has no
// window to open them in before it has a tab.
func open(ctx context.Context) (cdp.BrowserContextID, target.ID, error) {
	ctx = cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
	storage, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx)
	if err != nil {
		return "", "", err
	}
	window, err := target.CreateTarget("about:blank").WithBrowserContextID(storage).WithNewWindow(true).Do(ctx)
	return storage, window, err
}
