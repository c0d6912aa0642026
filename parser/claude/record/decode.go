package record

import (
	"bytes"
	"errors"
	"hash/fnv"
	"hash/maphash"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/offheap"
	"steno/parser/raw"
)

// errNotObject is what Decode answers to JSON that is not an object.
var errNotObject = errors.New("not a JSON object")

// seed makes the hashes of all decoders of one process comparable.
var seed = maphash.MakeSeed()

// Decoder decodes the records of one session, which share strings. It is not safe
// for concurrent use.
type Decoder struct {
	// KeepAgent reports whether the records inside agent_progress records of an
	// agent are wanted; nil means that none are.
	KeepAgent func(id string) bool
	Texts     *offheap.Texts // where long texts are kept, nil for on the heap

	in       raw.Scanner // of line
	line     []byte
	strings  pool
	blocks   blockDecoder
	context  *Context // of the record before
	contexts map[Context]*Context
	uuid     string // of the record before, which is likely to be the parent of the next
	message  string // id of the message before, which may have come in pieces
	request  string // and of the request

	records Slab[Record]
	scratch []byte

	work parse
}

// NewDecoder makes a decoder.
func NewDecoder() *Decoder {
	strings := make(pool)
	return &Decoder{strings: strings, blocks: blockDecoder{strings: strings}, context: new(Context), contexts: map[Context]*Context{}}
}

// Decode decodes one JSON object, which must be valid but for lone surrogates, repeated
// names, of which the last one wins, and bytes that are not UTF-8: real files contain them,
// and none may cost a record. The record contains no reference to line.
func (d *Decoder) Decode(line []byte) (*Record, error) {
	d.line, d.in = line, raw.Scan(line)
	if d.in.Kind() != '{' {
		return nil, errNotObject
	}
	p := d.begin()
	members(&d.in, p.member)
	return p.finish(), nil
}

// begin makes the decoder's parse ready for another record.
func (d *Decoder) begin() *parse {
	p := &d.work
	p.Decoder, p.r, p.typed = d, d.records.one(), false
	d.blocks.texts = d.Texts
	p.hash.SetSeed(seed)
	p.context, p.data = Context{}, progressData{}
	p.extra, p.content, p.request, p.effort, p.result = p.extra[:0], nil, "", "", nil
	p.thought = 0
	return p
}

// parse is the decoding of one record. A decoder uses one over and over.
type parse struct {
	*Decoder
	r       *Record
	typed   bool // the type was seen
	context Context
	hash    maphash.Hash
	extra   []byte
	data    progressData
	content jsontext.Value // a content member outside message
	request string
	effort  string
	thought int // thinking_tokens
	result  jsontext.Value
}

type progressData struct {
	kind            string
	agent, parent   string
	message, prompt []byte
}

// member takes one member of the record.
func (p *parse) member(name []byte) {
	if !p.envelope(name) && !p.flag(name) && !p.rare(name) {
		p.payload(name)
	}
}

// payload takes the members that contain what the record is about.
func (p *parse) payload(name []byte) {
	switch string(name) {
	case "message":
		if p.in.Kind() != '{' {
			name = []byte("content") // old: the text itself
			break
		}
		if p.other() {
			break
		}
		p.hashed(p.message)
		return
	case "toolUseResult":
		if p.other() {
			break
		}
		p.toolUseResult()
		return
	case "data":
		if p.in.Kind() != '{' || p.typed && p.r.Type != "progress" {
			break
		}
		p.hashed(p.progress)
		return
	case "parentToolUseID":
		p.data.parent = p.str()
		return
	}
	v := p.in.Value()
	if string(name) == "content" {
		p.content = v
	}
	p.hash.Write(v)
	p.addExtra(name, v)
}

// other reports whether the record is known to contain no message of the API, whatever
// its members are called.
func (p *parse) other() bool {
	return p.typed && p.r.Type != "user" && p.r.Type != "assistant"
}

func (p *parse) addExtra(name, v []byte) {
	if p.r.Type == "user" || p.r.Type == "assistant" {
		return
	}
	if len(p.extra) == 0 {
		p.extra = append(p.extra, '{')
	} else {
		p.extra = append(p.extra, ',')
	}
	p.extra, _ = jsontext.AppendQuote(p.extra, name)
	p.extra = append(p.extra, ':')
	p.extra = append(p.extra, v...)
}

