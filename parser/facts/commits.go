package facts

import (
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/shell"
)

// A commit is what a git command of the session made: git commit, cherry-pick, revert or
// merge, run by the session itself. Text that only looks like one (in quotes, comments, files,
// the output of other commands) is none. What git printed is the best evidence; where it
// printed nothing (-q, a pipe, the background), the commit is listed without its hash, unless
// something says that it failed. Later output that names the hash fills it in.

// Recorded is what a transcript itself says of a commit that a call made.
type Recorded struct {
	SHA    string
	Kind   string // "committed", "amended", "cherry-picked" ...
	Branch string // that was checked out before the call
}

var (
	// A branch has no blanks; "detached HEAD" and "(root-commit)" are in the language of the user.
	printedCommit  = lazy.MustCompile(`(?m)^\[([^\]\s（]+|[^\]\n]*\bHEAD\b[^\]\n]*?|[^\]\x00-\x7f]+)(?: ?[(（][^)）\n]*[)）])? ([0-9a-f]{7,40})\] (.+)$`)
	printedJujutsu = lazy.MustCompile(`(?m)^Parent commit(?: \(@-\))? *: [k-z]{4,} ([0-9a-f]{7,40}) (?:[^|\n]+ \| )?(.+)$`)
	printedMerge   = lazy.MustCompile(`(?m)^Merge made by the '`)
	refused        = lazy.MustCompile(`(?m)^(?:nothing to commit|nothing added to commit|no changes added to commit|Aborting commit|Aborted$|fatal ?: |error: |husky - .*(?:exited|failed)|.*hook (?:exited|failed|declined)|CONFLICT )|nothing to commit, working tree clean|` +
		translated)
	// a hook that stopped a commit, whatever the exit code that a program around git returned
	stopped = lazy.MustCompile(`(?m)^husky - (?:pre-commit|prepare-commit-msg|commit-msg|pre-merge-commit) .*(?:exited with code|failed)`)
	// lines of a push that failed, which say nothing of the commit before it
	unpushed  = lazy.MustCompile(`(?m)^(?: ! \[.*|error: failed to push some refs.*|error: src refspec .*|fatal: (?:The current branch \S+ has no upstream branch|[Cc]ould not read |Authentication failed|unable to access |No configured push destination|'[^'\n]*' does not appear to be a git repository).*|remote: .*)$`)
	oneLine   = lazy.MustCompile(`(?m)^(?:[*|/\\ ]*)([0-9a-f]{7,40}) (?:\([^)\n]*\) )?(.+)$`)
	longLog   = lazy.MustCompile(`(?m)^commit ([0-9a-f]{40})(?: \([^)\n]*\))?\n(?:[A-Z]\w+: .*\n)*\n    (.+)$`)
	onlyHash  = lazy.MustCompile(`(?m)^([0-9a-f]{7,40})$`)
	pushed    = lazy.MustCompile(`(?m)^\s*[ +*=]?\s*[0-9a-f]{7,40}\.{2,3}([0-9a-f]{7,40})\s+(\S+) -> \S+`)
	gitWord   = lazy.MustCompile(`\bgit\b[^|;&\n]*\b(?:commit|cherry-pick|revert|merge)\b`)
	amendWord = lazy.MustCompile(`\bcommit\b[^|;&\n]*\s--amend\b`)
)

// translated are the words of git that say that it failed or that there was nothing to commit, in
// the languages that it is translated into and people use most.
const translated = `(?i)^(?:fehler|schwerwiegend|erreur|fatal|errore?|fel|fout|błąd|ошибка|фатально|エラー|致命的エラー|错误|致命错误|錯誤|致命錯誤|오류|hata) ?[:：]|nichts zu committen|rien à valider|nada para hacer commit|nada a submeter|nada para enviar|niente di cui (?:eseguire|fare) il commit|niets te committen|нечего коммитить|コミットするものがありません|无文件要提交|無檔案要提交|没有要提交|커밋할 사항 없음|커밋할 변경 사항|işlenecek bir şey yok|inget att checka in`

