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

// hereStrings returns a line with the here-strings of PowerShell (@' or @" at the end of a line, and the same in
// reverse at the beginning of another) as one word in single quotes. A statement that is a here-string prints it.
func hereStrings(line string) string {
	if !strings.Contains(line, "\n'@") && !strings.Contains(line, "\n\"@") {
		return line
	}
	var b strings.Builder
	for {
		begin, text, rest := nextHereString(line)
		if begin < 0 {
			b.WriteString(line)
			return b.String()
		}
		before := strings.TrimRight(line[:begin], " \t")
		b.WriteString(line[:begin])
		if before == "" && b.Len() == begin || strings.ContainsAny(before[max(0, len(before)-1):], ";|({\n") {
			b.WriteString("echo ")
		}
		b.WriteString("'" + strings.ReplaceAll(text, "'", `'\''`) + "'")
		line = rest
	}
}

// nextHereString returns where the next here-string of a line begins, its text, and what follows it. begin is -1
// where there is none.
func nextHereString(line string) (begin int, text, rest string) {
	for from := 0; ; {
		i := strings.IndexByte(line[from:], '@')
		if i < 0 || from+i+2 >= len(line) {
			return -1, "", ""
		}
		i += from
		from = i + 1
		quote := line[i+1]
		if quote != '\'' && quote != '"' || i > 0 && inName(rune(line[i-1])) {
			continue
		}
		body, opened := strings.CutPrefix(strings.TrimLeft(line[i+2:], " \t\r"), "\n")
		if !opened {
			continue
		}
		closing := string(quote) + "@"
		if rest, empty := strings.CutPrefix(body, closing); empty {
			return i, "", rest
		}
		text, rest, ended := strings.Cut(body, "\n"+closing)
		if !ended {
			return -1, "", "" // of neither kind is there one that ends, or the other one is within it
		}
		return i, strings.TrimSuffix(text, "\r"), rest
	}
}
