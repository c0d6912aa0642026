package gemini

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// parts returns the parts of a message: of its content, which may be a text, or of parts.
func parts(o raw.Object) []raw.Object {
	v := o.Raw("content")
	if v == nil || v.Kind() == 'n' {
		v = o.Raw("parts")
	}
	if v.Kind() == '"' {
		return []raw.Object{{{Name: "text", Value: v}}}
	}
	if v.Kind() == '{' {
		return []raw.Object{raw.ParseObject(v)}
	}
	var all []raw.Object
	for _, e := range raw.ParseArray(v) {
		if e.Kind() == '"' {
			all = append(all, raw.Object{{Name: "text", Value: e}})
		} else {
			all = append(all, raw.ParseObject(e))
		}
	}
	return all
}

func textOf(v jsontext.Value) string {
	var text strings.Builder
	for _, p := range parts(raw.Object{{Name: "content", Value: v}}) {
		text.WriteString(p.String("text"))
	}
	return text.String()
}

const (
	references     = "--- Content from referenced files ---"
	setUp          = "This is the Gemini CLI. We are setting up the context for our chat."
	sessionContext = "<session_context>"
)

// editor matches what an editor puts behind a prompt: the file that is open, what is selected in it, and
// the files that the user chose.
var editor = lazy.MustCompile("(?m)^ ?(?:Current File Path|Current Selection):[ \\t]*\\r?\\n```(?s:.*?)\\n```[ \\t]*(?:\\r?\\n|\\z)|^ ?User Selected Files:[ \\t]*(?:\\r?\\n- .*)+(?:\\r?\\n|\\z)")

// client matches what the client says to the model as the user: what hooks add, which files are open, the folders, and
// how to go on.
var client = lazy.MustCompile(`^(?:<hook_context>|Here is (?:the|a summary of changes in the) user's editor context|` +
	`- \*\*Workspace Directories:\*\*|User has manually exited Plan Mode\.|System: Potential loop detected\.|Please continue\.$)`)

// steered matches what the user says while the agent is at work, with what the client adds.
var steered = lazy.MustCompile(`(?s)^User (?:steering update|hints):\n<user_input>\n(.*?)\n</user_input>\s*(.*)$`)

// shell matches a command that the user ran, and what it printed.
var shell = lazy.MustCompile("(?s)^I ran the following shell command:\n```sh\n(.*?)\n```\n\nThis produced the following result:\n```\n(.*?)\n?```\\s*$")

var gap = lazy.MustCompile(`\n\s*\n`)

// prompt takes a prompt: what was typed, and apart from it the files that the client put behind.
// Results of calls, which newer clients write as the user's messages, are no prompt.
func (r *reader) prompt(rec *rebuild.Record) {
	own, context, answers := r.typed(rec)
	if context != "" {
		ev := &parser.Event{Origin: rec.At, Type: "context", Title: "Context of the client", Text: context, Quiet: true}
		if strings.Contains(ev.Text, references) {
			ev.Title = "Referenced files"
		}
		if len(own) == 0 {
			rec.Thread.Event(rec, ev)
			return
		}
		own = append(own, ev)
	}
	if len(own) == 0 {
		rec.As(rebuild.Structural)
		if answers {
			rec.As(rebuild.Merged)
		}
		return
	}
	if c, ok := own[0].(*parser.Command); ok && len(own) == 1 {
		rec.Thread.Event(rec, c)
		return
	}
	if r.alone && rec.Thread == r.Main {
		rec.Thread.Event(rec, tasks(own)...)
		return
	}
	rec.Thread.Prompt(rec, own...)
}

// typed returns what the user typed or attached, and the context that the client put beside it. It adds the results
// of calls to them and reports whether there are any.
func (r *reader) typed(rec *rebuild.Record) (own []parser.Block, context string, answers bool) {
	var aside, beside strings.Builder
	typed := textOf(rec.Object.Raw("displayContent"))
	for _, p := range parts(rec.Object) {
		text := p.String("text")
		bare := strings.TrimSpace(text)
		switch {
		case p.Object("functionResponse") != nil:
			answers = true
			r.answer(rec, p)
		case text == "":
			if b := media(rec.At, p); b != nil {
				own = append(own, b)
			}
		case strings.HasPrefix(bare, setUp):
			aside.WriteString(text + "\n")
		case aside.Len() > 0 || strings.HasPrefix(bare, references) || strings.HasPrefix(bare, sessionContext),
			typed != "" && bare != strings.TrimSpace(typed):
			aside.WriteString(text)
		case client.MatchString(bare):
			beside.WriteString(bare + "\n")
		case shell.MatchString(bare):
			m := shell.FindStringSubmatch(bare)
			own = append(own, &parser.Command{Origin: rec.At, Name: "!", Args: m[1], Stdout: m[2]})
		case steered.MatchString(bare):
			m := steered.FindStringSubmatch(bare)
			own = append(own, &parser.Text{Origin: rec.At, Text: m[1]})
			beside.WriteString(m[2])
		default:
			if editor.MatchString(text) {
				beside.WriteString(strings.Join(editor.FindAllString(text, -1), ""))
				text = strings.TrimSpace(gap.ReplaceAllString(editor.ReplaceAllString(text, "\n"), "\n\n"))
			}
			if text != "" {
				own = append(own, &parser.Text{Origin: rec.At, Text: text})
			}
		}
	}
	if typed != "" && !slices.ContainsFunc(own, isText) {
		own = append([]parser.Block{&parser.Text{Origin: rec.At, Text: typed}}, own...)
	}
	return own, aside.String() + beside.String(), answers
}

// tasks makes events of what an agent is told: nobody typed it.
func tasks(blocks []parser.Block) (all []parser.Block) {
	for _, b := range blocks {
		if text, ok := b.(*parser.Text); ok {
			b = &parser.Event{Origin: text.Origin, Type: "task", Title: "Task of the agent", Text: text.Text}
		}
		all = append(all, b)
	}
	return all
}

func isText(b parser.Block) bool {
	_, ok := b.(*parser.Text)
	return ok
}

// media returns a part that is no text, nil for one that contains nothing.
func media(at parser.Origin, p raw.Object) parser.Block {
	if d := p.Object("inlineData"); d != nil {
		if kind := d.String("mimeType"); !strings.HasPrefix(kind, "image/") {
			return &parser.Document{Origin: at, MediaType: kind, Data: d.String("data")}
		}
		return &parser.Image{Origin: at, MediaType: d.String("mimeType"), Data: d.String("data")}
	}
	if d := p.Object("fileData"); d != nil {
		return &parser.Document{Origin: at, MediaType: d.String("mimeType"), Ref: d.String("fileUri")}
	}
	if len(p) == 0 || p.Raw("text") != nil {
		return nil
	}
	return &parser.Unknown{Origin: at, Type: "part", Raw: p.JSON()}
}
