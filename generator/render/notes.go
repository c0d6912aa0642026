package render

import (
	"fmt"
	"strings"

	"steno/generator/address"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
)

// noteBytes is how much of a note its page shows; the whole is kept beside it.
const noteBytes = 128 << 10

// checkpoint is the kind of copies of files in titles.
const checkpoint parser.NoteKind = "file checkpoint"

// NoteViews renders notes for a page in dir.
func (r *Renderer) NoteViews(dir string, notes []*parser.Note) ([]view.Note, error) {
	var views []view.Note
	for _, n := range notes {
		note := view.Note{Kind: string(n.Kind), Name: n.Name, Body: r.Theme.Prose(prose.Start(n.Text, noteBytes))}
		if n.Kind == parser.NoteScript {
			note.Body, note.Code = r.Theme.Script(prose.Start(n.Text, noteBytes)), true
		}
		if len(n.Text) > noteBytes {
			href, err := r.KeepText(dir, n.Text)
			if err != nil {
				return nil, err
			}
			note.Rest = &view.Link{Text: "The whole file", Href: href}
		}
		views = append(views, note)
	}
	return views, nil
}

// CheckpointViews renders copies of files for a page in dir: of each file the first one whole, and what
// is different in the others.
func (r *Renderer) CheckpointViews(dir string, copies []*parser.Checkpoint) ([]view.Note, error) {
	var views []view.Note
	for i, c := range copies {
		note := view.Note{Kind: fmt.Sprintf("file checkpoint %d", c.Version), Name: c.Path, Code: true}
		if !c.Time.IsZero() {
			note.Kind += c.Time.UTC().Format(", 2006-01-02 15:04:05")
		}
		var before *parser.Checkpoint
		if i > 0 && copies[i-1].Path == c.Path {
			before = copies[i-1]
		}
		if len(c.Text) <= noteBytes && (before == nil || len(before.Text) <= noteBytes) {
			note.Body = r.Theme.Checkpoint(c, before)
		} else {
			href, err := r.KeepText(dir, c.Text)
			if err != nil {
				return nil, err
			}
			start := *c
			start.Text = prose.Start(c.Text, noteBytes)
			note.Body, note.Rest = r.Theme.Checkpoint(&start, nil), &view.Link{Text: "The whole file", Href: href}
		}
		views = append(views, note)
	}
	return views, nil
}

// KeepText stores a text that is too long for its page below dir, under a name made from
// its content, and returns its address from there.
func (r *Renderer) KeepText(dir, text string) (href string, err error) {
	href = "files/" + address.ContentName([]byte(text)) + ".txt"
	return href, r.Out.Write(dir+"/"+href, []byte(text))
}

// NotesTitle names what notes there are: "Session memory and a plan".
func NotesTitle(notes []*parser.Note, checkpoints ...*parser.Checkpoint) string {
	count := map[parser.NoteKind]int{checkpoint: len(checkpoints)}
	for _, n := range notes {
		count[n.Kind]++
	}
	var parts []string
	for _, p := range []struct {
		kind      parser.NoteKind
		one, many string
	}{{parser.NoteProject, "project memory", "project memory"},
		{parser.NoteMemory, "session memory", "session memory"}, {parser.NotePlan, "plan", "plans"},
		{parser.NoteScript, "workflow script", "workflow scripts"},
		{checkpoint, "file checkpoint", "file checkpoints"}} {
		switch n := count[p.kind]; {
		case n == 1:
			parts = append(parts, p.one)
		case n > 1:
			parts = append(parts, p.many)
		}
	}
	title := strings.Join(parts, " and ")
	return prose.Capital(title)
}

// NotesLink leads from a page in dir to the notes in at, nil when there are none.
func NotesLink(dir, at string, notes []*parser.Note, checkpoints ...*parser.Checkpoint) *view.Link {
	if len(notes)+len(checkpoints) == 0 {
		return nil
	}
	return &view.Link{Text: NotesTitle(notes, checkpoints...), Href: address.Relative(dir, at+"/"+address.NotesFile)}
}