// hashed runs f and adds the bytes it consumed to the record's hash.
func (p *parse) hashed(f func()) {
	start := p.in.At()
	f()
	p.hash.Write(p.line[start:p.in.At()])
}

func (p *parse) finish() *Record {
	r := p.r
	p.hash.WriteString(r.Type)
	r.Hash = p.hash.Sum64()
	if r.UUID == "" {
		h := fnv.New64a()
		h.Write(p.line)
		r.Hash = h.Sum64()
	}
	if *p.Decoder.context != p.context {
		p.Decoder.context = p.contexts[p.context]
		if p.Decoder.context == nil {
			c := p.context
			p.Decoder.context = &c
			p.contexts[c] = &c
		}
	}
	r.Context = p.Decoder.context
	if r.UUID != "" {
		p.uuid = r.UUID
	}
	if p.request != "" {
		p.Decoder.request = p.request
	}
	switch r.Type {
	case "user", "assistant":
		if r.Message == nil && p.content != nil {
			r.Message = MessageOf(append(append([]byte(`{"content":`), p.content...), '}'), p.Texts)
		}
		if r.Message == nil {
			r.Message = new(Message)
		}
		r.Message.RequestID, r.Message.Effort, r.Message.Result = p.request, p.effort, p.result
		if u := r.Message.Usage; u != nil {
			u.Thinking = max(u.Thinking, p.thought)
		}
	case "progress":
		p.finishProgress()
	default:
		p.finishOther()
	}
	return r
}

func (p *parse) finishOther() {
	r := p.r
	p.undone()
	if len(p.extra) > 0 {
		p.extra = append(p.extra, '}')
		r.Extra = bytes.Clone(p.extra)
	}
	o := raw.ParseObject(r.Extra)
	switch r.Type {
	case "system":
		r.Subtype = p.strings.intern([]byte(o.String("subtype")))
	case "queue-operation":
		r.Subtype = p.strings.intern([]byte(o.String("operation")))
	case "attachment":
		r.Extra = raw.Without(o.Raw("attachment"), "rendered")
		a := raw.ParseObject(r.Extra)
		r.Subtype = p.strings.intern([]byte(a.String("type")))
		if a.String("hookName") == clearHook {
			r.Flags |= Cleared
		}
	}
	r.withhold()
	r.Extra = p.Texts.Bytes(r.Extra)
}

// undone puts back what was taken for a message of the API before the type of the record was read,
// or because it has none.
func (p *parse) undone() {
	if p.r.Message != nil {
		p.addExtra([]byte("message"), raw.ParseObject(p.line).Raw("message"))
		p.r.Message = nil
	}
	if p.result != nil {
		p.addExtra([]byte("toolUseResult"), p.result)
	}
}

func (p *parse) finishProgress() {
	r, d := p.r, &p.data
	r.Subtype = d.kind
	if r.Flags.Has(Guarded) && d.parent != "" {
		r.Progress = &Progress{ParentCall: p.strings.intern([]byte(d.parent))}
	}
	if d.kind != "agent_progress" {
		return
	}
	r.Progress = &Progress{AgentID: d.agent, ParentCall: p.strings.intern([]byte(d.parent))}
	if d.agent == "" {
		r.Progress.AgentID = r.Context.Agent
	}
	if p.KeepAgent != nil && p.KeepAgent(r.Progress.AgentID) {
		r.Progress.Inner = p.Texts.Bytes(bytes.Clone(d.message))
		r.Progress.Prompt = raw.String(d.prompt)
	}
}

func (p *parse) progress() {
	members(&p.in, func(name []byte) {
		switch string(name) {
		case "type":
			p.data.kind = p.shared()
		case "agentId":
			p.data.agent = p.shared()
		case "message":
			p.data.message = p.in.Value()
		case "prompt":
			p.data.prompt = p.in.Value()
		case "hookName":
			if p.shared() == clearHook {
				p.r.Flags |= Cleared
			}
		case "hookEvent":
			if p.shared() == "PreToolUse" {
				p.r.Flags |= Guarded
			}
		default:
			p.in.Value()
		}
	})
}

// clearHook is the hook that Claude Code runs when the context was cleared.
const clearHook = "SessionStart:clear"
