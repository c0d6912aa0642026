package address

import (
	"slices"
	"strings"
	"testing"

	"steno/generator/output"
)

func TestElement(t *testing.T) {
	t.Parallel()
	for _, id := range []string{
		"0f4b1c2e-aaaa-4bbb-8ccc-1234567890ab", "a36efb2a1231c41e2", "s1", "acompact-1.x_y",
	} {
		if got := Element(id); got != id {
			t.Errorf("element(%q) = %q, want it unchanged", id, got)
		}
	}
	seen := map[string]string{}
	for _, id := range []string{
		"", ".", "..", "../x", "a/b", `a\b`, "A", "a b", "con", "com1", "nul.txt", "index", "_x", "-x", "é", "日本", "a\x00b",
		strings.Repeat("x", 300), "a\"b", "a'b", "<script>",
		"aux.x", "COM1.log", "com1.log", "LPT9", "notes.", "notes..", "notes", "nul.a.b", "prn. ", "con ", "CON", "CONIN$", "com¹", "com1 .txt", "aux.", strings.Repeat("y", 80) + ".", "con.con.con",
		strings.Repeat(".", 5), "-.-", "x ", "x", "index.html", "page-2.html", "index.md", "notes.html", "agents.x",
	} {
		got := Element(id)
		if output.Device(got) || strings.HasSuffix(got, ".") {
			t.Errorf("element(%q) = %q, which Windows cannot store", id, got)
		}
		if got == id && slices.Contains([]string{"x", "notes"}, id) {
			seen[got] = id
			continue
		}
		if got == id || got == "" || strings.ContainsAny(got, `/\ "'<>`) || got[0] == '.' || got[0] == '-' || len(got) > 60 {
			t.Errorf("element(%q) = %q", id, got)
		}
		if other, ok := seen[got]; ok {
			t.Errorf("element(%q) and element(%q) are both %q", id, other, got)
		}
		seen[got] = id
	}
}

func TestRelative(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dir, target, want string }{
		{"", "index.html", "index.html"},
		{"", "sessions/a/index.html", "sessions/a/index.html"},
		{"sessions/a", "sessions/a/index.html#m-1", "index.html#m-1"},
		{"sessions/a", "sessions/b/index.html", "../b/index.html"},
		{"sessions/a/agents/x", "sessions/a/page-2.html#m-1", "../../page-2.html#m-1"},
		{"sessions/a/agents/x", "sessions/a/agents/y/index.html", "../y/index.html"},
		{"projects/p", "index.html", "../../index.html"},
		{"sessions/a", "sessions/ab/index.html", "../ab/index.html"},
		{"sessions/a", "sessions/a", "../a"},
		{"sessions/a", "sessions/a//./b/../.x/", ".x"},
		{"", "a//b/", "a/b"},
	} {
		if got := Relative(c.dir, c.target); got != c.want {
			t.Errorf("relative(%q, %q) = %q, want %q", c.dir, c.target, got, c.want)
		}
	}
}
