package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Calls calls add with the text that each call begins with, and its number.
func Calls(add func(text string, call int)) {
	for i, f := range functions {
		add(f.text, i)
	}
}

const maxArguments = 1024 // bytes

// Call judges the argument of a call that is a secret, when it is a string. The call begins at s[start:].
func Call(f *Finder, index, start int) {
	s, call := f.S, functions[index]
	at := start + len(call.text)
	if chars.EndsFold(s[:at], call.longer...) {
		return
	}
	limit := min(len(s), at+maxArguments)
	switch call.least {
	case pairs:
		encodedPair(f, at, limit)
		return
	case beside, login:
		besideUser(f, at, limit, call.least == login)
		return
	case keyed:
		keyOfClient(f, at, limit)
		return
	case alone:
		if from, to, ok := stringArgument(s[:limit], at); ok && to+1 < limit && s[to+1] == ')' && judge.Surely(s[from:to]) {
			f.AddAs(from, to, call.class.Rule())
		}
		return
	}
	if call.text[len(call.text)-1] == ' ' && (at == limit || s[at] != '"' && s[at] != '\'') {
		return // of no call
	}
	skip := call.argument
	if skip == 1 && chars.IsLetter(s[min(at, limit-1)]) && behindHandle[call.text] { // login(page, "joe", "x")
		skip++
	}
	second := 0
	for n := range skip {
		if at = nextArgument(s[:limit], at); at < 0 {
			break
		}
		if n == 0 {
			second = at
		}
	}
	if at < 0 && skip > call.argument && second > 0 { // login(user, "x")
		if from, to, ok := stringArgument(s[:limit], second); ok && (judge.Surely(s[from:to]) || judge.AppPassword(s[from:to])) {
			f.AddAs(from, to, call.class.Rule())
		}
		return
	}
	if at < 0 {
		return
	}
	from, to, ok := stringArgument(s[:limit], at)
	v := s[from:to]
	class := call.class
	if call.least == 0 {
		class = judge.Password // judged as such, as people choose them
	}
	if !ok || len(v) < call.least || len(v) < shortestPair &&
		strings.HasPrefix(strings.TrimLeft(s[to:limit], "\"'\\ "), "+") ||
		class == judge.Password && judge.Word(v) {
		return
	}
	if judge.Secret(v, judge.Context{Class: class, Quoted: true}) {
		f.AddAs(from, to, call.class.Rule())
	}
}

// behindHandle are functions whose first argument may be what they work on.
var behindHandle = chars.Set("login(", "gnin(", "authenticate(")

// keyOfClient takes the key that makes a client: cohere.Client("k8Zq2x"). The arguments begin at s[at:].
func keyOfClient(f *Finder, at, limit int) {
	const most, shortest, longest = 4, 24, 100
	for range most {
		named := chars.Run(f.S, chars.Run(f.S, at, limit, chars.IsSpace), limit, chars.IsName)
		if named < limit && f.S[named] == '=' {
			at = named + 1
		}
		from, to, ok := stringArgument(f.S[:limit], at)
		if v := f.S[from:to]; ok && len(v) >= shortest && len(v) <= longest && chars.All(v, chars.IsBase64) && chars.HasDigit(v) &&
			(chars.All(v, chars.IsHex) && len(v) >= 2*judge.WeakSecret || kind.StrongMix(v) && chars.Randomness(v) >= chars.SurelyRandom) &&
			judge.Secret(v, judge.Context{Class: judge.Key, Quoted: true}) {
			f.AddAs(from, to, judge.Key.Rule())
		}
		if at = nextArgument(f.S[:limit], at); at < 0 {
			return
		}
	}
}

// unwrapped passes over blanks, and over a function around a string that returns it in another type.
func unwrapped(s string, at int) int {
	blank := func(c byte) bool { return chars.IsSpace(c) || c == '\\' }
	at = chars.Run(s, at, len(s), blank)
	if strings.HasPrefix(s[at:], `b"`) || strings.HasPrefix(s[at:], "b'") {
		return at + 1
	}
	return chars.Run(s, kind.Converted(s, at), len(s), blank)
}

