package choose

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/generator/job"
	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// choose leaves the sessions that are to be published in the archive. What it removes
// is known to no later step: other sessions' links to it say that it is not there.
func (ch *chooser) choose(ctx context.Context) error {
	c := ch.Config.Select
	before := map[*source.Project]int{}
	for _, p := range ch.Archive.Projects {
		before[p] = len(p.Sessions)
	}
	all := ch.Archive.Sessions()
	if err := ch.readIgnores(); err != nil {
		return err
	}
	excluded, kept, err := ch.divide(all)
	if err != nil {
		return err
	}
	if err := ch.checkUnmatched(kept); err != nil {
		return err
	}
	publish := map[*source.Session]bool{}
	for _, s := range kept {
		publish[s] = ch.Only == nil || ch.Only(s)
	}
	keepSessions(ch, func(s *source.Session) bool { return publish[s] })
	if ch.Only != nil {
		ch.Archive.History = nil
	}
	if err := ch.chooseParsed(ctx); err != nil {
		return err
	}
	if err := withholdShared(ch, ctx, excluded); err != nil {
		return err
	}
	keepMemory(all, ch.Archive.Sessions())
	ch.Aside = aside(all, excluded, ch.Archive.Sessions())
	if ch.Only == nil {
		ch.LeftOut = len(all) - len(ch.Archive.Sessions())
	}
	ch.chosen = ch.chosen || ch.LeftOut > 0 || c.Chooses()
	ch.whole = map[string]bool{}
	for _, p := range ch.Archive.Projects {
		for _, s := range p.Sessions {
			ch.whole[s.Folder.Dir] = len(p.Sessions) == before[p]
		}
	}
	return nil
}

// divide separates the sessions that are excluded, by name, from those that are kept. What is
// merely not asked for is neither.
func (ch *chooser) divide(all []*source.Session) (excluded, kept []*source.Session, err error) {
	c := ch.Config.Select
	since, err := parseDay(c.Since, false)
	if err != nil {
		return nil, nil, err
	}
	until, err := parseDay(c.Until, true)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range all {
		fits := func(reach selection.Reach) func(string) bool {
			return func(pattern string) bool { return selection.Matches(pattern, s, ch.Known(s), reach) }
		}
		switch {
		case ch.about[s].Hide, slices.ContainsFunc(c.Exclude, fits(selection.Any)), ch.ignores.excludes(s, ch.Known(s)):
			excluded = append(excluded, s)
		case len(c.Include) > 0 && !slices.ContainsFunc(c.Include, fits(selection.First)):
		case !since.IsZero() && s.End.Before(since), !until.IsZero() && s.Start.After(until):
		default:
			kept = append(kept, s)
		}
	}
	return excluded, kept, nil
}

// withholdShared removes from the sessions that are published what they share with excluded ones.
func withholdShared(ch *chooser, ctx context.Context, excluded []*source.Session) error {
	shared, err := source.Withhold(ctx, ch.Archive.Sessions(), excluded)
	for _, s := range shared {
		ch.job.Warn(parser.Warning{Text: fmt.Sprintf("session %s shares %s with session %s, which is excluded; what they share is withheld",
			s.Session.ID, records(s.Records), s.With.ID)})
	}
	return err
}

// aside returns the sessions that are not published, but whose secrets may be in others: a password
// is set in one session and printed without its name in the next. These are the sessions that are
// excluded, which is what people do with one that has secrets, and the others of projects of which
// something is published.
func aside(all, excluded, published []*source.Session) (left []*source.Session) {
	isPublished, isExcluded, projects := map[*source.Session]bool{}, map[*source.Session]bool{}, map[*source.Project]bool{}
	for _, s := range published {
		isPublished[s], projects[s.Project] = true, true
	}
	for _, s := range excluded {
		isExcluded[s] = true
	}
	for _, s := range all {
		if !isPublished[s] && (projects[s.Project] || isExcluded[s]) {
			left = append(left, s)
		}
	}
	return left
}

// keepMemory leaves what agents remember of a folder where it belongs: to the first of several
// directories that share the folder, and to none when one of them is not published.
func keepMemory(all, kept []*source.Session) {
	owners := map[*source.File][]*source.Folder{}
	for _, s := range all {
		for _, f := range s.Folder.Memory {
			if !slices.Contains(owners[f], s.Folder) {
				owners[f] = append(owners[f], s.Folder)
			}
		}
	}
	alive := map[*source.Folder]bool{}
	for _, s := range kept {
		alive[s.Folder] = true
	}
	for f, folders := range owners {
		whole := !slices.ContainsFunc(folders, func(o *source.Folder) bool { return !alive[o] })
		for i, folder := range folders {
			if len(folders) > 1 && (i > 0 || !whole) {
				folder.Memory = slices.DeleteFunc(slices.Clone(folder.Memory), func(m *source.File) bool { return m == f })
			}
		}
	}
}

// keepSessions removes other sessions from the archive, and projects that have none left.
func keepSessions(ch *chooser, keep func(*source.Session) bool) {
	for _, p := range ch.Archive.Projects {
		p.Sessions = slices.DeleteFunc(p.Sessions, func(s *source.Session) bool { return !keep(s) })
	}
	ch.Archive.Projects = slices.DeleteFunc(ch.Archive.Projects, func(p *source.Project) bool { return len(p.Sessions) == 0 })
}

// chooseParsed applies the conditions that need the records, if there are any.
func (ch *chooser) chooseParsed(ctx context.Context) error {
	c := ch.Config.Select
	if c.MinTurns <= 0 && len(c.Branches) == 0 {
		return nil
	}
	todo := ch.Archive.Sessions()
	keep := make([]bool, len(todo))
	err := job.Each(ctx, ch.job, todo, func(ctx context.Context, i int, src *source.Session) error {
		if m := ch.Removed[src]; m != nil {
			was, err := ch.Cache.SummaryWas(m)
			if err != nil {
				return nil // its lists could not be made
			}
			prompts := was.Row.Prompts
			if was.Row.Unprompted {
				prompts = 1
			}
			keep[i] = prompts >= c.MinTurns && (len(c.Branches) == 0 || slices.Contains(c.Branches, was.Row.Branch))
			return nil
		}
		s, err := ch.Parse(ctx, src)
		if err != nil {
			return err
		}
		prompts := s.Main.Live().Prompts()
		if s.Unprompted(prompts) {
			prompts = 1
		}
		on := len(c.Branches) == 0 || slices.ContainsFunc(s.Branches,
			func(branch string) bool { return slices.Contains(c.Branches, branch) })
		keep[i] = prompts >= c.MinTurns && on
		return nil
	})
	kept := map[*source.Session]bool{}
	for i, s := range todo {
		kept[s] = keep[i]
	}
	keepSessions(ch, func(s *source.Session) bool { return kept[s] })
	return err
}

// parseDay reads a day of this place, its start or its end.
func parseDay(text string, end bool) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.ParseInLocation("2006-01-02", strings.TrimSpace(text), time.Local)
	if err == nil && end {
		day = day.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	return day, err
}

func records(n int) string {
	if n == 1 {
		return "1 record"
	}
	return fmt.Sprintf("%d records", n)
}
