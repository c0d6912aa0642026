package codex

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
)

// Replies to the desktop client contain directives on lines of their own, which the client shows as buttons and
// comments: ::git-commit{cwd="/home/ada/quay"}. A comment on code is what the model has to say, so it becomes a
// part of the text; the others repeat what the model did, and become events. Observed in 0.118.

var (
	directiveLine = lazy.MustCompile(`^\s*(?:` + directiveForm + `\s*)+$`)
	directive     = lazy.MustCompile(directiveForm)
	attribute     = lazy.MustCompile(`([A-Za-z_]\w*)=("(?:[^"\\]|\\.)*"|[\w.+-]+)`)
	escape        = lazy.MustCompile(`\\(.)`)
)

// Tags on lines of their own, between which a plan is in a reply.
const (
	planTag = "<proposed_plan>"
	planEnd = "</proposed_plan>"
)

// directiveForm matches a name and at least one attribute, all on one line.
const directiveForm = `::([a-z][a-z-]*)\{\s*((?:[A-Za-z_]\w*=(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*)+)\}`

// spoken makes blocks of a reply's text: the text with comments on code written as Markdown, and an event for
// each other directive.
func spoken(at parser.Origin, dir, text string, cites []parser.Citation) []parser.Block {
	if found := verdict(dir, text); found != "" {
		text = found
	}
	text, events := directed(at, dir, text)
	if text == "" && len(events) > 0 && len(cites) == 0 {
		return events
	}
	return append([]parser.Block{&parser.Text{Origin: at, Text: text, Cites: cites}}, events...)
}

// directed returns a text without its directives, and events for those that are not comments on code.
func directed(at parser.Origin, dir, text string) (string, []parser.Block) {
	if !strings.Contains(text, "::") && !strings.Contains(text, planTag) {
		return text, nil
	}
	var lines []string
	var events []parser.Block
	found, fenced := false, false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if tag := strings.TrimSpace(line); !fenced && (tag == planTag || tag == planEnd) {
			if found = true; tag == planTag {
				lines = append(lines, "**Proposed plan**")
			}
			lines = append(lines, "")
			continue
		}
		if fenced || !directiveLine.MatchString(line) {
			lines = append(lines, line)
			continue
		}
		found = true
		for _, m := range directive.FindAllStringSubmatch(line, -1) {
			if said := comment(dir, m[1], m[2]); said != "" {
				lines = append(lines, said)
			} else {
				events = append(events, done(at, m[1], m[2]))
			}
		}
	}
	if !found {
		return text, nil
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), events
}

// planIn returns the plan that a reply proposes, "" for none.
func planIn(text string) string {
	_, behind, _ := strings.Cut(text, planTag+"\n")
	plan, _, ended := strings.Cut(behind, "\n"+planEnd)
	if !ended {
		return ""
	}
	return plan
}

// comment writes a comment on code as an item of a list in Markdown, "" if the directive is none.
func comment(dir, name, attributes string) string {
	if name != "code-comment" {
		return ""
	}
	of := map[string]string{}
	for _, f := range fieldsIn(attributes) {
		of[f.Name] = f.Value
	}
	if of["title"] == "" || of["file"] == "" {
		return ""
	}
	return finding(dir, of["title"], of["body"], of["file"], of["start"], of["end"], of["confidence"])
}

// done is the event of what the model says that it did.
func done(at parser.Origin, name, attributes string) *parser.Event {
	ev := &parser.Event{Origin: at, Type: name, Fields: fieldsIn(attributes), Quiet: true}
	of := map[string]string{}
	for _, f := range ev.Fields {
		of[f.Name] = f.Value
	}
	ev.Title = cmp.Or(of["url"], of["branch"], of["title"], of["name"], of["reason"], of["cwd"])
	return ev
}

// fieldsIn returns the attributes of a directive, in order.
func fieldsIn(attributes string) (fields []parser.Field) {
	for _, m := range attribute.FindAllStringSubmatch(attributes, -1) {
		value := m[2]
		if value[0] == '"' {
			value = escape.ReplaceAllString(value[1:len(value)-1], "$1")
		}
		fields = append(fields, parser.Field{Name: m[1], Value: value})
	}
	return fields
}
