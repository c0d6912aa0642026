package values

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/raw"
	"steno/theme/markup"
)

// Members without a value have no rows of their own: servers return objects of which most are null.
// Their names are in one line below the others, as a name alone may say something, too.

// Blank reports whether a value is null, or a text, a list or an object without anything in it.
func Blank(v jsontext.Value) bool { return kindOfBlank(v) != "" }

func kindOfBlank(v jsontext.Value) string {
	const longest = 64 // longer ones are not read for it
	if len(v) == 0 || len(v) > longest {
		return ""
	}
	switch strings.Join(strings.Fields(string(v)), "") {
	case "null":
		return "null"
	case `""`, "[]", "{}":
		return "empty"
	}
	return ""
}

// Blanks writes the names of members without a value, in one line; nothing for none.
func Blanks(w *markup.Writer, members []raw.Member) {
	var parts []string
	for _, kind := range []string{"null", "empty"} {
		var names []string
		for _, m := range members {
			if kindOfBlank(m.Value) == kind {
				names = append(names, short(m.Name))
			}
		}
		if len(names) > 0 {
			parts = append(parts, kind+": "+strings.Join(names, ", "))
		}
	}
	if len(parts) > 0 {
		w.Element("p", strings.Join(parts, " · "), markup.Class("empty"))
	}
}
