package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// A name and its value may be in two fields: "name": "API_KEY", "value": "..."; key="ApiKey"
// value="..."; {"element": "Password field", "text": "..."}.

const (
	longestGap    = 40  // bytes to the field of the value
	longestFields = 160 // bytes of the fields between
	mostFields    = 3
)

// valueWord finds the value in two fields of which the first contains the name that ends before
// s[i:]. In JSON other fields may be between them.
func valueWord(s string, i int) (at int, ok bool) {
	end, fields, from := min(len(s), i+longestGap), 0, i
	for i < end {
		switch c := s[i]; {
		case c == '\n':
			if i = chars.OwnText(s, i+1); i < from+longestFields {
				end = min(len(s), max(end, i+16))
			}
		case chars.IsSpace(c) || c == '"' || c == '\'' || c == ',' || c == '\\' || c == '-':
			i++
		case c == 'n' && s[i-1] == '\\':
			i++
		default:
			word := i
			i = chars.Run(s, i, end, func(c byte) bool { return chars.IsWord(c) || c == '_' })
			if i > word && i+1 < end && s[i] == ':' && chars.IsLetter(s[i+1]) && strings.Contains(s[i:end], "=") { // android:value="x"
				i++
				continue
			}
			sign := chars.RunOf(s, i, i+8, `"'\ `)
			if i == word || sign >= len(s) || s[sign] != ':' && s[sign] != '=' {
				return 0, false
			}
			if judge.ValueField(s[word:i]) {
				return sign + 1, true
			}
			if stop := attributeEnd(s, sign); stop > 0 && fields < mostFields {
				fields, i = fields+1, stop
				end = min(len(s), i+longestGap)
				continue
			}
			limit := min(len(s), max(sign, from+longestFields))
			comma := strings.IndexByte(s[sign:limit], ',')
			if fields++; fields > mostFields || comma < 0 || s[sign] != ':' ||
				strings.ContainsAny(s[sign:sign+comma], "{}[]\n") || judge.NameField(s[word:i]) {
				return 0, false
			}
			i = sign + comma
			end = min(len(s), i+longestGap)
		}
	}
	return 0, false
}

// attributeEnd returns where the attribute of an element ends whose equals sign is s[sign]: type="hidden". It is 0 when
// that is none.
func attributeEnd(s string, sign int) int {
	const longest = 24
	if s[sign] != '=' || sign+1 >= len(s) || s[sign+1] != '"' {
		return 0
	}
	text, _, ok := strings.Cut(s[sign+2:min(len(s), sign+longest)], `"`)
	if !ok || !chars.All(text, chars.IsName) {
		return 0
	}
	return sign + 2 + len(text)
}

// updated finds the value that a statement of SQL sets in the row of a name, which is between the
// quotes s[quote] and s[hi]: SET value = 'x' WHERE key = 'API_KEY'.
func updated(s string, quote, hi int) (at int, ok bool) {
	if quote < 0 || s[quote] != '\'' || !strings.HasPrefix(s[hi:], "'") {
		return 0, false
	}
	from := max(0, quote-longestFields)
	before := strings.TrimRight(s[from:quote], " ")
	i := strings.LastIndex(before, "' WHERE ")
	if i < 0 {
		i = strings.LastIndex(before, "' where ")
	}
	if i < 0 {
		return 0, false
	}
	column, sign, ok := strings.Cut(strings.TrimLeft(before[i+len("' WHERE "):], " "), "=")
	open := strings.LastIndexByte(before[:i], '\'')
	if !ok || sign != "" || open < 0 || !columnOf(column, judge.NameField) {
		return 0, false
	}
	value, ok := strings.CutSuffix(strings.TrimRight(before[:open], " "), "=")
	value = strings.TrimRight(value, " ")
	return from + open, ok && value != "" && columnOf(value[strings.LastIndexAny(value, " ,.")+1:], judge.ValueField)
}

// columnOf reports a column whose name, or the last word of it, is of a kind: value, option_name.
func columnOf(column string, is func(field string) bool) bool {
	column = strings.Trim(column, " `\"")
	return is(column[strings.LastIndexAny(column, "._")+1:])
}

