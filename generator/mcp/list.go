package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"steno/generator/search/query"
)

// Bounds of answers.
const (
	usualLimit = 20
	mostLimit  = 200
	filesShown = 8  // of a session in a list
	filesAsked = 20 // of a session that is asked for by a file
)

func limitOf(n int) int { return min(cmp.Or(max(0, n), usualLimit), mostLimit) }

type searchInput struct {
	Query  string `json:"query" jsonschema:"words and filters"`
	Limit  int    `json:"limit,omitempty" jsonschema:"most hits, 20 unless given"`
	Offset int    `json:"offset,omitempty" jsonschema:"hits to skip: next_offset of the answer before"`
	Newest bool   `json:"newest,omitempty" jsonschema:"newest first instead of the best"`
}

type searchOutput struct {
	Results  []result `json:"results" jsonschema:"sessions with their hits, the best first"`
	Messages int      `json:"messages" jsonschema:"that were found in all"`
	Sessions int      `json:"sessions" jsonschema:"that they are in"`
	Next     int      `json:"next_offset,omitempty" jsonschema:"of the hits after these, absent at the end"`
	Remarks  []string `json:"remarks,omitempty"`
	Try      []string `json:"try,omitempty" jsonschema:"queries like one that found nothing or lacks half of the words, which find something"`
}

// result is a session with hits.
type result struct {
	Session string `json:"session"`
	Title   string `json:"title"`
	Project string `json:"project,omitempty"`
	Branch  string `json:"branch,omitempty"`
	Hits    []hit  `json:"hits" jsonschema:"none: the title was found"`
	More    int    `json:"more,omitempty" jsonschema:"messages of the session that were found beside these; add session: and its id to the query"`
}

