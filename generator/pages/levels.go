package pages

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/theme"
	"steno/theme/markup"
	"steno/theme/view"
)

// A session of several pages has its prompts, its conversation and its errors as pages of their
// own, cut by bytes like the others, so that a level shows the whole session and counts are those of
// the session on every page. They are made of the fragments of its pages. Sessions of one page are
// filtered in place.

// level is the main thread at one level.
type level struct {
	*packer
	name, words string
	count       int
	// what opens the turn, as long as the level shows nothing of it: at the level of errors any,
	// otherwise what is no prompt
	opening *theme.Fragment
}

// levelFile names the pages of a level.
func levelFile(name string) func(int) string {
	return func(number int) string {
		if number == 1 {
			return name + ".html"
		}
		return fmt.Sprintf("%s-%d.html", name, number)
	}
}

// newLevels makes the levels of a thread.
func newLevels(waiting *spool) []*level {
	var list []*level
	for _, l := range [][2]string{{"prompts", "Prompts"}, {"conversation", "Conversation"}, {"errors", "Errors"}} {
		list = append(list, &level{packer: newPacker(waiting, levelFile(l[0])), name: l[0], words: l[1]})
	}
	return list
}

// through passes fragments on, and adds what belongs there to the levels.
func through(levels []*level, fragments iter.Seq[theme.Fragment]) iter.Seq[theme.Fragment] {
	return func(yield func(theme.Fragment) bool) {
		for f := range fragments {
			if !yield(f) {
				return
			}
			for _, l := range levels {
				if err := l.take(f); err != nil {
					yield(theme.Fragment{Err: err})
					return
				}
			}
		}
	}
}

// take adds what a level shows of a fragment.
func (l *level) take(f theme.Fragment) error {
	part := f
	part.Glued = false
	switch {
	case f.Kind == theme.FragmentPrompt && l.name != "errors":
		l.opening = nil
	case f.Kind == theme.FragmentPrompt, f.Kind == theme.FragmentLeadIn && (!f.Said || l.name == "errors"):
		l.opening = &part
		return nil
	}
	switch l.name {
	case "prompts":
		if f.Kind == theme.FragmentPrompt {
			l.count++
		} else if f.Kind != theme.FragmentCompaction && f.Kind != theme.FragmentLeadIn {
			return nil
		}
	case "conversation":
		switch f.Kind {
		case theme.FragmentRun:
			part.HTML = f.Aside
		case theme.FragmentFormer:
			return nil
		case theme.FragmentTurnEnd:
			if l.opening != nil {
				return nil
			}
		}
	case "errors":
		if f.Errors == 0 {
			return nil
		}
		l.count += f.Errors
		part.HTML = f.Failed
	}
	if len(part.HTML) == 0 {
		return nil
	}
	if l.opening != nil && f.Kind != theme.FragmentCompaction {
		if err := l.add(*l.opening); err != nil {
			return err
		}
		l.opening = nil
	}
	part.Anchors = idsIn(part.HTML)
	return l.add(part)
}

// idsIn returns the anchors that a fragment defines.
func idsIn(html []byte) []string {
	var ids []string
	for {
		_, rest, found := bytes.Cut(html, []byte(` id="m-`))
		if !found {
			return ids
		}
		id, _, _ := bytes.Cut(rest, []byte(`"`))
		ids, html = append(ids, "m-"+string(id)), rest
	}
}

// inContext leads entries whose target the level does not show to where it is among everything.
func (l *level) inContext(items []view.OutlineItem, bs *branchSite) []view.OutlineItem {
	for i := range items {
		_, anchor, _ := strings.Cut(items[i].Href, "#")
		if page := bs.anchors.Of(anchor); l.anchors.Of(anchor) == 0 && page > 0 {
			items[i].Href = address.Page(page) + "#" + anchor
		}
	}
	return items
}

// levelLinks are the levels as a page names them; shown is the one of that page, "" for everything.
func levelLinks(bs *branchSite, shown string) []view.LevelLink {
	if len(bs.levels) == 0 || len(bs.pages) < 2 {
		return nil
	}
	link := func(name, words, file string, count int) view.LevelLink {
		if name == shown {
			file = ""
		}
		return view.LevelLink{Words: words, Href: file, Count: count}
	}
	var links []view.LevelLink
	for _, l := range bs.levels {
		if l.name == "errors" {
			links = append(links, link("", "Everything", address.Page(1), 0))
			if l.count == 0 {
				continue
			}
		}
		links = append(links, link(l.name, l.words, l.file(1), l.count))
	}
	return links
}