// valueBefore finds the value that is in the field before that of the name s[lo:]: {"value": "x",
// "name": "API_KEY"}. s[i] is behind the name.
func valueBefore(s string, lo, i int) (at int, ok bool) {
	if s[i] != '}' && s[i] != ',' && s[i] != '\n' || strings.IndexByte(s[max(0, lo-len(`": \"`)):lo], ':') < 0 {
		return 0, false
	}
	from := max(0, lo-longestFields)
	before, ok := fieldEnd(s[from:lo], judge.NameField)
	if !ok {
		return 0, false
	}
	before = strings.TrimRight(before, " \n\t")
	if before, ok = strings.CutSuffix(before, ","); !ok || before == "" || before[len(before)-1] != '"' {
		return 0, false
	}
	before = strings.TrimRight(before[:len(before)-1], `\`)
	open := strings.LastIndexByte(before, '"')
	if open < 0 {
		return 0, false
	}
	_, ok = fieldEnd(before[:open+1], judge.ValueField)
	return from + len(strings.TrimRight(before[:open], `\`)), ok
}

// inField reports a name at s[lo:] that is the value of a field without quotes: Key=NAME, name: NAME.
func inField(s string, lo int) bool {
	if lo == 0 || s[lo-1] == '=' {
		return lo > 0
	}
	_, ok := fieldEnd(s[max(0, lo-longestGap):lo], judge.NameField)
	return ok && s[lo-1] == ' '
}

// fieldEnd cuts off the beginning of a field at the end of s: its name, which has to be of a kind,
// and the quote of its value.
func fieldEnd(s string, is func(name string) bool) (before string, ok bool) {
	s = strings.TrimRight(s, "\"\\ ")
	s, ok = strings.CutSuffix(s, ":")
	s = strings.TrimRight(s, "\"\\ ")
	start := chars.RunBack(s, 0, len(s), func(c byte) bool { return chars.IsWord(c) || c == '_' })
	return strings.TrimRight(s[:start], "\"\\"), ok && is(s[start:])
}

// labelled finds what is typed into a field of a page whose description has the name s[lo:hi]:
// {"element": "Password field", "text": "x"}.
func labelled(s string, lo, hi int) (at int, ok bool) {
	const longestDescription = 24
	if s[hi] != ' ' || chars.IsLower(s[lo]) && lo > 0 && s[lo-1] == ' ' { // amid words
		return 0, false
	}
	rest := s[hi:min(len(s), hi+longestDescription)]
	end := strings.IndexByte(rest, '"')
	if end <= 0 || judge.Label(s[lo:hi+end]) != s[lo:hi] || strings.IndexByte(rest[:end], '\n') >= 0 {
		return 0, false
	}
	if at, ok = valueWord(s, hi+end); ok {
		return at, true
	}
	for end++; hi+end < len(s) && strings.IndexByte("\"\\", s[hi+end]) >= 0; {
		end++
	}
	if hi+end == len(s) {
		return 0, false
	}
	return valueBefore(s, lo, hi+end)
}

const (
	longestParent = 400 // bytes from the name of a section to its key
	mostMembers   = 20  // lines between them
)

// memberKey reports the key at s[lo:hi] of a section whose name says what it is for: encryption: key: x, [providers.openrouter]
// key = x, "stripe": {"key": "x"}. Its value begins at s[at:].
func (f *Finder) memberKey(lo, hi, at int) bool {
	const shortest = 20 // of the value
	s := f.S
	if !strings.EqualFold(s[lo:hi], "key") {
		return false
	}
	from := chars.RunOf(s, at, at+longestGap, " \t\"'\\")
	if end := chars.Run(s, from, from+shortest, chars.IsBase64); end-from < shortest {
		return false
	}
	name := parent(s, lo)
	return name != "" && f.Classify(name+"_key") >= judge.Key
}

// parent returns the name of the section or the object that s[lo:] is in, "" where none is near.
func parent(s string, lo int) string {
	start := chars.LineStart(s, lo)
	if open := strings.LastIndexByte(s[start:lo], '{'); open >= 0 {
		return lastName(s[start : start+open])
	}
	indent := chars.RunOf(s, start, lo, " \t") - start
	low := max(0, lo-longestParent)
	for range mostMembers {
		if start <= low {
			return ""
		}
		end := start - 1
		start = chars.LineStart(s, end)
		line := strings.TrimRight(s[start:end], " \t\r")
		text := strings.TrimLeft(line, " \t")
		if section, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(section, "]") {
			return lastName(strings.TrimRight(section, "]\""))
		}
		if text == "" || len(line)-len(text) >= indent {
			continue
		}
		if opened := strings.TrimSuffix(strings.TrimRight(text, " {"), "="); len(opened) < len(text) || strings.HasSuffix(text, ":") {
			return lastName(opened)
		}
		return ""
	}
	return ""
}

// lastName returns the name that a text ends in, without the signs behind it.
func lastName(text string) string {
	text = strings.TrimRight(text, " \t:=>\"'\\{")
	return text[chars.RunBack(text, 0, len(text), func(c byte) bool { return chars.IsWord(c) || c == '_' || c == '-' }):]
}
