package pages

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"steno/generator/address"
	"steno/theme"
	"steno/theme/view"
	"steno/tier"
)

// fragments makes n fragments of size bytes each; each has an anchor and an
// outline entry.
func fragments(n, size int) []theme.Fragment {
	list := make([]theme.Fragment, n)
	for i := range list {
		anchor := fmt.Sprintf("m-%04d", i)
		list[i] = theme.Fragment{
			HTML: bytes.Repeat([]byte("x"), size), Anchors: []string{anchor},
			Outline: &view.OutlineItem{Kind: "turn", Text: strings.Repeat("word ", 12), Href: "#" + anchor},
		}
	}
	return list
}

func TestPackerKeepsPagesBelowTheirBudget(t *testing.T) {
	t.Parallel()
	p := newPacker(&spool{}, address.Page)
	if err := p.pack(slices.Values(fragments(100, 30_000))); err != nil {
		t.Fatal(err)
	}
	total := 0
	for i, page := range p.pages {
		limit := bodyBudget + turnRoom
		if i == 0 {
			limit = firstBudget
		}
		if page.size > limit || page.size == 0 {
			t.Errorf("page %d has %d bytes, want 1 to %d", i+1, page.size, limit)
		}
		total += page.size
	}
	if total != 100*30_000 {
		t.Errorf("the pages hold %d bytes, want all %d", total, 100*30_000)
	}
}

// What hardly compresses fills a first page sooner.
func TestPackerWeighsTheFirstPage(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	list := fragments(100, 3_000)
	for i := range list {
		for j := range list[i].HTML {
			list[i].HTML[j] = byte('a' + random.IntN(26))
		}
	}
	p := newPacker(&spool{}, address.Page)
	if err := p.pack(slices.Values(list)); err != nil {
		t.Fatal(err)
	}
	if first := p.pages[0].size; first > unweighed || first < firstWeight || len(p.pages) != 2 {
		t.Errorf("the first of %d pages has %d bytes, want at most %d and the rest on the second", len(p.pages), first, unweighed)
	}
}

// A turn that is a little larger than a page is not cut for its last steps.
func TestPackerEndsATurnOnItsPage(t *testing.T) {
	t.Parallel()
	list := fragments(43, 7_200)
	for i := range list {
		list[i].Kind = theme.FragmentRun
		if list[i].Outline.Text = ""; i > 1 {
			list[i].Outline = nil
		}
	}
	list[0].Kind, list[1].Kind = theme.FragmentPrompt, theme.FragmentPrompt
	p := newPacker(&spool{}, address.Page)
	if err := p.pack(slices.Values(list)); err != nil {
		t.Fatal(err)
	}
	if len(p.pages) != 2 || p.pages[1].size != 42*7_200 {
		t.Errorf("%d pages, the second with %d bytes, want 2 and all of the turn", len(p.pages), p.pages[1].size)
	}
}

func TestPackerGivesALargeFragmentAPageOfItsOwn(t *testing.T) {
	t.Parallel()
	p := newPacker(&spool{}, address.Page)
	list := fragments(3, 10)
	list[1].HTML = make([]byte, 2*bodyBudget)
	if err := p.pack(slices.Values(list)); err != nil {
		t.Fatal(err)
	}
	if len(p.pages) != 3 || p.pages[1].size != 2*bodyBudget {
		t.Fatalf("got %d pages, want the large fragment alone on the second of three", len(p.pages))
	}
	for i, anchor := range []string{"m-0000", "m-0001", "m-0002"} {
		if p.anchors.Of(anchor) != i+1 {
			t.Errorf("%s is on page %d, want %d", anchor, p.anchors.Of(anchor), i+1)
		}
	}
}

// The target of an answer is the result of the question, which may be on an earlier page than the answer.
func TestContinuesAnAnswer(t *testing.T) {
	t.Parallel()
	p := newPacker(&spool{}, address.Page)
	list := fragments(4, 150_000)
	list[1].Anchors, list[1].Outline, list[3].Outline = append(list[1].Anchors, "m-result"), nil, nil
	list[0].HTML, list[1].HTML = list[0].HTML[:9], list[1].HTML[:9]
	list[2].Outline.Href, list[2].HTML, list[3].HTML = "#m-result", bytes.Repeat([]byte("x"), 250_000), list[3].HTML[:99_000]
	if err := p.pack(slices.Values(list)); err != nil {
		t.Fatal(err)
	}
	if item := p.continues(len(p.pages)); len(p.pages) != 3 || item == nil || item.Href != "index.html#m-result" || item.Page != 2 {
		t.Errorf("the last of %d pages continues %+v", len(p.pages), item)
	}
}

func TestPackerOfNothingHasOneEmptyPage(t *testing.T) {
	t.Parallel()
	p := newPacker(&spool{}, address.Page)
	if err := p.pack(slices.Values[[]theme.Fragment](nil)); err != nil {
		t.Fatal(err)
	}
	if len(p.pages) != 1 || len(p.outline(1)) != 0 {
		t.Fatalf("got %d pages and an outline of %d entries, want one empty page", len(p.pages), len(p.outline(1)))
	}
}

func TestOutlineReachesEveryPageWithinItsBudget(t *testing.T) {
	t.Parallel()
	for _, n := range []int{50, 5000, 100_000} {
		p := newPacker(&spool{}, address.Page)
		defer p.spool.close()
		if err := p.pack(slices.Values(fragments(n, 3000))); err != nil {
			t.Fatal(err)
		}
		for number := 1; number <= len(p.pages); number += 1 + n/tier.Count(500, 5000) {
			items := p.outline(number)
			next := 1
			for _, item := range items {
				if item.Page != next && (item.Page != number || next != number+1) {
					t.Fatalf("page %d of %d: an entry of page %d stands where page %d should", number, len(p.pages), item.Page, next)
				}
				if next = max(item.Page, item.To) + 1; item.To > 0 && item.Page >= number-nearPages && item.Page <= number+nearPages {
					t.Fatalf("page %d: pages %d to %d, which are near, are one entry", number, item.Page, item.To)
				}
				if item.Here != (item.Page == number) || item.Here != strings.HasPrefix(item.Href, "#") {
					t.Fatalf("page %d: the entry of page %d has Here = %v and the address %q", number, item.Page, item.Here, item.Href)
				}
			}
			if next != len(p.pages)+1 {
				t.Fatalf("page %d: the outline reaches %d of %d pages", number, next-1, len(p.pages))
			}
			if size := outlineSize(items); size > 2*outlineBudget {
				t.Fatalf("page %d: the outline takes about %d bytes", number, size)
			}
		}
	}
}

func TestPager(t *testing.T) {
	t.Parallel()
	if p := view.PagerOf(1, 1, address.Page); p.Links != nil || p.Prev != nil || p.Next != nil {
		t.Errorf("a single page needs no links, got %+v", p)
	}
	p := view.PagerOf(2, 3, address.Page)
	if p.Prev.Href != "index.html" || p.Next.Href != "page-3.html" || p.Links[1].Href != "" {
		t.Errorf("pager(2, 3) = %+v", p)
	}
}
