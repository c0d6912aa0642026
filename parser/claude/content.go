package claude

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/claude/block"
	"steno/parser/claude/record"
	"steno/parser/lazy"
	"steno/parser/raw"
)

// reply decodes a piece of an assistant message.
func (p *presenter) reply(e *entry) {
	e.kind, e.blocks = kindReply, p.content(e, e.Message.Content)
	if e.Flags.Has(record.Aborted) {
		e.own().notes = append(e.notes, "stopped while it was written")
	}
	p.superseded = append(p.superseded, e.Rare().Supersedes...)
}

// supersede marks replies that another took the place of, such as those that the API refused
// to finish.
func (p *presenter) supersede(nodes []*entry) {
	if len(p.superseded) == 0 {
		return
	}
	for _, e := range nodes {
		if e.kind == kindReply && slices.Contains(p.superseded, e.at.UUID) {
			e.own().notes = append(e.notes, "superseded: another reply took its place")
		}
	}
}

func (p *presenter) content(e *entry, content []record.Block) []parser.Block {
	blocks := make([]parser.Block, 0, len(content))
	for i := range content {
		if blk := p.block(e, &content[i]); blk != nil {
			blocks = append(blocks, blk)
		}
	}
	return blocks
}

// summaryParts names the parts of a summary as the client does when it hands the summary over.
var summaryParts = strings.NewReplacer("<analysis>\n", "Analysis:\n\n", "\n</analysis>", "", "<summary>\n", "Summary:\n\n", "\n</summary>", "")

// block turns a content block into its model; nil for an empty text and for a
// result, which goes to its call.
func (p *presenter) block(e *entry, c *record.Block) parser.Block {
	switch c.Type {
	case "text":
		if c.Raw == nil && strings.TrimSpace(c.Text) == "" {
			return nil
		}
		if c.Raw == nil {
			if strings.HasPrefix(e.Context.Agent, compactionPrefix) && e.Type == "assistant" {
				c.Text = summaryParts.Replace(c.Text)
			}
			return p.read.made.texts.Of(parser.Text{Origin: *e.at, Text: c.Text, Cites: block.Cites(c.Cited), Note: block.Note(c.Raw)})
		}
	case "thinking":
		return &parser.Thinking{Origin: *e.at, Text: c.Text, Signed: c.Flags&record.Signed != 0}
	case "redacted_thinking":
		return &parser.Thinking{Origin: *e.at, Redacted: true, Signed: true}
	case "tool_use", "server_tool_use", "mcp_tool_use":
		call := p.read.made.calls.Of(parser.ToolCall{Origin: *e.at, ID: c.ID, Name: c.Name, Input: c.Raw,
			Server: c.Type == "server_tool_use", Action: parser.Action{Dir: e.Context.Cwd}})
		if e.Context.Branch != "" && (bytes.Contains(c.Raw, []byte("commit")) || bytes.Contains(c.Raw, []byte("git reset"))) {
			p.branches[call] = e.Context.Branch
		}
		p.plan(call, e.at.Time)
		return call
	case "image":
		return &parser.Image{Origin: *e.at, MediaType: c.Source.MediaType, Data: c.Source.Data, Ref: c.Source.Ref, Note: block.Note(c.Raw)}
	case "document":
		s := c.Source
		return &parser.Document{Origin: *e.at, MediaType: s.MediaType, Title: s.Title, Data: s.Data,
			Text: s.Text, Ref: s.Ref, Note: block.Note(c.Raw)}
	}
	if record.IsResult(c.Type) && c.Raw == nil {
		e.results = append(e.results, resultPart{c.ID, p.toolResult(e, c), e.Context.Version})
		return nil
	}
	return block.Read(c.Type, c.Raw, *e.at)
}

