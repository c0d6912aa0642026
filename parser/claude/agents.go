package claude

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/raw"
	"steno/parser/source"
)

// Agents leave their records in their own file, in the main transcript
// (legacy sidechains), or only inside the agent_progress records of anyone who
// spawned them.

// agentRun is the work on one agent.
type agentRun struct {
	agent   *parser.Agent
	file    string
	entries []*entry
	meta    raw.Object // the .meta.json
	ids     []string   // names under which results speak of it
	call    string     // parentToolUseID of its progress records
	builder *threadBuilder
}

// agentRuns are the agents of a session.
type agentRuns struct {
	read  *reading
	list  []*agentRun
	known map[string]bool // their ids
	taken map[string]int  // how often an id was to be used again
}

// readFiles reads the agents' files. Files of one agent that have records in common are
// versions of one conversation, as those of a session are. Others are of agents that only
// have the same name, as several machines may have; all but the first get other names.
func (rs *agentRuns) readFiles(ctx context.Context) {
	named := make(map[string][]*agentRun, len(rs.read.src.Agents))
	for _, f := range rs.read.src.Agents {
		in := rs.read.file(ctx, f.File, f.ID)
		if r := version(named[f.ID], f, in.entries); r != nil {
			r.entries = append(r.entries, in.entries...)
			continue
		}
		r := &agentRun{
			agent:   newAgent(f.ID, f.Run),
			file:    f.File.Path,
			entries: in.entries,
			ids:     []string{f.ID},
		}
		if named[f.ID] != nil {
			r.agent.ID = rs.free(f.ID)
		}
		named[f.ID] = append(named[f.ID], r)
		if f.Run != "" {
			r.agent.Kind = parser.AgentWorkflow
		}
		if f.Meta != nil {
			r.meta = rs.read.object(f.Meta)
		}
		for _, e := range in.entries {
			if id := e.Context.Agent; id != "" && !slices.Contains(r.ids, id) && len(r.ids) < 3 {
				r.ids = append(r.ids, id)
			}
		}
		rs.list = append(rs.list, r)
	}
}

// returned puts results with which the files of compactions begin behind their calls, in the main
// thread or that of an agent. A compaction in the middle of a turn may write the newest ones there
// alone. Observed in 2.1.22 to 2.1.71.
func (rs *agentRuns) returned(main []*entry) []*entry {
	compaction := func(r *agentRun) bool { return strings.HasPrefix(r.agent.ID, compactionPrefix) }
	if !slices.ContainsFunc(rs.list, compaction) {
		return main
	}
	threads := map[string]*[]*entry{} // by the ids of their records
	file := func(thread *[]*entry) {
		for _, e := range *thread {
			if e.at.UUID != "" {
				threads[e.at.UUID] = thread
			}
		}
	}
	file(&main)
	for _, r := range rs.list {
		if !compaction(r) {
			file(&r.entries)
		}
	}
	for _, r := range rs.list {
		for compaction(r) && len(r.entries) > 0 {
			e := r.entries[0]
			thread := threads[e.Parent]
			if thread == nil || threads[e.at.UUID] != nil || !rs.read.brings(e) {
				break
			}
			call := slices.IndexFunc(*thread, func(c *entry) bool { return c.at.UUID == e.Parent })
			*thread = slices.Insert(*thread, call+1, e)
			threads[e.at.UUID] = thread
			e.first = false
			r.entries = r.entries[1:]
		}
		if len(r.entries) > 0 {
			r.entries[0].first = true
		}
	}
	return main
}

// brings reports whether a record brings results of calls.
func (r *reading) brings(e *entry) bool {
	r.open(e)
	return e.Type == "user" && e.Message != nil && slices.ContainsFunc(e.Message.Content,
		func(b record.Block) bool { return record.IsResult(b.Type) })
}

// version finds, among the agents of its name, that of which a file is another version, nil
// if none.
func version(named []*agentRun, f *source.AgentFile, entries []*entry) *agentRun {
	for _, r := range named {
		if r.agent.Run == f.Run && overlap(r.entries, entries) {
			return r
		}
	}
	return nil
}

