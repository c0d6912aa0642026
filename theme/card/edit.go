package card

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/theme/diff"
	"steno/theme/highlight"
)

// change is one replacement that an Edit or MultiEdit asked for.
type change struct {
	before, after string
	all           bool
}

// edit shows replacements in a file as a diff: from the patch that the client
// recorded, whose line numbers are true, else from the texts asked for.
func edit(c *call) {
	file := c.in.first("file_path", "path", "filePath")
	c.codeRow("edit", "Edit", c.path(file))
	changes := c.changes()
	if len(changes) > 1 {
		c.note(plural(len(changes), "edit"))
	}
	patch := patchOf(c.out.list("structuredPatch"))
	c.out.skip("filePath", "oldString", "newString", "replaceAll", "edits")
	if len(patch) > 0 && covers(patch, changes) {
		c.hunks("", patch)
		c.counts(diff.Count(patch))
	} else {
		c.asked(changes, patch)
	}
	if c.out.flag("userModified") {
		c.chip("changed by the user", "warn")
	}
	c.acknowledged()
}

// changes takes the replacements from the input.
func (c *call) changes() []change {
	var out []change
	for _, v := range c.in.list("edits") {
		o := asObject(v)
		out = append(out, change{o.take("old_string"), o.take("new_string"), o.flag("replace_all")})
		c.params("Edit", o.rest())
	}
	if c.in.has("old_string") || c.in.has("new_string") {
		out = append(out, change{c.in.take("old_string"), c.in.take("new_string"), c.in.flag("replace_all")})
	}
	for _, ch := range out {
		if ch.all {
			c.chip("all occurrences", "")
			break
		}
	}
	return out
}

// asked shows the replacements as they were asked for. Where they fit a recorded
// patch badly (the user changed them), the patch is shown first.
func (c *call) asked(changes []change, patch []diff.Hunk) {
	if len(patch) > 0 {
		c.hunks("As written to the file", patch)
		c.counts(diff.Count(patch))
	}
	var hunks []diff.Hunk
	for _, ch := range changes {
		if len(ch.before)+len(ch.after) > 4*maxText {
			c.plain("Before", ch.before)
			c.plain("After", ch.after)
			continue
		}
		hunks = append(hunks, diff.Unnumbered(diff.Strings(ch.before, ch.after))...)
		c.show(ch.before, ch.after)
	}
	title := ""
	if len(patch) > 0 {
		title = "As asked for"
	}
	c.hunks(title, hunks)
	if len(patch) == 0 {
		added, removed := diff.Count(hunks)
		if c.ok() {
			c.counts(added, removed)
		}
	}
	c.whole(changes, hunks)
}

// whole shows the texts of replacements that are longer than their diff shows:
// the lines far from any change.
func (c *call) whole(changes []change, hunks []diff.Hunk) {
	for _, ch := range changes {
		if covers(hunks, []change{ch}) {
			continue
		}
		c.plain("Replaced text", ch.before)
		c.fold()
		c.plain("New text", ch.after)
		c.fold()
	}
}

// covers tells whether every line of the replacements stands in the hunks.
func covers(hunks []diff.Hunk, changes []change) bool {
	before, after := diff.Sides(hunks)
	for _, ch := range changes {
		if !hasLines(before, ch.before) || !hasLines(after, ch.after) {
			return false
		}
	}
	return true
}

func hasLines(shown, wanted string) bool {
	if strings.TrimSpace(wanted) == "" || strings.Contains(shown, wanted) {
		return true
	}
	have := map[string]bool{}
	for line := range strings.Lines(shown) {
		have[strings.TrimSpace(line)] = true
	}
	parts := strings.Split(wanted, "\n")
	for i, line := range parts {
		line = strings.TrimSpace(line)
		if have[line] || line == "" {
			continue
		}
		// The first and the last line may be pieces of a line.
		if (i == 0 || i == len(parts)-1) && strings.Contains(shown, line) {
			continue
		}
		return false
	}
	return true
}

// patchOf reads a structuredPatch.
func patchOf(list []jsontext.Value) []diff.Hunk {
	var out []diff.Hunk
	for _, v := range list {
		o := asObject(v)
		h := diff.Hunk{Old: o.int("oldStart"), New: o.int("newStart")}
		for _, l := range o.list("lines") {
			h.Lines = append(h.Lines, strings.TrimSuffix(asText(l), "\n"))
		}
		if len(h.Lines) > 0 {
			out = append(out, h)
		}
	}
	return out
}

// write shows a file that was written: its text, and what changed in it when
// there was one before.
func write(c *call) {
	file := c.in.first("file_path", "path", "filePath")
	c.codeRow("write", "Write", c.path(file))
	content := c.in.take("content")
	patch := patchOf(c.out.list("structuredPatch"))
	c.out.skip("filePath", "content", "type")
	n := lines(content)
	switch {
	case len(patch) > 0:
		c.hunks("Changes", patch)
		c.counts(diff.Count(patch))
		c.code("Whole file", highlight.Code{Text: content, File: file, Start: 1, Label: base(file)})
		c.fold()
	case c.out.peek("type") == "create" || c.ok() && !c.out.has("originalFile"):
		c.counts(n, 0)
		c.chip("new", "")
		c.source(content, file, 1)
	default:
		if c.ok() {
			c.counts(n, 0)
		}
		c.source(content, file, 1)
	}
	if c.out.flag("userModified") {
		c.chip("changed by the user", "warn")
	}
	c.acknowledged()
}
