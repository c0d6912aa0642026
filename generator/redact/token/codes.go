package token

import (
	"strings"

	"steno/generator/redact/chars"
)

// Codes that let somebody in who lost a second factor come as a list, all in the same form:
// 97jsv-9ixrz, 1a2b3c4d5e, 88412093.

const (
	maxCodes      = 4096 // bytes of a list
	maxIntro      = 160  // before its first code
	leastCodes    = 2
	shortestCode  = 8 // characters without dashes
	longestCode   = 24
	longestNumber = 4 // of an entry, or of a line
)

// Codes takes the list that follows the words "recovery codes" or their like. end is behind them.
func Codes(f *Finder, end int) {
	s := f.S
	limit := min(len(s), end+maxCodes)
	type code struct{ start, end int }
	var codes []code
	form, digits := "", 0
	var first code // of letters alone, as words that introduce a list are
list:
	for i := end; i < limit; {
		if !chars.IsWord(s[i]) {
			if i++; s[i-1] == '\n' && !beginsWithCode(strings.TrimLeft(s[i:limit], "-*• ")) {
				i = min(chars.OwnText(s, i), limit)
			}
			continue
		}
		if s[i-1] == '\\' && strings.IndexByte("nrt", s[i]) >= 0 {
			i++
			continue
		}
		start := i
		i = chars.Run(s, i, limit, func(c byte) bool { return chars.IsWord(c) || c == '-' || c == '_' })
		if isPair(s[start:limit]) { // 1234 5678
			i = start + longestNumber + 1 + longestNumber
		}
		word := strings.TrimRight(s[start:i], "-_")
		this := codeForm(strings.Replace(word, " ", "-", 1))
		if form == "" && !chars.HasDigit(word) && (strings.IndexByte(word, '-') < 0 || chars.Randomness(word) < 0) {
			first, this = code{start, start + len(word)}, "" // words that introduce the list
		}
		switch {
		case this != "" && (form == "" || this == form):
			if form == "" && first.end > 0 && codeForm(s[first.start:first.end]) == this &&
				strings.Trim(s[first.end:start], "-*• \"',\r\n\t") == "" {
				codes = append(codes, first)
				digits++
			}
			form = this
			if chars.HasDigit(word) {
				digits++
			}
			codes = append(codes, code{start, start + len(word)})
			continue
		case len(word) <= longestNumber && chars.All(word, chars.IsDigit), form == "" && start < end+maxIntro, word == "used" || word == "unused":
			continue
		}
		break list
	}
	if len(codes) == 1 && isCode(s[codes[0].start:codes[0].end]) && (stated(s[end:codes[0].start]) || listed(s[end:codes[0].start])) {
		f.AddAs(codes[0].start, max(codes[0].end, chars.TokenRun(s, codes[0].start)), "secret")
		return
	}
	if len(codes) < leastCodes || digits*3 < len(codes)*2 {
		return
	}
	for _, c := range codes {
		f.AddAs(c.start, c.end, "secret")
	}
}

// CodeBefore takes the code that words before s[:start] call so: use 97jsv-9ixrz as my recovery code.
func CodeBefore(f *Finder, start int) {
	s := f.S
	line := s[max(0, start-maxIntro):start]
	for _, leads := range [...]string{" as my ", " as the ", " as a ", " as one ", " as ", " is my ", " is the ", " is a ", " is your "} {
		before, ok := strings.CutSuffix(line, leads)
		if !ok {
			continue
		}
		end := start - len(line) + len(strings.TrimRight(before, "\"'`*"))
		from := chars.RunBack(s, end-longestCode-longestNumber, end, func(c byte) bool { return chars.IsWord(c) || c == '-' })
		if code := s[from:end]; strings.IndexByte(code, '-') > 0 && codeForm(code) != "" && isCode(code) {
			f.AddAs(from, end, "secret")
		}
		return
	}
}

// beginsWithCode reports a line that is a code, and whose first group is no number of a line: 0502-c12c.
func beginsWithCode(s string) bool {
	end := chars.Run(s, 0, chars.MaxToken, func(c byte) bool { return chars.IsWord(c) || c == '-' })
	return strings.IndexByte(s[:end], '-') > 0 && codeForm(s[:end]) != ""
}

// isPair reports a text that begins with two groups of four digits.
func isPair(s string) bool {
	const n = longestNumber
	return len(s) >= 2*n+1 && s[n] == ' ' && chars.All(s[:n], chars.IsDigit) &&
		chars.All(s[n+1:2*n+1], chars.IsDigit) && (len(s) == 2*n+1 || !chars.IsWord(s[2*n+1]))
}

// stated reports what is between the words "recovery code" and the one that follows.
func stated(between string) bool {
	between = strings.Trim(strings.TrimPrefix(between, "s"), " :=\"'`")
	return between == "" || between == "is"
}

// listed reports what is between the words "recovery codes" and a list that has one code only.
func listed(between string) bool {
	line := strings.TrimRight(between, " -*•\t")
	head := strings.TrimRight(line, "\r\n")
	return len(head) < len(line) && strings.HasSuffix(head, ":")
}

// isCode reports a code of letters and digits that looks drawn, or of eight digits that are no day.
func isCode(code string) bool {
	if digits := strings.NewReplacer("-", "", " ", "").Replace(code); len(digits) == shortestCode && isOneTime(digits, 0, len(digits)) {
		return true
	}
	return chars.HasDigit(code) && chars.Some(code, chars.IsLetter) && chars.Randomness(code) >= 0
}

// codeForm returns the form of a code: its groups of characters, which are of one length; "" when
// it is none, as words and dates are.
func codeForm(word string) string {
	groups := strings.Split(word, "-")
	n := len(groups[0])
	for _, g := range groups {
		if len(g) != n || !chars.All(g, chars.IsWord) {
			return ""
		}
	}
	if all := n * len(groups); n < 4 || all < shortestCode || all > longestCode || len(groups) > 5 {
		return ""
	}
	return strings.Repeat(strings.Repeat("x", n)+"-", len(groups))
}