// overlap reports whether a record is in both lists.
func overlap(a, b []*entry) bool {
	known := make(map[string]bool, len(a))
	for _, e := range a {
		known[e.at.UUID] = e.at.UUID != ""
	}
	return slices.ContainsFunc(b, func(e *entry) bool { return known[e.at.UUID] })
}

// compactionPrefix begins the id of an agent that writes the summary of a compaction.
const compactionPrefix = "acompact"

// internalAgents are spawned by Claude Code for its own purposes: how their ids begin, and what they do.
var internalAgents = []struct{ prefix, does string }{
	{compactionPrefix, "Compaction"}, {"aprompt_suggestion", "Prompt suggestion"}, {"aside_question", "Side question"},
}

// newAgent returns the agent of an id. Only those of Claude Code itself have a description by their id.
func newAgent(id, run string) *parser.Agent {
	for _, internal := range internalAgents {
		if strings.HasPrefix(id, internal.prefix) {
			return &parser.Agent{ID: id, Kind: parser.AgentInternal, Description: internal.does, Run: run}
		}
	}
	return &parser.Agent{ID: id, Kind: parser.AgentTask, Run: run}
}

// object reads a small JSON file; one that cannot be read counts as absent.
func (r *reading) object(f *source.File) raw.Object {
	text, err := readAll(f)
	if err != nil {
		r.warn(f.Path, 0, "the file cannot be read: "+err.Error())
		return nil
	}
	o := raw.ParseText(text)
	if o == nil {
		r.warn(f.Path, 0, "the file is not a JSON object; it was left out")
	}
	return o
}

// sidechains groups the agent records inside the main transcript.
func (rs *agentRuns) sidechains(side, main []*entry) {
	if len(side) == 0 {
		return
	}
	trunk := make(map[string]bool, len(main))
	for _, e := range main {
		trunk[e.at.UUID] = e.at.UUID != ""
	}
	groups := make(map[string]*agentRun) // by uuid of a record, and by agent id
	var last *agentRun
	for _, r := range rs.list {
		for _, id := range r.ids {
			groups["agent "+id] = r
		}
	}
	rs.namesake(side, groups)
	for _, e := range side {
		r := groups["agent "+e.Context.Agent]
		if e.Context.Agent == "" {
			r = groups[e.Parent]
		}
		if r == nil && (last == nil || e.Parent == "" || trunk[e.Parent] || e.Context.Agent != "") {
			r = rs.sidechain(e)
			if e.Context.Agent != "" {
				groups["agent "+e.Context.Agent] = r
			}
		}
		if r == nil {
			r = last
		}
		r.entries = append(r.entries, e)
		if e.at.UUID != "" {
			groups[e.at.UUID] = r
		}
		last = r
	}
}

func (rs *agentRuns) sidechain(first *entry) *agentRun {
	r := &agentRun{file: rs.read.name(), agent: &parser.Agent{Kind: parser.AgentSidechain, ID: first.Context.Agent}}
	if r.agent.ID == "" {
		r.agent.ID = rs.free("sidechain-" + short(anchorID(first)))
	}
	if first.streamed {
		r.agent.Kind, r.agent.Type, r.agent.Description = parser.AgentTask, first.Rare().AgentType, first.Rare().AgentTask
	}
	r.ids = []string{r.agent.ID}
	rs.list = append(rs.list, r)
	return r
}

// free makes an agent id unique. It goes on counting where it stopped: there may be
// thousands of one name.
func (rs *agentRuns) free(id string) string {
	free := id
	for rs.known[free] {
		rs.taken[id]++
		free = id + "-" + strconv.Itoa(rs.taken[id]+1)
	}
	rs.known[free] = true
	return free
}

func short(id string) string { return id[:min(8, len(id))] }

