package choose

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/generator/selection"
	"steno/parser"
	"steno/parser/source"
)

// Query says which sessions are meant. What is not set does not narrow the choice.
type Query struct {
	Names        []string // ids, unique beginnings of ids, or transcripts' files
	Latest       bool     // the one that was active last
	Project      string   // a project's name, folder or working directory
	Trees        []string // where the project is in other work trees of its repository
	Tag          string   // a glob of a tag
	Branch       string   // a git branch that the session was on
	PullRequest  string   // number or address
	Commit       string   // beginning of a hash
	Named        []string // sessions that the commit names, by their ids or beginnings of them
	Since, Until time.Time
}

// Narrows reports whether the sessions must be parsed to be distinguished.
func (q *Query) Narrows() bool { return q.Branch != "" || q.PullRequest != "" || q.Commit != "" }

// Empty reports whether the query means every session.
func (q *Query) Empty() bool {
	return len(q.Names) == 0 && !q.Latest && q.Project == "" && q.Tag == "" && !q.Narrows() && q.Since.IsZero() && q.Until.IsZero()
}

// Choice is a session that a query may mean.
type Choice struct {
	ID      string
	Project string
	Title   string // "" unless it was asked for
	Start   time.Time
	End     time.Time
	Unshown bool // the id contains a secret
}

// mostListed is how many sessions an error names.
const mostListed = 20

// AmbiguousError is returned for a beginning of an id that fits several sessions.
type AmbiguousError struct {
	Name    string
	Choices []Choice
}

// Error names the sessions.
func (e *AmbiguousError) Error() string {
	text := fmt.Sprintf("%q is the beginning of %d sessions' ids:", e.Name, len(e.Choices))
	for i, c := range e.Choices {
		if i == mostListed {
			return text + fmt.Sprintf("\n  and %d more", len(e.Choices)-i)
		}
		text += "\n  " + c.ID + "  " + c.Project
	}
	return text
}

// NotFoundError is returned for a name that nothing in the sources has.
type NotFoundError struct{ Name string }

// Error names what was not found.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("no session of the sources is called %q", e.Name)
}

// Is reports whether target is [ErrNothingFits]: a name that nothing has fits nothing.
func (e *NotFoundError) Is(target error) bool { return target == ErrNothingFits }

// Named returns the sessions that names mean, all for none.
func Named(all []*source.Session, names []string) ([]*source.Session, error) {
	if len(names) == 0 {
		return all, nil
	}
	var found []*source.Session
	for _, name := range names {
		var fits []*source.Session
		for _, s := range all {
			switch {
			case s.ID == name || ownsFile(s, name):
				fits = []*source.Session{s}
			case strings.HasPrefix(s.ID, name):
				fits = append(fits, s)
				continue
			default:
				continue
			}
			break
		}
		switch len(fits) {
		case 0:
			return nil, &NotFoundError{name}
		case 1:
			if !slices.Contains(found, fits[0]) {
				found = append(found, fits[0])
			}
		default:
			e := &AmbiguousError{Name: name}
			for _, s := range fits {
				e.Choices = append(e.Choices, Choice{ID: s.ID, Project: s.Project.Title(), Start: s.Start})
			}
			return nil, e
		}
	}
	return found, nil
}

// ownsFile reports whether a name is that of a session's transcript, or of a copy of it that was left out.
func ownsFile(s *source.Session, name string) bool {
	if ext := filepath.Ext(source.Plain(name)); ext != ".jsonl" && ext != ".json" {
		return false
	}
	abs, err := filepath.Abs(name)
	same := func(path string) bool {
		path, err := filepath.Abs(path)
		return err == nil && path == abs
	}
	return err == nil && (slices.ContainsFunc(s.Main, func(f *source.File) bool { return same(f.Path) }) ||
		slices.ContainsFunc(s.Snapshots, same))
}

// Fits looks at what is known of a session before it is parsed.
func (q *Query) Fits(s *source.Session) bool {
	if q.Project != "" && !selection.HasProject(s, append([]string{q.Project}, q.Trees...)...) {
		return false
	}
	if !q.Until.IsZero() && !s.Start.IsZero() && s.Start.After(q.Until) {
		return false
	}
	return q.Since.IsZero() || !s.End.Before(q.Since)
}

// FitsParsed applies the conditions that need the records.
func (q *Query) FitsParsed(s *parser.Session) bool {
	if q.Branch != "" && !slices.Contains(s.Branches, q.Branch) {
		return false
	}
	if q.PullRequest != "" && !slices.ContainsFunc(s.PullRequests, q.isPullRequest) {
		return false
	}
	commit := strings.ToLower(q.Commit)
	names := func(id string) bool {
		return slices.ContainsFunc(q.Named, func(name string) bool { return strings.HasPrefix(id, name) })
	}
	return commit == "" || names(s.ID) || slices.ContainsFunc(s.Aliases, names) ||
		slices.ContainsFunc(s.Commits, func(c parser.Commit) bool {
			return strings.HasPrefix(c.SHA, commit) || len(c.SHA) >= 7 && strings.HasPrefix(commit, c.SHA)
		})
}

func (q *Query) isPullRequest(pr parser.PullRequest) bool {
	if n, err := strconv.Atoi(strings.TrimPrefix(q.PullRequest, "#")); err == nil {
		return pr.Number == n
	}
	return strings.TrimSuffix(q.PullRequest, "/") == strings.TrimSuffix(pr.URL, "/") || q.PullRequest == pr.Name()
}

// ErrNothingFits is returned when sessions were asked for by what they did, and none did.
var ErrNothingFits = errors.New("no session of the sources fits")
