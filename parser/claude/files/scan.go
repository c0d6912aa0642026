package files

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"

	"steno/parser/claude/stream"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// maxDistinct bounds how many slugs of one file are remembered.
const maxDistinct = 16

// scanner is the state of one scan.
type scanner struct {
	source.Facts
	parents     []uint64 // of nodes; 0: none
	digest      hash.Hash
	at          map[string]int // index into ids
	mainRecords bool           // a record that is not an agent's
	speaks      bool           // a message as Claude Code writes it
	foreign     bool           // a record of an agent with similar ones
	meta        bool           // the record is one that nobody said
	startsMeta  bool           // Start is the time of such a record
	dirSet      dirSet
}

// Scan reads a file once, with r. A peek stops as soon as it knows which session
// an agent's file belongs to.
func Scan(r *jsonl.Reader, f *source.File, m source.Mode) *source.Facts {
	if m == source.Cwds {
		return scanDirs(r, f)
	}
	s := scanner{digest: sha256.New(), at: map[string]int{}}
	src, err := f.Open()
	if err != nil {
		return &source.Facts{Err: err}
	}
	defer src.Close()
	s.Blank = true
	in := stream.NewReader(r, src)
	for in.Next() {
		l := in.Line()
		if l.Reason != "" && s.Bad.Line == 0 {
			s.Bad = source.Warning{Path: f.Path, Line: l.Number, Text: l.Reason}
		}
		s.Blank = s.Blank && l.Kind == jsonl.Blank
		for _, object := range l.Objects {
			s.record(object, l.Number)
		}
		if m == source.Peek && s.Known && len(s.IDs) > 0 {
			break
		}
	}
	s.Err = in.Err()
	if s.foreign && !s.speaks {
		return &source.Facts{Err: s.Err, Bad: source.Warning{Path: f.Path, Text: notOurs}}
	}
	s.link()
	if s.mainRecords {
		s.Agent = ""
	}
	if s.Bad.Line == 0 && !s.Known && !s.Blank {
		s.Bad = source.Warning{Path: f.Path, Text: notOurs}
	}
	found := s.Facts // alone, for they outlive the scanner
	found.Nodes = slices.Clip(slices.Clone(found.Nodes))
	return &found
}

const notOurs = "its records are of no known agent"

// fields are the members of a record that the scan needs, as written.
type fields struct {
	// its summary, its tag or the session that it goes on in
	says                                                                   []byte
	typ, uuid, parent, logical, session, time, cwd, slug, fork, leaf, tree []byte
	message                                                                []byte
	by                                                                     struct{ agent, team, mate []byte } // who wrote it
	sidechain                                                              bool
}

// record takes in one record.
func (s *scanner) record(object []byte, line int) {
	var f fields
	s.digest.Reset()
	s.meta = false
	for name, val := range raw.Members(object) {
		s.member(&f, name, val)
	}
	// Other tools write "type", MCP logs write "sessionId": a record has both, or
	// is one of those that name no session.
	if len(f.typ) == 0 || len(f.session)+len(f.uuid)+len(f.leaf) == 0 && !namesNoSession[string(f.typ)] {
		return
	}
	s.Known = true
	s.speaks = s.speaks || s.ours(&f)
	id := s.holding(f.session)
	when := s.timestamp(f.time)
	s.dir(id, f.cwd)
	s.Slugs = remember(s.Slugs, f.slug)
	if len(f.says) > 0 && len(f.leaf) > 0 && string(f.typ) == `"summary"` {
		s.Summaries = append(s.Summaries, source.Summary{Text: raw.String(f.says), Leaf: raw.String(f.leaf)})
	}
	switch string(f.typ) {
	case `"tag"`:
		s.tag(f.session, f.says)
	case `"continued-in"`:
		if len(f.says) > 0 {
			if s.Next == nil {
				s.Next = map[string]string{}
			}
			s.Next[raw.String(f.session)] = raw.String(f.says)
		}
	case `"worktree-state"`:
		s.tree(f.tree)
	case `"user"`:
		s.remotes(f.message)
	case `"pr-link"`:
		s.Repositories = remember(s.Repositories, f.says)
	}
	if len(f.uuid) == 0 {
		return
	}
	s.team(&f)
	if f.sidechain && len(f.by.agent) > 0 && (s.Agent == "" || s.Agent == raw.String(f.by.agent)) {
		s.Agent = raw.String(f.by.agent)
	} else {
		s.mainRecords = true
	}
	if id >= 0 {
		s.IDs[id].Nodes++
	}
	if f.parent == nil {
		f.parent = f.logical
	}
	if f.fork != nil && len(f.fork) == 0 {
		f.fork = f.uuid
	}
	s.Nodes = append(s.Nodes, source.Node{
		Key: source.Key(f.uuid), Origin: source.Key(f.fork), Same: s.identity(&f), Time: when,
		Line: int32(line), Size: int32(len(object)), ID: int32(id),
		Reply: string(f.typ) == `"assistant"`,
	})
	s.parents = append(s.parents, source.Key(f.parent))
}