// commit is a commit that is listed, and who made it.
type commit struct {
	parser.Commit
	agent  *parser.Agent
	edits  int    // edits of files before it
	pushed bool   // by the session, after it was made
	dir    string // in which it was made, "" when that is not known
}

// committer goes through the calls of a session.
type committer struct {
	list     []*commit
	recorded func(*parser.ToolCall) Recorded
	later    map[string][]string // output of background tasks, by id
	missing  int                 // commits without a hash
	edits    int                 // edits of files until now
	merges   bool                // a branch may have commits of another

	pushFailed bool // the line that is read ends with a push that failed, which may be all that did
}

// Commits returns the commits that a session made, in order. recorded returns what the
// transcript says of a call besides its output, and may be nil.
func Commits(s *parser.Session, recorded func(*parser.ToolCall) Recorded) []parser.Commit {
	if recorded == nil {
		recorded = func(*parser.ToolCall) Recorded { return Recorded{} }
	}
	all := calls(s, nil)
	w := &committer{recorded: recorded, later: polled(all)}
	for i := range all {
		switch c := &all[i]; {
		case c.Action.Kind == parser.ActionRun:
			if len(c.Action.Edits()) > 0 {
				w.edits++
			}
			w.call(c)
		case c.Action.Kind == parser.ActionEdit:
			w.edits++
		case c.Action.Kind == parser.ActionService && c.Ended() && strings.HasSuffix(c.Name, "git_commit"):
			w.service(c)
		}
	}
	var list []parser.Commit
	for _, c := range w.list {
		list = append(list, c.Commit)
	}
	return list
}

// serviceCommit matches what tools of servers return about a commit that they made.
var serviceCommit = lazy.MustCompile(`(?i)\bcommitted\b[^\n]*\b([0-9a-f]{40})\b`)

// service lists the commit that a tool of a server made.
func (w *committer) service(c *Call) {
	if m := serviceCommit.FindStringSubmatch(c.Output()); m != nil {
		subject := firstLine(raw.ParseObject(c.Input).String("message"))
		w.add(c, &gitCall{Command: &shell.Command{}, sub: "commit"}, parser.Commit{SHA: m[1], Subject: subject})
	}
}

func (w *committer) call(c *Call) {
	switch c.Outcome() {
	case parser.Done, parser.Failed, parser.Interrupted:
	default:
		return
	}
	told := w.recorded(c.ToolCall)
	if told.SHA == "" && !strings.Contains(c.Action.Command, "git") && !strings.Contains(c.Action.Command, "jj ") {
		return
	}
	commands, whole := c.commands()
	gits := gitCalls(commands)
	output := strings.ReplaceAll(output(c, w.later), "\r", "\n")
	w.pushFailed = false
	if n := len(gits); n > 0 && gits[n-1].sub == "push" && unpushed.MatchString(output) {
		w.pushFailed = true
	}
	if len(commands) > 0 && c.Outcome() != parser.Done {
		gits = unfailed(gits, &commands[len(commands)-1])
	}
	w.resets(c, gits, false)
	before := len(w.list)
	w.made(c, gits, output, whole)
	for _, made := range w.list[min(before, len(w.list)):] {
		if made.Branch == "" {
			made.Branch = branchAt(c, gits, told.Branch)
		}
	}
	if told.SHA != "" {
		w.fillIn(c, told, before)
	}
	w.resets(c, gits, true)
	if w.missing > 0 || slices.ContainsFunc(w.list, (*commit).untitled) {
		w.learn(c, gits, output)
	}
}

// branchAt returns the branch that was checked out when a command line made its commit, "" if that
// is not known: git does not print it if it is quiet.
func branchAt(c *Call, gits []gitCall, branch string) string {
	for i := range gits {
		if gits[i].commits() {
			return branchAfter(c, gits[:i+1], branch)
		}
	}
	return ""
}

// branchAfter returns the branch that is checked out after some git commands of a call, "" when it
// is not known.
func branchAfter(c *Call, gits []gitCall, branch string) string {
	for i := range gits {
		g := &gits[i]
		if !g.DirKnown || g.Dir != "" && !below(g, c) && !within(c.Action.Dir, g.Dir) {
			branch = "" // another repository, perhaps
		}
		if to, switches := g.checksOut(); switches {
			branch = to
		}
	}
	return branch
}

