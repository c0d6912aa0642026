package parser

// Action is what a tool call did, in terms that are the same for all agents. The reader of a
// format computes it once; everything else reads it and knows no tool by name.
type Action struct {
	Kind    ActionKind `json:"kind,omitzero"`
	File    string     `json:"file,omitzero"`      // the file that the call reads or changes, as the tool was given it
	Command string     `json:"command,omitzero"`   // the command line that it runs
	Dir     string     `json:"dir,omitzero"`       // the directory in which the command line begins
	About   string     `json:"about,omitzero"`     // what else the call is about: a pattern, a URL, a description
	Task    string     `json:"task,omitzero"`      // the id of what it started in the background, or asks the output of
	Agent   string     `json:"agent,omitzero"`     // the id of the agent that it started, as its result names it
	Type    string     `json:"agentType,omitzero"` // the type of the agent that it starts, as the call or its result names it
	Agents  int        `json:"agents,omitzero"`    // how many agents a workflow started, as the notification says that it ended
	Async   bool       `json:"async,omitzero"`     // what it started goes on in the background: the result only says that it was started
	Added   int        `json:"added,omitzero"`     // lines that it adds to File, if it succeeds
	Removed int        `json:"removed,omitzero"`   // lines that it removes from File, if it succeeds
	To      string     `json:"to,omitzero"`        // the path to which it moves File
	Change  *Change    `json:"-"`                  // how it changes File; nil when it changes none
	Also    []Edited   `json:"also,omitempty"`     // the other files that it changes; all that a command changed, where that is recorded
}

// Edited is a file that a call changes.
type Edited struct {
	File    string  `json:"file"`
	To      string  `json:"to,omitzero"` // the path to which it is moved
	Added   int     `json:"added,omitzero"`
	Removed int     `json:"removed,omitzero"`
	Change  *Change `json:"-"`
}

// Edits returns the files that the call changes, as it was given them. Those of a command are there where the
// transcript records what it changed.
func (a *Action) Edits() []Edited {
	if a.Change == nil {
		return a.Also
	}
	return append([]Edited{{a.File, a.To, a.Added, a.Removed, a.Change}}, a.Also...)
}

// Subject returns what the call is about: a file, a command line, or what it names.
func (a *Action) Subject() string {
	for _, s := range []string{a.File, a.Command, a.About} {
		if s != "" {
			return s
		}
	}
	return ""
}

// ActionKind is what sort of thing a tool call does.
type ActionKind string

// Action kinds.
const (
	ActionRead     ActionKind = "read"     // reads a file
	ActionEdit     ActionKind = "edit"     // writes or changes a file
	ActionRun      ActionKind = "run"      // runs a command line
	ActionPoll     ActionKind = "poll"     // asks for the output of something that runs in the background
	ActionSearch   ActionKind = "search"   // looks for files or text
	ActionFetch    ActionKind = "fetch"    // reads from the network
	ActionDelegate ActionKind = "delegate" // starts an agent
	ActionService  ActionKind = "service"  // calls a server of the Model Context Protocol
	ActionMessage  ActionKind = "message"  // writes to another agent or a person
	ActionLeave    ActionKind = "leave"    // agrees to end, as who leads its team asked
	ActionAsk      ActionKind = "ask"      // asks the user
	ActionPlan     ActionKind = "plan"     // presents a plan
	ActionTodo     ActionKind = "todo"     // keeps a list of tasks
	ActionReport   ActionKind = "report"   // hands results over: findings of a review, a published page, a file, what an agent reports
	ActionAnswer   ActionKind = "answer"   // hands over the answer that the prompt asked for, in a given shape: work ends with it
	ActionSkill    ActionKind = "skill"    // loads the instructions of a skill
	ActionOther    ActionKind = "other"
)

// Change is how a call changes a file. Lines are known by their hashes: all that figures need
// is which are equal.
type Change struct {
	Created bool // the file did not exist before
	Deleted bool // the file does not exist afterwards
	Whole   bool // Hunks have the whole file
	Unknown bool // how is not recorded: there are no Hunks
	Shared  bool // others changed files at the same time: part of it may be theirs
	Part    int  // which one it is of the changes that the transcript records of the call, for [Texts]
	Hunks   []Hunk
}

// Hunk is a stretch of changed lines with some of the lines around them.
type Hunk struct {
	Old   int // number of its first line before the change, counted from 1; 0 when unknown
	Lines []Line
}

// Line is a line of a hunk.
type Line struct {
	Op   LineOp
	Hash uint64 // equal for equal lines, within one process
}

// LineOp says what a change does to a line.
type LineOp byte

// What a change does to a line.
const (
	LineKept    LineOp = ' '
	LineAdded   LineOp = '+'
	LineRemoved LineOp = '-'
)

// Count returns how many lines a change adds and removes.
func (c *Change) Count() (added, removed int) {
	if c == nil {
		return 0, 0
	}
	for _, h := range c.Hunks {
		for _, l := range h.Lines {
			switch l.Op {
			case LineAdded:
				added++
			case LineRemoved:
				removed++
			}
		}
	}
	return added, removed
}

// Texts reads the texts behind changes again, from calls as they are now: redacted, where they
// were. A format leaves nil what its transcripts do not have.
type Texts struct {
	// Changed returns the lines of each of a call's Edits, hunk by hunk. Each line begins with its
	// LineOp and has its line end, unless it is the last of a file that ends without one.
	Changed func(c *ToolCall) [][][]string
	// Read returns the lines of the whole file that a call read, nil when it read less.
	Read func(*ToolCall) []string
}

// Outcome is how a tool call ended.
type Outcome string

// Outcomes. Failed, Rejected, Denied and Cancelled are the four kinds of errors.
const (
	Done        Outcome = "done"
	Failed      Outcome = "failed"      // the tool reported an error
	Rejected    Outcome = "rejected"    // the user declined the call
	Denied      Outcome = "denied"      // a rule, a hook or a classifier declined it
	Cancelled   Outcome = "cancelled"   // it did not run because a call beside it failed
	Interrupted Outcome = "interrupted" // the user stopped it
	NoResult    Outcome = "no result"   // nothing was recorded
)

// IsError reports whether an outcome is one of the four kinds of errors.
func (o Outcome) IsError() bool { return o == Failed || o == Rejected || o == Denied || o == Cancelled }

// Runs reports whether a call with this outcome ran, at least for a while.
func (o Outcome) Runs() bool { return o == Done || o == Failed || o == Interrupted }

// Outcome returns how the call ended.
func (c *ToolCall) Outcome() Outcome {
	r := c.Result
	switch {
	case r == nil:
		return NoResult
	case r.Rejected:
		return Rejected
	case r.Denied != "":
		return Denied
	case r.Cancelled:
		return Cancelled
	case r.Interrupted:
		return Interrupted
	case r.IsError:
		return Failed
	}
	return Done
}

// Failed reports whether the call ended in an error of the tool.
func (c *ToolCall) Failed() bool { return c.Outcome() == Failed }

// Ended reports whether the call did what it was asked to.
func (c *ToolCall) Ended() bool { return c.Outcome() == Done }
