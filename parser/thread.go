package parser

import "time"

// Thread is one line of conversation with everything that was rewound: a
// session's own, or an agent's.
type Thread struct {
	// what came before the live branch in the session that this one began as a copy of; nil if it
	// was not copied. It is not part of Branches, and of no figure
	Beginning    *Branch       `json:"beginning,omitzero"`
	Branches     []*Branch     `json:"branches"` // [0] is the live branch; the rest in order of their first record
	Start        time.Time     `json:"start,omitzero"`
	End          time.Time     `json:"end,omitzero"`
	Active       time.Duration `json:"activeSeconds,omitzero"` // time at work: see IdleGap
	ActiveAtMost bool          `json:"activeAtMost,omitzero"`  // Active may hold waits for permission, which are not recorded
	Models       []string      `json:"models"`
}

// All returns the beginning, if there is one, and the branches: every message of the thread
// is in one of them.
func (t *Thread) All() []*Branch {
	if t.Beginning == nil {
		return t.Branches
	}
	return append([]*Branch{t.Beginning}, t.Branches...)
}

// Live returns the branch that ends in the newest leaf. A thread always has one,
// though it may hold no segment.
func (t *Thread) Live() *Branch { return t.Branches[0] }

// Branch is one path through the turn tree, from where it left its parent to
// its leaf. What it shares with its parent is in the parent only.
type Branch struct {
	// first 8 hex digits of its first prompt's uuid, lengthened on collision; "live" for the live
	// branch
	ID       string     `json:"id"`
	Parent   *Branch    `json:"parent,omitzero"` // nil for the live branch and for a second root
	Fork     *ForkPoint `json:"fork,omitzero"`   // where it left its parent; nil for the live branch
	Segments []*Segment `json:"segments"`
	Skipped  int        `json:"skipped,omitzero"` // prompts before the first one that are not published; the others keep their numbers
}

// Segment is a stretch of a branch between two compactions, or between places where the
// context was cleared.
type Segment struct {
	Compaction *Compaction `json:"compaction,omitzero"` // what opened it; nil for the first
	Turns      []*Turn     `json:"turns"`
}

// TriggerClear is the Trigger of a compaction that left no summary: the user cleared the
// context within the session.
const TriggerClear = "clear"

// Compaction is a boundary at which the context was replaced by a summary, or cleared.
type Compaction struct {
	Origin
	Trigger    string        `json:"trigger,omitzero"`    // "auto", "manual" or "clear"
	PreTokens  int           `json:"preTokens,omitzero"`  // context before; 0 when not recorded
	PostTokens int           `json:"postTokens,omitzero"` // context after; 0 when not recorded
	Duration   time.Duration `json:"durationSeconds,omitzero"`
	Text       string        `json:"text,omitzero"`    // the boundary record's own words
	Summary    *Message      `json:"summary,omitzero"` // the summary handed to the model; nil when not in the file
}

// Cleared reports whether the context was cleared, not compacted.
func (c *Compaction) Cleared() bool { return c != nil && c.Trigger == TriggerClear }

// Turn is one prompt and all that follows until the next prompt on the same
// branch. Prompt is nil for what precedes any prompt.
type Turn struct {
	Prompt   *Message   `json:"prompt,omitzero"`
	Messages []*Message `json:"messages"` // replies and events, in order of the chain
	// branches that left at this turn's fork point: other prompts sent in place of this one; in
	// order of first record
	Versions []*Branch `json:"versions,omitempty"`
	Start    time.Time `json:"start,omitzero"`
	End      time.Time `json:"end,omitzero"`
	// time at work, of which [Thread.Active] is the sum
	Active       time.Duration `json:"activeSeconds,omitzero"`
	ActiveAtMost bool          `json:"activeAtMost,omitzero"` // Active may hold waits for permission
	Mark         string        `json:"mark,omitzero"`         // what its publisher calls it, in a few words; the parser finds none
	Note         string        `json:"note,omitzero"`         // what its publisher says about it, in Markdown; the parser finds none
}

// Message is a prompt, a reply assembled from all records of one API message,
// or an event. Anchor is unique within the thread and never changes when the
// file grows.
type Message struct {
	Origin
	Kind   MessageKind `json:"kind"`
	Blocks []Block     `json:"blocks"`
	End    time.Time   `json:"end,omitzero"` // time of the last record merged into it

	// Replies only.
	ID         string `json:"id,omitzero"` // message.id
	RequestID  string `json:"requestId,omitzero"`
	Model      string `json:"model,omitzero"`
	StopReason string `json:"stopReason,omitzero"`
	Effort     string `json:"effort,omitzero"`   // how much the model was asked to think: "high"
	Usage      *Usage `json:"usage,omitzero"`    // nil when not recorded
	APIError   string `json:"apiError,omitzero"` // kind of API error this notice represents ("rate_limit"), "" for a reply

	More *More `json:",embed"` // nil for nothing: see [Message.Rest] and [Message.SetRest]
}

// More is what most messages do not have. Sessions have many messages: it takes no room in those.
type More struct {
	// Prompts only.
	// who typed it when not the user: a teammate, a peer, a channel; one of the Sender constants
	// when the user did in another way
	Sender         string `json:"sender,omitzero"`
	PermissionMode string `json:"permissionMode,omitzero"`
	Thinking       string `json:"thinking,omitzero"` // thinking level or budget asked for
	PlanFrom       string `json:"planFrom,omitzero"` // sessionId of the planning session this prompt implements

	Former []string `json:"former,omitempty"` // anchors of records that this message replaced as the file grew; links to them lead here

	Notes []string `json:"notes,omitempty"` // what a reader should know: "orphan: parent not in the file", ...
}

// Rest returns what few messages have, to be read.
func (m *Message) Rest() More {
	if m.More == nil {
		return More{}
	}
	return *m.More
}

// SetRest changes what few messages have.
func (m *Message) SetRest(rest More) {
	m.More = nil
	if rest.Sender+rest.PermissionMode+rest.Thinking+rest.PlanFrom != "" || len(rest.Former)+len(rest.Notes) > 0 {
		own := rest
		m.More = &own
	}
}

// MessageKind distinguishes prompts, replies and events.
type MessageKind string

// Message kinds.
const (
	KindPrompt MessageKind = "prompt"
	KindReply  MessageKind = "reply"
	KindEvent  MessageKind = "event"
)

// ForkPoint is the place where a branch left its parent.
type ForkPoint struct {
	After   string `json:"after"`   // anchor of the last shared message; "" when the branch is its own root
	Instead string `json:"instead"` // anchor of the parent's message that is in this branch's place; "" if the parent ends there
}

// The user speaks in other places than prompts: with a sentence typed when declining or allowing a
// call, with the answers to questions of the agent, and with a slash command that has
// arguments. All of these are prompts: they open a turn and count as the user's words.

// Senders of prompts that the user did not type into the input.
const (
	SenderQueue     = "queue"     // typed while the agent worked
	SenderRejection = "rejection" // typed when declining a call
	SenderApproval  = "approval"  // typed when allowing a call
	SenderAnswer    = "answer"    // answers to questions of the agent
	SenderSchedule  = "schedule"  // asked for before, and sent by a clock
	SenderVoice     = "voice"     // spoken
	SenderTeammate  = "teammate"  // sent to one agent of a team
	SenderSubtask   = "subtask"   // handed to a copy of the agent
	SenderSuggested = "suggested" // suggested by the client, and accepted by the user
)
