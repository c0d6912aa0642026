package theme

import (
	"html/template"
	"strings"
	"time"

	"steno/theme/picture"
	"steno/theme/words"
)

// Site is what every page knows of the whole site.
type Site struct {
	Title       string
	Description string
	Language    string         // BCP 47, of what the pages show
	BaseURL     string         // absolute, with a trailing slash; "" when not configured
	Params      map[string]any // those of theme.params that the built-in theme does not know
	Generator   string         // "Steno 1.2.3"
	Search      bool           // the site has a search page
	Feed        bool           // the site has a feed.xml
	NoIndex     bool           // search engines are asked to leave it out
	Card        string         // the picture that previews of links show, from the site's root; "" for none
	Counts      Totals
}

// Page is the head of every page view.
type Page struct {
	Site        *Site
	Kind        string // "index", "sessions", "projects", "project", "session", "agents", "agent", "branches", "branch", "beginning", "changes", "notes", "records", "history", "stats", "files", "pulls", "search", "404"
	Title       string // without the site's name
	Description string
	Path        string // of this page, from the site's root: "sessions/<id>/index.html"
	Root        string // relative way to the site's root: "", "../../" ...
	Card        string // the page's own link card, from the site's root; "" for that of the site
	Twin        string // the same in Markdown, relative to the page; "" for none
	Anchors     string // the script that shows on which page of the session an anchor is, relative to the page; "" where there is one page
	Crumbs      []Link // from the index down to the parent; the page itself is left out
}

// Link is an address with its words.
type Link struct {
	Text string
	Href string // relative to the page
	Note string // small print behind the link, may be empty
}

// Totals are figures over a set of sessions.
type Totals struct {
	Projects, Sessions, Agents, Prompts, Replies, ToolCalls, Errors int
	Tokens                                                          Tokens
	Cost                                                            Cost
	Start, End                                                      time.Time
	Linked                                                          bool   // the figures link to what they count
	Root                                                            string // with which those links begin
}

// Tokens is a usage as shown to people.
type Tokens struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	CacheRead  int `json:"cacheRead"`
	CacheWrite int `json:"cacheWrite"`
}

// Total is all tokens that went through the model.
func (t Tokens) Total() int { return t.Input + t.Output + t.CacheRead + t.CacheWrite }

// AgentsPage lists all agents of a session that has too many for its head.
type AgentsPage struct {
	Page
	Session SessionRow
	Agents  []AgentRow // depth first, those of this page
	Pager   Pager
}

// BranchesPage lists all rewound branches of a thread that has too many for its head.
type BranchesPage struct {
	Page
	Thread   Link        // the page of the thread
	Branches []BranchRow // those of this page
	Pager    Pager
}

// ThreadPage is one page of a thread: a session's main one, an agent's, or a
// rewound branch of either.
type ThreadPage struct {
	Page
	Session     SessionHead
	Agent       *AgentHead     // on agent pages and their branches
	Branch      *BranchHead    // on branch pages
	Beginning   *BeginningHead // on pages of a shared beginning
	First       bool           // the first page of its thread: shows the full head
	Outline     []OutlineItem  // of the whole thread, all pages
	Pager       Pager
	Body        template.HTML // fragments of this page, in order
	Levels      []LevelLink   // the whole thread at each level, where it has several pages
	Level       string        // of this page: "prompts", "conversation" or "errors"; "" for everything
	ContinuesOn bool          // the page after this one starts in the middle of the last entry
	Continues   *OutlineItem  // the last entry before this page, when the page's first fragment starts none; nil otherwise
	Prev, Next  *Link         // neighbouring sessions of the project, on session pages
}

