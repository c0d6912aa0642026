package parser

import "time"

// TypedPrompt is a line of history.jsonl, in which the client keeps every prompt that
// was typed, of all projects, also of those whose transcripts are gone (format notes,
// section 1).
type TypedPrompt struct {
	Text    string // as shown at the prompt: pasted texts are named only
	Time    time.Time
	Project string   // its working directory
	Session string   // sessionId, "" when not recorded
	Pasted  []string // texts that were pasted, in order
}
