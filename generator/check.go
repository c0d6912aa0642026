package generator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/parser"
	"steno/parser/source"
)

// Checked is what `steno check` finds in the sources.
type Checked struct {
	Ledger     parser.Ledger        `json:"ledger"`        // of all files
	Files      []parser.FileLedger  `json:"files"`         // in the archive's order
	Unknown    []parser.UnknownType `json:"unknown"`       // types, by name
	Fields     []parser.UnknownType `json:"fields"`        // members of records of known types, by path
	Redactions []redact.RuleCount   `json:"redactions"`    // what a build would remove, gravest first; empty when redaction is off
	Values     []redaction.Value    `json:"values"`        // each of them, gravest first
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
	j := o.job()
	out := &Checked{Files: []parser.FileLedger{}, Unknown: []parser.UnknownType{},
		Fields: []parser.UnknownType{}, Values: []redaction.Value{}, Warnings: []Warning{}}
	in, err := prepare(ctx, o, j, nil, nil, false)
	if err != nil {
		return nil, err
	}
	defer in.close()
	shown := publishArchive(in, o.Config.Redact, nil)
	if in.collected != nil { // each place decides about what is forbidden
		beside := shown.report.Beside
		shown.report = redaction.NewReport(o.Config.Redact, true)
		shown.report.AddBeside(beside)
	}
	if err := doing(ctx, "reading the sessions", checkSessions(ctx, j, in, shown, out)); err != nil {
		return nil, err
	}
	out.Redactions = shown.report.Rules()
	out.Warnings = append(out.Warnings, j.Warnings()...)
	err = forbidden(o.Config.Redact, in.collected, shown.report)
	if o.Strict && out.problems() {
		err = errors.Join(err, ErrProblems)
	}
	return out, err
}

// forbidden says what was found that redact.forbid does not let pass.
func forbidden(c config.Redact, collected *redaction.Collected, report *redaction.Report) error {
	if collected == nil {
		return nil
	}
	least, err := redact.ParseSeverity(c.Forbid)
	if err != nil {
		return err
	}
	values := map[string]bool{}
	places := collected.Cleaner.Forbidden(report.Table, least)
	for _, p := range places {
		values[p.Placeholder] = true
	}
	if len(places) == 0 {
		return nil
	}
	what := "1 value"
	if len(values) > 1 {
		what = fmt.Sprintf("%d values", len(values))
	}
	return fmt.Errorf("%w: %s of severity %s or above not reviewed yet; a build redacts them",
		ErrForbidden, what, least)
}

// problems reports whether a strict check fails.
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

func checkSessions(ctx context.Context, j *job.Job, in *prepared, shown *published, out *Checked) error {
	todo := shown.Sessions()
	j.Expect(len(todo))
	type checked struct {
		files    []parser.FileLedger
		fields   []parser.UnknownType
		warnings []Warning
		found    []redact.Finding
		places   []redact.Sighting
		paths    []string
	}
	sessions := make([]checked, len(todo))
	err := job.Each(ctx, j, todo, func(ctx context.Context, i int, src *publish.Session) error {
		s, err := redaction.Read(ctx, j.Meter, in.collected, src.Source,
			redaction.Request{Parse: in.found.Parse, Hide: in.found.Hide(src.Source), Places: true})
		if err != nil {
			return err
		}
		for n := range s.Files {
			s.Files[n].Path = s.Paths[n]
		}
		sessions[i] = checked{s.Files, survey(ctx, src.Source), s.Warnings, s.Found, s.Places, s.Paths}
		j.Progress(s.Title.Text)
		return nil
	})
	if err != nil {
		return err
	}
	seen := redaction.Sightings{}
	types, fields := map[string]*parser.UnknownType{}, map[string]*parser.UnknownType{}
	for i, s := range sessions {
		if in.collected != nil {
			shown.report.Table.Add(todo[i].ID, s.found)
			seen.Add(todo[i].ID, s.paths, s.places)
		}
		for i := range s.files {
			f := &s.files[i]
			out.Ledger.Add(&f.Ledger)
			addUnknown(types, in.collected.Clean, f.UnknownTypes())
		}
		addUnknown(fields, in.collected.Clean, s.fields)
		out.Files = append(out.Files, s.files...)
		j.Warn(s.warnings...)
	}
	if in.collected != nil {
		for _, s := range todo {
			in.unshown.count(s.Source, s.ID, in.collected.Cleaner, shown.report.Table, seen)
		}
		out.Values = in.collected.List(shown.report, seen)
	}
	if slices.ContainsFunc(out.Values, func(v redaction.Value) bool { return v.State == redact.StateNew }) {
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
func addUnknown(sum map[string]*parser.UnknownType, clean func(string) string, types []parser.UnknownType) {
	for _, t := range types {
		name := clean(t.Type)
		u := sum[name]
		if u == nil {
			u = &parser.UnknownType{Type: name, Versions: []string{}}
			sum[name] = u
		}
		u.Count += t.Count
		for _, v := range t.Versions {
			if v = clean(v); !slices.Contains(u.Versions, v) {
				u.Versions = append(u.Versions, v)
			}
		}
	}
}
