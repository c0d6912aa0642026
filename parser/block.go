package parser

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Block is a piece of a message: Text, Thinking, ToolCall, Image, Document,
// Attachment, Event, Command or Unknown, always as a pointer.
type Block interface {
	// From tells which record the block came from.
	From() *Origin
}

// Origin is the record that a message or block came from.
type Origin struct {
	UUID   string // "" when the record has none
	Anchor string // "m-" and the uuid's first 8 hex digits, lengthened on collision; records without uuid: from a hash of their content
	Time   time.Time
	File   int // index into Session.Files
	Line   int // 1-based
}

// From returns o itself; it makes every type that embeds Origin a Block.
func (o *Origin) From() *Origin { return o }

// Text is prose. Replies write Markdown; prompts are shown as Markdown too.
type Text struct {
	Origin
	Text string
}

// Thinking is the model's reasoning. Text is empty when only a signature or
// encrypted data was recorded, which Redacted and Signed tell.
type Thinking struct {
	Origin
	Text     string
	Redacted bool // a redacted_thinking block
	Signed   bool // a signature is present
}

// ToolCall is a tool_use with its result.
type ToolCall struct {
	Origin
	ID     string         // toolu_...
	Name   string         // as recorded: may be garbage made by the model
	Input  jsontext.Value // the input object, as recorded
	Server bool           // server_tool_use: run by the API, not by the client
	Result *ToolResult    // nil: interrupted, still running, or not in the file
	Agent  *Agent         // the run it spawned, if any
	Extra  []*Message     // events folded into the call: a Skill's body, hook output, the notification that ended a background task
	Orphan bool           // a result whose call is not in the file; Name, Input are then empty
}

// ToolResult is what came back for a call.
type ToolResult struct {
	Origin
	IsError     bool
	Rejected    bool           // the user declined the call
	Interrupted bool           // the user interrupted it
	Content     []Block        // Text, Image, Document, Unknown
	Structured  jsontext.Value // toolUseResult as recorded (object, string or array); nil when absent or when the record holds several results
	Persisted   *Persisted     // output too large for the record
	Duration    time.Duration  // from the result's own figure, else from call to result; 0 when unknown
}

// Text joins the text blocks of the result with newlines.
func (r *ToolResult) Text() string {
	if r == nil {
		return ""
	}
	var s string
	for _, b := range r.Content {
		if t, ok := b.(*Text); ok {
			if s != "" {
				s += "\n"
			}
			s += t.Text
		}
	}
	return s
}

// Persisted is a tool output that Claude Code wrote to a file of its own.
type Persisted struct {
	Name  string // base name of that file
	Size  string // as Claude Code printed it, "105.1KB"
	Text  string // the whole output; "" when neither the record nor the archive holds it
	Found bool   // Text is the whole output
}

// Image is a picture. Data is base64 as recorded; empty when only a reference
// was recorded, which Ref then holds.
type Image struct {
	Origin
	MediaType string
	Data      string
	Ref       string // URL or path
}

// Document is a file handed to the model: a PDF as base64, or text.
type Document struct {
	Origin
	MediaType string
	Title     string
	Data      string // base64; empty for text
	Text      string
	Ref       string
}

// Attachment is an attachment record that is not a prompt: a file, hook
// output, a reminder, state. Fields unknown to Steno stay in Raw.
type Attachment struct {
	Origin
	Type   string // attachment.type
	Title  string // one line: what it is about (a path, a hook's name)
	Text   string // the content worth reading; may be empty
	Path   string // the file it concerns, "" if none
	Failed bool   // hook errors, cancelled hooks
	Quiet  bool   // folded by default
	Raw    jsontext.Value
}

// Event is a system record, a notification, or another thing that happened.
type Event struct {
	Origin
	Type    string  // record type or wrapper: "system", "pr-link", "task-notification", "teammate-message" ...
	Subtype string  // system subtype, "" otherwise
	Title   string  // one line
	Text    string  // body; may be empty
	Fields  []Field // figures worth showing: duration, retry, status
	Failed  bool
	Quiet   bool   // folded by default
	CallID  string // the tool call it belongs to, "" if none
	AgentID string // the agent it belongs to, "" if none
	Raw     jsontext.Value
}

// Command is a slash command or a bash-mode input with its output.
type Command struct {
	Origin
	Name   string // "/compact"; "!" for bash mode
	Args   string
	Body   string // command-contents
	Stdout string
	Stderr string
}

// Unknown is a record or block of a type that Steno does not know. It is shown
// generically and counted in the ledger.
type Unknown struct {
	Origin
	Type string
	Raw  jsontext.Value
}
