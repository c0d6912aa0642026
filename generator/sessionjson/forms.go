package sessionjson

import (
	"github.com/go-json-experiment/json"

	"steno/parser"
)

// The forms are what differs in JSON from the structs of the parser: members that point
// elsewhere, and the kind of a block. A member of a form replaces one of the same
// name in what it embeds.

type sessionForm struct {
	Project         string `json:"project,omitzero"` // name of the project it belongs to
	Group           string `json:"group,omitzero"`   // what its project was put in
	Facts           *Facts `json:"facts,omitzero"`   // its figures
	*parser.Session `json:",embed"`
	Agents          []agentForm    `json:"agents"`    // all of them, nested ones included, in order of their first record
	Workflows       []workflowForm `json:"workflows"` // by run id
}

type agentForm struct {
	*parser.Agent `json:",embed"`
	ID            string   `json:"id"`            // what other parts of the document call it
	Call          *CallRef `json:"call,omitzero"` // the call that spawned it; absent when nothing links it
}

type workflowForm struct {
	*parser.WorkflowRun `json:",embed"`
	Call                *CallRef `json:"call,omitzero"` // the Workflow call; absent when it is not in the files
}

type threadForm struct {
	*parser.Thread `json:",embed"`
	// what came before the live branch in the session that this one began as a copy of. It is not
	// part of branches, and of no figure
	Beginning *branchForm  `json:"beginning,omitzero"`
	Branches  []branchForm `json:"branches"` // the live branch; then the rewound ones in order of their first record
}

type branchForm struct {
	*parser.Branch `json:",embed"`
}

type blockForm[T any] struct {
	Kind string `json:"kind"` // text, thinking, toolCall, image, document, attachment, event, command or unknown
	Of   *T     `json:",embed"`
}

// CallRef points at a tool call of the same document.
type CallRef struct {
	Agent  string `json:"agent,omitzero"` // id of the agent in whose thread the call is; absent for the main thread
	Anchor string `json:"anchor"`         // of the call
	ID     string `json:"id"`             // of the call
}

// blockKind is a kind of blocks: its name in documents, how it is written, and how tests read it.
type blockKind struct {
	name    string
	marshal *json.Marshalers
	read    func(raw []byte, o json.Options) (parser.Block, error)
}

// blockKinds lists all kinds.
func blockKinds() []blockKind {
	return []blockKind{
		kindOf[parser.Text]("text"),
		kindOf[parser.Thinking]("thinking"),
		kindOf[parser.ToolCall]("toolCall"),
		kindOf[parser.Image]("image"),
		kindOf[parser.Document]("document"),
		kindOf[parser.Attachment]("attachment"),
		kindOf[parser.Event]("event"),
		kindOf[parser.Command]("command"),
		kindOf[parser.Unknown]("unknown"),
	}
}

// kindOf makes the kind of blocks of type T.
func kindOf[T any, P interface {
	*T
	parser.Block
}](name string) blockKind {
	return blockKind{
		name:    name,
		marshal: json.MarshalToFunc(writeAs(func(b P) any { return blockForm[T]{name, b} })),
		read: func(raw []byte, o json.Options) (parser.Block, error) {
			form := blockForm[T]{Of: new(T)}
			err := json.Unmarshal(raw, &form, o)
			return P(form.Of), err
		},
	}
}
