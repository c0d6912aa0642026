package view

import (
	"fmt"
	"slices"
)

// Pager links the pages of a series.
type Pager struct {
	Page, Pages int
	Links       []Link // one for each page; Href "" for the page itself
	Prev, Next  *Link
}

// PagerOf links page number, 1-based, to the other pages of its series. The function returns the
// file of a page.
func PagerOf(number, pages int, file func(number int) string) Pager {
	if pages == 1 {
		return Pager{Page: number, Pages: 1}
	}
	return PagerIn(number, PageLinks(pages, file))
}

// PageLinks are the links to all pages of a series, for the pagers of each.
func PageLinks(pages int, file func(number int) string) []Link {
	links := make([]Link, pages)
	for i := range links {
		links[i] = Link{Text: fmt.Sprint(i + 1), Href: file(i + 1)}
	}
	return links
}

// PagerIn links page number, 1-based, of a series to its other pages.
func PagerIn(number int, series []Link) Pager {
	p := Pager{Page: number, Pages: len(series)}
	if p.Pages == 1 {
		return p
	}
	p.Links = slices.Clone(series)
	p.Links[number-1].Href = ""
	if number > 1 {
		p.Prev = &p.Links[number-2]
	}
	if number < p.Pages {
		p.Next = &p.Links[number]
	}
	return p
}
