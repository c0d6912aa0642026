package card

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/patch"
	"steno/parser/shell"
	"steno/theme/diff"
	"steno/theme/highlight"
	"steno/theme/words"
)

// Cards of tools without a function of their own: what the call did says how it is shown,
// whatever agent has the tool.

// byAction shows a call by what it did.
func byAction(c *call) {
	switch c.Action.Kind {
	case parser.ActionRun:
		run(c)
	case parser.ActionEdit:
		changed(c)
	case parser.ActionRead:
		read(c)
		readPlain(c)
	case parser.ActionTodo:
		todoWrite(c)
		c.prose("", c.in.take("explanation"))
	case parser.ActionAsk:
		if len(asList(c.in.value("questions"))) > 0 {
			askedAll(c)
		} else {
			c.row("ask", "Ask", telling(c.in))
		}
	case parser.ActionPoll:
		if n := len(asList(c.in.value("targets"))) + len(asList(c.in.value("ids"))); n > 0 && c.Action.Task == "" {
			c.row("agent", "Wait for", words.Plural(n, "agent"))
			break
		}
		c.codeRow("terminal", "Check output", c.Action.Task)
		showExit(c)
	case parser.ActionSearch:
		lookedFor(c)
	case parser.ActionFetch:
		c.row("web", "Fetch", c.Action.Subject())
	case parser.ActionDelegate:
		c.row("agent", "Agent", subjectOf(c))
	case parser.ActionMessage, parser.ActionLeave:
		c.row("agent", "Message", subjectOf(c))
	default:
		generic(c)
	}
}

// subjectOf is what a call is about, or what its parameters say best.
func subjectOf(c *call) string {
	if s := c.Action.Subject(); s != "" {
		return s
	}
	return telling(c.in)
}

// run shows a command, what it printed and how it ended.
func run(c *call) {
	command := c.Action.Command
	for _, name := range []string{"command", "cmd", "script"} {
		if v := c.in.value(name); v.Kind() == '"' || v.Kind() == '[' && command != "" {
			if v.Kind() == '[' && !hasWords(v, command) {
				continue
			}
			c.in.skip(name)
		}
	}
	c.codeRow("terminal", "Run", shell.Headline(command))
	for _, name := range []string{"description", "justification"} {
		if d := c.in.take(name); d != "" {
			c.note(d)
		}
	}
	if dir := c.in.peek("workdir"); dir != "" && dir == c.env.Dir {
		c.in.skip("workdir")
		c.show(dir)
	}
	if ms := c.in.int("timeout_ms"); ms > usualTimeout {
		c.chip("limit "+milliseconds(ms), "")
	}
	c.code("Command", highlight.Code{Text: command, Lang: "bash"})
	showStreams(c)
	showExit(c)
}

// usualTimeout is how many milliseconds a command may run if nobody asks for more. Models that set
// it with every command say nothing by that.
const usualTimeout = 10_000

// hasWords reports whether a command line has all words of a list but those that start its shell.
func hasWords(list jsontext.Value, command string) bool {
	for i, v := range asList(list) {
		if w := asText(v); i > 1 && !strings.Contains(command, w) {
			return false
		}
	}
	return true
}

// changed shows what a call changed as a diff: from the patch that the client recorded, else
// from the one that it was given, else from texts.
func changed(c *call) {
	files := patchesOf(c.out)
	given, rest := patch.Parse(patchText(c))
	if len(files) == 0 {
		files = given
	} else if !sameText(files, given) {
		for _, f := range given {
			defer showPatch(c, "Requested: "+c.env.short(f.Name), f)
		}
	}
	if len(files) == 0 {
		showTexts(c)
		return
	}
	c.codeRow("edit", verb(files), c.path(files[0].Name))
	if len(files) > 1 {
		c.note("and " + words.Plural(len(files)-1, "more file"))
	}
	c.plain("", rest)
	for i, f := range files {
		title := ""
		if len(files) > 1 {
			title = verb([]patch.File{f}) + " " + c.env.short(f.Name)
			c.show(f.Name)
			if i > 0 {
				c.pathLine(f.Name)
			}
		}
		showPatch(c, title, f)
	}
	added, removed := c.Action.Added, c.Action.Removed
	for _, a := range c.Action.Also {
		added, removed = added+a.Added, removed+a.Removed
	}
	chipLines(c, added, removed)
	showRepeated(c, files)
	c.acknowledged()
}

// showRepeated passes over parameters whose text the diff shows.
func showRepeated(c *call, files []patch.File) {
	var shown strings.Builder
	for _, f := range files {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				shown.WriteString(strings.TrimSpace(l[1:]) + "\n")
			}
		}
	}
	before, after := firstOf(c.in, befores), firstOf(c.in, afters)
	if hasLines(shown.String(), except(before, after)) && hasLines(shown.String(), except(after, before)) {
		c.in.first(befores...) // the lines that both have are around the change
		c.in.first(afters...)
	}
	for _, m := range c.in.members {
		if text := asText(m.value); m.value.Kind() == '"' && !m.taken && (c.includes(text) || hasLines(shown.String(), text)) {
			c.in.skip(m.name)
		}
	}
}

