package theme

import (
	"strings"

	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
	"steno/theme/words"
)

// Many clients record that a model thought, without a word of it. Such a thought is no row: the
// reply or the step that follows it has a mark, which has the thought's anchors, and the line
// below the turn counts them.

// pendingThought is a thought that waits for what follows it.
type pendingThought struct {
	anchors []string
	tokens  string
}

// thoughts are those of which nothing was recorded.
type thoughts struct {
	waiting []pendingThought // those that nothing has followed yet
	turn    int              // how many the turn has
}

// keep reports whether nothing of a thought was recorded, and keeps it for what follows.
func (t *thoughts) keep(m *parser.Message, b parser.Block) bool {
	thought, ok := b.(*parser.Thinking)
	if !ok || thought.Text != "" || thought.Redacted {
		return false
	}
	p := pendingThought{anchors: []string{thought.Anchor}}
	if thought.Tokens > 0 {
		p.tokens = words.Short(thought.Tokens) + " tokens"
	}
	if len(m.Blocks) == 1 { // otherwise the other blocks have them
		p.anchors, p.tokens = []string{m.Anchor, thought.Anchor}, tokensOf(m)
	}
	t.waiting = append(t.waiting, p)
	t.turn++
	return true
}

// takeThoughts returns the mark of the thoughts before what is being made, nil for none.
func (r *thread) takeThoughts() *view.Thoughts {
	if len(r.thoughts.waiting) == 0 {
		return nil
	}
	words := []string{words.Plural(len(r.thoughts.waiting), "thought") + " not recorded"}
	var ids []string
	for _, p := range r.thoughts.waiting {
		for _, anchor := range p.anchors {
			if id := r.claim(anchor); id != "" {
				ids = append(ids, id)
			}
		}
		if p.tokens != "" {
			words = append(words, p.tokens)
		}
	}
	r.thoughts.waiting = nil
	v := &view.Thoughts{Title: strings.Join(words, ": ")}
	if len(ids) > 0 {
		v.ID, v.More = ids[0], ids[1:]
	}
	return v
}

// lastThoughts emits the anchors of thoughts that nothing of the turn follows.
func (r *thread) lastThoughts() {
	if v := r.takeThoughts(); v != nil && v.ID != "" {
		r.emit("former", append([]string{v.ID}, v.More...), nil)
	}
}

// former puts the ids of records that a message replaced in front of it, so that
// links made while the file was shorter still lead here.
func (r *thread) former(m *parser.Message) {
	var ids []string
	for _, anchor := range m.Rest().Former {
		if id := r.claim(anchor); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		r.flush()
		r.emit("former", ids, nil)
	}
}

func (c content) thinking(b *parser.Thinking) *view.Fold {
	v := c.thought(b)
	if b.Tokens > 0 {
		v.Outcome = strings.TrimPrefix(v.Outcome+" · "+words.Short(b.Tokens)+" tokens", " · ")
	}
	return v
}

func (c content) thought(b *parser.Thinking) *view.Fold {
	switch {
	case b.Text != "":
		v := c.words("thinking", "thinking", "Thinking", line(prose.Unmarked(prose.Start(b.Text, 400)), 100), b.Text)
		count := 0
		for range strings.FieldsSeq(b.Text) {
			count++
		}
		v.Outcome = words.Plural(count, "word")
		return v
	case b.Redacted:
		return &view.Fold{Class: "thinking", Icon: "thinking", Verb: "Thinking", Object: "kept encrypted by the provider"}
	}
	return &view.Fold{Class: "thinking", Icon: "thinking", Verb: "Thinking", Object: "its text was not recorded"}
}
