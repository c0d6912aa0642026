package theme

import (
	"strings"

	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/theme/markup"
	"steno/theme/view"
	"steno/theme/words"
)

// message renders a reply or an event: its words as separate fragments, what
// it did as steps of the current run.
func (r *thread) message(m *parser.Message) {
	r.former(m)
	if m.APIError != "" {
		r.flush()
		r.reply(m, m.Blocks)
		return
	}
	for i := 0; i < len(m.Blocks); i++ {
		if !spoken(m, m.Blocks[i]) {
			r.step(m, m.Blocks[i])
			continue
		}
		last := i
		for last+1 < len(m.Blocks) && spoken(m, m.Blocks[last+1]) {
			last++
		}
		r.flush()
		r.reply(m, m.Blocks[i:last+1])
		i = last
	}
	if len(m.Blocks) == 0 && len(m.Rest().Notes) > 0 {
		r.flush()
		r.reply(m, nil)
	}
}

// spoken distinguishes words and pictures, which are read, from steps, which are looked up.
func spoken(m *parser.Message, b parser.Block) bool {
	switch b.(type) {
	case *parser.Text:
		return m.Kind != parser.KindEvent
	case *parser.Image, *parser.Document, *parser.Command:
		return true
	}
	return false
}

func (r *thread) reply(m *parser.Message, blocks []parser.Block) {
	v := &view.Reply{
		ID: r.claim(m.Anchor), Heading: "Reply", Error: errorWords(m), Notes: m.Rest().Notes, Stop: stopWords(m.StopReason),
	}
	if v.ID != "" {
		v.Tokens = tokensOf(m)
	}
	anchor, at := m.Anchor, m.Time
	if v.ID == "" && len(blocks) > 0 { // a later part of the message
		o := blocks[0].From()
		v.ID, v.Notes = r.claim(o.Anchor), nil
		if v.ID != "" {
			anchor, at = o.Anchor, o.Time
		}
	}
	v.Thoughts = r.takeThoughts()
	if m.Model != "" && m.APIError == "" && (m.Model != r.told.model || m.Effort != r.told.effort) {
		v.Model, v.Effort, r.told.model, r.told.effort = view.ModelName(m.Model), words.Excerpt(m.Effort, 20), m.Model, m.Effort
	}
	if m.Kind == parser.KindEvent { // a command that the user gave, a file that was handed over
		v.Heading = "Command"
	}
	v.Stamp = r.told.stamp(anchor, at)
	for _, b := range blocks {
		if t, ok := b.(*parser.Text); ok && m.APIError != "" {
			v.Blocks = append(v.Blocks, r.failure(t)...)
			continue
		}
		v.Blocks = append(v.Blocks, r.block(b, false))
	}
	f := Fragment{Glued: glued(blocks), Later: v.ID == ""} // the thinking before it, which has its anchor, may be on the page before
	if m.APIError != "" {
		f.Errors = 1
	}
	r.send("reply", v, f)
}

// failure is an error of the API in words, and as it was recorded, if that differs.
func (r *thread) failure(t *parser.Text) []view.Block {
	said := *t
	said.Text = prose.Failure(t.Text)
	blocks := []view.Block{r.block(&said, false)}
	if said.Text != t.Text {
		blocks = append(blocks, view.Block{Fold: &view.Fold{Class: "event", Icon: "event", Verb: "Error as recorded", Pre: markup.Text(t.Text)}})
	}
	return blocks
}

// errorWords says that a reply reports an API error, and of what kind, "" for other replies.
func errorWords(m *parser.Message) string {
	if m.APIError == "" {
		return ""
	}
	return strings.TrimSuffix("API error: "+facts.ErrorKind(m), ": ")
}

// tokensOf is what a reply took, for readers who ask for it; "" when not recorded. The script that shows it
// adds the words (see reading.js).
func tokensOf(m *parser.Message) string {
	u := m.Usage
	if u == nil || u.Input+u.CacheWrite+u.CacheRead+u.Output == 0 {
		return ""
	}
	var parts []string
	for _, tokens := range []int{u.Input + u.CacheWrite, u.CacheRead, u.Output} {
		part := ""
		if tokens > 0 {
			part = words.Short(tokens)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "/")
}

// glued reports whether a reply leads up to the call behind it.
func glued(blocks []parser.Block) bool {
	if len(blocks) == 0 {
		return false
	}
	t, ok := blocks[len(blocks)-1].(*parser.Text)
	return ok && strings.HasSuffix(strings.TrimRight(t.Text, " \n*_"), ":")
}

// stopWords says why a reply ends where it should not.
func stopWords(reason string) string {
	switch reason {
	case "max_tokens":
		return "Cut off here: the reply reached its limit of tokens."
	case "refusal":
		return "The model declined to go on."
	case "model_context_window_exceeded":
		return "Cut off here: the context was full."
	}
	return ""
}
