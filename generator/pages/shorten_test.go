package pages

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, dir, want string }{
		{"/p/src/a.go", "/p", "src/a.go"},
		{"/p2/a.go", "/p", "/p2/a.go"},
		{`C:\p\a.go`, `C:\p`, "a.go"},
		{`C:\p\a.go`, `c:\P\`, "a.go"}, // editors write drives in lower case
		{`C:\pier\a.go`, `c:\p`, `C:\pier\a.go`},
		{"/c/p/a.go", `C:\p`, "a.go"},
		{"/C/a.go", "/c", "/C/a.go"},
		{"/p", "/p", "/p"},
		{"a.go", "", "a.go"},
	} {
		if got := shorten(c.name, c.dir); got != c.want {
			t.Errorf("shorten(%q, %q) = %q, want %q", c.name, c.dir, got, c.want)
		}
	}
}

func TestStringsOf(t *testing.T) {
	t.Parallel()
	got := stringsOf(jsontext.Value(`{"a":"x","b":{"c":["y",1,{"d":"z"}]},"e":null,"f":"w"}`))
	if want := "x\ny\nz\nw"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
