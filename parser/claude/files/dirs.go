package files

import (
	"bytes"

	"steno/parser/claude/stream"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// dirSet gathers directories while a file is scanned.
type dirSet struct {
	last   []byte // as written, of the record before
	lastID int
	at     map[string]int32 // index into Facts.Cwds
	seen   map[source.DirOf]bool
}

// dir notes the working directory of a record.
func (s *scanner) dir(id int, quoted []byte) {
	d := &s.dirSet
	if len(quoted) == 0 || id == d.lastID && bytes.Equal(quoted, d.last) {
		return
	}
	d.last, d.lastID = append(d.last[:0], quoted...), id
	if d.at == nil {
		d.at, d.seen = map[string]int32{}, map[source.DirOf]bool{}
	}
	text := raw.String(quoted)
	i, known := d.at[text]
	if !known {
		i = int32(len(s.Cwds))
		d.at[text] = i
		s.Cwds = append(s.Cwds, text)
	}
	if use := (source.DirOf{ID: int32(id), Dir: i}); !d.seen[use] {
		d.seen[use] = true
		s.Dirs = append(s.Dirs, use)
	}
}

// scanDirs reads nothing of an agent's transcript but the directories that it records.
func scanDirs(r *jsonl.Reader, f *source.File) *source.Facts {
	s := scanner{Facts: source.Facts{Known: true}}
	src, err := f.Open()
	if err != nil {
		return &source.Facts{Known: true, Err: err}
	}
	defer src.Close()
	in := stream.NewReader(r, src)
	for in.Next() {
		for _, object := range in.Line().Objects {
			for name, val := range raw.Members(object) {
				if string(name) == "cwd" && len(val) > 2 && val[0] == '"' {
					s.dir(-1, val)
				}
			}
		}
	}
	found := s.Facts
	found.Err = in.Err()
	return &found
}
