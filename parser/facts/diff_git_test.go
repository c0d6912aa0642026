package facts

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/linediff"
)

// history is a git repository that an agent works in, and the calls that the agent makes.
type history struct {
	t     *testing.T
	dir   string
	calls []Call
	texts map[*parser.ToolCall][][]string
	reads map[*parser.ToolCall][]string
}

func newHistory(t *testing.T, files map[string]string) *history {
	h := &history{t: t, dir: t.TempDir(), texts: map[*parser.ToolCall][][]string{}, reads: map[*parser.ToolCall][]string{}}
	h.git("init", "-q")
	for name, text := range files {
		h.put(name, text)
	}
	h.git("add", "-A")
	h.git("commit", "-qm", "base", "--allow-empty")
	return h
}

func (h *history) git(args ...string) string {
	h.t.Helper()
	out, err := exec.Command("git", append([]string{"-C", h.dir, "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"}, args...)...).CombinedOutput()
	if err != nil {
		h.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (h *history) put(name, text string) {
	h.t.Helper()
	file := filepath.Join(h.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		h.t.Fatal(err)
	}
}

func (h *history) get(name string) string {
	text, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		return ""
	}
	return string(text)
}

func (h *history) call(a parser.Action) *parser.ToolCall {
	a.Added, a.Removed = a.Change.Count()
	c := &parser.ToolCall{Action: a, Result: &parser.ToolResult{}}
	h.calls = append(h.calls, Call{ToolCall: c, Message: &parser.Message{}})
	return c
}

// edit replaces a text everywhere in a file, as a tool with a recorded patch does.
func (h *history) edit(name, from, to string) {
	before := h.get(name)
	if !strings.Contains(before, from) {
		h.t.Fatalf("%s has no %q", name, from)
	}
	h.patch(name, before, strings.ReplaceAll(before, from, to))
}

func (h *history) patch(name, before, after string) {
	change, texts := &parser.Change{}, [][]string(nil)
	old, now := slices.Collect(strings.Lines(before)), slices.Collect(strings.Lines(after))
	edits := linediff.Diff(hashesOf(old), hashesOf(now))
	for i := 0; i < len(edits); {
		j := i + 1
		for j < len(edits) && edits[j].From-edits[j-1].To <= 6 {
			j++
		}
		at := max(edits[i].From-3, 0)
		var lines []string
		first := at
		take := func(op string, from []string) {
			for _, l := range from {
				lines = append(lines, op+l)
			}
		}
		for _, e := range edits[i:j] {
			take(" ", old[at:e.From])
			take("-", old[e.From:e.To])
			take("+", now[e.NewFrom:e.NewTo])
			at = e.To
		}
		take(" ", old[at:min(at+3, len(old))])
		hunk := parser.Hunk{Old: first + 1}
		for _, l := range lines {
			hunk.Lines = append(hunk.Lines, parser.Line{Op: parser.LineOp(l[0]), Hash: linediff.HashOf(l[1:])})
		}
		change.Hunks, texts = append(change.Hunks, hunk), append(texts, lines)
		i = j
	}
	h.texts[h.call(parser.Action{Kind: parser.ActionEdit, File: filepath.Join(h.dir, name), Change: change})] = texts
	h.put(name, after)
}

// write writes a whole file.
func (h *history) write(name, text string) {
	_, err := os.Stat(filepath.Join(h.dir, name))
	change := &parser.Change{Whole: true, Created: err != nil, Hunks: []parser.Hunk{{Old: 1}}}
	var lines []string
	for l := range strings.Lines(text) {
		lines = append(lines, "+"+l)
		change.Hunks[0].Lines = append(change.Hunks[0].Lines, parser.Line{Op: '+', Hash: linediff.HashOf(l)})
	}
	h.texts[h.call(parser.Action{Kind: parser.ActionEdit, File: filepath.Join(h.dir, name), Change: change})] = [][]string{lines}
	h.put(name, text)
}

// read reads a whole file.
func (h *history) read(name string) {
	c := h.call(parser.Action{Kind: parser.ActionRead, File: filepath.Join(h.dir, name)})
	h.reads[c] = slices.Collect(strings.Lines(h.get(name)))
}

// run runs a command line.
func (h *history) run(line string) {
	h.t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = h.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		h.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	h.call(parser.Action{Kind: parser.ActionRun, Command: line, Dir: h.dir})
}

func hashesOf(lines []string) []uint64 {
	var all []uint64
	for _, l := range lines {
		all = append(all, linediff.HashOf(l))
	}
	return all
}

// session is what the agent did.
func (h *history) session() *parser.Session {
	return &parser.Session{Dirs: []string{h.dir}, Main: &parser.Thread{}, Texts: parser.Texts{
		Changed: func(c *parser.ToolCall) [][][]string { return [][][]string{h.texts[c]} },
		Read:    func(c *parser.ToolCall) []string { return h.reads[c] },
	}}
}

// TestDiffAsGitSays compares the net diff of files with that of git: as figures, and by applying
// it to what the file was. unknown lists the files whose change commands make unknowable.
func TestDiffAsGitSays(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: diffs are not compared with its own")
	}
	numbered := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "line %d\n", i+1)
		}
		return b.String()
	}
	base := map[string]string{"a.go": numbered(40), "b.go": numbered(30), "lib/c.go": numbered(9), "end.txt": "x\ny\nno end", "dos.txt": "a\r\nb\r\nc\r\n"}
	for _, tc := range []struct {
		name    string
		agent   func(h *history)
		unknown []string
	}{
		{"edits in several places", func(h *history) {
			h.edit("a.go", "line 3\n", "three\nthree and a half\n")
			h.edit("a.go", "line 30\n", "")
			h.edit("a.go", "three and a half", "3.5")
			h.edit("b.go", "line 1\n", "line 0\nline 1\n")
		}, nil},
		{"an edit that is undone", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.edit("b.go", "line 9\n", "nine\n")
			h.edit("a.go", "three\n", "line 3\n")
		}, nil},
		{"all occurrences", func(h *history) { h.edit("a.go", "line 1", "row 1") }, nil},
		{"created, edited, created and deleted", func(h *history) {
			h.write("new.go", numbered(5))
			h.edit("new.go", "line 2\n", "two\n")
			h.write("tmp/x", "x\n")
			h.run("rm -r tmp")
		}, nil},
		{"written over a file that was read", func(h *history) {
			h.read("b.go")
			h.write("b.go", strings.Replace(numbered(30), "line 9\n", "nine\nten\n", 1)+"more\n")
		}, nil},
		{"deleted after it was read", func(h *history) {
			h.read("a.go")
			h.read("lib/c.go")
			h.edit("a.go", "line 3\n", "three\n")
			h.run("rm a.go && git rm -q lib/c.go")
		}, nil},
		{"moved and edited", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.run("git mv a.go lib/moved.go")
			h.edit("lib/moved.go", "line 30\n", "thirty\n")
			h.run("mv b.go lib")
			h.edit("lib/b.go", "line 2\n", "")
		}, nil},
		{"line ends", func(h *history) {
			h.edit("end.txt", "no end", "no end at all")
			h.edit("dos.txt", "b\r\n", "B\r\nBB\r\n")
			h.write("bare.txt", "one\ntwo")
			h.edit("bare.txt", "two", "two\n")
		}, nil},
		{"a command changes an edited file", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.run("sed -i 's/line 7$/seven/' a.go")
			h.edit("b.go", "line 3\n", "three\n")
		}, []string{"a.go"}},
		{"commands alone", func(h *history) {
			h.run("printf 'x\\n' > made.txt; cp a.go copy.go; git checkout -q -- b.go")
			h.edit("lib/c.go", "line 3\n", "three\n")
		}, []string{"made.txt", "copy.go", "b.go"}},
		{"a command changes lines that are edited again", func(h *history) {
			h.read("a.go")
			h.edit("a.go", "line 3\n", "three\n")
			h.run("sed -i 's/three/THREE/' a.go")
			h.edit("a.go", "THREE\n", "THREE!\n")
		}, []string{"a.go"}},
		{"taken back", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.edit("b.go", "line 9\n", "nine\n")
			h.run("git checkout -- a.go && git restore b.go")
			h.edit("a.go", "line 30\n", "thirty\n")
		}, nil},
		{"taken back with all of a folder", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.edit("lib/c.go", "line 3\n", "three\n")
			h.run("git checkout HEAD -- lib")
		}, nil},
		{"all taken back but what is new", func(h *history) {
			h.write("new.go", numbered(5))
			h.read("b.go")
			h.write("b.go", "none\n")
			h.edit("a.go", "line 3\n", "three\n")
			h.run("git reset -q --hard")
			h.edit("a.go", "line 4\n", "four\n")
		}, nil},
		{"deleted and taken back", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.run("rm a.go")
			h.run("git checkout -q .")
		}, nil},
		{"taken back to what was staged", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.run("git add a.go")
			h.edit("a.go", "line 4\n", "four\n")
			h.run("git checkout -q -- a.go")
		}, []string{"a.go"}},
		{"all taken back, with what is new and staged", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.write("new.go", numbered(5))
			h.run("git add new.go")
			h.run("git reset -q --hard HEAD")
		}, []string{"new.go"}},
		{"taken back from an older commit, and when something failed", func(h *history) {
			h.edit("a.go", "line 3\n", "three\n")
			h.edit("b.go", "line 3\n", "three\n")
			h.run("git checkout -q HEAD~0 -- a.go; true || git checkout -q -- b.go")
		}, []string{"a.go", "b.go"}},
		{"emptied", func(h *history) {
			h.read("lib/c.go")
			h.write("lib/c.go", "")
		}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			h := newHistory(t, base)
			tc.agent(h)
			h.compare(tc.unknown)
		})
	}
}

