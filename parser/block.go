package parser

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Block is a piece of a message: Text, Thinking, ToolCall, Image, Document,
// Attachment, Event, Command or Unknown, always as a pointer.
type Block interface {
	// From names the record that the block came from.
	From() *Origin
}

// Origin is the record that a message or block came from.
type Origin struct {
	UUID string `json:"uuid,omitzero"` // "" when the record has none
	// "m-" and the uuid's first 8 hex digits, lengthened on collision; records without uuid: from a
	// hash of their content
	Anchor string    `json:"anchor,omitzero"`
	Time   time.Time `json:"time,omitzero"`
	File   int       `json:"file"` // index into Session.Files
	Line   int       `json:"line"` // 1-based
}

// From returns o itself; it makes every type that embeds Origin a Block.
func (o *Origin) From() *Origin { return o }

// Text is prose. Replies write Markdown; prompts are shown as Markdown too.
type Text struct {
	Origin
	Text   string     `json:"text"`
	Pasted bool       `json:"pasted,omitzero"` // in a prompt: the user pasted it
	Cites  []Citation `json:"cites,omitempty"` // what it is based on
	Note   string     `json:"note,omitzero"`   // what its server says of it: for whom it is, how much it matters
}

// Citation is a place that a text of the model is based on: a web page or a document.
type Citation struct {
	Title string `json:"title,omitzero"`
	URL   string `json:"url,omitzero"`
	Text  string `json:"text,omitzero"` // the words that are cited
}

// Thinking is the model's reasoning. Text is empty when only a signature or
// encrypted data was recorded, which Redacted and Signed show.
type Thinking struct {
	Origin
	Text     string `json:"text"`
	Redacted bool   `json:"redacted,omitzero"` // a redacted_thinking block
	Signed   bool   `json:"signed,omitzero"`   // a signature is present
	Tokens   int    `json:"tokens,omitzero"`   // of all thinking of the reply, with the first of it; 0 when not recorded
}

// ToolCall is a call of a tool with its result.
type ToolCall struct {
	Origin
	ID     string         `json:"id"`              // toolu_...
	Name   string         `json:"name"`            // as recorded: may be garbage made by the model
	Input  jsontext.Value `json:"input,omitzero"`  // the input object, as recorded
	Server bool           `json:"server,omitzero"` // server_tool_use: run by the API, not by the client
	Action Action         `json:"action,omitzero"` // what it did
	Result *ToolResult    `json:"result,omitzero"` // nil: interrupted, still running, or not in the file
	Agent  *Agent         `json:"agent,omitzero"`  // the run it spawned, if any
	// events folded into the call: a Skill's body, hook output, the notification that ended a
	// background task
	Extra  []*Message `json:"extra,omitempty"`
	Orphan bool       `json:"orphan,omitzero"` // a result whose call is not in the file; Name, Input are then empty
}

// ToolResult is what came back for a call.
type ToolResult struct {
	Origin
	IsError     bool    `json:"isError,omitzero"`     // as recorded, or because the output says that the command failed
	Rejected    bool    `json:"rejected,omitzero"`    // the user declined the call
	Denied      string  `json:"denied,omitzero"`      // what declined the call: a rule, a hook, a classifier
	Cancelled   bool    `json:"cancelled,omitzero"`   // it did not run because a call beside it failed
	Interrupted bool    `json:"interrupted,omitzero"` // the user interrupted it
	Content     []Block `json:"content"`              // Text, Image, Document, Unknown
	// toolUseResult as recorded (object, string or array); nil when there is none, or when the
	// record contains several results
	Structured jsontext.Value `json:"structured,omitzero"`
	Persisted  *Persisted     `json:"persisted,omitzero"`       // output too large for the record
	Duration   time.Duration  `json:"durationSeconds,omitzero"` // from the result's own figure, else from call to result; 0 when unknown
}

// Text joins the text blocks of the result with newlines.
func (r *ToolResult) Text() string {
	if r == nil {
		return ""
	}
	var s strings.Builder
	for i, b := range r.Content {
		t, ok := b.(*Text)
		switch {
		case !ok:
			continue
		case len(r.Content) == 1 && i == 0:
			return t.Text
		case s.Len() > 0:
			s.WriteByte('\n')
		}
		s.WriteString(t.Text)
	}
	return s.String()
}

