package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// regrouped is an archive of sessions "folder:id", each folder a project of its name.
func regrouped(sessions ...string) *Archive {
	a := &Archive{}
	for _, text := range sessions {
		dir, id, _ := strings.Cut(text, ":")
		name := lastElement(dir)
		i := slices.IndexFunc(a.Projects, func(p *Project) bool { return p.Dir == dir })
		if i < 0 {
			i = len(a.Projects)
			a.Projects = append(a.Projects, &Project{Name: name, Slug: slug(name, dir, map[string]bool{}), Folder: TestFormats[0].FolderOf(dir), Dir: dir})
		}
		p := a.Projects[i]
		p.Sessions = append(p.Sessions, &Session{ID: id, Project: p, Folder: &Folder{Name: p.Folder, Dir: dir}})
	}
	return a
}

func TestRegroup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		sessions  []string
		names     map[string]string // of sessions' ids
		want      string            // name, directory and sessions of each project
		ambiguous []string
	}{
		{"nothing", []string{"/a/x:1", "/a/y:2"}, nil, "x /a/x 1; y /a/y 2", nil},
		{"renamed", []string{"/a/x:1", "/a/x:2"}, map[string]string{"1": "Ex", "2": "Ex"}, "Ex /a/x 1 2", nil},
		{"joined", []string{"/a/x:1", "/b/x:2"}, map[string]string{"1": "Ex", "2": "Ex"}, "Ex  1 2", nil},
		{"joined under the name they have", []string{"/a/x:1", "/b/x:2"}, map[string]string{"1": "x", "2": "x"}, "x  1 2", nil},
		{"into one that stays", []string{"/a/x:1", "/b/y:2"}, map[string]string{"1": "y"}, "y /b/y 1 2", nil},
		{"by its folder", []string{"/a/x:1", "/b/x:2", "/c/y:3"}, map[string]string{"3": "-a-x"}, "x /a/x 1 3; x /b/x 2", nil},
		{"one of a name that several have", []string{"/a/x:1", "/b/x:2", "/c/y:3"}, map[string]string{"3": "x"}, "x /a/x 1; x /b/x 2; x /c/y 3", []string{"x"}},
		{"one session of two", []string{"/a/x:1", "/a/x:2"}, map[string]string{"2": "other"}, "other /a/x 2; x /a/x 1", nil},
		{"swapped", []string{"/a/x:1", "/a/y:2"}, map[string]string{"1": "y", "2": "x"}, "x /a/y 2; y /a/x 1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := regrouped(c.sessions...)
			ambiguous := a.Regroup(func(s *Session) string { return c.names[s.ID] })
			var got []string
			slugs := map[string]bool{}
			for _, p := range a.Projects {
				var ids []string
				for _, s := range p.Sessions {
					ids = append(ids, s.ID)
					if s.Project != p {
						t.Errorf("session %s is of another project", s.ID)
					}
				}
				if p.Slug == "" || slugs[p.Slug] {
					t.Errorf("slug %q of %s", p.Slug, p.Name)
				}
				slugs[p.Slug] = true
				got = append(got, fmt.Sprint(p.Name, " ", p.Dir, " ", strings.Join(ids, " ")))
			}
			slices.Sort(got)
			if diff := cmp.Diff(c.want, strings.Join(got, "; ")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.ambiguous, ambiguous); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The address of a project with a given name depends on nothing but the name.
func TestRegroupKeepsAddresses(t *testing.T) {
	t.Parallel()
	address := func(sessions ...string) string {
		a := regrouped(sessions...)
		a.Regroup(func(s *Session) string { return map[bool]string{true: "Ex"}[s.ID != "9"] })
		for _, p := range a.Projects {
			if p.Name == "Ex" {
				return p.Slug
			}
		}
		return ""
	}
	first, second := address("/a/x:1"), address("/b/z:1", "/a/y:2", "/c/c:9")
	if first == "" || first != second {
		t.Errorf("%q and %q", first, second)
	}
}
