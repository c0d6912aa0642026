// Package block reads the content blocks that few messages hold: what MCP servers and the tools
// of the API answer with.
package block

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
)

// Read reads a block of a type that few records hold, with its annotations.
func Read(kind string, v jsontext.Value, at parser.Origin) parser.Block {
	o := raw.ParseObject(v)
	b := Rare(kind, o, v, at)
	if d, ok := b.(*parser.Document); ok {
		d.Note = Note(o.Raw("annotations"))
	}
	return b
}

// Note reads the annotations of a block: for whom it is, how much it matters, when it was changed.
func Note(annotations jsontext.Value) string {
	if len(annotations) == 0 {
		return ""
	}
	o := raw.ParseObject(annotations)
	var parts []string
	for _, m := range o {
		text := strings.ReplaceAll(raw.Text(m.Value), "\n", ", ")
		switch {
		case text == "":
		case m.Name == "audience":
			parts = append(parts, "for "+text)
		case m.Name == "lastModified":
			parts = append(parts, "changed "+text)
		default:
			parts = append(parts, m.Name+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

// Rare reads a block of a type that few records hold. An unknown one is kept as recorded.
func Rare(kind string, o raw.Object, v jsontext.Value, at parser.Origin) parser.Block {
	switch kind {
	case "tool_reference":
		return &parser.Text{Origin: at, Text: o.String("tool_name")}
	case "fallback":
		return fallback(o, v, at)
	case "diagnostics":
		return &parser.Event{Origin: at, Type: kind, Title: kind, Text: raw.Text(v), Quiet: true, Raw: v}
	case "compaction":
		return &parser.Event{Origin: at, Type: kind, Title: "context compacted by the API", Text: o.Text("content"), Quiet: true, Raw: v}
	case "audio":
		return &parser.Document{Origin: at, MediaType: cmp.Or(o.String("mimeType"), "audio"), Data: o.String("data")}
	case "resource_link":
		return &parser.Document{Origin: at, MediaType: o.String("mimeType"),
			Title: cmp.Or(o.String("title"), o.String("name")), Text: o.String("description"),
			Ref: o.String("uri")}
	case "resource":
		r := o.Object("resource")
		return &parser.Document{Origin: at, MediaType: r.String("mimeType"), Data: r.String("blob"),
			Text: r.String("text"), Ref: r.String("uri")}
	case "web_search_result":
		return &parser.Document{Origin: at, Title: o.String("title"), Text: o.String("page_age"), Ref: o.String("url")}
	case "web_fetch_result":
		return fetched(o, at)
	case "search_result":
		return &parser.Document{Origin: at, Title: o.String("title"), Text: o.Text("content"), Ref: o.String("source")}
	case "container_upload":
		return &parser.Document{Origin: at, Title: "file for the API's container", Ref: o.String("file_id")}
	}
	if text, ok := words(kind, o); ok {
		return &parser.Text{Origin: at, Text: text}
	}
	return &parser.Unknown{Origin: at, Type: kind, Raw: v}
}

// words reads the blocks that are a text.
func words(kind string, o raw.Object) (string, bool) {
	switch {
	case kind == "tool_search_tool_search_result":
		var names []string
		for _, v := range o.Array("tool_references") {
			names = append(names, raw.ParseObject(v).String("tool_name"))
		}
		return strings.Join(names, "\n"), true
	case strings.HasSuffix(kind, "code_execution_result"):
		return executed(o), true
	case IsError(kind):
		return strings.Join(notBlank(strings.ReplaceAll(o.String("error_code"), "_", " "), o.Text("error_message")), ": "), true
	case kind == "connector_text":
		return cmp.Or(o.String("text"), o.String("connector_text")), true
	case strings.HasSuffix(kind, "_result"):
		text := o.String("text")
		return text, text != ""
	}
	return "", false
}

// IsError reports whether blocks of a type say that a tool of the API failed.
func IsError(kind string) bool { return strings.HasSuffix(kind, "_tool_result_error") }

// executed is what code, a command or an edit printed that the API ran.
func executed(o raw.Object) string {
	parts := notBlank(o.String("stdout"), o.String("stderr"), o.String("content"), o.Text("lines"))
	for _, v := range o.Array("content") { // files that it made
		if id := raw.ParseObject(v).String("file_id"); id != "" {
			parts = append(parts, "file "+id)
		}
	}
	if code := o.Int("return_code"); code != 0 {
		parts = append(parts, "exit code "+o.Text("return_code"))
	}
	return strings.Join(parts, "\n")
}

// fetched is a page that the API read.
func fetched(o raw.Object, at parser.Origin) parser.Block {
	c := o.Object("content")
	s := c.Object("source")
	d := &parser.Document{Origin: at, Title: cmp.Or(c.String("title"), o.String("url")), Ref: o.String("url"),
		MediaType: s.String("media_type")}
	if s.String("type") == "base64" {
		d.Data = s.String("data")
	} else {
		d.Text = s.String("data")
	}
	return d
}

func fallback(o raw.Object, v jsontext.Value, at parser.Origin) *parser.Event {
	from, to := o.Object("from").String("model"), o.Object("to").String("model")
	title := "fell back from " + from
	if to != "" {
		title += " to " + to
	}
	ev := &parser.Event{Origin: at, Type: "fallback", Title: strings.TrimSpace(title), Raw: v}
	if why := o.Text("trigger"); why != "" {
		ev.Fields = []parser.Field{{Name: "trigger", Value: why}}
	}
	return ev
}

// Cites reads the citations of a text. Places within one source are one citation.
func Cites(v jsontext.Value) []parser.Citation {
	var list []parser.Citation
	for _, e := range raw.ParseArray(v) {
		o := raw.ParseObject(e)
		c := parser.Citation{Title: cmp.Or(o.String("title"), o.String("document_title")),
			URL: cmp.Or(o.String("url"), o.String("source")), Text: o.Text("cited_text")}
		if c != (parser.Citation{}) {
			list = append(list, c)
		}
	}
	return list
}

func notBlank(values ...string) (list []string) {
	for _, v := range values {
		if strings.TrimSpace(v) != "" {
			list = append(list, strings.TrimRight(v, "\n"))
		}
	}
	return list
}
