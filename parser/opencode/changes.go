package opencode

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/patch"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// The client records the diff of each change, with numbers of lines, but without the indentation that
// all of its lines have. What the call was given says which indentation that was.

// statuses are the kinds of changes by what version 2 calls them.
var statuses = map[string]string{"added": "add", "deleted": "delete", "modified": "update"}

// changes returns how the client says that a call changed files, by their names; nil when it does not
// say so of all.
func changes(c *parser.ToolCall, meta raw.Object) (all raw.Object) {
	if c.Action.Kind != parser.ActionEdit {
		return nil
	}
	given := givenLines(raw.ParseObject(c.Input), true)
	changed := meta.Array("files")
	for _, v := range changed {
		f := raw.ParseObject(v)
		diff := cmp.Or(f.String("patch"), f.String("diff"))
		name, kind := f.String("filePath"), f.String("type")
		if file := f.String("file"); file != "" { // version 2
			name, kind = file, statuses[f.String("status")]
			if len(changed) == 1 && c.Action.File != "" && len(c.Action.Also) == 0 {
				name = c.Action.File // as it was asked for
			}
		}
		all = append(all, raw.Member{Name: name, Value: change(kind, f.String("movePath"), indented(diff, given))})
	}
	if diff := meta.String("diff"); len(all) == 0 && c.Action.File != "" && len(c.Action.Also) == 0 && diff != "" {
		all = raw.Object{{Name: c.Action.File, Value: change("update", "", indented(diff, given))}}
	}
	if len(patch.Applied(all)) == 0 {
		return nil
	}
	return all
}

// spelled sets the names of the files that calls changed to those that they have, as the client
// compared the directory before and after: where upper and lower case are the same, a call may use
// another.
func spelled(blocks []parser.Block, parts []jsontext.Value) {
	names, folded := map[string]bool{}, map[string]string{} // the first name of each, whatever its letters
	for _, v := range parts {
		p := raw.ParseObject(v)
		if p.String("type") != "patch" {
			continue
		}
		for _, f := range p.Array("files") {
			name := raw.String(f)
			names[name] = true
			folded[strings.ToLower(name)] = cmp.Or(folded[strings.ToLower(name)], name)
		}
	}
	for _, b := range blocks {
		c, ok := b.(*parser.ToolCall)
		if !ok || c.Action.Kind != parser.ActionEdit || names[c.Action.File] {
			continue
		}
		c.Action.File = cmp.Or(folded[strings.ToLower(c.Action.File)], c.Action.File)
	}
}

// change returns how one file changed.
func change(kind, to, diff string) jsontext.Value {
	how := raw.Object{{Name: "type", Value: rebuild.Quote(kind)}}
	switch kind {
	case "add", "delete":
		var content strings.Builder
		for _, lines := range patch.Texts(patch.Diff(diff)) {
			for _, l := range lines {
				content.WriteString(l[1:])
			}
		}
		how = append(how, raw.Member{Name: "content", Value: rebuild.Quote(content.String())})
	default:
		how = append(how, raw.Member{Name: "unified_diff", Value: rebuild.Quote(diff)})
	}
	if to != "" {
		how = append(how, raw.Member{Name: "move_path", Value: rebuild.Quote(to)})
	}
	return how.JSON()
}

// given are lines by what they say without their indentation.
type given map[string][]string

// mostIndented is how many lines are kept that differ in their indentation alone.
const mostIndented = 50

// add adds a line, unless it is there.
func (g given) add(line string) {
	bare := strings.TrimLeftFunc(line, unicode.IsSpace)
	if have := g[bare]; bare != "" && len(have) < mostIndented && !slices.Contains(have, line) {
		g[bare] = append(have, line)
	}
}

// givenLines returns the lines of all texts of a call's input, and of its edits, without the signs of patches.
func givenLines(in raw.Object, edits bool) given {
	lines := given{}
	lines.of(in, edits)
	return lines
}

func (g given) of(in raw.Object, edits bool) {
	for _, m := range in {
		for line := range strings.Lines(raw.String(m.Value)) {
			line = strings.TrimRight(line, "\r\n")
			g.add(line)
			if m.Name == "patchText" && line != "" {
				g.add(line[1:])
			}
		}
	}
	if !edits {
		return
	}
	for _, v := range in.Array("edits") {
		g.of(raw.ParseObject(v), false)
	}
}

// indented puts back the indentation that was cut from all lines of a diff.
func indented(diff string, lines given) string {
	cut, found := "", false
	inside := false
	for line := range strings.Lines(diff) {
		text := strings.TrimRight(line, "\r\n")
		inside = inside || strings.HasPrefix(text, "@@")
		if !inside || found || text == "" || text[0] != '+' && text[0] != '-' || strings.TrimSpace(text[1:]) == "" {
			continue
		}
		for _, l := range lines[strings.TrimLeftFunc(text[1:], unicode.IsSpace)] {
			if before, ok := strings.CutSuffix(l, text[1:]); ok && !found {
				cut, found = before, true
			}
		}
	}
	if cut == "" {
		return diff
	}
	var out strings.Builder
	inside = false
	for line := range strings.Lines(diff) {
		inside = inside || strings.HasPrefix(line, "@@")
		if inside && strings.IndexByte(" +-", line[0]) >= 0 && strings.TrimSpace(line[1:]) != "" {
			line = line[:1] + cut + line[1:]
		}
		out.WriteString(line)
	}
	return out.String()
}
