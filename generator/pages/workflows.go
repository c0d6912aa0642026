package pages

import (
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/theme/view"
)

// resultBytes is how much of a workflow's result a session's head shows, and scriptBytes how much of
// its script and its log; the whole is kept in the session's files.
const (
	resultBytes = 16 << 10
	scriptBytes = 4 << 10
)

// workflowRows lists the workflow runs of the session, with addresses relative to dir.
func workflowRows(s *sessionSite, dir string) []view.WorkflowRow {
	start := func(ext, text string, most int) (head, whole string) {
		if len(text) <= most {
			return text, ""
		}
		return prose.Start(text, most), s.spill(dir, ext, []byte(text))
	}
	var rows []view.WorkflowRow
	for _, w := range s.s.Workflows {
		row := view.WorkflowRow{Name: w.Name, Status: w.Status, Duration: w.Duration, Agents: len(w.Agents), Error: w.Error}
		if row.Name == "" {
			row.Name = w.ID
		}
		script := w.Script
		if w.Call != nil {
			row.Href = s.linkAnywhere(dir, w.Call.Anchor)
			if strings.TrimSpace(raw.ParseObject(w.Call.Input).String("script")) == strings.TrimSpace(script) {
				script = "" // the call shows it
			}
		}
		var result string
		if result, row.Whole = start("txt", w.Result, resultBytes); result != "" {
			row.Result = s.Theme.Value(result)
		}
		row.Logs, row.AllLogs = start("txt", strings.Join(w.Logs, "\n"), scriptBytes)
		if script, row.WholeScript = start("txt", script, scriptBytes); script != "" {
			row.Script = s.Theme.Script(script)
		}
		for _, p := range w.Phases {
			row.Phases = append(row.Phases, phaseRow(s, dir, p))
		}
		rows = append(rows, row)
	}
	return rows
}

// besideWorkflows are the agents that the main thread started, besides those that the phases of workflows list.
func besideWorkflows(s *sessionSite) []*parser.Agent {
	listed := map[*parser.Agent]bool{}
	for _, w := range s.s.Workflows {
		for _, p := range w.Phases {
			for _, a := range p.Agents {
				listed[a] = true
			}
		}
	}
	return slices.DeleteFunc(rootsOf(s), func(a *parser.Agent) bool { return listed[a] })
}

func phaseRow(s *sessionSite, dir string, p *parser.WorkflowPhase) view.PhaseRow {
	return view.PhaseRow{Title: p.Title, Detail: p.Detail, Agents: s.agentRows(dir, p.Agents, len(s.s.Agents))}
}
