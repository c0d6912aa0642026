package claude

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
)

// spawn is a call that may have started an agent.
type spawn struct {
	call  *parser.ToolCall
	owner *agentRun // nil for the main thread
	input raw.Object
	said  raw.Object // the structured result
	taken bool
}

// linker finds the calls that agents were spawned by, best evidence first.
type linker struct {
	p      *parse
	spawns []*spawn
	byCall map[string]*spawn
	byID   map[string]*spawn    // by agent id in the structured result
	byText map[string]*spawn    // by agent id in the text
	byRun  map[string]*spawn    // by workflow run id
	byWord map[string][]*spawn  // by prompt
	agents map[string]*agentRun // by each of their ids
	byTime []*spawn             // in order of time, those that come later than the agents looked at so far
	open   []*spawn             // in order of time, those that came before them and may still run
}

// link links all agents and builds the tree of agents.
func (p *parse) link(main *threadBuilder) {
	if len(p.runs.list) == 0 && len(p.out.Agents) == 0 && len(p.out.Workflows) == 0 {
		return
	}
	l := &linker{p: p, byCall: make(map[string]*spawn), byID: make(map[string]*spawn),
		byText: make(map[string]*spawn), agents: make(map[string]*agentRun), byRun: make(map[string]*spawn),
		byWord: make(map[string][]*spawn)}
	l.collect(main, nil)
	for _, r := range p.runs.list {
		if r.agent.Kind != parser.AgentInternal {
			l.collect(r.builder, r)
		}
		for _, id := range r.ids {
			if l.agents[id] == nil {
				l.agents[id] = r
			}
		}
	}
	l.byTime = slices.Clone(l.spawns)
	slices.SortStableFunc(l.byTime, func(x, y *spawn) int { return x.call.Time.Compare(y.call.Time) })
	for _, find := range []func(*agentRun) (*spawn, parser.AgentLink){l.meta, l.result, l.text, l.progress, l.run, l.prompt, l.sidechain} {
		for _, r := range p.runs.list {
			if r.agent.Call != nil || r.agent.Kind == parser.AgentInternal {
				continue
			}
			if s, how := find(r); s != nil && l.allowed(r, s) {
				l.join(r, s, how)
			}
		}
	}
	for _, r := range p.runs.list {
		l.describe(r)
	}
	l.subtasks()
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
	for _, c := range b.calls.order {
		if l.byCall[c.ID] != nil {
			continue
		}
		s := &spawn{call: c, owner: owner}
		l.byCall[c.ID] = s
		if !spawns(c) {
			continue
		}
		s.input = raw.ParseObject(c.Input)
		l.spawns = append(l.spawns, s)
		if words := normal(s.input.String("prompt")); words != "" {
			l.byWord[words] = append(l.byWord[words], s)
		}
		if c.Result == nil {
			continue
		}
		s.said = raw.ParseObject(c.Result.Structured)
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

// deepest is the limit of nested agents. Real ones nest a few levels; the limit protects
// code that follows the links recursively.
const deepest = 1000

// allowed refuses a link that would make an agent its own ancestor, or put it
// absurdly deep.
func (l *linker) allowed(r *agentRun, s *spawn) bool {
	if s.owner == nil {
		return true
	}
	above := 0
	for a := s.owner.agent; a != nil; a = a.Parent {
		if above++; a == r.agent || above > deepest {
			return false
		}
	}
	return true
}

func (l *linker) join(r *agentRun, s *spawn, how parser.AgentLink) {
	a := r.agent
	a.Call, a.Link = s.call, how
	s.taken = true
	if s.owner != nil {
		a.Parent = s.owner.agent
	}
	if s.call.Agent == nil && a.Kind != parser.AgentWorkflow {
		s.call.Agent = a
	}
}

func (l *linker) meta(r *agentRun) (*spawn, parser.AgentLink) {
	return l.byCall[cmp.Or(r.meta.String("toolUseId"), r.meta.String("toolUseID"), r.streamedFor())], parser.LinkMeta
}

func (l *linker) result(r *agentRun) (*spawn, parser.AgentLink) {
	return byAny(l.byID, r.ids), parser.LinkResult
}

func (l *linker) text(r *agentRun) (*spawn, parser.AgentLink) {
	return byAny(l.byText, r.ids), parser.LinkText
}

func (l *linker) progress(r *agentRun) (*spawn, parser.AgentLink) {
	return l.byCall[r.call], parser.LinkProgress
}

func (l *linker) run(r *agentRun) (*spawn, parser.AgentLink) {
	if r.agent.Run == "" {
		return nil, parser.LinkNone
	}
	return l.byRun[r.agent.Run], parser.LinkResult
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
func (l *linker) prompt(r *agentRun) (*spawn, parser.AgentLink) {
	want := normal(r.prompt())
	if want == "" || r.agent.Kind == parser.AgentWorkflow {
		return nil, parser.LinkNone
	}
	how := parser.LinkPrompt
	if r.agent.Kind == parser.AgentSidechain {
		how = parser.LinkSidechain
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
	return nil, parser.LinkNone
}

// sidechain finds the last free call before the start of a sidechain whose
// result had not come yet. Sidechains are asked for in order of their start, so
// a call that had ended for one of them has ended for all that follow.
func (l *linker) sidechain(r *agentRun) (*spawn, parser.AgentLink) {
	start := r.agent.Thread.Start
	if r.agent.Kind != parser.AgentSidechain || start.IsZero() {
		return nil, parser.LinkNone
	}
	for len(l.byTime) > 0 && !l.byTime[0].call.Time.After(start) {
		l.open = append(l.open, l.byTime[0])
		l.byTime = l.byTime[1:]
	}
	var best *spawn
	var own []*spawn // calls of the sidechain itself, which stay open for others
	for best == nil && len(l.open) > 0 {
		s := l.open[len(l.open)-1]
		switch ended := s.call.Result != nil && s.call.Result.Time.Before(start); {
		case s.owner == r && !s.taken:
			own = append(own, s)
		case !s.taken && !ended:
			best = s
			continue
		}
		l.open = l.open[:len(l.open)-1]
	}
	slices.Reverse(own)
	l.open = append(l.open, own...)
	return best, parser.LinkSidechain
}

// prompt returns the text that set the agent to work.
func (r *agentRun) prompt() string {
	if r.agent.Prompt != "" {
		return r.agent.Prompt
	}
	for m := range r.agent.Thread.Live().Messages() {
		if m.Kind == parser.KindPrompt {
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
	var in, said raw.Object
	if a.Call != nil {
		if s := l.byCall[a.Call.ID]; s != nil && a.Kind != parser.AgentWorkflow {
			in, said = s.input, s.said
		}
	}
	a.Type = cmp.Or(r.meta.String("agentType"), in.String("subagent_type"), said.String("agentType"), a.Type)
	a.Name = cmp.Or(r.meta.String("name"), in.String("name"), a.Name)
	a.Description = cmp.Or(r.meta.String("description"), in.String("description"), said.String("description"), a.Description)
	a.Prompt = cmp.Or(r.prompt(), in.String("prompt"), said.String("prompt"))
	if in.String("team_name") != "" && a.Kind == parser.AgentTask {
		a.Kind = parser.AgentTeammate
	}
	if id := r.meta.String("parentAgentId"); a.Parent == nil && id != "" {
		if owner := l.agents[id]; owner != nil && l.allowed(r, &spawn{owner: owner}) {
			a.Parent = owner.agent
		}
	}
}

// millis is a duration of so many milliseconds.
func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// taskName is when a call named a task of the list.
type taskName struct {
	at      time.Time
	subject string
}

// addedTask matches what TaskCreate answers where its result has no fields.
var addedTask = lazy.MustCompile(`^Task #(\d+) created`)

// nameTasks says which tasks of the list calls are about: updates have no more than the number. Agents of a team share the list of
// the session, others have one.
func nameTasks(s *parser.Session) {
	main := taskNames(s.Main, nil)
	for _, a := range s.Agents {
		taskNames(a.Thread, main)
	}
}

// taskNames names the tasks that calls of a thread are about, and returns the names by their numbers.
func taskNames(t *parser.Thread, shared map[string][]taskName) map[string][]taskName {
	own := map[string][]taskName{}
	var nameless []*parser.ToolCall
	for _, b := range t.Branches {
		for c := range b.Calls() {
			if c.Name != "TaskCreate" && c.Name != "TaskUpdate" && c.Name != "TaskGet" {
				continue
			}
			id, subject := listedTask(c)
			if c.Action.About = subject; subject == "" {
				nameless = append(nameless, c)
			} else if id != "" {
				own[id] = append(own[id], taskName{c.Time, subject})
			}
		}
	}
	for _, c := range nameless {
		id, _ := listedTask(c)
		c.Action.About = cmp.Or(nameAt(own[id], c.Time), nameAt(shared[id], c.Time))
	}
	return own
}

// listedTask returns the number of the task that a call adds or is about, and its name in the call.
func listedTask(c *parser.ToolCall) (id, subject string) {
	in := raw.ParseObject(c.Input)
	id, subject = cmp.Or(in.Text("taskId"), in.Text("task_id")), in.String("subject")
	if c.Name == "TaskCreate" && c.Result != nil {
		id = raw.ParseObject(c.Result.Structured).Object("task").Text("id")
		if m := addedTask.FindStringSubmatch(c.Result.Text()); id == "" && m != nil {
			id = m[1]
		}
	}
	return id, subject
}

// nameAt returns the newest name that a task had at a time.
func nameAt(names []taskName, at time.Time) (subject string) {
	var newest time.Time
	for _, n := range names {
		if !n.at.After(at) && !n.at.Before(newest) {
			newest, subject = n.at, n.subject
		}
	}
	return subject
}
