package claude

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/source"
)

// workflows are the workflow runs of a session: their journals, summaries and scripts.
type workflows struct {
	out    *parser.Session
	read   *reading
	agents *agentRuns
	empty  func() *threadBuilder // of an agent that left no transcript
}

// build reads the journal and the summary of each run, and sorts its agents into phases.
func (w *workflows) build(ctx context.Context) {
	agents, known := map[string][]*parser.Agent{}, map[string]bool{}
	for _, r := range w.agents.list {
		agents[r.agent.Run] = append(agents[r.agent.Run], r.agent)
		known[r.agent.ID] = true
	}
	for _, f := range w.files() {
		run := &parser.WorkflowRun{ID: f.Run}
		w.out.Workflows = append(w.out.Workflows, run)
		before := len(w.agents.list)
		order, failed := w.journal(ctx, f, known)
		run.Agents = agents[f.Run]
		for _, r := range w.agents.list[before:] {
			run.Agents = append(run.Agents, r.agent)
		}
		slices.SortStableFunc(run.Agents, func(x, y *parser.Agent) int { return cmp.Compare(order[x.ID], order[y.ID]) })
		for _, a := range run.Agents {
			a.Error = failed[a.ID]
		}
		if f.Summary != nil {
			o := w.read.object(f.Summary)
			summarise(run, o)
			w.script(run, o.String("scriptPath"))
		}
		if len(run.Phases) == 0 {
			run.Phases = w.phases(run.Agents)
		}
	}
}

