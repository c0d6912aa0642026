package claude

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/txtar"

	"steno/parser"
	"steno/parser/facts"
	"steno/parser/source"
)

// TestDiffs holds that diffs have as many lines as figures say, in the test archives, in the
// example, and in the corpus where there is one.
func TestDiffs(t *testing.T) {
	t.Parallel()
	var sessions []*parser.Session
	files, _ := filepath.Glob("testdata/sessions/*.txtar")
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(context.Background(), archived(a), source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, s)
	}
	places := []string{"../../testdata/example"}
	if _, err := os.Stat(corpus); err == nil {
		places = append(places, claudeCorpus[2])
	} else {
		t.Log("no transcripts at ../shared/corpus: diffs of real ones are NOT compared")
	}
	for _, place := range places {
		a, err := source.Find(context.Background(), source.Formats{Format()}, []string{place})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range a.Projects {
			for _, src := range p.Sessions {
				s, err := Parse(context.Background(), src, source.Options{})
				if err != nil {
					t.Fatal(err)
				}
				sessions = append(sessions, s)
			}
		}
	}
	lines := 0
	for _, s := range sessions {
		texts := facts.NewTexts(s)
		for _, f := range facts.Of(s).Files {
			added, removed := 0, 0
			for _, h := range f.Diff(texts) {
				for _, l := range h.Lines {
					lines++
					if l.Op == parser.LineAdded {
						added++
					} else if l.Op == parser.LineRemoved {
						removed++
					}
				}
			}
			if !f.ByCommand() && (added != f.Added || removed != f.Removed) {
				t.Errorf("%s, %s: the diff has +%d −%d, the figures say +%d −%d", s.ID, f.Path, added, removed, f.Added, f.Removed)
			}
		}
	}
	if lines == 0 {
		t.Error("no session changes a file")
	}
}

// TestReadText: only what is known to be the whole file is a base of changes.
func TestReadText(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		result string
		want   int
	}{
		{`{"type":"text","file":{"content":"a\nb\n","numLines":3,"startLine":1,"totalLines":3}}`, 2},
		{`{"type":"text","file":{"content":"a\nb","numLines":2,"startLine":1,"totalLines":2}}`, 2},
		{`{"type":"text","file":{"content":"a\nb\n","numLines":2,"startLine":1,"totalLines":9}}`, 0},
		{`{"type":"text","file":{"content":"a\nb\n","numLines":2,"startLine":3,"totalLines":2}}`, 0},
		{`{"type":"image","file":{"base64":"AAAA"}}`, 0},
		{`"text"`, 0},
		{`{"type":"text","file":{"content":"","numLines":0,"startLine":1,"totalLines":0}}`, 0},
	} {
		c := &parser.ToolCall{Name: "Read", Result: &parser.ToolResult{Structured: jsontext.Value(tc.result)}}
		if got := readText(c); len(got) != tc.want {
			t.Errorf("%s: %q", tc.result, got)
		}
	}
	if readText(&parser.ToolCall{Name: "Read"}) != nil {
		t.Error("a call without a result has a text")
	}
}
