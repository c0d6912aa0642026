package address

import (
	"fmt"

	"steno/theme"
)

// Page returns the file name of a page of a series, 1-based.
func Page(number int) string {
	if number == 1 {
		return "index.html"
	}
	return fmt.Sprintf("page-%d.html", number)
}

// Pager links page number, 1-based, to the other pages of its series.
func Pager(number, pages int) theme.Pager { return PagerOf(number, pages, Page) }

// PagerOf is Pager for a series whose files have other names.
func PagerOf(number, pages int, file func(number int) string) theme.Pager {
	p := theme.Pager{Page: number, Pages: pages}
	if pages == 1 {
		return p
	}
	for i := range pages {
		link := theme.Link{Text: fmt.Sprint(i + 1)}
		if i+1 != number {
			link.Href = file(i + 1)
		}
		p.Links = append(p.Links, link)
	}
	if number > 1 {
		p.Prev = &p.Links[number-2]
	}
	if number < pages {
		p.Next = &p.Links[number]
	}
	return p
}

// Range is the half-open range of rows of one page.
type Range struct{ From, To int }

// Chunks divides n rows into pages of at most size rows. It returns at least one page.
func Chunks(n, size int) []Range {
	list := []Range{{0, min(n, size)}}
	for from := size; from < n; from += size {
		list = append(list, Range{from, min(n, from+size)})
	}
	return list
}