// toolResults handles a record that carries results. What is beside them, a
// note of the user or an interruption, is an event.
func (p *presenter) toolResults(e *entry) {
	var beside []record.Block
	for i := range e.Message.Content {
		c := &e.Message.Content[i]
		if record.IsResult(c.Type) {
			e.results = append(e.results, resultPart{c.ID, p.toolResult(e, c), e.Context.Version})
		} else {
			beside = append(beside, *c)
		}
	}
	if len(beside) > 0 {
		p.spoken(e, beside)
	}
	if e.kind == kindPrompt {
		e.own().sender = parser.SenderApproval
	}
	e.kind = kindResult
	if said := strings.TrimSpace(e.Rare().Feedback); said != "" {
		if _, open := leftOpen(said); !open {
			e.own().typed = said
		}
	}
	if len(e.results) == 1 {
		e.results[0].result.Structured = e.Message.Result
		measure(e.results[0].result)
		p.gave = gave{e.at.UUID, e.results[0].id}
	}
	for _, part := range e.results {
		judge(part.result, denialOf(e, part.id))
	}
}

// gave is a record with a result. What a call read that is no text, the pages of a PDF or a
// picture that was made smaller, the client adds in records behind it that do not name the call.
type gave struct{ uuid, call string }

// adds reports whether a record adds pictures to the result before it, and remembers that others may follow.
func (g *gave) adds(e *entry) bool {
	if g.uuid == "" || e.Parent != g.uuid || len(e.blocks) == 0 {
		return false
	}
	for _, blk := range e.blocks {
		switch x := blk.(type) {
		case *parser.Image, *parser.Document:
		case *parser.Text:
			if !strings.HasPrefix(x.Text, "[Image: ") {
				return false
			}
		default:
			return false
		}
	}
	g.uuid = e.at.UUID
	return true
}

// toolResult decodes one result block.
func (p *presenter) toolResult(e *entry, c *record.Block) *parser.ToolResult {
	r := p.read.made.results.Of(parser.ToolResult{Origin: *e.at, IsError: c.Flags&record.IsError != 0, Content: p.content(e, c.Content)})
	r.IsError = r.IsError || slices.ContainsFunc(c.Content, func(inner record.Block) bool { return block.IsError(inner.Type) })
	for _, blk := range r.Content {
		t, ok := blk.(*parser.Text)
		if !ok {
			continue
		}
		r.Interrupted = r.Interrupted || strings.HasPrefix(t.Text, "[Request interrupted by user")
		if p := persisted(t.Text); p != nil {
			r.Persisted = p
		}
	}
	return r
}

// measure takes what the structured result says of the run.
func measure(r *parser.ToolResult) {
	o := raw.ParseObject(r.Structured)
	r.Interrupted = r.Interrupted || o.Bool("interrupted")
	for _, name := range []string{"durationMs", "totalDurationMs"} {
		if ms := o.Int(name); ms > 0 {
			r.Duration = time.Duration(ms) * time.Millisecond
		}
	}
	if s, err := strconv.ParseFloat(string(o.Raw("durationSeconds")), 64); err == nil && s > 0 && s < 1e9 {
		r.Duration = time.Duration(s * float64(time.Second))
	}
	if o != nil {
		return // below are texts, and most results are objects, which take long to write as one
	}
	text := raw.Text(r.Structured)
	r.Interrupted = r.Interrupted || text == "Error: [Request interrupted by user for tool use]"
	r.Rejected = r.Rejected || r.IsError && strings.HasPrefix(text, "User rejected tool use")
}

// saved is the line of a persisted output that says where the whole is.
var saved = lazy.MustCompile(`^<persisted-output>\s*Output too large \(([^)\n]{1,32})\)\. Full output saved to: ([^\n]+)`)

// persisted recognises the preview of an output that was written to a file. Only
// the base name of the file counts: the path is that of another machine.
func persisted(text string) *parser.Persisted {
	if !strings.HasPrefix(text, "<persisted-output>") {
		return nil
	}
	m := saved.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	name := strings.TrimSpace(m[2])
	return &parser.Persisted{Size: m[1], Name: name[strings.LastIndexAny(name, `/\`)+1:]}
}
