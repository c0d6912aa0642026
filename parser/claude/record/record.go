// Package record decodes one JSON object of a Claude Code transcript into a
// small Record. There is no schema to compare the input with, so decoding is
// tolerant: a member of the wrong JSON type counts as absent and never costs the
// rest of the record; members that Steno does not know are kept as recorded
// where they are shown and skipped, without being decoded, where they are not.
package record

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Record is one JSON object of a transcript.
type Record struct {
	Type    string // "" when the record has none
	Subtype string // subtype of a system record, type of an attachment, data.type of a progress record, operation of a queue-operation
	UUID    string // "" when the record has none
	Parent  string // parentUuid
	Time    time.Time
	Context *Context
	Flags   Flags
	// with uuid: of type and content, equal for equal content within one process; without: of all
	// bytes, the same in every process
	Hash     uint64
	Message  *Message       // of user and assistant records
	Extra    jsontext.Value // members that are not of the envelope, as an object, see Withhold; nil for user and assistant records
	User     *User          // members that few records have; nil when this one has none
	Progress *Progress      // agent_progress records, and those that are Guarded
	Folded   Folded         // the message and, as far as it is nil, User; see [Folder]
}

// Flags are the boolean members of the envelope, and what is known of the rest.
type Flags uint16

// Flags of a record.
const (
	Sidechain Flags = 1 << iota
	Meta
	CompactSummary
	TranscriptOnly
	APIError
	HasParent // the record has a parentUuid member, null included
	Cleared   // a hook that ran because the context was cleared (SessionStart:clear)
	Aborted   // a reply that was stopped while it was written
	Withheld  // all that the record contains was withheld, see Withhold
	Guarded   // a hook that ran before a call (PreToolUse): Progress.ParentCall
	Stacked   // a further slash command of one input, see User.Stacked
	Driven    // a program ran the client and wrote its prompts (entrypoint sdk-py, sdk-ts, sdk-cli)
	Shutdown  // the client wrote it as it ended, in the words for an interruption by the user
)

// Has reports whether all flags of g are set.
func (f Flags) Has(g Flags) bool { return f&g == g }

// Context is what neighbouring records have in common; they share one value.
type Context struct {
	Session, Agent, Cwd, Branch, Version, Slug string
}

// Scheduled is the origin.subkind of a prompt that a schedule sent. Its kind is that of
// notifications.
const Scheduled = "scheduled-trigger"

// Handback is the origin of what a subagent hands back, whatever kind its record names.
const Handback = "handback"

// Client is who speaks in what Claude Code sends by itself.
const Client = "client"

// User contains the members that only some user and assistant records have.
type User struct {
	PermissionMode  string
	Thinking        string // level, or budget in tokens
	PlanContent     string
	Feedback        string // userFeedback: what the user typed in the dialog about a call, from 2.1.261
	SourceToolUse   string // sourceToolUseID
	SourceAssistant string // sourceToolAssistantUUID
	Origin          string // origin.kind, Scheduled or Handback; see Speaker
	TurnOrigin      string // turnOrigin, from 2.1.277: "human", "peer", "task_notification", "scheduled" ...
	PromptSource    string
	Stacked         string   // stackedOriginalInput: what the user typed, where it has several slash commands
	Error           string   // error of an API error message, else apiError
	Denial          string   // toolDenialKind
	NotRun          []NotRun // tool_result_meta, of what the SDK prints
	AgentType       string   // subagent_type and task_description, of what the SDK prints of an agent
	AgentTask       string
	Supersedes      []string       // uuids of the records of replies that this one replaces
	Todos           jsontext.Value // the to-do list at a prompt, nil when it is empty
	Images          []int          // imagePasteIds
	ForkSession     string         // forkedFrom.sessionId
	ForkUUID        string         // forkedFrom.messageUuid
}

// Speaker returns who said what a record contains, as Origin names them: "" and "human" are the user. A record without an origin may
// still say what began its turn, and what the client sends by itself has "system" as its source. Observed in 2.1.205 to 2.1.294.
func (u User) Speaker() string {
	kind := u.Origin
	if kind == "" {
		kind = strings.ReplaceAll(u.TurnOrigin, "_", "-")
	}
	switch {
	case kind == "scheduled":
		return Scheduled
	case kind == "sdk":
		return ""
	case kind == "system", kind == "" && u.PromptSource == "system":
		return Client
	}
	return kind
}

// NotRun is why a call was not run.
type NotRun struct {
	ID, Kind string // of the call; "permission_denied" ...
}

// Progress is the part of a progress record that reports its agent, or the call that a hook ran before.
type Progress struct {
	AgentID    string
	Prompt     string
	ParentCall string         // parentToolUseID
	Inner      jsontext.Value // the agent's own record; nil unless the decoder keeps it
}

// Message is the message member of a user or assistant record, with the members
// of the record that only messages have.
type Message struct {
	ID, Role, Model, StopReason string
	Content                     []Block
	Usage                       *Usage
	RequestID                   string
	Effort                      string         // how much the model was asked to think
	Result                      jsontext.Value // toolUseResult, without second copies of whole files
}

// Block is a content block. Which fields are set depends on Type.
type Block struct {
	Type    string
	Text    string         // text and thinking
	ID      string         // id of a tool_use, tool_use_id of a result
	Name    string         // name of a tool_use
	Raw     jsontext.Value // input of a tool_use; annotations of a text or a picture; the whole block for types unknown here
	Content []Block        // of a tool result
	Source  *Source        // of an image or document
	Flags   BlockFlags
	Cited   jsontext.Value // citations of a text, nil for none
}

// BlockFlags are the yes-or-no facts of a block.
type BlockFlags uint8

// Flags of a block.
const (
	IsError BlockFlags = 1 << iota
	Signed             // a signature or encrypted data is present
)

// Source is where the bytes of an image or document are.
type Source struct {
	MediaType, Title string
	Data             string // base64
	Text             string // of a text document
	Ref              string // URL, path or file id
}

// Usage is the usage member of an assistant message.
type Usage struct {
	Input, Output, CacheRead, CacheWrite, CacheWrite1h int
	Thinking                                           int // the part of Output that is thinking, as far as it is recorded
}

// Rare returns the record's rare members, empty ones when it has none.
func (r *Record) Rare() User {
	if r.User == nil {
		return User{}
	}
	return *r.User
}

func (r *Record) user() *User {
	if r.User == nil {
		r.User = new(User)
	}
	return r.User
}
