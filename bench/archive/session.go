package archive

import (
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// A session is written as Claude Code writes one, turn by turn: a prompt, then steps of
// thinking, text and tool calls, with their results and the records beside them, and a
// reply. Its parts are drawn from what the model has of its era. Records go out as soon as
// they are whole: a session of any size takes the memory of the files that it remembers.

// session is the state of one transcript, of a session or an agent.
type session struct {
	words
	files
	era     *era
	out     io.Writer
	buf     []byte
	written int64
	err     error

	dir      string // working directory
	id       string
	agent    string // for the transcript of an agent
	head     []byte // what all records have before their own fields
	fields   map[string]bool
	parent   [36]byte // the last record of the conversation
	chained  bool     // there is one
	prompts  [][36]byte
	standing map[string][]byte // texts that come again
	clock    int64             // ms
	records  int

	text, extra []byte // of the record that is being written
	call        call   // the last one
	agents      []agentRun
}

// agentRun is the transcript of an agent that is still to be written.
type agentRun struct {
	id, prompt string
	size       int
	seed       uint64
	from       int64 // its time
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, spread(seed))) }

// flushBytes is how much of a transcript is written at once.
const flushBytes = 1 << 20

func newSession(e *era, p project, seed uint64, id string) *session {
	s := &session{era: e, dir: p.dir, id: id, fields: map[string]bool{}, standing: map[string][]byte{}}
	s.words = words{Rand: newRand(seed), project: p.seed, session: seed, kinds: e.kinds}
	s.files.s = s
	for i, name := range slices.Sorted(maps.Keys(e.Fields)) {
		s.fields[name] = newRand(spread(seed+uint64(i))).Float64() < e.Fields[name]
	}
	s.clock = e.start + s.Int64N(60*86400_000)
	return s
}

// begin lays out what all records of the transcript have in common.
func (s *session) begin() {
	side := "false"
	if s.agent != "" {
		side = "true"
	}
	s.head = append(s.head[:0],
		`,"isSidechain":`+side+`,"userType":"external","cwd":"`+s.dir+`","sessionId":"`+s.id+`","version":"`+s.era.Version+`"`...)
	if s.agent != "" {
		s.head = append(s.head, `,"agentId":"`+s.agent+`"`...)
	}
	for _, f := range []struct{ name, text string }{
		{"gitBranch", `,"gitBranch":"main"`}, {"entrypoint", `,"entrypoint":"cli"`},
	} {
		if s.fields[f.name] {
			s.head = append(s.head, f.text...)
		}
	}
	if s.fields["slug"] {
		s.head = append(append(s.head, `,"slug":"`...),
			syllables[s.IntN(30)]+"ing-"+syllables[s.IntN(30)]+"ed-"+syllables[s.IntN(30)]+`"`...)
	}
}

// run writes turns until the transcript has about n bytes.
func (s *session) run(n int64) {
	for s.written+int64(len(s.buf)) < n && s.err == nil {
		s.turn(n)
	}
}

// uncut is how much longer turns would be if sessions did not end within them.
const uncut = 1.3

// turn writes a prompt and what follows until the next one.
func (s *session) turn(end int64) {
	calls := s.era.Calls.draw(s.Rand)
	s.prompt(s.era.Prompts.draw(s.Rand))
	if s.Float64() < s.era.Images.PerCall*float64(calls) {
		s.picture()
	}
	for calls = int(uncut * float64(calls)); calls > 0 && s.written+int64(len(s.buf)) < end; {
		n := 1
		if s.IntN(6) == 0 {
			n = min(2, calls)
		}
		s.step(n)
		calls -= n
	}
	if s.written+int64(len(s.buf)) < end {
		s.message([]piece{s.reply()})
	}
}

