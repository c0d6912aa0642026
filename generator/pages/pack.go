package pages

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"

	"steno/parser/anchor"
	"steno/theme"
	"steno/theme/view"
)

// Page budgets in bytes. A page contains whole fragments, so a single fragment that
// is larger than the budget gets its own page and may exceed it.
const (
	firstBudget   = 180_000 // the body of a thread's first page, which also carries the head
	bodyBudget    = 300_000 // the body of every other page
	turnRoom      = 30_000  // more, for the end of a turn that began on it or before
	outlineBudget = 40_000  // the outline; with frame and head no page passes 400 KB
	nearPages     = 10      // pages before and behind this one that the outline names one by one in any case
	farPages      = 100     // entries for all others, about
	smallEnd      = 16_000  // a line below a turn that may exceed the budget
)

// threadPage is what is on one page of a thread.
type threadPage struct {
	body    [][]byte // nil when spooled
	size    int      // of body, in bytes
	at      int64    // in the spool's file
	spooled bool
	outline []view.OutlineItem // entries that start on this page
	fresh   bool               // the first fragment starts an entry
	former  bool               // the first fragments have nothing but anchors of what follows
	prompts int                // how many there are
	later   bool               // it links to anchors as if they were on it
}

// packer cuts the fragments of a thread into pages by bytes and remembers on
// which page each anchor came to stand, which is what links need.
type packer struct {
	spool   *spool // of the session
	pages   []*threadPage
	anchors anchor.Numbers // pages, 1-based
	file    func(number int) string
	glued   []theme.Fragment // the last ones, each of which must be on the page of the one behind it
	turn    []theme.Fragment // of the last turn, those on the last page
	weight  *weight          // of the first page, nil while it is small

	outlines func() outlines    // of all pages, once all fragments are packed
	links    func() []view.Link // to all of them
}

func newPacker(waiting *spool, file func(number int) string) *packer {
	p := &packer{spool: waiting, pages: []*threadPage{{}}, file: file}
	p.outlines = sync.OnceValue(p.weighOutlines)
	p.links = sync.OnceValue(func() []view.Link { return view.PageLinks(len(p.pages), p.file) })
	return p
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
	p.weight = nil
	return nil
}

// add puts a fragment on the last page, or on another one if it does not fit there. A page ends where a turn
// does, unless the turn is larger than a page: then it ends where words begin or between steps, but not between
// words and the calls that they lead up to.
func (p *packer) add(f theme.Fragment) error {
	page, leads := p.pages[len(p.pages)-1], p.leads(&f)
	if !leads {
		p.glued = nil
	}
	if f.Kind.Opens() && p.pageOf(f.Outline) == 0 {
		p.turn = slices.Clone(p.glued)
	}
	if p.full(page, &f) {
		moved := slices.Clone(p.unfinished(page, leads, len(f.HTML)))
		page.drop(moved)
		if err := p.spool.take(page); err != nil {
			return err
		}
		old := p.file(len(p.pages))
		page = &threadPage{}
		p.pages = append(p.pages, page)
		p.weight = nil
		relink := p.relink(old, moved)
		for i := range moved {
			moved[i].HTML = relink(moved[i].HTML)
			p.put(page, moved[i])
		}
		f.HTML = relink(f.HTML)
		p.turn, p.glued = moved, slices.Clone(moved[max(0, len(moved)-len(p.glued)):])
	}
	p.put(page, f)
	p.glued, p.turn = append(p.glued, f), append(p.turn, f)
	return nil
}

// onFirst reports whether the page being filled is the first one.
func (p *packer) onFirst() bool { return len(p.pages) == 1 }

// full reports whether a fragment starts another page. The line below a turn does not, as it is small.
func (p *packer) full(page *threadPage, f *theme.Fragment) bool {
	if page.size == 0 || f.Kind == theme.FragmentTurnEnd && len(f.HTML) < smallEnd {
		return false
	}
	budget := p.budgetWith(page, f)
	if !p.onFirst() && !f.Kind.Opens() {
		budget += turnRoom
	}
	return page.size+len(f.HTML) > budget
}

// leads reports whether the last fragment must be on the page of the one behind it.
func (p *packer) leads(f *theme.Fragment) bool {
	if len(p.glued) == 0 {
		return false
	}
	last := &p.glued[len(p.glued)-1]
	switch last.Kind {
	case theme.FragmentFormer, theme.FragmentCompaction:
		return true
	case theme.FragmentPrompt, theme.FragmentLeadIn:
		return !f.Kind.Opens()
	}
	return last.Glued && !f.Kind.Opens() || last.Kind == theme.FragmentReply && f.Kind == theme.FragmentRun
}

// pageOf returns the page on which an entry's target was placed, 0 for none yet. The target of an
// answer is the result of the question, which may be on the page before.
func (p *packer) pageOf(item *view.OutlineItem) int {
	if item == nil {
		return 0
	}
	return p.anchors.Of(strings.TrimPrefix(item.Href, "#"))
}

// unfinished returns the fragments at the end of a page that belong to the next one, which begins
// with more bytes of the same turn: all of the turn if that fits a page, otherwise what leads up to
// them. A first page keeps a prompt.
func (p *packer) unfinished(page *threadPage, leads bool, more int) []theme.Fragment {
	if len(p.turn) > 0 && len(p.turn) < len(page.body) && sizeOf(p.turn)+more <= bodyBudget &&
		(len(p.pages) > 1 || page.prompts > promptsIn(p.turn)) {
		return p.turn
	}
	if leads && len(p.glued) < len(page.body) && sizeOf(p.glued) <= p.budget()/4 {
		return p.glued
	}
	return nil
}

