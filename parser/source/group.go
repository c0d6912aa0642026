package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// This file sorts files into sessions; owners.go decides whose a record is.

// grouping collects sessions while the files are sorted into them.
type grouping struct {
	sessions map[string]*draft
	own      map[string]bool   // ids that name a transcript
	alias    map[string]string // id without a file of its own -> session
	warnings []Warning
}

// draft is a session in the making.
type draft struct {
	Session
	place    place   // of its first file
	places   []place // of all its files
	cwds     []string
	slugs    []string
	trees    map[string]string // worktrees that its records tell of
	indexDir string            // what an index says its directory is
	forked   string            // the session that its records say they were copied from
	files    []*share
	runs     []*transcript // of agents
}

// share is what of a transcript belongs to one session.
type share struct {
	*transcript
	file *File
	ids  []bool // by index into facts.ids
	rest bool   // records without sessionId, and lines without a record

	start, end time.Time // first and last timestamp of its records
}

// holds tells whether the share has the node.
func (s *share) holds(n *node) bool {
	if n.id < 0 {
		return s.rest
	}
	return s.ids[n.id]
}

// group sorts the transcripts of a layout, which have been scanned, into sessions.
func group(l *layout) *grouping {
	g := &grouping{sessions: map[string]*draft{}, own: map[string]bool{}, alias: map[string]string{}}
	var mains, unnamed, agents []*transcript
	for _, t := range l.transcripts {
		switch {
		case !g.usable(t):
		case t.role == roleMain && t.facts.agent != "" && len(t.facts.ids) == 1:
			unnamed = append(unnamed, t)
		case t.role == roleMain:
			mains = append(mains, t)
			if uuidLike.MatchString(t.stem()) {
				g.own[t.stem()] = true
			}
		default:
			agents = append(agents, t)
		}
	}
	for _, t := range mains {
		g.addMain(t)
	}
	alone := map[string]string{} // session -> the agent whose transcript is all there is of it
	for _, t := range unnamed {
		// An agent's transcript under another name; alone it is a conversation, and so
		// are its copies.
		id := g.session(t.facts.ids[0].id)
		if g.sessions[id] == nil || alone[id] == t.facts.agent {
			alone[id] = t.facts.agent
			g.addMain(t)
			continue
		}
		t.agent = &AgentFile{File: t.file, ID: t.facts.agent}
		agents = append(agents, t)
	}
	for _, t := range agents {
		g.addAgent(t)
	}
	for _, id := range slices.Sorted(maps.Keys(l.parts)) {
		if d := g.sessions[g.session(id)]; d != nil {
			d.addParts(l.parts[id])
		}
	}
	return g
}

// usable warns of files that are not transcripts. Empty files are no news: Claude
// Code leaves them behind.
func (g *grouping) usable(t *transcript) bool {
	f := t.facts
	if f.err != nil {
		text := "cannot be read: " + reason(f.err)
		if f.transcript {
			text = "cannot be read to its end, what was read is kept: " + reason(f.err)
		}
		g.warnings = append(g.warnings, Warning{Path: t.file.Path, Text: text})
		return f.transcript
	}
	if f.blank {
		return false
	}
	if !f.transcript {
		w := f.bad
		w.Text = "not a Claude Code transcript, left out: " + w.Text
		g.warnings = append(g.warnings, w)
	}
	return f.transcript
}

// session returns the id of the session that an id stands for.
func (g *grouping) session(id string) string {
	if a, ok := g.alias[id]; ok && !g.own[id] {
		return a
	}
	return id
}

// count counts the sessions of each of n sources.
func (g *grouping) count(n int) []int {
	found := make([]int, n)
	for _, d := range g.sessions {
		seen := map[int]bool{}
		for _, at := range d.places {
			if !seen[at.listing] {
				seen[at.listing] = true
				found[at.listing]++
			}
		}
	}
	return found
}

func (g *grouping) draft(id string, t *transcript) *draft {
	d := g.sessions[id]
	if d == nil {
		d = &draft{place: t.place}
		d.ID = id
		g.sessions[id] = d
	}
	if !slices.Contains(d.places, t.place) {
		d.places = append(d.places, t.place)
	}
	return d
}

// addMain hands the records of a file to the sessions they belong to.
func (g *grouping) addMain(t *transcript) {
	f := t.facts
	primary := t.stem()
	if !uuidLike.MatchString(primary) && len(f.ids) > 0 {
		primary = g.session(f.ids[0].id)
	}
	owners := g.owners(f, primary)
	rest := primary
	if len(owners) > 0 && !slices.Contains(owners, primary) {
		rest = owners[0]
	}
	shares := map[string]*share{}
	for i, owner := range append(owners, rest) {
		s := shares[owner]
		if s == nil {
			s = &share{transcript: t, ids: make([]bool, len(f.ids))}
			shares[owner] = s
			d := g.draft(owner, t)
			d.files = append(d.files, s)
		}
		if i < len(owners) {
			s.ids[i] = true
		} else {
			s.rest = true
		}
	}
	for _, s := range shares {
		s.file, s.start, s.end = t.file, f.start, f.end
		if len(shares) > 1 {
			s.file = s.partOf(t.file)
			s.start, s.end = s.span()
		}
	}
	g.noteResumed(f, owners)
}

