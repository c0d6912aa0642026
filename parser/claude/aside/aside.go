// Package aside says in words what a record beside the messages contains: the reminders, lists and
// states that Claude Code hands to the model beside a prompt, and what it notes itself.
//
// There are some fifty types of each, and each release adds some. Words are looked for by the names that
// members have in most of them; what is left of short values are fields. So a type that is new
// reads well without special code.
package aside

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
)

// Said is what a record says.
type Said struct {
	Name   string // what it is about, for its title
	Text   string
	Fields []parser.Field
	Path   string
}

// Attachment returns what an attachment of a type says.
func Attachment(kind string, o raw.Object) Said {
	switch kind {
	case "task_reminder", "todo_reminder", "todos":
		return tasks(o)
	case "selected_lines_in_ide":
		return selection(o)
	case "mcp_resource":
		return resource(o)
	case "instructions", "relevant_memories", "context_sections", "teammate_mailbox":
		return pieces(o)
	case "deferred_tools_delta":
		return tools(o)
	case "deferred_tools_record":
		return definitions(o)
	case "output_style_instructions":
		if style := o.Object("style"); len(style) > 0 {
			return Said{Name: style.String("name"), Text: style.String("prompt")}
		}
	}
	return plain(o)
}

// tools are those that came and went, and the MCP servers that are missing, of which nothing else is recorded.
func tools(o raw.Object) Said {
	s := plain(o)
	if gone := o.Text("removedNames"); gone != "" && s.Text == "" {
		s.Name, s.Text = "removed", gone
	} else if gone != "" {
		s.Fields = append(s.Fields, parser.Field{Name: "removed", Value: strings.ReplaceAll(gone, "\n", ", ")})
	}
	for _, list := range []struct{ member, name string }{
		{"failedMcpServers", "failed"}, {"needsAuthMcpServers", "needs authentication"}, {"pendingMcpServers", "pending"},
	} {
		servers := o.Array(list.member)
		for _, v := range servers[:min(len(servers), mostServers)] {
			server := raw.ParseObject(v)
			about := cmp.Or(server.String("name"), raw.String(v))
			if why := cmp.Or(server.String("error"), server.String("errorCode")); why != "" {
				about += ": " + why
			}
			s.Fields = append(s.Fields, parser.Field{Name: "MCP server " + list.name, Value: about})
		}
	}
	return s
}

// definitions are those of tools that were loaded: only their names, as what they say is the client's
// or a server's, is long, and is in the records.
func definitions(o raw.Object) Said {
	var names []string
	for _, v := range o.Array("entries") {
		names = append(names, cmp.Or(raw.ParseObject(v).String("name"), raw.String(v)))
	}
	if len(names) == 0 {
		return plain(o)
	}
	return Said{Text: strings.Join(names, "\n")}
}

// mostServers is how many servers of a kind are listed.
const mostServers = 20

// plain is what an attachment says whose members have the usual names.
func plain(o raw.Object) Said {
	s := Said{Name: o.First("displayPath", "skillDir", "planFilePath", "filename", "path", "name", "newDate",
		"date", "model", "agentType", "agentName", "banner", "server", "style", "goal", "hookName")}
	s.Path = o.First("filename", "path", "filePath")
	taken := s.take(o, texts, "type")
	if s.Text == "" && len(s.Name) > longestTitle && s.Path == "" {
		s.Name, s.Text, taken = "", s.Name, append(taken, "banner", "goal")
	}
	s.Fields = scalars(o, append(taken, "displayPath"), s.Name)
	if s.Name == "" && s.Text == "" && len(o) > 1 && !slices.ContainsFunc(o, says) {
		s.Name = "none"
	}
	return s.whole(o, taken)
}

// take sets the text to that of the first of the members that is one, and adds the name of that member to taken.
func (s *Said) take(o raw.Object, members []string, taken ...string) []string {
	for _, name := range members {
		if t := o.Text(name); t != "" && !nested(o.Raw(name)) {
			s.Text = t
			return append(taken, name)
		}
	}
	return taken
}

// says reports whether a member other than the type has a value.
func says(m raw.Member) bool {
	switch v := m.Value; v.Kind() {
	case 'n':
		return false
	case '[', '{':
		return len(v) > 2
	}
	return m.Name != "type" && raw.Text(m.Value) != ""
}

// longestTitle is how long a name may be to be shown as a title, which is cut. What is longer is
// what the record says.
const longestTitle = 120

// whole leaves out fields where a record without words contains more than they say: it is shown as
// it was recorded.
func (s Said) whole(o raw.Object, taken []string) Said {
	more := func(m raw.Member) bool {
		return (m.Value.Kind() == '{' || m.Value.Kind() == '[') && len(m.Value) > 2 && !slices.Contains(taken, m.Name)
	}
	if s.Text == "" && slices.ContainsFunc(o, more) {
		s.Fields = nil
	}
	return s
}

// Event returns what a system record says beside its level.
func Event(o raw.Object) Said {
	var s Said
	taken := s.take(o, eventTexts, "type", "subtype", "level", "isMeta", "toolUseID")
	s.Fields = scalars(o, taken, s.Name)
	return s.whole(o, taken)
}

var eventTexts = strings.Fields("content message text summary description result reason error output lost writtenPaths written_paths")

