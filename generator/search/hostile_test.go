package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"testing"
)

// TestHostileDocs: whatever stands in a transcript, every file is the wrapper
// around valid JSON, and the client finds the docs.
func TestHostileDocs(t *testing.T) {
	t.Parallel()
	texts := []string{
		"", "\x00\x01\x1e\x1f\x7f", "\xff\xfe\x80broken utf8", "\xed\xa0\x80lone surrogate", "\u2028\u2029 ends a line",
		`cs("t0",{"k":1})`, `</script><!--`, `"quotes" \ and "more"`, "~ } { | ~", "\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07",
		strings.Repeat("a", 1<<20), strings.Repeat("aB3", 1<<20), strings.Repeat("数", 1<<18), strings.Repeat("é", 1<<18),
		strings.Repeat("word ", 1<<20), strings.Repeat("a.", 1<<18), strings.Repeat("_", 1<<18), "needle",
	}
	s := Session{ID: "a\x00\"'", URL: "sessions/a/index.html", Title: "</script>\x1b[1m\n\"title\"", Project: "../..", Branch: `"><img>`, Model: "\u2028"}
	for i, text := range texts {
		s.Docs = append(s.Docs, Doc{Anchor: fmt.Sprint("m-\x1f", i), Page: "index.html", Kind: KindResult, Tool: text[:min(len(text), 90)], File: text[:min(len(text), 900)], Text: text})
	}
	files, stats := build(t, Options{Scope: ScopeEverything}, []Session{s}, 1)
	if stats.Docs != len(texts)+1 {
		t.Errorf("%d docs, want %d", stats.Docs, len(texts)+1)
	}
	for name, data := range files {
		checkFile(t, name, data)
	}
	a := ask(t, files, []string{"needle ", "quotes ", "surrogate "}, true)
	for i, want := range []string{"m-17", "m-7", "m-3"} {
		if len(a[i].Hits) != 1 || a[i].Hits[0].Anchor != want {
			t.Errorf("hits %+v, want %s", a[i].Hits, want)
		}
	}
}

// checkFile compares a file with the format: JSON, or JSON in the wrapper with the file's own key, or lines in a packed file.
// None has a line that another parser could take for the end.
func checkFile(t *testing.T, name string, data []byte) {
	t.Helper()
	file, key := data, strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(name, "search/"), ".js"), "/", "")
	if path.Ext(name) == ".js" {
		head := fmt.Sprintf("cs(%q,", key)
		if !bytes.HasPrefix(data, []byte(head)) || !bytes.HasSuffix(data, []byte(")\n")) {
			t.Fatalf("%s is not wrapped in %s…): %.40q", name, head, data)
		}
		data = data[len(head) : len(data)-2]
	}
	if len(data) > 0 && data[0] == '"' {
		text := strings.NewReplacer(`\\`, "", `\"`, "", `\n`, "", `\r`, "").Replace(string(data[1 : len(data)-1]))
		if _, err := Unpack(key, file); err != nil || strings.ContainsAny(text, "\"\\\n\r") {
			t.Errorf("%s is no packed file", name)
		}
	} else if !json.Valid(data) {
		t.Errorf("%s is not JSON: %.200q", name, data)
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	blob := strings.Repeat("aB3dE5gH7", 20)
	for _, c := range []struct{ in, want string }{
		{"  a \n\n b\t", "a b"},
		{"     1→package x\n    12→\tfunc", "package x func"},
		{"see 12→13", "see 12→13"},
		{"\x1b[1;31mred\x1b[0m", "red"},
		{"data:image/png;base64," + blob + " end", "data:image/png;base64,… end"},
		{strings.Repeat("directory/", 20), strings.Repeat("directory/", 20)},
		{"a\x00b", "a b"},
	} {
		if got := clean(c.in); got != c.want {
			t.Errorf("clean(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for _, n := range []int{0, 1, 63, 64, 65, 1727, 1728, 46655, 46656, 1 << 31} {
		code := string(appendCode(nil, n))
		if old, ok := seen[code]; ok {
			t.Errorf("%d and %d have the code %q", old, n, code)
		}
		seen[code] = n
		if want := map[int]int{63: 1, 64: 2, 1727: 2, 1728: 3}[n]; want != 0 && len(code) != want {
			t.Errorf("%d takes %d characters, want %d", n, len(code), want)
		}
	}
}
