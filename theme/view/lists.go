package view

import (
	"time"

	"steno/theme/picture"
)

// The views of lists: the front page, sessions and projects.

// IndexPage is the archive's front page.
type IndexPage struct {
	Page
	Totals   Totals
	Projects []ProjectRow  // most recently active first; the first of very many
	More     *Link         // the pages of all projects, nil when they are on this page
	Recent   []SessionRow  // newest first
	All      *Link         // the pages of all sessions, nil when Recent has them all
	Activity []picture.Day // days with sessions, oldest first
	History  *Link         // the page of prompts that were typed, nil when no source has them
}

// ProjectsPage lists all projects of an archive that has too many for its front page.
type ProjectsPage struct {
	Page
	Projects []ProjectRow // most recently active first, those of this page
	Pager    Pager
}

// SessionsPage lists all sessions, newest first.
type SessionsPage struct {
	Page
	Totals   Totals // of the archive
	Total    int    // sessions in the list
	Bare     int    // sessions without a conversation, which are listed with their projects
	Repeats  int    // sessions with the prompt of a newer one; these, too
	Months   []Link // the first session of each month, newest first
	Filters  []Filter
	Rows     string       // the script with all sessions, see RowsScript
	Sessions []SessionRow // those of this page
	Pager    Pager
}

// Filter is one choice by which a list of sessions is narrowed. [SessionFilters] are those there are.
type Filter struct {
	Name    string // of the facet in the rows: "project", "model"
	Label   string // "Project"
	Options []FilterOption
}

// FilterOption is one value of a filter.
type FilterOption struct {
	Value    string // as in the rows
	Text     string // what readers see
	Sessions int    // that have it
}

// ProjectRow is one project in a list.
type ProjectRow struct {
	Name   string
	Group  string // of projects, "" for none
	Dir    string // real working directory, may be empty
	Href   string
	Totals Totals
}

// SessionRow is one session in a list.
type SessionRow struct {
	ID                            string
	Mark                          string // id of the row in a list of all sessions: the first of its day; "" for others
	Title                         string
	Href                          string
	Project                       Link
	Branch                        string // first git branch
	Client                        string // program that wrote the transcript, "" where all sessions of the site have the same
	Tags                          []Link // to what else has the tag, where the site has a search
	Models                        []string
	Start, End                    time.Time
	Active                        time.Duration
	ActiveAtMost                  bool // Active may include waits for permission
	Prompts, ToolCalls            int
	Errors                        int // calls that failed, and errors of the API
	Agents, Branches, Compactions int
	Rejected                      int  // calls that the user declined
	Denied                        int  // calls that a rule, a hook or a classifier declined
	Cancelled                     int  // calls that did not run because one beside them failed
	Files                         int  // files with a net change
	Added, Removed                int  // lines of them, net
	ChurnAdded, ChurnRemoved      int  // lines, of all changes
	Unprompted                    bool // the prompts were not recorded: their number is not known
	Driven                        bool // a program wrote the prompts
	Unrecorded                    int  // agents without a transcript, of Agents
	ByCommand                     int  // files that only commands changed
	CommitCount                   int
	Tokens                        Tokens
	Cost                          Cost // agents included
	PullRequests                  []Link
	Excerpt                       string // start of the first prompt
	Result                        Result
	Shared                        int    // prompts that it shares with the session that it is a copy of; Prompts leaves them out
	SharedWith                    string // title of that session, "" when it is not known
}

// Result is what came of a session, as lists show it.
type Result struct {
	Bad     string // how it ended, if not with a reply, and that the last run of tests failed; "" for neither
	Reply   string // start of the last reply, on one line
	Earlier bool   // it answers an earlier prompt than the last one
	Tested  bool   // the last run of tests passed, and no file was edited since
	Pushed  bool   // no commit came after the last push
}

// Said is what a row shows of the last reply.
func (r Result) Said() string {
	if r.Earlier && r.Reply != "" {
		return "earlier reply: " + r.Reply
	}
	return r.Reply
}

// ProjectPage lists one project's sessions.
type ProjectPage struct {
	Page
	Project  ProjectRow
	Moved    *Link        // the page that replaces this one, nil when this one is current
	Files    *Link        // the page of the files that its sessions changed, nil when they changed none
	Notes    *Link        // the page of its memory and plans, nil when there is none
	Rows     string       // the script with all sessions, see RowsScript; "" when they are on one page
	Sessions []SessionRow // newest first, those of this page
	Repeats  []SessionRow // sessions with the prompt of a newer one, of which little came, as programs start them; on the last page
	Bare     []SessionRow // sessions without a conversation: warm-ups, agents alone, state; on the last page
	Pager    Pager
}
