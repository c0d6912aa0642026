package aside

import (
	"strings"

	"steno/parser/raw"
)

// HookOutput returns what a hook printed as people read it. Hooks may answer in JSON: the words
// come first, each of the rest is a line with its name.
func HookOutput(stdout string) string {
	o := raw.ParseText(strings.TrimSpace(stdout))
	if o == nil {
		return stdout
	}
	var words, rest []string
	spread(o, &words, &rest)
	return strings.Join(append(words, rest...), "\n")
}

// spoken are the members of a hook's answer that are words for the user or the model.
var spoken = map[string]bool{"systemMessage": true, "reason": true, "stopReason": true,
	"additionalContext": true, "permissionDecisionReason": true}

func spread(o raw.Object, words, rest *[]string) {
	for _, m := range o {
		switch text := raw.Text(m.Value); {
		case m.Value.Kind() == '{':
			spread(raw.ParseObject(m.Value), words, rest)
		case text == "":
		case spoken[m.Name]:
			*words = append(*words, strings.Trim(text, "\n"))
		default:
			*rest = append(*rest, Words(m.Name)+": "+text)
		}
	}
}
