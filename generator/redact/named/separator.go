package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// What may be between a name and its value: quotes and brackets that close, a sign, a
// type, a word such as "is", the end of a cell. Each form says where the value begins, and
// what kind of place that is.

// separator finds what is between a name and its value: closing quotes and
// brackets, a colon or an equals sign in one of its forms, a type.
func (f *Finder) separator(lo, hi int) (at int, c judge.Context, ok bool) {
	s := f.S
	i := hi
	quoted := false
	if at, ok := updated(s, lo-1, hi); ok {
		return at, judge.Context{Field: true}, true
	}
	for i < len(s) && i < hi+48 {
		switch s[i] {
		case '"', '\'', '`':
			quoted = true
		case '\t':
			if judge.Classify(s[lo:hi]) >= judge.Key {
				tables{f}.table(lo, "\t")
			}
		case '.':
			if colon := leader(s, i); colon > 0 && i > hi {
				return f.separatorAt(lo, hi, colon, quoted)
			}
			return f.separatorAt(lo, hi, i, quoted)
		case ' ', '\\', '*', ']', ')', '!':
			if s[i] == ']' && quoted {
				tables{f}.listedColumn(lo, hi)
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
				tables{f}.lastColumn(lo, hi)
			}
			return f.separatorAt(lo, hi, i, quoted)
		}
		i++
	}
	return 0, c, false
}