type hit struct {
	Anchor  string `json:"anchor,omitempty" jsonschema:"for read_session"`
	Date    string `json:"date,omitempty"`
	Agent   string `json:"agent,omitempty" jsonschema:"of the session that the message is of, for read_session"`
	Kind    string `json:"kind"`
	Tool    string `json:"tool,omitempty"`
	File    string `json:"file,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
	Snippet string `json:"snippet,omitempty"`
}

// search answers a query as the search page does.
func search(ctx context.Context, s *site, in searchInput) (*sdk.CallToolResult, searchOutput, error) {
	out := searchOutput{Results: []result{}}
	if s.index == nil {
		return nil, out, errors.New("the site was built without a search index")
	}
	if strings.TrimSpace(in.Query) == "" {
		return nil, out, errors.New("the query is empty; write words, filters such as tool:bash is:failed, or both")
	}
	from, limit := min(max(0, in.Offset), mostSkipped), limitOf(in.Limit)
	found, err := s.index.Search(ctx, in.Query, query.Options{Limit: from + limit + 1, ByDate: in.Newest})
	if err != nil {
		return nil, out, fmt.Errorf("searching %q: %w", in.Query, err)
	}
	out.Messages, out.Sessions, out.Remarks, out.Try = found.Messages, found.Sessions, found.Remarks, found.Offers
	hits := found.Hits[min(from, len(found.Hits)):]
	if len(hits) > limit {
		hits, out.Next = hits[:limit], from+limit
	}
	for _, h := range hits {
		out.add(s, h)
	}
	return asText(out), out, nil
}

// mostSkipped bounds the hits that are looked up to be skipped.
const mostSkipped = 5000

// add adds a hit to those of its session.
func (out *searchOutput) add(s *site, h query.Hit) {
	id := h.Session
	if known, err := s.find(h.Session); err == nil {
		id = known.ID
	}
	if n := len(out.Results); n == 0 || out.Results[n-1].Session != id {
		out.Results = append(out.Results, result{Session: id, Title: h.Title, Project: h.Project, Branch: h.Branch, Hits: []hit{}})
	}
	to := &out.Results[len(out.Results)-1]
	to.More += h.More
	if h.Kind == "title" {
		return
	}
	one := hit{Anchor: h.Anchor, Kind: h.Kind, Tool: h.Tool, File: h.File, Failed: h.Failed, Snippet: h.Snippet}
	if one.Snippet == one.File {
		one.Snippet = ""
	}
	if _, page, in := strings.Cut(h.Page, "/agents/"); in {
		one.Agent, _, _ = strings.Cut(page, "/")
	}
	if !h.Time.IsZero() {
		one.Date = h.Time.UTC().Format("2006-01-02 15:04")
	}
	to.Hits = append(to.Hits, one)
}

// asText is an answer as JSON, with <, > and & as they are: agents pay for every character.
func asText(out any) *sdk.CallToolResult {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(out) != nil {
		return nil // the same as text, escaped
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: strings.TrimSpace(b.String())}}}
}

type listInput struct {
	Title       string `json:"title,omitempty" jsonschema:"part of the title"`
	Project     string `json:"project,omitempty" jsonschema:"part of the project's name"`
	Branch      string `json:"branch,omitempty" jsonschema:"git branch"`
	File        string `json:"file,omitempty" jsonschema:"path, or part of one, of a file that the session changed"`
	Commit      string `json:"commit,omitempty" jsonschema:"hash of a commit that the session made, or its beginning"`
	PullRequest string `json:"pull_request,omitempty" jsonschema:"number, owner/name#number or URL"`
	Since       string `json:"since,omitempty" jsonschema:"first day, as 2026-03-01"`
	Until       string `json:"until,omitempty" jsonschema:"last day, as 2026-03-31"`
	Limit       int    `json:"limit,omitempty" jsonschema:"most sessions, 20 unless given"`
	Offset      int    `json:"offset,omitempty" jsonschema:"sessions to skip: next_offset of the answer before"`
}

type listOutput struct {
	Sessions []listed `json:"sessions" jsonschema:"newest first"`
	Found    int      `json:"found" jsonschema:"sessions that fit, whatever the limit"`
	Next     int      `json:"next_offset,omitempty" jsonschema:"of the sessions after these, absent at the end"`
	Remarks  []string `json:"remarks,omitempty"`
}

type listed struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	Project      string   `json:"project"`
	Program      string   `json:"program,omitempty" jsonschema:"agent that wrote the session"`
	Branch       string   `json:"branch,omitempty"`
	Start        string   `json:"start,omitempty"`
	End          string   `json:"end,omitempty"`
	Prompts      *int     `json:"prompts,omitempty" jsonschema:"absent when the prompts were not recorded"`
	Errors       int      `json:"errors,omitempty"`
	Files        []string `json:"files,omitempty" jsonschema:"changed files, the ones asked for first"`
	MoreFiles    int      `json:"more_files,omitempty"`
	Commits      []string `json:"commits,omitempty"`
	PullRequests []string `json:"pull_requests,omitempty"`
	Problem      string   `json:"problem,omitempty" jsonschema:"how it ended, if not with a reply, and that the last run of tests failed"`
	LastReply    string   `json:"last_reply,omitempty" jsonschema:"its start"`
	TestsPassed  bool     `json:"tests_passed,omitempty" jsonschema:"in the last run, and no file was edited since"`
	Pushed       bool     `json:"pushed,omitempty" jsonschema:"no commit came after the last push"`
}

// list lists the sessions that fit.
func list(_ context.Context, s *site, in listInput) (*sdk.CallToolResult, listOutput, error) {
	out := listOutput{Sessions: []listed{}}
	for _, date := range []string{in.Since, in.Until} {
		if _, err := time.Parse(time.DateOnly, date); date != "" && err != nil {
			return nil, out, fmt.Errorf("%q is no day; write 2026-03-01", date)
		}
	}
	for i := range s.sessions {
		one := &s.sessions[i]
		if !in.fits(one) {
			continue
		}
		if out.Found++; out.Found > in.Offset && len(out.Sessions) < limitOf(in.Limit) {
			out.Sessions = append(out.Sessions, in.listed(one))
		}
	}
	if next := max(0, in.Offset) + len(out.Sessions); next < out.Found {
		out.Next = next
	}
	if out.Found == 0 {
		out.Remarks = in.missing(s)
	}
	return asText(out), out, nil
}

// missing says which of the conditions no session fits, and what may find it all the same.
func (in *listInput) missing(s *site) (remarks []string) {
	alone := []struct {
		what, value string
		only        listInput
	}{
		{"title", in.Title, listInput{Title: in.Title}},
		{"project", in.Project, listInput{Project: in.Project}},
		{"branch", in.Branch, listInput{Branch: in.Branch}},
		{"changed file", in.File, listInput{File: in.File}}, {"commit", in.Commit, listInput{Commit: in.Commit}},
		{"pull request", in.PullRequest, listInput{PullRequest: in.PullRequest}},
		{"day since", in.Since, listInput{Since: in.Since}},
		{"day until", in.Until, listInput{Until: in.Until}},
	}
	for _, c := range alone {
		if c.value != "" && !slices.ContainsFunc(s.sessions, func(one session) bool { return c.only.fits(&one) }) {
			remarks = append(remarks, fmt.Sprintf("no session has the %s %q", c.what, c.value))
		}
	}
	switch {
	case len(s.sessions) == 0:
		return []string{"the site has no sessions"}
	case len(remarks) == 0:
		return []string{"each of these fits some sessions, but no session fits all"}
	case in.File != "" || in.Commit != "" || in.PullRequest != "":
		remarks = append(remarks, "search finds sessions that only read or mention it")
	}
	return remarks
}

// fits reports whether a session fits all of what is given.
func (in *listInput) fits(s *session) bool {
	first, last := s.days()
	return has(s.Title, in.Title) && has(s.project(), in.Project) && has(s.Branch, in.Branch) &&
		(in.Since == "" || last >= in.Since) && (in.Until == "" || first != "" && first <= in.Until) &&
		(in.File == "" || slices.ContainsFunc(s.Files, in.isFile)) &&
		(in.Commit == "" || slices.ContainsFunc(s.Commits, in.isCommit)) &&
		(in.PullRequest == "" || slices.ContainsFunc(s.PullRequests, in.isPull))
}

func has(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

func (in *listInput) isFile(name string) bool {
	return has(name, strings.TrimPrefix(strings.ReplaceAll(in.File, `\`, "/"), "./"))
}

func (in *listInput) isCommit(sha string) bool {
	const shortest = 4
	asked := strings.ToLower(in.Commit)
	return len(asked) >= shortest && (strings.HasPrefix(sha, asked) || strings.HasPrefix(asked, sha))
}

// isPull reports whether a pull request is the one asked for: its number, with its repository, or its URL.
func (in *listInput) isPull(pr string) bool {
	asked := strings.TrimSuffix(in.PullRequest, "/")
	if asked == pr {
		return true
	}
	repository, number, named := strings.Cut(asked, "#")
	if !named {
		repository, number = "", asked
	}
	at := strings.LastIndexAny(pr, "/#")
	return number != "" && pr[at+1:] == number && has(pr[:max(at, 0)], repository)
}

// listed is what a list says of a session, the files that were asked for first.
func (in *listInput) listed(s *session) listed {
	files := slices.Clone(s.Files)
	if in.File != "" {
		slices.SortStableFunc(files, func(a, b string) int {
			switch x, y := in.isFile(a), in.isFile(b); {
			case x && !y:
				return -1
			case y && !x:
				return 1
			}
			return 0
		})
	}
	most := filesShown
	if in.File != "" {
		most = filesAsked
	}
	shown := files[:min(len(files), most)]
	return listed{
		ID: s.ID, Title: s.Title, Project: s.project(), Program: s.Program, Branch: s.Branch, Start: s.Start,
		End: s.End, Prompts: s.Prompts, Errors: s.Errors,
		Files: shown, MoreFiles: len(files) - len(shown), Commits: s.Commits, PullRequests: s.PullRequests,
		Problem: s.Problem, LastReply: s.LastReply, TestsPassed: s.TestsPassed, Pushed: s.Pushed,
	}
}
