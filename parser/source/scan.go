package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
	"time"

	"steno/parser/jsonl"
	"steno/parser/raw"
)

// facts is what one pass over a transcript tells about where its records belong.
// It depends on the bytes of the file alone.
type facts struct {
	transcript bool      // at least one record of Claude Code was found
	blank      bool      // the file holds nothing at all
	bad        Warning   // the first line that is not as it should be; Line 0 if none
	err        error     // reading broke off
	ids        []holding // by sessionId, in order of first record
	nodes      []node    // records with a uuid, in order
	cwds       []string  // distinct, in order of first use
	dirs       []dirOf   // distinct, in order of first use
	slugs      []string  // distinct, in order of first use, few
	forkedFrom string    // sessionId of the first forkedFrom
	agent      string    // agentId, when all records are of one agent's side chain
	summaries  []Summary
	tags       map[string]string // the last tag of each sessionId
	trees      map[string]string // directories of worktrees, and those they were made from; few
	start, end time.Time         // first and last timestamp found
}

// holding is what a file holds of one sessionId.
type holding struct {
	id     string
	nodes  int
	hangs  int    // index of the sessionId that one of its records hangs from; -1: none does
	parent uint64 // key of the parent of its first record, when that is not in the file; else 0
}

// node is one record with a uuid.
type node struct {
	key    uint64 // of the uuid
	origin uint64 // of the uuid it had before it was copied; 0 if it says nothing of that
	same   uint64 // of what stays the same when a record is copied into another session
	time   int64  // Unix milliseconds; 0 if none
	line   int32
	id     int32 // index into facts.ids; -1: no sessionId
	reply  bool
}

// maxDistinct bounds how many slugs of one file are remembered.
const maxDistinct = 16

// scanner is the state of one scan.
type scanner struct {
	facts
	parents     []uint64 // of nodes; 0: none
	digest      hash.Hash
	at          map[string]int // index into ids
	mainRecords bool           // a record that is not an agent's
	dirSet      dirSet
}

// scan reads a file once, with r. A peek stops as soon as it knows which session
// an agent's file belongs to.
func scan(r *jsonl.Reader, f *File, m mode) *facts {
	if m == scanCwds {
		return scanDirs(r, f)
	}
	s := scanner{digest: sha256.New(), at: map[string]int{}}
	src, err := f.Open()
	if err != nil {
		return &facts{err: err}
	}
	defer src.Close()
	s.blank = true
	r.Reset(src)
	for r.Next() {
		l := r.Line()
		if l.Reason != "" && s.bad.Line == 0 {
			s.bad = Warning{Path: f.Path, Line: l.Number, Text: l.Reason}
		}
		s.blank = s.blank && l.Kind == jsonl.Blank
		for _, object := range l.Objects {
			s.record(object, l.Number)
		}
		if m == scanPeek && s.transcript && len(s.ids) > 0 {
			break
		}
	}
	s.err = r.Err()
	s.link()
	if s.mainRecords {
		s.agent = ""
	}
	if s.bad.Line == 0 && !s.transcript && !s.blank {
		s.bad = Warning{Path: f.Path, Text: "its records are not Claude Code's"}
	}
	found := s.facts // alone, for they outlive the scanner
	found.nodes = slices.Clip(slices.Clone(found.nodes))
	return &found
}

// fields are the members of a record that the scan needs, as written.
type fields struct {
	typ, uuid, parent, logical, session, time, cwd, slug, agent, fork, summary, leaf, tag, tree []byte
	sidechain                                                                                   bool
}

// record takes in one record.
func (s *scanner) record(object []byte, line int) {
	var f fields
	s.digest.Reset()
	for name, val := range raw.Members(object) {
		s.member(&f, name, val)
	}
	// Other tools write "type", MCP logs write "sessionId": a record has both, or
	// is one of those that name no session.
	if len(f.typ) == 0 || len(f.session)+len(f.uuid)+len(f.leaf) == 0 && !namesNoSession[string(f.typ)] {
		return
	}
	s.transcript = true
	id := s.holding(f.session)
	when := s.timestamp(f.time)
	s.dir(id, f.cwd)
	s.slugs = remember(s.slugs, f.slug)
	if len(f.summary) > 0 && len(f.leaf) > 0 && string(f.typ) == `"summary"` {
		s.summaries = append(s.summaries, Summary{Text: raw.String(f.summary), Leaf: raw.String(f.leaf)})
	}
	switch string(f.typ) {
	case `"tag"`:
		s.tag(f.session, f.tag)
	case `"worktree-state"`:
		s.tree(f.tree)
	}
	if len(f.uuid) == 0 {
		return
	}
	if f.sidechain && len(f.agent) > 0 && (s.agent == "" || s.agent == raw.String(f.agent)) {
		s.agent = raw.String(f.agent)
	} else {
		s.mainRecords = true
	}
	if id >= 0 {
		s.ids[id].nodes++
	}
	if f.parent == nil {
		f.parent = f.logical
	}
	s.nodes = append(s.nodes, node{
		key: keyOf(f.uuid), origin: keyOf(f.fork), same: s.identity(&f), time: when, line: int32(line), id: int32(id),
		reply: string(f.typ) == `"assistant"`,
	})
	s.parents = append(s.parents, keyOf(f.parent))
}

