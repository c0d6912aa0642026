package prose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
)

// Clients keep the errors of an API as it sent them, which may be JSON.

// Failure is such an error as words: its message, with its other members in brackets, behind the few words that the client
// put before it ("API Error: 529"). What has no message stays as it is.
func Failure(text string) string {
	const longest, mostBefore = 64 << 10, 80
	at := 0
	if !strings.HasPrefix(text, "{") {
		at = strings.Index(text[:min(len(text), mostBefore)], " {") + 1
	}
	if at == 0 && !strings.HasPrefix(text, "{") || len(text) > longest {
		return text
	}
	object, rest := leading(text[at:])
	said, members := message(object, 3)
	if said == "" {
		return text
	}
	if len(members) > 0 {
		said += " (" + strings.Join(members, ", ") + ")"
	}
	if r, _ := utf8.DecodeRuneInString(rest); unicode.IsLetter(r) { // what the program says itself
		said += ": "
	}
	return text[:at] + said + rest
}

// leading cuts a JSON object from what follows it.
func leading(text string) (raw.Object, string) {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	v, err := d.ReadValue()
	if err != nil {
		return nil, ""
	}
	return raw.ParseObject(v.Clone()), text[d.InputOffset():]
}

// message finds the words in an error: a member of it, or of an error within it, which may be a
// text of JSON, too. The other members are listed.
func message(o raw.Object, depth int) (said string, members []string) {
	var inner []string
	for _, m := range o {
		text := string(m.Value)
		if m.Value.Kind() == '"' {
			text = strings.TrimSpace(raw.String(m.Value))
		}
		nested := raw.ParseObject(m.Value)
		if nested == nil && m.Value.Kind() == '"' && strings.HasPrefix(text, "{") {
			nested, _ = leading(text)
		}
		switch {
		case m.Value.Kind() == 'n' || text == "" || m.Name == "type" && text == "error":
		case nested != nil && depth > 0:
			found, more := message(nested, depth-1)
			if found != "" && said == "" {
				said = found
			}
			inner = append(inner, more...)
		case said == "" && m.Value.Kind() == '"' && (m.Name == "message" || m.Name == "detail" || m.Name == "error"):
			said = Failure(text)
		case text != said:
			members = append(members, m.Name+" "+text)
		}
	}
	for _, m := range inner {
		if !slices.Contains(members, m) { // an error in an error has its code, too
			members = append(members, m)
		}
	}
	return said, members
}