// progress builds agents out of agent_progress records, where that is all that is
// left of them, and notes which calls the others are said to belong to.
func (rs *agentRuns) progress(main []*entry) {
	byID := make(map[string]*agentRun)
	for _, r := range rs.list {
		for _, id := range r.ids {
			byID[id] = r
		}
	}
	lists := [][]*entry{main}
	for _, r := range rs.list {
		lists = append(lists, r.entries)
	}
	for _, list := range lists {
		dec := record.NewDecoder()
		for _, e := range list {
			if e.Progress == nil || e.Flags.Has(record.Guarded) {
				continue
			}
			id := cmp.Or(e.Progress.AgentID, e.Progress.ParentCall)
			r := byID[id]
			if r == nil {
				if e.Progress.Inner == nil || id == "" {
					continue
				}
				r = &agentRun{file: rs.read.inputs[e.at.File].ledger.Path, ids: []string{id},
					agent: &parser.Agent{ID: id, Kind: parser.AgentProgress, Prompt: e.Progress.Prompt}}
				byID[id] = r
				rs.list = append(rs.list, r)
			}
			r.call = cmp.Or(r.call, e.Progress.ParentCall)
			if r.agent.Kind == parser.AgentProgress {
				r.unwrap(dec, e)
			}
		}
	}
}

// unwrap adds the agent's own record inside a progress record to the entries.
func (r *agentRun) unwrap(dec *record.Decoder, e *entry) {
	if e.Progress.Inner == nil {
		return
	}
	inner, err := dec.Decode(e.Progress.Inner)
	e.Progress.Inner = nil
	if err != nil || inner.Message == nil {
		return
	}
	at := *e.at
	at.UUID = inner.UUID
	if !inner.Time.IsZero() {
		at.Time = inner.Time
	}
	inner.Context = e.Context
	n := &entry{Record: inner, at: &at, written: written{glued: e.glued, first: len(r.entries) == 0, copied: e.copied},
		presented: new(presented), rare: &none}
	e.ghost = true
	r.entries = append(r.entries, n)
}

// buildAgents builds the agents' threads.
func (p *parse) buildAgents(main *threadBuilder) {
	ids := make(map[string]bool)
	if len(p.runs.list) > 0 {
		for _, e := range main.entries {
			ids[e.at.UUID] = true
		}
	}
	outside := func(uuid string) bool { return ids[uuid] }
	p.runs.list = slices.DeleteFunc(p.runs.list, func(r *agentRun) bool { return r.leave(p.read) })
	for _, r := range p.runs.list {
		r.builder = p.thread(r.entries, r.file, outside)
		r.agent.Thread = r.builder.build()
		if r.warmup() {
			r.agent.Kind = parser.AgentInternal
		}
		if t := r.builder.shows.teammate; t != "" && r.agent.Kind == parser.AgentTask {
			r.agent.Kind = parser.AgentTeammate
		}
	}
	slices.SortStableFunc(p.runs.list, func(x, y *agentRun) int {
		return cmp.Or(x.agent.Thread.Start.Compare(y.agent.Thread.Start), cmp.Compare(x.agent.ID, y.agent.ID))
	})
	for _, r := range p.runs.list {
		p.out.Agents = append(p.out.Agents, r.agent)
	}
}

// leave leaves out an agent of which nothing is the session's own: all that it did was copied, and is
// shown and counted in the other session. It reports whether that is so.
func (r *agentRun) leave(read *reading) bool {
	if len(r.entries) == 0 || slices.ContainsFunc(r.entries, func(e *entry) bool { return !e.copied }) {
		return false
	}
	for _, e := range r.entries {
		e.class = duplicate
		if !e.ghost {
			countLine(read.inputs[e.at.File].ledger, e)
		}
	}
	return true
}

// warmup reports whether the agent did nothing but warm up the cache.
func (r *agentRun) warmup() bool {
	for m := range r.agent.Thread.Live().Messages() {
		for _, blk := range m.Blocks {
			ev, ok := blk.(*parser.Event)
			return ok && ev.Type == "warmup"
		}
	}
	return false
}
