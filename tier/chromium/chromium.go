// Package chromium provides tests with a browser. All tests of a package share one process, as starting
// one takes seconds of processor time; each test has its own browser context, so that no
// test sees the storage, cookies or cache of another. It is imported by tests only.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
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
			chromedp.NoFirstRun, chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-quic", true), chromedp.WindowSize(width, height),
			// Fewer processes: a tenth less processor time.
			chromedp.Flag("in-process-gpu", true), chromedp.Flag("enable-features", "NetworkServiceInProcess2"),
			chromedp.Flag("no-zygote", true),
			// Pages live for a second, in which compiling scripts well does not pay: another tenth.
			chromedp.Flag("js-flags", "--no-opt,--no-maglev"))
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

// Tab opens an empty tab with separate storage for a test and its subtests, or skips.
func (b *Browser) Tab(t testing.TB) context.Context {
	t.Helper()
	return Open(t, b.Storage(t))
}

// Storage returns a context in which tabs are opened that share their storage with each other and
// with no other test, or skips.
func (b *Browser) Storage(t testing.TB) context.Context {
	t.Helper()
	Need(t)
	browser, err := b.start()
	if err != nil {
		t.Skipf("Chromium does not start: %v", err)
	}
	// Each page has its own limit, as a tab of the long tier looks at hundreds of them. All of them
	// end early enough to say what failed.
	ctx, cancel := context.WithCancel(browser)
	t.Cleanup(cancel)
	if own, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := own.Deadline(); ok {
			ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Minute/2))
			t.Cleanup(cancel)
		}
	}
	id, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ofBrowser(ctx))
	if err != nil {
		t.Fatalf("making storage: %v", err)
	}
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	chromedp.FromContext(ctx).BrowserContextID = id
	return ctx
}

// Open opens an empty tab in a storage. It has its own window: without one there is nothing to open the first
// tab of a storage in. The tab does not report its elements and styles: a copy of each document costs
// processor time. So actions of chromedp that take selectors find nothing; see Type, Click and Until.
func Open(t testing.TB, storage context.Context) context.Context {
	t.Helper()
	id := chromedp.FromContext(storage).BrowserContextID
	window, err := target.CreateTarget("about:blank").WithBrowserContextID(id).WithNewWindow(true).Do(ofBrowser(storage))
	if err != nil {
		t.Fatalf("opening a window: %v", err)
	}
	ctx, cancel := chromedp.NewContext(storage, chromedp.WithTargetID(window))
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx, css.Disable(), dom.Disable()); err != nil {
		t.Fatalf("attaching to a tab: %v", err)
	}
	return ctx
}

// ofBrowser returns a context for commands to the browser itself.
func ofBrowser(ctx context.Context) context.Context {
	return cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
}

// Type types into the element that a selector finds.
func Type(selector, text string) chromedp.Action {
	return chromedp.Tasks{chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).focus()", selector), nil), chromedp.KeyEvent(text)}
}

// Click clicks in the middle of the element that a selector finds, with the mouse.
func Click(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var at struct{ X, Y float64 }
		find := fmt.Sprintf(`(e => {
			e.scrollIntoView({ block: 'nearest', behavior: 'instant' });
			const b = e.getBoundingClientRect();
			return { X: b.left + b.width / 2, Y: b.top + b.height / 2 };
		})(document.querySelector(%q))`, selector)
		if err := chromedp.Evaluate(find, &at).Do(ctx); err != nil {
			return err
		}
		return chromedp.MouseClickXY(at.X, at.Y).Do(ctx)
	})
}

// Patience is how long tests wait for what a browser takes a moment for. A machine that does other
// work takes much longer.
const Patience = 2 * time.Minute

// Until waits until a condition of the page is true.
func Until(condition string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		ok, err := false, error(nil)
		for end, wait := time.Now().Add(Patience), 5*time.Millisecond; time.Now().Before(end) && ctx.Err() == nil; wait = min(2*wait,
			80*time.Millisecond) {
			if err = chromedp.Evaluate("!!("+condition+")", &ok).Do(ctx); err == nil && ok {
				return nil
			}
			time.Sleep(wait)
		}
		return errors.Join(fmt.Errorf("it does not hold that %s", condition), err)
	})
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
			if err := Load("about:blank").Do(ctx); err != nil {
				return err
			}
		}
		return Load(url).Do(ctx)
	})
}

// Load is Go for a page that the tab does not show.
func Load(url string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, Patience)
		defer cancel()
		return chromedp.Navigate(url).Do(ctx)
	})
}
