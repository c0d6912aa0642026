package publish

import (
	"strings"
	"testing"

	"steno/parser/source"
)

func TestDistinguish(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, projects, want string }{
		{"one of a name", "app=/w/app, lib=/w/lib", "app, lib"},
		{"two of a name", "app=/w/one/app, app=/w/two/app", "one/app, two/app"},
		{"deeper", "app=/a/w/app, app=/b/w/app, app=/b/x/app", "a/w/app, b/w/app, x/app"},
		{"the shorter path", "app=/app, app=/w/app", "app (f0), w/app"},
		{"Windows", `app=C:\w\app, app=/x/app`, "w/app, x/app"},
		{"names of their owner", "The app=/w/one/app, The app=/w/two/app", "The app (f0), The app (f1)"},
		{"no directory", "app=, app=", "app (f0), app (f1)"},
		{"users whose names are redacted", "app=~/app@-Users-user-app, lib=/w/lib, app=~/app@-Users-user-app, app=/w/app@-w-app", "app (1), lib, app (2), w/app"},
	} {
		var all []*Project
		for i, text := range strings.Split(c.projects, ", ") {
			name, dir, _ := strings.Cut(text, "=")
			dir, folder, ok := strings.Cut(dir, "@")
			if !ok {
				folder = "f" + string(rune('0'+i))
			}
			all = append(all, &Project{Name: name, Dir: dir, Folder: folder})
		}
		distinguish(all)
		var got []string
		for _, p := range all {
			got = append(got, p.Name)
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

// TestHomeFolderIsNamed: a project in a home directory, whose name would be that of its owner, has a name in words.
func TestHomeFolderIsNamed(t *testing.T) {
	t.Parallel()
	clean := func(text string) string { return strings.ReplaceAll(text, "/home/ada", "~") }
	p := cleanProject(&source.Project{Slug: "ada-123456", Name: "ada", Dir: "/home/ada"}, clean)
	if p.Name != "Home folder" || p.Dir != "~" || strings.Contains(p.Slug, "ada") {
		t.Errorf("the project is %q in %q at %q", p.Name, p.Dir, p.Slug)
	}
	if p := cleanProject(&source.Project{Slug: "lamp-123456", Name: "lamp", Dir: "/home/ada/lamp"}, clean); p.Name != "lamp" || p.Slug != "lamp-123456" {
		t.Errorf("the project is %q at %q", p.Name, p.Slug)
	}
}