// scripts reads the scripts of workflow runs that their summaries do not name: the call that started a
// run names its script, and the name of a script ends in the run's id. What belongs to no run is a note.
func (w *workflows) scripts() {
	for _, run := range w.out.Workflows {
		if run.Call != nil && run.Call.Result != nil {
			w.script(run, raw.ParseObject(run.Call.Result.Structured).String("scriptPath"))
		}
		for _, name := range slices.Sorted(maps.Keys(w.read.src.Scripts)) {
			if strings.HasSuffix(strings.TrimSuffix(name, ".js"), run.ID) {
				w.script(run, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.read.src.Scripts)) {
		if f := w.read.src.Scripts[name]; w.read.saved[f] == nil {
			w.read.note(f, parser.NoteScript)
		}
	}
}

// script reads the script of a run, by a path of the machine that it ran on.
func (w *workflows) script(run *parser.WorkflowRun, name string) {
	if f := w.read.src.Scripts[name[strings.LastIndexAny(name, `/\\`)+1:]]; f != nil {
		run.Script = cmp.Or(run.Script, strings.TrimRight(w.read.savedText(f).text, "\n"))
	}
}

// files lists the files of each run, by run id. Of one that was interrupted
// there may be no file but those of its agents.
func (w *workflows) files() []*source.Workflow {
	files := slices.Clone(w.read.src.Workflows)
	known := map[string]bool{"": true}
	for _, f := range files {
		known[f.Run] = true
	}
	for _, r := range w.agents.list {
		if id := r.agent.Run; !known[id] {
			known[id] = true
			files = append(files, &source.Workflow{Run: id})
		}
	}
	slices.SortFunc(files, func(x, y *source.Workflow) int { return cmp.Compare(x.Run, y.Run) })
	return files
}

// journal returns the order in which the run started its agents, and why some failed. Agents without
// a file are added with how they ended.
func (w *workflows) journal(ctx context.Context, f *source.Workflow,
	agents map[string]bool) (order map[string]int, failed map[string]string) {
	order, failed = make(map[string]int), make(map[string]string)
	if f.Journal == nil {
		return order, failed
	}
	in := w.read.file(ctx, f.Journal, "workflow "+f.Run)
	for _, e := range in.states {
		id := e.Context.Agent
		if _, known := order[id]; !known {
			order[id] = len(order)
		}
		switch {
		case id == "":
			continue
		case e.Type == "result":
			delete(failed, id) // another attempt succeeded
		case e.Type == "failed":
			failed[id] = errorIn(raw.ParseObject(e.Extra))
		default:
			continue
		}
		if !agents[id] {
			agents[id] = true
			w.answer(f.Run, id, e)
		}
	}
	for _, e := range in.entries { // not what a journal contains: counted, nothing to show it beside
		e.class = unknown
		notice(in.ledger, e)
		countLine(in.ledger, e)
	}
	return order, failed
}

// errorIn is why something failed, by a record or a summary of it.
func errorIn(o raw.Object) string {
	e := o.Object("error")
	return cmp.Or(e.String("message"), o.Text("error"), o.Text("message"), o.Text("reason"), "failed")
}

// phases sorts the agents of a run that left no summary into the phases that they name themselves.
func (w *workflows) phases(agents []*parser.Agent) (phases []*parser.WorkflowPhase) {
	of := make(map[*parser.Agent]string)
	for _, r := range w.agents.list {
		of[r.agent] = r.meta.Text("workflowPhase")
	}
	for _, a := range agents {
		title := of[a]
		if title == "" {
			continue
		}
		i := slices.IndexFunc(phases, func(ph *parser.WorkflowPhase) bool { return ph.Title == title })
		if i < 0 {
			i, phases = len(phases), append(phases, &parser.WorkflowPhase{Title: title})
		}
		phases[i].Agents = append(phases[i].Agents, a)
	}
	return phases
}

// answer keeps how an agent ended that left no transcript.
func (w *workflows) answer(run, id string, e *entry) {
	o := raw.ParseObject(e.Extra)
	ev := &parser.Event{Type: "result", Title: "result of an agent whose transcript is gone", Text: o.Text("result")}
	if e.Type == "failed" {
		ev.Type, ev.Title, ev.Text, ev.Failed = e.Type, "an agent failed whose transcript is gone", errorIn(o), true
	}
	e.at.Anchor = "m-" + short(anchorID(e))
	ev.Origin = *e.at
	m := &parser.Message{Origin: *e.at, Kind: parser.KindEvent, End: e.at.Time, Blocks: []parser.Block{ev}}
	th := &parser.Thread{Branches: []*parser.Branch{{ID: "live",
		Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}
	a := &parser.Agent{ID: id, Kind: parser.AgentWorkflow, Run: run, Thread: th}
	w.agents.list = append(w.agents.list, &agentRun{agent: a, ids: []string{id}, builder: w.empty()})
	w.out.Agents = append(w.out.Agents, a)
}

// summarise takes the run's summary, which is written when it ends. Phases are
// listed from 0 and referred to from 1.
func summarise(w *parser.WorkflowRun, o raw.Object) {
	w.Name, w.Status = o.String("workflowName"), o.String("status")
	w.Duration = millis(o.Int("durationMs"))
	w.Result, w.Script = o.Text("result"), o.String("script")
	for _, v := range o.Array("logs") {
		line := raw.ParseObject(v)
		w.Logs = append(w.Logs, cmp.Or(line.String("message"), line.String("text"), raw.Text(v)))
	}
	if w.Status == "failed" || o.Raw("error") != nil {
		w.Error = errorIn(o)
	}
	for _, v := range o.Array("phases") {
		ph := raw.ParseObject(v)
		w.Phases = append(w.Phases, &parser.WorkflowPhase{Title: cmp.Or(ph.String("title"), raw.Text(v)), Detail: ph.String("detail")})
	}
	agents := make(map[string]*parser.Agent, len(w.Agents))
	for _, a := range slices.Backward(w.Agents) { // of equal ids the first
		agents[a.ID] = a
	}
	for _, v := range o.Array("workflowProgress") {
		step := raw.ParseObject(v)
		a := agents[step.String("agentId")]
		if step.String("type") != "workflow_agent" || a == nil {
			continue
		}
		a.Description = cmp.Or(a.Description, step.String("label"))
		if state := step.String("state"); a.Error == "" && (state == "failed" || state == "error") {
			a.Error = errorIn(step)
		}
		if n := step.Int("phaseIndex"); n >= 1 && n <= len(w.Phases) {
			w.Phases[n-1].Agents = append(w.Phases[n-1].Agents, a)
		}
	}
}
