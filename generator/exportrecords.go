package generator

import (
	"context"
	"errors"
	"fmt"
	"io"

	"steno/generator/atif"
	"steno/generator/collect"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/parser/source"
)

// ErrOneTrajectory is returned when several sessions are to be one trajectory.
var ErrOneTrajectory = errors.New("a trajectory has one session")

// ExportATIF writes the session with this id as a trajectory of package atif, chosen and cleaned as a
// build does it.
func ExportATIF(ctx context.Context, o Options, ids []string, w io.Writer) (*Summary, error) {
	if len(ids) > 1 {
		return nil, fmt.Errorf("%w, not %d", ErrOneTrajectory, len(ids))
	}
	return export(ctx, o, ids, w, func(_ context.Context, _ *prepared, w io.Writer) (documents, error) {
		return documents{name: ".atif.json", close: func() error { return nil }, add: func(src *publish.Session, s *redaction.Clean) error {
			data, err := atif.Marshal(atif.Of(s.Session, src.Source.Format.Name))
			if err == nil {
				_, err = w.Write(data)
			}
			return err
		}}, nil
	})
}

// ErrPieces is returned for sessions whose records are not in separate files.
var ErrPieces = errors.New("its records are kept in many files, which are no lines")

// ErrSelected is returned when kinds of messages are to be left out of original records.
var ErrSelected = errors.New("original records have everything that was said")

// ExportJSONL writes the original records of the sessions with these ids, redacted: the lines of each
// transcript, then those of its agents. A document is one line.
func ExportJSONL(ctx context.Context, o Options, ids []string, w io.Writer) (*Summary, error) {
	return export(ctx, o, ids, w, func(ctx context.Context, in *prepared, w io.Writer) (documents, error) {
		var redactor *redact.Redactor
		if in.collected != nil {
			redactor = in.collected.Cleaner
		}
		return documents{name: ".jsonl", close: func() error { return nil }, add: func(src *publish.Session, _ *redaction.Clean) error {
			if in.found.Hide(src.Source).Active() {
				return fmt.Errorf("writing the records of %s: %w; use --format json, or hide nothing", src.ID, ErrSelected)
			}
			return originals(ctx, src.Source, source.Options{SystemPrompt: o.Config.Content.SystemPrompt}, redactor, w)
		}}, nil
	})
}

// originals writes the records of all files of a session.
func originals(ctx context.Context, s *source.Session, keep source.Options, redactor *redact.Redactor, w io.Writer) error {
	if s.Pieces != nil {
		return fmt.Errorf("writing the records of %s: %w", s.ID, ErrPieces)
	}
	files := s.Main
	for _, a := range s.Agents {
		files = append(files[:len(files):len(files)], a.File)
	}
	withhold := s.Format.Withholder(keep)
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := collect.Clean(f, w, withhold, redactor); err != nil {
			return fmt.Errorf("writing the records of %q: %w", f.Path, err)
		}
	}
	return nil
}
