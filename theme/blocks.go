package theme

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode/utf8"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/theme/ansi"
	"steno/theme/markdown"
	"steno/theme/markup"
	"steno/theme/media"
	"steno/theme/view"
	"steno/theme/words"
)

// How much of a text is in a page. What is longer is its own file, with
// its start in the page.
const (
	longPrompt = 2_000  // a prompt above this is folded
	longLines  = 32     // and so is one of more lines
	shownStart = 700    // of such a prompt this much is shown
	maxText    = 64_000 // a text above this is cut
	cutText    = 16_000 // to this
	maxGiven   = 4_000  // what a client put into the context, such as a list of skills, is cut above this
	cutGiven   = 1_000  // to this
)

// content makes views of what blocks have, without ids: which are given out is for the thread to know.
type content struct {
	refs     *Refs
	markdown *markdown.Renderer
}

// block is the view of a block that is in the conversation itself. long
// texts of prompts are folded, those of replies are not.
func (r *thread) block(b parser.Block, prompt bool) view.Block {
	v := view.Block{ID: r.claim(b.From().Anchor)}
	switch b := b.(type) {
	case *parser.Text:
		v.Text = r.content.text(b.Text, prompt)
		v.Text.Quote, v.Text.Cites = b.Pasted, citations(b.Cites)
	case *parser.Image:
		v.Media = media.Image(b, r.refs.spill).HTML()
	case *parser.Document:
		v.Media, v.Whole = r.content.documentText(b)
	case *parser.Command:
		v.Command = r.content.command(b)
	default:
		v.Fold = r.content.fold(b)
	}
	return v
}

// citations lists what a text is based on: pages and documents, each with the words that are cited.
func citations(cites []parser.Citation) template.HTML {
	if len(cites) == 0 {
		return ""
	}
	var w markup.Writer
	w.Open("ol", markup.Class("card-links"), markup.A("aria-label", "sources"))
	for _, c := range cites {
		w.Open("li")
		linked := w.External(c.URL)
		w.Text(cmp.Or(c.Title, c.URL, "source"))
		if linked {
			w.Close("a")
		}
		if c.Text != "" {
			w.Element("span", " “"+strings.TrimSpace(c.Text)+"”", markup.Class("address"))
		}
		w.Close("li")
	}
	w.Close("ol")
	return w.Result()
}

// documentText shows a document, of a long text only the start.
func (c content) documentText(d *parser.Document) (template.HTML, *view.Whole) {
	short := *d
	var whole *view.Whole
	short.Text, whole = c.cut("txt", d.Text)
	return media.Document(&short, c.refs.spill).HTML(), whole
}

func (c content) text(s string, prompt bool) *view.Text {
	v := &view.Text{Size: len(s)}
	s, v.Whole = c.cut("md", s)
	if prompt {
		v.HTML = c.markdown.Lines(s)
	} else {
		v.HTML = c.markdown.Written(s)
	}
	if prompt && (len(s) > longPrompt || strings.Count(s, "\n") >= longLines) {
		v.Preview, v.Long = c.markdown.PreviewLines(s, shownStart)
	}
	return v
}

// cut shortens a text that is too long for a page and stores the whole of it.
func (c content) cut(ext, s string) (string, *view.Whole) {
	return c.cutAbove(maxText, cutText, ext, s)
}

// given is cut for what no person wrote for this conversation and few read.
func (c content) given(s string) (string, *view.Whole) {
	return c.cutAbove(maxGiven, cutGiven, "txt", s)
}

func (c content) cutAbove(most, shown int, ext, s string) (string, *view.Whole) {
	if len(s) <= most {
		return s, nil
	}
	whole := &view.Whole{Href: c.refs.spill(ext, []byte(s)), Size: len(s)}
	head := prose.Lines(s, shown)
	if whole.Href == "" {
		return head + "\n\n…", nil
	}
	return head, whole
}

// commandLines is how many lines of what a slash command printed are shown without unfolding. It is for the user alone, while
// the output of a line of the shell is a part of what the model is asked.
const commandLines = 12

func (c content) command(said *parser.Command) *view.Command {
	v := &view.Command{Name: words.Excerpt(said.Name, 200), Args: said.Args}
	if said.Body != "" {
		body, whole := c.cut("md", said.Body)
		v.Body, v.Whole = c.markdown.HTML(body), whole
	}
	var out string
	var whole *view.Whole
	if out, whole = c.cut("txt", said.Stdout); whole != nil {
		v.Whole = whole
	}
	v.Stdout = ansi.HTML(out)
	if n := 1 + strings.Count(strings.TrimSpace(out), "\n"); n > commandLines && strings.HasPrefix(said.Name, "/") {
		v.Lines = n
	}
	if out, whole = c.cut("txt", said.Stderr); whole != nil {
		v.Whole = whole
	}
	v.Stderr = ansi.HTML(out)
	return v
}

