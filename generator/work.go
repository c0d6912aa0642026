package generator

import (
	"time"

	"steno/parser"
	"steno/theme"
)

// work is what a session did, in as few words as the pages over all sessions need.
type work struct {
	files []fileWork // in order of first change
	tools map[string]toolWork
	days  map[time.Time]map[string]int // tokens by UTC day and model
	usage parser.Usage
	pulls []parser.PullRequest // with Anchor an address from the site's root
	made  []parser.Commit      // likewise
}

// fileWork is what a session did to a file.
type fileWork struct {
	path                  string // relative to the project's directory where it lies below it
	edits, added, removed int
	turns                 []theme.Link // from the site's root; one for each turn that changed the file
	more                  int          // turns that are not kept
	last                  time.Time
}

// keptTurns is how many turns of a session are kept for each file.
const keptTurns = 12

// toolWork is the use of a tool.
type toolWork struct {
	calls, failed, declined, timed int
	took                           time.Duration
}

// work goes through the whole session once, internal agents left out.
func (s *sessionSite) work() work {
	w := work{tools: map[string]toolWork{}, days: map[time.Time]map[string]int{}, usage: s.s.Usage}
	at := map[string]int{}
	for _, t := range s.threads {
		if t.agent != nil && t.agent.Kind == parser.AgentInternal {
			continue
		}
		for _, bs := range t.branches {
			for turn := range bs.branch.Turns() {
				s.workOfTurn(&w, at, t, turn)
			}
		}
	}
	for _, pr := range s.s.PullRequests {
		pr.Anchor = s.linkAnywhere("", pr.Anchor)
		w.pulls = append(w.pulls, pr)
	}
	for _, c := range s.s.Commits {
		c.Anchor = s.linkAnywhere("", c.Anchor)
		w.made = append(w.made, c)
	}
	return w
}

func (s *sessionSite) workOfTurn(w *work, at map[string]int, t *threadSite, turn *parser.Turn) {
	changed := map[string]bool{}
	for _, m := range turn.Messages {
		w.spend(m)
		for c := range calls(m) {
			w.use(c)
			ch, ok := changeOf(c)
			if !ok {
				continue
			}
			name := shorten(ch.path, s.src.Project.Dir)
			i, known := at[name]
			if !known {
				i = len(w.files)
				at[name] = i
				w.files = append(w.files, fileWork{path: name})
			}
			f := &w.files[i]
			f.edits++
			f.added += ch.added
			f.removed += ch.removed
			if m.Time.After(f.last) {
				f.last = m.Time
			}
			if !changed[name] {
				changed[name] = true
				f.turn(s.turnLink(t, turn, c))
			}
		}
	}
}

func (f *fileWork) turn(l theme.Link) {
	if len(f.turns) == keptTurns {
		f.more++
		return
	}
	f.turns = append(f.turns, l)
}

// turnLink leads to a call, in the words of the prompt it answers.
func (s *sessionSite) turnLink(t *threadSite, turn *parser.Turn, c *parser.ToolCall) theme.Link {
	l := theme.Link{Href: s.link("", t, c.Anchor), Text: "before the first prompt"}
	if turn.Prompt != nil {
		l.Text = excerpt(messageText(turn.Prompt), 60)
	}
	if l.Text == "" {
		l.Text = "a prompt without words"
	}
	if t.agent != nil {
		l.Text, l.Note = agentTitle(t.agent), "agent"
	}
	if l.Href == "" {
		l.Href = s.dir + "/index.html"
	}
	return l
}

// spend counts the tokens of a reply on its day.
func (w *work) spend(m *parser.Message) {
	if m.Usage == nil || m.Time.IsZero() {
		return
	}
	date := m.Time.UTC().Truncate(24 * time.Hour)
	if w.days[date] == nil {
		w.days[date] = map[string]int{}
	}
	w.days[date][m.Model] += m.Usage.Input + m.Usage.Output + m.Usage.CacheRead + m.Usage.CacheWrite
}

func (w *work) use(c *parser.ToolCall) {
	name := c.Name
	if name == "" {
		return // a result whose call is in no file
	}
	u := w.tools[name]
	u.calls++
	switch {
	case c.Result != nil && c.Result.Rejected:
		u.declined++
	case c.Failed():
		u.failed++
	}
	if c.Result != nil && c.Result.Duration > 0 {
		u.timed++
		u.took += c.Result.Duration
	}
	w.tools[name] = u
}
