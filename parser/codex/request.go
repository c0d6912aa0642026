package codex

import (
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/parser/raw"
)

// This file says what of a message of the role user the user typed. Clients write such messages
// themselves, put what is open in the editor or attached in front of a request, and wrap what was
// answered, spoken or scheduled. The shapes are those of Codex's desktop client and of its editor
// extension, as recorded in rollouts of versions 0.119 to 0.159, April to October 2026.

// wrappers matches what the client writes as messages of the role user, by how it begins.
var wrappers = lazy.MustCompile(`^\s*(?:<(environment_context|user_instructions|turn_aborted|skill|subagent_notification|permissions instructions|collaboration_mode|app-context|apps_instructions|skills_instructions|plugins_instructions|personality_spec|model_switch|user_action|INSTRUCTIONS|realtime_conversation|goal_context|hook_prompt|recommended_plugins|multi_agent_mode|proposed_plan_instructions|environments_instructions|user_shell_command|codex_internal_context|in-app-browser-context|available_subagent_types|external_\w+)\b[^>]*>|(# AGENTS\.md instructions\b))`)

// words is what a text of a message turned out to be.
type words struct {
	aside  []parser.Block // of the client
	typed  string         // of the user
	sender string         // how it was said, if it was not typed into the input
}

// told divides a text into what the client put there and what the user typed.
func told(at parser.Origin, p part) words {
	if p.kind != "" && p.kind != "unknown" && !strings.HasPrefix(p.kind, "user.") {
		return words{aside: []parser.Block{injected(at, p)}}
	}
	var aside []parser.Block
	until := len(strings.TrimRightFunc(p.text, unicode.IsSpace)) // what is behind it are spaces
	for text := p.text; ; {
		m := wrappers.FindStringSubmatch(text)
		if w, ok := wrapped(at, text[:max(0, until-(len(p.text)-len(text)))]); ok || m == nil {
			if !ok {
				w = prefaced(at, text)
			}
			w.aside = append(aside, w.aside...)
			return w
		}
		end := elementEnd(text, m[1])
		if len(p.text)-len(text)+end >= until {
			return words{aside: append(aside, injected(at, part{text: text, kind: p.kind}))}
		}
		aside = append(aside, injected(at, part{text: text[:end], kind: p.kind}))
		text = text[end:]
	}
}

// elementEnd returns where an element ends with which a text begins, by the name of its tag: behind the text if it is not closed, or
// has no tag.
func elementEnd(text, name string) int {
	if name == "" {
		return len(text)
	}
	name, _, _ = strings.Cut(name, " ")
	i := strings.Index(text, "</"+name)
	if i < 0 {
		return len(text)
	}
	j := strings.IndexByte(text[i:], '>')
	if j < 0 {
		return len(text)
	}
	return i + j + 1
}

// prefaced divides a text that begins with no element of the client's at the heading of the request.
func prefaced(at parser.Origin, text string) words {
	before, after, ok := requested(text)
	switch {
	case ok:
		return words{aside: client(at, before), typed: meant(before, after)}
	case strings.HasPrefix(strings.TrimSpace(text), "# Files mentioned by the user:"): // the request is another part
		return words{aside: client(at, strings.TrimSpace(text))}
	}
	return words{typed: text}
}

// wrapped takes messages that are whole within a tag and have words of the user's, or of another agent's.
func wrapped(at parser.Origin, text string) (words, bool) {
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "<send_user_message_question_reply>"):
		return words{typed: replies(text), sender: parser.SenderAnswer}, true
	case strings.HasPrefix(text, "<realtime_delegation>"):
		if inTag(text, "source") != "" { // what was said last, when the call ended
			return words{aside: []parser.Block{injected(at, part{text: text})}}, true
		}
		return words{typed: inTag(text, "input"), sender: parser.SenderVoice}, true
	case strings.HasPrefix(text, "<heartbeat>"):
		if task := inTag(text, "instructions"); task != "" {
			return words{typed: task, sender: parser.SenderSchedule}, true
		}
		return words{aside: []parser.Block{injected(at, part{text: text})}}, true
	case strings.HasPrefix(text, "Automation: "):
		if end := automation.FindStringIndex(text); end != nil {
			ev := &parser.Event{Origin: at, Type: "with the request", Title: "Automation", Text: strings.TrimSpace(text[:end[1]]), Quiet: true}
			return words{aside: []parser.Block{ev}, typed: text[end[1]:], sender: parser.SenderSchedule}, true
		}
	case strings.HasPrefix(text, "<codex_delegation>"):
		return words{aside: []parser.Block{delegated(at, text)}}, true
	}
	return words{}, false
}

// automation matches what the desktop client writes in front of a request that is sent on a schedule. Versions differ in
// whether they say when it was sent last.
var automation = lazy.MustCompile(`^Automation: .*\nAutomation ID: .*\n(?:(?:Automation memory|Last run): .*\n)*\s*`)

// delegated makes an event of what another thread asks for.
func delegated(at parser.Origin, text string) *parser.Event {
	return &parser.Event{Origin: at, Type: "delegation", Title: "Message from another thread", Text: inTag(text, "input")}
}

// inTag returns what the first element of a name contains, "" if there is none.
func inTag(text, tag string) string {
	_, rest, ok := strings.Cut(text, "<"+tag+">")
	inner, _, closed := strings.Cut(rest, "</"+tag+">")
	if !ok || !closed {
		return ""
	}
	return strings.TrimSpace(prose.Unescape(inner))
}

