package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// What may be between a name and its value: quotes and brackets that close, a sign, a
// type, a word such as "is", the end of a cell. Each form says where the value begins, and
// what kind of place that is.

// label is a name in a text, behind which its value may be.
type label struct {
	find   *Finder
	lo, hi int
	class  judge.Class // of the name
	quoted bool        // quotes end it
}

// separator finds what is between a name and its value: closing quotes and
// brackets, a colon or an equals sign in one of its forms, a type.
func (l *label) separator() (at int, c judge.Context, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	i := hi
	if at, ok := updated(s, lo-1, hi); ok {
		return at, judge.Context{Field: true}, true
	}
	for i < len(s) && i < hi+48 {
		switch s[i] {
		case '"', '\'', '`':
			l.quoted = true
		case '\t':
			if l.class >= judge.Key {
				table(l.find, lo, "\t")
			}
			if at, ok := lastCell(s, lo, hi, i); ok {
				return at, judge.Context{Env: true}, true
			}
		case '.':
			if sign := leader(s, i); sign > 0 && s[sign] != ':' {
				return sign, judge.Context{Prose: true, Stated: true}, l.class >= judge.Key
			} else if sign > 0 && i > hi {
				return l.separatorAt(sign)
			}
			return l.separatorAt(i)
		case '_':
			if i > hi || i+1 < len(s) && chars.IsName(s[i+1]) { // pass_ is how programs of Python write words of the language
				return l.separatorAt(i)
			}
		case '\\':
			if i == hi && i+1 < len(s) && (s[i+1] == 'n' || s[i+1] == 'r') {
				return 0, c, false // the line ends
			}
			if at, ok := typeset(s, i); ok && l.class >= judge.Key {
				return at, judge.Context{Prose: true, Stated: true}, true
			}
		case ' ', '*', ']', ')', '!':
			if s[i] == ']' && l.quoted {
				listedColumn(l.find, lo, hi)
			}
		case '%':
			n, sign := percent(s, i)
			if sign == ':' || sign == '=' {
				return i + n, c, true
			}
			if sign == 0 {
				return 0, c, false
			}
			i += n - 1
		default:
			if s[i] == '\n' || s[i] == '\r' {
				lastColumn(l.find, lo, hi)
			}
			return l.separatorAt(i)
		}
		i++
	}
	return 0, c, false
}

// separatorAt finds the value behind the sign s[i].
func (l *label) separatorAt(i int) (at int, c judge.Context, ok bool) {
	s, lo, hi, quoted := l.find.S, l.lo, l.hi, l.quoted
	if at, env := operator(s, i); at > 0 {
		return at, judge.Context{Env: env}, true
	}
	switch s[i] {
	case '=', ':':
		if lo > 0 && s[lo-1] == '{' && i+1 < len(s) && strings.IndexByte("-+?=", s[i+1]) >= 0 {
			return i + 2, judge.Context{Prose: true}, l.class >= judge.Key && drawnDefault(s, i)
		}
		at, c = l.assigned(i)
		return at, c, true
	case '[':
		at, ok := indexed(s, i)
		return at, c, ok
	case '|', ',', ';', '\t':
		return l.listed(i)
	case '(':
		return l.opened(i)
	case '/':
		if at, ok := typedBeside(s, i); ok {
			return at, judge.Context{Field: true}, true
		}
	case '{':
		at, ok := braced(s, i, quoted)
		return at, c, ok
	case '}': // $ENV{NAME} = "x"
		if strings.HasPrefix(s[i:], "} = \"") || strings.HasPrefix(s[i:], "} = '") {
			return i + len("} = "), c, true
		}
	case 'o', '?':
		if at, ok := asked(s, i); i == hi && ok {
			return at, judge.Context{Prose: true, Stated: true}, true
		}
		if at, ok := fallback(s, i, quoted); ok {
			return at, c, true
		}
	case '>', '<':
		if cell := strings.TrimPrefix(s[i:], "</th>"); len(cell) < len(s)-i &&
			!strings.HasPrefix(strings.TrimLeft(cell[:min(len(cell), 40)], " \r\n\t"), "<td") {
			headCell(l.find, lo, hi)
			return 0, c, false
		}
		at, ok := elementValue(s, lo, hi, i, quoted)
		return at, judge.Context{Field: quoted || ok && closed(s, lo, hi, at)}, ok
	case 0xc2, 0xe2:
		if strings.HasPrefix(s[i:], boxBar) && l.class >= judge.Key {
			table(l.find, lo, boxBar)
		}
		if at, ok := marked(s, hi, i); ok && at < len(s) && s[at] == '\n' { // the side of a box
			i = at
		} else if ok {
			return at, judge.Context{Prose: true, Stated: true}, true
		}
	case '\n', '\r':
		if at, ok := fieldBelow(s, lo, i); quoted && ok {
			return at, judge.Context{Field: true}, true
		}
		if at, ok := heading(s, lo, i); ok {
			return at, judge.Context{Prose: true, Stated: true}, true
		}
	case '.':
		if at, ok := l.method(i); ok {
			return at, judge.Context{Field: true}, true
		}
	}
	return l.otherwise(i, c)
}

