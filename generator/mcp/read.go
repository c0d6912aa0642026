package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"steno/parser/prose"
)

// A session's Markdown consists of a head and turns, each below a heading "## Prompt N" with the anchors of
// its messages in a comment.

// How much is returned at once: of a session or turns, of a turn around an anchor, and before that
// of what precedes it.
const (
	readBytes   = 48 << 10
	aroundBytes = 12 << 10
	beforeBytes = 2 << 10
)

type readInput struct {
	Session string `json:"session" jsonschema:"id, or the beginning of one"`
	Turns   string `json:"turns,omitempty" jsonschema:"the number of a prompt, or a range such as 3-7"`
	Anchor  string `json:"anchor,omitempty" jsonschema:"of a message, as search returns it: its turn is returned"`
	Agent   string `json:"agent,omitempty" jsonschema:"id of an agent of the session"`
	Offset  int    `json:"offset,omitempty" jsonschema:"bytes to skip, when an answer says that it was cut"`
}

// read returns a session, or a part of it.
func read(_ context.Context, s *site, in readInput) (*sdk.CallToolResult, any, error) {
	one, err := s.find(in.Session)
	if err != nil {
		return nil, nil, err
	}
	doc, err := s.document(one, in)
	if err != nil {
		return nil, nil, err
	}
	if in.Anchor != "" {
		return text(doc.around(in)), nil, nil
	}
	part, err := doc.part(in)
	if err != nil {
		return nil, nil, err
	}
	return text(cut(part, in.Offset, readBytes)), nil, nil
}

func text(s string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s}}}
}

// document reads the Markdown of a session or an agent. Of an anchor it is the one that has it.
func (s *site) document(one *session, in readInput) (*document, error) {
	names := []string{one.dir() + "/index.md"}
	if in.Agent != "" {
		if path.Base(in.Agent) != in.Agent {
			return nil, fmt.Errorf("%q is no id of an agent", in.Agent)
		}
		names = []string{one.dir() + "/agents/" + in.Agent + "/index.md"}
	} else if in.Anchor != "" {
		agents, _ := fs.Glob(s.root.FS(), one.dir()+"/agents/*/index.md")
		names = append(names, agents...)
	}
	for _, name := range names {
		data, err := s.file(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is not there: there is no such agent, or the site was built without Markdown (publish.twins)", name)
		} else if err != nil {
			return nil, err
		}
		doc := parse(string(data))
		if in.Anchor == "" || doc.turnOf(in.Anchor) >= 0 {
			return doc, nil
		}
	}
	return nil, fmt.Errorf("no message of session %s has the anchor %q", one.ID, in.Anchor)
}

// document is the Markdown of a session or an agent.
type document struct {
	head  string
	turns []turn
}

type turn struct {
	number  int // of the prompt, 0 for what precedes any
	text    string
	anchors []string
	at      []int // in the text, of each anchor
}

var (
	// heading is that of a turn: of a session's, or of an agent's, whose first one has no number.
	// Replies may have headings, too, but no anchors below them.
	heading = regexp.MustCompile(`(?m)^## (?:Prompt (\d+)\b|(?:Task|Message (\d+))\b.*\n\n<!-- m-)`)
	anchors = regexp.MustCompile(`(?m)^<!--((?: m-[^\s<>]+)+) -->\n\n?`)
)

// parse cuts Markdown into its head and its turns.
func parse(text string) *document {
	at := heading.FindAllStringSubmatchIndex(text, -1)
	doc := &document{head: text}
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		if i == 0 {
			doc.head = text[:m[0]]
		}
		n := 1
		for _, at := range [][]int{m[2:4], m[4:6]} {
			if at[0] >= 0 {
				n, _ = strconv.Atoi(text[at[0]:at[1]])
			}
		}
		doc.turns = append(doc.turns, newTurn(n, text[m[0]:end]))
	}
	head := newTurn(0, doc.head)
	if len(head.anchors) > 0 {
		doc.turns = slices.Insert(doc.turns, 0, head)
	}
	doc.head = head.text
	return doc
}

