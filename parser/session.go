package parser

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/parser/offheap"
)

// Session is one conversation, rebuilt: the main thread, every agent run that
// belongs to it, and the account of what happened to each line that was read.
type Session struct {
	ID      string   `json:"id"`      // the sessionId; for files without one, the file's base name
	Aliases []string `json:"aliases"` // other sessionIds whose records are in the same conversation, in order of first record
	Title   Title    `json:"title"`
	Slug    string   `json:"slug,omitzero"` // the agent's own name for it, of three words ("wiggly-imagining-wolf"), "" when not recorded

	Dirs     []string  `json:"dirs"`            // distinct cwd values of the main thread, in order of first use
	Links    []DirLink `json:"links,omitempty"` // other names of Dirs
	Branches []string  `json:"branches"`        // distinct git branches, in order of first use
	Versions []string  `json:"versions"`        // distinct versions of the agent, in order of first use
	// distinct models of the main thread, or of the agents where it has none, in order of first use;
	// "<synthetic>" left out
	Models []string `json:"models"`

	Start time.Time `json:"start,omitzero"` // first timestamp of the main thread that was not copied from another session; zero when no record has one
	End   time.Time `json:"end,omitzero"`   // last timestamp of the main thread

	Main   *Thread  `json:"main"`
	Agents []*Agent `json:"agents"` // all of them, nested ones included, in order of their first record

	Workflows []*WorkflowRun `json:"workflows"` // by run id

	Pages        []Page        `json:"pages"`               // web pages that the session published, first publication first
	PullRequests []PullRequest `json:"pullRequests"`        // pr-link records and `gh pr create` output, first mention first
	Commits      []Commit      `json:"commits"`             // in order, see package facts
	ForkedFrom   *Fork         `json:"forkedFrom,omitzero"` // nil unless this session began as a copy of another
	// read from what the agent printed alone: there is no transcript to go on from
	Printed     bool          `json:"printed,omitzero"`
	Driven      bool          `json:"driven,omitzero"`       // a program ran the agent and wrote the prompts
	Withheld    int           `json:"withheld,omitzero"`     // records that are withheld because an excluded session has them, too
	ContinuedIn string        `json:"continuedIn,omitzero"`  // sessionId named by a continued-in record, "" if none
	Notes       []*Note       `json:"notes"`                 // session memory, then plans and scripts by name
	Checkpoints []*Checkpoint `json:"checkpoints,omitempty"` // files as they were before changes, if asked for; by path, then version
	Tags        []string      `json:"tags"`                  // the tag record's; anyone who publishes the session may add some
	Note        string        `json:"note,omitzero"`         // what its publisher says about it, in Markdown; the parser finds none
	Metadata    []Field       `json:"metadata"`              // last value of each state record (permission-mode, agent-name ...), by name

	Unshown []*Unshown `json:"unshown"` // records that no message shows, by type

	Reported *Cost        `json:"reported,omitzero"` // what the agent itself said of costs; nil when it did not
	Usage    Usage        `json:"usage,omitzero"`    // main thread and agents; each API request counted once; zero when not recorded
	Ledger   Ledger       `json:"ledger"`
	Files    []FileLedger `json:"files"` // the ledger of each file read, in reading order
	Warnings []Warning    `json:"warnings"`

	Texts Texts          `json:"-"` // what changed in files
	Held  *offheap.Texts `json:"-"` // where its long texts are; nil for on the heap
}

// Unprompted reports whether the prompts of a session were not recorded, where that many were
// found: what a run prints may have its replies alone, and of a session whose own transcript is
// gone only agents are left.
func (s *Session) Unprompted(prompts int) bool { return prompts == 0 && (s.Printed || s.AgentsOnly()) }

// AgentsOnly reports whether a session has agents, but nothing of its main thread: clients delete
// transcripts and leave those of their agents, and archives are collected in parts. That it was interrupted
// is not much: the client writes that into the file of the session that carries out its plan (observed in
// 2.1.41 to 2.1.63).
func (s *Session) AgentsOnly() bool {
	for m := range s.Main.Live().Messages() {
		if len(m.Blocks) == 0 || slices.ContainsFunc(m.Blocks, func(b Block) bool {
			e, ok := b.(*Event)
			return !ok || e.Type != UserStopped
		}) {
			return false
		}
	}
	return len(s.Agents) > 0
}

// Title is what a session is called, and which record said so.
type Title struct {
	Text   string      `json:"text"`
	Source TitleSource `json:"source"`
}

// TitleSource names where a title came from; see title.go for the order of preference
// (format notes, section 4).
type TitleSource string