// compare compares the diff of each file with git's.
func (h *history) compare(unknown []string) {
	h.git("add", "-A")
	want := map[string]string{} // by the path that a file has now
	for line := range strings.Lines(h.git("diff", "--cached", "--numstat", "-z", "-M30")) {
		fields := strings.Split(strings.TrimSuffix(line, "\x00"), "\x00")
		for i := 0; i < len(fields); i++ {
			f := strings.SplitN(fields[i], "\t", 3)
			if f[2] == "" { // renamed: the names follow
				f[2] = fields[i+2]
				i += 2
			}
			want[f[2]] = "+" + f[0] + " -" + f[1]
		}
	}
	s := h.session()
	texts := NewTexts(s)
	for _, f := range changes(s, h.calls) {
		name := strings.TrimPrefix(f.Path, h.dir+"/")
		if slices.Contains(unknown, name) {
			if f.Commands == 0 {
				h.t.Errorf("%s: nothing says that a command changed it", name)
			}
			delete(want, name)
			continue
		}
		got := ""
		if f.Net() {
			got = fmt.Sprintf("+%d -%d", f.Added, f.Removed)
		}
		if got != want[name] || f.AtLeast {
			h.t.Errorf("%s: %q, git says %q; at least: %t", name, got, want[name], f.AtLeast)
		}
		delete(want, name)
		was := strings.TrimPrefix(f.From, h.dir+"/")
		if was == "" {
			was = name
		}
		before := ""
		if !f.Created {
			before = h.git("show", "HEAD:"+was)
		}
		if after := h.apply(before, f.Diff(texts)); after != h.get(name) {
			h.t.Errorf("%s: the diff makes\n%sof it, which is\n%s", name, after, h.get(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		h.t.Errorf("%s: git says %s, nothing is listed", name, want[name])
	}
}

// apply applies a diff, whose context must fit.
func (h *history) apply(before string, hunks []DiffHunk) string {
	old := slices.Collect(strings.Lines(before))
	var out []string
	at := 0
	for _, k := range hunks {
		out = append(out, old[at:max(k.Old-1, 0)]...)
		at = max(k.Old-1, 0)
		if k.New != len(out)+1 {
			h.t.Errorf("a hunk begins at new line %d, it says %d", len(out)+1, k.New)
		}
		for _, l := range k.Lines {
			if !l.Seen {
				h.t.Errorf("a line has no text")
			}
			if l.Op == parser.LineAdded {
				out = append(out, l.Text)
				continue
			}
			if at >= len(old) || old[at] != l.Text {
				h.t.Fatalf("line %d is not %q", at+1, l.Text)
			}
			if l.Op == parser.LineKept {
				out = append(out, l.Text)
			}
			at++
		}
		if len(k.Calls) == 0 {
			h.t.Error("no call made a hunk")
		}
	}
	return strings.Join(append(out, old[at:]...), "")
}
