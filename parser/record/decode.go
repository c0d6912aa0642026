package record

import (
	"bytes"
	"errors"
	"hash/fnv"
	"hash/maphash"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrNotObject is what Decode answers to valid JSON that is not an object.
var ErrNotObject = errors.New("not a JSON object")

// seed makes the hashes of all decoders of one process comparable.
var seed = maphash.MakeSeed()

// Decoder decodes the records of one file, which share strings. It is not safe
// for concurrent use.
type Decoder struct {
	// KeepAgent tells whether the records inside agent_progress records of an
	// agent are wanted; nil means that none are.
	KeepAgent func(id string) bool

	dec     *jsontext.Decoder
	line    []byte
	name    []byte
	strings map[string]string
	context *Context
	uuid    string // of the record before, which is likely to be the parent of the next
	message string // id of the message before, which may have come in pieces
	request string // and of the request
	nested  bool   // inside the content of a result

	records slab[Record]
	pieces  slab[Block]
	scratch []byte

	work  parse
	inner []*jsontext.Decoder // for values within values, the outermost first
	depth int                 // how many of them are in use

	open []Block // the content that is being decoded
}

// NewDecoder makes a decoder.
func NewDecoder() *Decoder {
	return &Decoder{
		dec:     jsontext.NewDecoder(new(bytes.Buffer), options...),
		strings: make(map[string]string),
		context: new(Context),
	}
}

// options: real files hold lone surrogates and repeated names; neither may cost
// a record. For repeated names the last one wins.
var options = []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

// Decode decodes one JSON object. The record holds no reference to line.
func (d *Decoder) Decode(line []byte) (*Record, error) {
	d.line = line
	d.dec.Reset(bytes.NewBuffer(line), options...)
	if kind := d.dec.PeekKind(); kind != '{' {
		if _, err := d.dec.ReadValue(); err != nil {
			return nil, err
		}
		return nil, ErrNotObject
	}
	p := d.begin()
	if err := p.record(); err != nil {
		return nil, err
	}
	if _, err := d.dec.ReadToken(); err != io.EOF {
		return nil, errors.New("text after the JSON object")
	}
	return p.finish(), nil
}

// begin makes the decoder's parse ready for another record.
func (d *Decoder) begin() *parse {
	p := &d.work
	p.Decoder, p.r, p.typed = d, d.records.one(), false
	p.hash.SetSeed(seed)
	p.context, p.data = Context{}, progressData{}
	p.extra, p.content, p.request, p.result = p.extra[:0], nil, "", nil
	return p
}

// enter gives a decoder for a value within the line, leave gives it back.
func (d *Decoder) enter(v []byte) *jsontext.Decoder {
	if d.depth == len(d.inner) {
		d.inner = append(d.inner, jsontext.NewDecoder(new(bytes.Buffer), options...))
	}
	dec := d.inner[d.depth]
	d.depth++
	dec.Reset(bytes.NewBuffer(v), options...)
	return dec
}

func (d *Decoder) leave() { d.depth-- }

// object is ParseObject.
func (d *Decoder) object(v []byte) Object {
	defer d.leave()
	return objectOf(d.enter(v))
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
	result  jsontext.Value
}

type progressData struct {
	kind            string
	agent, parent   string
	message, prompt []byte
}

func (p *parse) record() error {
	return p.members(func(name []byte) error {
		if known, err := p.envelope(name); known || err != nil {
			return err
		}
		if known, err := p.flag(name); known || err != nil {
			return err
		}
		if known, err := p.rare(name); known || err != nil {
			return err
		}
		return p.payload(name)
	})
}

// payload takes the members that hold what the record is about.
func (p *parse) payload(name []byte) error {
	switch string(name) {
	case "message":
		if p.dec.PeekKind() != '{' {
			name = append(p.name[:0], "content"...) // old: the text itself
			break
		}
		if p.other() {
			break
		}
		return p.hashed(p.message)
	case "toolUseResult":
		if p.other() {
			break
		}
		return p.toolUseResult()
	case "data":
		if p.dec.PeekKind() != '{' || p.typed && p.r.Type != "progress" {
			break
		}
		return p.hashed(p.progress)
	case "parentToolUseID":
		s, err := p.str()
		p.data.parent = s
		return err
	}
	key := string(name)
	v, err := p.dec.ReadValue()
	if err != nil {
		return err
	}
	if key == "content" {
		p.content = v
	}
	p.hash.Write(v)
	p.addExtra(key, v)
	return nil
}

// other tells that the record is known to hold no message of the API, whatever
// its members are called.
func (p *parse) other() bool {
	return p.typed && p.r.Type != "user" && p.r.Type != "assistant"
}

func (p *parse) addExtra(name string, v []byte) {
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
func (p *parse) hashed(f func() error) error {
	start := p.dec.InputOffset()
	err := f()
	p.hash.Write(p.line[start:p.dec.InputOffset()])
	return err
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
		c := p.context
		p.Decoder.context = &c
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
			r.Message = MessageOf(append(append([]byte(`{"content":`), p.content...), '}'))
		}
		if r.Message == nil {
			r.Message = new(Message)
		}
		r.Message.RequestID, r.Message.Result = p.request, p.result
	case "progress":
		p.finishProgress()
	default:
		p.finishOther()
	}
	return r
}

func (p *parse) finishOther() {
	r := p.r
	if len(p.extra) > 0 {
		p.extra = append(p.extra, '}')
		r.Extra = bytes.Clone(p.extra)
	}
	o := p.object(r.Extra)
	switch r.Type {
	case "system":
		r.Subtype = p.intern([]byte(o.String("subtype")))
	case "queue-operation":
		r.Subtype = p.intern([]byte(o.String("operation")))
	case "attachment":
		r.Extra = Without(o.Raw("attachment"), "rendered")
		r.Subtype = p.intern([]byte(p.object(r.Extra).String("type")))
	}
}

func (p *parse) finishProgress() {
	r, d := p.r, &p.data
	r.Subtype = d.kind
	if d.kind != "agent_progress" {
		return
	}
	r.Progress = &Progress{AgentID: d.agent, ParentCall: p.intern([]byte(d.parent))}
	if d.agent == "" {
		r.Progress.AgentID = r.Context.Agent
	}
	if p.KeepAgent != nil && p.KeepAgent(r.Progress.AgentID) {
		r.Progress.Inner = bytes.Clone(d.message)
		r.Progress.Prompt = unquote(d.prompt)
	}
}

func (p *parse) progress() error {
	return p.members(func(name []byte) (err error) {
		switch string(name) {
		case "type":
			p.data.kind, err = p.shared()
		case "agentId":
			p.data.agent, err = p.shared()
		case "message":
			p.data.message, err = p.dec.ReadValue()
		case "prompt":
			p.data.prompt, err = p.dec.ReadValue()
		default:
			err = p.dec.SkipValue()
		}
		return err
	})
}
