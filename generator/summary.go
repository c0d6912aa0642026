package generator

import (
	"steno/generator/meter"
	"steno/generator/redact"
	"steno/parser"
	"steno/theme"
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
	LeftOut    int                `json:"leftOut"`    // sessions that the selection took out
	Redactions []redact.RuleCount `json:"redactions"` // gravest first; empty when redaction is off
	SecondLook Looked             `json:"secondLook"` // zero when redaction is off
	Costs      *meter.Costs       `json:"costs,omitzero"`
	Hints      []string           `json:"hints,omitempty"` // what the build did otherwise than it was asked, and why

	First theme.SessionRow `json:"-"` // of the sessions that were built
}

// summary sums up what was read and written.
func (b *build) summary() *Summary {
	sum, stats := b.sums(), b.Out.Stats()
	sum.Pages, sum.Files, sum.Written, sum.Removed, sum.Bytes = stats.Pages, stats.Files, stats.Written, stats.Removed, stats.Bytes
	sum.Hints = append(b.job.Hints(), hostLimits(stats.Bytes, b.Out.Sizes())...)
	for _, m := range b.memos {
		if m.kept {
			sum.Kept++
		}
	}
	return sum
}

// sums sums up what was read.
func (b *build) sums() *Summary {
	sum := &Summary{
		Projects: len(b.published.Projects), Sessions: len(b.sessions),
		Warnings: len(b.job.Warnings()), LeftOut: b.leftOut, Redactions: b.redactions(),
	}
	if b.second != nil {
		sum.SecondLook = b.second.sum
	}
	if len(b.sessions) > 0 {
		sum.First = b.sessions[0].Row
	}
	for _, s := range b.sessions {
		sum.Agents += s.Row.Agents
		sum.Read += s.Read
		sum.Ledger.Add(&s.Ledger)
	}
	return sum
}
