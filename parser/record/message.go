package record

import (
	"bytes"
	"cmp"

	"github.com/go-json-experiment/json/jsontext"
)

func (p *parse) message() error {
	m := new(Message)
	p.r.Message = m
	return p.members(func(name []byte) (err error) {
		switch string(name) {
		case "id":
			m.ID, err = p.again(p.Decoder.message)
			p.Decoder.message = m.ID
		case "role":
			m.Role, err = p.shared()
		case "model":
			m.Model, err = p.shared()
		case "stop_reason":
			m.StopReason, err = p.shared()
		case "usage":
			var v jsontext.Value
			if v, err = p.dec.ReadValue(); err == nil {
				m.Usage = p.usage(v)
			}
		case "content":
			m.Content, err = p.blocks(p.dec)
		default:
			err = p.dec.SkipValue()
		}
		return err
	})
}

func (d *Decoder) usage(v jsontext.Value) *Usage {
	o := d.object(v)
	if o == nil {
		return nil
	}
	return &Usage{
		Input:        o.Int("input_tokens"),
		Output:       o.Int("output_tokens"),
		CacheRead:    o.Int("cache_read_input_tokens"),
		CacheWrite:   o.Int("cache_creation_input_tokens"),
		CacheWrite1h: o.Object("cache_creation").Int("ephemeral_1h_input_tokens"),
	}
}

// contentOf decodes the content of a result. Results inside results are not
// decoded: each level is read again.
func (d *Decoder) contentOf(v jsontext.Value) []Block {
	if d.nested {
		return nil
	}
	d.nested = true
	defer func() { d.nested = false }()
	defer d.leave()
	bs, _ := d.blocks(d.enter(v))
	return bs
}

// blocks reads a content member: a string, an array of blocks, or a block.
func (d *Decoder) blocks(dec *jsontext.Decoder) ([]Block, error) {
	switch dec.PeekKind() {
	case '[':
		return d.list(dec)
	case 'n':
		return nil, dec.SkipValue()
	}
	b, err := d.block(dec)
	return append(d.pieces.some(1)[:0], b), err
}

// list reads an array of blocks.
func (d *Decoder) list(dec *jsontext.Decoder) ([]Block, error) {
	before := len(d.open) // what the result around it holds so far
	defer func() { d.open = d.open[:before] }()
	dec.ReadToken()
	for k := dec.PeekKind(); k != ']'; k = dec.PeekKind() {
		b, err := d.block(dec)
		if err != nil {
			return nil, err
		}
		d.open = append(d.open, b)
	}
	_, err := dec.ReadToken()
	found := d.open[before:]
	if len(found) == 0 {
		return nil, err
	}
	bs := d.pieces.some(len(found))
	copy(bs, found)
	return bs, err
}

// fields are the members of a block, of whatever type, as they stand in the
// line. The type may come last, so all are collected before any is decoded.
type fields struct {
	kind                                            string
	text, thinking, id, useID, name, input, content jsontext.Value
	source, isError, signature, data, title, mime   jsontext.Value
}

func (d *Decoder) block(dec *jsontext.Decoder) (Block, error) {
	v, err := dec.ReadValue()
	if err != nil {
		return Block{}, err
	}
	switch v.Kind() {
	case '"':
		return Block{Type: "text", Text: unquote(v)}, nil
	case '{':
		return d.blockOf(v), nil
	}
	return Block{Type: v.Kind().String(), Raw: v.Clone()}, nil
}

func (d *Decoder) blockOf(v jsontext.Value) Block {
	var f fields
	defer d.leave()
	sub := d.enter(v)
	sub.ReadToken()
	for sub.PeekKind() == '"' {
		name, err := sub.ReadValue()
		if err != nil {
			break
		}
		if !f.take(d, name, sub) {
			sub.SkipValue()
		}
	}
	return f.block(d, v)
}