// prompt writes what a user typed. Some are sent again from an earlier place.
func (s *session) prompt(n int) {
	if s.Float64() < s.era.Rewound && len(s.prompts) > 1 {
		s.parent = s.prompts[len(s.prompts)-1]
	}
	if s.chained {
		s.prompts = append(s.prompts[max(0, len(s.prompts)-4):], s.parent)
	}
	s.text = s.prose(s.text[:0], n)
	s.open("user")
	if s.records%5 == 4 {
		s.add(`"message":{"role":"user","content":[{"type":"text","text":"`, s.text, `"}]}`)
	} else {
		s.add(`"message":{"role":"user","content":"`, s.text, `"}`)
	}
	s.close(20_000)
}

// picture writes a prompt with a pasted picture.
func (s *session) picture() {
	s.text = s.prose(s.text[:0], 60)
	s.open("user")
	s.add(`"message":{"role":"user","content":[{"type":"text","text":"`, s.text,
		`"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAABLAAAAMgCAYAAAAw`)
	s.buf = s.base64(s.buf, s.era.Images.Bytes.draw(s.Rand)/4*4)
	s.add(`"}}]}`)
	s.close(5_000)
}

// step writes one reply of the model: a thought or a text as often as they come, n calls,
// their results and the records beside them.
func (s *session) step(n int) {
	var pieces []piece
	if s.Float64() < s.era.Thinking.PerCall*float64(n) {
		pieces = append(pieces, s.thought())
	}
	if s.Float64() < s.era.talk*float64(n) {
		pieces = append(pieces, s.reply())
	}
	calls := make([]call, 0, n) // pieces point to them
	for range n {
		c := s.newCall()
		calls = append(calls, c)
		pieces = append(pieces, piece{kind: "tool_use", call: &calls[len(calls)-1]})
	}
	s.message(pieces)
	for i := range calls {
		if i > 0 { // results hang from their own calls, the conversation goes on from the last
			s.parent = calls[i].uuid
		}
		s.result(&calls[i])
		s.call = calls[i]
		s.events()
	}
}

// events writes the records beside a call, each kind as often as the model has it.
func (s *session) events() {
	for i := range s.era.events {
		e := &s.era.events[i]
		if s.agent != "" && e.kind != "progress/hook_progress" {
			continue
		}
		if e.host != "" && e.host != s.call.tool.name {
			continue
		}
		for n := int(e.perCall + s.Float64()); n > 0; n-- {
			e.write(s, e)
		}
	}
}

// open begins a record of the conversation.
func (s *session) open(kind string) {
	s.records++
	s.buf = append(s.buf, `{"parentUuid":`...)
	if s.chained {
		s.buf = append(append(append(s.buf, '"'), s.parent[:]...), '"')
	} else {
		s.buf = append(s.buf, "null"...)
	}
	s.buf = append(append(append(append(s.buf, s.head...), `,"type":"`...), kind...), `",`...)
	if kind == "user" && s.fields["promptId"] {
		s.buf = append(append(append(s.buf, `"promptId":"`...), s.id...), `",`...)
	}
}

// add appends parts to a record.
func (s *session) add(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			s.buf = append(s.buf, p...)
		case []byte:
			s.buf = append(s.buf, p...)
		case int:
			s.buf = strconv.AppendInt(s.buf, int64(p), 10)
		case bool:
			s.buf = strconv.AppendBool(s.buf, p)
		}
	}
}

// close ends a record, some ms after the one before it, and makes it the parent of the next.
func (s *session) close(ms int) {
	id := s.uuid()
	s.add(`,"uuid":"`, id[:], `"`)
	s.parent, s.chained = id, true
	s.stamp(ms)
	s.add("}\n")
	s.flush(flushBytes)
}

// stamp appends the time of a record.
func (s *session) stamp(ms int) {
	s.clock += int64(1 + s.IntN(2*ms))
	s.buf = append(s.buf, `,"timestamp":"`...)
	s.buf = time.UnixMilli(s.clock).UTC().AppendFormat(s.buf, "2006-01-02T15:04:05.000Z")
	s.buf = append(s.buf, '"')
}

// flush writes the buffer out when it has so many bytes.
func (s *session) flush(n int) {
	if len(s.buf) < n || s.err != nil {
		return
	}
	_, s.err = s.out.Write(s.buf)
	s.written += int64(len(s.buf))
	s.buf = s.buf[:0]
}