// drawnDefault reports a default of a variable of a shell that nobody wrote by hand: ${NAME:-x}. s[i] is the colon.
func drawnDefault(s string, i int) bool {
	const shortest = 20
	return strings.HasPrefix(s[i:], ":-") && chars.TokenRun(s, i+2)-i-2 >= shortest
}

// operator returns where the value begins behind a sign of more than one character at s[i:], 0 where none is. Of
// make, what follows is as in an environment.
func operator(s string, i int) (at int, env bool) {
	switch rest := s[i:]; {
	case strings.IndexByte("+-?<", rest[0]) < 0:
	case strings.HasPrefix(rest, "<<< "): // of read
		return i + len("<<< "), true
	case strings.HasPrefix(rest, "?="):
		return i + 2, true
	case len(rest) > 1 && rest[0] != '<' && rest[0] != '?' && (rest[1] == '=' || rest[1] == '>'),
		strings.HasPrefix(rest, "<- '"), strings.HasPrefix(rest, "<- \""): // of R
		return i + 2, false
	}
	return 0, false
}

// fallback finds the text that a program takes where a name has no value: name or "x", name ?? "x".
func fallback(s string, i int, quoted bool) (at int, ok bool) {
	for _, or := range [...]string{"or ", "?? ", "?: "} {
		if (quoted || or[0] == '?') && strings.HasPrefix(s[i:], or) && i+len(or) < len(s) &&
			(s[i+len(or)] == '"' || s[i+len(or)] == '\'') {
			return i + len(or), true
		}
	}
	return 0, false
}

// otherwise finds the value of a name without a sign behind it.
func (l *label) otherwise(i int, c judge.Context) (at int, _ judge.Context, ok bool) {
	s, lo, hi, quoted := l.find.S, l.lo, l.hi, l.quoted
	if s[i] == '-' || s[i] == 0xe2 {
		if at, ok := dashed(s, l.find.wordBefore(lo), hi, i); ok {
			return at, judge.Context{Prose: true, Stated: true}, true
		}
	}
	if at, ok := valueWord(s, i); ok {
		c.Field = true
		return at, c, true
	}
	if at, ok := valueBefore(s, lo, i); ok && quoted {
		return at, judge.Context{Field: true}, true
	}
	if at, ok := labelled(s, lo, hi); ok {
		return at, judge.Context{Field: true}, true
	}
	if quoted && ofAttribute(s, lo) || s[hi] == ' ' && l.class >= judge.Key && opensElement(s, lo) {
		if at, ok := attributes(s, i); ok {
			return at, judge.Context{Field: true}, true
		}
	}
	return l.spaced(i)
}

// assigned passes over the sign at s[i], and a type behind it.
func (l *label) assigned(i int) (at int, c judge.Context) {
	s, hi := l.find.S, l.hi
	c.Field = l.quoted && s[i] == ':'
	i = chars.RunOf(s, i, hi+52, "=:")
	if i < len(s) && s[i] == '>' {
		i++
	}
	i = dumped(s, i)
	c.Env = s[i-1] == '=' && i == hi+1
	if strings.HasPrefix(strings.TrimLeft(s[i:min(len(s), i+4)], " "), "{") {
		if at, ok := valueWord(s, i+strings.IndexByte(s[i:], '{')+1); ok {
			return at, c
		}
	}
	if at, ok := ofHost(s, i); ok {
		c.Field = true
		return at, c
	}
	return typed(s, i), c
}

