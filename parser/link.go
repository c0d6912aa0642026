package parser

import (
	"slices"
	"strings"
	"time"

	"steno/parser/record"
)

// spawn is a call that may have started an agent.
type spawn struct {
	call  *ToolCall
	owner *agentRun // nil for the main thread
	input record.Object
	said  record.Object // the structured result
	taken bool
}

// linker finds the calls that agents were spawned by, best evidence first.
type linker struct {
	p      *parse
	spawns []*spawn
	byCall map[string]*spawn
	byID   map[string]*spawn   // by agent id in the structured result
	byText map[string]*spawn   // by agent id in the text
	byRun  map[string]*spawn   // by workflow run id
	byWord map[string][]*spawn // by prompt
}

// link links all agents and builds the tree of agents.
func (p *parse) link(main *threadBuilder) {
	l := &linker{p: p, byCall: make(map[string]*spawn), byID: make(map[string]*spawn),
		byText: make(map[string]*spawn), byRun: make(map[string]*spawn), byWord: make(map[string][]*spawn)}
	l.collect(main, nil)
	for _, r := range p.runs {
		if r.agent.Kind != AgentInternal {
			l.collect(r.builder, r)
		}
	}
	for _, find := range []func(*agentRun) (*spawn, AgentLink){l.meta, l.result, l.text, l.progress, l.run, l.prompt, l.sidechain} {
		for _, r := range p.runs {
			if r.agent.Call != nil || r.agent.Kind == AgentInternal {
				continue
			}
			if s, how := find(r); s != nil && l.allowed(r, s) {
				l.join(r, s, how)
			}
		}
	}
	for _, r := range p.runs {
		l.describe(r)
	}
	for _, a := range p.out.Agents {
		if a.Parent != nil {
			a.Parent.Children = append(a.Parent.Children, a)
		}
	}
	for _, w := range p.out.Workflows {
		if s := l.byRun[w.ID]; s != nil {
			w.Call = s.call
		}
	}
}

func (l *linker) collect(b *threadBuilder, owner *agentRun) {
	for _, c := range b.order {
		if l.byCall[c.ID] != nil {
			continue
		}
		s := &spawn{call: c, owner: owner}
		l.byCall[c.ID] = s
		if !spawns(c) {
			continue
		}
		s.input = record.ParseObject(c.Input)
		l.spawns = append(l.spawns, s)
		if words := normal(s.input.String("prompt")); words != "" {
			l.byWord[words] = append(l.byWord[words], s)
		}
		if c.Result == nil {
			continue
		}
		s.said = record.ParseObject(c.Result.Structured)
		for _, name := range []string{"agentId", "agent_id", "teammate_id"} {
			first(l.byID, s.said.String(name), s)
		}
		first(l.byText, agentInText(c), s)
		first(l.byRun, s.said.String("runId"), s)
	}
}

func first(m map[string]*spawn, key string, s *spawn) {
	if key != "" && m[key] == nil {
		m[key] = s
	}
}

// allowed refuses a link that would make an agent its own ancestor.
func (l *linker) allowed(r *agentRun, s *spawn) bool {
	if s.owner == nil {
		return true
	}
	for a := s.owner.agent; a != nil; a = a.Parent {
		if a == r.agent {
			return false
		}
	}
	return true
}

func (l *linker) join(r *agentRun, s *spawn, how AgentLink) {
	a := r.agent
	a.Call, a.Link = s.call, how
	s.taken = true
	if s.owner != nil {
		a.Parent = s.owner.agent
	}
	if s.call.Agent == nil && a.Kind != AgentWorkflow {
		s.call.Agent = a
	}
}

func (l *linker) meta(r *agentRun) (*spawn, AgentLink) {
	return l.byCall[firstOf(r.meta.String("toolUseId"), r.meta.String("toolUseID"))], LinkMeta
}

func (l *linker) result(r *agentRun) (*spawn, AgentLink) { return byAny(l.byID, r.ids), LinkResult }

func (l *linker) text(r *agentRun) (*spawn, AgentLink) { return byAny(l.byText, r.ids), LinkText }

func (l *linker) progress(r *agentRun) (*spawn, AgentLink) { return l.byCall[r.call], LinkProgress }

func (l *linker) run(r *agentRun) (*spawn, AgentLink) {
	if r.agent.Run == "" {
		return nil, LinkNone
	}
	return l.byRun[r.agent.Run], LinkResult
}

func byAny(m map[string]*spawn, ids []string) *spawn {
	for _, id := range ids {
		if s := m[id]; s != nil {
			return s
		}
	}
	return nil
}

// prompt finds the first free call that was given the agent's prompt.
func (l *linker) prompt(r *agentRun) (*spawn, AgentLink) {
	want := normal(r.prompt())
	if want == "" || r.agent.Kind == AgentWorkflow {
		return nil, LinkNone
	}
	how := LinkPrompt
	if r.agent.Kind == AgentSidechain {
		how = LinkSidechain
	}
	free := l.byWord[want]
	for len(free) > 0 && free[0].taken {
		free = free[1:]
	}
	l.byWord[want] = free
	for _, s := range free {
		if !s.taken && s.owner != r {
			return s, how
		}
	}
	return nil, LinkNone
}

// sidechain finds the last free call before the start of a sidechain whose
// result had not come yet.
func (l *linker) sidechain(r *agentRun) (*spawn, AgentLink) {
	start := r.agent.Thread.Start
	if r.agent.Kind != AgentSidechain || start.IsZero() {
		return nil, LinkNone
	}
	var best *spawn
	for _, s := range l.spawns {
		if s.taken || s.owner == r || s.call.Time.After(start) {
			continue
		}
		if s.call.Result != nil && s.call.Result.Time.Before(start) {
			continue
		}
		best = s
	}
	return best, LinkSidechain
}

// prompt gives the text that set the agent to work.
func (r *agentRun) prompt() string {
	if r.agent.Prompt != "" {
		return r.agent.Prompt
	}
	for m := range r.agent.Thread.Live().Messages() {
		if m.Kind == KindPrompt {
			r.agent.Prompt = strings.TrimSpace(plain(m.Blocks))
			break
		}
	}
	return r.agent.Prompt
}

// normal makes prompts comparable: white space does not count.
func normal(s string) string { return strings.Join(strings.Fields(s), " ") }

// describe fills in what meta file, call and result say of an agent.
func (l *linker) describe(r *agentRun) {
	a := r.agent
	var in, said record.Object
	if a.Call != nil {
		if s := l.byCall[a.Call.ID]; s != nil && a.Kind != AgentWorkflow {
			in, said = s.input, s.said
		}
	}
	a.Type = firstOf(r.meta.String("agentType"), in.String("subagent_type"), said.String("agentType"), a.Type)
	a.Name = firstOf(r.meta.String("name"), in.String("name"), a.Name)
	a.Description = firstOf(r.meta.String("description"), in.String("description"), said.String("description"), a.Description)
	a.Prompt = firstOf(r.prompt(), in.String("prompt"), said.String("prompt"))
	if in.String("team_name") != "" && a.Kind == AgentTask {
		a.Kind = AgentTeammate
	}
	if id := r.meta.String("parentAgentId"); a.Parent == nil && id != "" {
		i := slices.IndexFunc(l.p.runs, func(o *agentRun) bool { return slices.Contains(o.ids, id) })
		if i >= 0 && l.allowed(r, &spawn{owner: l.p.runs[i]}) {
			a.Parent = l.p.runs[i].agent
		}
	}
}

// millis is a duration of so many milliseconds.
func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }
