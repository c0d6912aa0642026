package codex

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// either takes an event that has a text which an item may have, too.
func (r *reader) either(rec *rebuild.Record, name string, p raw.Object) {
	text := cmp.Or(p.Object("item").String("text"), p.String("user_facing_hint"),
		reviewed(r.dir, p.Object("review_output")), p.String("review"), p.String("prompt"))
	if name == "item_completed" && (text == "" || r.heard.said[keyOf("", text)] || quoted(r, rec.Thread, text)) {
		if !interesting(p.Object("item")) {
			return
		}
	}
	titles := map[string]string{"entered_review_mode": "Review begins", "exited_review_mode": "Review ended"}
	ev := &parser.Event{Origin: rec.At, Type: name,
		Title: cmp.Or(titles[name], cmp.Or(p.Object("item").String("type"), "Item")), Text: text}
	ev.Raw = raw.Without(p.JSON(), "type", "user_facing_hint", "turn_id", "thread_id")
	ev.Quiet = name == "item_completed"
	rec.As(rebuild.Shown)
	rec.Thread.Event(rec, ev)
}

// interesting reports whether an item contains more than repeats of what calls and messages say.
func interesting(item raw.Object) bool {
	switch strings.ToLower(strings.ReplaceAll(item.String("type"), "_", "")) {
	case "plan", "agentmessage", "usermessage", "reasoning", "commandexecution", "filechange", "mcptoolcall", "websearch", "imageview",
		"hookprompt", "contextcompaction":
		return false
	}
	return item != nil
}

// mostCompared is how many bytes of a reply are searched for the texts of items.
const mostCompared = 16 << 20

// quoted reports whether the newest reply contains a text.
func quoted(r *reader, t *rebuild.Thread, text string) bool {
	n := r.newest.of(t)
	if n == nil {
		return false
	}
	text = strings.TrimSpace(text)
	for _, b := range n.reply.Blocks {
		if n.compared++; n.compared > mostCompared {
			return false
		}
		if t, ok := b.(*parser.Text); ok {
			if n.compared += len(t.Text); strings.Contains(t.Text, text) {
				return true
			}
		}
	}
	return false
}

// reviewed writes what a review found in Markdown: its verdict, and a list of findings.
func reviewed(dir string, o raw.Object) string {
	var parts []string
	if verdict := o.String("overall_correctness"); verdict != "" {
		parts = append(parts, "**"+prose.Capital(verdict)+"**"+sure(o.Text("overall_confidence_score"), " (", ")"))
	}
	if text := strings.TrimSpace(o.String("overall_explanation")); text != "" {
		parts = append(parts, text)
	}
	var list []string
	for _, v := range o.Array("findings") {
		f := raw.ParseObject(v)
		at := f.Object("code_location")
		lines := at.Object("line_range")
		list = append(list, finding(dir, f.String("title"), f.String("body"), at.String("absolute_file_path"),
			lines.Text("start"), lines.Text("end"), f.Text("confidence_score")))
	}
	if len(list) > 0 {
		parts = append(parts, strings.Join(list, "\n"))
	}
	return strings.Join(parts, "\n\n")
}

// verdict returns in Markdown what a review found that ends with it as JSON, as the client asks for: in a code block or not.
// It is "" for all other texts.
func verdict(dir, text string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "```json"); ok {
		text = strings.TrimSpace(strings.TrimSuffix(inner, "```"))
	}
	if !strings.HasPrefix(text, "{") || !strings.Contains(text, `"overall_correctness"`) {
		return ""
	}
	o := raw.ParseText(text)
	if o.Raw("findings").Kind() != '[' {
		return ""
	}
	return reviewed(dir, o)
}

// finding writes a comment on code as an item of a list in Markdown.
func finding(dir, title, body, file, start, end, confidence string) string {
	place := strings.TrimPrefix(file, dir+"/")
	if start != "" && place != "" {
		place += ":" + start
		if end != "" && end != start {
			place += "-" + end
		}
	}
	said := "- **" + cmp.Or(title, "Finding") + "**"
	if place != "" {
		said += " (`" + place + "`" + sure(confidence, ", ", "") + ")"
	}
	return said + ": " + strings.ReplaceAll(strings.TrimSpace(body), "\n", "\n  ")
}

// sure says how sure the model is, "" if it did not say.
func sure(confidence, before, after string) string {
	if confidence == "" {
		return ""
	}
	return before + "confidence " + confidence + after
}
