package claude

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"steno/parser"
	"steno/parser/claude/files"
	"steno/parser/claude/record"
	"steno/parser/facts"
	"steno/parser/source"
)

// parse is the work on one session.
type parse struct {
	out     *parser.Session
	read    *reading
	runs    *agentRuns
	usage   usageTable
	ended   *parser.Cost   // what the result of a run says of its cost
	outcome []parser.Field // and of how it ended

	branches map[*parser.ToolCall]string // what was checked out before a call that may commit
	forks    bool                        // records say that they were copied from another session
	begun    time.Time                   // of the first record that does not
}

func newParse(s *source.Session, o source.Options) *parse {
	out := &parser.Session{ID: s.ID, Texts: parser.Texts{Changed: changedText, Read: readText}}
	read := &reading{options: o, src: s, out: out, foreign: make(map[string]string), real: make(map[string]string),
		saved: make(map[*source.File]*savedText)}
	if o.FileHistory {
		read.copies = make(map[files.Backup]bool)
	}
	runs := &agentRuns{read: read, known: make(map[string]bool), taken: make(map[string]int)}
	for _, a := range s.Agents {
		runs.known[a.ID] = true
	}
	read.keepAgent = func(id string) bool { return !runs.known[id] } // the others have a file
	return &parse{
		out: out, read: read, runs: runs, usage: usageTable{requests: make(map[request]*spent)},
		branches: make(map[*parser.ToolCall]string),
	}
}

// Parse reads all files of a session and rebuilds the conversation. Damage in
// the files never fails it: what can be kept is kept, and Session.Warnings shows
// the rest. The only error is that of a cancelled context.
func Parse(ctx context.Context, s *source.Session, o source.Options) (*parser.Session, error) {
	p := newParse(s, o)
	all := p.read.main(ctx)
	entries, side := divide(all)
	p.runs.readFiles(ctx)
	entries = p.runs.returned(entries)
	o.Readers.Put(p.read.reader)
	p.read.reader, p.read.decoder = nil, nil
	p.runs.sidechains(side, entries)
	p.runs.progress(entries)
	p.describe(all)
	main := p.thread(entries, p.read.name(), nil)
	p.out.Main = main.build()
	p.out.Models, p.out.Start, p.out.End = p.out.Main.Models, p.out.Main.Start, p.out.Main.End
	if p.forks && p.begun.After(p.out.Start) {
		p.out.Start = p.begun // what was copied keeps its times
	}
	p.buildAgents(main)
	runs := &workflows{p.out, p.read, p.runs, func() *threadBuilder { return p.thread(nil, "", func(string) bool { return false }) }}
	runs.build(ctx)
	p.link(main)
	nameTasks(p.out)
	nameSenders(p.out)
	p.agentModels()
	facts.OwnChanges(p.out)
	facts.Beside(p.out, main.pauses)
	facts.Waits(p.out)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.collect(main)
	for _, r := range p.runs.list {
		p.collect(r.builder)
	}
	leaves := p.leaves(main)
	p.forget(main)
	p.out.Commits = facts.Commits(p.out, p.recorded)
	p.states()
	p.reported()
	p.read.notes()
	runs.scripts()
	p.read.checkpoints()
	p.out.Unshown = p.read.unshown.list()
	p.title(leaves)
	p.account(main)
	return p.out, nil
}

// agentModels names the models of the agents where nothing else is left of a session.
func (p *parse) agentModels() {
	if len(p.out.Models) > 0 {
		return
	}
	for _, a := range p.out.Agents {
		for _, m := range a.Thread.Models {
			if a.Kind != parser.AgentInternal && !slices.Contains(p.out.Models, m) {
				p.out.Models = append(p.out.Models, m)
			}
		}
	}
}

// forget lets go of what the threads were made of, which takes more memory than they do.
func (p *parse) forget(main *threadBuilder) {
	for _, in := range p.read.inputs {
		in.entries, in.spare, in.sparePresented, in.spareOrigins = nil, nil, nil, nil
	}
	for _, r := range p.runs.list {
		r.entries = nil
		r.builder.entries, r.builder.nodes, r.builder.shows, r.builder.calls = nil, nil, nil, nil
	}
	main.entries, main.nodes, main.shows, main.calls = nil, nil, nil, nil
}

// name is the file that warnings about the whole conversation name.
func (r *reading) name() string {
	if len(r.src.Main) == 0 {
		return ""
	}
	return r.src.Main[0].Path
}