// unfailed leaves out the last command of a line that failed: it may be what failed. Those
// before it may have done their work.
func unfailed(gits []gitCall, last *shell.Command) []gitCall {
	if n := len(gits); n > 0 && gits[n-1].Command == last {
		return gits[:n-1]
	}
	return gits
}

// made lists the commits of one call.
func (w *committer) made(c *Call, gits []gitCall, output string, whole bool) {
	var makers []*gitCall
	rebases := false
	for i := range gits {
		if gits[i].commits() {
			makers = append(makers, &gits[i])
		}
		rebases = rebases || gits[i].sub == "rebase" || gits[i].sub == "pull"
	}
	if len(makers) == 0 {
		if !whole && c.Outcome() == parser.Done && gitWord.MatchString(c.Action.Command) {
			w.unparsed(c, output)
		}
		return
	}
	used := map[*gitCall]bool{}
	for made := range printedCommits(output) {
		by := makerOf(makers, used, made.Subject)
		if by == nil && rebases {
			continue
		}
		if by == nil {
			by = makers[len(makers)-1] // a loop, or a cherry-pick of several
		}
		used[by] = true
		w.add(c, by, made)
	}
	for _, m := range printedJujutsu.FindAllStringSubmatch(output, -1) {
		if by := makerOf(makers, used, m[2]); by != nil && by.Name() == "jj" {
			used[by] = true
			w.add(c, by, parser.Commit{SHA: m[1], Subject: strings.TrimSpace(m[2])})
		}
	}
	for _, g := range makers {
		if !used[g] && w.certain(c, gits, g, output) {
			made := parser.Commit{Subject: g.subject()}
			if made.Subject == "" {
				made.SHA, made.Subject = headAfter(gits, g, output)
			}
			w.add(c, g, made)
		}
	}
}

// headAfter returns the commit that a log of the same line names first: the newest one.
func headAfter(gits []gitCall, g *gitCall, output string) (sha, subject string) {
	after := false
	for i := range gits {
		if after && gits[i].sub == "log" && !slices.ContainsFunc(gits[i].args,
			func(a shell.Arg) bool { return !strings.HasPrefix(a.Text, "-") && a.Text != "HEAD" }) {
			if m := oneLine.FindStringSubmatch(output); m != nil {
				return m[1], m[2]
			}
		}
		after = after || &gits[i] == g
	}
	return "", ""
}

// makerOf returns the command that made a commit: the one with its subject, otherwise the
// first that has none yet and whose subject is not known.
func makerOf(makers []*gitCall, used map[*gitCall]bool, subject string) *gitCall {
	for _, g := range makers {
		if s := g.subject(); !used[g] && s != "" && sameSubject(s, subject) {
			return g
		}
	}
	for _, g := range makers {
		if !used[g] && (g.subject() == "" || len(makers) == 1) {
			return g
		}
	}
	return nil
}

// sameSubject compares the subject of a command with one that git printed: parts of the
// first may be unknown, and git folds lines and blanks.
func sameSubject(given, printed string) bool {
	given, printed = strings.Join(strings.Fields(given), " "), strings.Join(strings.Fields(printed), " ")
	return given == printed || len(given) > 0 && strings.HasPrefix(printed, given)
}

// certain reports whether a command made a commit although git printed no hash.
func (w *committer) certain(c *Call, gits []gitCall, g *gitCall, output string) bool {
	if c.Outcome() != parser.Done && !w.pushFailed || w.failedLater(c) {
		return false
	}
	if w.pushFailed {
		output = unpushed.ReplaceAllString(output, "")
	}
	switch g.sub {
	case "merge":
		return printedMerge.MatchString(output) || merged(gits, g, output)
	case "cherry-pick", "revert":
		return false // they always print
	}
	if g.Maybe {
		return g.subject() != "" && hashOf(output, g.subject(), w.lists) != ""
	}
	return (!g.Masked && c.Action.Task == "" || !refused.MatchString(output)) && !stopped.MatchString(output)
}

