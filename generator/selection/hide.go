// Package selection decides what of an archive is published: which sessions, and which
// kinds of blocks of them. What it leaves out appears nowhere in a site.
package selection

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"steno/parser"
)

// Kind is a kind of block that may be left out. The names are those of the filters on a
// session's page, and two more: results are the outputs of tools, images are pictures and
// documents.
type Kind string

// What may be left out.
const (
	Thinking    Kind = "thinking"
	Tools       Kind = "tools" // calls, but for those that start agents
	Results     Kind = "results"
	Agents      Kind = "agents"
	Events      Kind = "events"
	Attachments Kind = "attachments"
	Commands    Kind = "commands"
	Images      Kind = "images"
)

// Kinds lists all kinds, as people write them.
func Kinds() []string {
	return []string{string(Thinking), string(Tools), string(Results), string(Agents), string(Events),
		string(Attachments), string(Commands), string(Images)}
}

// Levels of reading, as on a session's page.
const (
	LevelPrompts      = "prompts"
	LevelConversation = "conversation"
	LevelEverything   = "everything"
)

// Levels lists the levels, from the least to the most.
func Levels() []string { return []string{LevelPrompts, LevelConversation, LevelEverything} }

// Hide is what is left out of sessions. The zero value is nothing.
type Hide struct {
	kinds   map[Kind]bool
	prompts bool // nothing but prompts is shown
	failed  bool // failed calls are shown although calls are not
	turns   Turns
}

// Parse makes a Hide of the names of kinds.
func Parse(names []string) (Hide, error) {
	h := Hide{kinds: map[Kind]bool{}}
	for _, name := range names {
		if !slices.Contains(Kinds(), name) {
			return h, fmt.Errorf("no kind is called %q%s", name, SuggestOf(name, Kinds()))
		}
		h.kinds[Kind(name)] = true
	}
	return h, nil
}

// Level adds what a level of reading leaves out.
func (h Hide) Level(level string) (Hide, error) {
	kinds := maps.Clone(h.kinds)
	if kinds == nil {
		kinds = map[Kind]bool{}
	}
	h.kinds = kinds
	switch level {
	case "", LevelEverything:
		return h, nil
	case LevelConversation, LevelPrompts:
		h.failed = !kinds[Tools]
		for _, k := range []Kind{Thinking, Tools, Agents, Events, Attachments, Commands} {
			kinds[k] = true
		}
		h.prompts = level == LevelPrompts
		return h, nil
	}
	return h, fmt.Errorf("no level is called %q%s", level, SuggestOf(level, Levels()))
}

// And adds what another leaves out.
func (h Hide) And(o Hide) Hide {
	kinds := maps.Clone(h.kinds)
	if kinds == nil {
		kinds = map[Kind]bool{}
	}
	maps.Copy(kinds, o.kinds)
	// Failed calls stay only if no one hides all calls.
	failed := h.failed && (o.failed || !o.kinds[Tools]) || o.failed && !h.kinds[Tools]
	return Hide{kinds: kinds, prompts: h.prompts || o.prompts, failed: failed, turns: h.turns}
}

// Active reports whether anything is left out.
func (h Hide) Active() bool { return len(h.kinds) > 0 || h.prompts || h.turns != Turns{} }

// Apply removes from a session what is hidden, and notes it: the session's
// metadata count what is missing. The ledger stays: it is about what was read.
func (h Hide) Apply(s *parser.Session) {
	if !h.Active() {
		return
	}
	if (h.turns != Turns{}) {
		h.turns.apply(s)
	}
	c := counts{}
	if h.kinds[Agents] {
		c[Agents] += len(s.Agents)
		s.Agents, s.Workflows = nil, nil
	}
	h.thread(s.Main, c)
	for _, a := range s.Agents {
		h.thread(a.Thread, c)
	}
	s.Unshown, s.Notes, s.Checkpoints = nil, nil, nil
	if text := c.String(); text != "" {
		s.Metadata = append(s.Metadata, parser.Field{Name: "not published", Value: text})
	}
}

// counts is how many of each kind were removed.
type counts map[Kind]int

// String is "3 thinking, 12 tools".
func (c counts) String() string {
	var parts []string
	for _, name := range Kinds() {
		if n := c[Kind(name)]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		}
	}
	return strings.Join(parts, ", ")
}

func (h Hide) thread(t *parser.Thread, c counts) {
	for _, b := range t.All() {
		for _, seg := range b.Segments {
			for _, turn := range seg.Turns {
				if turn.Prompt != nil {
					turn.Prompt.Blocks = h.blocks(turn.Prompt.Blocks, c)
				}
				turn.Messages = h.messages(turn.Messages, c)
			}
		}
	}
}

// messages leaves out messages of which nothing is left.
func (h Hide) messages(all []*parser.Message, c counts) []*parser.Message {
	return slices.DeleteFunc(all, func(m *parser.Message) bool {
		had := len(m.Blocks)
		m.Blocks = h.blocks(m.Blocks, c)
		return h.prompts && m.Kind != parser.KindPrompt || had > 0 && len(m.Blocks) == 0
	})
}

func (h Hide) blocks(all []parser.Block, c counts) []parser.Block {
	return slices.DeleteFunc(all, func(b parser.Block) bool {
		kind := h.kindOf(b)
		if call, ok := b.(*parser.ToolCall); ok && !h.kinds[kind] {
			h.call(call, c)
		}
		if !h.kinds[kind] {
			return false
		}
		c[kind]++
		return true
	})
}

// kindOf is the kind of a block, "" for what is never hidden.
func (h Hide) kindOf(b parser.Block) Kind {
	switch b := b.(type) {
	case *parser.Thinking:
		return Thinking
	case *parser.ToolCall:
		switch {
		case b.Agent != nil || b.Action.Kind == parser.ActionDelegate:
			return Agents
		case h.failed && b.Failed():
			return ""
		}
		return Tools
	case *parser.Event:
		if h.failed && b.Failed {
			return ""
		}
		return Events
	case *parser.Attachment:
		return Attachments
	case *parser.Command:
		return Commands
	case *parser.Image, *parser.Document:
		return Images
	case *parser.Unknown:
		return Events
	}
	return ""
}

// call removes from a call that stays what is hidden within it.
func (h Hide) call(call *parser.ToolCall, c counts) {
	call.Extra = h.messages(call.Extra, c)
	r := call.Result
	if r == nil {
		return
	}
	r.Content = h.blocks(r.Content, c)
	if h.kinds[Results] {
		r.Content, r.Structured, r.Persisted = nil, nil, nil
		c[Results]++
	} else if h.kinds[Images] {
		r.Structured = nil // it repeats them
	}
}
