package facts

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/linediff"
)

// TestChangesAsGitSays makes random histories of files with Edit and Write, and compares the
// net figures with those of git diff.
func TestChangesAsGitSays(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: the figures are not compared with its own")
	}
	dir := t.TempDir()
	git := func(args ...string) string {
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git("init", "-q")
	r := rand.New(rand.NewPCG(3, 4))
	const count = 60
	now := map[string][]string{}
	for i := range count {
		if name := fmt.Sprintf("f%02d.txt", i); i%4 != 0 { // the others are created
			now[name] = text(r, 30+r.IntN(60), i)
			write(t, dir, name, now[name])
		}
	}
	git("add", "-A")
	git("commit", "-qm", "base")
	var calls []Call
	for i := range count {
		name := fmt.Sprintf("f%02d.txt", i)
		if i%4 == 0 {
			now[name] = text(r, 10+r.IntN(30), i)
			calls = append(calls, changeCall(name, &parser.Change{Created: true, Whole: true, Hunks: []parser.Hunk{{Old: 1, Lines: all('+', now[name])}}}))
		}
		for range r.IntN(7) {
			before := now[name]
			now[name] = edited(r, before)
			calls = append(calls, changeCall(name, &parser.Change{Hunks: patch(before, now[name])}))
		}
		write(t, dir, name, now[name])
	}
	git("add", "-A")
	want := map[string]string{}
	for line := range strings.Lines(git("diff", "--cached", "--numstat", "--no-renames")) {
		f := strings.Fields(line)
		want[f[2]] = "+" + f[0] + " -" + f[1]
	}
	for _, f := range changes(&parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{}}, calls) {
		name := strings.TrimPrefix(f.Path, "/repo/")
		got := fmt.Sprintf("+%d -%d", f.Added, f.Removed)
		if !f.Net() {
			got = ""
		}
		if got != want[name] {
			t.Errorf("%s: %q, git says %q", name, got, want[name])
		}
		delete(want, name)
	}
	for name, w := range want {
		t.Errorf("%s: git says %q, nothing is listed", name, w)
	}
}

func write(t *testing.T, dir, name string, lines []string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

func changeCall(name string, c *parser.Change) Call {
	a := parser.Action{Kind: parser.ActionEdit, File: "/repo/" + name, Change: c}
	a.Added, a.Removed = c.Count()
	return Call{ToolCall: &parser.ToolCall{Action: a, Result: &parser.ToolResult{}}, Message: &parser.Message{}}
}

// text returns lines that are mostly different, as code is.
func text(r *rand.Rand, n, file int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d of %d: %x", i, file, r.Uint32())
		if i%9 == 8 {
			lines[i] = ""
		}
	}
	return lines
}

// edited changes some lines, takes some away and adds some, or takes a change back.
func edited(r *rand.Rand, before []string) []string {
	after := append([]string(nil), before...)
	for range 1 + r.IntN(3) {
		at := 0
		if len(after) > 0 {
			at = r.IntN(len(after))
		}
		switch n := min(1+r.IntN(4), len(after)-at); r.IntN(3) {
		case 0:
			after = append(after[:at:at], append(text(r, 1+r.IntN(5), -1), after[at:]...)...)
		case 1:
			after = append(after[:at:at], after[at+n:]...)
		default:
			after = append(after[:at:at], append(text(r, n, -2), after[at+n:]...)...)
		}
	}
	return after
}

func all(op parser.LineOp, lines []string) []parser.Line {
	var out []parser.Line
	for _, l := range lines {
		out = append(out, parser.Line{Op: op, Hash: linediff.Hash(l)})
	}
	return out
}

// patch returns the hunks between two texts, with three lines around each change.
func patch(before, after []string) []parser.Hunk {
	edits := linediff.Diff(linediff.Lines(strings.Join(before, "\n")+"\n"), linediff.Lines(strings.Join(after, "\n")+"\n"))
	var hunks []parser.Hunk
	for i := 0; i < len(edits); {
		j := i + 1
		for j < len(edits) && edits[j].From-edits[j-1].To <= 6 {
			j++
		}
		from := max(edits[i].From-3, 0)
		h := parser.Hunk{Old: from + 1}
		for _, e := range edits[i:j] {
			h.Lines = append(h.Lines, all(' ', before[from:e.From])...)
			h.Lines = append(h.Lines, all('-', before[e.From:e.To])...)
			h.Lines = append(h.Lines, all('+', after[e.NewFrom:e.NewTo])...)
			from = e.To
		}
		h.Lines = append(h.Lines, all(' ', before[from:min(from+3, len(before))])...)
		hunks = append(hunks, h)
		i = j
	}
	return hunks
}
