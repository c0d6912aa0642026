package rebuild

import (
	"steno/parser"
	"steno/parser/patch"
	"steno/parser/raw"
)

// Members of inputs by what they say, whatever the agent. Where an agent means something else by a
// name, its reader fills in the action itself.
var (
	files    = []string{"file_path", "filePath", "path", "absolute_path", "filename", "notebook_path"}
	commands = []string{"command", "cmd", "script"}
	befores  = []string{"old_string", "oldString", "oldText", "old_str"}
	afters   = []string{"new_string", "newString", "newText", "new_str"}
	contents = []string{"content", "contents", "file_text"}
	abouts   = []string{"pattern", "query", "url", "description", "intent", "prompt", "name", "message", "path", "dir_path", "question"}
)

// Act fills in what a call did, by the name of its tool and the members of its input.
func Act(c *parser.ToolCall, kinds map[string]parser.ActionKind, dir string) {
	in := raw.ParseObject(c.Input)
	a := parser.Action{Kind: kinds[c.Name]}
	if a.Kind == "" {
		a.Kind = parser.ActionOther
	}
	switch a.Kind {
	case parser.ActionRun:
		a.Command, a.Dir = in.First(commands...), dir
	case parser.ActionRead:
		a.File = in.First(files...)
	case parser.ActionEdit:
		a = patch.Action(asked(c))
	case parser.ActionPoll:
		a.Task = in.Text("shellId")
	case parser.ActionSkill:
		a.About = in.First("skill", "name", "id")
	}
	if a.File == "" && a.Command == "" && a.About == "" {
		a.About = in.First(abouts...)
	}
	c.Action = a
}

// asked returns the files that a call's input says are to change: by a patch, or by texts.
func asked(c *parser.ToolCall) []patch.File {
	in, text := raw.ParseObject(c.Input), raw.String(c.Input)
	for _, name := range []string{"patchText", "patch", "input"} {
		if text == "" {
			text = in.String(name)
		}
	}
	if files, _ := patch.Parse(text); len(files) > 0 {
		return files
	}
	f := patch.File{Name: in.First(files...)}
	if f.Name == "" {
		return nil
	}
	edits := []raw.Object{in}
	for _, v := range in.Array("edits") {
		edits = append(edits, raw.ParseObject(v))
	}
	for _, e := range edits {
		if before, after := e.First(befores...), e.First(afters...); before != "" || after != "" {
			f.Hunks = append(f.Hunks, patch.Replaced(before, after))
		}
	}
	if len(f.Hunks) == 0 && member(in, contents) {
		f.Op, f.Hunks = patch.Write, patch.Written(patch.Write, in.First(contents...))
	}
	return []patch.File{f}
}

// Applied replaces what a call was to change by the changes that the client recorded with its result,
// which have the numbers of lines. Their names are members of the structured result's "changes".
func Applied(c *parser.ToolCall) {
	if files := applied(c); c.Action.Kind == parser.ActionEdit && len(files) > 0 {
		c.Action = patch.Action(files)
	}
}

func applied(c *parser.ToolCall) []patch.File {
	if c.Result == nil {
		return nil
	}
	return patch.Applied(raw.ParseObject(c.Result.Structured).Object("changes"))
}

// changedText returns the lines of the edits of a call, see [parser.Texts]: of the changes that were
// applied, otherwise of those that were asked for.
func changedText(c *parser.ToolCall) [][][]string {
	files := applied(c)
	if len(files) == 0 {
		files = asked(c)
	}
	return patch.AllTexts(files)
}

// Changes returns the member of a structured result that says how one file changed, for [Applied].
func Changes(file, kind, member, text string) raw.Member {
	how := raw.Object{{Name: "type", Value: Quote(kind)}, {Name: member, Value: Quote(text)}}
	return raw.Member{Name: "changes", Value: raw.Object{{Name: file, Value: how.JSON()}}.JSON()}
}

func member(in raw.Object, names []string) bool {
	for _, name := range names {
		if in.Raw(name) != nil {
			return true
		}
	}
	return false
}
