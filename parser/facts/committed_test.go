package facts

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"steno/parser"
)

// TestCommitsAsGitSays compares the changes by commits with those of git, for a session that
// commits all that it changed.
func TestCommitsAsGitSays(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: commits are not compared with its own")
	}
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	h := newHistory(t, map[string]string{"a.go": b.String(), "b.go": b.String(), "c.go": b.String()})
	s := h.session()
	commit := func() {
		h.run("git add -A && git -c user.name=t -c user.email=t@example.org commit -qm more")
		anchor := fmt.Sprintf("m-%d", len(s.Commits))
		h.calls[len(h.calls)-1].Message.Anchor = anchor
		s.Commits = append(s.Commits, parser.Commit{Anchor: anchor})
	}
	h.edit("a.go", "line 3\n", "three\n")
	h.write("new.go", "one\ntwo\n")
	commit()
	h.edit("a.go", "three\n", "line 3\n") // undone: each commit has it, the session has not
	h.edit("a.go", "line 30\n", "thirty\nmore\n")
	h.edit("new.go", "two\n", "two\nthree\n")
	commit()
	h.edit("b.go", "line 1\n", "")
	commit()
	h.read("c.go")
	h.run("rm c.go")
	h.edit("b.go", "line 2\n", "")
	h.git("add", "-A")
	want := []string{h.git("show", "--numstat", "--format=", "HEAD~2"), h.git("show", "--numstat", "--format=", "HEAD~1"), h.git("show", "--numstat", "--format=", "HEAD"), h.git("diff", "--cached", "--numstat")}
	got := make([]string, len(want))
	files := changes(s, h.calls)
	for _, name := range []string{"a.go", "b.go", "c.go", "new.go"} { // in the order of git
		for _, f := range files {
			for _, c := range f.Commits {
				if strings.HasSuffix(f.Path, "/"+name) {
					got[c.Commit] += fmt.Sprintf("%d\t%d\t%s\n", c.Added, c.Removed, name)
				}
			}
		}
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("commit %d: got\n%s, git says\n%s", i, got[i], want[i])
		}
	}
}

// TestManyFilesAndCommits: files are not looked at for each of very many commits. What changed last still counts.
func TestManyFilesAndCommits(t *testing.T) {
	t.Parallel()
	const n = 30_000
	s, calls := &parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{}}, make([]Call, 0, 2*n)
	for i := range n {
		edit := changeCall(fmt.Sprintf("f%d.go", i), &parser.Change{Created: true, Hunks: []parser.Hunk{{Lines: []parser.Line{{Op: '+', Hash: 1}}}}})
		commit := changeCall("", nil)
		commit.Action = parser.Action{Kind: parser.ActionRun, Command: "git commit -am x", Dir: "/repo"}
		commit.Message = &parser.Message{Origin: parser.Origin{Anchor: fmt.Sprint("m-", i)}}
		s.Commits = append(s.Commits, parser.Commit{Anchor: commit.Message.Anchor})
		calls = append(calls, edit, commit)
	}
	tracker := newTracker(s)
	for i := range calls {
		tracker.call(&calls[i])
	}
	if divided := tracker.looked - mostLooked; divided < 0 {
		t.Fatalf("files were looked at %d times: too few for this test", tracker.looked)
	}
	files := tracker.listed(n)
	for i, want := range map[int]int{0: 0, 5000: 5000, n - 1: n} {
		if len(files) != n || len(files[i].Commits) != 1 || files[i].Commits[0].Commit != want {
			t.Errorf("file %d of %d is in the commits %+v, want %d", i, len(files), files[i].Commits, want)
		}
	}
}
