package sitetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// counted is a session as the raw lines of its files record it: what TestCountedFigures counts. This
// reading shares no code with the parser, so that both can be wrong only apart from each other.
type counted struct {
	id       string
	main     []countedRecord            // of the conversation, in the order of the file
	agents   map[string][]countedRecord // of agents, by their id
	progress map[string][]countedRecord // what records of progress repeat of agents
	types    map[string]string          // of agents, by their id, where a file beside the records says it
	asked    map[string]string          // the call that started an agent, by the agent's id, where records of progress name it
	seen     map[string]bool            // records, so that copies are left out
	cwd      string                     // the first directory that a record names
	began    time.Time                  // when the first record was written that no other session has
}

// countedRecord has the members of a line that figures need. Text is the text of its message.
type countedRecord struct {
	Type, Subtype, Operation              string
	UUID, ParentUUID, LogicalParentUUID   string
	SessionID, AgentID, RequestID         string
	Cwd, Timestamp, ToolDenialKind        string
	Version, ParentToolUseID              string
	SourceToolUseID, LeafUUID             string
	PermissionMode                        string
	IsSidechain, IsMeta, IsCompactSummary bool
	IsAPIErrorMessage                     bool `json:"isApiErrorMessage"`
	DurationMs                            int
	Content, ToolUseResult                json.RawMessage
	Origin                                struct{ Kind, Subkind string }
	Attachment                            struct {
		Type, CommandMode string
		Prompt            json.RawMessage
	}
	Data struct {
		Type, AgentID, HookEvent string
		Message                  json.RawMessage
	}
	CompactMetadata struct {
		Trigger    string
		DurationMs int
	}
	Message countedMessage

	calls      map[string]bool // that any file of the source has
	instructed bool            // injected text follows: what a slash command stands for
	text       string
	pieces     []countedPiece
	at         time.Time
}

// countedMessage is a message, or a text in the place of one.
type countedMessage struct {
	ID, Model string
	Content   json.RawMessage
	Usage     *struct {
		Input  int `json:"input_tokens"`
		Output int `json:"output_tokens"`
		Read   int `json:"cache_read_input_tokens"`
		Write  int `json:"cache_creation_input_tokens"`
		Kept   struct {
			Hour int `json:"ephemeral_1h_input_tokens"` // of Write
		} `json:"cache_creation"`
	}
}

func (m *countedMessage) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		m.Content = slices.Clone(data)
		return nil
	}
	type plain countedMessage
	_ = json.Unmarshal(data, (*plain)(m)) // members of another type are left out
	return nil
}

// countedPiece is a block of a message.
type countedPiece struct {
	Type, ID, Name, Text string
	UseID                string `json:"tool_use_id"`
	IsError              bool   `json:"is_error"`
	Content, Input       json.RawMessage
}

// countedSessions reads the transcripts below a source. A record belongs to the session that it names,
// and an agent's to the agent that it names; a session's file may also hold the records of its agents.
// Where sessions share records, one began as a copy of the other: what is shared belongs to the one whose
// own records begin first.
//
// Tests share the sessions of archives, and change none. A folder that a test made, it may change.
func countedSessions(t *testing.T, source string) map[string]*counted {
	t.Helper()
	if filepath.IsAbs(source) {
		return recordsOf(t, source)
	}
	return maps.Clone(once(t, source+", counted", func(string) (map[string]*counted, error) { return recordsOf(t, source), nil }))
}

