package generator

import (
	"maps"

	"steno/generator/job"
	"steno/generator/meter"
	"steno/generator/output"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/secondlook"
	"steno/parser"
	"steno/theme/view"
)

// Summary is what a build did.
type Summary struct {
	Projects   int                `json:"projects"`
	Sessions   int                `json:"sessions"`
	Kept       int                `json:"kept"` // sessions whose pages were taken over from the last build
	Agents     int                `json:"agents"`
	Pages      int                `json:"pages"`   // HTML files
	Files      int                `json:"files"`   // all files of the site
	Written    int                `json:"written"` // files whose bytes are new
	Removed    int                `json:"removed"` // files of an earlier build that the site no longer has
	Bytes      int64              `json:"bytes"`   // of all files
	Read       int64              `json:"read"`    // bytes of transcripts
	Warnings   int                `json:"warnings"`
	Seconds    float64            `json:"seconds"`
	Ledger     parser.Ledger      `json:"ledger"`
	Unchanged  bool               `json:"unchanged"`  // nothing changed since the last build, and nothing was done
	LeftOut    int                `json:"leftOut"`    // sessions that the selection removed
	Redactions []redact.RuleCount `json:"redactions"` // gravest first; empty when redaction is off
	Unreviewed int                `json:"unreviewed"` // redacted values that nobody has reviewed
	SecondLook secondlook.Looked  `json:"secondLook"` // zero when redaction is off
	Costs      *meter.Costs       `json:"costs,omitzero"`
	Hints      []string           `json:"hints,omitempty"` // what the build did otherwise than it was asked, and why

	First view.SessionRow `json:"-"` // of the sessions that were built
}

// addFiles adds what was written.
func (s *Summary) addFiles(j *job.Job, out *output.Site) {
	stats := out.Stats()
	s.Pages, s.Files, s.Written, s.Removed, s.Bytes = stats.Pages, stats.Files, stats.Written, stats.Removed, stats.Bytes
	tooLarge := maps.All(map[string]int64{})
	if stats.Largest > hostFile { // else there is none to look for among very many
		tooLarge = out.Sizes()
	}
	s.Hints = append(j.Hints(), hostLimits(stats.Bytes, tooLarge)...)
}

// summarize sums up what was read.
func summarize(j *job.Job, projects, sessions int, of *sums, report *redaction.Report, look *secondlook.Look) *Summary {
	return &Summary{
		Projects: projects, Sessions: sessions, Warnings: len(j.Warnings()), Redactions: report.Rules(), SecondLook: look.Sum(),
		Agents: of.agents, Read: of.read, Ledger: of.ledger, First: of.first,
	}
}
