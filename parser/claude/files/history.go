package files

import (
	"context"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// maxLineWarnings bounds the warnings about lines of one file.
const maxLineWarnings = 5

// History reads a history.jsonl, in file order. Lines that contain no prompt are
// warnings; it fails when the file cannot be read.
func History(ctx context.Context, f source.History) (prompts []parser.TypedPrompt, warnings []parser.Warning, err error) {
	r, err := f.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("opening %q: %w", f.Path, err)
	}
	defer r.Close()
	reader := jsonl.NewReader(r)
	for reader.Next() && ctx.Err() == nil {
		line := reader.Line()
		if line.Reason != "" && len(warnings) < maxLineWarnings {
			warnings = append(warnings, parser.Warning{File: f.Path, Line: line.Number, Text: line.Damage()})
		}
		for _, object := range line.Objects {
			o := raw.ParseObject(object)
			if p, ok := typedPrompt(o, f.Pasted); ok {
				prompts = append(prompts, p)
			} else if o.Raw("display") == nil && len(warnings) < maxLineWarnings { // else nothing was typed
				warnings = append(warnings, parser.Warning{File: f.Path, Line: line.Number,
					Text: "not a prompt of the history; nothing of it could be kept"})
			}
		}
	}
	if err := reader.Err(); err != nil {
		warnings = append(warnings, parser.Warning{File: f.Path, Text: "reading stopped before the end of the file: " + err.Error()})
	}
	if len(prompts) == 0 && len(warnings) > 0 {
		warnings = []parser.Warning{{File: f.Path, Text: "has no prompts: not the history of Claude Code"}}
	}
	return prompts, warnings, nil
}

func typedPrompt(o raw.Object, kept map[string]*source.File) (parser.TypedPrompt, bool) {
	p := parser.TypedPrompt{Text: o.String("display"), Project: o.String("project"), Session: o.String("sessionId")}
	p.Time = raw.Time(o.Raw("timestamp"))
	pasted := slices.Clone(o.Object("pastedContents"))
	slices.SortStableFunc(pasted, func(x, y raw.Member) int { return len(x.Name) - len(y.Name) }) // "2" before "10"
	for _, m := range pasted {
		p.Pasted = append(p.Pasted, pastedText(m.Value, kept))
	}
	return p, p.Text != "" || len(p.Pasted) > 0
}

// pastedText returns a text that was pasted: as it is, or from the file that a hash of it names.
func pastedText(v jsontext.Value, kept map[string]*source.File) string {
	o := raw.ParseObject(v)
	if text := o.String("content"); text != "" {
		return text
	}
	if f := kept[o.String("contentHash")+".txt"]; f != nil {
		if n, err := source.ReadNote(f, "pasted text"); err == nil {
			return n.Text
		}
	}
	return raw.Text(v)
}
