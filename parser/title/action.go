package title

import "strings"

// fewestAsked are the words of a comment that says by itself what is asked for: "review this" does not.
const fewestAsked = 3

// actionPrompt takes apart the prompt that claude-code-action writes about an issue or a pull request: between tags, with the
// comment that started the run, and instructions that are the same each time. It is nil for any other prompt.
func actionPrompt(prompt string) *template {
	about, ok := tagged(prompt, "formatted_context")
	if _, event := tagged(prompt, "event_type"); !ok || !event {
		return nil
	}
	t := &template{rest: prompt}
	for line := range strings.Lines(about) {
		if _, title, ok := strings.Cut(line, " Title: "); ok {
			t.about = strings.TrimSpace(title)
			break
		}
	}
	phrase, _ := tagged(prompt, "trigger_phrase")
	for _, tag := range []string{"trigger_comment", "direct_prompt", "custom_instructions"} {
		asked, _ := tagged(prompt, tag)
		asked = strings.TrimSpace(strings.Replace(asked, phrase, "", 1))
		if len(strings.Fields(asked)) >= fewestAsked || t.about == "" && asked != "" {
			t.input = asked
			break
		}
	}
	return t
}

// tagged returns what is between the first tags of a name.
func tagged(text, name string) (string, bool) {
	_, rest, ok := strings.Cut(text, "<"+name+">")
	inner, _, closed := strings.Cut(rest, "</"+name+">")
	if !ok || !closed {
		return "", false
	}
	return strings.TrimSpace(inner), true
}
