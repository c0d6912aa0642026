package sitetest

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// The facts panel of archives: several sessions, and the projects that a careful reader of their
// records would sort them into. An archive is a tale (see tale) of sessions, each of which begins with
//
//	session LETTER in FOLDER [at DIRECTORY]
//
// Without a directory, the records have none. The facts of a case:
//
//	projects    "name: letters of the sessions, N prompts", a project each
//	former      "start of an address of earlier versions: project that it leads to"
//
// They are compared with the pages of the projects, and the first one also with sessions.json and the export.

func TestArchiveFacts(t *testing.T) {
	t.Parallel()
	for _, c := range readFactsCases(t, filepath.Join(factsDir, "archives")) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			source, dir := t.TempDir(), t.TempDir()
			letters := tellArchive(t, source, c.Archive)
			buildInto(t, dir, source, 2)
			want := map[string][]string{"projects": {}, "former": {}}
			for name, lines := range c.Facts {
				for _, line := range list(lines) {
					want[name] = append(want[name], line.(string))
				}
				slices.Sort(want[name])
			}
			projects, former := projectsOnPages(t, dir, letters)
			compareLines(t, "the pages", want["projects"], projects)
			compareLines(t, "the former addresses", want["former"], former)
			var told []*factsCase
			byProject := map[string][]string{}
			for id, s := range rawList(t, dir) {
				byProject[str(s["project"])] = append(byProject[str(s["project"])], letters[id])
				told = append(told, &factsCase{id: id})
			}
			var plain []string // without figures
			for _, line := range want["projects"] {
				plain = append(plain, line[:strings.LastIndex(line, ",")])
			}
			compareLines(t, "sessions.json", plain, byName(byProject))
			byProject = map[string][]string{}
			for id, s := range exportedFacts(t, source, told) {
				byProject[str(s["project"])] = append(byProject[str(s["project"])], letters[id])
			}
			compareLines(t, "the export", plain, byName(byProject))
		})
	}
}

func compareLines(t *testing.T, where string, want, got []string) {
	t.Helper()
	if w, g := strings.Join(want, "\n\t"), strings.Join(got, "\n\t"); w != g {
		t.Errorf("%s:\n\t%s\nwant\n\t%s", where, g, w)
	}
}

// byName writes a line for each project: "name: letters".
func byName(byProject map[string][]string) []string {
	lines := []string{}
	for name, letters := range byProject {
		slices.Sort(letters)
		lines = append(lines, name+": "+strings.Join(letters, " "))
	}
	slices.Sort(lines)
	return lines
}

// tellArchive writes the sessions of an archive, and returns their letters by id.
func tellArchive(t *testing.T, source, text string) (letters map[string]string) {
	t.Helper()
	letters = map[string]string{}
	for i, part := range strings.Split("\n"+text, "\nsession ")[1:] {
		head, lines, _ := strings.Cut(part, "\n")
		where, cwd, _ := strings.Cut(head, " at ")
		letter, folder, ok := strings.Cut(where, " in ")
		if !ok {
			t.Fatalf("no folder in %q", head)
		}
		if cwd == "" {
			cwd = "-" // no such member
		}
		id, files := tellIn(t, i+1, cwd, lines)
		letters[id] = letter
		for name, text := range files {
			name = id + "/" + name
			if strings.HasSuffix(name, "/main") {
				name = id + ".jsonl"
			}
			put(t, filepath.Join(source, folder, name), text.String())
		}
	}
	return letters
}

// projectsOnPages reads the pages of projects, and those that lead on from former addresses.
func projectsOnPages(t *testing.T, dir string, letters map[string]string) (projects, former []string) {
	t.Helper()
	pages := map[string]*page{}
	for _, p := range readPages(t, dir) {
		if strings.HasPrefix(p.name, "projects/") && strings.Count(p.name, "/") == 2 {
			pages[p.name] = p
		}
	}
	projects, former = []string{}, []string{}
	for name, p := range pages {
		if p.ids["h-sessions"] == nil {
			to := pages[path.Join(path.Dir(name), leadsTo(p))]
			if to == nil {
				t.Fatalf("%s leads to no project", name)
			}
			slug := path.Base(path.Dir(name))
			former = append(former, slug[:strings.LastIndexByte(slug, '-')]+": "+titleOf(to))
			continue
		}
		found := map[string]bool{}
		for n := range p.root.Descendants() {
			for id, letter := range letters {
				if n.Data == "a" && strings.HasSuffix(attr(n, "href"), "sessions/"+id+"/index.html") {
					found[letter] = true
				}
			}
		}
		var all []string
		for letter := range found {
			all = append(all, letter)
		}
		slices.Sort(all)
		figures, _ := figuresOf(p)
		prompts := fmt.Sprintf("%d prompts", figures["prompts"])
		if figures["prompt"] == 1 {
			prompts = "1 prompt"
		}
		projects = append(projects, titleOf(p)+": "+strings.Join(all, " ")+", "+prompts)
	}
	slices.Sort(projects)
	slices.Sort(former)
	return projects, former
}

// leadsTo returns the address in the note of a page that leads on.
func leadsTo(p *page) string {
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" && attr(n.Parent, "class") == "note" {
			return attr(n, "href")
		}
	}
	return ""
}

func titleOf(p *page) string {
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "h1" {
			return squeeze(text(n))
		}
	}
	return ""
}
