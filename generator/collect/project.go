package collect

import (
	"maps"
	"slices"

	"steno/generator/selection"
	"steno/parser/source"
)

// filesOf lists the files of the sessions of one project, by its names. A file that sessions of
// other projects share is left out, and so is the memory of a folder that they share.
func filesOf(a *source.Archive, project ...string) map[string]bool {
	files := map[string]bool{}
	var others []string
	for _, s := range a.Sessions() {
		if s.Pieces != nil {
			continue // the files of its messages do not say whose they are
		}
		mine := selection.HasProject(s, project...)
		for _, f := range FilesOf(s) {
			if mine {
				files[f.Path] = true
			} else {
				others = append(others, f.Path)
			}
		}
	}
	for _, name := range others {
		delete(files, name)
	}
	for _, s := range a.Sessions() { // the files that exclude sessions are copied with them
		if selection.HasProject(s, project...) {
			for _, f := range s.Ignore {
				files[f.Path] = true
			}
		}
	}
	return files
}

// elsewhere lists where sessions began that lists show in the project although they began outside
// of its directory, such as in a worktree beside it. They are left out, as folders of different
// projects may have the same name.
func elsewhere(a *source.Archive, project ...string) (dirs []string) {
	for _, s := range a.Sessions() {
		if len(s.Dirs) > 0 && !selection.HasProject(s, project...) && selection.ListedIn(s, project...) {
			dirs = append(dirs, s.Dirs[0])
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// FilesOf lists all files that belong to a session.
func FilesOf(s *source.Session) []*source.File {
	files := slices.Concat(s.Main, s.Folder.Memory)
	for _, a := range s.Agents {
		files = append(files, a.File, a.Meta)
	}
	for _, named := range []map[string]*source.File{s.Results, s.Scripts, s.Copies, s.Plans} {
		files = slices.AppendSeq(files, maps.Values(named))
	}
	for _, w := range s.Workflows {
		files = append(files, w.Journal, w.Summary)
	}
	files = append(files, s.Memory, s.Titled)
	return slices.DeleteFunc(files, func(f *source.File) bool { return f == nil })
}
