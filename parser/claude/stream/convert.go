package stream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/lazy"
	"steno/parser/raw"
)

// converter rewrites the records of one file.
type converter struct {
	session string            // of the last record that named one, in quotes
	host    string            // what the desktop client calls the session, in quotes; see hosted
	last    map[string]string // uuid of the last record of each thread, in quotes
	said    map[string][]byte // the last text of each session's main thread, as written
	equal   map[[8]byte]int   // records without a uuid
	shaped  map[string]bool   // sessions with a call that contains the answer in the shape that was asked for
}

func newConverter(head []byte) *converter {
	host, session := hosted(head)
	return &converter{host: host, session: session, last: map[string]string{}, said: map[string][]byte{},
		equal: map[[8]byte]int{}, shaped: map[string]bool{}}
}

// hosted returns the two ids of a session in the log of the desktop client, in quotes: the client
// records what it sends to the agent under another id, before the agent repeats that under the id
// of the transcript.
func hosted(head []byte) (host, session string) {
	first, rest, _ := bytes.Cut(head, []byte("\n"))
	second, _, _ := bytes.Cut(rest, []byte("\n"))
	if e := envelopeOf(first); e.kind == "user" && begun.MatchString(string(second)) {
		if m := sessionID.FindStringSubmatch(string(second)); m != nil && e.session != "" && m[1] != e.session {
			return e.session, m[1]
		}
	}
	return "", ""
}

var (
	begun     = lazy.MustCompile(`"subtype"\s*:\s*"init"`)
	sessionID = lazy.MustCompile(`"session_id"\s*:\s*("[^"\\]+")`)
)

// steps names records that show, step by step, what a message says as a whole later. They have
// no place in the conversation.
var steps = map[string]bool{
	"stream_event": true, "tool_progress": true, "keep_alive": true,
	"thinking_tokens": true, "task_progress": true, "background_tasks_changed": true, // subtypes of system
}

// members are what members are called in transcripts; "" are those that are written again.
var members = map[string]string{
	"type": "", "uuid": "", "session_id": "", "parent_tool_use_id": "", "sessionId": "", "parentUuid": "", "isSidechain": "", "agentId": "",
	"request_id": "requestId", "tool_use_result": "toolUseResult", "claude_code_version": "version", "compact_metadata": "compactMetadata",
	"isSynthetic": "isMeta", "tool_use_id": "toolUseID",
}

// envelope is what of a record says where it belongs, as written.
type envelope struct {
	kind, subtype       string
	uuid, session, tool string
	message             []byte
	failed              bool
}

func envelopeOf(object []byte) (e envelope) {
	for name, val := range raw.Members(object) {
		text := ""
		if len(val) > 2 && val[0] == '"' {
			text = string(val)
		}
		switch string(name) {
		case "type":
			e.kind = raw.String(val)
		case "subtype":
			e.subtype = raw.String(val)
		case "uuid":
			e.uuid = text
		case "session_id":
			e.session = text
		case "parent_tool_use_id":
			e.tool = text
		case "message":
			e.message = val
		case "error":
			e.failed = text != ""
		}
	}
	return e
}

// record appends a record as transcripts have it.
func (c *converter) record(dst, object []byte) []byte {
	e := envelopeOf(object)
	if e.session != "" && e.session != c.host {
		c.session = e.session
	}
	dst = append(dst, `{"type":`...)
	if e.kind == "system" && steps[e.subtype] {
		e.kind = e.subtype
	}
	result := e.kind == "result"
	if result {
		e.kind = "system"
	}
	dst = quote(dst, e.kind)
	if c.session != "" {
		dst = append(append(dst, `,"sessionId":`...), c.session...)
	}
	if !steps[e.kind] {
		dst = c.place(dst, e, object)
	}
	if result {
		// The subtype of a result says how the run ended.
		dst = append(dst, `,"subtype":"run_result","outcome":`...)
		dst = quote(dst, e.subtype)
	}
	for name, val := range raw.Members(object) {
		as, known := members[string(name)]
		switch {
		case known && as == "", result && string(name) == "subtype":
			continue
		case !known || result || e.kind == "user" && string(name) == "tool_use_id":
			as = string(name)
		}
		dst = quote(append(dst, ','), as)
		dst = append(dst, ':')
		if as == "compactMetadata" {
			dst = renamed(dst, val)
			continue
		}
		dst = append(dst, val...)
	}
	if e.kind == "assistant" {
		c.remember(e)
		if e.failed {
			dst = append(dst, `,"isApiErrorMessage":true`...)
		}
	}
	if said := c.said[c.session]; result && said != nil && string(said) == string(raw.ParseObject(object).Raw("result")) {
		dst = append(dst, `,"repeats":true`...)
	}
	if result && c.shaped[c.session] {
		dst = append(dst, `,"answered":true`...)
	}
	return append(dst, '}')
}