// fold is the view of a block that is one row until it is unfolded. It is a row alone where another
// page shows what it unfolds to.
func (c content) fold(b parser.Block) *view.Fold {
	link := c.refs.output(b)
	if link == nil {
		return c.unfolded(b)
	}
	spill := c.refs.Spill
	c.refs.Spill = nil
	v := c.unfolded(b)
	c.refs.Spill = spill
	if v.Empty() {
		return v
	}
	return &view.Fold{Class: v.Class, Icon: v.Icon, Verb: v.Verb, Object: v.Object, Outcome: v.Outcome, Failed: v.Failed, Link: link}
}

// unfolded is the view of a block with all that its row unfolds to.
func (c content) unfolded(b parser.Block) *view.Fold {
	switch b := b.(type) {
	case *parser.Thinking:
		return c.thinking(b)
	case *parser.Attachment:
		return c.attachment(b)
	case *parser.Event:
		return c.event(b)
	case *parser.Unknown:
		return c.raw("unknown", "warn", "Unknown", b.Type, b.Raw)
	case *parser.Text:
		return c.words("event", "event", "Note", line(b.Text, 100), b.Text)
	case *parser.ToolCall: // a second result of one call
		return c.words("event", "event", "Another result", line(b.Result.Text(), 100), b.Result.Text())
	}
	return c.raw("unknown", "warn", "Unknown", fmt.Sprintf("%T", b), nil)
}

// words is a row with prose behind it, its start beside the verb.
func (c content) words(class, icon, verb, start, text string) *view.Fold {
	v := &view.Fold{Class: class, Icon: icon, Verb: verb, Object: start}
	text, v.Whole = c.cut("md", text)
	v.HTML = c.markdown.Written(text)
	return v
}

// attachmentWords are what attachments are called whose type says it badly.
var attachmentWords = map[string]string{
	"agent_listing_delta": "Agents listed", "deferred_tools_delta": "Tools listed",
	"mcp_instructions_delta": "Instructions of MCP servers", "skill_listing": "Skills listed",
}

func (c content) attachment(b *parser.Attachment) *view.Fold {
	v := &view.Fold{
		Class: "attachment", Icon: "clip", Verb: cmp.Or(attachmentWords[b.Type], sentence(b.Type)),
		Object: line(unlabelled(b.Type, b.Title), 160), Failed: b.Failed,
		Open: b.Failed,
	}
	if b.Failed {
		v.Icon = "error"
	}
	v.Outcome = ran(b.Fields)
	if v.Object == "" {
		v.Object = line(unlisted(b.Text), 100)
	}
	v.Fields = fieldsOf(b.Fields)
	if (len(v.Fields) == 0 || b.Text != "") && (b.Text != "" || says(b.Raw) && !saysOnly(b.Raw, v.Object)) {
		c.body(v, b.Text, b.Raw)
	}
	v.Raw = c.refs.raw(b)
	return v
}

// unlabelled is a title without the words of its type in front, which stand beside
// it: "skill_listing", "skill listing" is left with nothing, "hook_success", "hook
// Stop" with "Stop".
func unlabelled(kind, title string) string {
	words := strings.ReplaceAll(kind, "_", " ")
	first, _, _ := strings.Cut(words, " ")
	for _, label := range []string{words, first} {
		if rest := without(label, title); rest != title {
			return rest
		}
	}
	return title
}

// unlisted returns the start of a list of lines that begin with a dash as words with commas between them.
func unlisted(text string) string {
	text = strings.TrimSpace(text[:min(len(text), 1000)])
	if !strings.HasPrefix(text, "- ") {
		return text
	}
	return strings.ReplaceAll(text[len("- "):], "\n- ", ", ")
}

// eventWords are what events are called whose type says it badly.
var eventWords = map[string]string{"meta": "Injected text", "pr-link": "Pull request",
	"queue-operation": "Queued message", "enqueue": "Queued message", "interrupted": "Interrupted", parser.ClientEnded: "Stopped",
	"handback": "Handed back", "client": "Note of the client", parser.TaskNotified: "Task notification", "ide_opened_file": "Open in the editor",
	"ide_selection": "Selected in the editor", "ide_diagnostics": "Problems in the editor",
	"entered_review_mode": "Review begins", "exited_review_mode": "Review ended", "coordinator": "Message from the coordinator",
	"artifact-comment": "Comment on an artifact", "auto-continuation": "Continued automatically",
	"cross-session-notice": "Cross-session notice", "hook-feedback": "Stop hook feedback"}

