// Package source finds transcripts: it turns the places a user names (a .jsonl
// file, a project folder, a folder of projects) into an Archive of sessions, each
// with the list of files that belong to it. It opens sources read-only and
// through [os.Root], so that no symbolic link leads out of them, and reads of
// each file only what is needed to tell where it belongs.
package source

import (
	"io"
	"time"
)

// Archive is all that was found, in a stable order.
type Archive struct {
	Projects []*Project // by slug
	Warnings []Warning
}

// Sessions lists the sessions of all projects, in order.
func (a *Archive) Sessions() []*Session {
	var all []*Session
	for _, p := range a.Projects {
		all = append(all, p.Sessions...)
	}
	return all
}

// Project is one working directory's sessions.
type Project struct {
	Slug     string     // for URLs: last element of Dir or Folder, and six hex digits of a hash of Folder
	Name     string     // for people: last element of Dir, else Folder
	Folder   string     // base name of the folder it was found in
	Dir      string     // the real working directory, from the records' cwd; "" when no record tells
	Sessions []*Session // by first timestamp, then id
}

// Session is the set of files of one session.
type Session struct {
	ID         string
	Project    *Project
	Main       []*File          // transcripts, oldest first; empty when only agents were found
	Only       []string         // when not nil: only the records with these sessionIds belong here (a file that holds several conversations)
	Agents     []*AgentFile     // by path
	Results    map[string]*File // tool-results, by base name
	Workflows  []*Workflow      // by run id
	IndexTitle string           // sessions-index.json's summary, a hint; "" if none
	Summaries  []Summary        // summary records in other files that name a record of this session
	Snapshots  int              // shorter copies of this session that were found and left out
	Start      time.Time        // first timestamp found; zero if none
	Size       int64            // bytes of Main and Agents
}

// AgentFile is the transcript of one subagent.
type AgentFile struct {
	File *File
	ID   string // from the file name
	Meta *File  // its .meta.json, nil if none
	Run  string // workflow run id, "" outside workflows
}

// Workflow is the record of one workflow run.
type Workflow struct {
	Run     string
	Journal *File // journal.jsonl, nil if none
	Summary *File // workflows/<run>.json, nil if none
}

// Summary is a title that a summary record gives to the session that holds Leaf.
type Summary struct {
	Text string
	Leaf string // uuid
}

// File is one readable file of a source.
type File struct {
	Path    string // for messages: the source as the user wrote it, and the path below it
	Size    int64
	ModTime time.Time
	Open    func() (io.ReadCloser, error)
}

// Warning is something found that is not as it should be.
type Warning struct {
	Path string
	Line int // 0 when it concerns the whole file
	Text string
}
