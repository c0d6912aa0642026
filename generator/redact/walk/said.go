package walk

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// A text may be under a name that is in another text: what a command prints, what somebody was asked for.

// output visits what a tool printed, the whole of which may be under a name.
func (w *Walker) output(raw *jsontext.Value, name string) {
	changed := JSON(*raw, func(field, s string) string {
		if name != "" && (field == "stdout" || field == "output") && alone(s) {
			field = name
		}
		if text := w.Text(field, s, w.at); w.set {
			return text
		}
		return s
	})
	w.write(raw, changed)
}

// evaluated returns the name of what the script in the input of a tool returns, "" for none.
func evaluated(input jsontext.Value) (name string) {
	JSON(input, func(field, s string) string {
		switch field {
		case "function", "script", "expression", "code":
			name = cmp.Or(name, judge.Evaluated(s))
		}
		return s
	})
	return name
}

// text visits what somebody said or a tool printed. A word alone is what the command prints, or
// what the message before it asked for.
func (w *Walker) text(t *string) {
	before, name := *t, w.printed
	if !w.result {
		name = w.asked
		w.asked = judge.Asked(before)
		name = answering(name, before)
	} else if name != "" && name != "cookie" && !alone(before) {
		name = ""
	}
	w.named(name, t)
}

// answering returns the name that a text is under behind a message that asked for a secret of a name.
func answering(asked, text string) string {
	switch {
	case asked == "" || len(text) > longestAnswer:
	case !alone(text):
		return judge.Answer(asked)
	case answer(strings.TrimSpace(text)):
		return asked
	}
	return ""
}

const longestAnswer = 300 // bytes

// answer reports what may be a key or a password that somebody was asked for: no address, setting,
// name of a file or piece of code.
func answer(s string) bool {
	const longest = 128
	eq := strings.IndexByte(s, '=')
	if len(s) > longest || strings.ContainsAny(s, "\"'`(){}[]<>;,") || strings.IndexByte(s, ':') >= 0 ||
		eq > 0 && chars.All(s[:eq], chars.IsName) && strings.Trim(s[eq:], "=") != "" {
		return false
	}
	return chars.HasDigit(s) && (kind.StrongMix(s) || chars.Randomness(s) >= chars.SurelyRandom)
}

// alone reports a text of one word.
func alone(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) >= shortestAlone && len(s) <= chars.MaxToken && !strings.ContainsAny(s, " \t\r\n")
}

const shortestAlone = 6

// Across names the texts of consecutive records of any agent's transcript, as their fields are
// visited. It does not know which call an output belongs to: it takes the first name that the
// commands before the output suggest.
type Across struct {
	printed string // the name of what the commands since the last output print, "" for none
	over    bool   // the record has an output
	asked   string // the name of what the text before asked for, "" for none
}

// Begin begins a record. The same output may be in a record twice, but not in the next one.
func (a *Across) Begin() {
	if a.over {
		a.printed, a.over = "", false
	}
}

// Name returns the name that a text in a field of a record is under: its own or that of another text.
func (a *Across) Name(field, s string) string {
	switch field {
	case "command", "cmd":
		a.printed = cmp.Or(a.printed, judge.Printed(s))
	case "function", "script":
		a.printed = cmp.Or(a.printed, judge.Evaluated(s))
	case "stdout", "output", "content", "text", "message", "prompt":
		a.over = a.over || field == "stdout" || field == "output" || field == "content"
		asked := a.asked
		a.asked = judge.Asked(s)
		if a.printed != "" && alone(s) {
			return a.printed
		}
		if name := answering(asked, s); name != "" {
			return name
		}
	}
	return field
}
