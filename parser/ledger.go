package parser

import "slices"

// Ledger accounts for every line of the files of a session. Each line is in
// exactly one of the classes, so that Shown + Merged + Structural + Metadata +
// Duplicate + Unknown + Withheld + Malformed = Lines.
type Ledger struct {
	Lines      int `json:"lines"`      // newline-separated lines read, an unterminated last one included
	Shown      int `json:"shown"`      // is on a page as a message or block of its own
	Merged     int `json:"merged"`     // folded into another message: results into calls, pieces of one reply, queue repeats
	Structural int `json:"structural"` // connects the tree or is noise by design: progress, blank lines, file history
	Metadata   int `json:"metadata"`   // state that applies to the session: titles, modes, tags
	Duplicate  int `json:"duplicate"`  // a repeat of a record already counted
	Unknown    int `json:"unknown"`    // a type that Steno does not know; shown generically
	// contains nothing that is published: account identifiers, the client's system prompt, copies
	// from excluded sessions
	Withheld  int `json:"withheld"`
	Malformed int `json:"malformed"` // not JSON, or not an object; reported with file and line

	Glued int            `json:"glued"`           // further records on a line that already held one; outside the sum
	Types map[string]int `json:"types,omitempty"` // records by type ("system/compact_boundary", "attachment/file" with their subtype)
}

// Sum adds up the classes; it equals Lines unless the parser is broken.
func (l *Ledger) Sum() int {
	return l.Shown + l.Merged + l.Structural + l.Metadata + l.Duplicate + l.Unknown + l.Withheld + l.Malformed
}

// Add adds the figures of m to l.
func (l *Ledger) Add(m *Ledger) {
	l.Lines += m.Lines
	l.Shown += m.Shown
	l.Merged += m.Merged
	l.Structural += m.Structural
	l.Metadata += m.Metadata
	l.Duplicate += m.Duplicate
	l.Unknown += m.Unknown
	l.Withheld += m.Withheld
	l.Malformed += m.Malformed
	l.Glued += m.Glued
	if l.Types == nil && len(m.Types) > 0 {
		l.Types = make(map[string]int, len(m.Types))
	}
	for t, n := range m.Types {
		l.Types[t] += n
	}
}

// FileLedger is the ledger of one file.
type FileLedger struct {
	Path  string `json:"path"`            // as displayed: relative to its source
	Agent string `json:"agent,omitempty"` // agent id when it is an agent's file
	Ledger

	unknown   []UnknownType
	unknownAt map[string]int // places in it
}

// UnknownType is a type, or a member of a record, that the format table does not
// declare.
type UnknownType struct {
	// of a record ("system/x", "attachment/y"), or of a block within one ("block/z"); see Survey
	// for members
	Type     string   `json:"type"`
	Count    int      `json:"count"`    // how often it was met, repeats of a record left out
	Versions []string `json:"versions"` // of the agent that wrote it, in order of first use, the first 50; empty when none is recorded
}

// UnknownTypes lists what the file contains that Steno does not know, in order of
// first use. Most of it is shown generically.
func (l *FileLedger) UnknownTypes() []UnknownType { return l.unknown }

// maxVersions bounds the versions that are listed for an unknown type.
const maxVersions = 50

// NoticeUnknown counts one more of a type that is not known, and the version that wrote it, "" for none.
func (l *FileLedger) NoticeUnknown(name, version string) {
	i, known := l.unknownAt[name]
	if !known {
		if l.unknownAt == nil {
			l.unknownAt = make(map[string]int)
		}
		i = len(l.unknown)
		l.unknownAt[name] = i
		l.unknown = append(l.unknown, UnknownType{Type: name, Versions: []string{}})
	}
	u := &l.unknown[i]
	u.Count++
	if version != "" && len(u.Versions) < maxVersions && !slices.Contains(u.Versions, version) {
		u.Versions = append(u.Versions, version)
	}
}
