package judge

import (
	"strings"

	"steno/generator/redact/chars"
)

// Names and values may be in two fields of an object.

// nameFields contain a name, or what describes a field of a page.
var nameFields = chars.Set("name", "key", "parameterkey", "optionname", "variable", "selector", "element",
	"label", "field", "locator", "target", "id")

// NameField reports a field that contains the name of the value in another one.
func NameField(field string) bool { return nameFields[strings.ToLower(field)] }

// valueFields contain a value, besides those whose names end in "value".
var valueFields = chars.Set("content", "computed", "text", "val", "secret", "plaintext", "s", "plain", "raw",
	"string", "default")

// ValueField reports a field that contains the value of the name in another one.
func ValueField(field string) bool {
	return chars.EndsFold(field, "value") || valueFields[strings.ToLower(field)]
}

// fieldWords follow a name in descriptions of fields of a page.
var fieldWords = []string{" field", " input", " box", " textbox", " text box", "-input", "-field", "_input", "_field"}

// Labelled returns the name of a secret in a description of a field of a page, "" when it names none:
// Password field, API key textbox.
func Labelled(description string) string {
	name := Label(description)
	if Classify(name) > Weak {
		return name
	}
	if before, ok := strings.CutSuffix(description[:strings.LastIndex(description, name)+len(name)], " "+name); ok {
		if name = before[strings.LastIndexByte(before, ' ')+1:] + "_" + name; Classify(name) > Weak {
			return name
		}
	}
	return ""
}

// Label returns the name in a description or a selector of a field of a page: Password field,
// #password, input[name='password'].
func Label(s string) string {
	name := strings.TrimRight(s, "\"'])")
	for _, word := range fieldWords {
		if len(name) > len(word) && chars.EndsFold(name, word) {
			name = name[:len(name)-len(word)]
			break
		}
	}
	return name[strings.LastIndexAny(name, " #.=\"'[>:")+1:]
}

// Answer returns the name that a text is under when it answers the question for a secret of that name,
// with other words around the secret.
func Answer(name string) string { return name + "?" }

// Answers returns the name of the secret that was asked for, when a text is under a name that Answer returned.
func Answers(name string) (asked string, ok bool) { return strings.CutSuffix(name, "?") }
