package pages

import (
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/facts"
	"steno/theme"
	"steno/theme/picture"
)

// sessionSite makes the pages of one session.
type sessionSite struct {
	*Maker
	src     *publish.Session
	s       *parser.Session
	dir     string        // from the site's root
	threads []*threadSite // the main one, then the agents'
	agents  map[*parser.Agent]*threadSite
	below   map[*parser.Agent]int // how many agents it has
	records *recordsSite
	figures figures
	placed  map[string]*threadSite // anchors of all agents, see linkAnywhere
	spool   spool                  // for pages
	spills  spills

	mu    sync.Mutex
	taken []redact.Finding  // what was removed
	asked map[string]string // sessions that were looked up, and their directories
}

// threadSite is the pages of one thread: its live branch and the rewound ones.
type threadSite struct {
	thread   *parser.Thread
	agent    *parser.Agent // nil for the main thread
	dir      string
	branches []*branchSite          // the live one first
	shared   *branchSite            // its beginning, nil if it has none
	placed   map[string]*branchSite // anchors of branches but the first
	forks    *theme.Forks

	of     map[*parser.Branch]*branchSite
	beside map[node][]*branchSite // rewound branches by the place that they left
	place  map[*branchSite]int    // among those beside it
	lane   func() ([]picture.TurnSpan, []time.Time)
}

// branchSite is the pages of one branch.
type branchSite struct {
	*packer
	branch  *parser.Branch
	dir     string
	levels  []*level                  // of the main thread's current branch
	outputs []Outputs                 // where those of a beginning are shown instead; nil for here
	copied  func(file, line int) bool // reports whether a record of a beginning is in one of outputs
}

func newThread(s *sessionSite, thread *parser.Thread, agent *parser.Agent, dir string) *threadSite {
	t := &threadSite{thread: thread, agent: agent, dir: dir, placed: map[string]*branchSite{}}
	t.lane = sync.OnceValues(func() ([]picture.TurnSpan, []time.Time) { return laneOf(thread) })
	for i, branch := range thread.Branches {
		bs := &branchSite{packer: newPacker(&s.spool, address.Page), branch: branch, dir: dir}
		if i > 0 {
			bs.dir = dir + "/" + address.Branch(branch)
		}
		t.branches = append(t.branches, bs)
	}
	if b := thread.Beginning; b != nil {
		t.shared = &branchSite{packer: newPacker(&s.spool, address.Page), branch: b, dir: dir + "/" + beginningDir}
	}
	t.forks = theme.NewForks(thread.Branches)
	t.noteBranches()
	return t
}

// render packs the fragments of every branch of a thread into pages.
func (s *sessionSite) render(t *threadSite) error {
	for _, bs := range t.all() {
		fragments := s.Theme.Fragments(bs.branch, s.refs(t, bs))
		if t.agent == nil && bs == t.branches[0] {
			bs.levels = newLevels(&s.spool)
			fragments = through(bs.levels, fragments)
		}
		if err := bs.pack(fragments); err != nil {
			return err
		}
		for anchor := range bs.anchors.All() {
			if _, _, placed := t.where(anchor); !placed {
				t.placed[anchor] = bs
			}
		}
	}
	return nil
}

// where returns the branch and the page that an anchor is on.
func (t *threadSite) where(anchor string) (bs *branchSite, page int, ok bool) {
	if bs = t.branches[0]; t.shared != nil {
		bs = t.shared
	}
	if bs.anchors.Of(anchor) == 0 {
		if bs = t.placed[anchor]; bs == nil {
			return nil, 0, false
		}
	}
	return bs, bs.anchors.Of(anchor), true
}

// at returns the address of an anchor from the site's root, "" when it is on no page.
func (t *threadSite) at(anchor string) string {
	bs, page, ok := t.where(anchor)
	if !ok {
		return ""
	}
	return bs.dir + "/" + address.Page(page) + "#" + anchor
}