func sizeOf(list []theme.Fragment) (size int) {
	for _, f := range list {
		size += len(f.HTML)
	}
	return size
}

func promptsIn(list []theme.Fragment) (n int) {
	for _, f := range list {
		if f.Kind == theme.FragmentPrompt {
			n++
		}
	}
	return n
}

// drop removes fragments from the end of a page.
func (page *threadPage) drop(moved []theme.Fragment) {
	page.body = page.body[:len(page.body)-len(moved)]
	page.size -= sizeOf(moved)
	page.prompts -= promptsIn(moved)
	for _, f := range moved {
		if f.Outline != nil {
			page.outline = page.outline[:len(page.outline)-1]
		}
	}
}

// relink returns a function that corrects links between fragments that were moved to the last page.
func (p *packer) relink(old string, moved []theme.Fragment) func(html []byte) []byte {
	anchors := map[string]bool{}
	for _, f := range moved {
		for _, a := range f.Anchors {
			anchors[a] = true
		}
	}
	link, to := []byte(`href="`+old+`#`), []byte(`href="`+p.file(len(p.pages))+`#`)
	return func(html []byte) []byte {
		parts := bytes.Split(html, link)
		if len(parts) == 1 || len(anchors) == 0 {
			return html
		}
		made := parts[0]
		for _, part := range parts[1:] {
			anchor, _, _ := bytes.Cut(part, []byte(`"`))
			if anchors[string(anchor)] {
				made = append(made[:len(made):len(made)], to...)
			} else {
				made = append(made[:len(made):len(made)], link...)
			}
			made = append(made, part...)
		}
		return made
	}
}

// put adds a fragment to a page.
func (p *packer) put(page *threadPage, f theme.Fragment) {
	if page.size == 0 || page.former {
		page.fresh, page.former = f.Outline != nil, f.Kind == theme.FragmentFormer
	}
	page.body = append(page.body, f.HTML)
	page.size += len(f.HTML)
	page.prompts += promptsIn([]theme.Fragment{f})
	page.later = page.later || f.Later
	number := len(p.pages)
	for _, a := range f.Anchors {
		p.anchors.Set(a, number)
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
		p.weight = &weight{}
		for _, html := range page.body {
			p.weight.add(html)
		}
	}
	p.weight.add(f.HTML)
	return min(p.budget(), p.weight.share(firstWeight))
}

// outline is the outline for page number. It names all entries of a thread as long as that fits the
// budget, and none where there is one alone. What does not fit is left out in two steps: of other
// pages only the first entry is named, and of pages far away only every so many, which represent
// those behind them.
func (p *packer) outline(number int) []view.OutlineItem {
	outlines := p.outlines()
	near := func(page int) bool { return page >= number-nearPages && page <= number+nearPages }
	var items []view.OutlineItem
	for i := 0; i < len(p.pages); {
		last := i + 1
		for !near(i+1) && last < len(p.pages) && !near(last+1) && last%outlines.stride != 0 {
			last++
		}
		if here := i+1 == number; here || outlines.whole {
			last = i + 1
			for _, item := range p.pages[i].outline {
				items = append(items, p.entry(item, i+1, here))
			}
		} else if item, page := p.firstEntry(i, last); page > 0 {
			item = p.entry(item, page, false)
			if last > page {
				item.To = last
			}
			items = append(items, item)
		}
		i = last
	}
	if len(p.pages) == 1 && len(items) == 1 {
		return nil // it would repeat the title beside the page
	}
	return items
}

// outlines is what the outlines of all pages of a thread have in common.
type outlines struct {
	whole  bool // they name all entries
	stride int  // of pages far away, one in so many is named
}

// weighOutlines is for a thread that is packed: it looks at all pages, and so is not asked for each of them.
func (p *packer) weighOutlines() outlines {
	all, firsts, o := 0, 0, outlines{stride: 1}
	for _, page := range p.pages {
		all += outlineSize(page.outline)
		firsts += outlineSize(page.outline[:min(1, len(page.outline))])
	}
	if firsts > outlineBudget {
		o.stride = (len(p.pages) + farPages - 1) / farPages
	}
	o.whole = all <= outlineBudget
	return o
}

// entry is an entry of a page as an outline has it: here is whether it is the one of this page.
func (p *packer) entry(item view.OutlineItem, page int, here bool) view.OutlineItem {
	at := cmp.Or(p.pageOf(&item), page)
	item.Page, item.Here = page, here
	if !here || at != page {
		item.Href = p.file(at) + item.Href
	}
	return item
}

// firstEntry is the first entry of the pages from first, 0-based, to last, 1-based, and its page; 0
// if there is none.
func (p *packer) firstEntry(first, last int) (item view.OutlineItem, page int) {
	for i := first; i < last; i++ {
		if entries := p.pages[i].outline; len(entries) > 0 {
			return entries[0], i + 1
		}
	}
	return item, 0
}

// continues is the last entry before page number when that page starts in the
// middle of it, nil otherwise.
func (p *packer) continues(number int) *view.OutlineItem {
	if p.pages[number-1].fresh {
		return nil
	}
	for i := number - 2; i >= 0; i-- {
		if entries := p.pages[i].outline; len(entries) > 0 {
			item := entries[len(entries)-1]
			item.Page, item.Href = i+1, p.file(cmp.Or(p.pageOf(&item), i+1))+item.Href
			return &item
		}
	}
	return nil
}

// outlineSize estimates the bytes of HTML that entries need.
func outlineSize(items []view.OutlineItem) int {
	n := 0
	for _, item := range items {
		n += 160 + len(item.Text) + len(item.Href) + len(item.End) + len(item.Mark)
	}
	return n
}
