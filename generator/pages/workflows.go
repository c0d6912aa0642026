package pages

import (
	"steno/parser"
	"steno/parser/prose"
	"steno/theme"
)

// resultBytes is how much of a workflow's result a session's head shows; the whole
// is kept in the session's files.
const resultBytes = 16 << 10

// workflowRows lists the workflow runs of the session, with addresses relative to dir.
func workflowRows(s *sessionSite, dir string) []theme.WorkflowRow {
	var rows []theme.WorkflowRow
	for _, w := range s.s.Workflows {
		row := theme.WorkflowRow{Name: w.Name, Status: w.Status, Duration: w.Duration, Agents: len(w.Agents), Result: w.Result}
		if row.Name == "" {
			row.Name = w.ID
		}
		if w.Call != nil {
			row.Href = s.linkAnywhere(dir, w.Call.Anchor)
		}
		if len(w.Result) > resultBytes {
			row.Result = prose.Start(w.Result, resultBytes)
			row.Whole = s.spill(dir, "txt", []byte(w.Result))
		}
		for _, p := range w.Phases {
			row.Phases = append(row.Phases, phaseRow(s, dir, p))
		}
		rows = append(rows, row)
	}
	return rows
}

func phaseRow(s *sessionSite, dir string, p *parser.WorkflowPhase) theme.PhaseRow {
	row := theme.PhaseRow{Title: p.Title, Detail: p.Detail}
	for _, a := range p.Agents {
		row.Agents = append(row.Agents, s.agentRow(dir, a, 0))
	}
	return row
}