// answer appends the reply that a result has, if nothing else of the run has one.
func (c *converter) answer(dst, object []byte) []byte {
	e := envelopeOf(object)
	if e.kind != "result" || e.session == "" || c.said[e.session] != nil {
		return dst
	}
	o := raw.ParseObject(object)
	text := o.Raw("result")
	if o.Bool("is_error") || strings.TrimSpace(raw.String(text)) == "" {
		return dst
	}
	c.session, c.said[e.session] = e.session, bytes.Clone(text)
	dst = append(append(dst, `{"type":"assistant","sessionId":`...), e.session...)
	dst = c.place(dst, envelope{kind: "assistant", uuid: c.name("reply", object)}, object)
	dst = append(dst, `,"message":{"role":"assistant","content":[{"type":"text","text":`...)
	dst = append(append(dst, text...), `}]`...)
	if models := o.Object("modelUsage"); len(models) == 1 {
		dst = quote(append(dst, `,"model":`...), models[0].Name)
	}
	return append(dst, `}}`...)
}

// place appends what says where in the conversation a record has its place: behind the last one
// of its thread.
func (c *converter) place(dst []byte, e envelope, object []byte) []byte {
	if e.uuid == "" {
		e.uuid = c.name(e.tool, object)
	}
	if e.tool != "" && e.kind != "user" && e.kind != "assistant" {
		e.tool = "" // about an agent, not from it
	}
	thread := c.session + e.tool
	dst = append(append(dst, `,"uuid":`...), e.uuid...)
	dst = append(dst, `,"parentUuid":`...)
	if parent := c.last[thread]; parent != "" {
		dst = append(dst, parent...)
	} else {
		dst = append(dst, "null"...)
	}
	c.last[thread] = e.uuid
	if e.tool != "" {
		dst = append(dst, `,"isSidechain":true,"agentId":`...)
		dst = append(dst, e.tool...)
	}
	return dst
}

// name makes a uuid for a record that has none.
func (c *converter) name(tool string, object []byte) string {
	h := sha256.New()
	h.Write([]byte(c.session + "\x00" + tool + "\x00"))
	compact := jsontext.Value(append([]byte(nil), object...))
	if compact.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
		compact = object
	}
	h.Write(compact)
	sum := h.Sum(nil)
	key := [8]byte(sum)
	n := c.equal[key]
	c.equal[key]++
	if n > 0 {
		h.Write([]byte(strconv.Itoa(n)))
		sum = h.Sum(nil)
	}
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// remember keeps what the result repeats of the main thread: its last text, and whether it has an
// answer in a shape.
func (c *converter) remember(e envelope) {
	if e.tool != "" {
		return
	}
	for _, block := range raw.ParseObject(e.message).Array("content") {
		switch b := raw.ParseObject(block); {
		case b.String("type") == "text":
			c.said[c.session] = append(c.said[c.session][:0], b.Raw("text")...)
		case b.String("name") == "StructuredOutput":
			c.shaped[c.session] = true
		}
	}
}

// compaction are the members of compact_metadata.
var compaction = map[string]string{
	"pre_tokens": "preTokens", "post_tokens": "postTokens", "duration_ms": "durationMs", "preserved_segment": "preservedSegment",
	"head_uuid": "headUuid", "anchor_uuid": "anchorUuid", "tail_uuid": "tailUuid", "preserved_messages": "preservedMessages",
	"anchor_id": "anchorId", "all_uuids": "allUuids",
}

// renamed appends an object with the names that it has in transcripts.
func renamed(dst, v []byte) []byte {
	if len(v) == 0 || v[0] != '{' {
		return append(dst, v...)
	}
	dst = append(dst, '{')
	first := true
	for name, val := range raw.Members(v) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		as := compaction[string(name)]
		if as == "" {
			as = string(name)
		}
		dst = append(quote(dst, as), ':')
		if val[0] == '{' {
			dst = renamed(dst, val)
			continue
		}
		dst = append(dst, val...)
	}
	return append(dst, '}')
}

func quote(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
