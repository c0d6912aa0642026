package facts

import (
	"slices"
	"strings"

	"steno/parser/shell"
)

// git checkout, git restore and git reset --hard take back what the session changed since its last commit, or since it
// began: that is no net change any more. What others had changed before is gone, too, which nobody recorded. A file that
// the session created and did not commit stays as it is, and where something was staged, what git restores from there is
// not known: such files are changed by the command in a way that is not recorded.

// takesBack is what a git command takes back.
type takesBack struct {
	paths []shell.Arg
	head  bool // to the last commit, whatever is staged
	all   bool // everything
}

// backOf returns what a git command takes back, and the files that it takes from a commit that is not the last one.
func backOf(g *gitCall) (b takesBack, other []shell.Arg) {
	switch g.sub {
	case "checkout":
		at := slices.IndexFunc(g.args, func(a shell.Arg) bool { return a.Text == "--" })
		if at < 0 {
			if paths := operands(g.args, ""); len(paths) == 1 && paths[0].Text == "." {
				b.paths = paths
			}
			return b, nil
		}
		from := operands(g.args[:at], "")
		b.paths, b.head = g.args[at+1:], len(from) > 0
		if b.head && !isHead(from) {
			return takesBack{}, files(b.paths)
		}
	case "restore":
		if g.has("--staged", "-S") && !g.has("--worktree", "-W") {
			return b, nil
		}
		b.paths, b.head = operands(g.args, "-s --source"), g.has("--staged", "-S")
		if g.has("-s", "--source") {
			return takesBack{}, files(b.paths)
		}
	case "reset":
		from := operands(g.args, "")
		b.all = g.has("--hard") && (len(from) == 0 || isHead(from))
		b.head = b.all
	}
	return b, nil
}

func isHead(words []shell.Arg) bool {
	return len(words) == 1 && (words[0].Text == "HEAD" || words[0].Text == "@")
}

// takeBack follows such a command.
func (t *tracker) takeBack(b takesBack, c *Call, cmd *shell.Command) {
	known := b.head || !t.staged
	if b.all {
		restoreBelow(t, "", known, c)
	}
	for _, a := range b.paths {
		name := t.resolve(c, cmd, a)
		key := clean(name)
		switch {
		case name == "" || t.recorded[key]:
		case t.at[key] != nil:
			restore(t, t.at[key], known, c)
		case !restoreBelow(t, key+"/", known, c) && len(files([]shell.Arg{a})) > 0:
			t.touch(name, c)
		}
	}
}

// restoreBelow restores the files of a folder that the session changed, "" for all that are not outside of its directories,
// and reports whether there were any.
func restoreBelow(t *tracker, folder string, known bool, c *Call) bool {
	if t.looked += len(t.files); t.looked > mostLooked {
		return false
	}
	any := false
	for _, f := range t.files {
		if !f.over && f.Edits > 0 && strings.HasPrefix(f.key, folder) && !t.recorded[f.key] && t.roots.contain(clean(t.absolute(f.Path))) {
			restore(t, f, known, c)
			any = true
		}
	}
	return any
}

// restore takes back the changes of a file since the last commit.
func restore(t *tracker, f *tracked, known bool, c *Call) {
	was := before(f)
	f.steps -= len(was) + len(f.now)
	switch {
	case f.Created && !f.cut.made && !t.staged: // git does not know the file
		return
	case !known || f.Edits == 0 || f.From != "" || f.steps < 0 || f.Created && !f.cut.made:
		t.touch(f.Path, c)
		return
	}
	f.by(c)
	by := f.place(origin{call: c, hunk: noText})
	for _, l := range f.now {
		l.gone = by
	}
	for _, l := range was {
		l.gone = 0
	}
	f.now, f.touched, f.absent = slices.Clone(was), 0, false
	f.atLeast = f.atLeast && f.cut.made
}
