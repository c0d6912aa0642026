package named

import (
	"strings"

	"steno/generator/redact/chars"
)

// typedInto finds the value that a test types into the field of a name: .fill("x"), .first().fill("x"),
// .value = "x".
func typedInto(s string, i int) (at int, ok bool) {
	if rest, ok := strings.CutPrefix(s[i:], ".value = "); ok && rest != "" {
		return len(s) - len(rest), strings.IndexByte("\"'\\`", rest[0]) >= 0
	}
	for range 3 {
		open := strings.IndexByte(s[i:min(len(s), i+32)], '(')
		if open < 0 || s[i] != '.' {
			return 0, false
		}
		open += i
		if typing[s[i+1:open]] {
			return open + 1, open+1 < len(s) && strings.IndexByte("\"'\\`", s[open+1]) >= 0
		}
		end := strings.IndexByte(s[open:min(len(s), open+8)], ')')
		if end < 0 {
			return 0, false
		}
		if i = open + end + 1; i >= len(s) {
			return 0, false
		}
	}
	return 0, false
}

// method finds the value that a method behind the name takes, whose dot is s[i].
func (l *label) method(i int) (at int, ok bool) {
	if at, ok := l.matched(i); ok || !l.quoted {
		return at, ok
	}
	return typedInto(l.find.S, i)
}

// matched finds the string that a test wants the name to be: expect(token).toBe('x').
func (l *label) matched(i int) (at int, ok bool) {
	s := l.find.S
	if !strings.HasSuffix(s[:l.lo], "expect(") {
		return 0, false
	}
	for _, want := range [...]string{".toBe(", ".toEqual(", ".to.equal(", ".to.eq(", ".to eq "} {
		if rest, ok := strings.CutPrefix(s[i:], want); ok && rest != "" {
			return len(s) - len(rest), strings.IndexByte("\"'\\`", rest[0]) >= 0
		}
	}
	return 0, false
}

// typing are functions that type their argument into a field.
var typing = chars.Set("fill", "type", "sendKeys", "send_keys", "pressSequentially", "setValue", "set_value", "set")

// fieldBelow finds a value on a line below its name in quotes.
func fieldBelow(s string, lo, i int) (at int, ok bool) {
	if at, ok := formPart(s, lo, i); ok {
		return at, true
	}
	return nextEntry(s, lo, i)
}

// formPart finds the value of a field of a form, two lines below its name: Content-Disposition:
// form-data; name="password".
func formPart(s string, lo, i int) (at int, ok bool) {
	if !strings.HasSuffix(s[:lo], "form-data; name=\"") {
		return 0, false
	}
	for _, lines := range [...]string{"\n\n", "\r\n\r\n"} {
		if strings.HasPrefix(s[i:], lines) {
			return i + len(lines), true
		}
	}
	return 0, false
}

// asked finds the answer behind a question that ends in the mark s[i]: What is your API key? x, and
// "What is your API key?"="x", as answers to an agent's questions are recorded.
func asked(s string, i int) (at int, ok bool) {
	if strings.HasPrefix(s[i:], `?"="`) {
		return i + len(`?"=`), true
	}
	return i + len("? "), strings.HasPrefix(s[i:], "? ")
}

const maxQuestion = 200 // bytes

// question finds the answer behind the quoted address that a password is for: Password for 'https://me@host': x
func question(s string, i int) (at int, ok bool) {
	if !strings.HasPrefix(s[i:], "for ") {
		return 0, false
	}
	line := s[i:min(len(s), i+maxQuestion)]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	end := strings.Index(line, "': ")
	return i + end + len("': "), end > 0
}

// setterName reports the name of a function that takes a secret and nothing else.
func setterName(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, verb := range [...]string{"set", "with", "add", "use", "new"} {
		if len(name) > len(verb) && strings.EqualFold(name[:len(verb)], verb) && !chars.IsLower(name[len(verb)]) {
			return true
		}
	}
	return false
}

