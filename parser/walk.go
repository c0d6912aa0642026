package parser

import (
	"iter"
	"slices"
)

// Errors counts what went wrong in a message: calls that failed, and the notice of
// an API error.
func (m *Message) Errors() int {
	n := 0
	if m.APIError != "" {
		n++
	}
	for _, b := range m.Blocks {
		if c, ok := b.(*ToolCall); ok && c.Failed() {
			n++
		}
	}
	return n
}

// Turns goes through all turns of the branch, segment by segment.
func (b *Branch) Turns() iter.Seq[*Turn] {
	return func(yield func(*Turn) bool) {
		for _, s := range b.Segments {
			for _, t := range s.Turns {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// AfterCompaction reports whether a turn opens a segment that goes on with the work of the one before.
func (b *Branch) AfterCompaction(turn *Turn) bool {
	return slices.ContainsFunc(b.Segments, func(s *Segment) bool {
		return s.Compaction != nil && s.Compaction.Trigger != TriggerClear && len(s.Turns) > 0 && s.Turns[0] == turn
	})
}

// Messages goes through the prompts, replies and events of the branch in reading
// order. Compaction summaries and events folded into calls are not among them.
func (b *Branch) Messages() iter.Seq[*Message] {
	return func(yield func(*Message) bool) {
		for t := range b.Turns() {
			if t.Prompt != nil && !yield(t.Prompt) {
				return
			}
			for _, m := range t.Messages {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// Prompts counts the prompts of the branch, which may be nil.
func (b *Branch) Prompts() int {
	if b == nil {
		return 0
	}
	n := 0
	for m := range b.Messages() {
		if m.Kind == KindPrompt {
			n++
		}
	}
	return n
}

// Calls goes through the tool calls of the branch in reading order.
func (b *Branch) Calls() iter.Seq[*ToolCall] {
	return func(yield func(*ToolCall) bool) {
		for m := range b.Messages() {
			for _, block := range m.Blocks {
				if c, ok := block.(*ToolCall); ok && !yield(c) {
					return
				}
			}
		}
	}
}

// Anchor returns the anchor of the turn's first message, "" for an empty turn.
func (t *Turn) Anchor() string {
	if t.Prompt != nil {
		return t.Prompt.Anchor
	}
	if len(t.Messages) > 0 {
		return t.Messages[0].Anchor
	}
	return ""
}

// Anchors goes through the anchors of the turn's messages, of their blocks and of the results of calls, in
// reading order, and of records that they replaced. One may come several times.
func (t *Turn) Anchors() iter.Seq[string] {
	return func(yield func(string) bool) {
		done := false
		add := func(anchor string) { done = done || anchor != "" && !yield(anchor) }
		message := func(m *Message) {
			add(m.Anchor)
			for _, b := range m.Blocks {
				add(b.From().Anchor)
				if c, ok := b.(*ToolCall); ok && c.Result != nil {
					add(c.Result.Anchor)
				}
			}
			for _, anchor := range m.Rest().Former {
				add(anchor)
			}
		}
		if t.Prompt != nil {
			message(t.Prompt)
		}
		for _, m := range t.Messages {
			message(m)
		}
	}
}
