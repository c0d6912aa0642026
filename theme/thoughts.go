package theme

import (
	"strings"

	"steno/parser"
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

// unrecorded reports whether nothing of a thought was recorded, and keeps it for what follows.
func (r *thread) unrecorded(m *parser.Message, b parser.Block) bool {
	t, ok := b.(*parser.Thinking)
	if !ok || t.Text != "" || t.Redacted {
		return false
	}
	p := pendingThought{anchors: []string{t.Anchor}}
	if t.Tokens > 0 {
		p.tokens = words.Short(t.Tokens) + " tokens"
	}
	if len(m.Blocks) == 1 { // otherwise the other blocks have them
		p.anchors, p.tokens = []string{m.Anchor, t.Anchor}, tokensOf(m)
	}
	r.thoughts = append(r.thoughts, p)
	r.unread++
	return true
}

// takeThoughts returns the mark of the thoughts before what is being made, nil for none.
func (r *thread) takeThoughts() *view.Thoughts {
	if len(r.thoughts) == 0 {
		return nil
	}
	words := []string{words.Plural(len(r.thoughts), "thought") + " not recorded"}
	var ids []string
	for _, p := range r.thoughts {
		for _, anchor := range p.anchors {
			if id := r.claim(anchor); id != "" {
				ids = append(ids, id)
			}
		}
		if p.tokens != "" {
			words = append(words, p.tokens)
		}
	}
	r.thoughts = nil
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
	for _, anchor := range m.Former {
		if id := r.claim(anchor); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		r.flush()
		r.emit("former", ids, nil)
	}
}
