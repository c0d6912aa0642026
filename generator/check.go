package generator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"steno/generator/job"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/source"
)

// Checked is what `steno check` finds in the sources.
type Checked struct {
	Ledger     parser.Ledger        `json:"ledger"`        // of all files
	Files      []parser.FileLedger  `json:"files"`         // in the archive's order
	Unknown    []parser.UnknownType `json:"unknown"`       // types, by name
	Fields     []parser.UnknownType `json:"fields"`        // members of records of known types, by path
	Redactions []redact.RuleCount   `json:"redactions"`    // what a build would take out, gravest first; empty when redaction is off
	Values     []Value              `json:"values"`        // each of them, gravest first
	Next       string               `json:"next,omitzero"` // what to run when some of them are new
	Warnings   []Warning            `json:"warnings"`
}

// ErrProblems is returned by a strict check that found something.
var ErrProblems = errors.New("there were warnings, or unknown or malformed records, and the check is strict")

// ErrForbidden is returned by a check that found what redact.forbid does not let pass.
var ErrForbidden = errors.New("there are secrets")

// Check parses all sessions of the sources, accounts for every line, looks for
// secrets as a build would, and writes nothing.
func Check(ctx context.Context, o Options) (*Checked, error) {
	b := newBuild(o)
	defer b.close()
	out := &Checked{Files: []parser.FileLedger{}, Unknown: []parser.UnknownType{}, Fields: []parser.UnknownType{}, Values: []Value{}, Warnings: []Warning{}}
	err := b.run(ctx,
		step{"reading the sources", b.find},
		step{"reading what is kept beside the transcripts", b.readBeside},
		step{"preparing the redaction", b.prepareCheck},
		step{"looking for secrets", b.collectSecrets},
		step{"naming what is published", b.publish},
		step{"reading the sessions", func(ctx context.Context) error { return b.checkSessions(ctx, out) }},
	)
	if err != nil {
		return nil, err
	}
	out.Redactions = b.redactions()
	out.Warnings = append(out.Warnings, b.job.Warnings()...)
	err = b.forbidden()
	if o.Strict && out.problems() {
		err = errors.Join(err, ErrProblems)
	}
	return out, err
}

// prepareCheck prepares a redaction that tells each place: that decides what is forbidden.
func (b *build) prepareCheck(ctx context.Context) error {
	err := b.prepareRedaction(ctx)
	if err == nil && b.redaction != nil {
		b.redaction.report, b.redaction.looks = redact.NewReport(true), true
	}
	return err
}

// forbidden tells what was found that redact.forbid does not let pass.
func (b *build) forbidden() error {
	if b.redaction == nil {
		return nil
	}
	least, err := redact.ParseSeverity(b.Config.Redact.Forbid)
	if err != nil {
		return err
	}
	values := map[string]bool{}
	places := b.redaction.cleaner.Forbidden(b.redaction.report, least)
	for _, p := range places {
		values[p.Placeholder] = true
	}
	if len(places) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d values of severity %s or above, in %d places; a build takes them out, and \"steno review\" goes through them",
		ErrForbidden, len(values), least, len(places))
}

// problems tells whether a strict check fails.
func (c *Checked) problems() bool {
	return len(c.Warnings) > 0 || len(c.Unknown) > 0 || c.Ledger.Unknown > 0 || c.Ledger.Malformed > 0
}

// survey lists what a session's format does not declare.
func survey(ctx context.Context, s *source.Session) []parser.UnknownType {
	if s.Format.Survey == nil {
		return nil
	}
	return s.Format.Survey(ctx, s)
}

func (b *build) checkSessions(ctx context.Context, out *Checked) error {
	todo := b.published.Sessions()
	b.job.Expect(len(todo))
	type checked struct {
		files    []parser.FileLedger
		fields   []parser.UnknownType
		warnings []Warning
		found    []redact.Finding
		places   []redact.Sighting
		paths    []string
	}
	sessions := make([]checked, len(todo))
	err := job.Each(ctx, b.job, todo, func(ctx context.Context, i int, src *publish.Session) error {
		s, err := b.session(ctx, src.Source)
		if err != nil {
			return err
		}
		for j := range s.Files {
			s.Files[j].Path = s.paths[j]
		}
		sessions[i] = checked{s.Files, survey(ctx, src.Source), s.warnings, s.found, s.places, s.paths}
		b.job.Progress(s.Title.Text)
		return nil
	})
	if err != nil {
		return err
	}
	seen := map[redact.Hash]sighting{}
	types, fields := map[string]*parser.UnknownType{}, map[string]*parser.UnknownType{}
	for i, s := range sessions {
		if b.redaction != nil {
			b.redaction.report.Add(todo[i].ID, s.found)
			see(seen, todo[i].ID, s.paths, s.places)
		}
		for i := range s.files {
			f := &s.files[i]
			out.Ledger.Add(&f.Ledger)
			b.addUnknown(types, f.UnknownTypes())
		}
		b.addUnknown(fields, s.fields)
		out.Files = append(out.Files, s.files...)
		for _, w := range s.warnings {
			b.job.Warn(w)
		}
	}
	if b.redaction != nil {
		out.Values = b.redaction.listValues(seen)
	}
	if slices.ContainsFunc(out.Values, func(v Value) bool { return v.State == redact.StateNew }) {
		out.Next = "steno review"
	}
	out.Unknown, out.Fields = append(out.Unknown, sortedTypes(types)...), append(out.Fields, sortedTypes(fields)...)
	return nil
}

func sortedTypes(sum map[string]*parser.UnknownType) []parser.UnknownType {
	var list []parser.UnknownType
	for _, name := range slices.Sorted(maps.Keys(sum)) {
		slices.Sort(sum[name].Versions)
		list = append(list, *sum[name])
	}
	return list
}

// addUnknown adds the unknown types of a file to those of all. A type is text from a
// file, so it is cleaned like any other.
func (b *build) addUnknown(sum map[string]*parser.UnknownType, types []parser.UnknownType) {
	for _, t := range types {
		name := t.Type
		if b.redaction != nil {
			name = b.redaction.clean(name)
		}
		u := sum[name]
		if u == nil {
			u = &parser.UnknownType{Type: name, Versions: []string{}}
			sum[name] = u
		}
		u.Count += t.Count
		for _, v := range t.Versions {
			if !slices.Contains(u.Versions, v) {
				u.Versions = append(u.Versions, v)
			}
		}
	}
}
