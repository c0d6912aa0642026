package parser

import "time"

// Note is a text in Markdown that the agent keeps beside the transcripts.
type Note struct {
	Kind NoteKind `json:"kind"`
	Name string   `json:"name"`          // base name of its file
	Path string   `json:"path,omitzero"` // as displayed
	Text string   `json:"text,omitzero"`
}

// Checkpoint is a file as it was before a session changed it, as the client kept it for undoing the
// change. The session shows the changes; the rest of the file, nobody may have seen.
type Checkpoint struct {
	Path    string    `json:"path"`            // of the file, as the session names it
	Version int       `json:"version"`         // from 1
	Time    time.Time `json:"time,omitzero"`   // when the copy was made
	Absent  bool      `json:"absent,omitzero"` // there was no such file
	Text    string    `json:"text,omitzero"`   // what was in it; "" when no copy was found, too
}

// NoteKind is what a note is for.
type NoteKind string

// Note kinds.
const (
	NoteMemory  NoteKind = "session memory"  // what the client remembers of a session
	NoteScript  NoteKind = "workflow script" // a script that is of no known run
	NotePlan    NoteKind = "plan"            // a plan made in plan mode, by the session's slug
	NoteProject NoteKind = "project memory"  // what the agent remembers of a project
)
