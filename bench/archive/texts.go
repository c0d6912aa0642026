package archive

import (
	"context"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/formats"
	"steno/parser/raw"
	"steno/parser/source"
)

// Text is one text of a session that can be searched. Kind is prompt, reply, thinking, call
// or result.
type Text struct {
	Kind, Anchor, Tool, Text string
	Time                     time.Time
}

// Texts parses the sessions of an archive and calls visit with each and its texts: prompts,
// replies, thoughts, the inputs of calls and their results. It stops when visit returns false.
func Texts(ctx context.Context, dir string, visit func(*parser.Session, []Text) bool) error {
	a, err := source.Find(ctx, formats.All(), []string{dir})
	if err != nil {
		return err
	}
	defer a.Close()
	for _, s := range a.Sessions() {
		p, err := s.Format.Parse(ctx, s, source.Options{})
		if err != nil {
			return err
		}
		if !visit(p, textsOf(p)) {
			break
		}
	}
	return nil
}

func textsOf(p *parser.Session) (all []Text) {
	threads := []*parser.Thread{p.Main}
	for _, a := range p.Agents {
		threads = append(threads, a.Thread)
	}
	for _, t := range threads {
		for _, b := range t.Branches {
			for m := range b.Messages() {
				all = append(all, textsIn(m)...)
			}
		}
	}
	return all
}

func textsIn(m *parser.Message) (all []Text) {
	add := func(kind, tool string, o parser.Origin, text string) {
		if strings.TrimSpace(text) != "" {
			all = append(all, Text{Kind: kind, Anchor: o.Anchor, Tool: tool, Text: text, Time: o.Time})
		}
	}
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case *parser.Text:
			kind := "reply"
			if m.Kind == parser.KindPrompt {
				kind = "prompt"
			}
			add(kind, "", b.Origin, b.Text)
		case *parser.Thinking:
			add("thinking", "", b.Origin, b.Text)
		case *parser.ToolCall:
			var input []string
			for _, value := range raw.Members(b.Input) {
				input = append(input, raw.Text(value))
			}
			add("call", b.Name, b.Origin, strings.Join(input, "\n"))
			if b.Result != nil {
				add("result", b.Name, b.Origin, b.Result.Text())
			}
		}
	}
	return all
}