// partOf returns a File of the share's records only.
func (s *share) partOf(whole *File) *File {
	part := *whole
	part.Only = []string{}
	for i, mine := range s.ids {
		if mine {
			part.Only = append(part.Only, s.facts.ids[i].id)
		}
	}
	if s.rest {
		part.Only = append(part.Only, "")
	}
	return &part
}

// span returns the first and the last time of the share's records.
func (s *share) span() (start, end time.Time) {
	s.each(func(n *node) {
		t := time.UnixMilli(n.time).UTC()
		switch {
		case n.time == 0:
			return
		case start.IsZero() || t.Before(start):
			start = t
		}
		if t.After(end) {
			end = t
		}
	})
	return start, end
}

// addAgent adds an agent to the session that its path or its records name.
func (g *grouping) addAgent(t *transcript) {
	id := t.session
	if id == "" && len(t.facts.ids) > 0 {
		id = t.facts.ids[0].id
	}
	if id == "" {
		g.warnings = append(g.warnings, Warning{
			Path: t.file.Path, Text: "an agent's transcript that names no session, left out",
		})
		return
	}
	id = g.session(id)
	if t.companion && g.sessions[id] == nil {
		return
	}
	d := g.draft(id, t)
	d.Agents = append(d.Agents, t.agent)
	d.runs = append(d.runs, t)
}

// learnAll takes over what the files tell, those of agents when there are no others.
func (d *draft) learnAll() {
	for _, s := range d.files {
		d.learn(s.facts, s.dirs(), s.start, s.end)
		d.Tag = s.tag(d.Tag)
	}
	if i := slices.IndexFunc(d.files, func(s *share) bool { return s.rest }); i >= 0 {
		d.place = d.files[i].place
	}
	if len(d.files) > 0 {
		return
	}
	for _, t := range d.runs {
		d.learn(t.facts, t.facts.cwds, t.facts.start, t.facts.end)
	}
}

// tag is the tag that the share's records leave the session with, which had one before.
func (s *share) tag(before string) string {
	for i, mine := range s.ids {
		if tag, told := s.facts.tags[s.facts.ids[i].id]; told && mine {
			before = tag
		}
	}
	return before
}

// learn takes over what a file tells about the session as a whole.
func (d *draft) learn(f *facts, dirs []string, start, end time.Time) {
	d.cwds = append(d.cwds, dirs...)
	d.slugs = append(d.slugs, f.slugs...)
	for dir, from := range f.trees {
		if d.trees == nil {
			d.trees = map[string]string{}
		}
		d.trees[dir] = from
	}
	if d.Start.IsZero() || !start.IsZero() && start.Before(d.Start) {
		d.Start = start
	}
	if end.After(d.End) {
		d.End = end
	}
	if d.forked == "" {
		d.forked = f.forkedFrom
	}
}

func (d *draft) addParts(p *parts) {
	if d.Results == nil && len(p.results) > 0 {
		d.Results = map[string]*File{}
	}
	for name, f := range p.results {
		d.Results[name] = larger(d.Results[name], f)
	}
	for _, w := range p.workflows {
		if i := slices.IndexFunc(d.Workflows, func(o *Workflow) bool { return o.Run == w.Run }); i < 0 {
			d.Workflows = append(d.Workflows, w)
		}
	}
	slices.SortFunc(d.Workflows, func(a, b *Workflow) int { return strings.Compare(a.Run, b.Run) })
	if p.memory != nil {
		d.Memory = newer(d.Memory, p.memory)
	}
}

func (d *draft) addPlans(plans map[string]*File) {
	for _, slug := range d.slugs {
		if plan := plans[slug+".md"]; plan != nil {
			if d.Plans == nil {
				d.Plans = map[string]*File{}
			}
			d.Plans[slug+".md"] = plan
		}
	}
}

// warnMisplaced warns of records in a file that is named after another session,
// unless they are copies of what stands in their own.
func (g *grouping) warnMisplaced(d *draft) {
	for _, guest := range d.files {
		if guest.rest || !g.own[guest.stem()] {
			continue
		}
		have := map[uint64]bool{}
		for _, s := range d.files {
			if s != guest {
				s.each(func(n *node) { have[n.same] = true })
			}
		}
		strays := 0
		guest.each(func(n *node) {
			if !have[n.same] {
				strays++
			}
		})
		if strays > 0 {
			g.warnings = append(g.warnings, Warning{Path: guest.file.Path, Text: fmt.Sprintf(
				"holds %d records of session %s, they are shown there", strays, d.ID)})
		}
	}
}

// each goes through the nodes that the session has in this file.
func (s *share) each(visit func(*node)) {
	for i := range s.facts.nodes {
		if n := &s.facts.nodes[i]; s.holds(n) {
			visit(n)
		}
	}
}
