package claude

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"

	"steno/parser"
	"steno/parser/facts"
	"steno/parser/raw"
)

// Pull requests of a session come from pr-link records, from what the transcript says of a
// call (gitOperation), and from what commands and tools print that create one. Those that failed did nothing.

// pull is a pull request that a record reports, or the output of a call.
type pull struct {
	entry *entry
	call  *parser.ToolCall
	line  *parser.Origin
	parser.PullRequest
}

// findings are what calls of a thread made elsewhere.
type findings struct {
	pages []publication
	pulls []pull
}

// add looks for pull requests and published pages in the result of a call.
func (f *findings) add(c *parser.ToolCall) {
	if c.Name == "Artifact" && c.Ended() {
		f.publishes(c)
	}
	pr := facts.CreatedPull(c, c.Result.Text())
	if url := raw.ParseObject(c.Result.Structured).Object("gitOperation").Object("pr").String("url"); url != "" && c.Ended() {
		pr = facts.PullAt(url)
	}
	if pr != nil {
		pr.Time = c.Result.Time
		f.pulls = append(f.pulls, pull{nil, c, &c.Result.Origin, *pr})
	}
}

// publishes notes the page that a call published.
func (f *findings) publishes(c *parser.ToolCall) {
	in, out := raw.ParseObject(c.Input), raw.ParseObject(c.Result.Structured)
	if action := in.String("action"); action != "" && action != "publish" || out.String("url") == "" {
		return
	}
	f.pages = append(f.pages, publication{c, parser.Page{URL: out.String("url"),
		Title: cmp.Or(out.String("title"), in.String("title")),
		Path:  cmp.Or(out.String("path"), in.String("file_path")), Time: c.Result.Time}})
}

// publication is a page and the call that published it.
type publication struct {
	call *parser.ToolCall
	page parser.Page
}

// recorded returns what the transcript says of a commit that a call made.
func (p *parse) recorded(c *parser.ToolCall) facts.Recorded {
	r := gitOperation(c)
	if r.Branch = p.branches[c]; r.Branch == "HEAD" { // detached
		r.Branch = ""
	}
	return r
}

func gitOperation(c *parser.ToolCall) facts.Recorded {
	if c.Result == nil || c.Result.Structured.Kind() != '{' || !bytes.Contains(c.Result.Structured, []byte(`"gitOperation"`)) {
		return facts.Recorded{}
	}
	o := raw.ParseObject(c.Result.Structured).Object("gitOperation").Object("commit")
	return facts.Recorded{SHA: o.String("sha"), Kind: o.String("kind")}
}

// collect hands the findings of a thread to the session.
func (p *parse) collect(b *threadBuilder) {
	maps.Copy(p.branches, b.shows.branches)
	if b.shows.outcome != nil {
		p.outcome = b.shows.outcome
	}
	p.ended = cmp.Or(b.shows.ended, p.ended)
	for _, found := range b.found.pages {
		found.page.Anchor = b.calls.home(found.call)
		p.published(found.page)
	}
	seen := make(map[string]int)
	for i, pr := range p.out.PullRequests {
		seen[pullKey(pr)] = i
	}
	pulls := append(b.shows.pulls, b.found.pulls...)
	slices.SortStableFunc(pulls, func(x, y pull) int {
		return cmp.Or(cmp.Compare(x.line.File, y.line.File), cmp.Compare(x.line.Line, y.line.Line))
	})
	for _, found := range pulls {
		pr := found.PullRequest
		if found.entry != nil {
			pr.Anchor = found.entry.place
		} else {
			pr.Anchor = b.calls.home(found.call)
		}
		if i, known := seen[pullKey(pr)]; known {
			have := &p.out.PullRequests[i]
			have.Repository, have.URL = cmp.Or(have.Repository, pr.Repository), cmp.Or(have.URL, pr.URL)
			continue
		}
		seen[pullKey(pr)] = len(p.out.PullRequests)
		p.out.PullRequests = append(p.out.PullRequests, pr)
	}
}

func pullKey(pr parser.PullRequest) string {
	if pr.URL != "" {
		return pr.URL
	}
	return pr.Repository + "#" + strconv.Itoa(pr.Number)
}