// Persisted is a tool output that the agent wrote to its own file.
type Persisted struct {
	Name  string `json:"name"`           // base name of that file
	Size  string `json:"size,omitzero"`  // as the agent printed it, "105.1KB"
	Text  string `json:"text,omitzero"`  // the whole output; "" when neither the record nor the archive contains it
	Found bool   `json:"found,omitzero"` // Text is the whole output
}

// Image is a picture. Data is base64 as recorded; empty when only a reference
// was recorded, which Ref then contains.
type Image struct {
	Origin
	MediaType string `json:"mediaType"`
	Data      string `json:"data,omitzero"`
	Ref       string `json:"ref,omitzero"`  // URL or path
	Note      string `json:"note,omitzero"` // what its server says of it
}

// Document is a file handed to the model: a PDF as base64, or text.
type Document struct {
	Origin
	MediaType string `json:"mediaType"`
	Title     string `json:"title,omitzero"`
	Data      string `json:"data,omitzero"` // base64; empty for text
	Text      string `json:"text,omitzero"`
	Ref       string `json:"ref,omitzero"`
	Note      string `json:"note,omitzero"` // what its server says of it
}

// Attachment is an attachment record that is not a prompt: a file, hook
// output, a reminder, state. Fields unknown to Steno stay in Raw.
type Attachment struct {
	Origin
	Type   string         `json:"type"`             // attachment.type
	Title  string         `json:"title,omitzero"`   // one line: what it is about (a path, a hook's name)
	Text   string         `json:"text,omitzero"`    // the content worth reading; may be empty
	Fields []Field        `json:"fields,omitempty"` // figures worth showing: exit code, duration
	Path   string         `json:"path,omitzero"`    // the file it concerns, "" if none
	Failed bool           `json:"failed,omitzero"`  // hook errors, cancelled hooks
	Quiet  bool           `json:"quiet,omitzero"`   // folded by default
	Raw    jsontext.Value `json:"raw,omitzero"`
}

// Event is a system record, a notification, or another thing that happened.
type Event struct {
	Origin
	// record type or wrapper: "system", "pr-link", "task-notification", "teammate-message" ...
	Type    string         `json:"type"`
	Subtype string         `json:"subtype,omitzero"` // system subtype, "" otherwise
	Title   string         `json:"title,omitzero"`   // one line
	Text    string         `json:"text,omitzero"`    // body; may be empty
	Fields  []Field        `json:"fields,omitempty"` // figures worth showing: duration, retry, status
	Failed  bool           `json:"failed,omitzero"`
	Quiet   bool           `json:"quiet,omitzero"`   // folded by default
	CallID  string         `json:"callId,omitzero"`  // the tool call it belongs to, "" if none
	AgentID string         `json:"agentId,omitzero"` // the agent it belongs to, "" if none
	Raw     jsontext.Value `json:"raw,omitzero"`
}

// Written reports whether somebody wrote the text of the event in Markdown: agents, mostly.
func (e *Event) Written() bool { return written[e.Type] || written[e.Subtype] }

// written are types of events, and subtypes.
var written = map[string]bool{
	"task-notification": true, "teammate-message": true, "agent-message": true, "cross-session-message": true,
	"peer": true, "channel": true, "coordinator": true, "artifact-comment": true,
	"away_summary": true, "handback": true, "user-memory-input": true, "result": true, "with the request": true,
	"exited_review_mode": true,
}

// UserStopped is the type of an event that marks where the user stopped the agent.
const UserStopped = "interrupted"

// ClientEnded is the type of an event that marks where the client ended, though the agent worked.
const ClientEnded = "client-ended"

// EmptyReply is the type of an event that marks where the model replied, and nothing of it was recorded but its tokens.
const EmptyReply = "empty-reply"

// TaskNotified is the type of an event that marks where a notification about a task in the background
// arrived. The notification itself is with the call that started the task.
const TaskNotified = "task-notified"

// Command is a slash command or a bash-mode input with its output.
type Command struct {
	Origin
	Name   string `json:"name"` // "/compact"; "!" for bash mode
	Args   string `json:"args,omitzero"`
	Body   string `json:"body,omitzero"` // command-contents
	Stdout string `json:"stdout,omitzero"`
	Stderr string `json:"stderr,omitzero"`
}

// Unknown is a record or block of a type that Steno does not know. It is shown
// generically and counted in the ledger.
type Unknown struct {
	Origin
	Type string         `json:"type"`
	Raw  jsontext.Value `json:"raw,omitzero"`
}
