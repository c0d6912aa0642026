package choose

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"steno/generator/config"
	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// Control files fail closed. What they say decides what is published, so a slip in one must not
// publish what it was to hold back:
//
//   - A line that cannot be understood is an error.
//   - A file that is there and cannot be read excludes all that it covers.
//   - A full id or name that fits nothing is an error when something that would be published is
//     spelled nearly alike; otherwise it is a warning, unless it must match.
//
// The same applies to the patterns of the configuration.

// ControlError is something in a control file, or among the patterns of the configuration, that
// must be put right before anything is published.
type ControlError struct {
	Where string // file and line
	Text  string
	Hint  string // "" for none
}

// Error says where, what and what to do.
func (e *ControlError) Error() string {
	text := e.Where + ": " + e.Text
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// ControlHint is what to do about a control file, whichever it is.
const ControlHint = "nothing was written; a line that is wrong might publish what it was meant to exclude"

func lineOf(name string, line int) string {
	if line == 0 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// placeOf is where a key of the configuration is set.
func placeOf(c config.Config, key string) string { return cmp.Or(c.Places[key], "the configuration") }

// ignores are the .stenoignore files that cover sessions.
type ignores map[*source.File]ignoreFile

// ignoreFile is a .stenoignore as it was read.
type ignoreFile struct {
	selection.Ignore
	unreadable bool // it excludes all that it covers
}

// readControl reads a control file as text.
func readControl(f *source.File, most int64) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return "", err
	}
	if int64(len(data)) > most {
		return "", fmt.Errorf("it is larger than %d MB", most>>20)
	}
	return selection.Text(data)
}

// unreadable reports a control file that cannot be read. It is an error of a strict build.
func (ch *chooser) unreadable(f *source.File, err error) error {
	text := fmt.Sprintf("cannot be read (%v), so every session that it covers is excluded", reasonOf(err))
	if ch.Strict {
		return &ControlError{Where: f.Path, Text: text}
	}
	ch.job.Warn(parser.Warning{File: f.Path, Text: text})
	return nil
}

// mostIgnore bounds the bytes of a .stenoignore.
const mostIgnore = 1 << 20

// readIgnores reads each .stenoignore that covers a session.
func (ch *chooser) readIgnores() error {
	var files []*source.File
	ch.ignores = ignores{}
	for _, s := range ch.Archive.Sessions() {
		for _, f := range s.Ignore {
			if _, known := ch.ignores[f]; !known {
				ch.ignores[f] = ignoreFile{}
				files = append(files, f)
			}
		}
	}
	slices.SortFunc(files, func(x, y *source.File) int { return strings.Compare(x.Path, y.Path) })
	var errs []error
	for _, f := range files {
		text, err := readControl(f, mostIgnore)
		if err != nil {
			ch.ignores[f] = ignoreFile{unreadable: true}
			errs = append(errs, ch.unreadable(f, err))
			continue
		}
		ignore, bad := selection.ParseIgnore(text)
		for _, e := range bad {
			errs = append(errs, &ControlError{lineOf(f.Path, e.Line), e.Error(), e.Hint})
		}
		ch.ignores[f] = ignoreFile{Ignore: ignore}
	}
	return errors.Join(errs...)
}

// excludes reports whether a .stenoignore excludes a session.
func (g ignores) excludes(s *source.Session, known selection.Known) bool {
	return slices.ContainsFunc(s.Ignore, func(f *source.File) bool {
		ignore := g[f]
		return ignore.unreadable || ignore.Excludes(s, known)
	})
}

// unmatched is a full pattern that fits no session.
type unmatched struct {
	where, what string
	nearMiss    func(*source.Session) string
}

// checkUnmatched reports patterns that fit nothing. published are the sessions that would be
// published.
func (ch *chooser) checkUnmatched(published []*source.Session) error {
	var errs []error
	for _, u := range ch.unmatched(ch.Archive.Sessions()) {
		near := ""
		for _, s := range published {
			if near = u.nearMiss(s); near != "" {
				break
			}
		}
		e := &ControlError{Where: u.where, Text: u.what + " fits no session"}
		switch {
		case near != "":
			e.Text += fmt.Sprintf(", but %q would be published", near)
			e.Hint = fmt.Sprintf("write %q, or remove the line", near)
			errs = append(errs, e)
		case ch.Only != nil: // some of the sources, perhaps
		case ch.Strict || ch.Config.Select.MustMatch:
			e.Hint = "correct or remove it"
			errs = append(errs, e)
		default:
			ch.job.Warn(parser.Warning{Text: e.Error()})
		}
	}
	return errors.Join(errs...)
}

// unmatched lists the full patterns that fit no session.
func (ch *chooser) unmatched(all []*source.Session) (list []unmatched) {
	c := ch.Config
	pattern := func(key, what, pattern string, reach selection.Reach) {
		if !selection.IsFull(pattern) || slices.ContainsFunc(all,
			func(s *source.Session) bool { return selection.Matches(pattern, s, ch.Known(s), reach) }) {
			return
		}
		list = append(list, unmatched{placeOf(c, key), fmt.Sprintf("%s: %q", what, pattern), func(s *source.Session) string {
			return selection.NearMiss(pattern, s, ch.Known(s))
		}})
	}
	for i, p := range c.Select.Include {
		pattern(fmt.Sprintf("select.include[%d]", i), "select.include", p, selection.First)
	}
	for i, p := range c.Select.Exclude {
		pattern(fmt.Sprintf("select.exclude[%d]", i), "select.exclude", p, selection.Any)
	}
	for i, rule := range c.Projects {
		pattern(fmt.Sprintf("projects[%d].match", i), "projects", rule.Pattern(), selection.Any)
	}
	seen := map[*source.File]bool{}
	for _, s := range all {
		for _, f := range s.Ignore {
			if !seen[f] {
				seen[f] = true
				list = append(list, ch.ignores.unmatched(f, all, ch.Known)...)
			}
		}
	}
	return append(list, ch.unknownIDs...)
}

// unmatched lists the lines of a .stenoignore that fit none of the sessions it covers.
func (g ignores) unmatched(f *source.File, all []*source.Session, known func(*source.Session) selection.Known) (list []unmatched) {
	for _, line := range g[f].Lines {
		fits := func(s *source.Session) bool { return slices.Contains(s.Ignore, f) && line.Matches(s, known(s)) }
		if line.Back || !selection.IsFull(line.Pattern) || slices.ContainsFunc(all, fits) {
			continue
		}
		list = append(list, unmatched{lineOf(f.Path, line.Number), fmt.Sprintf("%q", line.Pattern), func(s *source.Session) string {
			return line.NearMiss(s, known(s))
		}})
	}
	return list
}
