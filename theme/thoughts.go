package theme

import (
	"slices"
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

// headed returns the heading of a thought and what follows it. Many models begin each with a bold line that says
// what it is about.
func headed(text string) (subject, rest string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	subject, bold := strings.CutPrefix(strings.TrimSpace(first), "**")
	subject, closed := strings.CutSuffix(subject, "**")
	if !bold || !closed || strings.Contains(subject, "**") || len(subject) > mostSubject {
		return "", text
	}
	return strings.TrimSpace(subject), rest
}

// mostSubject is how many bytes a heading has at most, mostSubjects how many of them the line of a run shows.
const mostSubject, mostSubjects = 80, 3

// subjects are the headings of the thoughts of a run, the first ones.
func subjects(steps []step) string {
	var list []string
	for _, s := range steps {
		if s.subject == "" || slices.Contains(list, s.subject) {
			continue
		}
		if len(list) == mostSubjects {
			return strings.Join(list, ", ") + " …"
		}
		list = append(list, s.subject)
	}
	return strings.Join(list, ", ")
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
		subject, rest := headed(b.Text)
		start := line(prose.Unmarked(prose.Start(rest, 400)), max(0, 100-len(subject)))
		v := c.words("thinking", "thinking", "Thinking", strings.Trim(subject+": "+start, ": "), b.Text)
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
