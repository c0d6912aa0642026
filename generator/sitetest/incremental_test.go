package sitetest

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator"
	"steno/generator/config"
	"steno/theme/view"
	"steno/tier"
)

// Whatever happens to the sources, the configuration and the theme, a build that
// remembers the last one makes the bytes of a build that remembers nothing.
func TestIncrementalEqualsCold(t *testing.T) {
	t.Parallel()
	edits := tier.Count(14, 200) // each is followed by two builds
	e := newEditor(t)
	dest, cache := t.TempDir(), t.TempDir()
	kept := 0
	for n := range edits {
		what := e.edit()
		got := e.build(dest, cache)
		fresh := t.TempDir()
		want := e.build(fresh, "")
		kept += got.Kept
		got.Kept, got.Written, got.Removed, got.Seconds, got.Unchanged = 0, 0, 0, 0, false
		want.Written, want.Removed, want.Seconds = 0, 0, 0
		got.SecondLook.Files, want.SecondLook.Files = 0, 0
		got.First, want.First = view.SessionRow{}, view.SessionRow{} // not told of a build that did nothing
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after edit %d, %s, the summary differs (-cold +incremental):\n%s", n, what, diff)
		}
		sameFiles(t, readFiles(t, fresh), readFiles(t, dest))
		if t.Failed() {
			t.Fatalf("after edit %d: %s", n, what)
		}
		if err := os.RemoveAll(fresh); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d sessions were taken over in %d builds", kept, edits)
	if kept < 5*edits {
		t.Errorf("only %d sessions were taken over from the last build in %d builds", kept, edits)
	}
}

// editor changes an archive, its configuration and its theme at random.
type editor struct {
	t      *testing.T
	r      *rand.Rand
	dir    string // of the projects
	theme  string // overlay
	config config.Config
	count  int
}

func newEditor(t *testing.T) *editor {
	e := &editor{t: t, r: rand.New(rand.NewPCG(7, 1)), dir: t.TempDir(), theme: t.TempDir(), config: config.Default()}
	copyTree(t, filepath.Join(example, "-home-mira-code-steep"), filepath.Join(e.dir, "-home-mira-code-steep"))
	e.config.Sources, e.config.Jobs = []string{e.dir}, 2
	for range 4 {
		e.addSession()
	}
	return e
}

func (e *editor) build(dest, cache string) *generator.Summary {
	e.t.Helper()
	c := e.config
	c.Destination = dest
	sum, err := generator.Build(e.t.Context(), generator.Options{Config: c, Version: "test", Cache: cache})
	if err != nil {
		e.t.Fatal(err)
	}
	return sum
}

// edit makes one change and tells what it was.
func (e *editor) edit() string {
	e.count++
	kinds := []struct {
		weight int
		name   string
		do     func()
	}{
		{6, "a session grows", func() { e.grow("Go on, please.") }},
		{3, "a session grows by a secret", func() { e.grow("Use " + e.secret() + " and /home/ada/notes") }},
		{3, "a session grows by a named secret", func() { e.grow("export API_TOKEN=" + e.named()) }},
		{3, "a session grows by what may be a secret of others", func() { e.grow(e.written()) }},
		{2, "a session grows by a user's name", func() { e.grow(fmt.Sprintf("See /home/person%d/notes", e.r.IntN(4))) }},
		{3, "a session is added", e.addSession},
		{2, "a session is copied in part into a new one", e.fork},
		{2, "a session is removed", func() { e.must(os.Remove(e.any())) }},
		{1, "a session is cut", e.cut},
		{1, "a session is renamed", func() { e.must(os.Rename(e.any(), filepath.Join(e.dir, e.project(), e.id()+".jsonl"))) }},
		{1, "a project is renamed", e.renameProject},
		{1, "a file is touched", e.touch},
		{3, "something is said about sessions", e.say},
		{1, "memory is written", e.remember},
		{2, "the configuration changes", e.configure},
		{1, "the theme changes", e.restyle},
		{1, "nothing changes", func() {}},
	}
	total := 0
	for _, k := range kinds {
		total += k.weight
	}
	n := e.r.IntN(total)
	for _, k := range kinds {
		if n -= k.weight; n < 0 {
			k.do()
			return k.name
		}
	}
	panic("unreachable")
}

func (e *editor) must(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) id() string {
	e.count++
	return fmt.Sprintf("%08x-0000-4000-8000-%012x", e.r.Uint32(), e.count)
}

// secret is a token that a provider's rule knows, one of a few.
func (e *editor) secret() string {
	return "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0E" + string(rune('a'+e.r.IntN(6)))
}

// named is a value that a name makes a secret, one of many.
func (e *editor) named() string { return "q8ZkLmX2vR7tYw1Pc5N" + string(rune('a'+e.r.IntN(20))) }

// written is a text that contains a value which other sessions may make a secret, or the name of a user.
func (e *editor) written() string {
	switch value := e.named(); e.r.IntN(5) {
	case 0:
		return "It says " + value + " here."
	case 1:
		return "It says " + base64.StdEncoding.EncodeToString([]byte("name of it: "+value+"\n")) + " here."
	case 2:
		return "It says " + hex.EncodeToString([]byte("a long name of it: "+value+"\n")) + " here."
	case 3:
		return "It says \x1b[1m" + value[:9] + "\x1b[0m" + value[9:] + " here."
	default:
		return fmt.Sprintf("It went to person%d@box:notes at last", e.r.IntN(4))
	}
}

// project is a folder that exists.
func (e *editor) project() string {
	name := fmt.Sprintf("-home-ada-p%d", e.r.IntN(3))
	e.must(os.MkdirAll(filepath.Join(e.dir, name), 0o700))
	return name
}

