package generator

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"steno/generator/lists"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/render"
)

// The pages that list what a project holds are taken over from the last build when they
// would be the same: the same sessions belong to it, none of them was built again, and what
// else they show of the project is as it was. Templates of one's own may show figures of the
// whole site on them, so that with these they are made by every build.

// condenseProjects condenses what the lists of each project show besides what is said in
// its sessions, and notes which projects hold a session that was built again.
func (b *build) condenseProjects() {
	b.projectKeys, b.moved = map[*publish.Project]string{}, map[*publish.Project]bool{}
	ids := map[*publish.Project][]string{}
	for i, s := range b.todo {
		m := b.memos[i]
		b.moved[s.Project] = b.moved[s.Project] || !m.kept
		ids[s.Project] = append(ids[s.Project], fmt.Sprintf("%q %v", s.RawID, b.gone[s.Source] != nil))
	}
	for p, list := range ids {
		h := sha256.New()
		fmt.Fprintf(h, "%q %q %q %q %q %q\n", p.Slug, p.Name, p.Title(), p.Group, p.Folder, p.Dir)
		if link := render.NotesLink("", "", b.memories[p]); link != nil {
			fmt.Fprintf(h, "%q\n", link.Text)
		}
		slices.Sort(list)
		fmt.Fprintf(h, "%q\n", list)
		b.projectKeys[p] = hex.EncodeToString(h.Sum(nil)[:16])
	}
}

// keepLists takes over the pages in dir that list a project's sessions or files.
func (b *build) keepLists(p *publish.Project, dir string) (bool, error) {
	m := b.memory
	if m == nil || m.stale || b.moved[p] || b.Config.Theme.Dir != "" || m.projects[p.Slug] != b.projectKeys[p] {
		return false, nil
	}
	var files []output.File
	for _, f := range m.others.Below(dir) {
		name := f.Name[len(dir)+1:]
		if name == "index.html" || strings.HasPrefix(name, "page-") || strings.HasPrefix(name, lists.RowsPrefix) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return false, nil
	}
	return b.Out.Keep(files)
}