// stringArgument returns where the string that is the argument at s[at:] is, without its quotes. It
// may be within a string itself, and have escaped quotes.
func stringArgument(s string, at int) (from, to int, ok bool) {
	at = unwrapped(s, at)
	if at >= len(s) || s[at] != '"' && s[at] != '\'' {
		return 0, 0, false
	}
	open := chars.RunOfBack(s, 0, at, `\`)
	if open < at {
		stop := strings.Index(s[at+1:min(len(s), at+chars.MaxValue)], s[open:at+1])
		return at + 1, at + 1 + max(0, stop), stop >= 0
	}
	stop, ok := sqlString(s, at)
	return at + 1, stop, ok
}

// mostBeside is the number of the last argument that may be a password behind a user:
// connect("host", 22, "joe", "x").
const mostBeside = 3

// besideUser takes the argument behind the name of a user in the call whose arguments begin at
// s[at:], when it is surely a password, or words are one there.
func besideUser(f *Finder, at, limit int, words bool) {
	user, port := "", false
	for n := range mostBeside + 1 {
		from, to, ok := stringArgument(f.S[:limit], at)
		switch {
		case !ok:
			user, port = "", port || isPort(f.S[at:limit])
		case user != "" && f.S[from:to] != user && judge.Surely(f.S[from:to]) &&
			(words || strings.IndexByte(user, '@') > 0 || !judge.Yearly(f.S[from:to])),
			ofTwilio(user, f.S[from:to]), words && user != "" && judge.SeveralWords(f.S[from:to]),
			user != "" && (port || words && n > 1) && isChosen(f.S[from:to]): // behind the name of a host
			f.AddAs(from, to, judge.Password.Rule())
			return
		case to-from > longestUser || !isUser(f.S[from:to]):
			user = ""
		default:
			user = f.S[from:to]
		}
		if at = nextArgument(f.S[:limit], at); at < 0 {
			return
		}
	}
}

// isPort reports an argument that is the number of a port, as what connects to a host has.
func isPort(s string) bool {
	number, _, ok := strings.Cut(s[:min(len(s), longestPort)], ",")
	number = strings.TrimSpace(number)
	return ok && number != "" && chars.All(number, chars.IsDigit)
}

const longestPort = len(" 65535 ,")

// isChosen reports what people may choose for a password, with a number in it.
func isChosen(v string) bool {
	return len(v) >= shortestPair && (chars.HasDigit(v) && chars.Some(v, chars.IsLetter) || judge.SeveralWords(v)) &&
		!strings.ContainsAny(v, "/: ") && judge.Secret(v, judge.Context{Class: judge.Password, Quoted: true})
}

// ofTwilio reports the token behind the name of an account of Twilio.
func ofTwilio(account, token string) bool {
	const digits = 32
	return len(account) == len("AC")+digits && strings.HasPrefix(account, "AC") && len(token) == digits &&
		chars.All(account[len("AC"):]+token, chars.IsHex)
}

const longestUser = 64

// isUser reports what may be the name of a user: a word with small letters, an e-mail address.
func isUser(v string) bool {
	return chars.Some(v, chars.IsLower) && chars.All(v, func(c byte) bool { return chars.IsLabel(c) || c == '@' || c == '+' })
}

// encodedPair takes the password of user:password, which a program writes in base64. The string
// begins at s[at:].
func encodedPair(f *Finder, at, limit int) {
	const reach = 48 // to what says so
	from, to, ok := stringArgument(f.S[:limit], at)
	if !ok {
		return
	}
	user, password, ok := strings.Cut(f.S[from:to], ":")
	if !ok || user == "" || len(user) > longestUser || !isUser(user) || len(password) < shortestPair ||
		strings.ContainsAny(password, "/:,{} ") || password[0] == '$' || strings.Contains(password, "$(") ||
		judge.Word(password) {
		return
	}
	if chars.EndsFold(f.S[:at], "r.from(") && !strings.Contains(f.S[to:min(limit, to+reach)], "base64") {
		return
	}
	if judge.Secret(password, judge.Context{Class: judge.Password, Quoted: true}) {
		f.AddAs(to-len(password), to, judge.Password.Rule())
	}
}

const shortestPair = 6 // bytes of the password of a pair

const longestCall = 256 // bytes of the line before

// Characters takes the string whose characters a program of Java asks for where it speaks of
// passwords: store.load(in, "x".toCharArray()). The call begins at s[start:].
func Characters(f *Finder, start int) {
	s := f.S
	end := start - 1
	for end > 0 && s[end] == '\\' {
		end--
	}
	if end < 0 || s[end] != '"' && s[start-1] != '"' {
		return
	}
	line := max(chars.LineStart(s, end), end-longestCall)
	at := strings.LastIndexByte(s[line:end], '"') + line + 1
	before := strings.ToLower(s[line:max(line, at)])
	for _, word := range [...]string{"pass", "pwd", "pw ", "keystore", ".load(", "keyspec(", ".init(", ".getkey("} {
		if strings.Contains(before, word) {
			if v := strings.TrimRight(s[at:end], `\`); v != "" && !judge.Word(v) &&
				judge.Secret(v, judge.Context{Class: judge.Password, Quoted: true}) {
				f.AddAs(at, at+len(v), judge.Password.Rule())
			}
			return
		}
	}
}

// nextArgument returns where the argument after the one at s[at:] begins, -1 when there is none.
func nextArgument(s string, at int) int {
	quote, depth := byte(0), 0
	for ; at < len(s); at++ {
		switch c := s[at]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return -1
			}
		case c == ',' && depth == 0:
			return at + 1
		}
	}
	return -1
}
