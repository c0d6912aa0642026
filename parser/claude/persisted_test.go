package claude

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/modeltest"
	"steno/parser/source"
)

const (
	kept    = "the whole output" // what stands in the session's own tool-results
	outside = "not yours"        // what stands in files anywhere else
)

// FuzzPersisted: whatever a result says of the file that holds its output, and
// whatever that file is called, nothing outside the session's own tool-results is
// read, the preview stays, and a file that is there is found. In text, "$outside"
// stands for the folder above the source.
func FuzzPersisted(f *testing.F) {
	const head = "<persisted-output>\nOutput too large (105.1KB). Full output saved to: "
	for _, path := range []string{"/home/x/.claude/projects/-p/s/tool-results/b1.txt", `C:\Users\x\tool-results\b1.txt`, "b1.txt", "../b1.txt", "$outside/b1.txt",
		"$outside/projects/-p/other/tool-results/b1.txt", "..", ".", "/", "", `\`, "a/b1.txt\x00", "b1.txt \r", "/etc/passwd", "/dev/zero", "\ud7ffb1.txt"} {
		f.Add(head+path+"\n\nPreview (first 2KB):\nline 1\n</persisted-output>", "b1.txt", false)
		f.Add(head+path+"\n", "b1.txt", true)
	}
	f.Add("<persisted-output>", "b1.txt", false)
	f.Add(head+strings.Repeat("x", 300)+".txt\nline", strings.Repeat("x", 200)+".txt", false)
	f.Add("<persisted-output>\nOutput too large (1 MB). Preview only\nline", "<persisted-output>", false)
	f.Add(head+"/x/<script>.txt\n<persisted-output>", "<script>.txt", false)
	f.Fuzz(func(t *testing.T, text, name string, linked bool) {
		name = fileName(name)
		top := t.TempDir()
		text = strings.ToValidUTF8(strings.ReplaceAll(text, "$outside", top), "?")
		s := parseSaved(t, top, text, name, linked)
		modeltest.Check(t, s)
		if err := modeltest.Outline(new(bytes.Buffer), s); err != nil {
			t.Fatal(err)
		}
		result := onlyCall(t, s).Result
		if strings.TrimSpace(text) != "" && result.Text() != text {
			t.Errorf("of %q is left %q", text, result.Text())
		}
		p := result.Persisted
		switch {
		case p == nil:
		case strings.ContainsAny(p.Name, `/\`):
			t.Errorf("%q is no base name", p.Name)
		case p.Text != "" && p.Text != kept:
			t.Errorf("%q was read for %q", p.Text, text)
		case p.Found != (p.Name == name && !linked):
			t.Errorf("found %t of %q, the file is %q", p.Found, p.Name, name)
		}
	})
}

// fileName makes a name that the system takes for one file.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == 0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if s = s[:min(len(s), 200)]; strings.Trim(s, ".") == "" {
		return "f"
	}
	return strings.ToValidUTF8(s, "")
}

// parseSaved makes an archive below top whose one session has one call with this
// text for its result and a saved output of this name, which is perhaps only a
// link to a file outside, and parses that session. Files of the same name stand
// everywhere around.
func parseSaved(t *testing.T, top, text, name string, linked bool) *parser.Session {
	t.Helper()
	project := filepath.Join(top, "projects", "-p")
	for _, dir := range []string{top, filepath.Join(top, "projects"), project, filepath.Join(project, "s"),
		filepath.Join(project, "other", "tool-results"), filepath.Join(project, "s", "subagents", "tool-results")} {
		write(t, filepath.Join(dir, name), outside)
	}
	own := filepath.Join(project, "s", "tool-results", name)
	if linked {
		makeFolder(t, filepath.Dir(own))
		if err := os.Symlink(filepath.Join(top, name), own); err != nil {
			t.Skip(err)
		}
	} else {
		write(t, own, kept)
	}
	write(t, filepath.Join(project, "s.jsonl"), strings.Join([]string{
		`{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/p","message":{"role":"user","content":"go"}}`,
		`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"s","cwd":"/p","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}`,
		fmt.Sprintf(`{"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"s","cwd":"/p","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":%s}]}}`, quoteJSON(text)),
	}, "\n"))
	ctx := context.Background()
	a, err := source.Find(ctx, source.Formats{Format()}, []string{filepath.Join(top, "projects")})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, src := range a.Sessions() {
		if src.ID == "s" {
			s, err := Parse(ctx, src, source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	t.Fatal("the session was not found")
	return nil
}

func write(t *testing.T, name, content string) {
	t.Helper()
	makeFolder(t, filepath.Dir(name))
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Skip(err) // not a name for this system
	}
}

func makeFolder(t *testing.T, name string) {
	t.Helper()
	if err := os.MkdirAll(name, 0o700); err != nil {
		t.Skip(err) // a file of this name is there
	}
}

// onlyCall returns the one call of a session.
func onlyCall(t *testing.T, s *parser.Session) *parser.ToolCall {
	t.Helper()
	for m := range s.Main.Live().Messages() {
		for _, blk := range m.Blocks {
			if c, ok := blk.(*parser.ToolCall); ok && !c.Orphan && c.Result != nil {
				return c
			}
		}
	}
	t.Fatal("the call or its result is gone")
	return nil
}

// TestWholeOfPersisted: the whole of an output without its file is found where a structured result has one, and nothing else is taken
// for it.
func TestWholeOfPersisted(t *testing.T) {
	t.Parallel()
	for structured, want := range map[string]string{
		`{"stdout":"all that was printed"}`: "all that was printed",
		`{"status":"completed","prompt":"look at all boats","content":[{"type":"text","text":"all that it found"}]}`: "all that it found",
		`[{"type":"text","text":"all that it found"}]`:                                                               "all that it found",
		`{"status":"completed","prompt":"look at all boats"}`:                                                        "",
		`{"persistedOutputPath":"/x","stdout":"the start of it all"}`:                                                "",
	} {
		r := &parser.ToolResult{Structured: []byte(structured), Content: []parser.Block{&parser.Text{Text: "start"}}}
		if got := whole(r); got != want {
			t.Errorf("%s: got %q, want %q", structured, got, want)
		}
	}
}
