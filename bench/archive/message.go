package archive

// piece is one block of a reply; each has its own record.
type piece struct {
	kind      string // text, thinking, tool_use
	text      []byte
	signature int
	call      *call
}

func (s *session) reply() piece {
	return piece{kind: "text", text: s.prose(nil, s.era.Replies.Bytes.draw(s.Rand))}
}

func (s *session) thought() piece {
	p := piece{kind: "thinking", signature: s.era.Signatures.draw(s.Rand)}
	if n := s.era.Thinking.Bytes.draw(s.Rand); n > 0 {
		p.text = s.prose(nil, n)
	}
	return p
}

// message writes the records of one reply of the model: they share its id and its usage.
func (s *session) message(pieces []piece) {
	id, request := s.Uint64(), s.Uint64()
	in, read, out := 2+s.IntN(8), 12_000+s.IntN(120_000), 40+s.IntN(900)
	for _, p := range pieces {
		s.open("assistant")
		s.add(`"message":{"model":"claude-sonnet-4-5","id":"msg_01`)
		s.buf = hex(s.buf, id, 16)
		s.add(`","type":"message","role":"assistant","content":[`)
		switch p.kind {
		case "text":
			s.add(`{"type":"text","text":"`, p.text, `"}`)
		case "thinking":
			s.add(`{"type":"thinking","thinking":"`, p.text, `","signature":"`)
			s.buf = s.base64(s.buf, p.signature)
			s.add(`"}`)
		default:
			s.add(`{"type":"tool_use","id":"`, p.call.id, `","name":"`, p.call.tool.name, `","input":`, p.call.input)
			if s.fields["caller"] {
				s.add(`,"caller":{"type":"direct"}`)
			}
			s.add(`}`)
		}
		s.add(`],"stop_reason":null,"stop_sequence":null`)
		if s.fields["stop_details"] {
			s.add(`,"stop_details":null`)
		}
		if s.fields["diagnostics"] {
			s.add(`,"diagnostics":null`)
		}
		s.usage(in, read, out)
		s.add(`},"requestId":"req_01`)
		s.buf = hex(s.buf, request, 16)
		s.add(`"`)
		if s.fields["effort"] {
			s.add(`,"effort":"high","attributionSkill":"plan"`)
		}
		s.close(2_000)
		if p.call != nil {
			p.call.uuid = s.parent
		}
	}
}

// usage appends the tokens of a reply, with the members that the era has.
func (s *session) usage(in, read, out int) {
	s.add(`,"usage":{"input_tokens":`, in, `,"cache_creation_input_tokens":`, out*3,
		`,"cache_read_input_tokens":`, read, `,"output_tokens":`, out)
	tokens := func() {
		s.add(`"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":`, out*3, `}`)
	}
	if s.fields["usage.server_tool_use"] {
		s.add(`,"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0}`)
	}
	if s.fields["usage.cache_creation"] {
		s.add(`,`)
		tokens()
	}
	s.add(`,"service_tier":"standard"`)
	if s.fields["usage.inference_geo"] {
		s.add(`,"inference_geo":"not_available"`)
	}
	if s.fields["usage.iterations"] {
		s.add(`,"iterations":[{"input_tokens":`, in, `,"output_tokens":`, out, `,"cache_read_input_tokens":`,
			read, `,"cache_creation_input_tokens":`, out*3, `,`)
		tokens()
		s.add(`,"type":"message"}],"speed":"standard"`)
	}
	s.add(`}`)
}
