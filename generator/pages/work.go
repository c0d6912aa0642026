package pages

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/theme/view"
)

// keptTurns is how many turns of a session are kept for each file.
const keptTurns = 12

// tally is work that is being summed up.
type tally struct {
	summary.Work
	files map[*facts.File]int // places in work.Files
}

// workOf goes through the whole session once, internal agents left out.
func workOf(s *sessionSite) summary.Work {
	w := &tally{Work: summary.Work{Usage: s.s.Usage}, files: map[*facts.File]int{}}
	for t, turn := range countedTurns(s) {
		workOfTurn(s, w, t, turn)
	}
	w.Asked = askedOf(s)
	for _, pr := range s.s.PullRequests {
		pr.Anchor = s.linkAnywhere("", pr.Anchor)
		w.Pulls = append(w.Pulls, pr)
	}
	for _, page := range s.s.Pages {
		page.Anchor = s.linkAnywhere("", page.Anchor)
		w.Pages = append(w.Pages, page)
	}
	for _, c := range s.s.Commits {
		c.Anchor = s.linkAnywhere("", c.Anchor)
		w.Made = append(w.Made, c)
	}
	w.Uses, w.Declined = usesOf(s), declinedOf(s)
	w.Program, w.Platform, w.Days = programOf(s.src), platformOf(s.src), daysOf(s)
	return w.Work
}

// countedTurns goes through the turns of all threads, internal agents left out.
func countedTurns(s *sessionSite) iter.Seq2[*threadSite, *parser.Turn] {
	return turnsWhere(s, func(t *threadSite) bool { return t.agent == nil || t.agent.Kind != parser.AgentInternal })
}

func turnsWhere(s *sessionSite, counts func(*threadSite) bool) iter.Seq2[*threadSite, *parser.Turn] {
	return func(yield func(*threadSite, *parser.Turn) bool) {
		for _, t := range s.threads {
			if !counts(t) {
				continue
			}
			for _, bs := range t.branches {
				for turn := range bs.branch.Turns() {
					if !yield(t, turn) {
						return
					}
				}
			}
		}
	}
}

// daysOf are the tokens of each reply, on the day of its first record; those of internal agents
// were used as well.
func daysOf(s *sessionSite) (days []summary.Day) {
	sums := map[summary.Day]int{}
	for _, turn := range turnsWhere(s, func(*threadSite) bool { return true }) {
		for _, m := range turn.Messages {
			if u := m.Usage; u != nil && !m.Time.IsZero() {
				sums[summary.Day{Date: m.Time.UTC().Truncate(24 * time.Hour), Model: m.Model}] += u.Input +
					u.Output + u.CacheRead + u.CacheWrite
			}
		}
	}
	for day, n := range sums {
		day.Tokens = n
		days = append(days, day)
	}
	slices.SortFunc(days, func(x, y summary.Day) int { return cmp.Or(x.Date.Compare(y.Date), cmp.Compare(x.Model, y.Model)) })
	return days
}

// dayRows are days of a session, none if all tokens of the session are of one day.
func dayRows(days []summary.Day, all int) (rows []view.DayRow) {
	if !summary.SeveralDays(days, all) {
		return nil
	}
	for _, d := range days {
		rows = append(rows, view.DayRow(d))
	}
	return rows
}

// askedOf is what the session did to its pull requests: one without a number is the only one, or
// the one that the call named.
func askedOf(s *sessionSite) map[string]summary.Asked {
	asked := map[string]summary.Asked{}
	for _, a := range s.figures.Pulls {
		for _, pr := range s.s.PullRequests {
			if a.Number != pr.Number && !(a.Number == 0 &&
				(len(s.s.PullRequests) == 1 || pr.Anchor == a.Call.Anchor() ||
					pr.Anchor == a.Call.ToolCall.Anchor)) {
				continue
			}
			now := asked[pr.URL]
			switch a.Done {
			case "opened", "retitled":
				now.Title = prose.Excerpt(a.Title, 160)
				if a.Done == "opened" {
					now.Branch = cmp.Or(a.Branch, committedOn(s.s.Commits, a.Call.Time))
				}
			default:
				now.State = a.Done
			}
			asked[pr.URL] = now
		}
	}
	return asked
}