// failedLater reports whether the background task of a call ended in an error.
func (w *committer) failedLater(c *Call) bool {
	for _, m := range c.Extra {
		for _, b := range m.Blocks {
			if e, ok := b.(*parser.Event); ok && e.Failed {
				return true
			}
		}
	}
	return false
}

// unparsed lists the commits of a command line that is no shell's, as git printed them.
func (w *committer) unparsed(c *Call, output string) {
	g := &gitCall{Command: &shell.Command{}, sub: "commit"}
	if amendWord.MatchString(c.Action.Command) {
		g.args = []shell.Arg{{Text: "--amend", Known: true}}
	}
	if strings.Contains(c.Action.Command, " --no-verify") {
		g.args = append(g.args, shell.Arg{Text: "--no-verify", Known: true})
	}
	for made := range printedCommits(output) {
		w.add(c, g, made)
	}
}

// add lists a commit. An amended one replaces the one before it.
func (w *committer) add(c *Call, g *gitCall, made parser.Commit) {
	for _, other := range w.list {
		if made.SHA != "" && other.SHA == made.SHA {
			return
		}
	}
	made.Anchor, made.Time = c.Anchor(), c.Time
	if c.Result != nil && !c.Result.Time.IsZero() {
		made.Time = c.Result.Time
	}
	made.NoVerify = g.noVerify()
	made.Background = c.Action.Task != "" || g.Background
	if g.amends() {
		made.Amended = true
		w.replace(c, g, &made)
	} else {
		w.retried(c, &made)
	}
	if made.SHA == "" {
		w.missing++
	}
	w.list = append(w.list, &commit{Commit: made, agent: c.Agent, edits: w.edits, dir: dirOf(c, g)})
}

// retried removes a commit in the background of which nothing was heard, if this one has the same
// subject and no file was edited in between: there was still something to commit.
func (w *committer) retried(c *Call, made *parser.Commit) {
	w.list = slices.DeleteFunc(w.list, func(old *commit) bool {
		again := old.SHA == "" && old.Background && made.Subject != "" && old.Subject == made.Subject &&
			old.agent == c.Agent && old.edits == w.edits
		if again {
			w.missing--
		}
		return again
	})
}

// replace removes the commit that was amended from the list: the last one of the same agent and
// branch, else of another agent on the branch, and with --no-edit one with the same subject, where
// that is known, though the branch may have another name by now.
func (w *committer) replace(c *Call, g *gitCall, made *parser.Commit) {
	same := made.Subject != "" && g.has("--no-edit")
	at := -1
	for i := len(w.list) - 1; i >= 0; i-- {
		old := w.list[i]
		branch := made.Branch == "" || old.Branch == "" || made.Branch == old.Branch
		if old.Dropped || same && old.Subject != made.Subject {
			continue
		}
		if branch && old.agent == c.Agent {
			at = i
			break
		}
		if at < 0 && (same || made.Branch != "" && made.Branch == old.Branch) {
			at = i
		}
	}
	if at < 0 {
		return
	}
	old := w.list[at]
	if made.Subject == "" && !g.fromFile() {
		made.Subject = old.Subject
	}
	if old.SHA == "" {
		w.missing--
	}
	w.list = append(w.list[:at], w.list[at+1:]...)
}

// fillIn uses what the transcript itself says of a commit.
func (w *committer) fillIn(c *Call, told Recorded, before int) {
	for _, made := range w.list[min(before, len(w.list)):] {
		if made.SHA == told.SHA {
			return
		}
	}
	for i := len(w.list) - 1; i >= 0; i-- {
		if made := w.list[i]; made.SHA == "" && made.Anchor == c.Anchor() {
			made.SHA = told.SHA
			w.missing--
			return
		}
	}
	g := &gitCall{Command: &shell.Command{}, sub: "commit"}
	if told.Kind == "amended" {
		g.args = []shell.Arg{{Text: "--amend", Known: true}}
	}
	w.add(c, g, parser.Commit{SHA: told.SHA})
}
