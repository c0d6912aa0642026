package toy

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// format is a second format: each file is one session, each line {"role": ..., "text": ...}.
func format() *source.Format {
	return &source.Format{
		Name: "Toy", Key: "toy",
		Owns:   func(name string) bool { return path.Ext(name) == ".jsonl" },
		Knows:  func(head []byte) bool { return bytes.HasPrefix(head, []byte(`{"role":`)) },
		Scan:   scan,
		Parse:  parse,
		Resume: func(id string) string { return "toy --continue " + id },
	}
}

func idOf(f *source.File) string {
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(f.Path, `\`, "/")), ".jsonl")
}

func scan(_ *jsonl.Reader, f *source.File, _ source.Mode) *source.Facts {
	return &source.Facts{
		Known: true, IDs: []source.Holding{{ID: idOf(f), Hangs: -1}},
		Cwds: []string{"/home/ada/lamps"}, Dirs: []source.DirOf{{ID: 0, Dir: 0}},
	}
}

func parse(ctx context.Context, src *source.Session, _ source.Options) (*parser.Session, error) {
	s := &parser.Session{ID: src.ID, Title: parser.Title{Text: src.ID, Source: parser.TitleID}}
	segment := &parser.Segment{}
	s.Main = &parser.Thread{Branches: []*parser.Branch{{ID: "live", Segments: []*parser.Segment{segment}}}}
	for i, f := range src.Main {
		r, err := f.Open()
		if err != nil {
			s.Warnings = append(s.Warnings, parser.Warning{File: f.Path, Text: err.Error()})
			continue
		}
		ledger := parser.FileLedger{Path: f.Path}
		for lines := jsonl.NewReader(r); lines.Next(); {
			ledger.Lines++
			l := lines.Line()
			if len(l.Objects) == 0 {
				ledger.Malformed++
				continue
			}
			ledger.Shown++
			o := raw.ParseObject(l.Objects[0])
			at := parser.Origin{Anchor: fmt.Sprintf("m-%08d", l.Number), File: i, Line: l.Number}
			m := &parser.Message{Origin: at, Kind: parser.KindReply, Blocks: []parser.Block{&parser.Text{Origin: at, Text: o.String("text")}}}
			switch turns := segment.Turns; {
			case o.String("role") == "user":
				m.Kind = parser.KindPrompt
				segment.Turns = append(turns, &parser.Turn{Prompt: m})
			case len(turns) == 0:
				segment.Turns = append(turns, &parser.Turn{Messages: []*parser.Message{m}})
			default:
				turns[len(turns)-1].Messages = append(turns[len(turns)-1].Messages, m)
			}
		}
		r.Close()
		s.Files = append(s.Files, ledger)
		s.Ledger.Add(&ledger.Ledger)
	}
	return s, ctx.Err()
}
