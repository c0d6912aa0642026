package shell

import (
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"
)

// unassigned returns the words of a simple command. Of a line of PowerShell that assigns these are the words of
// the command whose output it assigns ($name = command), none for a value. In other shells no command
// begins like this.
func unassigned(words []*syntax.Word) []*syntax.Word {
	if len(words) == 0 || len(words[0].Parts) == 0 {
		return words
	}
	if _, variable := words[0].Parts[0].(*syntax.ParamExp); !variable {
		return words
	}
	if behind := words[0].Parts[1:]; len(behind) > 0 { // $env:NAME, $object.field
		lit, plain := behind[0].(*syntax.Lit)
		if !plain {
			return words
		}
		switch sign := strings.TrimLeftFunc(lit.Value, inName); {
		case strings.HasPrefix(sign, "=") || strings.HasPrefix(sign, "+="): // $name="value"
			return nil
		case sign != "":
			return words
		}
	}
	if len(words) < 2 || words[1].Lit() != "=" && words[1].Lit() != "+=" {
		return words
	}
	if len(words) > 2 {
		if name := words[2].Lit(); name != "" && unicode.IsLetter(rune(name[0])) {
			return words[2:]
		}
	}
	return nil
}

func inName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_:.", r)
}