// ofHost finds the value of a host in the object that a name has: "npm-token": {"registry.example": "x"}.
func ofHost(s string, i int) (at int, ok bool) {
	const longest = 64
	open := chars.Run(s, i, i+longest, chars.IsSpace)
	if open >= len(s) || s[open] != '{' {
		return 0, false
	}
	host := chars.Run(s, open+1, open+longest, func(c byte) bool { return chars.IsSpace(c) || c == '"' || c == '\\' })
	end := chars.Run(s, host, host+longest, chars.IsLabel)
	sign := chars.RunOf(s, end, end+4, `"\`)
	if end == host || strings.IndexByte(s[host:end], '.') < 0 || sign == end || sign >= len(s) || s[sign] != ':' {
		return 0, false
	}
	return sign + 1, true
}

// dumped passes over the type and the length that PHP dumps before a string: ["password"]=> string(12) "x".
func dumped(s string, i int) int {
	const longest = 24
	at := chars.Run(s, i, i+longest, chars.IsSpace)
	if rest, ok := strings.CutPrefix(s[at:], "string("); ok {
		digits, text, ok := strings.Cut(rest[:min(len(rest), longest)], ") ")
		if ok && chars.All(digits, chars.IsDigit) && text != "" && text[0] == '"' {
			return at + len("string(") + len(digits) + len(") ")
		}
	}
	return i
}

// bracketed finds the value behind a bracket: the API key (`x`), the default password (x) has to be changed.
func (l *label) bracketed(i int) (at int, ok bool) {
	s, hi := l.find.S, l.hi
	return i + 1, i > hi && i+1 < len(s) && strings.IndexByte("`\"'", s[i+1]) >= 0 ||
		i == hi+1 && s[hi] == ' ' && l.class == judge.Password
}

// marked finds the value behind an arrow or a line between cells.
func marked(s string, hi, i int) (at int, ok bool) {
	if i == hi {
		rest, ok := strings.CutPrefix(s[i:], "→ ")
		return len(s) - len(rest), ok && judge.Classify(s[chars.OwnText(s, chars.LineStart(s, hi)):hi]) >= judge.Key // Password→ x
	}
	for _, mark := range [...]string{"│", "┃", "→", "⇒", "➜", "·"} {
		if strings.HasPrefix(s[i:], mark) {
			return i + len(mark), true
		}
	}
	for _, mark := range [...]string{"›", "…", "»"} { // of a question: ✔ API key … x
		if strings.HasPrefix(s[i:], mark+" ") {
			line := s[chars.LineStart(s, hi):hi]
			return i + len(mark), strings.HasPrefix(line, "? ") || strings.HasPrefix(line, "✔ ") || strings.HasPrefix(line, "✓ ")
		}
	}
	return 0, false
}