// SessionHead is the head of a session page.
type SessionHead struct {
	SessionRow
	Dirs, GitBranches, Versions []string
	Client                      string // program that wrote the transcript; Versions are its own
	TitleSource                 string
	Slug                        string
	ModelUsage                  []ModelRow
	AgentTree                   []AgentRow // depth first; the first ones only when there are many
	MoreAgents                  *Link      // the page that lists all agents, nil when AgentTree does
	Workflows                   []WorkflowRow
	BranchRows                  []BranchRow        // rewound branches, the first of very many
	MoreBranches                *Link              // the pages that list all branches, nil when BranchRows does
	BranchMap                   *picture.BranchMap // how they left each other, nil when there are fewer than two
	Commits                     []CommitRow
	Published                   []Link // web pages that the session published
	FilesChanged                []FileRow
	Changes                     string    // the net diff of all of them, "" for none
	FilesOutside                []FileRow // outside of the session's directories, which no figure counts
	Tests                       []TestRow
	Reported                    string      // what Claude Code itself said that the session cost: "$1.25"; "" when it did not
	ReportedBy                  []ModelRow  // the same by model
	TokensLow                   bool        // the recorded output tokens are too few for the text
	Outcome                     *Outcome    // on the first page
	Flags                       []FlagGroup // what to look at twice
	Failures                    Failures
	Timeline                    *picture.Timeline // nil when there is nothing to see in one
	ForkedFrom                  *Link
	Beginning                   *Beginning // what it shares with ForkedFrom, nil when that is not known
	Copies                      []Link     // sessions that began as copies of this one
	Continues                   []Link     // sessions that go on in this one
	Withheld                    int        // records that are withheld because an excluded session has them, too
	ContinuedIn                 *Link
	Metadata                    []Field
	Ledger                      []LedgerRow
	Records                     string // page of the records that no message shows, "" for none
	Warnings                    []string
	Resume                      string        // shell command that resumes the session
	Notes                       *Link         // the page of what is kept beside it, nil when there is none
	Note                        template.HTML // what its publisher says about it, see Theme.Prose
	NoteRest                    *Link         // all of that, when Note is only its start
}

// Field is a named value.
type Field struct{ Name, Value string }

// ModelRow is the usage of one model.
type ModelRow struct {
	Model    string
	Requests int
	Tokens   Tokens
	Cost     Cost
}

// AgentRow is one agent in a session's tree of agents.
type AgentRow struct {
	ID, Type, Name, Description, Kind string
	Href                              string
	CallHref                          string // of the call that spawned it, "" when nothing links it
	Depth                             int    // 0: spawned by the main thread
	Tools, Errors                     int
	Tokens                            Tokens
	Cost                              Cost // its own, that of its children left out
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
	Result       template.HTML // what the script returned, or its start; see Theme.Value
	Whole        string        // where all of the result is, "" when Result has it
	Error        string        // why the run failed
	Logs         string        // what the script logged, or the start of it, a line for each
	AllLogs      string        // where all of it is, "" when Logs has it
	Script       template.HTML // of the run, or its start; "" where the call that started it shows it
	WholeScript  string        // where all of it is, "" when Script has it
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
	ForkHref   string // of the place where it left
	Turns      int
	Start      time.Time
}

// CommitRow is a commit made in the session.
type CommitRow struct {
	SHA, Branch, Subject, Href string
	Amended                    bool // it replaced an earlier one
	Dropped                    bool // a later git reset removed it
	Background, NoVerify       bool // made in the background; with --no-verify
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
	Tool, Figures string // "go test", "12 passed, 1 failed"
	OK            bool
	Failures      []string // names of failed tests, the first ones
	Href          string
}

// Failures are the errors of a session or an agent in reading order: calls that failed, were
// rejected by the user, denied by a rule or cancelled, and errors of the API, which count as
// failed.
type Failures struct {
	Rows                                []FailureRow // the first ones; those of one kind are one row
	Groups                              int          // how many rows there are in all
	Total                               int          // of all four kinds
	Failed, Rejected, Denied, Cancelled int
}

// Others names the kinds besides failed: "2 rejected, 1 denied", "" for none.
func (f Failures) Others() string { return kinds(0, f.Rejected, f.Denied, f.Cancelled) }

