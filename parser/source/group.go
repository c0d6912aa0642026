package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"steno/parser"
)

// This file sorts files into sessions; owners.go decides whose a record is.

// grouping collects sessions while the files are sorted into them.
type grouping struct {
	sessions map[string]*draft
	own      map[string]bool   // ids that name a transcript
	alias    map[string]string // id without its own file -> session
	warnings []Warning
}

// draft is a session in the making.
type draft struct {
	*Session
	place    place   // of its first file
	places   []place // of all its files
	cwds     []string
	slugs    []string
	trees    map[string]string // worktrees that its records report
	repos    []string          // repositories of its pull requests
	remotes  []string          // repositories that git worked with
	indexDir string            // what an index says its directory is
	forked   string            // the session that its records say they were copied from
	files    []*share
	runs     []*transcript // of agents
}

// share is the part of a transcript that belongs to one session.
type share struct {
	*transcript
	file *File
	ids  []bool // by index into facts.ids
	rest bool   // records without sessionId, and lines without a record

	start, end time.Time // first and last timestamp of its records
}

// holds reports whether the share has the node.
func (s *share) holds(n *Node) bool {
	if n.ID < 0 {
		return s.rest
	}
	return s.ids[n.ID]
}

// group sorts the transcripts of a layout, which have been scanned, into sessions.
func group(l *layout) *grouping {
	g := &grouping{sessions: map[string]*draft{}, own: map[string]bool{}, alias: map[string]string{}}
	var mains, unnamed, agents []*transcript
	for _, t := range l.transcripts {
		switch {
		case !g.usable(t):
		case t.role == Transcript && t.facts.Agent != "" && len(t.facts.IDs) == 1:
			unnamed = append(unnamed, t)
		case t.role == Transcript:
			mains = append(mains, t)
			if t.session != "" {
				g.own[t.session] = true
			}
		default:
			agents = append(agents, t)
		}
	}
	for _, t := range mains {
		g.addMain(t)
	}
	owners, alone := g.unnamedOwners(unnamed)
	for i, t := range unnamed {
		if id := owners[i]; alone[id] != t.facts.Agent {
			t.agent, t.session = &AgentFile{File: t.file, ID: t.facts.Agent}, id
			agents = append(agents, t)
			continue
		}
		g.addMain(t)
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

// usable reports whether a file is a transcript, and warns if it is not. Empty files are ignored:
// agents leave them behind.
func (g *grouping) usable(t *transcript) bool {
	f := t.facts
	if f.Err != nil {
		text := "cannot be read: " + reason(f.Err)
		if f.Known {
			text = "cannot be read to its end, what was read is kept: " + reason(f.Err)
		}
		g.warnings = append(g.warnings, Warning{Path: t.file.Path, Text: text})
		return f.Known
	}
	if f.Blank {
		return false
	}
	if !f.Known {
		w := f.Bad
		w.Text = "not a transcript that Steno reads, left out: " + w.Text
		g.warnings = append(g.warnings, w)
	}
	return f.Known
}

// session returns the id of the session that an id belongs to.
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
		d = &draft{Session: &Session{}, place: t.place}
		d.ID, d.Format = id, t.format
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
	if t.session == "" && len(f.IDs) > 0 {
		primary = g.session(f.IDs[0].ID)
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
			s = &share{transcript: t, ids: make([]bool, len(f.IDs))}
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
		s.file, s.start, s.end = t.file, f.Start, f.End
		if len(shares) > 1 {
			s.file = s.partOf(t.file)
			s.start, s.end = s.span()
		} else if start, _ := s.span(); f.ForkedFrom != "" && !start.IsZero() {
			s.start = start
		}
	}
	g.noteResumed(f, owners)
}

// partOf returns a File of the share's records only.
func (s *share) partOf(whole *File) *File {
	only := []string{}
	for i, mine := range s.ids {
		if mine {
			only = append(only, s.facts.IDs[i].ID)
		}
	}
	if s.rest {
		only = append(only, "")
	}
	return whole.with(func(p *Part) { p.Only = only })
}

// span returns the first and the last time of the share's records. Those that say that they were copied keep the times
// of the other session, so they count only if there are no others.
func (s *share) span() (start, end time.Time) {
	var copied [2]time.Time
	s.each(func(n *Node) {
		if n.Time == 0 {
			return
		}
		t := time.UnixMilli(n.Time).UTC()
		if n.Origin != 0 {
			parser.Widen(&copied[0], &copied[1], t, t)
		} else {
			parser.Widen(&start, &end, t, t)
		}
	})
	if start.IsZero() {
		return copied[0], copied[1]
	}
	return start, end
}

// addAgent adds an agent to the session that its path or its records name.
func (g *grouping) addAgent(t *transcript) {
	id := t.session
	if id == "" && len(t.facts.IDs) > 0 {
		id = t.facts.IDs[0].ID
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

// learnAll adds what all files say about the session; the files of agents count if there are no others.
func (d *draft) learnAll() {
	for _, s := range d.files {
		d.learn(s.facts, s.dirs(), s.start, s.end)
		d.Tag = s.told(s.facts.Tags, d.Tag)
		d.Next = s.told(s.facts.Next, d.Next)
		d.Team = s.told(s.facts.Teams, d.Team)
		d.Mate = s.told(s.facts.Mates, d.Mate)
	}
	if i := slices.IndexFunc(d.files, func(s *share) bool { return s.rest }); i >= 0 {
		d.place = d.files[i].place
	}
	if len(d.files) > 0 {
		return
	}
	for _, t := range d.runs {
		d.learn(t.facts, t.facts.Cwds, t.facts.Start, t.facts.End)
	}
}

// told returns the last text that the share's records set for the session, or before if they set none.
func (s *share) told(by map[string]string, before string) string {
	for i, mine := range s.ids {
		if text, told := by[s.facts.IDs[i].ID]; told && mine {
			before = text
		}
	}
	return before
}

// learn adds to the draft what a file says about the session as a whole.
func (d *draft) learn(f *Facts, dirs []string, start, end time.Time) {
	d.cwds = append(d.cwds, dirs...)
	d.slugs = append(d.slugs, f.Slugs...)
	d.repos = append(d.repos, f.Repositories...)
	d.remotes = append(d.remotes, f.Remotes...)
	for dir, from := range f.Trees {
		if d.trees == nil {
			d.trees = map[string]string{}
		}
		d.trees[dir] = from
	}
	parser.Widen(&d.Start, &d.End, start, end)
	if d.forked == "" {
		d.forked = f.ForkedFrom
	}
}

func (d *draft) addParts(p *parts) {
	d.Results = joined(d.Results, p.results, larger)
	d.Scripts = joined(d.Scripts, p.scripts, newer)
	d.Copies = joined(d.Copies, p.copies, newer)
	for _, w := range p.workflows {
		if i := slices.IndexFunc(d.Workflows, func(o *Workflow) bool { return o.Run == w.Run }); i < 0 {
			d.Workflows = append(d.Workflows, w)
		}
	}
	slices.SortFunc(d.Workflows, func(a, b *Workflow) int { return strings.Compare(a.Run, b.Run) })
	if p.memory != nil {
		d.Memory = newer(d.Memory, p.memory)
	}
	if p.titled != nil {
		d.Titled = newer(d.Titled, p.titled)
	}
}

// joined adds files to those that there are, and keeps the better one of two that have one name.
func joined(have, more map[string]*File, better func(old, file *File) *File) map[string]*File {
	if have == nil && len(more) > 0 {
		have = map[string]*File{}
	}
	for name, f := range more {
		have[name] = better(have[name], f)
	}
	return have
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
// unless they are copies of what is in their own. One that is no reply is nothing to warn of: a client that
// starts the work on a plan in a new session writes there that the old one was interrupted.
func (g *grouping) warnMisplaced(d *draft) {
	for _, guest := range d.files {
		if guest.rest || !g.own[guest.stem()] {
			continue
		}
		have := map[uint64]bool{}
		for _, s := range d.files {
			if s != guest {
				s.each(func(n *Node) { have[n.Same] = true })
			}
		}
		strays, reply := 0, false
		guest.each(func(n *Node) {
			if !have[n.Same] {
				strays++
				reply = reply || n.Reply
			}
		})
		if strays > 1 || reply {
			g.warnings = append(g.warnings, Warning{Path: guest.file.Path, Text: fmt.Sprintf(
				"contains %d records of session %s, which are shown there", strays, d.ID)})
		}
	}
}

// each goes through the nodes that the session has in this file.
func (s *share) each(visit func(*Node)) {
	s.facts.each(func(n *Node) {
		if s.holds(n) {
			visit(n)
		}
	})
}
