package personal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/generator/redact/chars"
)

// Names of accounts are in any alphabet, and those of Windows may contain blanks and brackets. Where a home directory is in
// prose, the text that follows its path may be in another alphabet, too, without a blank: what ends the name decides.

const (
	longestPlain  = 40 // bytes of a name in ASCII
	longestWide   = 96 // bytes of one with letters beyond ASCII
	longestSpaced = 24 // bytes of a name of Windows behind its first blank or bracket
)

// nameEnd returns the end of the name of a home directory at s[at:]. windows is set for paths that begin with a drive.
func nameEnd(s string, at int, windows bool) int {
	if stop := standInEnd(s, at); stop > at {
		return stop
	}
	stop := chars.Run(s, at, at+longestPlain, chars.IsLabel)
	if stop < len(s) && s[stop] >= utf8.RuneSelf || stop == at {
		stop = wideEnd(s, at, stop)
	}
	if windows && stop > at && stop < len(s) && s[stop] != '\\' && s[stop] != '/' {
		stop = spacedName(s, stop)
	}
	return stop
}

// wideEnd returns the end of a name with letters beyond ASCII; ascii is where the first of them is. Behind letters of ASCII,
// those of another alphabet belong to the name only if a separator ends it: /home/maria的目录 is no home directory.
func wideEnd(s string, at, ascii int) int {
	latin, wide := ascii, ascii
	only := true // so far, behind the letters of ASCII
	for wide < len(s) && wide < at+longestWide {
		r, n := utf8.DecodeRuneInString(s[wide:])
		switch {
		case r < utf8.RuneSelf && chars.IsLabel(byte(r)), unicode.Is(unicode.Latin, r), unicode.IsMark(r):
		case r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			only = false
		default:
			n = 0
		}
		if n == 0 {
			break
		}
		if wide += n; only {
			latin = wide
		}
	}
	if ascii == at || wide < len(s) && (s[wide] == '/' || s[wide] == '\\') {
		return wide
	}
	return latin
}

// spacedName returns the end of a name of Windows with blanks or brackets: a separator is behind it.
func spacedName(s string, i int) int {
	for j := i; j < len(s) && j < i+longestSpaced; {
		r, n := utf8.DecodeRuneInString(s[j:])
		switch {
		case r == '\\' || r == '/':
			return j
		case r < utf8.RuneSelf && !chars.IsLabel(byte(r)) && !strings.ContainsRune(" ()", r),
			r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) && r != '（' && r != '）',
			r == utf8.RuneError:
			return i
		}
		j += n
	}
	return i
}

// standInEnd returns the end of what another program wrote in place of a name, in brackets and capitals: /Users/[USER]/web.
// It returns at if there is nothing of the kind.
func standInEnd(s string, at int) int {
	if at >= len(s) || s[at] != '[' {
		return at
	}
	end := chars.Run(s, at+1, at+longestSpaced, func(c byte) bool { return chars.IsUpper(c) || c == '_' })
	if end == at+1 || end >= len(s) || s[end] != ']' {
		return at
	}
	return end + 1
}