func (f *fields) take(d *Decoder, name []byte, dec *jsontext.Decoder) bool {
	var at *jsontext.Value
	switch string(name) {
	case `"type"`:
		v, _ := dec.ReadValue()
		f.kind = d.intern([]byte(unquote(v)))
		return true
	case `"text"`:
		at = &f.text
	case `"thinking"`:
		at = &f.thinking
	case `"id"`:
		at = &f.id
	case `"tool_use_id"`:
		at = &f.useID
	case `"name"`:
		at = &f.name
	case `"input"`:
		at = &f.input
	case `"content"`:
		at = &f.content
	case `"source"`:
		at = &f.source
	case `"is_error"`:
		at = &f.isError
	case `"signature"`:
		at = &f.signature
	case `"data"`:
		at = &f.data
	case `"title"`:
		at = &f.title
	case `"mimeType"`:
		at = &f.mime
	default:
		return false
	}
	*at, _ = dec.ReadValue()
	return true
}

func (f *fields) block(d *Decoder, raw jsontext.Value) Block {
	b := Block{Type: f.kind}
	switch {
	case f.kind == "text" && len(f.text) > 0:
		b.Text = unquote(f.text)
	case f.kind == "thinking":
		b.Text = unquote(f.thinking)
		if len(f.signature) > 2 {
			b.Flags |= Signed
		}
	case f.kind == "redacted_thinking":
		b.Flags |= Signed
	case f.kind == "tool_use" || f.kind == "server_tool_use" || f.kind == "mcp_tool_use":
		b.ID, b.Name, b.Raw = unquote(f.id), d.intern([]byte(unquote(f.name))), f.input.Clone()
	case IsResult(f.kind) && !d.nested:
		b.ID = unquote(f.useID)
		if len(f.content) > 0 {
			b.Content = d.contentOf(f.content)
		}
		if string(f.isError) == "true" {
			b.Flags |= IsError
		}
	case f.kind == "image" || f.kind == "document":
		b.Source = source(f)
	default:
		b.Raw = raw.Clone()
	}
	return b
}

// IsResult tells whether blocks of a type carry what came back for a call:
// tool_result, and the API's own web_search_tool_result, advisor_tool_result ...
func IsResult(kind string) bool {
	return kind == "tool_result" || len(kind) > 12 && kind[len(kind)-12:] == "_tool_result"
}

func source(f *fields) *Source {
	o := ParseObject(f.source)
	s := &Source{MediaType: o.String("media_type"), Title: unquote(f.title)}
	switch o.String("type") {
	case "text":
		s.Text = o.String("data")
	case "content":
		s.Text = o.Text("content")
	case "url":
		s.Ref = o.String("url")
	case "file":
		s.Ref = o.String("file_id")
	default:
		s.Data = o.String("data")
		s.Ref = o.String("url")
	}
	if s.Data == "" && s.Text == "" && s.Ref == "" {
		s.Data = unquote(f.data) // MCP's own shape: {type, data, mimeType}
		s.MediaType = cmp.Or(s.MediaType, unquote(f.mime))
	}
	return s
}

// toolUseResult keeps the structured result as recorded, but for the members
// that only repeat a whole file as it was before an edit.
func (p *parse) toolUseResult() error {
	if p.dec.PeekKind() != '{' {
		v, err := p.dec.ReadValue()
		if err == nil && v.Kind() != 'n' {
			p.result = v.Clone()
		}
		return err
	}
	out := append(p.scratch[:0], '{')
	err := p.members(func(name []byte) error {
		switch string(name) {
		case "originalFile", "originalFileContents":
			return p.dec.SkipValue()
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, name)
		v, err := p.dec.ReadValue()
		out = append(append(out, ':'), v...)
		return err
	})
	out = append(out, '}')
	p.result = bytes.Clone(out)
	p.scratch = out
	return err
}

// BlockOf decodes a block whose type stood elsewhere, such as a record that is
// nothing but a block.
func BlockOf(kind string, raw jsontext.Value) Block {
	b := NewDecoder().blockOf(raw)
	if b.Type != "" {
		return b
	}
	quoted, _ := jsontext.AppendQuote([]byte(`{"type":`), kind)
	rest := []byte("}")
	if len(raw) > 2 {
		rest = append([]byte(","), raw[1:]...)
	}
	return NewDecoder().blockOf(append(quoted, rest...))
}

// MessageOf decodes a message that stands where a record should.
func MessageOf(raw jsontext.Value) *Message {
	r, err := NewDecoder().Decode(append(append([]byte(`{"message":`), raw...), '}'))
	if err != nil || r.Message == nil {
		return new(Message)
	}
	return r.Message
}