// refs resolves what the blocks of a branch point at.
func (s *sessionSite) refs(t *threadSite, bs *branchSite) theme.Refs {
	given := ""
	if t.agent != nil && t.agent.Call != nil {
		given = t.agent.Prompt
	}
	return theme.Refs{
		Output: outputOf(bs),
		Root:   address.Root(bs.dir + "/index.html"),
		Task:   t.agent != nil,
		Given:  given,
		Lost:   t.agent == nil && s.s.Unprompted(t.thread.Live().Prompts()),
		Copied: t.shared != nil && bs == t.branches[0],
		Dir:    s.workDir(),
		Forks:  t.forks,
		Agent: func(a *parser.Agent) string {
			if target, ok := s.agents[a]; ok {
				return address.Relative(bs.dir, target.dir+"/index.html")
			}
			return ""
		},
		Mate: func(name string) string { return mateLink(s, bs.dir, name) },
		Branch: func(b *parser.Branch) string {
			if other := t.of[b]; other != nil {
				return address.Relative(bs.dir, other.dir+"/index.html")
			}
			return ""
		},
		Anchor: func(anchor string) string {
			if page := bs.anchors.Of(anchor); page > 0 {
				return address.Page(page) + "#" + anchor
			}
			return s.link(bs.dir, t, anchor)
		},
		Session: func(id string) string {
			if dir := s.lookUp(id); dir != "" {
				return address.Relative(bs.dir, dir+"/index.html")
			}
			return ""
		},
		Raw: func(b parser.Block) string {
			if s.records != nil && s.records.raw[b] != "" {
				return address.Relative(bs.dir, s.dir+"/"+s.records.raw[b])
			}
			return ""
		},
		Change: func(c *parser.ToolCall) string {
			if s.figures.diffs == nil || s.figures.diffs.of[c] == "" {
				return ""
			}
			return address.Relative(bs.dir, s.dir+"/"+changesDir+"/"+s.figures.diffs.of[c])
		},
		File:    func(path string) string { return fileLink(s, bs.dir, path) },
		Commit:  func(sha string) string { return commitLink(s, bs, t, sha) },
		Cost:    s.Cost,
		Commits: func(anchor string) int { return s.figures.commits[anchor] },
		Brief:   bs.onFirst,
		Meter:   s.Meter.CardMeter(),
		Spill:   func(ext string, data []byte) string { return s.spill(bs.dir, ext, data) },
	}
}

// mateLink leads to the session of the teammate with a name, if the session leads a team with only one of that name.
func mateLink(s *sessionSite, dir, name string) string {
	var found *publish.Session
	for _, mate := range s.src.Mates {
		if mate.Mate != name || name == "" {
			continue
		}
		if found != nil {
			return ""
		}
		found = mate
	}
	if found == nil {
		return ""
	}
	return address.Relative(dir, address.Session(found.ID)+"/index.html")
}

// commitLink leads to the message that made a commit, if its page is known, otherwise to the commit at
// the remote that the session's pull requests name. sha may be abbreviated.
func commitLink(s *sessionSite, bs *branchSite, t *threadSite, sha string) string {
	const shortest = 7
	for _, c := range s.s.Commits {
		if len(c.SHA) < shortest || len(sha) < shortest || !strings.HasPrefix(c.SHA, sha) && !strings.HasPrefix(sha, c.SHA) {
			continue
		}
		if page := bs.anchors.Of(c.Anchor); page > 0 {
			return address.Page(page) + "#" + c.Anchor
		}
		if at := s.link(bs.dir, t, c.Anchor); at != "" {
			return at
		}
		return remoteCommit(s, sha)
	}
	return ""
}

// remoteCommit is the address of a commit at the repository of the session's pull requests, "" when
// there is none.
func remoteCommit(s *sessionSite, sha string) string {
	for _, pr := range s.s.PullRequests {
		if repository, _, ok := strings.Cut(pr.URL, "/pull/"); ok && strings.HasPrefix(repository, "https://") {
			return repository + "/commit/" + sha
		}
	}
	return ""
}

// lookUp returns the directory of another session's pages, "" when there is none.
func (s *sessionSite) lookUp(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	dir := s.Archive.Dir(id)
	s.asked[id] = dir
	return dir
}

// link is the address, from dir, of a message of a thread; "" when it is on no
// page, as messages that were folded away do.
func (s *sessionSite) link(dir string, t *threadSite, anchor string) string {
	if target := t.at(anchor); target != "" {
		return address.Relative(dir, target)
	}
	return ""
}

