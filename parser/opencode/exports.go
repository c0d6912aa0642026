package opencode

import (
	"cmp"
	"context"
	"slices"

	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// A session that was exported several times, as at each commit, has a file for each. The newest is read
// first, and of the others only the messages that it no longer has.

// export is a file of a session or an agent, with the keys of its messages.
type export struct {
	file    *source.File
	keys    []string
	updated int
}

// exportOf reads what distinguishes exports. A file that cannot be read has no keys: reading it says why.
func exportOf(f *source.File) export {
	e := export{file: f}
	for i, v := range rebuild.DocumentValues(f, lists) {
		o := raw.ParseObject(v.JSON)
		if i == 0 {
			e.updated = infoOf(o).Object("time").Int("updated")
		} else if key := keyOf(o); key != "" {
			e.keys = append(e.keys, key)
		}
	}
	return e
}

// keyOf returns what a message is known by: its id alone may have been redacted.
func keyOf(o raw.Object) string {
	info := infoOf(o)
	id, at := info.String("id"), info.Object("time").Raw("created")
	if id == "" || at == nil {
		return ""
	}
	return id + " " + string(at)
}

// files reads the exports of a session or an agent into its thread.
func (r *reader) files(ctx context.Context, all []export, t *rebuild.Thread) {
	slices.SortStableFunc(all, func(a, b export) int {
		return cmp.Or(cmp.Compare(b.updated, a.updated), cmp.Compare(len(b.keys), len(a.keys)))
	})
	r.read = map[string]bool{}
	for i, e := range all {
		r.repeated = i > 0
		r.file(ctx, e.file, t)
		for _, key := range e.keys {
			r.read[key] = true
		}
	}
}

// exportsOf returns the files of a session, each with its keys where there are several.
func exportsOf(files []*source.File) (all []export) {
	for _, f := range files {
		if len(files) == 1 {
			return []export{{file: f}}
		}
		all = append(all, exportOf(f))
	}
	return all
}
