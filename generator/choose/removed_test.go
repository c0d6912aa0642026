package choose

import (
	"testing"

	"steno/parser/formats"
	"steno/parser/source"
)

// What is remembered of a session is where it was found, whatever it is called afterwards;
// sessions of one project share it.
func TestRemovedOf(t *testing.T) {
	t.Parallel()
	p, f := &source.Project{Slug: "tea-1", Name: "tea", Folder: "-home-ada-tea", Dir: "/home/ada/tea"}, &source.Folder{Name: "-home-ada-leaf", Dir: "/home/ada/leaf"}
	one, two := &source.Session{ID: "1", Format: formats.All()[0], Project: p, Folder: f, Size: 7}, &source.Session{ID: "2", Format: formats.All()[0], Project: p, Folder: f}
	p.Sessions = []*source.Session{one, two}
	b := &chooser{Found: &Found{Archive: &source.Archive{Projects: []*source.Project{p}}}}
	noteOrigins(b)
	p.Slug, p.Name, p.Folder, p.Dir, f.Name, f.Dir = "", "", "", "~/tea", "", "~/leaf"
	g := b.RemovedOf(one)
	if g.Project.Slug != "tea-1" || g.Project.Name != "tea" || g.Project.Folder != "-home-ada-tea" || g.Project.Dir != "/home/ada/tea" {
		t.Errorf("the project is %+v", g.Project)
	}
	if g.Folder.Name != "-home-ada-leaf" || g.Folder.Dir != "/home/ada/leaf" || g.Size != 7 {
		t.Errorf("the folder is %+v, the size %d", g.Folder, g.Size)
	}
	if other := b.RemovedOf(two); other.Project != g.Project || other.Folder != g.Folder {
		t.Error("sessions of one project share nothing")
	}
}
