package generator

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"steno/parser"
	"steno/theme"
)

// work is what a session did, in as few words as the pages over all sessions need.
type work struct {
	Files []fileWork // in order of first change
	Tools []toolWork // by name
	Days  []dayWork  // by day, then model
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

// dayWork is the tokens that a model took on a UTC day.
type dayWork struct {
	Date   time.Time
	Model  string
	Tokens int
}

// toolWork is the use of a tool.
type toolWork struct {
	Name                           string
	Calls, Failed, Declined, Timed int
	Took                           time.Duration
}

// tally is work that is being summed up.
type tally struct {
	work
	files map[string]int // places in work.Files
	tools map[string]*toolWork
	days  map[dayModel]int
}

type dayModel struct {
	date  time.Time
	model string
}

// work goes through the whole session once, internal agents left out.
func (s *sessionSite) work() work {
	w := &tally{work: work{Usage: s.s.Usage}, files: map[string]int{}, tools: map[string]*toolWork{}, days: map[dayModel]int{}}
	for _, t := range s.threads {
		if t.agent != nil && t.agent.Kind == parser.AgentInternal {
			continue
		}
		for _, bs := range t.branches {
			for turn := range bs.branch.Turns() {
				s.workOfTurn(w, t, turn)
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
	for _, name := range slices.Sorted(maps.Keys(w.tools)) {
		w.Tools = append(w.Tools, *w.tools[name])
	}
	for day, n := range w.days {
		w.Days = append(w.Days, dayWork{day.date, day.model, n})
	}
	slices.SortFunc(w.Days, func(x, y dayWork) int { return cmp.Or(x.Date.Compare(y.Date), cmp.Compare(x.Model, y.Model)) })
	return w.work
}

func (s *sessionSite) workOfTurn(w *tally, t *threadSite, turn *parser.Turn) {
	changed := map[string]bool{}
	text := "" // one for all links, as there are many
	for _, m := range turn.Messages {
		w.spend(m)
		for c := range calls(m) {
			w.use(c)
			ch, ok := changeOf(c)
			if !ok {
				continue
			}
			name := shorten(ch.path, s.src.Dir)
			i, known := w.files[name]
			if !known {
				i = len(w.Files)
				w.files[name] = i
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
				if text == "" {
					text = turnText(t, turn)
				}
				f.turn(s.turnLink(t, c, text))
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

// turnText is what a turn is called: the words of the prompt it answers, or its agent.
func turnText(t *threadSite, turn *parser.Turn) string {
	switch {
	case t.agent != nil:
		return agentTitle(t.agent)
	case turn.Prompt == nil:
		return "before the first prompt"
	}
	return cmp.Or(excerpt(messageText(turn.Prompt), 60), "a prompt without words")
}

// turnLink leads to a call.
func (s *sessionSite) turnLink(t *threadSite, c *parser.ToolCall, text string) theme.Link {
	l := theme.Link{Href: cmp.Or(s.link("", t, c.Anchor), s.dir+"/index.html"), Text: text}
	if t.agent != nil {
		l.Note = "agent"
	}
	return l
}

// spend counts the tokens of a reply on its day.
func (w *tally) spend(m *parser.Message) {
	if m.Usage == nil || m.Time.IsZero() {
		return
	}
	w.days[dayModel{m.Time.UTC().Truncate(24 * time.Hour), m.Model}] += m.Usage.Input + m.Usage.Output + m.Usage.CacheRead + m.Usage.CacheWrite
}

func (w *tally) use(c *parser.ToolCall) {
	name := c.Name
	if name == "" {
		return // a result whose call is in no file
	}
	u := w.tools[name]
	if u == nil {
		u = &toolWork{Name: name}
		w.tools[name] = u
	}
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
}
