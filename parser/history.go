package parser

import (
	"context"
	"fmt"
	"slices"
	"time"

	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// TypedPrompt is a line of history.jsonl, in which the client keeps every prompt that
// was typed, of all projects, also of those whose transcripts are gone (format notes,
// section 1).
type TypedPrompt struct {
	Text    string // as shown at the prompt: pasted texts are named only
	Time    time.Time
	Project string   // its working directory
	Session string   // sessionId, "" when not recorded
	Pasted  []string // texts that were pasted, in order
}

// ReadHistory reads a history.jsonl, in file order. Lines that hold no prompt are
// warnings; it fails when the file cannot be read.
func ReadHistory(ctx context.Context, f *source.File) (prompts []TypedPrompt, warnings []Warning, err error) {
	r, err := f.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("opening %q: %w", f.Path, err)
	}
	defer r.Close()
	reader := jsonl.NewReader(r)
	for reader.Next() && ctx.Err() == nil {
		line := reader.Line()
		if line.Reason != "" && len(warnings) < maxLineWarnings {
			warnings = append(warnings, Warning{File: f.Path, Line: line.Number, Text: describe(line)})
		}
		for _, object := range line.Objects {
			if p, ok := typedPrompt(raw.ParseObject(object)); ok {
				prompts = append(prompts, p)
			} else if len(warnings) < maxLineWarnings {
				warnings = append(warnings, Warning{File: f.Path, Line: line.Number, Text: "not a prompt of the history; nothing of it could be kept"})
			}
		}
	}
	if err := reader.Err(); err != nil {
		warnings = append(warnings, Warning{File: f.Path, Text: "reading stopped before the end of the file: " + err.Error()})
	}
	return prompts, warnings, nil
}

func typedPrompt(o raw.Object) (TypedPrompt, bool) {
	p := TypedPrompt{Text: o.String("display"), Project: o.String("project"), Session: o.String("sessionId")}
	if ms := o.Int("timestamp"); ms > 0 {
		p.Time = time.UnixMilli(int64(ms)).UTC()
	}
	pasted := slices.Clone(o.Object("pastedContents"))
	slices.SortStableFunc(pasted, func(x, y raw.Member) int { return len(x.Name) - len(y.Name) }) // "2" before "10"
	for _, m := range pasted {
		text := raw.ParseObject(m.Value).String("content")
		if text == "" {
			text = raw.Text(m.Value)
		}
		p.Pasted = append(p.Pasted, text)
	}
	return p, p.Text != "" || len(p.Pasted) > 0
}
