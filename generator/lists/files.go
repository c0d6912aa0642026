package lists

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/generator/summary"
	"steno/theme/view"
	"steno/theme/words"
)

// Sizes of the pages of changed files.
const (
	filesBytes      = 200 << 10 // about, of the files on a page
	sessionsPerFile = 25
	namedFiles      = 5         // of a project, in the list of projects
	treeRows        = 400       // folders in the tree of a project
	elsewhereBytes  = 140 << 10 // about, of the files that the first page names because they are on others
)

// writeFiles writes the pages that sum up the changed files of all projects, and one or
// more for each project.
func (l *lists) writeFiles() error {
	var rows []view.ProjectFilesRow
	for _, p := range l.Archive.Projects {
		row := l.filesRow(p)
		if row.Files == 0 {
			continue
		}
		rows = append(rows, row)
		if err := errors.Join(l.writeProjectFiles(p), leadOn(l, p, address.ProjectFiles)); err != nil {
			return err
		}
	}
	slices.SortStableFunc(rows, func(x, y view.ProjectFilesRow) int { return cmp.Compare(y.Edits, x.Edits) })
	pages := address.Chunks(len(rows), ProjectsPerPage)
	for i, c := range pages {
		file := "files/" + address.Page(i+1)
		page := &view.FilesPage{Page: l.workPage(file, "files", "Files changed"), Projects: rows[c.From:c.To],
			Pager: view.PagerOf(i+1, len(pages), address.Page)}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}

// filesRow adds up what the sessions of a project changed.
func (l *lists) filesRow(p *publish.Project) view.ProjectFilesRow {
	row := view.ProjectFilesRow{Link: view.Link{Text: p.Title(), Href: address.Relative("files", address.ProjectFiles(p.Slug))}}
	type edited struct {
		path  string
		edits int
	}
	var list []edited
	at := map[string]int{} // by key
	for _, s := range l.ofProject[p] {
		files := s.Shown().Work.Files
		for i := range files {
			f := &files[i]
			key := fileKey(p, f.Path)
			if _, known := at[key]; !known {
				at[key] = len(list)
				list = append(list, edited{path: f.Path})
			}
			list[at[key]].edits += f.Edits
			row.Edits += f.Edits
			row.Added += f.Added
			row.Removed += f.Removed
		}
	}
	row.Files = len(list)
	slices.SortFunc(list, func(a, b edited) int { return cmp.Or(b.edits-a.edits, strings.Compare(a.path, b.path)) })
	var most []string
	for _, f := range list[:min(len(list), namedFiles)] {
		most = append(most, f.path)
	}
	if row.Note = strings.Join(most, ", "); len(list) > namedFiles {
		row.Note += " …"
	}
	return row
}

// filesLink links from a folder to the files that the sessions of a project changed, nil for none.
func filesLink(row view.ProjectFilesRow, dir string, p *publish.Project) *view.Link {
	if row.Files == 0 {
		return nil
	}
	return &view.Link{Text: words.Plural(row.Files, "file") + " changed", Href: address.Relative(dir, address.ProjectFiles(p.Slug))}
}

// workPage is the frame of a page over all sessions.
func (l *lists) workPage(file, kind, title string) view.Page {
	dir, _, _ := strings.Cut(file, "/")
	return view.Page{
		Site: l.Site, Kind: kind, Title: title, Path: file, Root: address.Root(file),
		Crumbs: []view.Link{{Text: l.Site.Title, Href: address.Relative(dir, "index.html")}},
	}
}

func (l *lists) writeProjectFiles(p *publish.Project) error {
	dir := "files/" + address.Element(p.Slug)
	if kept, err := l.Keep(p, dir); kept || err != nil {
		return err
	}
	files := l.filesOf(p)
	pages := filePages(files)
	tree := folderTree(files, pages)
	for i, c := range pages {
		if first := &files[c.From]; first.Mark == "" { // in the middle of a folder
			first.Folder = folderOf(first.Path)
			first.Mark = folderMark(first.Folder)
		}
		file := dir + "/" + address.Page(i+1)
		page := &view.FilesPage{
			Page:    l.workPage(file, "files", "Files changed in "+p.Title()),
			Project: &view.Link{Text: p.Title(), Href: address.Relative(dir, address.ProjectPage(p.Slug))},
			Files:   files[c.From:c.To],
			Pager:   view.PagerOf(i+1, len(pages), address.Page),
		}
		if i == 0 {
			page.Elsewhere = filesElsewhere(files, pages)
		}
		if i == 0 && len(tree) > 1 {
			page.Tree, page.MoreFolders = tree[:min(len(tree), treeRows)], max(0, len(tree)-treeRows)
		}
		page.Crumbs = []view.Link{{Text: l.Site.Title, Href: address.Relative(dir, "index.html")},
			{Text: "Files changed", Href: address.Relative(dir, "files/index.html")}}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}

// filesElsewhere are the files of other pages than the first, so that links from sessions, which
// do not know the page of a file, find it there.
func filesElsewhere(files []view.ChangedFile, pages []address.Range) []view.FileElsewhere {
	var list []view.FileElsewhere
	room := elsewhereBytes
	for i, c := range pages[1:] {
		for _, f := range files[c.From:c.To] {
			if room -= 70 + 2*len(f.Path); room < 0 {
				return list
			}
			list = append(list, view.FileElsewhere{ID: f.ID, Path: f.Path, Page: address.Page(i + 2)})
		}
	}
	return list
}

// fileKey returns a path by which a file of a project is known: on Windows, case does not matter.
func fileKey(p *publish.Project, name string) string {
	if strings.Contains(p.Dir, `\`) || len(name) > 1 && name[1] == ':' {
		return strings.ToLower(name)
	}
	return name
}

// filesOf lists what the sessions of a project changed, by folder, then name.
func (l *lists) filesOf(p *publish.Project) []view.ChangedFile {
	dir := "files/" + address.Element(p.Slug)
	var files []view.ChangedFile
	at := map[string]int{}
	for _, s := range l.ofProject[p] {
		changed := s.Shown().Work.Files
		for i := range changed {
			w := &changed[i]
			key := fileKey(p, w.Path)
			n, known := at[key]
			if !known {
				n = len(files)
				at[key] = n
				files = append(files, view.ChangedFile{ID: address.FileMark(w.Path), Path: w.Path, Name: nameOf(w.Path)})
			}
			files[n].Edits += w.Edits
			files[n].Added += w.Added
			files[n].Removed += w.Removed
			if w.Last.After(files[n].Last) {
				files[n].Last = w.Last
			}
			if len(files[n].Sessions) == sessionsPerFile {
				files[n].More++
				continue
			}
			files[n].Sessions = append(files[n].Sessions, fileSession(dir, s, w))
		}
	}
	slices.SortStableFunc(files, func(x, y view.ChangedFile) int {
		return cmp.Or(compareFolders(folderOf(x.Path), folderOf(y.Path)), cmp.Compare(x.Path, y.Path))
	})
	for i := range files {
		if folder := folderOf(files[i].Path); i == 0 || folder != folderOf(files[i-1].Path) {
			files[i].Folder, files[i].Mark = folder, folderMark(folder)
		}
	}
	return files
}

func fileSession(dir string, s summary.Listing, w *summary.File) view.FileSession {
	out := view.FileSession{
		Link: view.Link{Text: cmp.Or(s.Title, s.ID), Href: address.Relative(dir, s.Href)}, Start: s.Start,
		Edits: w.Edits, Added: w.Added, Removed: w.Removed, More: w.More,
	}
	for _, l := range w.Turns {
		l.Href = address.Relative(dir, l.Href)
		out.Turns = append(out.Turns, l)
	}
	return out
}
