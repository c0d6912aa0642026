package view

import "fmt"

// Pager links the pages of a series.
type Pager struct {
	Page, Pages int
	Links       []Link // one for each page; Href "" for the page itself
	Prev, Next  *Link
}

// PagerOf links page number, 1-based, to the other pages of its series. The function returns the file of a page.
func PagerOf(number, pages int, file func(number int) string) Pager {
	p := Pager{Page: number, Pages: pages}
	if pages == 1 {
		return p
	}
	for i := range pages {
		link := Link{Text: fmt.Sprint(i + 1)}
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
