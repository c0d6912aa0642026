package choose

import (
	"fmt"
	"strings"

	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// placing is how the rules for projects apply to a session.
type placing struct {
	name  string // of the project it goes into, "" for its own
	group int    // number of the rule that names the project's group, from 1; 0 for none
	hide  selection.Hide
}

// placeSessions looks which rules for projects fit each session. What people say about a
// session comes before them.
func (ch *chooser) placeSessions() error {
	all, err := hideOf(ch.Config.Select.Hide, ch.Config.Select.Level)
	if err != nil {
		return err
	}
	all = all.Turns(ch.Turns)
	hides := make([]selection.Hide, len(ch.Config.Projects))
	for i, rule := range ch.Config.Projects {
		if hides[i], err = hideOf(rule.Hide, rule.Level); err != nil {
			return err
		}
	}
	type place struct { // what the rules look at
		project *source.Project
		folder  *source.Folder
		name    string
		dirs    string
	}
	known := map[place]*placing{}
	for _, s := range ch.Archive.Sessions() {
		at := place{s.Project, s.Folder, ch.about[s].Project, strings.Join(s.Dirs, "\x00")}
		if known[at] == nil {
			p := ch.placing(s, placing{name: at.name, hide: all}, hides)
			known[at] = &p
		}
		ch.known[s].placed = known[at]
	}
	return nil
}

// placing applies the rules to a session, and adds the result to p. The directory in which the
// session began decides its project; kinds that a rule for any of its directories hides are hidden.
func (ch *chooser) placing(s *source.Session, p placing, hides []selection.Hide) placing {
	matches := func(i int, reach selection.Reach) bool {
		return selection.Matches(ch.Config.Projects[i].Pattern(), s, selection.Known{Project: p.name}, reach)
	}
	for i, rule := range ch.Config.Projects {
		if p.name == "" && rule.Name != "" && matches(i, selection.First) {
			p.name = rule.Name
		}
	}
	for i, rule := range ch.Config.Projects {
		if matches(i, selection.Any) {
			p.hide = p.hide.And(hides[i])
		}
		if !matches(i, selection.First) {
			continue
		}
		if p.group == 0 && rule.Group != "" {
			p.group = i + 1
		}
	}
	return p
}

// regroup puts the sessions that are left into the projects they belong to, and those into
// their groups. Of several rules for one project the first counts.
func (ch *chooser) regroup() {
	for _, name := range ch.Archive.Regroup(func(s *source.Session) string { return ch.known.of(s).placed.name }) {
		ch.job.Warn(parser.Warning{Text: fmt.Sprintf("several projects are called %q, so a new project of that name is used; to choose one of them, write its folder",
			name)})
	}
	for _, p := range ch.Archive.Projects {
		first := 0
		for _, s := range p.Sessions {
			if n := ch.known.of(s).placed.group; n > 0 && (first == 0 || n < first) {
				first = n
			}
		}
		if first > 0 {
			p.Group = strings.TrimSpace(ch.Config.Projects[first-1].Group)
		}
	}
}

// hideOf is what kinds and a level of reading leave out of sessions.
func hideOf(kinds []string, level string) (selection.Hide, error) {
	h, err := selection.Parse(kinds)
	if err != nil {
		return h, err
	}
	return h.Level(level)
}