// Words names all kinds: "3 errors, 2 rejected".
func (f Failures) Words() string { return kinds(f.Failed, f.Rejected, f.Denied, f.Cancelled) }

// First is the address of the first error that failed, otherwise of the first of any kind.
func (f Failures) First() string {
	for _, r := range f.Rows {
		if r.Kind == "failed" {
			return r.Href
		}
	}
	if len(f.Rows) > 0 {
		return f.Rows[0].Href
	}
	return ""
}

func kinds(failed, rejected, denied, cancelled int) string {
	var parts []string
	if failed > 0 {
		parts = append(parts, words.Plural(failed, "error"))
	}
	for _, k := range []struct {
		n    int
		word string
	}{{rejected, "rejected"}, {denied, "denied"}, {cancelled, "cancelled"}} {
		if k.n > 0 {
			parts = append(parts, words.Number(k.n)+" "+k.word)
		}
	}
	return strings.Join(parts, ", ")
}

// FailureRow is one of them.
type FailureRow struct {
	Kind   string // "failed", "rejected", "denied" or "cancelled"
	Tool   string // name of the tool; "API" for errors of the API
	Object string // what the call was about: a command, a path; may be empty
	Text   string // start of the message
	Href   string
	Agent  string // of which agent, "" on the thread whose head it is

	Count    int   // how many like it there are; 0 or 1 when it is alone
	Resolved *Link // the next success of the same kind of call on the same subject, nil when there was none
}

// LedgerRow is one class of the ledger.
type LedgerRow struct {
	Class string
	Count int
}

// AgentHead is the head of an agent page.
type AgentHead struct {
	AgentRow
	Prompt       string
	Parent       *Link      // the page of the agent or session that spawned it
	Link         string     // how the spawning call was found
	Children     []AgentRow // those below it, depth first; the first of very many
	Below        int        // how many there are
	MoreChildren *Link      // the pages that list all agents of the session, nil when Children does
	Start, End   time.Time
	Models       []string
	ModelUsage   []ModelRow
	Failures     Failures
	Timeline     *picture.Timeline // nil when there is nothing to see in one
}

// BranchHead is the head of a branch page.
type BranchHead struct {
	BranchRow
	Thread     Link        // the page of the thread it belongs to
	Others     []BranchRow // other versions at the same fork point, the nearest of very many
	MoreOthers *Link       // the pages that list all branches, nil when Others does
}

// Beginning is what a session that began as a copy of another one has in common with it.
type Beginning struct {
	Href                    string // its pages
	From                    *Link  // the other session
	Prompts, Replies, Calls int
	Rows                    []Link // its first prompts
}

// BeginningHead is the head of a page of a beginning.
type BeginningHead struct {
	Thread  Link  // the page where the thread goes on
	From    *Link // the session that has the beginning, too; nil when it is not known
	Outputs bool  // outputs are shown on the pages of that session, or of one between them
}

// OutlineItem is one entry of a thread's outline.
type OutlineItem struct {
	Kind   string // "turn", "segment", "fork"
	Text   string
	Href   string
	Page   int  // 1-based
	To     int  // last of the pages that the entry represents; 0 when that is Page
	Here   bool // on the page being shown
	Errors int
	Calls  int
	End    string // how the turn ended: "interrupted", "2 commits"; "" for the usual end
	Mark   string // what the session's publisher calls the turn; "note" for one with a note alone
	Time   time.Time

	Versions int // of the prompt, this one included; 0 or 1 when it was never rewound
}

// SearchPage is the search page.
type SearchPage struct {
	Page
	Sessions int
	Scope    string // what is indexed: "titles", "conversation" or "everything"
}

// NotFoundPage is 404.html. Hosts serve it at any depth, so its Root is the
// absolute path of the base URL, or "/" without one.
type NotFoundPage struct{ Page }
