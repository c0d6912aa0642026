package card

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/theme/diff"
	"steno/theme/highlight"
	"steno/theme/words"
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
	changes := changesOf(c)
	if len(changes) > 1 {
		c.note(words.Plural(len(changes), "edit"))
	}
	patch := patchOf(c.out.list("structuredPatch"))
	c.out.skip("filePath", "oldString", "newString", "replaceAll", "edits")
	if len(patch) > 0 {
		showWritten(c, changes, patch)
	} else {
		showAsked(c, changes)
	}
	if c.out.flag("userModified") {
		c.chip("changed by the user", "warn")
	}
	showConfirmation(c)
}

// changesOf takes the replacements from the input.
func changesOf(c *call) []change {
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

// showAsked shows the replacements as they were asked for, with all their lines, as no patch was recorded.
func showAsked(c *call, changes []change) {
	hunks := requestedHunks(c, changes)
	c.hunks("", hunks)
	if added, removed := diff.Count(hunks); c.ok() {
		c.counts(added, removed)
	}
}

// requestedHunks returns the replacements as hunks. Texts that are too long for a diff are shown apart.
func requestedHunks(c *call, changes []change) []diff.Hunk {
	var hunks []diff.Hunk
	for _, ch := range changes {
		if len(ch.before)+len(ch.after) > 4*maxText {
			c.plain("Before", ch.before)
			c.plain("After", ch.after)
			continue
		}
		hunks = append(hunks, diff.Unnumbered(diff.Full(ch.before, ch.after))...)
		c.show(ch.before, ch.after)
	}
	return hunks
}

// showWritten shows what was written to the file, and what was requested only where that differs in
// more than white space.
func showWritten(c *call, changes []change, patch []diff.Hunk) {
	same := sameChange(patch, changes)
	if same {
		patch = widened(patch, changes, c.text)
	}
	c.hunks("", patch)
	c.counts(diff.Count(patch))
	switch {
	case !same:
		c.remark("The edit was applied differently from how it was requested.")
	case covers(patch, changes):
		for _, ch := range changes {
			c.show(ch.before, ch.after)
		}
		return
	}
	c.hunks("Requested", requestedHunks(c, changes))
	c.fold()
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
		c.code("Whole file", highlight.Code{Text: content, File: file, Start: 1})
		c.fold()
	case c.out.peek("type") == "create" || c.ok() && !c.out.has("originalFile"):
		c.counts(n, 0)
		c.chip("new", "")
		showSource(c, content, file, 1)
	default:
		if c.ok() {
			c.counts(n, 0)
		}
		showSource(c, content, file, 1)
	}
	if c.out.flag("userModified") {
		c.chip("changed by the user", "warn")
	}
	showConfirmation(c)
}

// showEdited shows how a command changed files, as far as the client found out. Claude Code records it from 2.1.269 on, where
// the user wants that.
func showEdited(c *call) {
	if !c.out.has("bashEditDiff") {
		return
	}
	found := c.out.object("bashEditDiff")
	added, removed := 0, 0
	shown := make(map[string]bool)
	for _, v := range found.list("files") {
		f := asObject(v)
		file := f.take("filePath")
		shown[file] = true
		title := c.path(file)
		if f.flag("created") {
			title += ", new"
		}
		if f.flag("deleted") {
			title += ", deleted"
		}
		hunks := patchOf(f.list("hunks"))
		more, less := diff.Count(hunks)
		added, removed = added+more, removed+less
		c.hunks(title, hunks)
		c.details(f.rest())
	}
	var files []string
	for _, v := range found.list("changedFiles") {
		if file := asText(v); !shown[file] {
			files = append(files, c.path(file))
		}
	}
	if n := found.int("moreFiles"); n > len(files) {
		files = append(files, words.Plural(n-len(files), "more file"))
	}
	c.plain("Also changed", strings.Join(files, "\n"))
	lineChips(c, added, removed)
	if found.flag("shared") {
		c.remark("Other commands ran at the same time: some of the changes may be theirs.")
	}
	if found.flag("skipped") {
		c.remark("The client does not find out what commands change that move the work tree to another commit.")
	}
	if found.flag("unavailable") {
		c.remark("The client could not find out what the command changed.")
	}
	c.details(found.rest())
}
