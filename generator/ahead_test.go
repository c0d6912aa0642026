package generator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"steno/generator"
)

// follow builds a site and returns what makes pages ahead of the next build, nil for nothing.
func follow(t *testing.T, o generator.Options) (a *generator.Ahead) {
	t.Helper()
	o.Ahead = func(made *generator.Ahead) { a = made }
	if _, err := generator.Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// appendTo adds to a file.
func appendTo(t *testing.T, name string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func all(string) bool { return true }

// nextPrompt is a prompt behind the last record of a transcript.
func nextPrompt(t *testing.T, name, text string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	last := map[string]any{}
	for line := range bytes.Lines(data) {
		var r map[string]any
		if json.Unmarshal(line, &r) == nil && r["uuid"] != nil {
			last = r
		}
	}
	next := map[string]any{"type": "user", "uuid": fmt.Sprintf("%08x-0000-4000-8000-00000000000e", len(data)), "parentUuid": last["uuid"], "message": map[string]any{"role": "user", "content": text}}
	for _, name := range []string{"sessionId", "cwd", "timestamp", "isSidechain", "agentId", "version"} {
		if last[name] != nil {
			next[name] = last[name]
		}
	}
	return record(next)
}

// TestAheadIsWhatFollows adds a prompt to one transcript of the example after the other: the pages that are made ahead are, byte by byte, those of
// the build after it.
func TestAheadIsWhatFollows(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	if err := os.CopyFS(source, os.DirFS("../testdata/example")); err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(os.DirFS(source), "*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	more, _ := fs.Glob(os.DirFS(source), "*/*/subagents/*.jsonl")
	o := lookOptions(t, source)
	a, made := follow(t, o), 0
	for i, name := range append(files, more...) {
		name := filepath.Join(source, filepath.FromSlash(name))
		appendTo(t, name, nextPrompt(t, name, fmt.Sprintf("Water bed %d", i)))
		folder := filepath.Join(t.TempDir(), "ahead")
		dirs, certain := a.Make(t.Context(), []string{name}, all, folder)
		a = follow(t, o)
		if !certain {
			continue
		}
		if made++; len(dirs) != 1 {
			t.Fatalf("%s: pages of %v are made", name, dirs)
		}
		text := ""
		for page, got := range readTree(t, filepath.Join(folder, dirs[0])) {
			if want, err := os.ReadFile(filepath.Join(o.Config.Destination, dirs[0], page)); err != nil || string(want) != got {
				t.Errorf("%s: %s differs from that of the build after it: %v", name, page, err)
			}
			text += got
		}
		if !strings.Contains(text, fmt.Sprintf("Water bed %d", i)) {
			t.Errorf("%s: the prompt is on no page", name)
		}
	}
	if made < 10 {
		t.Errorf("pages are made of %d sessions", made)
	}
}

// TestAheadOfOtherAgents adds a prompt to sessions of other agents.
func TestAheadOfOtherAgents(t *testing.T) {
	t.Parallel()
	for agent, line := range map[string]string{
		"codex":   `{"timestamp":"2026-03-01T11:00:00.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Water bed 7"}]}}`,
		"copilot": `{"type":"user.message","id":"e0000000-0000-4000-8000-000000000007","timestamp":"2026-03-01T11:00:00.000Z","data":{"content":"Water bed 7"}}`,
		"pi":      `{"type":"message","id":"e0000007","timestamp":"2026-03-01T11:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"Water bed 7"}]}}`,
	} {
		tour, err := txtar.ParseFile("../parser/" + agent + "/testdata/tour.txtar")
		if err != nil {
			t.Fatal(err)
		}
		source := t.TempDir()
		for _, f := range tour.Files {
			if f.Name != "want" {
				write(t, filepath.Join(source, filepath.FromSlash(f.Name)), f.Data)
			}
		}
		name := filepath.Join(source, filepath.FromSlash(tour.Files[0].Name))
		o := lookOptions(t, source)
		a := follow(t, o)
		appendTo(t, name, []byte(line+"\n"))
		folder := filepath.Join(t.TempDir(), "ahead")
		dirs, certain := a.Make(t.Context(), []string{name}, all, folder)
		if !certain || len(dirs) != 1 {
			t.Errorf("%s: pages of %v, certain: %t", agent, dirs, certain)
			continue
		}
		follow(t, o)
		for page, got := range readTree(t, filepath.Join(folder, dirs[0])) {
			if want, err := os.ReadFile(filepath.Join(o.Config.Destination, dirs[0], page)); err != nil || string(want) != got {
				t.Errorf("%s: %s differs from that of the build after it: %v", agent, page, err)
			}
		}
	}
}

const growing, older = "22222222-0000-4000-8000-000000000002", "11111111-0000-4000-8000-000000000001"

// twoSessions writes an older session and one that is to grow, in which both of these texts are said.
func twoSessions(t *testing.T, first, second string) (source string, files [2]string) {
	t.Helper()
	source = t.TempDir()
	for i, id := range []string{older, growing} {
		files[i] = filepath.Join(source, "-w-x", id+".jsonl")
		write(t, files[i], record(map[string]any{
			"type": "user", "uuid": id, "sessionId": id, "cwd": "/w/x", "timestamp": fmt.Sprintf("2026-03-0%sT10:00:00.000Z", id[:1]),
			"message": map[string]any{"role": "user", "content": []string{first, second}[i]},
		}))
	}
	return source, files
}

// TestAheadRedacts has values in new lines: one that is recognized there, one that an older session names, and one that the page
// of another session that grew shows before its name is known.
func TestAheadRedacts(t *testing.T) {
	t.Parallel()
	const token, password, late = "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed", "copper-Lantern-77x", "marble-Compass-31q"
	source, files := twoSessions(t, "Set password="+password+" in the file", "Read the file")
	o := lookOptions(t, source)
	a := follow(t, o)
	step := func(i int, text string, want int) string {
		t.Helper()
		appendTo(t, files[i], nextPrompt(t, files[i], text))
		folder := filepath.Join(t.TempDir(), "ahead")
		dirs, certain := a.Make(t.Context(), []string{files[i]}, all, folder)
		if !certain || len(dirs) != want {
			t.Fatalf("%s: pages of %v, certain: %t", text, dirs, certain)
		}
		pages := strings.Join(slices.Collect(valuesOf(readTree(t, folder))), "\n")
		for _, value := range []string{token, password} {
			if strings.Contains(pages, value) {
				t.Errorf("%q: a value is shown", text)
			}
		}
		return pages
	}
	if pages := step(1, "It printed "+password+" there", 1); !strings.Contains(pages, "It printed [redacted:") {
		t.Error("the value that an older session names is not replaced")
	}
	if pages := step(1, "The token is "+token, 1); !strings.Contains(pages, "The token is [redacted:") {
		t.Error("the value that is new is not replaced")
	}
	if pages := step(1, "And "+late+" is a compass", 1); !strings.Contains(pages, late) {
		t.Error("a word that nothing names is gone")
	}
	if pages := step(0, "Now set password="+late, 2); strings.Contains(pages, late) {
		t.Error("a value is shown in the other session that grew")
	}
}

func valuesOf(files map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, text := range files {
			if !yield(text) {
				return
			}
		}
	}
}

// TestAheadWhenCertain changes files in ways whose effect on the next build cannot be known ahead: nothing may be pushed.
func TestAheadWhenCertain(t *testing.T) {
	t.Parallel()
	line := func(change map[string]any) func(name string) []byte {
		return func(name string) []byte {
			var r map[string]any
			if err := json.Unmarshal(nextPrompt(t, name, "More"), &r); err != nil {
				t.Fatal(err)
			}
			for k, v := range change {
				r[k] = v
			}
			return record(r)
		}
	}
	for what, c := range map[string]struct {
		data    func(name string) []byte
		certain bool
		pages   int
	}{
		"a prompt":                {line(nil), true, 1},
		"the beginning of a line": {func(string) []byte { return []byte(`{"type":"user","uu`) }, true, 0},
		"a line and a beginning":  {func(name string) []byte { return append(line(nil)(name), `{"type":"user","uu`...) }, true, 1},
		"nothing":                 {func(string) []byte { return nil }, true, 0},
		"another directory":       {line(map[string]any{"cwd": "/w/secret"}), false, 0},
		"another session":         {line(map[string]any{"sessionId": older}), false, 0},
		"an earlier time":         {line(map[string]any{"timestamp": "2026-01-01T00:00:00.000Z"}), false, 0},
		"a tag":                   {line(map[string]any{"type": "tag", "tag": "x"}), false, 0},
		"a fork":                  {line(map[string]any{"forkedFrom": map[string]any{"sessionId": older, "messageUuid": older}}), false, 0},
		"damage":                  {func(string) []byte { return []byte("}\n") }, false, 0},
	} {
		source, files := twoSessions(t, "One", "Two")
		a := follow(t, lookOptions(t, source))
		appendTo(t, files[1], c.data(files[1]))
		dirs, certain := a.Make(t.Context(), files[1:], all, filepath.Join(t.TempDir(), "ahead"))
		if certain != c.certain || len(dirs) != c.pages {
			t.Errorf("%s: pages of %v, certain: %t", what, dirs, certain)
		}
	}
	source, files := twoSessions(t, "One", "Two, and more")
	a := follow(t, lookOptions(t, source))
	write(t, files[1], []byte("{}\n"))
	for _, name := range []string{files[1], files[0] + "x", filepath.Join(source, ".stenoignore")} {
		if dirs, certain := a.Make(t.Context(), []string{name}, all, filepath.Join(t.TempDir(), "ahead")); certain || len(dirs) > 0 {
			t.Errorf("%s: pages of %v, certain: %t", name, dirs, certain)
		}
	}
	source, files = twoSessions(t, "One", "Two")
	more := nextPrompt(t, files[1], "More")
	appendTo(t, files[1], more[:40])
	a = follow(t, lookOptions(t, source)) // of a part of a line
	appendTo(t, files[1], more[40:])
	if dirs, certain := a.Make(t.Context(), files[1:], all, filepath.Join(t.TempDir(), "ahead")); certain || len(dirs) > 0 {
		t.Errorf("the rest of a line: pages of %v, certain: %t", dirs, certain)
	}
	if dirs, certain := follow(t, lookOptions(t, source)).Make(t.Context(), files[:1], func(string) bool { return false }, ""); !certain || len(dirs) > 0 {
		t.Errorf("nothing is wanted: pages of %v, certain: %t", dirs, certain)
	}
}

// TestPagesComeBeforeLists looks at the site when the pages of sessions are written: the lists are those of the last build.
func TestPagesComeBeforeLists(t *testing.T) {
	t.Parallel()
	source, files := twoSessions(t, "One", "Two")
	o := lookOptions(t, source)
	follow(t, o)
	has := func(name string) bool {
		data, err := os.ReadFile(filepath.Join(o.Config.Destination, name))
		if err != nil {
			t.Error(err)
		}
		return bytes.Contains(data, []byte("Three"))
	}
	appendTo(t, files[1], append(nextPrompt(t, files[1], "Three"), []byte(`{"type":"custom-title","customTitle":"Three","sessionId":"`+growing+"\"}\n")...))
	const list, page = "sessions/index.html", "sessions/" + growing + "/index.html"
	called := false
	o.Pages = func() {
		called = true
		if !has(page) || has(list) {
			t.Errorf("the page has the prompt: %t, the list has it: %t", has(page), has(list))
		}
	}
	if _, err := generator.Build(t.Context(), o); err != nil || !called || !has(list) {
		t.Errorf("called: %t, the list has it in the end: %t, %v", called, has(list), err)
	}
}

// TestNothingAhead has configurations that hold something back.
func TestNothingAhead(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(*generator.Options){
		"no redaction": func(o *generator.Options) { o.Config.Redact.Enabled = false },
		"review":       func(o *generator.Options) { o.Config.Publish.RequireReview = true },
		"excluded":     func(o *generator.Options) { o.Config.Select.Exclude = []string{"session:" + older} },
		"since":        func(o *generator.Options) { o.Config.Select.Since = "2026-01-01" },
		"no cache":     func(o *generator.Options) { o.Cache = "" },
	} {
		source, _ := twoSessions(t, "One", "Two")
		o := lookOptions(t, source)
		change(&o)
		if follow(t, o) != nil {
			t.Errorf("%s: pages are made ahead", what)
		}
	}
	source, _ := twoSessions(t, "One", "Two")
	o := lookOptions(t, source)
	write(t, filepath.Join(source, ".stenoignore"), []byte("session:"+older+"\n"))
	if follow(t, o) != nil {
		t.Error("pages are made ahead beside a session that is excluded")
	}
	write(t, filepath.Join(source, ".stenoignore"), nil)
	for _, build := range []string{"the first build", "a build that had nothing to do"} {
		if follow(t, o) == nil {
			t.Errorf("nothing can be made ahead after %s", build)
		}
	}
}
