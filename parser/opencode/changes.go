package opencode

import (
	"cmp"
	"slices"
	"strings"

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
	given := givenLines(raw.ParseObject(c.Input))
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
	for _, v := range parts {
		p := raw.ParseObject(v)
		if p.String("type") != "patch" {
			continue
		}
		var names []string
		for _, f := range p.Array("files") {
			names = append(names, raw.String(f))
		}
		for _, b := range blocks {
			c, ok := b.(*parser.ToolCall)
			if !ok || c.Action.Kind != parser.ActionEdit || slices.Contains(names, c.Action.File) {
				continue
			}
			if i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, c.Action.File) }); i >= 0 {
				c.Action.File = names[i]
			}
		}
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

// givenLines returns the lines of all texts of a call's input, without the signs of patches.
func givenLines(in raw.Object) (lines []string) {
	for _, m := range in {
		for line := range strings.Lines(raw.String(m.Value)) {
			line = strings.TrimRight(line, "\r\n")
			lines = append(lines, line)
			if m.Name == "patchText" && line != "" {
				lines = append(lines, line[1:])
			}
		}
	}
	for _, v := range in.Array("edits") {
		lines = append(lines, givenLines(raw.ParseObject(v))...)
	}
	return lines
}

// indented puts back the indentation that was cut from all lines of a diff.
func indented(diff string, given []string) string {
	cut, found := "", false
	inside := false
	for line := range strings.Lines(diff) {
		text := strings.TrimRight(line, "\r\n")
		inside = inside || strings.HasPrefix(text, "@@")
		if !inside || found || text == "" || text[0] != '+' && text[0] != '-' || strings.TrimSpace(text[1:]) == "" {
			continue
		}
		i := slices.IndexFunc(given, func(l string) bool {
			return strings.HasSuffix(l, text[1:]) && strings.TrimSpace(l[:len(l)-len(text)+1]) == ""
		})
		if i >= 0 {
			cut, found = given[i][:len(given[i])-len(text)+1], true
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
