package facts

import (
	"slices"
	"testing"

	"steno/parser"
	"steno/parser/shell"
)

// TestWorktrees: what is changed in a worktree of the session's repository is a change of the session, where it is known to be
// one: the session added it, or it is where worktrees are made.
func TestWorktrees(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		dirs  []string
		lines []string // that run in the first directory before
		file  string
		want  bool // counts
	}{
		{"beside the repository", []string{"/home/ada/quay"}, nil, "/home/ada/quay.worktrees/lamp/a.go", true},
		{"beside the repository", []string{"/home/ada/quay"}, nil, "/home/ada/quay__worktrees/lamp/a.go", true},
		{"beside the repository", []string{"/home/ada/quay"}, nil, "/home/ada/quay-worktrees/lamp/a.go", true},
		{"of another repository", []string{"/home/ada/quay"}, nil, "/home/ada/boat.worktrees/lamp/a.go", false},
		{"the repository of a worktree", []string{"/home/ada/quay.worktrees/lamp"}, nil, "/home/ada/quay/a.go", true},
		{"another worktree", []string{"/home/ada/quay__worktrees/lamp"}, nil, "/home/ada/quay__worktrees/rope/a.go", true},
		{"elsewhere", []string{"/home/ada/quay"}, nil, "/home/ada/quay-lamp/a.go", false},
		{"added", []string{"/home/ada/quay"}, []string{"git worktree add -b lamp ../quay-lamp main"}, "/home/ada/quay-lamp/a.go", true},
		{"added below", []string{"/home/ada/quay"}, []string{"cd sub && git worktree add --detach /srv/lamp"}, "/srv/lamp/a.go", true},
		{"added with -C", []string{"/home/ada/quay"}, []string{"git -C /home/ada/quay worktree add ../lamp"}, "/home/ada/lamp/a.go", true},
		{"added to another repository", []string{"/home/ada/quay"}, []string{"git -C /home/ada/boat worktree add /srv/lamp"}, "/srv/lamp/a.go", false},
		{"added elsewhere", []string{"/home/ada/quay"}, []string{"cd $(pick) && git worktree add /srv/lamp"}, "/srv/lamp/a.go", false},
		{"listed", []string{"/home/ada/quay"}, []string{"git worktree list /srv/lamp", "git worktree add"}, "/srv/lamp/a.go", false},
		{"on Windows, redacted", []string{`~\src\quay`}, []string{"git worktree add ..\\quay-lamp"}, `~\src\quay-lamp\a.go`, true},
		{"on Windows", []string{`C:\src\quay`}, []string{"git worktree add ..\\quay-lamp"}, `C:\src\quay-lamp\a.go`, true},
	} {
		var all []Call
		for _, line := range test.lines {
			c := changeCall("", nil)
			c.Action = parser.Action{Kind: parser.ActionRun, Command: line, Dir: test.dirs[0]}
			all = append(all, c)
		}
		edit := changeCall("", &parser.Change{Hunks: []parser.Hunk{{Lines: []parser.Line{{Op: parser.LineAdded, Hash: 1}}}}})
		edit.Action.File = test.file
		files := changes(&parser.Session{Dirs: test.dirs, Main: &parser.Thread{}}, append(all, edit))
		i := slices.IndexFunc(files, func(f File) bool { return f.Path == test.file })
		if i < 0 {
			t.Errorf("%s: %s is not among %+v", test.name, test.file, files)
			continue
		}
		if got := !files[i].Outside; got != test.want {
			t.Errorf("%s: %s counts: %t, want %t", test.name, test.file, got, test.want)
		}
	}
}

// TestCmdlets: what cmdlets of PowerShell do to files.
func TestCmdlets(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`Remove-Item a.txt, b.txt -Force -ErrorAction SilentlyContinue`: "removed a.txt b.txt",
		`remove-item -Recurse -LiteralPath dir`:                         "removed dir recursive",
		`Set-Content -Path a.txt -Value "x y" -Encoding utf8`:           "changed a.txt",
		`"x" | Out-File sub\a.txt -Append`:                              "changed sub/a.txt",
		`Add-Content a.txt x`:                                           "changed a.txt",
		`New-Item -ItemType Directory -Path dir`:                        "",
		`New-Item a.txt -ItemType File`:                                 "changed a.txt",
		`Move-Item a.txt -Destination sub/b.txt`:                        "moved a.txt sub/b.txt",
		`Copy-Item a.txt b.txt`:                                         "changed b.txt",
		`Get-Item a.txt; Get-Content a.txt; Remove-Item`:                "",
		`Remove-Item $x`:                                                "removed ?",
	} {
		got := ""
		commands, _ := shell.Parse(line)
		for i := range commands {
			e := effectOf(&commands[i])
			for what, names := range map[string][]shell.Arg{"removed": e.removed, "changed": e.changed, "moved": e.from} {
				for i, a := range names {
					if i == 0 {
						got += what
					}
					if got += " " + a.Text; !a.Known {
						got += "?"
					}
				}
			}
			if e.to != nil {
				got += " " + e.to.Text
			}
			if e.recursive {
				got += " recursive"
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
		if want != "" && !changesFiles(line) {
			t.Errorf("%s is not looked at", line)
		}
	}
}
