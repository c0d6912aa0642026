package theme

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"steno/tier/chromium"
)

// The timeline has cards and zoom once somebody comes near, and wide windows have a minimap.
func TestTimelineInChromium(t *testing.T) {
	ctx, complaints := browser(t)
	page := "file://" + filepath.ToSlash(site(t)) + "/session.html"
	var box struct{ Left, Right, Y float64 }
	expect := func(what, script string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			if err := chromium.Until(script).Do(ctx); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			return nil
		})
	}
	key := func(k string) chromedp.Action {
		return chromedp.Evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '`+k+`', bubbles: true, cancelable: true}))`, nil)
	}
	err := chromedp.Run(ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(page),
		expect("without a visitor, nothing is loaded", `!document.querySelector('.timeline [data-card]')`),
		chromedp.Evaluate(`document.querySelector('.events .e-commit').closest('a').focus()`, nil),
		expect("the focus shows a card", `document.querySelector('.tl-card:not([hidden]) b')?.textContent.length === 5`),
		expect("the mark keeps its name", `document.activeElement.getAttribute('aria-label').includes('Commit 1a2b3c4')`),
		key("+"),
		expect("plus zooms in", `document.querySelector('.timeline.zoomed') && document.querySelector('.tl-curve svg').getAttribute('viewBox').split(' ')[2] === '5000'`),
		expect("the focus stays in the picture", `(b => { const a = document.activeElement.getBoundingClientRect(), c = document.querySelector('.tl-back').getBoundingClientRect(); return a.left >= c.left - 8 && a.right <= c.right + 8 })()`),
		key("0"),
		expect("zero shows all", `!document.querySelector('.timeline.zoomed')`),
		chromedp.Evaluate(`(b => ({left: b.left, right: b.right, y: b.top + 10}))(document.querySelector('.tl-back').getBoundingClientRect())`, &box),
	)
	if err != nil {
		t.Fatal(err)
	}
	middle := (box.Left + box.Right) / 2
	err = chromedp.Run(ctx,
		input.DispatchMouseEvent(input.MousePressed, box.Left+2, box.Y).WithButton(input.Left).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, middle, box.Y).WithButton(input.Left),
		input.DispatchMouseEvent(input.MouseReleased, middle, box.Y).WithButton(input.Left).WithClickCount(1),
		expect("dragging zooms", `(w => w > 4500 && w < 5200)(+document.querySelector('.tl-curve svg').getAttribute('viewBox').split(' ')[2])`),
		expect("dragging follows no link", `!location.hash`),
		chromium.Click(`[data-zoom="0"]`),
		expect("the button shows all", `!document.querySelector('.timeline.zoomed')`),
		expect("a narrow window has no minimap", `!document.querySelector('.minimap')`),
		chromedp.EmulateViewport(1700, 900),
		expect("a wide one has", `document.querySelectorAll('.minimap > .mm-prompt').length === document.querySelectorAll('.thread > .prompt').length`),
		chromedp.MouseClickXY(1690, 880),
		expect("it scrolls", `scrollY > 200`),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range complaints() {
		t.Errorf("the browser says: %s", c)
	}
}
