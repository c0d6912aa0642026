package view

import (
	"html/template"
	"time"
)

// NotesPage shows what an agent keeps beside the transcripts of a session or a
// project: memory, plans.
type NotesPage struct {
	Page
	Back  Link // the session or project they belong to
	Notes []Note
}

// Note is one note.
type Note struct {
	Kind string        // "plan", "session memory", "project memory"
	Name string        // of its file
	Body template.HTML // see theme.Theme.Prose
	Rest *Link         // the whole file, when Body is only its start
	Code bool          // Body is code, not prose
}

// HistoryPage lists the prompts that were typed, of all projects, newest first.
type HistoryPage struct {
	Page
	Prompts int       // on all pages
	Entries []TypedAt // those of this page
	Pager   Pager
}

// TypedAt is a prompt that the user typed, with its time.
type TypedAt struct {
	Text    string
	Time    time.Time
	Dated   bool // the first of its day on the page
	Project Link // Href "" when the site has no such project
	Pasted  []Pasted
}

// Pasted is a text that was pasted into a prompt.
type Pasted struct {
	Text  string // its start, when it is long
	Size  int    // of all of it, in bytes
	Whole *Link  // all of it, when Text is only its start
}