// Memories lists memories that were recalled: a path each, and its text where it was recorded.
func Memories(o raw.Object) Said {
	s := pieces(o)
	s.Name, s.Fields = "", scalars(o, []string{"type", "subtype", "level", "content"}, "")
	return s
}

// texts are the members that may contain the words of an attachment, best first.
var texts = strings.Fields(`content text message planContent summary addedBlocks addedLines addedNames addedTypes allowedTools
	snippet output systemMessage stdout skillNames skills prompt companion value names`)

// nested reports whether a value is more than a text or a list of texts.
func nested(v jsontext.Value) bool {
	switch v.Kind() {
	case '{':
		return true
	case '[':
		return slices.ContainsFunc(raw.ParseArray(v), func(e jsontext.Value) bool {
			return e.Kind() != '"' && raw.ParseObject(e).Raw("text") == nil
		})
	}
	return false
}

// tasks lists tasks with a mark each, as people do.
func tasks(o raw.Object) Said {
	var lines []string
	done := 0
	list := firstList(o, "content", "tasks", "todos")
	for _, v := range list {
		t := raw.ParseObject(v)
		mark := "☐"
		switch t.String("status") {
		case "completed":
			mark = "☑"
			done++
		case "in_progress":
			mark = "◐"
		}
		line := mark + " " + strings.TrimSpace(number(t.Text("id"))+t.First("subject", "content", "title"))
		if d := t.String("description"); d != "" {
			line += ": " + d
		}
		if owner := t.String("owner"); owner != "" {
			line += " (" + owner + ")"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		s := Said{Text: o.Text("content"), Fields: scalars(o, []string{"type", "content", "itemCount"}, "")}
		if s.Text == "" || s.Text == "[]" {
			s.Name, s.Text = "no tasks", ""
		}
		return s
	}
	return Said{Name: strconv.Itoa(done) + " of " + strconv.Itoa(len(lines)) + " done", Text: strings.Join(lines, "\n")}
}

func number(id string) string {
	if id == "" {
		return ""
	}
	return "#" + id + " "
}

// selection is what the user had selected in the editor.
func selection(o raw.Object) Said {
	s := Said{Path: o.First("filename", "path", "filePath"), Text: o.First("content", "text", "selection")}
	s.Name = o.First("displayPath", "filename", "path")
	if from := o.Text("lineStart"); from != "" {
		s.Name += ":" + from
		if to := o.Text("lineEnd"); to != "" && to != from {
			s.Name += "-" + to
		}
	}
	s.Fields = scalars(o, []string{"type", "content", "text", "selection", "displayPath", "filename", "path",
		"lineStart", "lineEnd"}, s.Name)
	return s
}

// resource is what the user named of an MCP server.
func resource(o raw.Object) Said {
	s := Said{Name: o.First("name", "uri"), Fields: scalars(o, []string{"type", "name", "content"}, "")}
	var parts []string
	for _, v := range o.Object("content").Array("contents") {
		if text := raw.ParseObject(v).String("text"); text != "" {
			parts = append(parts, text)
		}
	}
	s.Text = strings.Join(parts, "\n")
	if c := o.Raw("content"); s.Text == "" && !nested(c) {
		s.Text = raw.Text(c)
	}
	return s
}

// pieces is a list of texts with a name each: files of instructions, memories, messages.
func pieces(o raw.Object) Said {
	s := Said{Name: o.First("displayPath", "path", "name"), Path: o.First("path")}
	var parts, names []string
	for _, v := range firstList(o, "files", "memories", "sections", "messages") {
		p := raw.ParseObject(v)
		name := p.First("displayPath", "path", "name", "title", "from", "header")
		if name != "" {
			names = append(names, name)
		}
		text := p.First("content", "text", "body", "summary")
		if v.Kind() == '"' {
			text = raw.String(v)
		}
		if message := raw.ParseText(text); message.String("type") != "" { // of a teammate
			text = strings.TrimSpace(Words(message.String("type")) + "\n" + Protocol(message).Text)
		}
		parts = append(parts, strings.TrimSpace(name+"\n"+text))
	}
	if s.Name == "" {
		s.Name = strings.Join(names, ", ")
	}
	if len(parts) == 0 {
		s.Text = o.Text("content")
	} else {
		s.Text = strings.Join(parts, "\n\n")
	}
	s.Fields = scalars(o, []string{"type", "path", "displayPath", "content"}, s.Name)
	return s
}

// scalars are the members that are a short text, a number or a truth, but for some names and for
// what the title says.
func scalars(o raw.Object, but []string, title string) (list []parser.Field) {
	const longest = 300
	for _, m := range o {
		value := raw.Text(m.Value)
		switch kind := m.Value.Kind(); {
		case kind == '{' || kind == '[' || kind == 'n' || slices.Contains(but, m.Name):
		case value == "" || value == title || value == "false" || len(value) > longest:
		default:
			list = append(list, parser.Field{Name: Words(m.Name), Value: value})
		}
	}
	return list
}

// Words turns the name of a member into words: "pageCount", "page count".
func Words(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r == '-':
			b.WriteByte(' ')
		case r >= 'A' && r <= 'Z':
			if i > 0 && (name[i-1] < 'A' || name[i-1] > 'Z') {
				b.WriteByte(' ')
			}
			b.WriteRune(r - 'A' + 'a')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func firstList(o raw.Object, names ...string) []jsontext.Value {
	for _, n := range names {
		if list := o.Array(n); len(list) > 0 {
			return list
		}
	}
	return nil
}
