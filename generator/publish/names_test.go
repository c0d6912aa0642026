package publish

import (
	"strings"
	"testing"
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
