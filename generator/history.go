package generator

import (
	"cmp"
	"context"
	"slices"

	"steno/generator/address"
	"steno/parser"
	"steno/theme"
)

// historyBytes is how much text stands on a page of the history, and historyText how
// much of one prompt or pasted text.
const (
	historyBytes = 150 << 10
	historyText  = 32 << 10
)

// readHistory reads the prompts that were typed, newest first. The same prompt in the
// histories of two copies of one folder counts once.
func (b *build) readHistory(ctx context.Context) {
	type key struct {
		text, project string
		at            int64
	}
	seen := map[key]bool{}
	for _, f := range b.archive.History {
		prompts, warnings, err := f.Format.History(ctx, f.File)
		if err != nil {
			warnings = []Warning{{File: f.Path, Text: err.Error()}}
		}
		for _, w := range warnings {
			b.job.Warn(w)
		}
		for _, p := range prompts {
			if k := (key{p.Text, p.Project, p.Time.UnixNano()}); !seen[k] && b.publishes(p) {
				seen[k] = true
				b.history = append(b.history, p)
			}
		}
	}
	slices.SortStableFunc(b.history, func(x, y parser.TypedPrompt) int {
		return cmp.Or(y.Time.Compare(x.Time), cmp.Compare(x.Project, y.Project), cmp.Compare(x.Text, y.Text))
	})
}

// publishes tells whether a prompt that was typed may be shown. When sessions were chosen
// it must be of one that is published, or, where that was not recorded, of a project that
// is published whole.
func (b *build) publishes(p parser.TypedPrompt) bool {
	if !b.chosen {
		return true
	}
	if p.Session != "" {
		return b.ids[p.Session]
	}
	return b.whole[p.Project]
}

const historyPage = "history/index.html"

func (b *build) historyLink() *theme.Link {
	if len(b.typed) == 0 {
		return nil
	}
	return &theme.Link{Text: "All prompts that were typed", Href: historyPage}
}

// writeHistory writes the pages of the history.
func (b *build) writeHistory() error {
	const dir = "history"
	pages := b.historyPages()
	for i, prompts := range pages {
		entries, err := b.historyEntries(dir, prompts)
		if err != nil {
			return err
		}
		file := dir + "/" + address.Page(i+1)
		view := &theme.HistoryPage{
			Page: theme.Page{
				Site: b.site, Kind: "history", Title: "Prompts that were typed", Path: file, Root: address.Root(file),
				Crumbs: []theme.Link{{Text: b.site.Title, Href: address.Relative(dir, "index.html")}},
			},
			Prompts: len(b.typed),
			Entries: entries,
			Pager:   address.Pager(i+1, len(pages)),
		}
		if err := b.writePage(file, view); err != nil {
			return err
		}
	}
	return nil
}

// historyPages cuts the history into pages by bytes.
func (b *build) historyPages() [][]parser.TypedPrompt {
	var pages [][]parser.TypedPrompt
	room := 0
	for _, p := range b.typed {
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

func (b *build) historyEntries(dir string, prompts []parser.TypedPrompt) ([]theme.TypedAt, error) {
	projects := map[string]theme.Link{}
	for _, s := range b.published.Sessions() {
		if s.Dir != "" {
			projects[s.Dir] = theme.Link{Text: s.Project.Title(), Href: address.Relative(dir, address.ProjectPage(s.Project.Slug))}
		}
	}
	var list []theme.TypedAt
	for i, p := range prompts {
		e := theme.TypedAt{Text: start(p.Text, historyText), Time: p.Time, Project: theme.Link{Text: p.Project}}
		e.Dated = i == 0 || p.Time.Format("2006-01-02") != prompts[i-1].Time.Format("2006-01-02")
		if link, known := projects[p.Project]; known {
			e.Project = link
		}
		for _, text := range p.Pasted {
			pasted := theme.Pasted{Text: start(text, historyText), Size: len(text)}
			if pasted.Size > len(pasted.Text) {
				href, err := b.keepText(dir, text)
				if err != nil {
					return nil, err
				}
				pasted.Whole = &theme.Link{Text: "The whole text", Href: href}
			}
			e.Pasted = append(e.Pasted, pasted)
		}
		list = append(list, e)
	}
	return list, nil
}
