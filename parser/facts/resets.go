package facts

import (
	"slices"
	"strconv"
	"strings"

	"steno/parser/lazy"
	"steno/parser/shell"
)

// A git reset moves a branch back. Commits of the session that it leaves behind are marked, so
// that nobody looks for them in the history. Targets that are not known to be older than a commit
// (other branches, tags, the reflog) leave all marks as they are, and so do paths.

var (
	stepsBack = lazy.MustCompile(`^(?:HEAD|@)((?:[~^]\d*)+)$`)
	oneStep   = lazy.MustCompile(`([~^])(\d*)`)
	// branchName matches the usual names of branches that others start from.
	branchName = lazy.MustCompile(`^(?:main|master|develop|dev|trunk|next)$`)
	hashName   = lazy.MustCompile(`^[0-9a-f]{7,40}$`)
)

// resets applies the git resets of a command line to the commits made before: those that come
// before the first command that commits, or those that come after it.
func (w *committer) resets(c *Call, gits []gitCall, afterCommit bool) {
	committed := false
	for i := range gits {
		g := &gits[i]
		committed = committed || g.commits()
		w.merges = w.merges || g.sub == "merge" || g.sub == "branch" && len(operands(g.args, "")) > 0 && !g.has("-d", "-D", "--delete")
		if g.sub == "push" && committed == afterCommit {
			for _, made := range w.list {
				made.pushed = true
			}
		}
		if g.sub != "reset" || committed != afterCommit || g.Maybe || g.has("--") || g.Dir != "" && !below(g, c) {
			continue
		}
		words := operands(g.args, "")
		if len(words) != 1 || g.has("-p", "--patch", "--help") {
			continue
		}
		target, branch := words[0].Text, branchAfter(c, gits[:i+1], w.recorded(c.ToolCall).Branch)
		if !words[0].Known {
			target = mergeBase(words[0].Ran, branch)
		}
		if target != "" {
			w.reset(c, target, branch)
		}
	}
}

// mergeBase returns the branch from whose commits those of the current one are counted, when a target is what
// git merge-base printed: all that the session committed since then are behind it, pushed or not.
func mergeBase(command, branch string) string {
	words := strings.Fields(command)
	if len(words) != 4 || words[0] != "git" || words[1] != "merge-base" {
		return ""
	}
	from, to := words[2], words[3]
	if to == "HEAD" || to == "@" || to == branch {
		from, to = to, from
	}
	if from != "HEAD" && from != "@" && from != branch {
		return ""
	}
	name := to[strings.LastIndexByte(to, '/')+1:]
	if to != name && name == branch {
		return to // nothing but what was not pushed is behind it
	}
	return name
}

// below reports whether a git command works in the directory of its call, or below it.
func below(g *gitCall, c *Call) bool {
	return g.DirKnown && (c.Action.Dir == "" || within(g.Dir, c.Action.Dir) || !shell.Absolute(g.Dir) && !strings.HasPrefix(g.Dir, ".."))
}

// within reports whether a directory is another one or below it.
func within(dir, other string) bool { return strings.HasPrefix(clean(dir)+"/", clean(other)+"/") }

// reset marks the commits that are behind a target.
func (w *committer) reset(c *Call, target, branch string) {
	var on []*commit // of the branch, oldest first, as far as that is known
	for _, made := range w.list {
		if made.agent == c.Agent && (branch == "" || made.Branch == "" || made.Branch == branch) {
			on = append(on, made)
		}
	}
	if hashName.MatchString(target) {
		is := func(made *commit) bool {
			return made.SHA != "" && (strings.HasPrefix(made.SHA, target) || strings.HasPrefix(target, made.SHA))
		}
		if at := slices.IndexFunc(on, is); at >= 0 {
			on[at].Dropped = false
			for _, later := range on[at+1:] {
				later.Dropped = true
			}
		}
		return
	}
	if branchName.MatchString(target) && branch != "" && target != branch && !w.merges {
		for _, made := range on {
			made.Dropped = made.Dropped || made.Branch == branch
		}
		return
	}
	remote := strings.HasPrefix(target, "origin/") || strings.HasPrefix(target, "upstream/") || target == "@{u}" || target == "@{upstream}"
	n := back(target)
	for i := len(on) - 1; i >= 0 && (n > 0 || remote); i-- {
		if on[i].Dropped || remote && on[i].pushed {
			continue
		}
		on[i].Dropped = true
		n--
	}
}

// back returns how many commits a name like HEAD~2 goes back, 0 when it is no such name, or goes to
// the second parent of a merge.
func back(target string) (n int) {
	m := stepsBack.FindStringSubmatch(target)
	if m == nil {
		return 0
	}
	for _, step := range oneStep.FindAllStringSubmatch(m[1], -1) {
		by, err := strconv.Atoi(step[2])
		if step[2] == "" {
			by, err = 1, nil
		}
		if err != nil || step[1] == "^" && by > 1 {
			return 0
		}
		n += by
	}
	return n
}

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