// permalink is a link to a message of the thread, which leads from the pages of a level to its place
// among everything else, wherever that was when the link was made.
var permalink = regexp.MustCompile(`^ href="(?:(?:index|page-\d+)\.html)?#(m-[^"]+)"$`)

// elsewhere leads links to messages of a page to the pages of the branch that have them. here is the
// number of that page, 0 for none of the branch's own.
func (bs *branchSite) elsewhere(body [][]byte, here int) [][]byte {
	list := make([][]byte, len(body))
	for i, html := range body {
		list[i] = make([]byte, 0, len(html)+len(html)/16) // links to other pages are longer
		for {
			start, end := nextPermalink(html)
			if start < 0 {
				break
			}
			list[i] = append(append(list[i], html[:start]...), bs.link(html[start:end], here)...)
			html = html[end:]
		}
		list[i] = append(list[i], html...)
	}
	return list
}

// nextPermalink returns where the first [permalink] of a fragment is, -1 for none. An expression takes long for
// all that is between two.
func nextPermalink(html []byte) (start, end int) {
	for at := 0; ; at += len("#m-") {
		n := bytes.Index(html[at:], []byte("#m-"))
		if n < 0 {
			return -1, -1
		}
		at += n
		near := max(0, at-len(` href="page-.html`)-20) // no number of a page has more digits
		start := bytes.LastIndex(html[near:at], []byte(` href="`))
		if start < 0 {
			continue
		}
		end := at + bytes.IndexByte(html[at:], '"') + 1
		if start += near; end > at && permalink.Match(html[start:end]) {
			return start, end
		}
	}
}

// link is a [permalink] to where its message is.
func (bs *branchSite) link(link []byte, here int) []byte {
	anchor := permalink.FindSubmatch(link)[1]
	switch page := bs.anchors.Of(string(anchor)); {
	case page == 0:
		return link
	case page == here:
		return fmt.Appendf(nil, ` href="#%s"`, anchor)
	default:
		return fmt.Appendf(nil, ` href="%s#%s"`, address.Page(page), anchor)
	}
}

// writeLevels writes the pages of all levels of a session that has several pages.
func writeLevels(s *sessionSite) error {
	t := s.threads[0]
	bs := t.branches[0]
	if len(bs.pages) < 2 {
		return nil
	}
	for _, l := range bs.levels {
		if l.name == "errors" && l.count == 0 {
			continue
		}
		for i := range l.pages {
			err := s.spool.use(l.pages[i], func(body [][]byte) error { return writeLevelPage(s, l, i, body) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func writeLevelPage(s *sessionSite, l *level, i int, body [][]byte) error {
	t := s.threads[0]
	bs := t.branches[0]
	page := threadView(s, t, bs, 2, nil)
	page.Path = bs.dir + "/" + l.file(i+1)
	page.Title = l.words + " of " + s.s.Title.Text
	page.Body, page.Level, page.Levels = markup.FromTemplate(bs.elsewhere(body, 0)...), l.name, levelLinks(bs, l.name)
	page.Outline, page.Pager, page.Continues, page.ContinuesOn, page.Twin = l.inContext(l.outline(i+1),
		bs), view.PagerIn(i+1, l.links()), nil, false, ""
	page.Prev, page.Next = nil, nil
	if l.name != "conversation" {
		page.Outline = nil // it would say the same as the page
	}
	if l.name == "errors" && i+1 == len(l.pages) {
		page.Session.AgentTree = failing(s.agentRows(bs.dir, s.s.Agents, math.MaxInt))
	}
	return s.WritePage(page.Path, page)
}

// failing are the agents that had errors, which the head counts and only their own pages show.
func failing(agents []view.AgentRow) []view.AgentRow {
	rows := slices.DeleteFunc(agents, func(a view.AgentRow) bool { return a.Errors == 0 || a.Href == "" })
	for i := range rows {
		rows[i].Depth = 0
	}
	return rows[:min(len(rows), headRows)]
}
