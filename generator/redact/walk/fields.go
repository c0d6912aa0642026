package walk

import (
	"strings"

	"steno/generator/redact/judge"
)

// fields knows what a string of a JSON value is under: the name of its field, the name that another
// field of the object contains, or the flag before it in a list of arguments.
type fields struct {
	name  string // of the field
	title string // that the object is under, or that another field contains
	named bool   // another field contains it
	flag  string // the string before in the list
}

// key begins the field of a name.
func (f *fields) key(name string) { f.name, f.flag = name, "" }

// nameOf returns the name that the string s is under.
func (f *fields) nameOf(s string) string {
	switch {
	case f.title != "" && (f.name == "value" || f.named && judge.ValueField(f.name) && !strings.Contains(s, " ") && !judge.Word(s)):
		return f.title
	case f.flag != "" && judge.Classify(f.flag) >= judge.Token:
		return f.flag
	}
	return f.name
}

// value notes a string that was visited.
func (f *fields) value(s string) {
	if f.flag = ""; strings.HasPrefix(s, "--") && len(s) < longestFlag {
		f.flag = s
	}
	switch {
	case f.name == "name" || f.name == "key":
		f.title, f.named = s, true
	case judge.NameField(f.name):
		if name := judge.Label(s); judge.Classify(name) > judge.Weak {
			f.title, f.named = name, true
		}
	}
}

const longestFlag = 40 // of a name of an option