// linkAnywhere is the address of a message of any thread of the session, once all are placed.
func (s *sessionSite) linkAnywhere(dir, anchor string) string {
	if href := s.link(dir, s.threads[0], anchor); href != "" || len(s.threads) == 1 {
		return href
	}
	if s.placed == nil {
		s.placed = map[string]*threadSite{}
		for _, t := range s.threads[1:] {
			for _, bs := range t.all() {
				for anchor := range bs.anchors.All() {
					if s.placed[anchor] == nil {
						s.placed[anchor] = t
					}
				}
			}
		}
	}
	if t := s.placed[anchor]; t != nil {
		return s.link(dir, t, anchor)
	}
	return ""
}

// workDir is the directory that the session began in, "" when not recorded.
func (s *sessionSite) workDir() string {
	if len(s.s.Dirs) > 0 {
		return s.s.Dirs[0]
	}
	return s.src.Project.Dir
}

// manyPages is how many pages of a branch are worth more than one worker, as large sessions
// are the last ones to be ready.
const manyPages = 16

// write renders and writes the pages of all threads.
func (s *sessionSite) write() error {
	for _, t := range s.threads {
		for _, bs := range t.all() {
			var group errgroup.Group
			group.SetLimit(1)
			if len(bs.pages) > manyPages {
				group.SetLimit(s.Conf.Jobs)
			}
			for i := range bs.pages {
				group.Go(func() error { return writeThreadPage(s, t, bs, i) })
			}
			if err := group.Wait(); err != nil {
				return err
			}
		}
		if err := writeBranchList(s, t); err != nil {
			return err
		}
	}
	if err := writeLevels(s); err != nil {
		return err
	}
	if err := writeAnchors(s); err != nil {
		return err
	}
	if err := writeRecords(s); err != nil {
		return err
	}
	if err := writeNotes(s); err != nil {
		return err
	}
	if err := writeChanges(s); err != nil {
		return err
	}
	return writeAgentList(s)
}

func writeThreadPage(s *sessionSite, t *threadSite, bs *branchSite, i int) error {
	page := bs.pages[i]
	return s.spool.use(page, func(body [][]byte) error {
		if page.later {
			body = bs.elsewhere(body, i+1)
		}
		view := threadView(s, t, bs, i+1, body)
		return s.WritePage(view.Path, view)
	})
}

// placesOf reports on which pages findings stand.
func placesOf(s *sessionSite, found []redact.Finding) map[redact.Place]string {
	links := map[redact.Place]string{}
	threads := map[string][]*threadSite{}
	for _, t := range s.threads {
		threads[agentID(t.agent)] = append(threads[agentID(t.agent)], t)
	}
	for _, f := range found {
		if f.Anchor == "" || f.Hash == (redact.Hash{}) {
			continue
		}
		for _, t := range threads[f.Agent] {
			if at := t.at(f.Anchor); at != "" {
				links[redact.Place{Session: s.src.ID, Agent: f.Agent, Anchor: f.Anchor}] = at
			}
		}
	}
	return links
}

func agentID(a *parser.Agent) string {
	if a == nil {
		return ""
	}
	return a.ID
}

func newSessionSite(m *Maker, src *publish.Session, s *parser.Session) *sessionSite {
	site := &sessionSite{Maker: m, src: src, s: s, figures: figures{Facts: facts.Of(s)},
		dir: address.Session(src.ID), agents: map[*parser.Agent]*threadSite{}, asked: map[string]string{}}
	site.figures.commits = commitCounts(s.Commits)
	site.threads = []*threadSite{newThread(site, s.Main, nil, site.dir)}
	for _, a := range s.Agents {
		t := newThread(site, a.Thread, a, site.dir+"/"+address.Agent(a))
		site.agents[a] = t
		site.threads = append(site.threads, t)
	}
	site.below = countBelow(s.Agents)
	return site
}

// forget lets go of what only pages are made from: the search index, which is next, takes much
// memory, too.
func forget(s *sessionSite) {
	s.records, s.figures, s.placed, s.taken = nil, figures{}, nil, nil
	for _, t := range s.threads {
		t.forks, t.lane, t.of, t.beside, t.place = nil, nil, nil, nil, nil
		for _, bs := range t.all() {
			bs.levels, bs.pages, bs.turn, bs.outlines, bs.links = nil, nil, nil, nil, nil
		}
	}
}
