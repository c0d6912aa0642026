package generator

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// choose leaves the sessions that are to be published in the archive. What it takes out
// is known to no later step: other sessions' links to it say that it is not there.
func (b *build) choose(ctx context.Context) error {
	c := b.Config.Select
	before := map[*source.Project]int{}
	for _, p := range b.archive.Projects {
		before[p] = len(p.Sessions)
	}
	total := len(b.archive.Sessions())
	since, err := parseDay(c.Since, false)
	if err != nil {
		return err
	}
	until, err := parseDay(c.Until, true)
	if err != nil {
		return err
	}
	matches := func(pattern string, s *source.Session) bool { return selection.Matches(pattern, s, b.knownOf(s)) }
	for _, pattern := range slices.Concat(c.Include, c.Exclude) {
		if !slices.ContainsFunc(b.archive.Sessions(), func(s *source.Session) bool { return matches(pattern, s) }) {
			b.warn(Warning{Text: fmt.Sprintf("select: no session fits %q", pattern)})
		}
	}
	b.keepSessions(func(s *source.Session) bool {
		fits := func(pattern string) bool { return matches(pattern, s) }
		switch {
		case b.about[s].Hide, b.Only != nil && !b.Only(s), len(c.Include) > 0 && !slices.ContainsFunc(c.Include, fits), slices.ContainsFunc(c.Exclude, fits):
			return false
		case !since.IsZero() && s.End.Before(since), !until.IsZero() && s.Start.After(until):
			return false
		}
		return !b.ignored(s)
	})
	if b.Only != nil {
		b.archive.History = nil
	}
	if err := b.chooseParsed(ctx); err != nil {
		return err
	}
	if b.Only == nil {
		b.leftOut = total - len(b.archive.Sessions())
	}
	b.chosen = b.chosen || b.leftOut > 0 || c.Chooses()
	b.whole = map[string]bool{}
	for _, p := range b.archive.Projects {
		for _, s := range p.Sessions {
			b.whole[s.Folder.Dir] = len(p.Sessions) == before[p]
		}
	}
	return nil
}

// keepSessions takes other sessions out of the archive, and projects that have none left.
func (b *build) keepSessions(keep func(*source.Session) bool) {
	for _, p := range b.archive.Projects {
		p.Sessions = slices.DeleteFunc(p.Sessions, func(s *source.Session) bool { return !keep(s) })
	}
	b.archive.Projects = slices.DeleteFunc(b.archive.Projects, func(p *source.Project) bool { return len(p.Sessions) == 0 })
}

// chooseParsed looks at what only the records tell, when that is asked for.
func (b *build) chooseParsed(ctx context.Context) error {
	c := b.Config.Select
	if c.MinTurns <= 0 && len(c.Branches) == 0 {
		return nil
	}
	todo := b.archive.Sessions()
	keep := make([]bool, len(todo))
	err := b.each(ctx, todo, func(ctx context.Context, i int, src *source.Session) error {
		if m := b.gone[src]; m != nil {
			keep[i] = m.Built.Row.Prompts >= c.MinTurns && (len(c.Branches) == 0 || slices.Contains(c.Branches, m.Built.Row.Branch))
			return nil
		}
		s, err := b.parse(ctx, src)
		if err != nil {
			return err
		}
		prompts := 0
		for m := range s.Main.Live().Messages() {
			if m.Kind == parser.KindPrompt {
				prompts++
			}
		}
		on := len(c.Branches) == 0 || slices.ContainsFunc(s.Branches, func(branch string) bool { return slices.Contains(c.Branches, branch) })
		keep[i] = prompts >= c.MinTurns && on
		return nil
	})
	kept := map[*source.Session]bool{}
	for i, s := range todo {
		kept[s] = keep[i]
	}
	b.keepSessions(func(s *source.Session) bool { return kept[s] })
	return err
}

// ignored tells whether the .stenoignore of a session's folder leaves it out. One that
// cannot be read leaves out everything: it may have been to hold something back.
func (b *build) ignored(s *source.Session) bool {
	return slices.ContainsFunc(s.Folder.Ignore, func(f *source.File) bool {
		text, known := b.ignores[f]
		if !known {
			text = b.readIgnore(f)
			if b.ignores == nil {
				b.ignores = map[*source.File]string{}
			}
			b.ignores[f] = text
		}
		return selection.Ignored(text, s)
	})
}

// everything is a .stenoignore that leaves out all.
const everything = "*"

func (b *build) readIgnore(f *source.File) string {
	var data []byte
	r, err := f.Open()
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(r, 1<<20))
		err = errors.Join(err, r.Close())
	}
	if err != nil {
		b.warn(Warning{File: f.Path, Text: "cannot be read, so the whole project is left out"})
		return everything
	}
	return string(data)
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
