package lists

import (
	"cmp"
	"path"
	"strings"

	"steno/generator/address"
	"steno/theme/view"
)

// Changed files are listed by folder: a folder comes before the folders in it, with its files.

// folderOf is the folder of a changed file, with slashes; "." for the repository's own.
func folderOf(name string) string { return path.Dir(strings.ReplaceAll(name, `\`, "/")) }

// nameOf is the name of a changed file in its folder.
func nameOf(name string) string { return path.Base(strings.ReplaceAll(name, `\`, "/")) }

// compareFolders orders folders as a tree shows them.
func compareFolders(a, b string) int {
	if a == "." || b == "." {
		return cmp.Compare(b2i(a != "."), b2i(b != "."))
	}
	return cmp.Compare(strings.ReplaceAll(a, "/", "\x00"), strings.ReplaceAll(b, "/", "\x00"))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// folderMark is the anchor of a folder.
func folderMark(folder string) string { return "d-" + address.ContentName([]byte(folder))[:8] }

// filePages divides changed files into pages by the bytes that they take.
func filePages(files []view.ChangedFile) []address.Range {
	var pages []address.Range
	room := 0
	for i := range files {
		size := fileBytes(&files[i])
		if room < size || len(pages) == 0 {
			pages, room = append(pages, address.Range{From: i, To: i}), filesBytes
		}
		room -= size
		pages[len(pages)-1].To = i + 1
	}
	return pages
}

// fileBytes is about how many bytes a changed file takes.
func fileBytes(f *view.ChangedFile) int {
	size := 400 + 2*len(f.Path)
	for i := range f.Sessions {
		s := &f.Sessions[i]
		size += 250 + len(s.Text) + len(s.Href)
		for _, t := range s.Turns {
			size += 60 + len(t.Text) + len(t.Href) + len(t.Note)
		}
	}
	return size
}

// folderTree are the folders of sorted files with what changed in and below each, with links to the pages that list them.
func folderTree(files []view.ChangedFile, pages []address.Range) []view.TreeRow {
	var rows []view.TreeRow
	var above []string // folders that the current one is in, and itself
	var rowsOf []int   // their rows
	page := 0
	for i := range files {
		f := &files[i]
		for i >= pages[page].To {
			page++
		}
		if f.Mark != "" {
			for len(above) > 0 && !strings.HasPrefix(f.Folder, above[len(above)-1]+"/") {
				above, rowsOf = above[:len(above)-1], rowsOf[:len(rowsOf)-1]
			}
			name := f.Folder
			if len(above) > 0 {
				name = name[len(above[len(above)-1])+1:]
			}
			rows = append(rows, view.TreeRow{Depth: len(above), Name: name + "/", Href: address.Page(page+1) + "#" + f.Mark})
			above, rowsOf = append(above, f.Folder), append(rowsOf, len(rows)-1)
		}
		for _, row := range rowsOf {
			rows[row].Added += f.Added
			rows[row].Removed += f.Removed
		}
	}
	return rows
}