func recordsOf(t *testing.T, source string) map[string]*counted {
	t.Helper()
	all, calls := map[string]*counted{}, map[string]bool{}
	folders, cwds := map[*counted]string{}, map[string]string{} // of sessions, and the first directory that their records name
	for _, name := range transcripts(t, source) {
		if filepath.Base(name) == "journal.jsonl" {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		agent, _ := strings.CutPrefix(strings.TrimSuffix(filepath.Base(name), ".jsonl"), "agent-")
		if !strings.HasPrefix(filepath.Base(name), "agent-") {
			agent = ""
		}
		records := countedLines(data)
		first := map[string]string{} // session that a line of the file continues, by what it names
		owner, named := "", ""       // of records that name none
		if agent == "" && !slices.ContainsFunc(records, func(r countedRecord) bool { return r.SessionID != "" }) {
			named = strings.TrimSuffix(filepath.Base(name), ".jsonl") // a session of which nothing but a title is left
		}
		for _, r := range records {
			if owner = cmp.Or(owner, r.SessionID, named); owner == "" {
				continue
			}
			r.SessionID = cmp.Or(r.SessionID, owner)
			id := continued(first, records, r)
			if folder, _, ok := strings.Cut(filepath.ToSlash(name), "/subagents/"); ok {
				id = filepath.Base(folder)
			}
			s := all[id]
			if s == nil {
				s = &counted{id: id, agents: map[string][]countedRecord{}, progress: map[string][]countedRecord{}, types: map[string]string{}, asked: map[string]string{}, seen: map[string]bool{}}
				all[id] = s
			}
			for _, p := range r.pieces {
				calls[p.ID] = true
			}
			r.calls = calls
			s.add(agent, r)
			s.cwd = cmp.Or(s.cwd, r.Cwd)
			folders[s] = filepath.Dir(name)
			cwds[folders[s]] = cmp.Or(cwds[folders[s]], r.Cwd)
			if agent != "" && s.types[agent] == "" {
				s.types[agent] = metaType(strings.TrimSuffix(name, ".jsonl") + ".meta.json")
			}
		}
	}
	for _, s := range all {
		s.cwd = cmp.Or(s.cwd, cwds[folders[s]])
		for id, records := range s.progress {
			if s.agents[id] == nil { // else its file has them
				s.agents[id] = records
			}
		}
	}
	disown(all)
	return all
}

// continued returns the session that a record belongs to: a resumed session goes on in its file under
// another id, and its records hang from those of the first.
func continued(first map[string]string, records []countedRecord, r countedRecord) string {
	if id, ok := first[r.SessionID]; ok {
		return id
	}
	first[r.SessionID] = r.SessionID
	for _, other := range records {
		if r.ParentUUID != "" && other.UUID == r.ParentUUID && other.SessionID != r.SessionID {
			first[r.SessionID] = first[other.SessionID]
		}
	}
	return first[r.SessionID]
}

// countedLines reads the lines of a file: also objects that are glued to the one before, and what is left
// of a line behind the zero bytes of a crash.
func countedLines(data []byte) []countedRecord {
	var all []countedRecord
	for line := range bytes.Lines(data) {
		for dec := json.NewDecoder(bytes.NewReader(bytes.Trim(line, "\x00\xef\xbb\xbf\r\n \t"))); ; {
			var raw json.RawMessage
			if dec.Decode(&raw) != nil {
				break
			}
			var r countedRecord
			_ = json.Unmarshal(raw, &r) // members of another type are left out
			r.at, _ = time.Parse(time.RFC3339, r.Timestamp)
			r.text, r.pieces = countedContent(r.Message.Content)
			all = append(all, r)
		}
	}
	below := map[string]bool{}
	for _, r := range all {
		if r.Type == "user" && r.IsMeta && r.SourceToolUseID == "" && !strings.Contains(r.text, "Caveat: ") && len(r.text) > 0 {
			below[r.ParentUUID] = true
		}
	}
	for i := range all {
		all[i].instructed = below[all[i].UUID]
	}
	return all
}

// countedContent reads what a message says: a text, or blocks.
func countedContent(content json.RawMessage) (text string, pieces []countedPiece) {
	if json.Unmarshal(content, &text) == nil {
		return text, nil
	}
	text = ""
	var all []json.RawMessage
	_ = json.Unmarshal(content, &all)
	for _, one := range all {
		var p countedPiece
		if json.Unmarshal(one, &p.Text) == nil {
			p.Type = "text"
		} else {
			_ = json.Unmarshal(one, &p) // members of another type are left out
		}
		if pieces = append(pieces, p); p.Type == "text" {
			text += p.Text
		}
	}
	return text, pieces
}

// add files a record. One that repeats another, its id, type and message, is left out.
func (s *counted) add(agent string, r countedRecord) {
	if r.IsSidechain && agent == "" {
		agent = "in the main file"
		if r.AgentID != "" {
			agent = r.AgentID
		}
	}
	if r.Data.Type == "agent_progress" && r.Data.AgentID != "" {
		s.asked[r.Data.AgentID] = r.ParentToolUseID
		said := countedLines(r.Data.Message)
		s.progress[r.Data.AgentID] = append(s.progress[r.Data.AgentID], said...)
	}
	if key := agent + " " + r.key(); r.UUID != "" && s.seen[key] {
		return
	} else {
		s.seen[key] = true
	}
	if agent != "" {
		s.agents[agent] = append(s.agents[agent], r)
	} else {
		s.main = append(s.main, r)
	}
}

// answersElsewhere reports whether a call is in another thread than its result.
func (r countedRecord) answersElsewhere(call string) bool { return r.calls[call] }

// key is the same for two records of which one is a copy: one id alone can be that of several records. The members
// of a copy may have another order.
func (r countedRecord) key() string {
	key := r.UUID + r.Type + r.Subtype + r.text
	for _, p := range r.pieces {
		key += p.Type + p.ID + p.UseID + p.Name + strconv.Itoa(len(p.Input))
	}
	return key
}

// disown leaves each shared record with one session.
func disown(all map[string]*counted) {
	holders := map[string][]*counted{}
	for _, s := range all {
		for _, r := range s.main {
			if r.UUID != "" {
				holders[r.key()] = append(holders[r.key()], s)
			}
		}
	}
	for _, s := range all {
		for _, r := range s.main {
			if len(holders[r.key()]) == 1 && !r.at.IsZero() && (s.began.IsZero() || r.at.Before(s.began)) {
				s.began = r.at
			}
		}
	}
	for _, s := range all {
		s.main = slices.DeleteFunc(s.main, func(r countedRecord) bool {
			return slices.ContainsFunc(holders[r.key()], func(o *counted) bool { return o != s && o.began.Before(s.began) })
		})
	}
}

// threads returns the records of the conversation and of its agents, without the internal agents of the
// client: those for compaction and suggestions, and those that only warm up.
func (s *counted) threads() [][]countedRecord {
	all := [][]countedRecord{s.main}
	for id, records := range s.agents {
		if !internalAgent(id, records) {
			all = append(all, records)
		}
	}
	return all
}

// asking returns the records of all that asked a model: [counted.threads], and then the client's own agents, of which only the requests
// count that are in no thread before.
func (s *counted) asking() [][]countedRecord {
	all := s.threads()
	for _, id := range slices.Sorted(maps.Keys(s.agents)) {
		if records := s.agents[id]; internalAgent(id, records) {
			all = append(all, records)
		}
	}
	return all
}

func internalAgent(id string, records []countedRecord) bool {
	return strings.HasPrefix(id, "acompact") || strings.Contains(id, "_") || len(records) > 0 && records[0].text == "Warmup"
}