// main reads the transcripts and returns their records in reading order.
func (r *reading) main(ctx context.Context) []*entry {
	for _, f := range r.src.Main {
		r.file(ctx, f, "")
	}
	return r.order()
}

// divide separates the sidechains from the main transcript. A transcript of
// nothing but sidechain records is the conversation itself.
func divide(entries []*entry) (main, side []*entry) {
	said := func(e *entry) bool { return e.Type == "user" || e.Type == "assistant" }
	conversation := slices.ContainsFunc(entries, func(e *entry) bool { return said(e) && !e.Flags.Has(record.Sidechain) })
	aside := func(e *entry) bool { return e.Flags.Has(record.Sidechain) }
	if !conversation || !slices.ContainsFunc(entries, aside) {
		return entries, nil
	}
	for _, e := range entries {
		if aside(e) {
			side = append(side, e)
		} else {
			main = append(main, e)
		}
	}
	return main, side
}

// describe takes what the records of the main thread say of the session. Where the client removed
// them, its agents' records say where it worked.
func (p *parse) describe(entries []*entry) {
	s := p.out
	aliases := &distinctValues{seen: map[string]bool{s.ID: true, "": true}}
	dirs, branches, versions := newDistinct(), newDistinct(), newDistinct()
	for _, e := range entries {
		if e.copied {
			continue // a copy bears the marks of the session that it was made from
		}
		c := e.Context
		aliases.add(c.Session)
		dirs.add(c.Cwd)
		branches.add(c.Branch)
		versions.add(c.Version)
		if c.Slug != "" {
			s.Slug = c.Slug
		}
		s.Driven = s.Driven || e.Flags.Has(record.Driven)
		p.forked(e)
	}
	if len(entries) == 0 {
		for _, run := range p.runs.list {
			for _, e := range run.entries {
				dirs.add(e.Context.Cwd)
				branches.add(e.Context.Branch)
				versions.add(e.Context.Version)
			}
		}
	}
	if s.ForkedFrom == nil && p.read.src.Origin != "" {
		s.ForkedFrom = &parser.Fork{SessionID: p.read.src.Origin}
	}
	s.Aliases, s.Dirs, s.Branches, s.Versions = aliases.list, dirs.list, branches.list, versions.list
	for _, name := range slices.Sorted(maps.Keys(p.read.real)) {
		s.Link(name, p.read.real[name])
	}
}

// forked notes where the session was copied from, and when its own records begin.
func (p *parse) forked(e *entry) {
	if origin := e.Rare().ForkSession; origin != "" && origin != p.out.ID {
		p.forks = true
	} else if e.at.UUID != "" {
		parser.Widen(&p.begun, new(time.Time), e.at.Time, e.at.Time)
	}
	f := p.out.ForkedFrom
	if f != nil && f.Records > 0 {
		return
	}
	if origin := e.Rare().ForkSession; origin != "" && origin != p.out.ID {
		if p.out.ForkedFrom == nil {
			p.out.ForkedFrom = &parser.Fork{SessionID: origin}
		}
		p.out.ForkedFrom.UUID = cmp.Or(e.Rare().ForkUUID, e.at.UUID)
		return
	}
	if session := p.read.foreign[e.Parent]; session != "" && session != withheldSession && p.out.ForkedFrom == nil {
		p.out.ForkedFrom = &parser.Fork{SessionID: session, UUID: e.Parent}
	}
}

// account adds up usage and ledger.
func (p *parse) account(main *threadBuilder) {
	sums := p.usage.settle()
	if u := sums[main]; u != nil {
		p.out.Usage.Add(u)
	}
	for _, r := range p.runs.list {
		if u := sums[r.builder]; u != nil {
			r.agent.Usage = *u
			p.out.Usage.Add(u) // what an internal agent repeats counts where it was first
		}
	}
	for _, in := range p.read.inputs {
		p.out.Files = append(p.out.Files, *in.ledger)
		p.out.Ledger.Add(&in.ledger.Ledger)
	}
}

// distinctValues collects values in order of first use.
type distinctValues struct {
	seen map[string]bool
	list []string
}

func newDistinct() *distinctValues { return &distinctValues{seen: map[string]bool{"": true}} }

func (d *distinctValues) add(v string) {
	if !d.seen[v] {
		d.seen[v] = true
		d.list = append(d.list, v)
	}
}

func sorted(names []string) []string {
	out := slices.Clone(names)
	slices.Sort(out)
	return out
}
