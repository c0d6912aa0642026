package pages

import (
	"cmp"
	"strings"
	"time"

	"steno/generator/publish"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/theme/view"
	"steno/theme/words"
)

// previewBytes is how much of the last reply a head shows, about.
const previewBytes = 480

// outcomeOf is how the session ended, as its head shows it.
func outcomeOf(s *sessionSite, dir string) *view.Outcome {
	o := s.figures.Outcome
	out := &view.Outcome{Ending: o.Ending.Words(o.Error), Push: o.Push.Words(), Edited: o.Edits}
	if o.Last != nil {
		out.Preview, out.More = s.Theme.Brief(publish.MessageText(o.Last), previewBytes)
		out.More = out.More && !strings.Contains(string(out.Preview[max(0, len(out.Preview)-40):]), "…")
		out.Href = s.link(dir, s.threads[0], o.Last.Anchor)
	}
	var took time.Duration
	for _, m := range s.s.Metadata {
		switch m.Name {
		case parser.MetadataOutcome:
			out.Run, out.Ending = m.Value, ""
		case parser.MetadataTook:
			took, _ = time.ParseDuration(m.Value)
		}
	}
	switch {
	case took <= 0:
	case out.Run == "":
		out.Run = "ran for " + words.Duration(took)
	default:
		out.Run += " after " + words.Duration(took)
	}
	if o.Tests != nil {
		rows := testRows(s, dir)
		out.Tests = &rows[len(rows)-1]
	}
	if *out == (view.Outcome{}) && len(s.s.PullRequests) == 0 {
		return nil
	}
	if c := o.Push.Call; c != nil {
		out.Pushed = s.link(dir, s.threadOf(c.Agent), c.ToolCall.Anchor)
	}
	return out
}

// flagRows is how many flags of one kind a head names; the others are counted.
const flagRows = 20

// flagGroups are the review flags of the session by kind, as its head lists them.
func flagGroups(s *sessionSite, dir string) []view.FlagGroup {
	var groups []view.FlagGroup
	for _, f := range s.figures.Flags {
		if n := len(groups); n == 0 || groups[n-1].Kind != string(f.Kind) {
			groups = append(groups, view.FlagGroup{Kind: string(f.Kind), Words: f.Kind.Words()})
		}
		g := &groups[len(groups)-1]
		if g.Total++; g.Total > flagRows {
			continue
		}
		row := view.FlagRow{Text: flagText(s, &f), Href: s.link(dir, s.threadOf(f.Agent), f.Anchor)}
		if f.Call != nil {
			row.Href = cmp.Or(s.link(dir, s.threadOf(f.Agent), f.Call.Anchor), row.Href)
		}
		if f.Agent != nil {
			row.Agent = prose.Excerpt(publish.AgentTitle(f.Agent), 60)
		}
		g.Shown++
		if n := len(g.Rows); n == 0 || g.Rows[n-1].Text != row.Text || g.Rows[n-1].Agent != row.Agent {
			g.Rows = append(g.Rows, row)
		}
	}
	return groups
}

// flagText is what a flag is about, in a few words.
func flagText(s *sessionSite, f *facts.Flag) string {
	if f.Kind == facts.FlagOutside && f.Call != nil && f.Call.Action.File != "" {
		return shorten(f.Text, s.workDir())
	}
	if f.Kind == facts.FlagRemove {
		return prose.Middle(f.Text, 120)
	}
	return prose.Excerpt(f.Text, 120)
}
