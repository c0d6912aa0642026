package claude

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"steno/parser"
	"steno/parser/claude/aside"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/raw"
	"steno/parser/title"
)

// attachment handles an attachment record by attachment.type. What the user
// typed is a message, hook errors are visible, the rest is folded.
func (p *presenter) attachment(e *entry) {
	o := raw.ParseObject(e.Extra)
	kind := e.Subtype
	row := format.Lookup(format.Attachment, kind)
	a := &parser.Attachment{Origin: *e.at, Type: kind, Title: sentence(kind), Raw: e.Extra}
	a.Quiet = row == nil || row.Treatment == format.Folded || row.Treatment == format.Withheld
	e.kind, e.blocks = kindEvent, []parser.Block{a}
	switch {
	case row != nil && row.Treatment == format.Structural:
		e.kind, e.class, e.blocks = kindHidden, structural, nil
	case kind == "queued_command":
		p.queuedCommand(e, o)
	case strings.HasPrefix(kind, "hook_"), kind == "async_hook_response":
		hook(e, a, o)
		if row == nil {
			e.class = unknown
		}
	case fileAttachments[kind]:
		fileAttachment(e, a, o)
	case kind == "diagnostics":
		diagnostics(a, o)
	case kind == "task_status":
		a.Title = strings.TrimSpace("task " + cmp.Or(o.String("description"), o.String("taskId")))
		a.Text = strings.Join(distinct(o.String("status"), o.Text("deltaSummary")), "\n")
	case row != nil:
		said := aside.Attachment(kind, o)
		a.Text, a.Path, a.Fields = said.Text, said.Path, said.Fields
		a.Title = cmp.Or(strings.TrimSpace(a.Title+" "+said.Name), "attachment")
	default:
		e.class = unknown
		e.blocks = []parser.Block{&parser.Unknown{Origin: *e.at, Type: typeName(e.Record), Raw: e.Extra}}
	}
}

var fileAttachments = map[string]bool{
	"file": true, "edited_text_file": true, "compact_file_reference": true, "nested_memory": true,
	"already_read_file": true, "pdf_reference": true, "directory": true,
}

// hook shows what a hook said. A hook that ran for a tool call is folded into it.
func hook(e *entry, a *parser.Attachment, o raw.Object) {
	a.Title = strings.TrimSpace("hook " + cmp.Or(o.String("hookName"), o.String("hookEvent")))
	block := o.Object("blockingError")
	command := cmp.Or(o.String("command"), block.String("command"))
	said := distinct(aside.HookOutput(o.Text("stdout")), o.Text("stderr"), o.Text("content"),
		block.Text("blockingError"), o.Text("message"))
	if block == nil {
		said = distinct(append(said, o.Text("blockingError"))...)
	}
	a.Text = strings.Join(said, "\n")
	switch a.Type {
	case "hook_blocking_error", "hook_non_blocking_error", "hook_error_during_execution":
		a.Failed = true
	case "hook_cancelled":
		a.Failed = true
		a.Title += " cancelled"
	}
	if command != "" {
		a.Title += ": " + title.FirstLine(command)
	}
	a.Fields = fields("exit code", o.Text("exitCode"), "duration", milliseconds(o.Text("durationMs")), "decision", o.String("decision"))
	if o.Text("exitCode") == "0" {
		a.Fields = append([]parser.Field{{Name: "exit code", Value: "0"}}, a.Fields...)
	}
	if title.FirstLine(command) != strings.TrimSpace(command) {
		a.Fields = append(a.Fields, parser.Field{Name: "command", Value: command})
	}
	if id := o.String("toolUseID"); id != "" {
		e.own().fold = append(e.fold, id)
	}
}

// distinct lists the values that are not blank, each once.
func distinct(values ...string) []string {
	var out []string
	seen := make(map[string]bool)
	for _, v := range values {
		if v = strings.TrimRight(v, "\n"); strings.TrimSpace(v) != "" && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// fileAttachment shows a file that was handed to the model.
func fileAttachment(e *entry, a *parser.Attachment, o raw.Object) {
	content := o.Object("content")
	file := content.Object("file")
	a.Path = cmp.Or(o.String("filename"), o.String("path"), o.String("filePath"), file.String("filePath"), content.String("path"))
	a.Text = cmp.Or(o.String("snippet"), file.String("content"), content.String("content"), o.Text("content"))
	if content != nil && file.String("content") == "" && content.String("content") == "" {
		a.Text = o.String("snippet")
	}
	a.Title = strings.TrimSpace(sentence(a.Type) + " " + cmp.Or(o.String("displayPath"), a.Path))
	data := file.String("base64")
	if data == "" {
		return
	}
	a.Raw = raw.Without(e.Extra, "content")
	if media := file.String("type"); content.String("type") == "image" {
		e.blocks = append(e.blocks, &parser.Image{Origin: *e.at, MediaType: media, Data: data})
	} else {
		e.blocks = append(e.blocks, &parser.Document{Origin: *e.at, MediaType: cmp.Or(media, "application/pdf"), Title: a.Path, Data: data})
	}
}

// diagnostics lists what language servers report, as compilers print it: file, line,
// column (both from 1), severity and message.
func diagnostics(a *parser.Attachment, o raw.Object) {
	var lines []string
	for _, f := range o.Array("files") {
		file := raw.ParseObject(f)
		name := strings.TrimPrefix(file.String("uri"), "file://")
		a.Path = cmp.Or(a.Path, name)
		for _, v := range file.Array("diagnostics") {
			d := raw.ParseObject(v)
			start := d.Object("range").Object("start")
			line := fmt.Sprintf("%s:%d:%d: %s: %s", path.Base(name), start.Int("line")+1,
				start.Int("character")+1, strings.ToLower(cmp.Or(d.Text("severity"), "note")),
				d.String("message"))
			if from := strings.Join(distinct(d.String("source"), d.Text("code")), " "); from != "" {
				line += " (" + from + ")"
			}
			lines = append(lines, line)
		}
	}
	a.Text = strings.Join(lines, "\n")
	a.Title = strings.TrimSpace("diagnostics " + a.Path)
}

// queuedCommand shows what was typed, or what a task reported, while the agent
// worked.
func (p *presenter) queuedCommand(e *entry, o raw.Object) {
	e.blocks = nil
	e.Message = record.MessageOf([]byte(`{"content":`+string(firstRaw(o, "prompt", "content"))+`}`), p.read.options.Texts)
	if from := record.OriginOf(o.Object("origin")); from != "" {
		said := e.Rare()
		said.Origin = from
		e.User = &said
	}
	if string(o.Raw("isMeta")) == "true" {
		e.Flags |= record.Meta
	}
	p.spoken(e, e.Message.Content)
	if e.kind != kindPrompt {
		return
	}
	if mode := o.String("commandMode"); mode != "" && mode != "prompt" && mode != "bash" {
		e.kind = kindEvent
		return
	}
	if e.sender == "" {
		e.own().sender = parser.SenderQueue
	}
}

func firstRaw(o raw.Object, names ...string) []byte {
	for _, n := range names {
		if v := o.Raw(n); v != nil {
			return v
		}
	}
	return []byte("null")
}

func messageText(content []record.Block) string {
	var parts []string
	for i := range content {
		if content[i].Type == "text" {
			parts = append(parts, content[i].Text)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}
