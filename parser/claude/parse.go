package claude

import (
	"context"
	"slices"

	"steno/parser"
	"steno/parser/claude/files"
	"steno/parser/claude/record"
	"steno/parser/facts"
	"steno/parser/jsonl"
	"steno/parser/source"
)

// parse is the work on one session.
type parse struct {
	options source.Options
	src     *source.Session
	out     *parser.Session
	inputs  []*input
	usage   usageTable
	known   map[string]bool // ids of agents that have a file
	taken   map[string]int  // how often an id was to be used again
	foreign map[string]string
	unshown unshown
	ended   *parser.Cost   // what the result of a run says of its cost
	outcome []parser.Field // and of how it ended
	runs    []*agentRun
	threads map[*parser.Agent]*threadBuilder
	saved   map[*source.File]*savedText // outputs that were read back
	copies  map[files.Backup]bool       // copies of files that records named; nil when they are not kept

	gitBranches map[*parser.ToolCall]string // what was checked out before a call that may commit

	reader  *jsonl.Reader // of the transcripts, nil before and behind them
	decoder *record.Decoder
}

// Parse parses a session with the zero options.
func Parse(ctx context.Context, s *source.Session) (*parser.Session, error) {
	return ParseWith(ctx, s, source.Options{})
}

// ParseWith reads all files of a session and rebuilds the conversation. Damage in
// the files never fails it: what can be kept is kept, and Session.Warnings shows
// the rest. The only error is that of a cancelled context.
func ParseWith(ctx context.Context, s *source.Session, o source.Options) (*parser.Session, error) {
	p := &parse{
		options: o,
		src:     s,
		out:     &parser.Session{ID: s.ID, Texts: parser.Texts{Changed: changedText, Read: readText}},
		usage:   usageTable{requests: make(map[request]*spent)},
		known:   make(map[string]bool),
		taken:   make(map[string]int),
		foreign: make(map[string]string),
		threads: make(map[*parser.Agent]*threadBuilder),
		saved:   make(map[*source.File]*savedText),

		gitBranches: make(map[*parser.ToolCall]string),
	}
	if o.FileHistory {
		p.copies = make(map[files.Backup]bool)
	}
	for _, a := range s.Agents {
		p.known[a.ID] = true
	}
	all := p.readMain(ctx)
	entries, side := p.divide(all)
	p.readAgents(ctx)
	p.reader, p.decoder = nil, nil
	p.sidechains(side, entries)
	p.progress(entries)
	p.describe(all)
	main := p.thread(entries, p.name(), nil)
	p.out.Main = main.build()
	p.out.Models, p.out.Start, p.out.End = p.out.Main.Models, p.out.Main.Start, p.out.Main.End
	p.buildAgents(main)
	p.workflows(ctx)
	p.link(main)
	p.out.Main.Active += facts.Unanswered(p.out, main.pauses)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.collect(main)
	for _, r := range p.runs {
		p.collect(r.builder)
	}
	p.out.Commits = facts.Commits(p.out, p.recorded)
	p.states()
	p.reported()
	p.notes()
	p.checkpoints()
	p.out.Unshown = p.unshown.list()
	p.title(main)
	p.account(main)
	return p.out, nil
}

// name is the file that warnings about the whole conversation name.
func (p *parse) name() string {
	if len(p.src.Main) == 0 {
		return ""
	}
	return p.src.Main[0].Path
}

// readMain reads the transcripts and returns their records in reading order.
func (p *parse) readMain(ctx context.Context) []*entry {
	for _, f := range p.src.Main {
		p.read(ctx, f, "")
	}
	return p.order()
}

// divide separates the sidechains from the main transcript. A transcript of
// nothing but sidechain records is the conversation itself.
func (p *parse) divide(entries []*entry) (main, side []*entry) {
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

// describe takes what the records of the main thread say of the session. Where the client removed them, its agents'
// records say where it worked.
func (p *parse) describe(entries []*entry) {
	s := p.out
	aliases := &distinctValues{seen: map[string]bool{s.ID: true, "": true}}
	dirs, branches, versions := newDistinct(), newDistinct(), newDistinct()
	for _, e := range entries {
		if e.copied {
			continue // a copy bears the marks of the session that it was made of
		}
		c := e.Context
		aliases.add(c.Session)
		dirs.add(c.Cwd)
		branches.add(c.Branch)
		versions.add(c.Version)
		if c.Slug != "" {
			s.Slug = c.Slug
		}
		p.forked(e)
	}
	if len(entries) == 0 {
		for _, run := range p.runs {
			for _, e := range run.entries {
				dirs.add(e.Context.Cwd)
				branches.add(e.Context.Branch)
				versions.add(e.Context.Version)
			}
		}
	}
	if s.ForkedFrom == nil && p.src.Origin != "" {
		s.ForkedFrom = &parser.Fork{SessionID: p.src.Origin}
	}
	s.Aliases, s.Dirs, s.Branches, s.Versions = aliases.list, dirs.list, branches.list, versions.list
}

// forked notes where the session was copied from.
func (p *parse) forked(e *entry) {
	f := p.out.ForkedFrom
	if f != nil && f.Records > 0 {
		return
	}
	if origin := e.Rare().ForkSession; origin != "" && origin != p.out.ID {
		if p.out.ForkedFrom == nil {
			p.out.ForkedFrom = &parser.Fork{SessionID: origin}
		}
		p.out.ForkedFrom.UUID = firstOf(e.Rare().ForkUUID, e.at.UUID)
		return
	}
	if session := p.foreign[e.Parent]; session != "" && session != withheldSession && p.out.ForkedFrom == nil {
		p.out.ForkedFrom = &parser.Fork{SessionID: session, UUID: e.Parent}
	}
}

// account adds up usage and ledger.
func (p *parse) account(main *threadBuilder) {
	sums := p.usage.settle()
	if u := sums[main]; u != nil {
		p.out.Usage.Add(u)
	}
	for _, r := range p.runs {
		if u := sums[r.builder]; u != nil {
			r.agent.Usage = *u
			if r.agent.Kind != parser.AgentInternal {
				p.out.Usage.Add(u)
			}
		}
	}
	for _, in := range p.inputs {
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
