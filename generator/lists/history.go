package lists

import (
	"steno/generator/address"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
)

// historyBytes is how much text is on a page of the history, and historyText how
// much of one prompt or pasted text.
const (
	historyBytes = 150 << 10
	historyText  = 32 << 10
)

func (l *lists) historyLink() *view.Link {
	if len(l.History) == 0 {
		return nil
	}
	return &view.Link{Text: "All prompts that were typed", Href: address.HistoryPage}
}

// writeHistory writes the pages of the history.
func (l *lists) writeHistory() error {
	const dir = "history"
	pages := historyPages(l)
	for i, prompts := range pages {
		entries, err := l.historyEntries(dir, prompts)
		if err != nil {
			return err
		}
		file := dir + "/" + address.Page(i+1)
		page := &view.HistoryPage{
			Page: view.Page{
				Site: l.Site, Kind: "history", Title: "Typed prompts", Path: file, Root: address.Root(file),
				Crumbs: []view.Link{{Text: l.Site.Title, Href: address.Relative(dir, "index.html")}},
			},
			Prompts: len(l.History),
			Entries: entries,
			Pager:   view.PagerOf(i+1, len(pages), address.Page),
		}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}

// historyPages cuts the history into pages by bytes.
func historyPages(l *lists) [][]parser.TypedPrompt {
	var pages [][]parser.TypedPrompt
	room := 0
	for _, p := range l.History {
		size := 200 + min(len(p.Text), historyText)
		for _, text := range p.Pasted {
			size += min(len(text), historyText)
		}
		if room < size || len(pages) == 0 {
			pages, room = append(pages, nil), historyBytes
		}
		room -= size
		last := len(pages) - 1
		pages[last] = append(pages[last], p)
	}
	return pages
}

func (l *lists) historyEntries(dir string, prompts []parser.TypedPrompt) ([]view.TypedAt, error) {
	projects := map[string]view.Link{}
	for _, s := range l.Archive.Sessions() {
		if s.Dir != "" {
			projects[s.Dir] = view.Link{Text: s.Project.Title(), Href: address.Relative(dir, address.ProjectPage(s.Project.Slug))}
		}
	}
	var list []view.TypedAt
	for i, p := range prompts {
		e := view.TypedAt{Text: prose.Start(p.Text, historyText), Time: p.Time, Project: view.Link{Text: p.Project}}
		e.Dated = i == 0 || p.Time.Format("2006-01-02") != prompts[i-1].Time.Format("2006-01-02")
		if link, known := projects[p.Project]; known {
			e.Project = link
		}
		for _, text := range p.Pasted {
			pasted := view.Pasted{Text: prose.Start(text, historyText), Size: len(text)}
			if pasted.Size > len(pasted.Text) {
				href, err := l.KeepText(dir, text)
				if err != nil {
					return nil, err
				}
				pasted.Whole = &view.Link{Text: "The whole text", Href: href}
			}
			e.Pasted = append(e.Pasted, pasted)
		}
		list = append(list, e)
	}
	return list, nil
}
