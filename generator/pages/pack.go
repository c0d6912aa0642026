package pages

import (
	"cmp"
	"iter"
	"strings"

	"steno/generator/address"
	"steno/theme"
)

// Page budgets in bytes. A page holds whole fragments, so a single fragment that
// is larger than the budget gets its own page and may exceed it.
const (
	firstBudget   = 180_000 // the body of a thread's first page, which also carries the head
	bodyBudget    = 300_000 // the body of every other page
	outlineBudget = 40_000  // the outline; with frame and head no page passes 400 KB
	nearPages     = 10      // pages before and behind this one that the outline names one by one in any case
	farPages      = 100     // entries for all others, about
)

// threadPage is what is on one page of a thread.
type threadPage struct {
	body    [][]byte // nil when spooled
	size    int      // of body, in bytes
	at      int64    // in the spool's file
	spooled bool
	outline []theme.OutlineItem // entries that start on this page
	fresh   bool                // the first fragment starts an entry
}

// packer cuts the fragments of a thread into pages by bytes and remembers on
// which page each anchor came to stand, which is what links need.
type packer struct {
	spool   *spool // of the session
	pages   []*threadPage
	anchors map[string]int // anchor to page, 1-based
	file    func(number int) string
	glued   []theme.Fragment // the last ones, which must be on the page of what follows
	weight  *weight          // of the first page, nil while it is small
}

func newPacker(waiting *spool) *packer {
	return &packer{spool: waiting, pages: []*threadPage{{}}, anchors: map[string]int{}, file: address.Page}
}

// pack takes all fragments. Refs that the fragments resolve while they are made
// see the anchors of those before them.
func (p *packer) pack(fragments iter.Seq[theme.Fragment]) error {
	for f := range fragments {
		if f.Err != nil {
			return f.Err
		}
		if err := p.add(f); err != nil {
			return err
		}
	}
	return nil
}

func (p *packer) add(f theme.Fragment) error {
	page := p.pages[len(p.pages)-1]
	if p.full(page, &f) {
		moved := p.unglue(page)
		if err := p.spool.take(page); err != nil {
			return err
		}
		page = &threadPage{}
		p.pages, p.weight = append(p.pages, page), nil
		for _, g := range moved {
			p.put(page, g)
		}
	}
	p.put(page, f)
	if p.glued = append(p.glued, f); !f.Glued {
		p.glued = nil
	}
	return nil
}

// full reports whether a fragment starts another page: it does not fit any more, or its turn
// will not and the page has enough for one.
func (p *packer) full(page *threadPage, f *theme.Fragment) bool {
	if page.size == 0 {
		return false
	}
	budget := p.budgetWith(page, f)
	if page.size+len(f.HTML) > budget {
		return true
	}
	return f.Turn > 0 && page.size > budget/3 && page.size+min(f.Turn, budget) > budget && p.pageOf(f.Outline) == 0
}

// pageOf returns the page on which an entry's target was placed, 0 for none yet. The target of an
// answer is the result of the question, which may be on the page before.
func (p *packer) pageOf(item *theme.OutlineItem) int {
	if item == nil {
		return 0
	}
	return p.anchors[strings.TrimPrefix(item.Href, "#")]
}

// unglue takes the fragments from the end of a page that belong to the next, unless they are all of it.
func (p *packer) unglue(page *threadPage) []theme.Fragment {
	moved := p.glued
	p.glued = nil
	size := 0
	for _, g := range moved {
		size += len(g.HTML)
	}
	if len(moved) == 0 || len(moved) >= len(page.body) || size > p.budget()/4 {
		return nil
	}
	page.body = page.body[:len(page.body)-len(moved)]
	page.size -= size
	return moved
}

// put adds a fragment to a page.
func (p *packer) put(page *threadPage, f theme.Fragment) {
	if page.size == 0 {
		page.fresh = f.Outline != nil
	}
	page.body = append(page.body, f.HTML)
	page.size += len(f.HTML)
	number := len(p.pages)
	for _, a := range f.Anchors {
		p.anchors[a] = number
	}
	if f.Outline != nil {
		page.outline = append(page.outline, *f.Outline)
	}
}

// budget is what the body of the page being filled may take.
func (p *packer) budget() int {
	if len(p.pages) == 1 {
		return firstBudget
	}
	return bodyBudget
}

// budgetWith is what the body of a page may take if a fragment is added to it. The first page has a
// budget of compressed bytes, too, so that one of code is as quick to load as one of prose.
func (p *packer) budgetWith(page *threadPage, f *theme.Fragment) int {
	if len(p.pages) > 1 || page.size+len(f.HTML) <= unweighed {
		return p.budget()
	}
	if p.weight == nil {
		p.weight = newWeight()
		for _, html := range page.body {
			p.weight.add(html)
		}
	}
	p.weight.add(f.HTML)
	return min(p.budget(), p.weight.share(firstWeight))
}

// outline is the outline for page number. It names all entries of a thread as long as
// that fits the budget. What does not is left out in two steps: of other pages only the first
// entry is named, and of pages far away only every so many, which represent those behind them.
func (p *packer) outline(number int) []theme.OutlineItem {
	all, firsts := 0, 0
	for _, page := range p.pages {
		all += outlineSize(page.outline)
		firsts += outlineSize(page.outline[:min(1, len(page.outline))])
	}
	stride := 1
	if firsts > outlineBudget {
		stride = (len(p.pages) + farPages - 1) / farPages
	}
	near := func(page int) bool { return page >= number-nearPages && page <= number+nearPages }
	var items []theme.OutlineItem
	for i := 0; i < len(p.pages); {
		last := i + 1
		for !near(i+1) && last < len(p.pages) && !near(last+1) && last%stride != 0 {
			last++
		}
		if here := i+1 == number; here || all <= outlineBudget {
			last = i + 1
			items = append(items, p.entries(i, last, here)...)
		} else if entries := p.entries(i, last, false); len(entries) > 0 {
			items = append(items, entries[0])
		}
		i = last
	}
	return items
}

// entries are the outline's entries of the pages from first, 0-based, to last, 1-based. The
// first of them represents all of these pages.
func (p *packer) entries(first, last int, here bool) []theme.OutlineItem {
	var items []theme.OutlineItem
	for i := first; i < last; i++ {
		for _, item := range p.pages[i].outline {
			at := cmp.Or(p.pageOf(&item), i+1)
			item.Page, item.Here = i+1, here
			if !here || at != i+1 {
				item.Href = p.file(at) + item.Href
			}
			if len(items) == 0 && last > i+1 {
				item.To = last
			}
			items = append(items, item)
		}
	}
	return items
}

// continues is the last entry before page number when that page starts in the
// middle of it, nil otherwise.
func (p *packer) continues(number int) *theme.OutlineItem {
	if p.pages[number-1].fresh {
		return nil
	}
	for i := number - 2; i >= 0; i-- {
		if entries := p.pages[i].outline; len(entries) > 0 {
			item := entries[len(entries)-1]
			item.Page, item.Href = i+1, p.file(i+1)+item.Href
			return &item
		}
	}
	return nil
}

// outlineSize estimates the bytes of HTML that entries need.
func outlineSize(items []theme.OutlineItem) int {
	n := 0
	for _, item := range items {
		n += 160 + len(item.Text) + len(item.Href) + len(item.End) + len(item.Mark)
	}
	return n
}