// Title sources, best first.
const (
	TitleGiven   TitleSource = "sessions file" // by its publisher; the parser finds none
	TitleCustom  TitleSource = "custom-title"
	TitleAI      TitleSource = "ai-title"
	TitleSummary TitleSource = "summary"
	TitleIndex   TitleSource = "sessions-index"
	TitlePlan    TitleSource = "plan"    // the first heading of the plan that the session implements
	TitlePrompt  TitleSource = "prompt"  // the first request
	TitleCommand TitleSource = "command" // a slash command
	TitleCommit  TitleSource = "commit"  // the subject of the first commit
	TitleReply   TitleSource = "reply"   // the first sentence of the first reply
	TitleFile    TitleSource = "file"    // the file that was edited most
	TitleSlug    TitleSource = "slug"
	TitleDate    TitleSource = "date"
	TitleID      TitleSource = "id"
)

// Names of Metadata that say how a run without a user ended.
const (
	MetadataOutcome = "outcome"            // "success", "error max turns"
	MetadataDenied  = "permissions denied" // tools, with commas between
	MetadataTook    = "duration"           // how long the client says that it took, as time.Duration writes it
)

// Fork says that a session began as a copy of another one's history.
type Fork struct {
	SessionID string `json:"sessionId"`     // the origin
	UUID      string `json:"uuid,omitzero"` // last record that both have, "" when not recorded
	Records   int    `json:"records"`       // records copied from the origin; what they say is in Thread.Beginning
}

// PullRequest is a pull request that the session made or was linked to.
type PullRequest struct {
	Number     int       `json:"number"`
	URL        string    `json:"url"`
	Repository string    `json:"repository,omitzero"` // owner/name
	Anchor     string    `json:"anchor,omitzero"`     // of the message that shows it, "" if none
	Time       time.Time `json:"time,omitzero"`
}

// Name returns what people call the pull request: owner/name#12, and owner/name!12 on GitLab, where
// # is an issue.
func (p PullRequest) Name() string {
	sign := "#"
	if strings.Contains(p.URL, "/merge_requests/") {
		sign = "!"
	}
	return p.Repository + sign + strconv.Itoa(p.Number)
}

// Page is a web page that the session published.
type Page struct {
	URL    string    `json:"url"`
	Title  string    `json:"title,omitzero"`
	Path   string    `json:"path,omitzero"`   // the file that it was made from
	Anchor string    `json:"anchor,omitzero"` // of the message that published it, "" if none
	Time   time.Time `json:"time,omitzero"`
}

// Commit is a commit that the session made.
type Commit struct {
	SHA        string    `json:"sha"` // abbreviated, as printed; "" when it was not printed
	Branch     string    `json:"branch,omitzero"`
	Subject    string    `json:"subject,omitzero"`
	Amended    bool      `json:"amended,omitzero"`    // it took the place of an earlier commit of the session, which is not listed
	Background bool      `json:"background,omitzero"` // a command in the background made it
	Dropped    bool      `json:"dropped,omitzero"`    // a later git reset of the session moved its branch to before it
	NoVerify   bool      `json:"noVerify,omitzero"`   // its hooks were skipped with --no-verify
	Files      int       `json:"files,omitzero"`      // that it changed, as git printed; 0 when it printed none
	Added      int       `json:"added,omitzero"`      // lines, the same
	Removed    int       `json:"removed,omitzero"`
	Anchor     string    `json:"anchor,omitzero"`
	Time       time.Time `json:"time,omitzero"`
}

// Field is a named value kept as it was written, for display.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Agent is one subagent run. Agents nest: Parent is the agent that spawned it.
type Agent struct {
	ID          string    `json:"id"`
	Type        string    `json:"type,omitzero"` // "Explore", "general-purpose" ...; "" when not recorded
	Name        string    `json:"name,omitzero"` // a teammate's name
	Description string    `json:"description,omitzero"`
	Prompt      string    `json:"prompt,omitzero"`
	Kind        AgentKind `json:"kind"`
	Parent      *Agent    `json:"parent,omitzero"` // nil: spawned by the main thread, or by nothing known
	Call        *ToolCall `json:"call,omitzero"`   // the call that spawned it; nil when nothing links it
	Link        AgentLink `json:"link,omitzero"`   // how Call was found
	Asked       string    `json:"asked,omitzero"`  // anchor of the prompt by which the user started it, "" for none
	Run         string    `json:"run,omitzero"`    // workflow run id, "" outside workflows
	Children    []*Agent  `json:"children"`
	Thread      *Thread   `json:"thread"`
	Usage       Usage     `json:"usage,omitzero"` // this agent's own requests, its children's left out; zero when not recorded
	Error       string    `json:"error,omitzero"` // why a step of a workflow failed
}