// committedOn returns the branch of the last commit before a time, "" if there is none.
func committedOn(commits []parser.Commit, before time.Time) (branch string) {
	for i := range commits {
		if c := &commits[i]; c.Branch != "" && !c.Time.After(before) {
			branch = c.Branch
		}
	}
	return branch
}

func workOfTurn(s *sessionSite, w *tally, t *threadSite, turn *parser.Turn) {
	changed := map[string]*turnChange{}
	text := "" // one for all links, as there are many
	for _, m := range turn.Messages {
		for c := range calls(m) {
			for _, file := range s.figures.changed[c] {
				name := inProject(s.src, file.Path)
				f := w.file(file, name)
				f.Edits++
				if m.Time.After(f.Last) {
					f.Last = m.Time
				}
				if changed[name] == nil {
					if text == "" {
						text = turnText(t, turn)
					}
					changed[name] = addTurn(f, turnLink(s, t, c, text))
				}
				changed[name].add(s, c, file, m.Time)
			}
		}
	}
}

// file returns what is summed up of a file.
func (w *tally) file(file *facts.File, name string) *summary.File {
	i, known := w.files[file]
	if !known {
		i = len(w.Files)
		w.files[file] = i
		w.Files = append(w.Files, summary.File{Path: name, Added: file.Added, Removed: file.Removed})
	}
	return &w.Files[i]
}

// turnChange is what a turn did to a file.
type turnChange struct {
	link           *view.Link // nil for one that is not kept
	agent          string
	added, removed int
}

// add adds a call that changed the file. The commit of the change is the session's next one: what
// was staged is not recorded.
func (t *turnChange) add(s *sessionSite, c *parser.ToolCall, file *facts.File, at time.Time) {
	edits := c.Action.Edits()
	for _, e := range edits {
		if len(edits) == 1 || names(e.File, file.Path) || names(e.To, file.Path) {
			t.added += e.Added
			t.removed += e.Removed
		}
	}
	if t.link == nil {
		return
	}
	words := []string{t.agent, fmt.Sprintf("+%d −%d", t.added, t.removed)}
	for i := range s.s.Commits {
		if made := &s.s.Commits[i]; made.SHA != "" && !made.Time.IsZero() && !made.Time.Before(at) {
			words = append(words, "commit "+made.SHA[:min(len(made.SHA), 8)])
			break
		}
	}
	t.link.Note = strings.Trim(strings.Join(words, ", "), ", ")
}

// names reports whether a path as a call has it, which may be relative, is that of a file.
func names(given, path string) bool {
	return given != "" && strings.HasSuffix("/"+path, "/"+strings.TrimPrefix(given, "./"))
}

// inProject is the path of a file relative to the project's repository, whichever worktree it is
// in; files elsewhere keep their names, with slashes.
func inProject(s *publish.Session, name string) string {
	for _, dir := range []string{s.Project.Dir, s.Dir} {
		if within := s.Source.Format.InRepository(dir, name); within != "" {
			return within
		}
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// addTurn adds a turn that changed a file.
func addTurn(f *summary.File, l view.Link) *turnChange {
	t := &turnChange{agent: l.Note}
	if len(f.Turns) == keptTurns {
		f.More++
		return t
	}
	if f.Turns == nil {
		f.Turns = make([]view.Link, 0, keptTurns) // so that pointers to its elements stay valid
	}
	f.Turns = append(f.Turns, l)
	t.link = &f.Turns[len(f.Turns)-1]
	return t
}

// turnText is what a turn is called: the words of the prompt it answers, or its agent.
func turnText(t *threadSite, turn *parser.Turn) string {
	switch {
	case t.agent != nil:
		return publish.AgentTitle(t.agent)
	case turn.Prompt == nil:
		return "before the first prompt"
	}
	return cmp.Or(prose.Excerpt(publish.PromptLine(turn.Prompt), 60), "a prompt without text")
}

// turnLink leads to a call.
func turnLink(s *sessionSite, t *threadSite, c *parser.ToolCall, text string) view.Link {
	l := view.Link{Href: cmp.Or(s.link("", t, c.Anchor), s.dir+"/index.html"), Text: text}
	if t.agent != nil {
		l.Note = "agent"
	}
	return l
}
