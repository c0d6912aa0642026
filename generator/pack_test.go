package generator

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"steno/theme"
)

// fragments makes n fragments of size bytes each; each has an anchor and an
// outline entry.
func fragments(n, size int) []theme.Fragment {
	list := make([]theme.Fragment, n)
	for i := range list {
		anchor := fmt.Sprintf("m-%04d", i)
		list[i] = theme.Fragment{
			HTML: bytes.Repeat([]byte("x"), size), Anchors: []string{anchor},
			Outline: &theme.OutlineItem{Kind: "turn", Text: strings.Repeat("word ", 12), Href: "#" + anchor},
		}
	}
	return list
}

func TestPackerKeepsPagesBelowTheirBudget(t *testing.T) {
	t.Parallel()
	p := newPacker()
	if err := p.pack(slices.Values(fragments(100, 30_000))); err != nil {
		t.Fatal(err)
	}
	total := 0
	for i, page := range p.pages {
		limit := bodyBudget
		if i == 0 {
			limit = firstBudget
		}
		if len(page.body) > limit || len(page.body) == 0 {
			t.Errorf("page %d has %d bytes, want 1 to %d", i+1, len(page.body), limit)
		}
		total += len(page.body)
	}
	if total != 100*30_000 {
		t.Errorf("the pages hold %d bytes, want all %d", total, 100*30_000)
	}
}

func TestPackerGivesALargeFragmentAPageOfItsOwn(t *testing.T) {
	t.Parallel()
	p := newPacker()
	list := fragments(3, 10)
	list[1].HTML = make([]byte, 2*bodyBudget)
	if err := p.pack(slices.Values(list)); err != nil {
		t.Fatal(err)
	}
	if len(p.pages) != 3 || len(p.pages[1].body) != 2*bodyBudget {
		t.Fatalf("got %d pages, want the large fragment alone on the second of three", len(p.pages))
	}
	for i, anchor := range []string{"m-0000", "m-0001", "m-0002"} {
		if p.anchors[anchor] != i+1 {
			t.Errorf("%s is on page %d, want %d", anchor, p.anchors[anchor], i+1)
		}
	}
}

func TestPackerOfNothingHasOneEmptyPage(t *testing.T) {
	t.Parallel()
	p := newPacker()
	if err := p.pack(slices.Values[[]theme.Fragment](nil)); err != nil {
		t.Fatal(err)
	}
	if len(p.pages) != 1 || len(p.outline(1)) != 0 {
		t.Fatalf("got %d pages and an outline of %d entries, want one empty page", len(p.pages), len(p.outline(1)))
	}
}

func TestOutlineReachesEveryPageWithinItsBudget(t *testing.T) {
	t.Parallel()
	p := newPacker()
	if err := p.pack(slices.Values(fragments(5000, 3000))); err != nil {
		t.Fatal(err)
	}
	for number := range p.pages {
		items := p.outline(number + 1)
		seen := map[int]bool{}
		for _, item := range items {
			seen[item.Page] = true
			if item.Here != (item.Page == number+1) {
				t.Fatalf("page %d: entry of page %d has Here = %v", number+1, item.Page, item.Here)
			}
			if want := "#"; item.Here && !strings.HasPrefix(item.Href, want) {
				t.Fatalf("entry on the same page has address %q", item.Href)
			}
		}
		if len(seen) != len(p.pages) {
			t.Fatalf("page %d: the outline reaches %d of %d pages", number+1, len(seen), len(p.pages))
		}
		if size := outlineSize(items); size > 2*outlineBudget {
			t.Fatalf("page %d: the outline takes about %d bytes", number+1, size)
		}
	}
}

func TestPager(t *testing.T) {
	t.Parallel()
	if p := pager(1, 1); p.Links != nil || p.Prev != nil || p.Next != nil {
		t.Errorf("a single page needs no links, got %+v", p)
	}
	p := pager(2, 3)
	if p.Prev.Href != "index.html" || p.Next.Href != "page-3.html" || p.Links[1].Href != "" {
		t.Errorf("pager(2, 3) = %+v", p)
	}
}
