package card

import (
	"cmp"
	"net/url"
	"strings"

	"steno/parser"
	"steno/theme/markup"
)

// webFetch shows what was asked of a page and what came back.
func webFetch(c *call) {
	addr := c.in.take("url")
	c.row("web", "Fetch", shortURL(addr))
	linkAddress(c, addr)
	c.prose("Asked", c.in.take("prompt"))
	c.out.skip("url", "durationMs")
	showFetched(c, c.out)
	if c.ok() {
		c.prose("Answer", c.text)
	}
}

// linkAddress shows a whole web address, as a link where that is allowed.
func linkAddress(c *call, addr string) {
	if addr == "" {
		return
	}
	var w markup.Writer
	w.Open("p", markup.Class("card-path"))
	w.Target(addr)
	w.Close("p")
	c.show(addr)
	c.add("", w.Result())
}

// shortURL is an address for the row: host and path.
func shortURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil {
		return s
	}
	return strings.TrimSuffix(strings.TrimPrefix(u.Host, "www.")+u.EscapedPath(), "/")
}

// webSearch shows the links that a search found, and the answer.
func webSearch(c *call) {
	showHits(c)
	query := c.in.take("query")
	c.row("web", "Search the web", query)
	searched(c, c.in, query)
	showDomains(c, "Only these sites", "allowed_domains")
	showDomains(c, "Without these sites", "blocked_domains")
	c.out.skip("query", "durationSeconds", "searchCount")
	var w markup.Writer
	links := 0
	for _, v := range c.out.list("results") {
		if v.Kind() == '"' {
			continue // the summary: the result's text has it too
		}
		for _, item := range asList(asObject(v).value("content")) {
			showHit(&w, asObject(item))
			links++
		}
	}
	if links > 0 {
		showLinks(c, "Found", &w, links, "link")
	}
	if c.ok() && c.text != "" {
		c.prose("Result", withoutLinks(c.text, links > 0))
		c.show(c.text)
	}
}

// searched fills the row of a search as the API runs it: it also opens a page that was found, and
// finds a text in one. What it did may be an object within the input.
func searched(c *call, in *object, query string) {
	if inner := in.value("action"); query == "" && inner.Kind() == '{' {
		in = asObject(inner)
		query = in.take("query")
		c.row("web", "Search the web", query)
		c.in.skip("action")
		defer func() { c.params("Action", in.rest()) }()
	}
	addr := in.peek("url")
	switch in.peek("type") {
	case "open_page":
		c.row("web", "Open page", shortURL(addr))
	case "find_in_page":
		c.row("web", "Find in page", in.take("pattern"))
		c.note(shortURL(addr))
	case "search":
		if list := asList(in.value("queries")); len(list) == 1 && asText(list[0]) == query {
			in.skip("queries")
		}
	default:
		return
	}
	in.skip("type", "url")
	linkAddress(c, addr)
}

// showHits lists what a search of the API found, which the result contains as blocks.
func showHits(c *call) {
	if c.Result == nil {
		return
	}
	var w markup.Writer
	n := 0
	takeBlocks(c, func(b parser.Block) bool {
		d, ok := b.(*parser.Document)
		if !ok || d.Ref == "" || d.Data != "" {
			return false
		}
		w.Open("li")
		linked := w.External(d.Ref)
		w.Text(cmp.Or(d.Title, d.Ref))
		if linked {
			w.Close("a")
		}
		w.Element("span", strings.TrimSpace(" "+d.Ref+" "+d.Text), markup.Class("address"))
		w.Close("li")
		n++
		return true
	})
	if n > 0 {
		showLinks(c, "Found", &w, n, "link")
	}
}

func showDomains(c *call, title, key string) {
	var names []string
	for _, v := range c.in.list(key) {
		names = append(names, asText(v))
	}
	c.plain(title, strings.Join(names, "  "))
}

func showHit(w *markup.Writer, hit *object) {
	addr, title := hit.take("url"), hit.take("title")
	w.Open("li")
	linked := w.External(addr)
	if title == "" {
		title = addr
	}
	w.Text(title)
	if linked {
		w.Close("a")
	}
	if addr != title {
		w.Element("span", " "+addr, markup.Class("address"))
	}
	for _, p := range hit.rest() {
		if !p.empty() {
			w.Element("span", " "+spaced(p.name)+" "+asText(p.value), markup.Class("address"))
		}
	}
	w.Close("li")
}

// withoutLinks drops the line of a search's text that lists its links as JSON,
// when they are shown as a list.
func withoutLinks(text string, listed bool) string {
	if !listed {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "Links: ["); ok && isJSON("["+rest) {
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}
