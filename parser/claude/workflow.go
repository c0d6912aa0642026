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

// workflows reads the journal and the summary of each workflow run, and sorts
// its agents into phases.
func (p *parse) workflows(ctx context.Context) {
	files := p.workflowFiles()
	agents, known := map[string][]*parser.Agent{}, map[string]bool{}
	for _, r := range p.runs.list {
		agents[r.agent.Run] = append(agents[r.agent.Run], r.agent)
		known[r.agent.ID] = true
	}
	for _, w := range files {
		run := &parser.WorkflowRun{ID: w.Run}
		p.out.Workflows = append(p.out.Workflows, run)
		before := len(p.runs.list)
		order, failed := p.journal(ctx, w, known)
		run.Agents = agents[w.Run]
		for _, r := range p.runs.list[before:] {
			run.Agents = append(run.Agents, r.agent)
		}
		slices.SortStableFunc(run.Agents, func(x, y *parser.Agent) int { return cmp.Compare(order[x.ID], order[y.ID]) })
		for _, a := range run.Agents {
			a.Error = failed[a.ID]
		}
		if w.Summary != nil {
			o := p.read.object(w.Summary)
			summarise(run, o)
			p.script(run, o.String("scriptPath"))
		}
		if len(run.Phases) == 0 {
			run.Phases = p.phasesOf(run.Agents)
		}
	}
}

// scripts reads the scripts of workflow runs that their summaries do not name: the call that started a
// run names its script, and the name of a script ends in the run's id. What belongs to no run is a note.
func (p *parse) scripts() {
	for _, w := range p.out.Workflows {
		if w.Call != nil && w.Call.Result != nil {
			p.script(w, raw.ParseObject(w.Call.Result.Structured).String("scriptPath"))
		}
		for _, name := range slices.Sorted(maps.Keys(p.read.src.Scripts)) {
			if strings.HasSuffix(strings.TrimSuffix(name, ".js"), w.ID) {
				p.script(w, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.read.src.Scripts)) {
		if f := p.read.src.Scripts[name]; p.read.saved[f] == nil {
			p.read.note(f, parser.NoteScript)
		}
	}
}

// script reads the script of a run, by a path of the machine that it ran on.
func (p *parse) script(w *parser.WorkflowRun, name string) {
	if f := p.read.src.Scripts[name[strings.LastIndexAny(name, `/\\`)+1:]]; f != nil {
		w.Script = firstOf(w.Script, strings.TrimRight(p.read.savedText(f).text, "\n"))
	}
}

// workflowFiles lists the files of each run, by run id. Of one that was interrupted
// there may be no file but those of its agents.
func (p *parse) workflowFiles() []*source.Workflow {
	files := slices.Clone(p.read.src.Workflows)
	known := map[string]bool{"": true}
	for _, w := range files {
		known[w.Run] = true
	}
	for _, r := range p.runs.list {
		if id := r.agent.Run; !known[id] {
			known[id] = true
			files = append(files, &source.Workflow{Run: id})
		}
	}
	slices.SortFunc(files, func(x, y *source.Workflow) int { return cmp.Compare(x.Run, y.Run) })
	return files
}

// journal returns the order in which the run started its agents, and why some failed. Those that left
// no file of their own become known by how they ended.
func (p *parse) journal(ctx context.Context, w *source.Workflow, agents map[string]bool) (order map[string]int, failed map[string]string) {
	order, failed = make(map[string]int), make(map[string]string)
	if w.Journal == nil {
		return order, failed
	}
	in := p.read.file(ctx, w.Journal, "workflow "+w.Run)
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
			p.answer(w.Run, id, e)
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
	return firstOf(e.String("message"), o.Text("error"), o.Text("message"), o.Text("reason"), "failed")
}

// phasesOf sorts the agents of a run that left no summary into the phases that they name themselves.
func (p *parse) phasesOf(agents []*parser.Agent) (phases []*parser.WorkflowPhase) {
	of := make(map[*parser.Agent]string)
	for _, r := range p.runs.list {
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
func (p *parse) answer(run, id string, e *entry) {
	o := raw.ParseObject(e.Extra)
	ev := &parser.Event{Type: "result", Title: "result of an agent whose transcript is gone", Text: o.Text("result")}
	if e.Type == "failed" {
		ev.Type, ev.Title, ev.Text, ev.Failed = e.Type, "an agent failed whose transcript is gone", errorIn(o), true
	}
	e.at.Anchor = "m-" + short(anchorID(e))
	ev.Origin = e.at
	m := &parser.Message{Origin: e.at, Kind: parser.KindEvent, End: e.at.Time, Blocks: []parser.Block{ev}}
	th := &parser.Thread{Branches: []*parser.Branch{{ID: "live", Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}
	a := &parser.Agent{ID: id, Kind: parser.AgentWorkflow, Run: run, Thread: th}
	p.runs.list = append(p.runs.list, &agentRun{agent: a, ids: []string{id}, builder: p.thread(nil, "", func(string) bool { return false })})
	p.out.Agents = append(p.out.Agents, a)
}

// summarise takes the run's summary, which is written when it ends. Phases are
// listed from 0 and referred to from 1.
func summarise(w *parser.WorkflowRun, o raw.Object) {
	w.Name, w.Status = o.String("workflowName"), o.String("status")
	w.Duration = millis(o.Int("durationMs"))
	w.Result, w.Script = o.Text("result"), o.String("script")
	for _, v := range o.Array("logs") {
		line := raw.ParseObject(v)
		w.Logs = append(w.Logs, firstOf(line.String("message"), line.String("text"), raw.Text(v)))
	}
	if w.Status == "failed" || o.Raw("error") != nil {
		w.Error = errorIn(o)
	}
	for _, v := range o.Array("phases") {
		ph := raw.ParseObject(v)
		w.Phases = append(w.Phases, &parser.WorkflowPhase{Title: firstOf(ph.String("title"), raw.Text(v)), Detail: ph.String("detail")})
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
		a.Description = firstOf(a.Description, step.String("label"))
		if state := step.String("state"); a.Error == "" && (state == "failed" || state == "error") {
			a.Error = errorIn(step)
		}
		if n := step.Int("phaseIndex"); n >= 1 && n <= len(w.Phases) {
			w.Phases[n-1].Agents = append(w.Phases[n-1].Agents, a)
		}
	}
}
