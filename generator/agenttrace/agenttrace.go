// Package agenttrace makes records of Agent Trace 0.1 (https://agent-trace.dev), an open format
// that says which lines of a commit an AI agent wrote. A line is attributed to a session if the
// session made the commit, and one of its edits wrote a line with the same text into the same file
// before. Nothing else is: a missing range means that the origin of its lines is not known.
package agenttrace

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/generator/git"
	"steno/generator/provenance"
)

// Version is the version of the format. Its schema asks for two numbers.
const Version = "0.1"

// Record says which lines of a commit a session wrote.
type Record struct {
	Version   string    `json:"version"`
	ID        string    `json:"id"`        // a UUID, the same for the same commit and session
	Timestamp time.Time `json:"timestamp"` // of the commit
	VCS       VCS       `json:"vcs"`
	Tool      *Tool     `json:"tool,omitzero"` // the agent; nil when its version is not recorded
	Files     []File    `json:"files"`
	Metadata  Metadata  `json:"metadata"`
}

// VCS names a commit.
type VCS struct {
	Type     string `json:"type"` // "git"
	Revision string `json:"revision"`
}

// Tool is the agent.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// File has the lines of a file that the session wrote.
type File struct {
	Path          string         `json:"path"` // from the top of the repository
	Conversations []Conversation `json:"conversations"`
}

// Conversation has the lines that one model wrote.
type Conversation struct {
	URL         string      `json:"url,omitzero"` // of the session's page
	Contributor Contributor `json:"contributor"`
	Ranges      []Range     `json:"ranges"`
}

// Contributor is who wrote lines.
type Contributor struct {
	Type  string `json:"type"` // "ai"
	Model string `json:"model_id,omitzero"`
}

// Range is a range of lines of the file as it is in the commit, counted from 1, with both ends.
type Range struct {
	Start int `json:"start_line"`
	End   int `json:"end_line"`
}

// Metadata is what the format has no place for.
type Metadata struct {
	Steno struct {
		Session string `json:"session"`
	} `json:"steno"`
}

// Records returns the records of a commit: one for each session that made it and wrote some of its
// lines. added are the lines that the commit adds, written what each session wrote, by its id.
func Records(note *provenance.Note, sessions []provenance.Session, added []git.Added, written map[string]*Written) (records []Record) {
	for _, s := range sessions {
		if !slices.Contains(note.Sessions, s.ID) || written[s.ID] == nil {
			continue
		}
		r := Record{
			Version: Version, ID: id(note.Commit.Hash, s.ID), Timestamp: note.Commit.Time.UTC(), VCS: VCS{"git", note.Commit.Hash},
			Tool: tool(s.Agent),
		}
		r.Metadata.Steno.Session = s.ID
		for _, f := range added {
			if all := conversations(f, written[s.ID], note.Commit.Time, s.Page); len(all) > 0 {
				r.Files = append(r.Files, File{f.Path, all})
			}
		}
		if len(r.Files) > 0 {
			records = append(records, r)
		}
	}
	return records
}

// conversations returns the lines of a file that were written, by the model, in order of their first line.
func conversations(f git.Added, w *Written, before time.Time, page string) (all []Conversation) {
	last, end := -1, 0 // the conversation of the line before, and its number
	for i, model := range w.models(f, before) {
		if model == none {
			last = -1
			continue
		}
		number := f.Lines[i].Number
		if last >= 0 && end == number-1 && all[last].Contributor.Model == modelID(model) {
			ranges := all[last].Ranges
			ranges[len(ranges)-1].End = number
			end = number
			continue
		}
		last = slices.IndexFunc(all, func(c Conversation) bool { return c.Contributor.Model == modelID(model) })
		if last < 0 {
			last = len(all)
			all = append(all, Conversation{URL: page, Contributor: Contributor{"ai", modelID(model)}})
		}
		all[last].Ranges = append(all[last].Ranges, Range{number, number})
		end = number
	}
	return all
}

// id makes a UUID of version 8, which leaves the choice of its bits to who makes it.
func id(commit, session string) string {
	b := sha256.Sum256([]byte("agent-trace\n" + commit + "\n" + session))
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// tool splits "Claude Code 2.1.2".
func tool(agent string) *Tool {
	at := strings.LastIndexByte(agent, ' ')
	if at < 0 || at+1 == len(agent) || agent[at+1] < '0' || agent[at+1] > '9' {
		return nil
	}
	return &Tool{strings.ReplaceAll(strings.ToLower(agent[:at]), " ", "-"), agent[at+1:]}
}

// maxModel is how long the name of a model may be.
const maxModel = 250

// modelID returns the name of a model behind the name of its provider, where that is known.
func modelID(model string) string {
	if runes := []rune(model); len(runes) > maxModel {
		model = string(runes[:maxModel])
	}
	for _, known := range []struct{ begin, provider string }{
		{"claude-", "anthropic"}, {"gpt-", "openai"}, {"codex-", "openai"}, {"o3", "openai"}, {"o4-", "openai"}, {"gemini-", "google"},
	} {
		if strings.HasPrefix(model, known.begin) {
			return known.provider + "/" + model
		}
	}
	return model
}
