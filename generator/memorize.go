package generator

import (
	"errors"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/generator/output"
)

// memorize keeps what this build made of each session, and gives all that it left.
func (b *build) memorize() (output.Files, error) {
	files, err := b.leftFiles()
	if err != nil {
		return nil, err
	}
	for i, s := range b.todo {
		m := b.memos[i]
		m.ID, m.Source, m.Place = s.RawID, b.parsedFrom[s.Source], place(s)
		m.Built, m.Files, m.Gone = b.sessions[i], files.Below(address.Session(s.ID)), b.goneOf(s.Source)
		if r := b.redaction; r != nil {
			m.Values, m.Used = r.values[s.Source], m.Built.Found.Values()
			m.Key = r.cleaner.Key(m.Used)
		}
	}
	head := memosHead{Guard: b.guard(), Projects: map[string]string{}}
	for _, f := range files {
		if sessionOf(f.Name) == "" {
			head.Others = append(head.Others, f)
		}
	}
	if b.redaction != nil {
		head.Known = b.redaction.known
	}
	for p, key := range b.projectKeys {
		head.Projects[p.Slug] = key
	}
	return files, errors.Join(b.memory.save(head, b.memos), b.keepLook())
}

// leftFiles lists what this build leaves, by name. What it kept has been looked at before.
func (b *build) leftFiles() (output.Files, error) {
	kept := map[string]bool{}
	var files output.Files
	for i, s := range b.todo {
		if m := b.memos[i]; m.kept {
			kept[address.Session(s.ID)] = true
			files = append(files, m.Files...)
		}
	}
	others, err := b.Out.Files(func(name string) bool { return !kept[sessionOf(name)] })
	files = append(files, others...)
	slices.SortFunc(files, func(x, y output.File) int { return strings.Compare(x.Name, y.Name) })
	return files, err
}

// sessionOf is the directory of the session that a file belongs to, "" for none.
func sessionOf(name string) string {
	elems := strings.SplitN(name, "/", 3)
	if len(elems) < 3 || elems[0] != "sessions" {
		return ""
	}
	return elems[0] + "/" + elems[1]
}
