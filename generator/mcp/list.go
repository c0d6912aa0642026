package mcp

import (
	"cmp"
	"context"
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
	filesShown = 20 // of a session in a list
)

func limitOf(n int) int { return min(cmp.Or(max(0, n), usualLimit), mostLimit) }

type searchInput struct {
	Query  string `json:"query" jsonschema:"words and filters"`
	Limit  int    `json:"limit,omitempty" jsonschema:"most hits, 20 unless given"`
	Newest bool   `json:"newest,omitempty" jsonschema:"newest first instead of the best"`
}

type searchOutput struct {
	Hits     []hit    `json:"hits"`
	Messages int      `json:"messages" jsonschema:"that were found in all"`
	Sessions int      `json:"sessions" jsonschema:"that they are in"`
	Remarks  []string `json:"remarks,omitempty"`
}

type hit struct {
	Session string `json:"session"`
	Title   string `json:"title"`
	Project string `json:"project,omitempty"`
	Date    string `json:"date,omitempty"`
	Anchor  string `json:"anchor,omitempty" jsonschema:"for read_session"`
	Kind    string `json:"kind"`
	Tool    string `json:"tool,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
	Snippet string `json:"snippet"`
}

// search answers a query as the search page does.
func search(ctx context.Context, s *site, in searchInput) (*sdk.CallToolResult, searchOutput, error) {
	out := searchOutput{Hits: []hit{}}
	if s.index == nil {
		return nil, out, errors.New("the site was built without a search index")
	}
	found, err := s.index.Search(ctx, in.Query, query.Options{Limit: limitOf(in.Limit), ByDate: in.Newest})
	if err != nil {
		return nil, out, fmt.Errorf("searching %q: %w", in.Query, err)
	}
	for _, h := range found.Hits {
		one := hit{Session: h.Session, Title: h.Title, Project: h.Project, Anchor: h.Anchor, Kind: h.Kind, Tool: h.Tool, Failed: h.Failed, Snippet: h.Snippet}
		if known, err := s.find(h.Session); err == nil {
			one.Session = known.ID
		}
		if !h.Time.IsZero() {
			one.Date = h.Time.UTC().Format(time.RFC3339)
		}
		out.Hits = append(out.Hits, one)
	}
	out.Messages, out.Sessions, out.Remarks = found.Messages, found.Sessions, found.Remarks
	return nil, out, nil
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
}

type listOutput struct {
	Sessions []listed `json:"sessions" jsonschema:"newest first"`
	Found    int      `json:"found" jsonschema:"sessions that fit, whatever the limit"`
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
		if out.Found++; len(out.Sessions) < limitOf(in.Limit) {
			out.Sessions = append(out.Sessions, in.listed(one))
		}
	}
	return nil, out, nil
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
	shown := files[:min(len(files), filesShown)]
	return listed{
		ID: s.ID, Title: s.Title, Project: s.project(), Program: s.Program, Branch: s.Branch, Start: s.Start, End: s.End, Prompts: s.Prompts, Errors: s.Errors,
		Files: shown, MoreFiles: len(files) - len(shown), Commits: s.Commits, PullRequests: s.PullRequests,
	}
}
