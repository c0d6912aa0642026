package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// shortestSignature is less than any algorithm of RFC 7518 makes: 43 characters are the least.
const shortestSignature = 16

// JWT finds JSON Web Tokens, signed (three parts) or encrypted (five), and those
// cut off after the second part. s[start:] begins with "eyJ".
func JWT(f *Finder, start int) {
	s := f.S
	if !chars.Boundary(s, start) && !stuckToName(s, start) {
		return
	}
	parts, end, last := 0, start, 0
	for i := start; parts < 5; {
		j := chars.Run(s, i, len(s), func(c byte) bool { return chars.IsBase64(c) && c != '+' && c != '/' })
		if parts < 1 && j-i < 10 || parts == 1 && j-i < 8 && j != i {
			break
		}
		parts, end, last = parts+1, j, j-i
		if j >= len(s) || s[j] != '.' {
			break
		}
		i = j + 1
	}
	end = chars.RunOfBack(s, start, end, ".")
	if parts == 3 && last < shortestSignature && end < len(s) && strings.IndexByte("\"'`\\", s[end]) >= 0 {
		return // made up: a shorter signature than any
	}
	if parts >= 2 {
		f.AddAs(start, end, "jwt")
	}
	if parts >= 1 {
		end = chars.Run(s, end, len(s), func(c byte) bool { return chars.IsBase64(c) || c == '.' })
		f.lines.Broken(start, end, rest)
		f.lines.Parts(start, end, rest)
	}
}

// rest reports a line that may be the rest of one, in which dots are.
func rest(run string) bool {
	for part := range strings.SplitSeq(run, ".") {
		if continues(part) {
			return true
		}
	}
	return false
}
