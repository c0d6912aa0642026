package generator

import (
	"time"

	"steno/parser"
	"steno/theme"
)

// work is what a session did, in as few words as the pages over all sessions need.
type work struct {
	Files []fileWork // in order of first change
	Tools map[string]toolWork
	Days  map[time.Time]map[string]int // tokens by UTC day and model
	Usage parser.Usage
	Pulls []parser.PullRequest // with Anchor an address from the site's root
	Made  []parser.Commit      // likewise
}

// fileWork is what a session did to a file.
type fileWork struct {
	Path                  string // relative to the project's directory where it lies below it
	Edits, Added, Removed int
	Turns                 []theme.Link // from the site's root; one for each turn that changed the file
	More                  int          // turns that are not kept
	Last                  time.Time
}

// keptTurns is how many turns of a session are kept for each file.
const keptTurns = 12

// toolWork is the use of a tool.
type toolWork struct {
	Calls, Failed, Declined, Timed int
	Took                           time.Duration
}

// work goes through the whole session once, internal agents left out.
func (s *sessionSite) work() work {
	w := work{Tools: map[string]toolWork{}, Days: map[time.Time]map[string]int{}, Usage: s.s.Usage}
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
		w.Pulls = append(w.Pulls, pr)
	}
	for _, c := range s.s.Commits {
		c.Anchor = s.linkAnywhere("", c.Anchor)
		w.Made = append(w.Made, c)
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
			name := shorten(ch.path, s.src.Folder.Dir)
			i, known := at[name]
			if !known {
				i = len(w.Files)
				at[name] = i
				w.Files = append(w.Files, fileWork{Path: name})
			}
			f := &w.Files[i]
			f.Edits++
			f.Added += ch.added
			f.Removed += ch.removed
			if m.Time.After(f.Last) {
				f.Last = m.Time
			}
			if !changed[name] {
				changed[name] = true
				f.turn(s.turnLink(t, turn, c))
			}
		}
	}
}

func (f *fileWork) turn(l theme.Link) {
	if len(f.Turns) == keptTurns {
		f.More++
		return
	}
	f.Turns = append(f.Turns, l)
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
	if w.Days[date] == nil {
		w.Days[date] = map[string]int{}
	}
	w.Days[date][m.Model] += m.Usage.Input + m.Usage.Output + m.Usage.CacheRead + m.Usage.CacheWrite
}

func (w *work) use(c *parser.ToolCall) {
	name := c.Name
	if name == "" {
		return // a result whose call is in no file
	}
	u := w.Tools[name]
	u.Calls++
	switch {
	case c.Result != nil && c.Result.Rejected:
		u.Declined++
	case c.Failed():
		u.Failed++
	}
	if c.Result != nil && c.Result.Duration > 0 {
		u.Timed++
		u.Took += c.Result.Duration
	}
	w.Tools[name] = u
}
