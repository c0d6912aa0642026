package record

import (
	"bytes"
	"cmp"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/offheap"
	"steno/parser/raw"
)

// blockDecoder decodes the content of messages.
type blockDecoder struct {
	strings pool
	pieces  Slab[Block]
	open    []Block // the content that is being decoded
	nested  bool    // inside the content of a result
	texts   *offheap.Texts
}

// content reads a content member: a string, an array of blocks, or a block.
func (d *blockDecoder) content(in *raw.Scanner) []Block {
	switch in.Kind() {
	case '[':
		return d.list(in)
	case 'n':
		in.Value()
		return nil
	}
	return append(d.pieces.some(1)[:0], d.block(in))
}

// list reads an array of blocks.
func (d *blockDecoder) list(in *raw.Scanner) []Block {
	before := len(d.open) // what the result around it contains so far
	for more := in.Enter('[') && in.More(); more; more = in.More() {
		d.open = append(d.open, d.block(in))
	}
	found := d.open[before:]
	d.open = d.open[:before]
	if len(found) == 0 {
		return nil
	}
	bs := d.pieces.some(len(found))
	copy(bs, found)
	return bs
}

// fields are the members of a block, of whatever type, as they are in the
// line. The type may come last, so all are collected before any is decoded.
type fields struct {
	kind                                          string
	text, id, useID, name, input, content         jsontext.Value
	source, isError, signature, data, title, mime jsontext.Value
	citations, annotations                        jsontext.Value
}

func (d *blockDecoder) block(in *raw.Scanner) Block {
	switch kind := in.Kind(); kind {
	case '"':
		return Block{Type: "text", Text: d.texts.String(raw.String(in.Value()))}
	case '{':
		return d.blockOf(in)
	default:
		v := jsontext.Value(in.Value()).Clone()
		return Block{Type: v.Kind().String(), Raw: v}
	}
}

func (d *blockDecoder) blockOf(in *raw.Scanner) Block {
	var f fields
	whole := *in
	members(in, func(name []byte) {
		v := in.Value()
		if string(name) == "type" {
			f.kind = d.strings.decode(v)
		} else if at := f.member(name); at != nil {
			*at = v
		}
	})
	return f.block(d, whole)
}

// member is where the value of a member goes, nil for nowhere.
func (f *fields) member(name []byte) *jsontext.Value {
	switch string(name) {
	case "text", "thinking": // no block has both
		return &f.text
	case "id":
		return &f.id
	case "tool_use_id":
		return &f.useID
	case "name":
		return &f.name
	case "input":
		return &f.input
	case "content":
		return &f.content
	case "source":
		return &f.source
	case "is_error":
		return &f.isError
	case "signature":
		return &f.signature
	case "citations":
		return &f.citations
	case "annotations":
		return &f.annotations
	case "data":
		return &f.data
	case "title":
		return &f.title
	case "mimeType":
		return &f.mime
	}
	return nil
}

// block makes the block of its fields; whole reads all of it.
func (f *fields) block(d *blockDecoder, whole raw.Scanner) Block {
	if f.kind == "" && len(f.useID) > 0 && len(f.content) > 0 {
		f.kind = "tool_result"
	}
	b := Block{Type: f.kind}
	switch {
	case f.kind == "text" && len(f.text) > 0:
		b.Text, b.Raw = d.texts.String(raw.String(f.text)), f.annotations.Clone()
		if f.citations.Kind() == '[' && len(f.citations) > len("[]") {
			b.Cited = f.citations.Clone()
		}
	case f.kind == "thinking":
		b.Text = d.texts.String(raw.String(f.text))
		if len(f.signature) > 2 {
			b.Flags |= Signed
		}
	case f.kind == "redacted_thinking":
		b.Flags |= Signed
	case f.kind == "tool_use" || f.kind == "server_tool_use" || f.kind == "mcp_tool_use":
		b.ID, b.Name, b.Raw = d.texts.String(raw.String(f.id)), d.strings.decode(f.name), d.texts.Bytes(f.input.Clone())
	case IsResult(f.kind) && !d.nested:
		b.ID = d.texts.String(raw.String(f.useID))
		if len(f.content) > 0 {
			b.Content = d.resultContent(f.content)
		}
		if string(f.isError) == "true" {
			b.Flags |= IsError
		}
	case f.kind == "image" || f.kind == "document":
		b.Source, b.Raw = d.source(f), f.annotations.Clone()
	default:
		b.Raw = d.texts.Bytes(bytes.Clone(whole.Value()))
	}
	return b
}

// IsResult reports whether blocks of a type carry what came back for a call:
// tool_result, and the API's own web_search_tool_result, advisor_tool_result ...
func IsResult(kind string) bool {
	return kind == "tool_result" || len(kind) > 12 && kind[len(kind)-12:] == "_tool_result"
}

func (d *blockDecoder) source(f *fields) *Source {
	o := raw.ParseObject(f.source)
	s := &Source{MediaType: o.String("media_type"), Title: raw.String(f.title)}
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
		s.Data = raw.String(f.data) // MCP's own shape: {type, data, mimeType}
		s.MediaType = cmp.Or(s.MediaType, raw.String(f.mime))
	}
	s.Data, s.Text = d.texts.String(s.Data), d.texts.String(s.Text)
	return s
}

// resultContent decodes the content of a result. Results inside results are not
// decoded: each level is read again.
func (d *blockDecoder) resultContent(v jsontext.Value) []Block {
	if d.nested {
		return nil
	}
	d.nested = true
	defer func() { d.nested = false }()
	in := raw.Scan(v)
	return d.content(&in)
}

// BlockOf decodes a block whose type was elsewhere, such as a record that is
// nothing but a block.
func BlockOf(kind string, v jsontext.Value) Block {
	d := blockDecoder{strings: make(pool)}
	in := raw.Scan(v)
	b := d.blockOf(&in)
	if b.Type != "" {
		return b
	}
	quoted, _ := jsontext.AppendQuote([]byte(`{"type":`), kind)
	rest := []byte("}")
	if len(v) > 2 {
		rest = append([]byte(","), v[1:]...)
	}
	in = raw.Scan(append(quoted, rest...))
	return d.blockOf(&in)
}