// replies returns what the user answered to questions that did not wait for it.
func replies(text string) string {
	text = strings.TrimPrefix(text, "<send_user_message_question_reply>")
	text = strings.TrimSpace(strings.TrimSuffix(text, "</send_user_message_question_reply>"))
	list := raw.ParseArray(jsontext.Value(text))
	if len(list) == 0 {
		list = []jsontext.Value{jsontext.Value(text)}
	}
	var answers []string
	for _, v := range list {
		if answer := raw.ParseObject(v).Text("answer"); answer != "" {
			answers = append(answers, answer)
		}
	}
	if len(answers) == 0 {
		return text
	}
	return strings.Join(answers, "\n")
}

// request matches the heading that divides what the client says of its state, or of what the user attached, from
// what the user typed.
var request = lazy.MustCompile(`(?m)^## My request(?: for Codex)?:`)

// requested divides a text at the heading behind which the request is, if the client wrote what is in front of it.
func requested(text string) (before, after string, ok bool) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "The attached pasted text file(s) contain the user's request.") {
		return "", "", false
	}
	at := request.FindStringIndex(text)
	if at == nil {
		return "", "", false
	}
	return strings.TrimSpace(text[:at[0]]), strings.TrimSpace(text[at[1]:]), true
}

var (
	// remark matches a comment of the user's on lines of a diff, or on a part of a page.
	remark = lazy.MustCompile(`(?m)^## (?:User )?Comment \d+[ \t]*\n((?:.*\n)*?)Comment:[ \t]*\n`)
	// section matches what ends a comment.
	section = lazy.MustCompile(`(?m)^(?:## (?:User )?Comment \d+|# .+:[ \t]*$|<in-app-browser-context)`)
	// annotations matches what the user noted on replies.
	annotations = lazy.MustCompile(`(?s)<response-annotations>(.*?)</response-annotations>`)
	// attached matches the names of files that the user attached, or the first words of what the user pasted.
	attached = lazy.MustCompile(`(?m)^## ("?)(.+?)"?: +\S.*$`)
)

// meant returns what the user said: comments and notes, which precede the request, and the request. One
// that is only attached is called by its names, or by its first words.
func meant(before, after string) string {
	var said []string
	for _, m := range annotations.FindAllStringSubmatch(before, -1) {
		for _, v := range raw.ParseArray(jsontext.Value(strings.TrimSpace(m[1]))) {
			if o := raw.ParseObject(v); o.String("annotation") != "" {
				said = append(said, quoting(o.String("text"), o.String("annotation")))
			}
		}
	}
	for _, at := range remark.FindAllStringSubmatchIndex(before, -1) {
		text := before[at[1]:]
		if end := section.FindStringIndex(text); end != nil {
			text = text[:end[0]]
		}
		said = append(said, quoting(commented(before[at[2]:at[3]]), strings.TrimSpace(text)))
	}
	if after != "" {
		said = append(said, after)
	}
	if len(said) == 0 && strings.HasPrefix(before, "# Files ") {
		for _, m := range attached.FindAllStringSubmatch(before, -1) {
			said = append(said, m[2])
		}
		return strings.Join(said, "\n")
	}
	return strings.Join(said, "\n\n")
}

// quoting writes words below what they are about, in Markdown.
func quoting(about, text string) string {
	if about == "" {
		return text
	}
	return "> " + strings.ReplaceAll(about, "\n", "\n> ") + "\n\n" + text
}

// commented returns the place of a comment, by the lines above it: a file with its lines, or what of a page it is on.
func commented(head string) string {
	fields := map[string]string{}
	for line := range strings.Lines(head) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			fields[name] = strings.Trim(value, `"`)
		}
	}
	place := fields["File"]
	if place == "" {
		return fields["Target"]
	}
	if lines := fields["Lines"]; lines != "" {
		place += ":" + lines
	}
	return place
}

var (
	heading    = lazy.MustCompile(`(?m)^# (.+):\s*$`)
	subheading = lazy.MustCompile(`(?m)^## (.+?):\s*$`)
)

// client makes an event of what the client wrote in front of a request, named by its headings.
func client(at parser.Origin, text string) []parser.Block {
	ev := &parser.Event{Origin: at, Type: "with the request", Text: text, Quiet: true}
	var names []string
	for _, m := range heading.FindAllStringSubmatch(text, 10) {
		names = append(names, m[1])
	}
	if m := subheading.FindStringSubmatch(text); len(names) == 0 && m != nil {
		names = m[1:]
	}
	switch ev.Title = strings.Join(names, ", "); {
	case text == "":
		return nil
	case len(names) == 1 && strings.HasPrefix(text, "# Context from my IDE setup:"):
		ev.Type, ev.Title = "ide context", "Context of the editor"
	}
	return []parser.Block{ev}
}

var firstTag = lazy.MustCompile(`^\s*<([A-Za-z_][\w-]*(?: [\w-]+)*)(?:\s+[\w-]+=|/?>|$)`)

// injected makes an event of what the client put into a message.
func injected(at parser.Origin, p part) *parser.Event {
	ev := &parser.Event{Origin: at, Type: "instructions", Title: "Instructions of the client", Text: p.text, Quiet: true}
	if m := firstTag.FindStringSubmatch(p.text); m != nil {
		ev.Type, ev.Title = m[1], spaced(m[1])
	} else if strings.HasPrefix(strings.TrimSpace(p.text), "# AGENTS.md") {
		ev.Type, ev.Title = "AGENTS.md", "AGENTS.md instructions"
	} else if _, name, ok := strings.Cut(p.kind, "."); ok {
		ev.Type, ev.Title = p.kind, spaced(name)
	}
	return ev
}

// spaced returns a name as words.
func spaced(name string) string {
	return prose.Capital(strings.NewReplacer("_", " ", "-", " ").Replace(name))
}
