package archive

// loose adds the agents that no call started, warm-ups and compactions among them.
func (s *session) loose(p *plan) {
	r, a := newRand(p.seed^0xa9e), &p.era.Agents
	add := func(mean float64, id, prompt string, size *Lengths) {
		for n := int(mean + r.Float64()); n > 0; n-- {
			s.agents = append(s.agents, agentRun{id: id + string(hex(nil, r.Uint64(), 8)), prompt: prompt,
				size: size.draw(r), seed: r.Uint64(), from: s.clock})
		}
	}
	if p.size == 0 {
		add(a.Alone*2/3, "", "Warmup", &a.WarmSize)
		add(a.Alone/3, "", string(s.prose(nil, 60)), &a.WarmSize)
		return
	}
	add(a.Loose, "", string(s.prose(nil, 400)), &a.Bytes)
	add(a.Warm, "", "Warmup", &a.WarmSize)
	add(a.Compact, "acompact-", "", &a.Replay)
}

// work writes the transcript of an agent. One without a prompt sums up its session.
func (s *session) work(a agentRun) {
	s.open("user")
	prompt := []byte(a.prompt)
	if a.prompt == "" {
		prompt = s.prose(nil, a.size/2)
	}
	s.add(`"message":{"role":"user","content":"`, prompt, `"}`)
	s.close(100)
	for a.prompt != "" && s.written+int64(len(s.buf)) < int64(a.size)-2000 && s.err == nil {
		s.step(1)
	}
	s.message([]piece{{kind: "text", text: s.prose(nil, s.lastWords(a.size))}})
}

// lastWords is the length of an agent's answer: that of a reply, or of what is left of a summary.
func (s *session) lastWords(size int) int {
	if n := size - int(s.written) - len(s.buf) - 1200; n > 0 && size < 60_000 {
		return n
	}
	return s.era.Replies.Bytes.draw(s.Rand)
}