// listed finds the value of a name that is an entry of a list, a cell of a table or an
// argument. s[i] divides them.
func (l *label) listed(i int) (at int, c judge.Context, ok bool) {
	s, lo, hi, quoted := l.find.S, l.lo, l.hi, l.quoted
	if l.class >= judge.Key {
		table(l.find, lo, s[i:i+1])
		if s[i] == '|' {
			labelledRow(l.find, l, i)
		}
	}
	if s[i] == '\t' && chars.IsConstant(s[lo:hi]) && strings.IndexByte(s[lo:hi], '_') > 0 && lo == chars.LineStart(s, lo) {
		return i + 1, judge.Context{Prose: true, Stated: true}, true
	}
	if s[i] == ';' || s[i] == '\t' {
		return 0, c, false
	}
	if strings.HasPrefix(s[i:], ", <<\"") { // of Erlang
		return i + len(", <<"), judge.Context{Field: true}, true
	}
	if quoted && s[i] == ',' {
		listedColumn(l.find, lo, hi)
	}
	if strings.HasPrefix(s[i:], "|| \"") || strings.HasPrefix(s[i:], "|| '") {
		return i + 3, c, true
	}
	c.List = !getter(s, lo) && s[lo] != '-' // the value of a flag is behind it
	if next := chars.Run(s, i+1, i+longestGap, chars.IsSpace); s[i] == ',' && quoted && s[lo] == '-' &&
		next < len(s) && strings.IndexByte("\"'", s[next]) >= 0 {
		return next, c, true // ["--token",\n "x"]
	}
	if s[i] == ',' && (quoted || strings.HasPrefix(s[i:], ", '") || strings.HasPrefix(s[i:], ", \"")) && c.List && sets(s, lo) {
		c.Stated = true
		if strings.HasPrefix(s[i:], `, "\"`) { // a string in a string
			i += len(`, `)
		}
		return i + 1, c, true
	}
	if s[i] == ',' && quoted && strings.IndexByte(s[lo-min(lo, 1):hi], '/') >= 0 && paths(s, i+1) {
		return 0, c, false
	}
	c.Prose = !quoted || s[i] == '|'
	c.Stated = s[i] == '|' && (l.class == judge.Password ||
		strings.IndexByte(s[lo:hi], '_') > 0 || chars.IsConstant(s[lo:hi]))
	if j := i + 1; strings.HasPrefix(strings.TrimLeft(s[j:min(len(s), j+10)], " "), "default=") {
		return j + strings.IndexByte(s[j:], '=') + 1, judge.Context{}, true
	}
	if s[i] == ',' && !quoted && lo > 0 && s[lo-1] == '{' && strings.HasPrefix(s[i:], ", \"") { // of Erlang, too
		return i + 1, judge.Context{Field: true}, true
	}
	if s[i] == ',' && !quoted && inField(s, lo) { // Key=NAME,Value=x and {name: NAME, value: x}
		at, ok := valueWord(s, i)
		return at, judge.Context{Field: true}, ok
	}
	if s[i] == ',' && !quoted {
		alone := lo == 0 || s[lo-1] == '\n' // NAME,value in a table of two columns
		c.Prose, c.Field = false, chars.IsConstant(s[lo:hi])
		c.Stated = c.Field
		return i + 1, c, alone && i+1 < len(s) && !chars.IsSpace(s[i+1])
	}
	if at, ok := valueWord(s, i); ok {
		return at, judge.Context{}, true
	}
	if at, ok := valueBefore(s, lo, i); ok && quoted {
		return at, judge.Context{Field: true}, true
	}
	// of Capybara
	if rest, ok := strings.CutPrefix(s[i:], ", with: "); ok && quoted && strings.Contains(s[max(0, lo-longestSelector):lo], "fill_in") {
		return len(s) - len(rest), judge.Context{Field: true}, true
	}
	return i + 1, c, true
}

// lastCell finds the last cell of a line with tabs that begins with a constant, when those between it and the name at s[lo:hi]
// are empty or say whether something is so. s[i] is the first tab.
func lastCell(s string, lo, hi, i int) (at int, ok bool) {
	if i != hi || !chars.IsConstant(s[lo:hi]) || lo != chars.OwnText(s, chars.LineStart(s, lo)) {
		return 0, false
	}
	end := chars.LineEnd(s, i)
	last := strings.LastIndexByte(s[i:end], '\t') + i
	for cell := range strings.SplitSeq(s[i:last], "\t") {
		if cell != "" && !strings.EqualFold(cell, "false") && !strings.EqualFold(cell, "true") {
			return 0, false
		}
	}
	return last + 1, last > i && last+1 < end
}

// percent reads a quote, space or separator written for a URL.
func percent(s string, i int) (n int, sign byte) {
	if i+3 > len(s) {
		return 0, 0
	}
	switch s[i+1 : i+3] {
	case "22", "27", "20", "5D", "5d":
		return 3, ' '
	case "3A", "3a":
		return 3, ':'
	case "3D", "3d":
		return 3, '='
	}
	return 0, 0
}
