// Package wrapper recognises the pseudo-XML that Claude Code puts around text it
// injects into user messages: <command-name>, <task-notification>,
// <system-reminder> and the like.
//
// People type such tags too. A wrapper counts only where Claude Code writes it:
// at the start of a text, one after the other, well formed and closed.
// Everything from the first thing that is not a wrapper on is text.
package wrapper

import "strings"

// Wrapper is one element found at the start of a text.
type Wrapper struct {
	Tag   string
	Attrs []Attr
	Body  string // without the line breaks around it
}

// Attr is an attribute of a wrapper.
type Attr struct{ Name, Value string }

// Attr returns the value of an attribute, "" when absent.
func (w Wrapper) Attr(name string) string {
	for _, a := range w.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// nesting is how the end of an element is found.
type nesting uint8

const (
	toFirst nesting = iota + 1 // the body never quotes its own end tag
	toLast                     // the body is free text of a tool or an agent: up to the last end tag
	toLine                     // the body is what an agent wrote: up to the first end tag on its own line, if there is one
)

// tags are the wrappers that Claude Code is known to write.
var tags = map[string]nesting{
	"command-name":            toFirst,
	"command-message":         toFirst,
	"command-args":            toFirst,
	"command-contents":        toLast,
	"skill-format":            toFirst,
	"local-command-stdout":    toLast,
	"local-command-stderr":    toLast,
	"local-command-caveat":    toFirst,
	"bash-input":              toLast,
	"bash-stdout":             toLast,
	"bash-stderr":             toLast,
	"user-memory-input":       toLast,
	"system-reminder":         toFirst,
	"task-notification":       toLast,
	"agent-notification":      toLast,
	"bash-notification":       toLast,
	"scheduled-task":          toLast,
	"ci-monitor-event":        toLast,
	"teammate-message":        toLine,
	"agent-message":           toLine,
	"cross-session-message":   toLine,
	"channel":                 toLine,
	"mcp-resource-update":     toFirst,
	"mcp-polling-update":      toFirst,
	"github-webhook-activity": toFirst,
	"fork-boilerplate":        toFirst,
	"uploaded_files":          toFirst,
	"ide_opened_file":         toFirst,
	"ide_selection":           toFirst,
	"ide_diagnostics":         toFirst,
	"post-tool-use-hook":      toFirst,
	"user-prompt-submit-hook": toFirst,

	"observed_from_primary_session": toLast, // of claude-mem, a plugin
}

// Split cuts the wrappers off the start of a text. Without any, rest is text.
func Split(text string) (found []Wrapper, rest string) {
	rest = text
	for {
		w, after, ok := first(strings.TrimLeft(rest, " \t\r\n"))
		if !ok {
			return found, rest
		}
		found = append(found, w)
		rest = after
	}
}

// Has reports whether a text starts with a wrapper.
func Has(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if !strings.HasPrefix(text, "<") {
		return false
	}
	_, _, ok := first(text)
	return ok
}

// Begins reports whether a text starts with the tag of a wrapper, which may be cut off before its end.
func Begins(text string) bool {
	_, _, _, ok := open(strings.TrimLeft(text, " \t\r\n"))
	return ok
}

func first(text string) (w Wrapper, after string, ok bool) {
	w.Tag, w.Attrs, after, ok = open(text)
	if !ok {
		return w, text, false
	}
	closing := "</" + w.Tag + ">"
	var end int
	switch tags[w.Tag] {
	case toFirst:
		end = strings.Index(after, closing)
	case toLast:
		end = lastEnd(after, w.Tag, closing)
	case toLine:
		end = lineEnd(after, w.Tag, closing)
	default:
		return w, text, false
	}
	if end < 0 {
		return w, text, false
	}
	w.Body = strings.Trim(after[:end], "\r\n")
	return w, after[end+len(closing):], true
}

// lastEnd finds the last end tag that precedes another element of the same
// name is opened on its own line: several may follow each other.
func lastEnd(s, tag, closing string) int {
	limit := len(s)
	if i := strings.Index(s, closing); i >= 0 {
		if j := strings.Index(s[i:], "\n<"+tag+">"); j >= 0 {
			limit = i + j
		}
	}
	return strings.LastIndex(s[:limit], closing)
}

// lineEnd finds the first end tag that is on its own line, before another element of the same name. Without one it is the first.
func lineEnd(s, tag, closing string) int {
	end := strings.Index(s, closing)
	if end < 0 {
		return end
	}
	limit := len(s)
	if next := strings.Index(s[end:], "<"+tag); next >= 0 { // no further: texts may be of very many elements
		limit = end + next
	}
	if line := strings.Index(s[:limit], "\n"+closing); line > end {
		return line + 1
	}
	return end
}

// open reads a start tag.
func open(s string) (tag string, attrs []Attr, after string, ok bool) {
	if len(s) < 3 || s[0] != '<' {
		return "", nil, s, false
	}
	n := 1
	for n < len(s) && isNameByte(s[n]) {
		n++
	}
	tag, s = s[1:n], s[n:]
	if tags[tag] == 0 {
		return "", nil, s, false
	}
	for {
		t := strings.TrimLeft(s, " \t\r\n")
		if strings.HasPrefix(t, ">") {
			return tag, attrs, t[1:], true
		}
		a, rest, ok := attr(t)
		if !ok || len(t) == len(s) {
			return "", nil, s, false
		}
		attrs, s = append(attrs, a), rest
	}
}

func attr(s string) (a Attr, after string, ok bool) {
	n := 0
	for n < len(s) && isNameByte(s[n]) {
		n++
	}
	if n == 0 || !strings.HasPrefix(s[n:], `="`) {
		return a, s, false
	}
	value, after, ok := strings.Cut(s[n+2:], `"`)
	if !ok {
		return a, s, false
	}
	return Attr{s[:n], value}, after, true
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// Child returns the body of the first <name> element inside a wrapper's body, ""
// when there is none. free says that the element contains free text, which ends at
// the last end tag.
func Child(body, name string, free bool) string {
	start := strings.Index(body, "<"+name+">")
	if start < 0 {
		return ""
	}
	body = body[start+len(name)+2:]
	end := strings.Index(body, "</"+name+">")
	if free {
		end = strings.LastIndex(body, "</"+name+">")
	}
	if end < 0 {
		return ""
	}
	return strings.Trim(body[:end], "\r\n")
}
