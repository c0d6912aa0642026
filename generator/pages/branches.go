package pages

import (
	"fmt"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
)

// A thread may have thousands of branches, all of which left it at one place. So what a page
// lists of them is bounded, and their own pages list all.

// nearBranches is how many versions before and behind its own a branch lists, where there are
// more than headRows.
const nearBranches = 10

// branchesPerPage is how many branches a page of the list has.
const branchesPerPage = 400

// node is a place that branches left.
type node struct {
	parent *parser.Branch
	after  string
}

func nodeOf(b *parser.Branch) node {
	if b.Fork == nil {
		return node{}
	}
	return node{b.Parent, b.Fork.After}
}

// noteBranches notes which branches a thread has, and which of them left it together.
func (t *threadSite) noteBranches() {
	t.of, t.beside, t.place = map[*parser.Branch]*branchSite{}, map[node][]*branchSite{}, map[*branchSite]int{}
	for i, bs := range t.branches {
		t.of[bs.branch] = bs
		if n := nodeOf(bs.branch); i > 0 && n != (node{}) {
			t.place[bs] = len(t.beside[n])
			t.beside[n] = append(t.beside[n], bs)
		}
	}
}

// others are the branches that left where a branch did, or the nearest of very many.
func (t *threadSite) others(bs *branchSite) (near []*branchSite, more bool) {
	all := t.beside[nodeOf(bs.branch)]
	at, from, to := t.place[bs], 0, len(all)
	if len(all) > headRows {
		from, to = max(0, at-nearBranches), min(len(all), at+nearBranches+1)
	}
	for i := from; i < to; i++ {
		if all[i] != bs {
			near = append(near, all[i])
		}
	}
	return near, to-from < len(all)
}

// allBranches links to the pages that list all branches of a thread, nil when a head does.
func (t *threadSite) allBranches(dir string) *view.Link {
	if n := len(t.branches) - 1; n > headRows {
		return &view.Link{Text: fmt.Sprintf("All %d rewound branches", n), Href: address.Relative(dir, t.dir+"/branches/index.html")}
	}
	return nil
}

// branchRows lists the first rewound branches of a thread, with addresses relative to dir.
func branchRows(s *sessionSite, dir string, t *threadSite) []view.BranchRow {
	var rows []view.BranchRow
	for _, bs := range t.branches[1:min(len(t.branches), headRows+1)] {
		rows = append(rows, branchRow(s, dir, t, bs))
	}
	return rows
}

func branchRow(s *sessionSite, dir string, t *threadSite, bs *branchSite) view.BranchRow {
	row := view.BranchRow{ID: bs.branch.ID, Href: address.Relative(dir, bs.dir+"/index.html")}
	for turn := range bs.branch.Turns() {
		row.Turns++
		if row.Turns == 1 {
			row.Start = turn.Start
		}
		if row.Prompt == "" && turn.Prompt != nil {
			row.Prompt = prose.Excerpt(publish.PromptLine(turn.Prompt), 160)
		}
	}
	if f := bs.branch.Fork; f != nil {
		row.ForkHref = s.link(dir, t, f.Instead)
		if row.ForkHref == "" {
			row.ForkHref = s.link(dir, t, f.After)
		}
	}
	return row
}

func branchHead(s *sessionSite, bs *branchSite, t *threadSite) *view.BranchHead {
	head := &view.BranchHead{
		BranchRow: branchRow(s, bs.dir, t, bs),
		Thread:    view.Link{Text: s.s.Title.Text, Href: address.Relative(bs.dir, t.dir+"/index.html")},
	}
	if t.agent != nil {
		head.Thread.Text = publish.AgentTitle(t.agent)
	}
	near, more := t.others(bs)
	for _, other := range near {
		head.Others = append(head.Others, branchRow(s, bs.dir, t, other))
	}
	if more {
		head.MoreOthers = t.allBranches(bs.dir)
	}
	return head
}

// writeBranchList writes the pages that list all branches of a thread that has too many for
// its head.
func writeBranchList(s *sessionSite, t *threadSite) error {
	dir := t.dir + "/branches"
	if t.allBranches(dir) == nil {
		return nil
	}
	crumbs := append(crumbsOf(s, t, t.branches[0]), view.Link{Text: s.s.Title.Text, Href: address.Relative(t.dir, t.dir+"/index.html")})
	if t.agent != nil {
		crumbs[len(crumbs)-1].Text = publish.AgentTitle(t.agent)
	}
	for i := range crumbs {
		crumbs[i].Href = "../" + crumbs[i].Href
	}
	list := t.branches[1:]
	pages := address.Chunks(len(list), branchesPerPage)
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		page := &view.BranchesPage{
			Page: view.Page{
				Site: s.Site, Kind: "branches", Title: "Rewound branches of " + crumbs[len(crumbs)-1].Text,
				Path: file, Root: address.Root(file), Crumbs: crumbs,
			},
			Thread: crumbs[len(crumbs)-1],
			Pager:  view.PagerOf(i+1, len(pages), address.Page),
		}
		for _, bs := range list[c.From:c.To] {
			page.Branches = append(page.Branches, branchRow(s, dir, t, bs))
		}
		if err := s.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}