// newTurn removes the anchors from a turn.
func newTurn(number int, text string) turn {
	t := turn{number: number}
	var rest strings.Builder
	last := 0
	for _, m := range anchors.FindAllStringSubmatchIndex(text, -1) {
		rest.WriteString(text[last:m[0]])
		last = m[1]
		for _, anchor := range strings.Fields(text[m[2]:m[3]]) {
			t.anchors, t.at = append(t.anchors, anchor), append(t.at, rest.Len())
		}
	}
	rest.WriteString(text[last:])
	t.text = rest.String()
	return t
}

// turnOf is the place of the turn with an anchor, -1 for none. What the user typed when declining a call has
// the anchor of the call's result, so that the turn which it opens comes first.
func (d *document) turnOf(anchor string) int {
	opened := slices.IndexFunc(d.turns, func(t turn) bool { return t.number > 0 && len(t.anchors) > 0 && t.anchors[0] == anchor })
	if opened >= 0 {
		return opened
	}
	return slices.IndexFunc(d.turns, func(t turn) bool { return slices.Contains(t.anchors, anchor) })
}

// around returns the turn with an anchor; of a long one its heading, what is around the anchor, and
// how to read the rest.
func (d *document) around(in readInput) string {
	t := d.turns[d.turnOf(in.Anchor)]
	if len(t.text) <= aroundBytes || in.Offset > 0 {
		return cut(t.text, in.Offset, aroundBytes)
	}
	from := max(0, t.at[slices.Index(t.anchors, in.Anchor)]-beforeBytes)
	if from = strings.LastIndex(t.text[:from], "\n\n") + 2; from <= beforeBytes {
		return cut(t.text, 0, aroundBytes)
	}
	above := fmt.Sprintf("(from byte %d of what precedes the prompts)", from)
	if t.number > 0 {
		heading, _, _ := strings.Cut(t.text, "\n")
		above = fmt.Sprintf("%s\n\n(from byte %d; turns %q returns the turn from its beginning)", heading, from, strconv.Itoa(t.number))
	}
	return above + "\n\n" + cut(t.text, from, aroundBytes)
}

// part returns what is asked for of a document: turns, all of it, or when that is long its prompts.
func (d *document) part(in readInput) (string, error) {
	if in.Turns != "" {
		return d.between(in.Turns)
	}
	var all strings.Builder
	all.WriteString(d.head)
	for _, t := range d.turns {
		if t.number > 0 {
			all.WriteString(t.text)
		}
	}
	if all.Len() <= readBytes || in.Offset > 0 || len(d.turns) < 2 {
		return all.String(), nil
	}
	var b strings.Builder
	b.WriteString(d.head)
	fmt.Fprintf(&b, "The session is long (%d bytes). Its prompts; read some with turns, such as 3-7:\n\n", all.Len())
	for _, t := range d.turns {
		if t.number > 0 {
			title, rest, _ := strings.Cut(t.text, "\n")
			said, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
			fmt.Fprintf(&b, "- %s: %s\n", strings.TrimPrefix(title, "## "), prose.Excerpt(strings.ReplaceAll(said, "> ", ""), 160))
		}
	}
	return b.String(), nil
}

// between returns a turn, or a range of turns.
func (d *document) between(turns string) (string, error) {
	from, to, ranged := strings.Cut(turns, "-")
	first, err := strconv.Atoi(strings.TrimSpace(from))
	last := first
	if ranged && err == nil {
		last, err = strconv.Atoi(strings.TrimSpace(to))
	}
	if err != nil || first > last {
		return "", fmt.Errorf("%q is no turn; write 3 or 3-7", turns)
	}
	var b strings.Builder
	for _, t := range d.turns {
		if t.number >= first && t.number <= last && t.number > 0 {
			b.WriteString(t.text)
		}
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("the session has no turn %s; it has %d", turns, d.prompts())
	}
	return b.String(), nil
}

func (d *document) prompts() (n int) {
	for _, t := range d.turns {
		n = max(n, t.number)
	}
	return n
}

// cut returns as much of a text as fits into size bytes, and says how to go on.
func cut(text string, offset, size int) string {
	offset = min(max(offset, 0), len(text))
	rest := text[offset:]
	if len(rest) <= size {
		return strings.ToValidUTF8(rest, "")
	}
	end := size
	if at := strings.LastIndexByte(rest[:end], '\n'); at > size/2 {
		end = at + 1
	}
	return strings.ToValidUTF8(rest[:end], "") + fmt.Sprintf("\n(%d of %d bytes; offset %d goes on)\n", offset+end, len(text), offset+end)
}