func (c content) event(b *parser.Event) *view.Fold {
	kind := b.Subtype
	if kind == "" {
		kind = b.Type
	}
	v := &view.Fold{
		Class: "event", Icon: "event", Verb: sentence(kind[strings.LastIndexByte(kind, '/')+1:]),
		Object: line(b.Title, 160), Failed: b.Failed,
	}
	if words := eventWords[kind]; words != "" {
		v.Verb, v.Object = words, unlabelled(words, without(strings.ReplaceAll(kind, "_", " "), v.Object))
	}
	if rest, found := strings.CutPrefix(v.Object, v.Verb); found && (rest == "" || rest[0] == ' ') {
		v.Verb, v.Object = v.Object, "" // "Context", "Context of the client"
	} else {
		v.Object = without(v.Verb, v.Object)
	}
	if b.Failed {
		v.Icon = "error"
	}
	v.Fields = fieldsOf(b.Fields)
	switch text := strings.TrimSpace(b.Text); {
	case text == strings.TrimSpace(b.Title):
	case b.Written() && !begun.MatchString(text):
		text, v.Whole = c.cut("md", text)
		v.HTML = c.markdown.HTML(text)
	default:
		c.body(v, b.Text, nil)
	}
	if v.Empty() {
		c.body(v, "", b.Raw)
	}
	switch {
	case v.Object == "":
		v.Object = opening(b)
	case strings.HasPrefix(v.Object, "from ") && !strings.Contains(v.Object, ": ") && b.Subtype == "":
		v.Object = strings.TrimSuffix(v.Object+": "+beginning(b.Text), ": ") // who sent it is not what it says
	}
	v.Raw = c.refs.raw(b)
	return v
}

// opening is what the row of an event without a title says: how its text begins, without tags and
// Markdown, or its first fields.
func opening(b *parser.Event) string {
	if text := beginning(b.Text); text != "" {
		return text
	}
	var parts []string
	for _, f := range b.Fields[:min(len(b.Fields), 2)] {
		parts = append(parts, f.Name+" "+valueOf(f))
	}
	return words.Excerpt(strings.Join(parts, " · "), 100)
}

// beginning is how a text begins, without tags and Markdown, "" for JSON.
func beginning(text string) string {
	text = strings.TrimSpace(ansi.Strip(text[:min(len(text), 1600)]))
	if text == "" || text[0] == '{' || text[0] == '[' && strings.IndexByte(`{["]`, (text + " ")[1]) >= 0 {
		return ""
	}
	return words.Excerpt(prose.Unmarked(tags.ReplaceAllString(text, " ")), 100)
}

// tags are those that clients put around texts for the model.
var tags = lazy.MustCompile(`</?(?:[a-z][a-z_-]*(?: [a-z]+)?|[A-Z_]{3,})>`)

// without is a title without a label in front of it, whatever its case.
func without(label, title string) string {
	if n := len(label); len(title) >= n && strings.EqualFold(title[:n], label) && (len(title) == n || title[n] == ' ') {
		return strings.TrimSpace(title[n:])
	}
	return title
}

// ran says how a hook ended, where its record says so: its exit code, if it failed, and how long it ran.
func ran(fields []parser.Field) string {
	var parts []string
	for _, f := range fields {
		switch {
		case f.Name == "exit code" && f.Value != "0":
			parts = append(parts, "exit "+words.Excerpt(f.Value, 10))
		case f.Name == "duration":
			parts = append(parts, words.Excerpt(valueOf(f), 20))
		}
	}
	return strings.Join(parts, " · ")
}

func fieldsOf(fields []parser.Field) (list []view.Field) {
	for _, f := range fields {
		list = append(list, view.Field{Name: sentence(f.Name), Value: valueOf(f)})
	}
	return list
}

// valueOf is the value of a field, a duration as pages write it.
func valueOf(f parser.Field) string {
	if d, err := time.ParseDuration(f.Value); err == nil && (f.Name == "duration" || f.Name == "retry in") && d > 0 {
		return words.Duration(d)
	}
	return f.Value
}

// line is the start of a text that may come from a terminal, on one line.
func line(s string, n int) string {
	return words.Excerpt(ansi.Strip(s[:min(len(s), 16*n)]), n)
}

// abbreviations are words of names that are not written as words.
var abbreviations = map[string]string{
	"api": "API", "ci": "CI", "github": "GitHub", "id": "ID", "ide": "IDE", "json": "JSON", "mcp": "MCP", "pdf": "PDF", "pr": "PR",
	"sdk": "SDK", "ui": "UI", "url": "URL", "usd": "USD",
}

// sentence writes a record's type as words: "turn_duration" is "Turn duration", "api_error" is "API error".
func sentence(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	for i, part := range parts {
		parts[i] = cmp.Or(abbreviations[part], part)
	}
	s := words.Excerpt(strings.Join(parts, " "), 60)
	if s == "" {
		return "Event"
	}
	first, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(first)) + s[n:]
}
