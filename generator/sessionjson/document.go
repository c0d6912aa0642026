package sessionjson

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// Schema is the number of the form that this package writes.
const Schema = 1

// Document is what an export contains, whatever the number of its sessions.
type Document struct {
	Schema   int       `json:"schema"`   // number of the form, 1
	Steno    string    `json:"steno"`    // version of the program that wrote it
	Sessions []Session `json:"sessions"` // by project, those of a project by time
}

// Session is a session and where it belongs.
type Session struct {
	Project         string `json:"project,omitzero"` // name of the project it belongs to
	Group           string `json:"group,omitzero"`   // what its project was put in
	Facts           *Facts `json:"facts,omitzero"`   // its figures; see FactsOf
	*parser.Session `json:",embed"`
}

// Writer writes a document session by session, each on its own line, so that no more of
// it than a session need be in memory.
type Writer struct {
	w io.Writer
	n int
}

// NewWriter begins a document written by a version of Steno.
func NewWriter(w io.Writer, version string) (*Writer, error) {
	quoted, _ := jsontext.AppendQuote(nil, version) // what is not UTF-8 is replaced
	_, err := fmt.Fprintf(w, `{"schema":%d,"steno":%s,"sessions":[`, Schema, quoted)
	return &Writer{w: w}, err
}

// Add writes a session. It fails when the writer below does, and never for what a transcript
// may contain: text that is not UTF-8 is replaced, raw JSON that is broken or nested too deep
// is a string.
func (w *Writer) Add(s Session) error {
	sep := ",\n"
	if w.n == 0 {
		sep = "\n"
	}
	w.n++
	if _, err := io.WriteString(w.w, sep); err != nil {
		return err
	}
	e := newEncoder(s.Session)
	form := sessionForm{Project: s.Project, Group: s.Group, Facts: s.Facts, Session: s.Session,
		Agents: []agentForm{}, Workflows: []workflowForm{}}
	for _, a := range s.Agents {
		form.Agents = append(form.Agents, agentForm{a, e.agents[a], e.ref(a.Call)})
	}
	for _, run := range s.Workflows {
		form.Workflows = append(form.Workflows, workflowForm{run, e.ref(run.Call)})
	}
	err := json.MarshalWrite(w.w, form, json.WithMarshalers(e.marshalers()), json.Deterministic(true), syntax)
	if err != nil {
		return fmt.Errorf("writing session %q as JSON: %w", s.ID, err)
	}
	return nil
}

// Close ends the document. It leaves the writer below open.
func (w *Writer) Close() error {
	_, err := io.WriteString(w.w, "\n]}\n")
	return err
}

// syntax is what transcripts are read with as well: they may contain both.
var syntax = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