// getter reports a function that returns the value of the name at s[lo:], or the default
// that is its other argument.
func getter(s string, lo int) bool {
	if lo < 2 {
		return false
	}
	before := s[max(0, lo-longestSelector):lo]
	if i := strings.LastIndexByte(before, '('); i > 0 &&
		(strings.HasSuffix(before[:i], "fill") || strings.HasSuffix(before[:i], "type")) &&
		!strings.ContainsAny(before[i:], ",)\n") {
		return true // fill('input[name="password"]', 'x')
	}
	before = strings.TrimRight(before, "\"'` #")
	for _, f := range [...]string{"get(", "getenv(", "env(", "config(", "setProperty(", "put(", "fetch(", "setenv(", "Setenv(", "set("} {
		if strings.HasSuffix(before, f) {
			return true
		}
	}
	return false
}

const longestSelector = 40 // of a field of a page

// sets reports a call that stores its other argument under the name at s[lo:], or a row of SQL with both.
func sets(s string, lo int) bool {
	before := strings.TrimRight(s[max(0, lo-24):lo], "\"'`")
	if strings.HasSuffix(before, "(") {
		for _, f := range [...]string{"set(", "put(", "add(", "append(", "setitem(", "define(", "map.of(", "header(",
			"param(", "datapart(", "putstring(", "fillfield(", "setdefault(", "equal(", "equals("} {
			if chars.EndsFold(before, f) {
				return true
			}
		}
	}
	if strings.HasSuffix(before, "${env:") || strings.Contains(before, "ConfigField ") { // of Serverless, of Gradle
		return true
	}
	if call, ok := strings.CutSuffix(before, ":"); ok { // set :password, "x", of Ruby
		return chars.EndsFold(strings.TrimRight(call, " ("), "set")
	}
	row := strings.LastIndexByte(before, '(')
	return row >= 0 && chars.EndsFold(strings.TrimRight(before[:row], " "), "values")
}

// braced finds the value of a name whose braces open at s[i].
func braced(s string, i int, quoted bool) (at int, ok bool) {
	if i > 0 && chars.IsWord(s[i-1]) && i+1 < len(s) && s[i+1] == '"' { // std::string password{"x"}
		return i + 1, true
	}
	if quoted && i > 1 && s[i-2] == ')' && (strings.HasPrefix(s[i:], "{ '") || strings.HasPrefix(s[i:], "{ \"")) { // of Ruby
		return i + len("{ "), true
	}
	if at, ok := initialized(s, i); ok {
		return at, true
	}
	at, ok = variableDefault(s, i)
	return at, ok && quoted
}

// initialized finds the value of a property of C#, whose braces open at s[i]: Password { get; set; } = "x".
func initialized(s string, i int) (at int, ok bool) {
	const longest = 48
	accessors, _, ok := strings.Cut(s[i:min(len(s), i+longest)], "} = ")
	return i + len(accessors) + len("} = "), ok && strings.Contains(accessors, "get;")
}

// variableDefault finds the default of a variable of Terraform, whose braces open at s[i].
func variableDefault(s string, i int) (at int, ok bool) {
	j := strings.Index(s[i:min(len(s), i+240)], "default")
	if j <= 0 || strings.IndexByte(s[i:i+j], '}') >= 0 {
		return 0, false
	}
	k := strings.IndexByte(s[i+j:min(len(s), i+j+16)], '=')
	return i + j + k + 1, k > 0
}

// typed passes over a type between a name and its value, as in
// "token: string = ...".
func typed(s string, i int) int {
	j := chars.RunOf(s, i, len(s), " &")
	j += len(s[j:]) - len(strings.TrimPrefix(s[j:], "'static ")) // of Rust
	j += len(s[j:]) - len(strings.TrimPrefix(s[j:], "As "))      // of Visual Basic
	k := chars.Run(s, j, j+24, func(c byte) bool { return chars.IsWord(c) || strings.IndexByte("[]<>|?'.", c) >= 0 })
	if typeWords[s[j:k]] && strings.HasPrefix(s[k:], " = ") &&
		!(strings.HasPrefix(s[j:k], "Final") && strings.IndexByte("\"'", s[min(k+3, len(s)-1)]) < 0) {
		return k + 3
	}
	return i
}

var typeWords = chars.Set("string", "str", "String", "&str", "Optional[str]", "string|null", "string?",
	"SecretStr", "Final", "Final[str]", "'static", "char", "text", "any", "Any")
