package source

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Directories are clones of one repository when what sessions recorded there says so, and the
// directories have its name: a session works on other repositories at times. Pull requests say it
// best. Remotes come second, as who has a fork pushes there.

// remoteURL is the address of a repository at a host: as a URL, or as ssh has it.
var remoteURL = regexp.MustCompile(`^(?:(?:https?|ssh|git)://[^/\s]+/|(?:[\w.-]+@)?[\w-]+(?:\.[\w-]+)+:)([^\s:?#]+)$`)

// RepositoryAt returns the repository, such as "owner/name", that a remote's address names; "" for
// one on the same machine.
func RepositoryAt(address string) string {
	m := remoteURL.FindStringSubmatch(address)
	if m == nil {
		return ""
	}
	name := strings.ToLower(strings.TrimSuffix(strings.Trim(m[1], "/"), ".git"))
	if !strings.Contains(name, "/") {
		return ""
	}
	return name
}

// AddRepository adds a repository to a short list of distinct ones.
func AddRepository(list []string, name string) []string {
	const most = 16
	if name == "" || len(list) >= most || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// findClones finds the directories that are clones of one repository.
func (w *worktrees) findClones(folders []*found) {
	pulls, remotes := map[string]string{}, map[string]string{} // repositories of directories; "" when there are several
	for _, f := range folders {
		key, dir := w.home(f)
		if w.homes[dir] == "" {
			w.homes[dir] = key
		}
		for _, d := range f.drafts {
			note(pulls, dir, d.repos)
			note(remotes, dir, d.remotes)
		}
	}
	for dir, repo := range remotes {
		if _, known := pulls[dir]; !known {
			pulls[dir] = repo
		}
	}
	w.byPath(pulls)
	first := map[string]string{}
	w.clones = map[string]string{}
	for _, dir := range slices.Sorted(maps.Keys(pulls)) {
		switch repo := pulls[dir]; {
		case repo == "":
		case first[repo] == "":
			first[repo] = dir
		default:
			w.clones[dir] = first[repo]
		}
	}
}

// note notes the repository of a directory that has its name.
func note(repository map[string]string, dir string, repos []string) {
	for _, repo := range repos {
		repo = strings.ToLower(repo)
		if !strings.EqualFold(lastElement(repo), lastElement(dir)) {
			continue
		}
		if before, known := repository[dir]; known && before != repo {
			repo = ""
		}
		repository[dir] = repo
	}
}

// byPath adds directories whose path ends with a repository that is known: "src/owner/name".
func (w *worktrees) byPath(repository map[string]string) {
	known := map[string]bool{}
	for _, repo := range repository {
		known[repo] = true
	}
	for dir := range w.homes {
		path := strings.FieldsFunc(strings.ToLower(dir), func(r rune) bool { return r == '/' || r == '\\' })
		if _, told := repository[dir]; told || len(path) < 2 {
			continue
		}
		if repo := strings.Join(path[len(path)-2:], "/"); known[repo] {
			repository[dir] = repo
		}
	}
}
