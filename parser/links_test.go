package parser

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLink: a directory of which a record says where it really is tells the other names of the session's directories.
func TestLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		about      string
		dirs       []string
		name, real string
		want       []DirLink
	}{
		{"a directory in one of the session", []string{"/mnt/b/quay", "/mnt/b/quay/lamps"}, "/home/ada/quay/lamps/oil", "/mnt/b/quay/lamps/oil", []DirLink{{"/home/ada/quay", "/mnt/b/quay"}}},
		{"the same one", []string{"/mnt/b/quay"}, "/q", "/mnt/b/quay", []DirLink{{"/q", "/mnt/b/quay"}}},
		{"one above it", []string{"/mnt/b/quay/lamps"}, "/q", "/mnt/b", []DirLink{{"/q/quay/lamps", "/mnt/b/quay/lamps"}}},
		{"one elsewhere", []string{"/mnt/b/quay"}, "/home/ada/notes", "/mnt/b/notes", nil},
		{"one beside it", []string{"/home/ada/mnt/home/ada/quay/lamps"}, "/home/ada/quay/.notes", "/home/ada/mnt/home/ada/quay/.notes", []DirLink{{"/home/ada/quay/lamps", "/home/ada/mnt/home/ada/quay/lamps"}}},
		{"a link inside that leads elsewhere", []string{"/mnt/b/quay"}, "/mnt/b/quay/link", "/srv/oil", nil},
		{"a link inside that leads inside", []string{"/mnt/b/quay"}, "/mnt/b/quay/link/a", "/mnt/b/quay/oil/a", nil},
		{"a name that begins alike", []string{"/mnt/b/quay"}, "/home/quayside", "/mnt/b/quayside", nil},
		{"no link", []string{"/mnt/b/quay"}, "/mnt/b/quay/a", "/mnt/b/quay/a", nil},
		{"a junction", []string{`D:\work\quay`}, `C:\quay\lamps`, `D:\work\quay\lamps`, []DirLink{{`C:\quay`, `D:\work\quay`}}},
	} {
		s := &Session{Dirs: c.dirs}
		s.Link(c.name, c.real)
		s.Link(c.name, c.real) // is known
		if d := cmp.Diff(c.want, s.Links); d != "" {
			t.Errorf("%s: %s", c.about, d)
		}
	}
	s := &Session{Links: []DirLink{{"/q", "/mnt/b/quay"}}}
	for name, want := range map[string]string{"/q/a.go": "/mnt/b/quay/a.go", "/q": "/mnt/b/quay", "/qu/a.go": "/qu/a.go", "a.go": "a.go", "": "", "/": "/"} {
		if got := s.Real(name); got != want {
			t.Errorf("%q is really %q, want %q", name, got, want)
		}
	}
}
