package record

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/offheap"
	"steno/parser/raw"
)

func (p *parse) message() {
	m := new(Message)
	p.r.Message = m
	members(&p.in, func(name []byte) {
		switch string(name) {
		case "id":
			m.ID = p.again(p.Decoder.message)
			p.Decoder.message = m.ID
		case "role":
			m.Role = p.shared()
		case "model":
			m.Model = p.shared()
		case "stop_reason":
			m.StopReason = p.shared()
		case "usage":
			m.Usage = usage(p.in.Value())
		case "content":
			m.Content = p.blocks.content(&p.in)
		default:
			p.in.Value()
		}
	})
}

func usage(v []byte) *Usage {
	if in := raw.Scan(v); !in.Enter('{') || !in.More() {
		return nil
	}
	u := new(Usage)
	for name, n := range raw.Members(v) {
		switch string(name) {
		case "input_tokens":
			u.Input = raw.Int(n)
		case "output_tokens":
			u.Output = raw.Int(n)
		case "cache_read_input_tokens":
			u.CacheRead = raw.Int(n)
		case "cache_creation_input_tokens":
			u.CacheWrite = raw.Int(n)
		case "output_tokens_details":
			u.Thinking = raw.ParseObject(n).Int("thinking_tokens")
		case "cache_creation":
			u.CacheWrite1h = raw.ParseObject(n).Int("ephemeral_1h_input_tokens")
		}
	}
	return u
}

// toolUseResult keeps the structured result as recorded, but for the members
// that only repeat a whole file as it was before an edit. Of a notebook the source of the cell is kept.
func (p *parse) toolUseResult() {
	if p.in.Kind() != '{' {
		if v := p.in.Value(); len(v) > 0 && v[0] != 'n' {
			p.result = p.Texts.Bytes(withheldResult(bytes.Clone(v)))
		}
		return
	}
	out := append(p.scratch[:0], '{')
	var notebook []byte
	members(&p.in, func(name []byte) {
		v := p.in.Value()
		switch string(name) {
		case "originalFile", "originalFileContents", "updated_file":
			return
		case "original_file":
			notebook = v
			return
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, name)
		out = append(append(out, ':'), v...)
	})
	out = append(out, '}')
	if notebook != nil {
		out = withCell(out, notebook)
	}
	p.result = p.Texts.Bytes(withheldResult(bytes.Clone(out)))
	p.scratch = out
}

// MessageOf decodes a message that is where a record was expected, and keeps its texts in texts,
// which may be nil.
func MessageOf(v jsontext.Value, texts *offheap.Texts) *Message {
	d := NewDecoder()
	d.Texts = texts
	r, err := d.Decode(append(append([]byte(`{"type":"user","message":`), v...), '}'))
	if err != nil || r.Message == nil {
		return new(Message)
	}
	return r.Message
}
