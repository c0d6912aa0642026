package sitetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// tally counts one session.
type tally struct {
	threads map[string]*thread // by agent, "" for the main one
	uuids   map[string]bool
	dirs    map[string]bool // that were recorded
	skipped bool            // it shares records with another session, or has agents inside of its main file
}

// thread counts what was recorded of the main conversation or of one agent.
type thread struct {
	requests map[string]spent
	uses     map[string]use
	results  map[string]outcome
	notices  int
	from, to time.Time
	internal bool // an agent of the client itself, of which only tokens count
}

func (c *tally) thread(agent string) *thread {
	th := c.threads[agent]
	if th == nil {
		th = &thread{requests: map[string]spent{}, uses: map[string]use{}, results: map[string]outcome{}}
		th.internal = strings.Contains(agent, "_") || strings.HasPrefix(agent, "acompact")
		c.threads[agent] = th
	}
	return th
}

// use is a call: what it was to change.
type use struct {
	name, path     string
	command        string
	added, removed int
}

// outcome is how a call ended: what it changed, where the result says so.
type outcome struct {
	agent                     string // that it started
	failed, rejected, patched bool
	added, removed            int
}

// rawFigures is a record as this test reads it.
type rawFigures struct {
	Type, UUID, SessionID, AgentID string
	RequestID, Cwd                 string
	IsSidechain, IsMeta            bool
	Timestamp                      time.Time
	IsApiErrorMessage              bool
	Version                        string
	ToolUseResult                  json.RawMessage
	Message                        struct {
		ID, Model string
		Content   json.RawMessage
		Usage     *struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
			Read   int `json:"cache_read_input_tokens"`
			Write  int `json:"cache_creation_input_tokens"`
		}
	}
}

type rawPiece struct {
	Type, ID, Name string
	UseID          string `json:"tool_use_id"`
	IsError        bool   `json:"is_error"`
	Content        json.RawMessage
	Text           string
	Input          struct {
		rawEdit
		FilePath     string `json:"file_path"`
		NotebookPath string `json:"notebook_path"`
		Content      string `json:"content"`
		NewSource    string `json:"new_source"`
		Command      string
		Edits        []rawEdit
	}
}

type rawEdit struct {
	Old string `json:"old_string"`
	New string `json:"new_string"`
}

// linesIn counts lines; an unterminated last one counts.
func linesIn(s string) int {
	return len(slices.Collect(strings.Lines(s)))
}

// commonLines counts the lines of the longest common subsequence: those that an edit leaves.
func commonLines(a, b string) int {
	var x []string
	for line := range strings.Lines(a) {
		x = append(x, strings.TrimSuffix(line, "\n"))
	}
	longest := make([]int, len(x)+1) // up to each line of a
	for line := range strings.Lines(b) {
		before := slices.Clone(longest)
		for i := range x {
			longest[i+1] = max(longest[i], before[i+1])
			if x[i] == strings.TrimSuffix(line, "\n") {
				longest[i+1] = before[i] + 1
			}
		}
	}
	return longest[len(x)]
}

// countSessions reads all transcripts below a source.
func countSessions(t *testing.T, source string) map[string]*tally {
	t.Helper()
	all := map[string]*tally{}
	owner := map[string]*tally{} // of a uuid
	for _, name := range transcripts(t, source) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		agent, inAgent := strings.CutPrefix(strings.TrimSuffix(filepath.Base(name), ".jsonl"), "agent-")
		if !inAgent {
			agent = ""
		}
		for line := range bytes.Lines(data) {
			var r rawFigures
			if json.Unmarshal(line, &r) != nil || r.SessionID == "" {
				continue
			}
			c := all[r.SessionID]
			if c == nil {
				c = &tally{threads: map[string]*thread{}, uuids: map[string]bool{}, dirs: map[string]bool{}}
				all[r.SessionID] = c
			}
			c.skipped = c.skipped || !inAgent && (r.IsSidechain || r.AgentID != "" || r.Type == "progress")
			if o := owner[r.UUID]; r.UUID != "" && o != nil && o != c {
				o.skipped, c.skipped = true, true
			}
			owner[r.UUID] = c
			if r.UUID == "" && r.Type != "pr-link" || c.uuids[r.UUID] {
				continue
			}
			c.uuids[r.UUID] = r.UUID != ""
			c.dirs[r.Cwd] = r.Cwd != ""
			c.thread(agent).record(r)
		}
	}
	return all
}