func (f *Finder) separatorAt(lo, hi, i int, quoted bool) (at int, c judge.Context, ok bool) {
	s := f.S
	switch s[i] {
	case '=', ':':
		if lo > 0 && s[lo-1] == '{' && i+1 < len(s) && strings.IndexByte("-+?=", s[i+1]) >= 0 {
			return 0, c, false // a default: ${NAME:-value}
		}
		at, c = f.assigned(hi, i, quoted)
		return at, c, true
	case '[':
		if j := strings.Index(s[i:min(len(s), i+24)], "]: "); j > 0 {
			return i + j + 3, c, true // a prompt: "Secret Key [None]: "
		}
		at, ok := ofArray(s, i)
		return at, c, ok
	case '|', ',', ';', '\t':
		return f.listed(lo, hi, i, quoted)
	case '(':
		return opened(s, lo, hi, i)
	case '/':
		if at, ok := typedBeside(s, i); ok {
			return at, judge.Context{Field: true}, true
		}
	case '{':
		at, ok := braced(s, i, quoted)
		return at, c, ok
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
			tables{f}.headCell(lo, hi)
			return 0, c, false
		}
		at, ok := elementValue(s, lo, hi, i, quoted)
		return at, judge.Context{Field: quoted || ok && closed(s, lo, hi, at)}, ok
	case 0xc2, 0xe2:
		if strings.HasPrefix(s[i:], boxBar) && judge.Classify(s[lo:hi]) >= judge.Key {
			tables{f}.table(lo, boxBar)
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
		if at, ok := typedInto(s, i); ok && quoted {
			return at, judge.Context{Field: true}, true
		}
	case '+', '-':
		if i+1 < len(s) && (s[i+1] == '=' || s[i+1] == '>') {
			return i + 2, c, true
		}
	}
	return f.otherwise(lo, hi, i, quoted, c)
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
func (f *Finder) otherwise(lo, hi, i int, quoted bool, c judge.Context) (at int, _ judge.Context, ok bool) {
	s := f.S
	if s[i] == '-' || s[i] == 0xe2 {
		if at, ok := dashed(s, f.wordBefore(lo), hi, i); ok {
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
	if quoted && ofAttribute(s, lo) || s[hi] == ' ' && judge.Classify(s[lo:hi]) >= judge.Key && opensElement(s, lo) {
		if at, ok := attributes(s, i); ok {
			return at, judge.Context{Field: true}, true
		}
	}
	return f.spaced(lo, hi, i)
}

// assigned passes over the sign at s[i], and a type behind it.
func (f *Finder) assigned(hi, i int, quoted bool) (at int, c judge.Context) {
	s := f.S
	c.Field = quoted && s[i] == ':'
	i = chars.RunOf(s, i, hi+52, "=:")
	if i < len(s) && s[i] == '>' {
		i = dumped(s, i+1)
	}
	c.Env = s[i-1] == '=' && i == hi+1
	if strings.HasPrefix(strings.TrimLeft(s[i:min(len(s), i+4)], " "), "{") {
		if at, ok := valueWord(s, i+strings.IndexByte(s[i:], '{')+1); ok {
			return at, c
		}
	}
	return typed(s, i), c
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
func bracketed(s string, lo, hi, i int) (at int, ok bool) {
	return i + 1, i > hi && i+1 < len(s) && strings.IndexByte("`\"'", s[i+1]) >= 0 ||
		i == hi+1 && s[hi] == ' ' && judge.Classify(s[lo:hi]) == judge.Password
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
	return 0, false
}

// listed finds the value of a name that is an entry of a list, a cell of a table or an
// argument. s[i] divides them.
func (f *Finder) listed(lo, hi, i int, quoted bool) (at int, c judge.Context, ok bool) {
	s := f.S
	if judge.Classify(s[lo:hi]) >= judge.Key {
		tables{f}.table(lo, s[i:i+1])
		if s[i] == '|' {
			tables{f}.labelledRow(lo, hi, i)
		}
	}
	if s[i] == '\t' && chars.IsConstant(s[lo:hi]) && strings.IndexByte(s[lo:hi], '_') > 0 && lo == chars.LineStart(s, lo) {
		return i + 1, judge.Context{Prose: true, Stated: true}, true
	}
	if s[i] == ';' || s[i] == '\t' {
		return 0, c, false
	}
	if quoted && s[i] == ',' {
		tables{f}.listedColumn(lo, hi)
	}
	if strings.HasPrefix(s[i:], "|| \"") || strings.HasPrefix(s[i:], "|| '") {
		return i + 3, c, true
	}
	c.List = !getter(s, lo) && s[lo] != '-' // the value of a flag is behind it
	if s[i] == ',' && quoted && c.List && sets(s, lo) {
		c.Stated = true
		return i + 1, c, true
	}
	c.Prose = !quoted || s[i] == '|'
	c.Stated = s[i] == '|' && (judge.Classify(s[lo:hi]) == judge.Password ||
		strings.IndexByte(s[lo:hi], '_') > 0 || chars.IsConstant(s[lo:hi]))
	if j := i + 1; strings.HasPrefix(strings.TrimLeft(s[j:min(len(s), j+10)], " "), "default=") {
		return j + strings.IndexByte(s[j:], '=') + 1, judge.Context{}, true
	}
	if s[i] == ',' && !quoted && lo > 0 && s[lo-1] == '=' { // Key=NAME,Value=x
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

// typed passes over a type between a name and its value, as in
// "token: string = ...".
func typed(s string, i int) int {
	j := chars.RunOf(s, i, len(s), " &")
	k := chars.Run(s, j, j+24, func(c byte) bool { return chars.IsWord(c) || strings.IndexByte("[]<>|?'.", c) >= 0 })
	if typeWords[s[j:k]] && strings.HasPrefix(s[k:], " = ") &&
		!(strings.HasPrefix(s[j:k], "Final") && strings.IndexByte("\"'", s[min(k+3, len(s)-1)]) < 0) {
		return k + 3
	}
	return i
}

var typeWords = chars.Set("string", "str", "String", "&str", "Optional[str]", "string|null", "string?",
	"SecretStr", "Final", "Final[str]", "'static", "char", "text", "any", "Any")

// spaced takes a value that is after a space: command line flags, "setx
// NAME value", .netrc, and "the key is ...".
func (f *Finder) spaced(lo, hi, i int) (at int, c judge.Context, ok bool) {
	s := f.S
	if i == hi || i >= len(s) || strings.HasPrefix(s[hi:], "')") || strings.HasPrefix(s[hi:], "\")") {
		return 0, c, false // the argument of a call
	}
	if at := typed(s, hi); at != hi {
		return at, c, true
	}
	if at, ok := contracted(s, hi); ok && judge.Classify(s[lo:hi]) == judge.Password {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if s[hi] == ' ' && i > hi+1 && s[i-2] == ' ' && strings.IndexByte("\"'`", s[i-1]) >= 0 && judge.Classify(s[lo:hi]) != judge.Password {
		return i - 1, judge.Context{Prose: true, Stated: true}, true // invalid API key "x"
	}
	if s[lo] == '-' || lo > 1 && s[lo-1] == '-' {
		return i, c, s[i] != '-' || strings.HasPrefix(s[lo:], "--pass")
	}
	if judge.Classify(s[lo:hi]) == judge.Password {
		if at, ok := question(s, i); ok {
			return at, judge.Context{Env: true}, true
		}
	}
	if strings.HasPrefix(s[hi:], aligned) && chars.IsUpper(s[lo]) && judge.Classify(s[lo:hi]) >= judge.Key {
		tables{f}.table(lo, aligned)
	}
	if sets := setter(s[max(0, lo-24):lo]); sets && i > hi+1 && strings.IndexByte("\"'", s[i-1]) >= 0 && s[i-2] == ' ' { // #define PASS "x"
		return i - 1, c, true
	} else if sets || lo > 0 && s[lo-1] == ':' && strings.EqualFold(s[lo:hi], "_authToken") { // npm config set //host/:_authToken x
		return i, c, true
	}
	if at := registryData(s, i); at > i || directives[s[lo:hi]] {
		at += len(s[at:]) - len(strings.TrimPrefix(s[at:], "--plaintext "))
		return at, judge.Context{Env: true, Quoted: at == i}, true
	}
	if constant := chars.IsConstant(s[lo:hi]) && strings.IndexByte(s[lo:hi], '_') > 0; constant && i > hi+1 &&
		s[hi:i] == strings.Repeat(" ", i-hi) {
		if value := valueColumn(s, lo, i); value > i {
			return value, judge.Context{Prose: true, Stated: true}, true
		}
		return i, judge.Context{Prose: true, Stated: true}, true // columns
	}
	if strings.HasPrefix(s[hi:], aligned) && strings.TrimSpace(s[chars.LineStart(s, lo):lo]) == "" {
		if end := chars.LineEnd(s, i); strings.IndexByte(strings.TrimRight(s[i:end], " \r"), ' ') < 0 {
			return i, judge.Context{Prose: true, Stated: true}, true
		}
	}
	if at, ok := generated(s, i); ok {
		return at, judge.Context{Quoted: true}, true
	}
	if at, ok := announced(s, i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if at, ok := statement(s, lo, hi, i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if quotedNext(s, lo, hi, i) {
		return i - 1, c, true
	}
	if i == hi+2 && s[i-1] == '\'' && judge.Classify(s[lo:hi]) == judge.Password {
		return i - 1, c, true // SQL: PASSWORD 'x'
	}
	if i >= hi+2 && i <= hi+4 && s[hi] == ' ' && strings.Trim(s[hi+1:i-1], `\`) == "" && s[i-1] == '"' &&
		kind.Camel(s[lo:hi]) && judge.Classify(s[lo:hi]) == judge.Password {
		return hi + 1, c, true // Groovy: storePassword "x"
	}
	if word := s[lo:hi]; (word == "password" || word == "passwd") && netrc(s, lo) {
		return i, judge.Context{Env: true, Quoted: true}, true
	}
	if at, ok := ofLine(s, lo, hi, i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	return amid(s, lo, hi, i)
}

// generated finds a password that MySQL's log says is generated for a user.
func generated(s string, i int) (at int, ok bool) {
	if !strings.HasPrefix(s[i:], "is generated for ") {
		return 0, false
	}
	j := strings.Index(s[i:min(len(s), i+120)], ": ")
	return i + j + 2, j > 0
}

// endOfPath reports whether the name at lo is the end of a path: /etc/passwd, and not user/password.
func endOfPath(s string, lo int) bool {
	if lo == 0 || s[lo-1] != '/' && s[lo-1] != '\\' {
		return false
	}
	path := s[max(0, lo-80) : lo-1]
	return strings.IndexByte(path[strings.LastIndexAny(path, " \t\n\"'`=(")+1:], s[lo-1]) >= 0
}

// setter reports the beginning of a command that sets the name behind it.
func setter(before string) bool {
	before = strings.TrimRight(before, " \t")
	return setters[before[strings.LastIndexAny(before, " \t\n;|&")+1:]]
}

// registryData passes over the options of reg add KEY /v DefaultPassword /t REG_SZ /d x.
func registryData(s string, i int) int {
	if rest := strings.TrimPrefix(s[i:], "/t REG_SZ "); strings.HasPrefix(rest, "/d ") {
		return len(s) - len(rest) + len("/d ")
	}
	return i
}

var setters = chars.Set("#define", "setx", "ENV", "ARG", "-x", "-gx", "-Ux", "-xg", "setenv", "login")

// directives are in configuration files before a password and a space.
var directives = chars.Set("bind_pw", "requirepass", "masterauth", "bindpw", "rootpw", "rootbindpw")

// netrc reports whether "login NAME" or "user NAME" is just before.
func netrc(s string, lo int) bool {
	start := chars.LineStart(s, lo)
	if chars.OwnText(s, start) < lo {
		start = lo
	}
	before := strings.Fields(s[max(0, start-160):start])
	n := len(before)
	return n >= 2 && !companions[before[n-1]] && before[n-1] != "or" &&
		(before[n-2] == "login" || before[n-2] == "user" || before[n-2] == "account")
}