// namesNoSession lists the types whose records may lack sessionId and uuid.
var namesNoSession = map[string]bool{
	`"file-history-snapshot"`: true, `"file-history-delta"`: true, `"queue-operation"`: true, `"custom-title"`: true,
	`"ai-title"`: true, `"last-prompt"`: true, `"permission-mode"`: true, `"pr-link"`: true,
}

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
		f.time = text
	case "cwd":
		f.cwd = text
	case "slug":
		f.slug = text
	case "agentId":
		f.agent = text
	case "isSidechain":
		f.sidechain = string(val) == "true"
	case "leafUuid":
		f.leaf = text
	case "summary":
		f.summary = text
	case "tag":
		f.tag = text
	case "worktreeSession":
		f.tree = val
	case "forkedFrom":
		f.fork = s.fork(val)
	case "message", "attachment", "data", "content", "subtype":
		s.digest.Write(val)
	}
}

// tag notes the tag that a record gives to its session; none takes the last one back.
func (s *scanner) tag(session, tag []byte) {
	if s.tags == nil {
		s.tags = map[string]string{}
	}
	s.tags[raw.String(session)] = raw.String(tag)
}

// fork notes the session that a forkedFrom names, and returns the uuid that it
// gives to the record in that session.
func (s *scanner) fork(val []byte) (uuid []byte) {
	if val[0] != '{' {
		return nil
	}
	for name, v := range raw.Members(val) {
		switch {
		case v[0] != '"':
		case string(name) == "sessionId" && s.forkedFrom == "":
			s.forkedFrom = raw.String(v)
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
		i = len(s.ids)
		s.at[string(id)] = i
		s.ids = append(s.ids, holding{id: string(id), hangs: -1})
	}
	return i
}

// timestamp notes a record's time and returns it in Unix milliseconds.
func (s *scanner) timestamp(quoted []byte) int64 {
	if len(quoted) == 0 {
		return 0
	}
	t, err := time.Parse(time.RFC3339Nano, string(quoted[1:len(quoted)-1]))
	if err != nil {
		return 0
	}
	if s.start.IsZero() {
		s.start = t
	}
	if t.After(s.end) {
		s.end = t
	}
	return t.UnixMilli()
}

// identity condenses what makes a record the same record in another session: its
// uuid (or the one it had before an SDK fork gave it a new one), type and
// content. The uuid alone will not do: one uuid has stood for 274 different
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

// keyOf condenses a quoted uuid; 0 stands for none.
func keyOf(quoted []byte) uint64 {
	if len(quoted) == 0 {
		return 0
	}
	sum := sha256.Sum256(quoted)
	return binary.LittleEndian.Uint64(sum[:]) | 1
}

// link finds out which sessionIds hang from which, and which first records hang
// from records of other files.
func (s *scanner) link() {
	parents := s.parents
	s.parents = nil
	if len(s.nodes) == 0 {
		return
	}
	if len(s.ids) <= 1 && parents[0] == 0 {
		return
	}
	ids := make(map[uint64]int32, len(s.nodes))
	for _, n := range s.nodes {
		if _, ok := ids[n.key]; !ok {
			ids[n.key] = n.id
		}
	}
	seen := make([]bool, len(s.ids))
	for i, n := range s.nodes {
		if n.id < 0 {
			continue
		}
		h := &s.ids[n.id]
		from, known := ids[parents[i]]
		if !seen[n.id] && !known {
			h.parent = parents[i]
		}
		seen[n.id] = true
		if known && from >= 0 && from != n.id && h.hangs < 0 {
			h.hangs = int(from)
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