// WorkflowRun is one run of a workflow: a script that spawns agents in phases.
type WorkflowRun struct {
	ID       string           `json:"id"`
	Name     string           `json:"name,omitzero"`
	Status   string           `json:"status,omitzero"` // "completed" ...; "" when the run left no summary
	Call     *ToolCall        `json:"call,omitzero"`   // the Workflow call; nil when it is not in the files
	Duration time.Duration    `json:"durationSeconds,omitzero"`
	Phases   []*WorkflowPhase `json:"phases"`
	Agents   []*Agent         `json:"agents"`          // all of the run, in order of their start
	Result   string           `json:"result,omitzero"` // what the script returned: text, or JSON
	Script   string           `json:"script,omitzero"` // of the run, as it was kept; "" when it was not
	Logs     []string         `json:"logs,omitempty"`  // what the script logged, in order
	Error    string           `json:"error,omitzero"`  // why the run failed
}

// WorkflowPhase is one phase of a workflow run.
type WorkflowPhase struct {
	Title  string   `json:"title"`
	Detail string   `json:"detail,omitzero"`
	Agents []*Agent `json:"agents"`
}

// AgentKind is the sort of run that an agent is.
type AgentKind string

// Agent kinds.
const (
	AgentTask      AgentKind = "task"      // spawned by Task or Agent
	AgentWorkflow  AgentKind = "workflow"  // a step of a workflow run
	AgentTeammate  AgentKind = "teammate"  // a member of a team
	AgentSidechain AgentKind = "sidechain" // legacy: records inside the main file
	AgentProgress  AgentKind = "progress"  // rebuilt from agent_progress records; its file is gone
	AgentInternal  AgentKind = "internal"  // compaction, prompt suggestion, side question, warm-up: listed, not counted
)

// AgentLink is how an agent's spawning call was found, best evidence first
// (format notes, section 9).
type AgentLink string

// Agent links, best first.
const (
	LinkMeta      AgentLink = "meta"      // toolUseId of the meta.json file
	LinkResult    AgentLink = "result"    // toolUseResult.agentId
	LinkText      AgentLink = "text"      // "agentId: ..." in the result's text
	LinkProgress  AgentLink = "progress"  // agent_progress.parentToolUseID
	LinkPrompt    AgentLink = "prompt"    // the same prompt text
	LinkSidechain AgentLink = "sidechain" // an in-file sidechain, by prompt and time
	LinkNone      AgentLink = ""
)

// Usage counts tokens. Requests are API requests (message.id and requestId),
// each counted once however often its records are repeated.
type Usage struct {
	Requests     int          `json:"requests"`
	Input        int          `json:"input"` // uncached input tokens
	Output       int          `json:"output"`
	CacheRead    int          `json:"cacheRead"`
	CacheWrite   int          `json:"cacheWrite"`        // both lifetimes
	CacheWrite1h int          `json:"cacheWrite1h"`      // the part of CacheWrite that lives an hour
	ByModel      []ModelUsage `json:"byModel,omitempty"` // by model name, sorted
}

// ModelUsage is the part of a Usage that one model accounts for.
type ModelUsage struct {
	Model        string `json:"model"`
	Requests     int    `json:"requests"`
	Input        int    `json:"input"`
	Output       int    `json:"output"`
	CacheRead    int    `json:"cacheRead"`
	CacheWrite   int    `json:"cacheWrite"`
	CacheWrite1h int    `json:"cacheWrite1h"`
}

// Cost is what an agent itself reported of a session.
type Cost struct {
	Micros  int           `json:"microsUSD"` // millionths of a US dollar
	Added   int           `json:"linesAdded,omitzero"`
	Removed int           `json:"linesRemoved,omitzero"`
	API     time.Duration `json:"apiSeconds,omitzero"`  // time of requests
	Tools   time.Duration `json:"toolSeconds,omitzero"` // time of tools
	Models  []ModelCost   `json:"models"`               // by name
}

// ModelCost is the part of a Cost that one model accounts for.
type ModelCost struct {
	Model  string `json:"model"`
	Micros int    `json:"microsUSD"`
	Output int    `json:"outputTokens,omitzero"`
}

// String is "$1.25".
func (c *Cost) String() string { return fmt.Sprintf("$%.2f", float64(c.Micros)/1e6) }

// Warning is something in the input that a person should know of.
type Warning struct {
	File string `json:"file,omitzero"` // as displayed, "" when it concerns no file
	Line int    `json:"line,omitzero"` // 1-based, 0 when it concerns the whole file
	Text string `json:"text"`          // lower case, what was found and what was kept
}