func (th *thread) record(r rawFigures) {
	var words string
	var pieces []rawPiece
	if json.Unmarshal(r.Message.Content, &words) != nil {
		_ = json.Unmarshal(r.Message.Content, &pieces)
		for _, p := range pieces {
			words += p.Text
		}
	}
	first := th.from.IsZero()
	if counts := []string{"user", "assistant", "system", "attachment", "pr-link"}; slices.Contains(counts, r.Type) && !r.Timestamp.IsZero() && !(r.IsMeta && strings.HasPrefix(words, "Caveat:")) {
		if first || r.Timestamp.Before(th.from) {
			th.from = r.Timestamp
		}
		if r.Timestamp.After(th.to) {
			th.to = r.Timestamp
		}
	}
	th.internal = th.internal || first && r.IsSidechain && words == "Warmup"
	if r.IsApiErrorMessage {
		th.notices++
	}
	if u := r.Message.Usage; u != nil && r.Message.Model != "<synthetic>" {
		key := cmp.Or(r.Message.ID+r.RequestID, r.UUID)
		th.requests[key] = spent{u.Input, max(u.Output, th.requests[key].Output), u.Read, u.Write}
	}
	for _, p := range pieces {
		switch p.Type {
		case "tool_use":
			u := use{name: p.Name, command: p.Input.Command, path: cmp.Or(p.Input.FilePath, p.Input.NotebookPath), added: linesIn(p.Input.Content) + linesIn(p.Input.NewSource)}
			for _, e := range append(p.Input.Edits, p.Input.rawEdit) {
				same := commonLines(e.Old, e.New)
				u.added += linesIn(e.New) - same
				u.removed += linesIn(e.Old) - same
			}
			th.uses[p.ID] = u
		case "tool_result":
			th.results[p.UseID] = ended(p, r.ToolUseResult)
			if r.Version == "2.0.5" && th.uses[p.UseID].name == "Bash" && p.IsError { // what the user typed is all of it
				o := th.results[p.UseID]
				o.rejected = !strings.HasPrefix(resultText(p.Content), "<tool_use_error>")
				th.results[p.UseID] = o
			}
		}
	}
}

// ended returns how a call ended, and what it changed.
func ended(p rawPiece, structured json.RawMessage) outcome {
	text := resultText(p.Content)
	o := outcome{failed: p.IsError}
	for _, begins := range []string{"The user doesn't want to", "User rejected tool use", "Error: User rejected"} {
		o.rejected = o.rejected || strings.HasPrefix(text, begins)
	}
	var s struct {
		AgentID         string
		StructuredPatch []struct{ Lines []string }
	}
	_ = json.Unmarshal(structured, &s)
	o.agent = s.AgentID
	for _, hunk := range s.StructuredPatch {
		o.patched = true
		for _, l := range hunk.Lines {
			switch l[:1] {
			case "+":
				o.added++
			case "-":
				o.removed++
			}
		}
	}
	return o
}

// isOutside reports whether a path is in none of the recorded directories. Sessions of worktrees are
// not among those that are counted.
func (c *tally) isOutside(name string) bool {
	for dir, known := range c.dirs {
		if known && strings.HasPrefix(strings.ReplaceAll(name, `\`, "/"), strings.ReplaceAll(dir, `\`, "/")+"/") {
			return false
		}
	}
	return strings.HasPrefix(name, "/") || len(name) > 1 && name[1] == ':'
}

// sum adds up what counts. A session without a conversation of its own is as old as its first agent.
func (c *tally) sum() sum {
	var s sum
	files, agents := map[string]bool{}, map[string]bool{}
	s.Tokens = c.spent()
	for agent, th := range c.threads {
		if th.internal {
			continue
		}
		if agent != "" {
			s.Agents++
		}
		s.ToolCalls += len(th.uses)
		s.Errors += th.notices
		for id, u := range th.uses {
			o, ok := th.results[id]
			if o.agent != "" && c.threads[o.agent] == nil { // its transcript is missing
				agents[o.agent] = true
			}
			if o.failed && !o.rejected {
				s.Errors++
			}
			if !slices.Contains([]string{"Edit", "MultiEdit", "Write", "NotebookEdit"}, u.name) || !ok || o.failed || o.rejected || u.path == "" || c.isOutside(u.path) {
				continue
			}
			if !o.patched {
				o.added, o.removed = u.added, u.removed
			}
			files[u.path] = true
			s.LinesAdded += o.added
			s.LinesRemoved += o.removed
		}
	}
	c.deleted(files)
	s.Agents += len(agents)
	s.FilesChanged = len(files)
	if main := c.threads[""]; main != nil {
		s.Start, s.End = rfc(main.from), rfc(main.to)
	}
	return s
}

// spent adds up the tokens of all requests, each once: the client's own agents repeat some of the others'.
func (c *tally) spent() (all spent) {
	seen := map[string]bool{}
	for _, internal := range []bool{false, true} {
		for _, agent := range slices.Sorted(maps.Keys(c.threads)) {
			for id, u := range c.threads[agent].requests {
				if c.threads[agent].internal != internal || seen[id] && internal {
					continue
				}
				seen[id] = true
				all = spent{all.Input + u.Input, all.Output + u.Output, all.CacheRead + u.CacheRead, all.CacheWrite + u.CacheWrite}
			}
		}
	}
	return all
}

// deleted adds files that were read and whose names a later command for deleting has: their change
// is known.
func (c *tally) deleted(files map[string]bool) {
	for _, th := range c.threads {
		for id, u := range th.uses {
			if o, ok := th.results[id]; th.internal || !ok || o.failed || !strings.Contains(u.command, "rm ") {
				continue
			}
			for _, word := range strings.Fields(u.command) {
				for _, read := range th.uses {
					if read.name == "Read" && len(word) > 3 && strings.HasSuffix(read.path, "/"+strings.TrimPrefix(word, "/")) {
						files[read.path] = true
					}
				}
			}
		}
	}
}

func rfc(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
