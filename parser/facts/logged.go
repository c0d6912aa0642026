package facts

import (
	"slices"
	"strings"

	"steno/parser/lazy"
	"steno/parser/shell"
)

// What a call does not say of a commit, later output may: a log, a push, the hash of HEAD.

// untitled reports whether only the hash of a commit is known.
func (c *commit) untitled() bool { return c.SHA != "" && c.Subject == "" }

// dirOf returns the directory in which a git command works, "" when it is not known.
func dirOf(c *Call, g *gitCall) string {
	if !g.DirKnown || g.Dir == "" && c.Action.Dir == "" {
		return ""
	}
	return shell.Join(c.Action.Dir, g.Dir)
}

// beside reports two directories of which none is in the other one: what git says in one is of no
// commit in the other.
func beside(a, b string) bool {
	return a != "" && b != "" && shell.Absolute(a) && shell.Absolute(b) && !strings.HasPrefix(a+"/", b+"/") &&
		!strings.HasPrefix(b+"/", a+"/")
}

// learn fills in hashes from output that names them, and subjects of commits of which only the hash is known.
func (w *committer) learn(c *Call, gits []gitCall, output string) {
	var read []string // the directories of commands that name commits
	head, pushes := false, false
	last := w.list[len(w.list)-1]
	for i := range gits {
		here := !beside(dirOf(c, &gits[i]), last.dir)
		switch gits[i].sub {
		case "log", "show", "reflog", "branch", "status":
			read = append(read, dirOf(c, &gits[i]))
		case "rev-parse":
			head = head || here && len(gits[i].args) > 0 && gits[i].args[len(gits[i].args)-1].Text == "HEAD"
		case "push":
			pushes = pushes || here
		}
	}
	for _, made := range w.list {
		reads := slices.ContainsFunc(read, func(dir string) bool { return !beside(dir, made.dir) })
		if made.SHA == "" && reads && made.Subject != "" {
			if sha := hashOf(output, made.Subject, w.lists); sha != "" {
				made.SHA = sha
				w.missing--
			}
		} else if reads && made.untitled() {
			made.Subject = loggedAs(output, made.SHA)
		}
	}
	if last.SHA != "" {
		return
	}
	if m := onlyHash.FindStringSubmatch(output); head && m != nil && !w.lists(m[1]) {
		last.SHA = m[1]
	} else if m := pushed.FindStringSubmatch(output); pushes && m != nil && !w.lists(m[1]) && (last.Branch == "" || last.Branch == m[2]) {
		last.SHA = m[1]
	}
	if last.SHA != "" {
		w.missing--
	}
}

// lists reports whether a commit with a hash is listed, which names no other one.
func (w *committer) lists(sha string) bool {
	return slices.ContainsFunc(w.list, func(c *commit) bool {
		return c.SHA != "" && (strings.HasPrefix(c.SHA, sha) || strings.HasPrefix(sha, c.SHA))
	})
}

// loggedAs returns the subject of a commit that a log names, "" for none.
func loggedAs(output, sha string) string {
	for _, log := range []*lazy.Regexp{oneLine, longLog} {
		for _, m := range log.FindAllStringSubmatch(output, -1) {
			if (strings.HasPrefix(m[1], sha) || strings.HasPrefix(sha, m[1])) && !strings.HasPrefix(m[2], "HEAD@{") {
				return strings.TrimSpace(m[2])
			}
		}
	}
	return ""
}

// hashOf returns the hash of the newest commit with a subject that a log names, "" for none. Where that
// is known, it is the next one, if that has the same subject.
func hashOf(output, subject string, known func(sha string) bool) string {
	for _, log := range []*lazy.Regexp{oneLine, longLog} {
		behind := false // a known one
		for _, m := range log.FindAllStringSubmatch(output, -1) {
			switch same := sameSubject(subject, m[2]) && len(m[2]) < len(subject)+20; {
			case !same && behind:
				return ""
			case same && !known(m[1]):
				return m[1]
			case same:
				behind = true
			}
		}
	}
	return ""
}

// merged reports whether a log of the same line begins with the commit of a merge that printed nothing:
// its subject names what was merged. A merge that had nothing to do, or moved the branch, made none.
func merged(gits []gitCall, g *gitCall, output string) bool {
	_, subject := headAfter(gits, g, output)
	rest, found := strings.CutPrefix(subject, "Merge ")
	return found && slices.ContainsFunc(operands(g.args, "-m -F -s -X"), func(a shell.Arg) bool {
		return a.Known && strings.Contains(rest, "'"+a.Text+"'")
	})
}