// firstOf returns the first of several members that is there, and does not take it.
func firstOf(o *object, names []string) string {
	for _, name := range names {
		if v := o.value(name); v.Kind() == '"' {
			return asText(v)
		}
	}
	return ""
}

// except returns the lines of a text that another one lacks.
func except(text, other string) string {
	have := map[string]bool{}
	for line := range strings.SplitSeq(other, "\n") {
		have[strings.TrimSpace(line)] = true
	}
	var own []string
	for line := range strings.SplitSeq(text, "\n") {
		if !have[strings.TrimSpace(line)] {
			own = append(own, line)
		}
	}
	return strings.Join(own, "\n")
}

// chipLines puts added and removed lines on the row.
func chipLines(c *call, added, removed int) {
	if c.ok() {
		lineChips(c, added, removed)
	}
}

// patchText is the patch in the input: all of it, or a member, or the command line that applies it.
func patchText(c *call) string {
	text := asText(c.Input)
	if c.Input.Kind() != '"' {
		text = ""
		for _, name := range []string{"input", "patch", "patchText", "command", "cmd"} {
			v := c.in.value(name)
			if text == "" && v.Kind() != 0 {
				text = asText(v)
				if list := asList(v); v.Kind() == '[' && len(list) > 0 {
					text = asText(list[len(list)-1])
				}
				if strings.Contains(text, "*** Begin Patch") {
					c.in.skip(name)
				} else {
					text = ""
				}
			}
		}
	}
	if strings.Contains(text, "*** Begin Patch") {
		c.show(text)
	}
	return text
}

// patchesOf takes the changes of files from a result.
func patchesOf(out *object) (files []patch.File) {
	changes := out.object("changes")
	for _, m := range changes.members {
		o := asObject(m.value)
		f := patch.File{Name: m.name, To: o.peek("move_path")}
		switch o.peek("type") {
		case "add":
			f.Op, f.Hunks = patch.Add, patch.Written(patch.Add, o.peek("content"))
		case "delete":
			f.Op, f.Hunks = patch.Delete, patch.Written(patch.Delete, o.peek("content"))
		case "update":
			f.Hunks = patch.Diff(o.peek("unified_diff"))
		default:
			continue
		}
		files = append(files, f)
	}
	return files
}

// sameText reports whether the lines that a patch asked for are those that were changed.
func sameText(files, given []patch.File) bool {
	have := map[string]bool{}
	for _, f := range files {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				have[strings.TrimSpace(l[1:])] = true
			}
		}
	}
	for _, f := range given {
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if !have[strings.TrimSpace(l[1:])] && l[0] != ' ' {
					return false
				}
			}
		}
	}
	return true
}

func verb(files []patch.File) string {
	switch files[0].Op {
	case patch.Add:
		return "Write"
	case patch.Delete:
		return "Delete"
	}
	return "Edit"
}

// showPatch shows the change of one file.
func showPatch(c *call, title string, f patch.File) {
	if f.To != "" {
		c.plain("", "Moved to "+f.To)
	}
	var hunks []diff.Hunk
	for _, h := range f.Hunks {
		if len(h.Lines) == 0 {
			continue
		}
		if h.Header != "" { // the place in the file, for people
			c.hunks(title, hunks)
			title, hunks = h.Header, nil
			c.show(h.Header)
		}
		hunks = append(hunks, diff.Hunk{Old: h.Old, New: max(h.New, h.Old), Lines: h.Lines})
	}
	if len(f.Hunks) == 0 && title != "" {
		c.remark(title)
		return
	}
	c.hunks(title, hunks)
}

// Members of inputs that contain a text before and after a change, or all of a file.
var (
	befores  = []string{"old_string", "oldText", "oldString", "old_str"}
	afters   = []string{"new_string", "newText", "newString", "new_str"}
	contents = []string{"content", "file_text", "contents"}
)

// showTexts shows replaced or written texts.
func showTexts(c *call) {
	file := c.in.first("file_path", "path", "filePath", "absolute_path")
	if file == "" {
		file = c.Action.File
	}
	name := "Edit"
	before, after := c.in.first(befores...), c.in.first(afters...)
	content := c.in.first(contents...)
	if content != "" && before == "" {
		name = "Write"
	}
	c.codeRow("edit", name, c.path(file))
	var changes []change
	for _, v := range c.in.list("edits") {
		o := asObject(v)
		changes = append(changes, change{before: o.first(befores...), after: o.first(afters...)})
		c.params("Edit", o.rest())
	}
	if before != "" || after != "" {
		changes = append(changes, change{before: before, after: after})
	}
	if len(changes) > 0 {
		showAsked(c, changes)
	} else {
		chipLines(c, c.Action.Added, c.Action.Removed)
	}
	if content != "" {
		showSource(c, content, file, 1)
	}
	c.out.skip("originalContent", "oldContent")
	c.acknowledged()
}