// ours reports whether a record is a message as Claude Code writes it. Other agents write records with the
// same members: Qwen Code's messages have parts instead of content, and Droid's are types of records.
func (s *scanner) ours(f *fields) bool {
	switch string(f.typ) {
	case `"user"`, `"assistant"`:
		if len(f.message) == 0 || f.message[0] != '{' || raw.ParseObject(f.message).Raw("parts") == nil {
			return true
		}
		s.foreign = true
	case `"message"`, `"tool_call"`, `"completion"`:
		s.foreign = true
	}
	return false
}

// namesNoSession lists the types whose records may lack sessionId and uuid.
var namesNoSession = map[string]bool{
	`"file-history-snapshot"`: true, `"file-history-delta"`: true, `"queue-operation"`: true, `"custom-title"`: true,
	`"ai-title"`: true, `"last-prompt"`: true, `"permission-mode"`: true, `"pr-link"`: true,
}

// team notes the team of agents that a session is in: mates in windows of their own write sessions of their own.
func (s *scanner) team(f *fields) {
	if len(f.by.team) == 0 || f.sidechain {
		return
	}
	if s.Teams == nil {
		s.Teams, s.Mates = map[string]string{}, map[string]string{}
	}
	id := raw.String(f.session)
	s.Teams[id] = raw.String(f.by.team)
	if name := raw.String(f.by.mate); name != "" && name != teamLead {
		s.Mates[id] = name
	}
}

// teamLead is the name of the one that leads a team.
const teamLead = "team-lead"

// member takes in one member of a record.
func (s *scanner) member(f *fields, name, val []byte) {
	text := val
	if val[0] != '"' || len(val) == 2 {
		text = nil
	}
	switch string(name) {
	case "type":
		f.typ = text
	case "uuid":
		f.uuid = text
	case "parentUuid":
		f.parent = text
	case "logicalParentUuid":
		f.logical = text
	case "sessionId":
		f.session = text
	case "timestamp":
		f.time = val
	case "cwd":
		f.cwd = text
	case "slug":
		f.slug = text
	case "agentId":
		f.by.agent = text
	case "isSidechain":
		f.sidechain = string(val) == "true"
	case "isMeta":
		s.meta = string(val) == "true"
	case "leafUuid":
		f.leaf = text
	case "summary":
		f.says = text
	case "tag":
		f.says = text
	case "continuedInSessionId", "prRepository":
		f.says = text
	case "serverClassifierContext":
		s.gitState(val)
	case "worktreeSession":
		f.tree = val
	case "teamName":
		f.by.team = text
	case "agentName":
		f.by.mate = text
	case "forkedFrom":
		f.fork = s.fork(val)
	case "message":
		f.message = val
		s.digest.Write(val)
	case "attachment", "data", "content", "subtype":
		s.digest.Write(val)
	}
}