func (e *editor) any() string {
	names, err := filepath.Glob(filepath.Join(e.dir, "*", "*.jsonl"))
	e.must(err)
	if len(names) < 4 {
		e.addSession()
		return e.any()
	}
	return names[e.r.IntN(len(names))]
}

func (e *editor) addSession() {
	project := e.project()
	id := e.id()
	text := plainSession(id, "/home/ada/"+strings.TrimPrefix(project, "-home-ada-"))
	text = strings.ReplaceAll(text, "aaaaaaaa", id[:8])
	if e.r.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "seventeen", e.secret())
	}
	e.must(os.WriteFile(filepath.Join(e.dir, project, id+".jsonl"), []byte(text), 0o600))
}

func (e *editor) grow(words string) {
	name := e.any()
	id := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	line := fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":null,"sessionId":%q,"timestamp":"2025-06-0%dT10:00:00Z","message":{"role":"user","content":%q}}`+"\n",
		e.id(), id, 1+e.r.IntN(9), words)
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	e.must(err)
	_, err = f.WriteString(line)
	e.must(err)
	e.must(f.Close())
}

func (e *editor) fork() {
	name := e.any()
	data, err := os.ReadFile(name)
	e.must(err)
	id := e.id()
	old := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	half := bytes.SplitAfter(data, []byte("\n"))
	text := bytes.Join(half[:(len(half)+1)/2], nil)
	text = bytes.ReplaceAll(text, []byte(`"sessionId":"`+old), []byte(`"sessionId":"`+id))
	e.must(os.WriteFile(filepath.Join(filepath.Dir(name), id+".jsonl"), text, 0o600))
}

func (e *editor) cut() {
	name := e.any()
	info, err := os.Stat(name)
	e.must(err)
	e.must(os.Truncate(name, info.Size()/2))
}

func (e *editor) touch() {
	name := e.any()
	data, err := os.ReadFile(name)
	e.must(err)
	e.must(os.WriteFile(name, data, 0o600))
}

// say writes what people say about some sessions, and of one that does not exist.
func (e *editor) say() {
	var text strings.Builder
	for range e.r.IntN(4) {
		id := strings.TrimSuffix(filepath.Base(e.any()), ".jsonl")
		fmt.Fprintf(&text, "%s:\n", id[:8+e.r.IntN(len(id)-7)])
		switch e.r.IntN(5) {
		case 4:
			fmt.Fprintf(&text, "  project: %s\n", []string{"p0", "steep", "Others"}[e.r.IntN(3)])
		case 0:
			fmt.Fprintf(&text, "  title: Title %d for %s\n", e.count, e.secret())
		case 1:
			fmt.Fprintf(&text, "  tags: [one, tag %d]\n", e.r.IntN(3))
		case 2:
			fmt.Fprintf(&text, "  note: A *note* with %s\n", e.secret())
		case 3:
			fmt.Fprintf(&text, "  hide: true\n")
		}
	}
	if e.r.IntN(4) == 0 {
		text.WriteString("none: {title: No session has this name}\n") // a warning; what cannot be read would stop the build
	}
	e.must(os.WriteFile(filepath.Join(e.dir, "steno-sessions.yaml"), []byte(text.String()), 0o600))
}

func (e *editor) renameProject() {
	dirs, err := os.ReadDir(e.dir)
	e.must(err)
	dirs = slices.DeleteFunc(dirs, func(d os.DirEntry) bool { return !d.IsDir() })
	i := e.r.IntN(len(dirs))
	e.must(os.Rename(filepath.Join(e.dir, dirs[i].Name()), filepath.Join(e.dir, fmt.Sprintf("-home-ada-r%d", e.count))))
}

func (e *editor) remember() {
	dir := filepath.Join(e.dir, e.project(), "memory")
	e.must(os.MkdirAll(dir, 0o700))
	e.must(os.WriteFile(filepath.Join(dir, "notes.md"), fmt.Appendf(nil, "# %d\nwith %s\n", e.count, e.secret()), 0o600))
}

func (e *editor) configure() {
	c := &e.config
	switch e.r.IntN(9) {
	case 0:
		c.Title = fmt.Sprintf("Title %d", e.r.IntN(3))
	case 1:
		c.Search.Scope = []string{config.ScopeOff, config.ScopeTitles, config.ScopeConversation, config.ScopeEverything}[e.r.IntN(4)]
	case 2:
		c.Search.Snippet = []int{0, 100, 500}[e.r.IntN(3)]
	case 3:
		c.Redact.Enabled = !c.Redact.Enabled
	case 4:
		c.Redact.Literals = [][]string{nil, {"leaves in autumn"}, {"please"}}[e.r.IntN(3)]
	case 5:
		c.Content.Records = !c.Content.Records
	case 7:
		c.Projects = [][]config.Project{nil, {{Match: "p*", Name: "Pea", Group: "Plants"}}, {{Match: "steep", Hide: []string{"thinking"}}}}[e.r.IntN(3)]
	case 8:
		c.BaseURL, c.Publish.Cards = "https://example.org/", []string{config.CardsOff, config.CardsSite, config.CardsSessions}[e.r.IntN(3)]
	case 6:
		c.Jobs = 1 + e.r.IntN(8)
	}
}

func (e *editor) restyle() {
	if c := &e.config; c.Theme.Dir == "" {
		c.Theme.Dir = e.theme
	}
	names := []string{"assets/css/print.css", "assets/css/chart.css"}
	name := filepath.Join(e.theme, names[e.r.IntN(len(names))])
	if slices.Contains([]int{0, 1}, e.r.IntN(6)) {
		_ = os.Remove(name)
		return
	}
	e.must(os.MkdirAll(filepath.Dir(name), 0o700))
	e.must(os.WriteFile(name, fmt.Appendf(nil, "body{order:%d}\n", e.count), 0o600))
}
