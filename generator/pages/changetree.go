package pages

import (
	"cmp"
	"slices"
	"strings"

	"steno/theme/view"
)

// sortByPath sorts files as a tree shows them: in each folder its folders, then its files.
func sortByPath(files []*changedFile) {
	parts := map[*changedFile][]string{}
	for _, f := range files {
		parts[f] = strings.Split(strings.ReplaceAll(f.path, `\`, "/"), "/")
	}
	slices.SortStableFunc(files, func(a, b *changedFile) int {
		if a.Outside != b.Outside { // these come last
			return b2i(a.Outside) - b2i(b.Outside)
		}
		x, y := parts[a], parts[b]
		for i := 0; i < len(x) && i < len(y); i++ {
			if x[i] != y[i] {
				return cmp.Or(b2i(i == len(x)-1)-b2i(i == len(y)-1), strings.Compare(x[i], y[i]))
			}
		}
		return len(x) - len(y)
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// treeOf returns the tree of sorted files. Folders that contain nothing but one folder are one row
// with it. page is the one that has the tree.
func treeOf(files []*changedFile, page int) []view.TreeRow {
	var rows []view.TreeRow
	var walk func(files []*changedFile, prefix string, depth int)
	walk = func(files []*changedFile, prefix string, depth int) {
		for i := 0; i < len(files); {
			rest := strings.ReplaceAll(files[i].path, `\`, "/")[len(prefix):]
			folder, _, deep := strings.Cut(rest, "/")
			if !deep {
				if len(rows) < mostTree {
					rows = append(rows, fileRowOf(files[i], rest, depth, page))
				}
				i++
				continue
			}
			end := i + 1
			for end < len(files) && strings.HasPrefix(strings.ReplaceAll(files[end].path, `\`, "/"), prefix+folder+"/") {
				end++
			}
			name := commonFolder(files[i:end], len(prefix))
			if len(rows) < mostTree {
				rows = append(rows, view.TreeRow{Depth: depth, Name: name})
			}
			walk(files[i:end], prefix+name+"/", depth+1)
			i = end
		}
	}
	walk(files, "", 0)
	return rows
}

// commonFolder returns the folders that all files have in common behind a prefix.
func commonFolder(files []*changedFile, prefix int) string {
	common := folderOf(files[0], prefix)
	for _, f := range files[1:] {
		other := folderOf(f, prefix)
		for common != other && !strings.HasPrefix(other, common+"/") {
			common = common[:max(strings.LastIndexByte(common, '/'), 0)]
		}
	}
	return common
}

func folderOf(f *changedFile, prefix int) string {
	rest := strings.ReplaceAll(f.path, `\`, "/")[prefix:]
	return rest[:strings.LastIndexByte(rest, '/')]
}

// commitDiffs returns what changed by commits, from dir; nil when there is nothing to divide.
func commitDiffs(s *sessionSite, dir string) []view.CommitDiff {
	rows := commitRows(s, dir)
	if len(rows) == 0 {
		return nil
	}
	list := make([]view.CommitDiff, len(rows)+1)
	for i := range rows {
		list[i].Commit = &rows[i]
	}
	room := mostTree
	for _, f := range s.figures.diffs.files {
		for _, c := range f.Commits {
			d := &list[c.Commit]
			d.Added += c.Added
			d.Removed += c.Removed
			if room--; room < 0 {
				d.More++
				continue
			}
			row := fileRowOf(f, f.path, 0, 1)
			row.Added, row.Removed = c.Added, c.Removed
			d.Files = append(d.Files, row)
		}
	}
	if last := list[len(rows)]; len(last.Files)+last.More == 0 {
		list = list[:len(rows)]
	}
	if len(list) == 1 { // it is the whole diff
		return nil
	}
	return list
}

func fileRowOf(f *changedFile, name string, depth, page int) view.TreeRow {
	row := view.TreeRow{Depth: depth, Name: name, Href: f.href(), Added: f.Added, Removed: f.Removed, State: f.view.State}
	if f.page == page {
		row.Href = "#" + f.view.ID
	}
	return row
}