// tag notes the tag that a record sets for its session; none takes the last one back.
func (s *scanner) tag(session, tag []byte) {
	if s.Tags == nil {
		s.Tags = map[string]string{}
	}
	s.Tags[raw.String(session)] = raw.String(tag)
}

// fork notes the session that a forkedFrom names, and returns the uuid that it
// assigns to the record in that session. It is empty where only the session is named, as
// some versions do.
func (s *scanner) fork(val []byte) (uuid []byte) {
	if val[0] == '"' {
		s.ForkedFrom = cmp.Or(s.ForkedFrom, raw.String(val))
		return val[:0]
	}
	if val[0] != '{' {
		return nil
	}
	for name, v := range raw.Members(val) {
		switch {
		case v[0] != '"':
		case string(name) == "sessionId" && s.ForkedFrom == "":
			s.ForkedFrom = raw.String(v)
		case string(name) == "messageUuid":
			uuid = v
		}
	}
	return uuid
}

// holding returns the index of a sessionId, -1 for none.
func (s *scanner) holding(quoted []byte) int {
	if len(quoted) == 0 {
		return -1
	}
	id := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(id, '\\') >= 0 {
		id = []byte(raw.String(quoted))
	}
	i, known := s.at[string(id)]
	if !known {
		i = len(s.IDs)
		s.at[string(id)] = i
		s.IDs = append(s.IDs, source.Holding{ID: string(id), Hangs: -1})
	}
	return i
}

// timestamp notes a record's time and returns it in Unix milliseconds. What the client says to the
// model before the first command is often a record of an earlier session, copied with its time: a
// session does not begin with it.
func (s *scanner) timestamp(recorded []byte) int64 {
	t := raw.Time(recorded)
	if t.IsZero() {
		return 0
	}
	if s.Start.IsZero() || s.startsMeta && !s.meta {
		s.Start, s.startsMeta = t, s.meta
	}
	if t.After(s.End) {
		s.End = t
	}
	return t.UnixMilli()
}

// identity condenses what makes a record the same record in another session: its
// uuid (or the one it had before an SDK fork gave it a new one), type and
// content. The uuid alone will not do: one uuid was used for 274 different
// records (format notes, section 8).
func (s *scanner) identity(f *fields) uint64 {
	s.digest.Write(f.typ)
	if f.fork != nil {
		s.digest.Write(f.fork)
	} else {
		s.digest.Write(f.uuid)
	}
	var sum [sha256.Size]byte
	return binary.LittleEndian.Uint64(s.digest.Sum(sum[:0]))
}

// link finds out which sessionIds hang from which, and which first records hang
// from records of other files.
func (s *scanner) link() {
	parents := s.parents
	s.parents = nil
	if len(s.Nodes) == 0 {
		return
	}
	if len(s.IDs) <= 1 && parents[0] == 0 {
		return
	}
	ids := make(map[uint64]int32, len(s.Nodes))
	for _, n := range s.Nodes {
		if _, ok := ids[n.Key]; !ok {
			ids[n.Key] = n.ID
		}
	}
	seen := make([]bool, len(s.IDs))
	for i, n := range s.Nodes {
		if n.ID < 0 {
			continue
		}
		h := &s.IDs[n.ID]
		from, known := ids[parents[i]]
		if !seen[n.ID] && !known {
			h.Parent = parents[i]
		}
		seen[n.ID] = true
		if known && from >= 0 && from != n.ID && h.Hangs < 0 {
			h.Hangs = int(from)
		}
	}
}

// remember adds a quoted string to a short list of distinct ones.
func remember(list []string, quoted []byte) []string {
	if len(quoted) == 0 || len(list) >= maxDistinct {
		return list
	}
	inner := quoted[1 : len(quoted)-1]
	if n := len(list); n > 0 && list[n-1] == string(inner) {
		return list
	}
	text := raw.String(quoted)
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
