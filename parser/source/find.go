package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"steno/parser/jsonl"
)

// Error is a source that cannot be used at all: it does not exist, is of no known
// kind, or is an archive that is refused.
type Error struct {
	Source string // as the user wrote it
	Err    error
}

// Error names the source and the trouble.
func (e *Error) Error() string {
	if errors.Is(e.Err, fs.ErrNotExist) {
		return fmt.Sprintf("source %q does not exist", e.Source)
	}
	return fmt.Sprintf("source %q: %v", e.Source, e.Err)
}

// Unwrap returns the trouble.
func (e *Error) Unwrap() error { return e.Err }

// Find lists the sources and groups what belongs together. Trouble with single
// files becomes a warning; a source that cannot be used at all is an [*Error].
// The caller closes the archive when its files are no longer read.
func Find(ctx context.Context, formats Formats, paths []string) (*Archive, error) {
	return FindWith(ctx, formats, paths, Request{})
}

// Request says what is known of sources before they are searched, and what else is to be
// found out about them.
type Request struct {
	// Scans is for anyone who looks at the same sources again and again: transcripts that did not
	// change since it was made are not read. It is brought up to date, and the caller closes it;
	// nil remembers nothing.
	Scans *Scans
	// Look is what was looked at just now, nil for nothing: it is not listed again.
	Look *Look
	// Excludes asks for what it takes to hold sessions back: the directories of their agents,
	// and the families of sessions that share records. Control files in the sources ask for it, too.
	Excludes bool
}

// FindWith is Find with a request.
func FindWith(ctx context.Context, formats Formats, paths []string, q Request) (*Archive, error) {
	scans, look := q.Scans, q.Look
	defer look.Close()
	if scans == nil {
		scans = NewScans()
		defer scans.Close()
	}
	a := &Archive{}
	var listings []*listing
	for _, path := range paths {
		p, err := look.list(ctx, formats, path)
		if err != nil {
			a.Close()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, &Error{Source: path, Err: err}
		}
		a.release = append(a.release, p.release...)
		a.Warnings = append(a.Warnings, p.warnings...)
		listings = append(listings, p)
		if !slices.ContainsFunc(p.entries, func(e entry) bool { return formats.hasRecords(e) }) && !formats.isIndex(p.entries) {
			a.Warnings = append(a.Warnings, Warning{Path: path, Text: p.nothing(formats, path)})
		}
	}
	a.Warnings = append(a.Warnings, formats.unreadBeside(paths, listings)...)
	layout := arrange(formats, listings)
	if layout.clash != nil {
		a.Close()
		return nil, &Error{Source: paths[layout.clashIn], Err: layout.clash}
	}
	excludes := q.Excludes || len(layout.ignores)+len(layout.about) > 0
	if err := scanAll(ctx, layout, scans, excludes); err != nil {
		a.Close()
		return nil, err
	}
	g := group(layout)
	g.dropSnapshots()
	if excludes {
		g.findFamilies()
	}
	g.findCopies()
	a.Found = g.count(len(paths))
	g.findTitles(layout)
	if err := scans.failed(); err != nil {
		a.Close()
		return nil, err
	}
	a.Projects = g.projects(layout)
	for _, p := range a.Projects {
		p.findLeads()
	}
	a.History, a.About = layout.history, layout.about
	slices.SortFunc(a.History, func(x, y History) int { return strings.Compare(x.Path, y.Path) })
	slices.SortFunc(a.About, func(x, y *File) int { return strings.Compare(x.Path, y.Path) })
	a.Warnings = append(a.Warnings, g.warnings...)
	slices.SortFunc(a.Warnings, func(x, y Warning) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), x.Line-y.Line, strings.Compare(x.Text, y.Text))
	})
	return a, nil
}

// Close closes the sources and removes what was unpacked. Files of the archive
// cannot be opened afterwards.
func (a *Archive) Close() error {
	var errs []error
	for _, release := range a.release {
		errs = append(errs, release())
	}
	a.release = nil
	return errors.Join(errs...)
}

// scanAll scans the transcripts in parallel; each writes its own facts only.
// Agents below the folder of a session that has a transcript are left alone, unless
// their directories are wanted: the path shows all else that is needed, and they are
// most of an archive's files.
func scanAll(ctx context.Context, l *layout, scans *Scans, dirs bool) error {
	named := map[string]bool{}
	for _, t := range l.transcripts {
		if t.role == Transcript {
			named[t.stem()] = true
		}
	}
	var readers jsonl.Readers
	run := func(t *transcript, m Mode) *Facts {
		if known := scans.recall(t, m); known != nil {
			return known
		}
		r := readers.Take()
		defer readers.Put(r)
		told := t.format.Scan(r, t.file, m)
		scans.keep(t, m, told)
		return told
	}
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for _, t := range l.transcripts {
		agent := t.role != Transcript
		if t.file.Size == 0 {
			t.facts = &Facts{Blank: true}
			continue
		}
		if t.role == AgentTranscript && t.session != "" && named[t.session] && !dirs {
			t.facts = &Facts{Known: true}
			continue
		}
		work.Go(func() error {
			switch err := ctx.Err(); {
			case err != nil:
				return err
			case !agent:
				t.facts = run(t, Whole)
				return nil
			case t.role == AgentTranscript && t.session != "" && named[t.session]:
				t.facts = &Facts{Known: true}
			default:
				t.facts = run(t, Peek)
			}
			if dirs {
				told := *t.facts
				told.Cwds, told.Dirs = run(t, Cwds).Cwds, nil
				t.facts = &told
			}
			return nil
		})
	}
	return work.Wait()
}
