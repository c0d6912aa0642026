package view

import (
	"html/template"
	"time"

	"steno/theme/picture"
	"steno/theme/words"
)

// SessionHead is the head of a session page.
type SessionHead struct {
	SessionRow
	Dirs, GitBranches, Versions []string
	Client                      string // program that wrote the transcript; Versions are its own
	TitleSource                 string
	Slug                        string
	ModelUsage                  []ModelRow
	Days                        []DayRow   // the tokens of ModelUsage by day, none when they are all of one
	AgentTree                   []AgentRow // depth first; the first ones only when there are many
	MoreAgents                  *Link      // the page that lists all agents, nil when AgentTree does
	Workflows                   []WorkflowRow
	BranchRows                  []BranchRow        // rewound branches, the first of very many
	MoreBranches                *Link              // the pages that list all branches, nil when BranchRows does
	BranchMap                   *picture.BranchMap // where they branched off, nil when there are fewer than two
	Commits                     []CommitRow
	Published                   []Link // web pages that the session published
	FilesChanged                []FileRow
	FilesApart                  []FileRow // that only commands changed, or that are as they were: Files does not count them
	Changes                     string    // page of the net diff of all changed files, "" for none
	FilesOutside                []FileRow // outside of the session's directories, which no figure counts
	Tests                       []TestRow
	Uses                        []UseGroup  // what the session worked with
	Reported                    string      // what Claude Code itself said that the session cost: "$1.25"; "" when it did not
	ReportedBy                  []ModelRow  // the same by model
	TokensLow                   bool        // the recorded output tokens are too few for the text
	AgentsOnly                  bool        // the transcript of the session itself is not in the archive
	Repeated                    []Link      // with AgentsOnly: internal agents that repeat the conversation
	Outcome                     *Outcome    // on the first page
	Flags                       []FlagGroup // what to look at twice
	Failures                    Failures
	Timeline                    *picture.Timeline // nil when the session is too short for one
	ForkedFrom                  *Link
	Beginning                   *Beginning // what it shares with ForkedFrom, nil when that is not known
	Copies                      []Link     // sessions that began as copies of this one
	Continues                   []Link     // sessions that this one continues
	Withheld                    int        // records that are withheld because an excluded session has them, too
	ContinuedIn                 *Link
	Lead                        *Link  // the session that leads the team of agents which this one is in; nil for none
	Mate                        string // its name in the team
	Mates                       []Link // sessions of the team that this one leads
	Metadata                    []Field
	Ledger                      []LedgerRow
	Records                     string // page of the records that no message shows, "" for none
	Warnings                    []string
	Resume                      string        // shell command that resumes the session
	Notes                       *Link         // the page of memory and plans that belong to it, nil when there is none
	Note                        template.HTML // the publisher's note on the session, as safe HTML; "" for none
	NoteRest                    *Link         // the whole note, when Note is only its start
}

// UseGroup is what a session worked with of one kind: its tools, its commands.
type UseGroup struct {
	Title string
	Sum   []Figure // of all Rows, none for a single row
	Rows  []FigureRow
}

// ModelRow is the usage of one model.
type ModelRow struct {
	Model    string
	Requests int
	Tokens   Tokens
	Cost     Cost
}

// DayRow is the tokens that one model took on a day.
type DayRow struct {
	Date   time.Time
	Model  string
	Tokens int
}

// AgentRow is one agent in a session's tree of agents.
type AgentRow struct {
	ID, Type, Name, Description, Kind string
	Href                              string
	CallHref                          string // of the call that spawned it, or of the prompt if Asked; "" when nothing links it
	Asked                             bool   // the user started it
	Depth                             int    // 0: spawned by the main thread
	Tools, Errors                     int
	Tokens                            Tokens
	Cost                              Cost // its own, without that of the agents that it spawned
	Active                            time.Duration
	ActiveAtMost                      bool
	Failed                            string // why a step of a workflow failed
}

// WorkflowRow is one run of a workflow.
type WorkflowRow struct {
	Name, Status string
	Href         string // of the call that started it, "" when nothing links it
	Duration     time.Duration
	Agents       int
	Phases       []PhaseRow
	Result       template.HTML // what the script returned, or its start; see theme.Theme.Value
	Whole        string        // where all of the result is, "" when Result has it
	Error        string        // why the run failed
	Logs         string        // what the script logged, or the start of it, a line for each
	AllLogs      string        // address of the whole log, "" when Logs has it
	Script       template.HTML // of the run, or its start; "" where the call that started it shows it
	WholeScript  string        // address of the whole script, "" when Script has it
}

// PhaseRow is one phase of a workflow run with its agents.
type PhaseRow struct {
	Title, Detail string
	Agents        []AgentRow
}

// BranchRow is one rewound branch in a list.
type BranchRow struct {
	ID, Prompt string
	Href       string
	ForkHref   string // of the place where it branched off
	Turns      int
	Start      time.Time
}

// CommitRow is a commit made in the session.
type CommitRow struct {
	SHA, Branch, Subject, Href string
	Amended                    bool // it replaced an earlier one
	Dropped                    bool // a later git reset removed it
	Background                 bool // made in the background
	NoVerify                   bool // made with --no-verify
	Files, Added, Removed      int  // that git printed, 0 for none
}

// Size returns how much the commit changed, "" when that is not known.
func (c CommitRow) Size() string {
	if c.Files == 0 {
		return ""
	}
	size := words.Plural(c.Files, "file")
	if c.Added > 0 {
		size += " +" + words.Number(c.Added)
	}
	if c.Removed > 0 {
		size += " −" + words.Number(c.Removed)
	}
	return size
}

// FileRow is a file that the session changed.
type FileRow struct {
	Path                     string // relative to the session's directory where it is below it
	Added, Removed           int    // lines, net
	ChurnAdded, ChurnRemoved int    // lines, of all changes
	Edits                    int
	Mark                     string // "created", "deleted" ...; "" for a plain change
	Href                     string // of the first change
}

// TestRow is a run of tests.
type TestRow struct {
	Tool     string // "go test"
	Figures  string // "12 passed, 1 failed"
	OK       bool
	Verdict  string   // "passed", "failed", "ended with an error"
	Failures []string // names of failed tests, the first ones
	Href     string
}

// LedgerRow is one class of the ledger.
type LedgerRow struct {
	Class string
	Count int
}
