// Package collect copies transcripts into an archive before the agent's own clean-up takes
// them. What has been collected is never lost again:
//
//   - a transcript that has grown replaces the shorter one, which it begins with;
//   - if a transcript was rewritten, the old copy is kept, in a folder named by its content;
//   - one that was deleted stays in the archive;
//   - a transcript that is being written is copied up to its last complete record, and further the
//     next time;
//   - files are written completely or not at all, even if a run is interrupted.
//
// Other files (plans, memory, spilled outputs) are replaced by their newest version. origin.go
// finds them, take.go decides how each file is handled, store.go writes it into the archive of
// archive.go; clean.go and redaction.go are for files that are redacted.
package collect

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"steno/generator/redact"
	"steno/parser/formats"
	"steno/parser/source"
)

// Options say what to collect.
type Options struct {
	Sources []string       // as for a build, or the agent's own folder
	Project string         // only sessions of this project: its name or working directory; "" for all
	Trees   []string       // where the project is in other work trees of its repository
	Formats source.Formats `json:"-"` // of the agents whose files are taken; nil: those of package formats
	Archive string         // made when it does not exist
	Machine string         // folder below the archive, so that several machines may share it
	Zstd    bool           // store transcripts compressed
	// Redact removes secrets from what is stored; nil stores everything as it is. State is a file
	// outside of the archive in which the next run finds what was redacted, "" for none.
	Redact *redact.Engine
	State  string
	// RequireReview leaves out files that contain values that nobody has reviewed.
	RequireReview bool
	Keep          source.Options // what is not withheld from a redacted archive
	// Excluded are files, as messages name them, that a redacted archive does not get. What is
	// secret in them is redacted in all others.
	Excluded map[string]bool `json:"-"`
	DryRun   bool            // say what would be taken and take nothing
}

// Taken is a file that was copied.
type Taken struct {
	Name string `json:"name"` // below the archive, slash-separated
	What What   `json:"what"`
	Size int64  `json:"size"` // bytes now in the archive, before compression
	More int64  `json:"more"` // of them new
}

// What happened to a file.
type What string

// How a file was handled.
const (
	New      What = "new"
	Grown    What = "grown"
	Changed  What = "changed"  // and replaced
	Diverged What = "diverged" // the old one is kept below earlier/
)

// Summary is what one run did.
type Summary struct {
	Taken     []Taken  `json:"taken"` // by name
	Unchanged int      `json:"unchanged"`
	Bytes     int64    `json:"bytes"` // that were new
	Problems  []string `json:"problems"`
	// Unreviewed is the number of values because of which files were left out.
	Unreviewed int `json:"unreviewed,omitzero"`
	// Elsewhere lists the directories of sessions that lists show in the project, but that began
	// elsewhere. They were left out.
	Elsewhere []string `json:"elsewhere,omitempty"`
	// Excluded is the number of files that were left out because they are of excluded sessions.
	Excluded int `json:"excluded,omitzero"`
	// Held are files of excluded sessions that the archive has from an earlier run.
	Held []string `json:"held,omitempty"`
	// Full says that the disk of the archive is full.
	Full bool `json:"-"`
}

// ErrBusy is returned when another collector works on the archive.
var ErrBusy = errors.New("another collector is at work")

// run is the state of one run.
type run struct {
	Options
	from   *finds
	to     *archive
	claims map[string]string // in the archive: whose copy it is
	sum    *Summary

	redaction *redaction // nil when nothing is redacted
}

// Run collects once. Trouble with one file is a problem of the summary and does not keep
// the others from being taken.
func Run(ctx context.Context, o Options) (sum *Summary, err error) {
	if o.Formats == nil {
		o.Formats = formats.All()
	}
	if o.Redact == nil || o.Keep.FileHistory {
		o.Formats = o.Formats.WithCopies()
	}
	from, err := find(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	to, err := openArchive(ctx, o)
	if err != nil {
		return nil, err
	}
	defer to.close()
	if err := to.mark(o.Redact != nil, o.DryRun); err != nil {
		return nil, err
	}
	r := newRun(o, from, to)
	err = errors.Join(r.takeAll(ctx), to.sync())
	slices.Sort(r.sum.Problems)
	slices.SortFunc(r.sum.Taken, func(x, y Taken) int { return strings.Compare(x.Name, y.Name) })
	return r.sum, err
}

func newRun(o Options, from *finds, to *archive) *run {
	return &run{Options: o, from: from, to: to, claims: map[string]string{},
		sum: &Summary{Taken: []Taken{}, Problems: from.problems, Elsewhere: from.others}}
}

// ignoreName is the file by which a project says what of it is not to be published. An
// archive without it would publish just that.
const ignoreName = source.IgnoreName

// earlier matches where an archive has earlier versions, in the layout of the agent's own folder.
var earlier = regexp.MustCompile(`^earlier/[0-9a-f]{16}/`)

// takeAll takes what is new.
func (r *run) takeAll(ctx context.Context) (err error) {
	if r.Redact == nil {
		for _, name := range r.from.names {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.take(name); err != nil {
				r.problem(name, err)
			}
		}
		return nil
	}
	r.redaction = newRedaction(r.Options, r.from)
	defer func() { err = errors.Join(err, r.redaction.close()) }()
	if err := r.takeClean(ctx); err != nil {
		return err // and remember nothing of it: values were learned that are not gone from all files yet
	}
	if r.DryRun {
		return nil
	}
	if err := errors.Join(r.redaction.state.write(r.State, r.from.names), r.redaction.second.keep()); err != nil {
		r.problem("remembering what was redacted", err)
	}
	return nil
}

func (r *run) problem(name string, err error) {
	r.sum.Full = r.sum.Full || errors.Is(err, syscall.ENOSPC)
	r.sum.Problems = append(r.sum.Problems, problemOf(name, err))
}

func problemOf(name string, err error) string { return fmt.Sprintf("%s: %v", name, err) }
