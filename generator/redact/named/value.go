package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/hidden"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// value finds where the value at s[at:] begins and ends, and judges it.
func (f *Finder) value(name string, at int, c judge.Context) {
	s := f.S
	if c.Class >= judge.Key && c.Class != judge.Password && !c.Prose {
		if f.numbers(s, at, c.Class) {
			return
		}
	}
	at = listStart(s, name, at)
	from := formatted(s, pastBlanks(s, at)) // behind the sign
	at, folded := folded(s, from, &c)
	at, bold := emphasized(s, at)
	at = tagged(s, at)
	at, depth := escapes(s, at)
	at = prefixed(s, ofHeaders(s, at))
	if chars.EndsFold(name, "cookie", "cookies") {
		f.cookieValue(at)
		return
	}
	if !strings.EqualFold(name, "pat") { // a pattern of bytes, more often than a personal access token
		at = kind.Converted(s, at)
	}
	end := 0
	if from, stop := bracketedText(s, at); stop > 0 {
		at, end, c.Quoted = from, stop, true
		if c.Stated && c.Class == judge.Password && phraseOf(s[at:end], fewestQuoted) {
			c.Prose = false
		}
	} else if at < len(s) && strings.IndexByte("\"'`", s[at]) >= 0 {
		quote := s[at]
		opened := at
		at = chars.Run(s, at, opened+12, func(c byte) bool { return c == quote })
		if at == opened+2 && at < len(s) && strings.IndexByte(",;)]}", s[at]) >= 0 ||
			quote == '`' && c.Env && strings.IndexByte(s[at:f.quotedEnd(at, quote, depth)], ' ') >= 0 {
			return // nothing, or what a command prints
		}
		c.Quoted = true
		if at == opened+3 && f.onLine(name, at, c) {
			return
		}
		at, c.Header = passHeader(s, at)
		at, end = trimBlanks(s, at, unclosed(s, at, f.quotedEnd(at, quote, depth), c))
		if c.Stated && c.Class == judge.Password && phraseOf(s[at:end], fewestQuoted) { // the passphrase is "x y z"
			c.Prose = false
		}
	} else {
		at, c.Header = passHeader(s, at)
		end = passphrase(s, name, at, drawnEnd(s, at, f.bareEnd(at, c), &c), &c)
	}
	if c.Header && c.Class == judge.Weak && chars.EndsFold(name, "auth") { // AUTH="Bearer x"
		c.Class = judge.Token
	}
	if strings.HasSuffix(s[at:end], `\`) && strings.HasPrefix(s[end:], "\n") { // the line goes on
		end--
	}
	if i := strings.Index(s[at:end], "**"); bold && i > 0 {
		end = at + i
	}
	if strings.HasPrefix(s[end:], " / ") && chars.EndsFold(name, "credentials", "creds") { // user / password
		at, c = end+len(" / "), judge.Context{Class: judge.Password, Prose: true, Stated: true}
		end = f.bareEnd(at, c)
	}
	if next, as := changed(s, at, end, c); next > 0 {
		defer f.value(name, next, as)
	}
	f.broken(from, at, end, c, folded)
	f.fallback(name, end, c)
	if at < end && s[at] != '[' && !called(s, end, c) && f.again(end) {
		f.judgeList(name, at, end, c)
	}
}

// onLine judges the line below s[at:], which opens a text on several lines.
func (f *Finder) onLine(name string, at int, c judge.Context) bool {
	line, ok := strings.CutPrefix(f.S[at:], "\n")
	if ok {
		at = len(f.S) - len(strings.TrimLeft(line, " \t"))
		f.judgeList(name, at, chars.Until(f.S, at, at+chars.MaxToken, ""), c)
	}
	return ok
}

// judgeList judges the value at s[at:end], and those behind it in a list.
func (f *Finder) judgeList(name string, at, end int, c judge.Context) {
	if end-at >= 4 {
		f.judge(name, at, end, c)
	} else if c.Class == judge.Password || name[len(name)-1]|' ' != 's' { // creds = ["joe", "x"]
		return
	}
	if open := strings.TrimRight(f.S[max(0, at-longestGap):max(0, at-1)], " \r\n\t"); c.Quoted && strings.HasSuffix(open, "[") {
		f.items(name, end, c)
	}
}

// items judges the strings of a list behind the first one, whose quote is s[end].
func (f *Finder) items(name string, end int, c judge.Context) {
	const most = 16
	s := f.S
	for range most {
		at := chars.RunOf(s, min(end+1, len(s)), len(s), ", \n\t") + 1
		if at >= len(s) || s[at-1] != s[end] || at == end+2 {
			return
		}
		if end = chars.Until(s, at, at+chars.MaxToken, s[end:end+1]); end == len(s) || s[end] != s[at-1] {
			return
		}
		f.judge(name, at, end, c)
	}
}

// ofHeaders passes over the bracket before the values of a header, as Go prints it: map[X-Api-Key:[x]].
func ofHeaders(s string, at int) int {
	if at == 0 || at+1 >= len(s) || s[at] != '[' || s[at-1] != ':' || !chars.IsBase64(s[at+1]) {
		return at
	}
	end := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return c != ']' && c != '\n' && c != '"' })
	if end < len(s) && s[end] == ']' {
		return at + 1
	}
	return at
}

// escapes passes over the backslashes before the quotes of a value that is in a string, and over other quotes
// around it. depth is their number.
func escapes(s string, at int) (next, depth int) {
	if rest := s[at:]; strings.HasPrefix(rest, `"\"`) || strings.HasPrefix(rest, `'"`) || strings.HasPrefix(rest, `"'`) {
		at++
	}
	const most = 8
	next = at
	for next+1 < len(s) && next < at+most && s[next] == '\\' && strings.IndexByte("\\\"'", s[next+1]) >= 0 {
		next++
	}
	return next, next - at
}

// drawnEnd returns where the bare value s[at:end] ends when signs that end others are a part of it, as in
// salts without quotes.
func drawnEnd(s string, at, end int, c *judge.Context) int {
	if (c.Env || c.Prose && c.Stated) && !strings.HasPrefix(s[end:], `\n`) { // where the line ends
		if stop := chars.Until(s, end, at+kind.LongestDrawn, ""); stop > end && kind.AllCharacters(s[at:stop]) {
			c.Env, c.Prose = true, false
			return stop
		}
	}
	stop := at + appPassword
	if c.Class == judge.Password && end == at+appGroup && stop <= len(s) && fourGroups(s[at:stop]) &&
		(stop == len(s) || !chars.IsWord(s[stop])) && ofApp(s[max(0, at-longestCompanion):at], s[at:stop], c) {
		c.Quoted, c.Prose = true, false // as if it was
		return at + appPassword
	}
	return end
}

// ofApp reports a place for a password for a single program, by the text before it and its letters.
func ofApp(before, v string, c *judge.Context) bool {
	letters := chars.Randomness(strings.ReplaceAll(v, " ", ""))
	low := strings.ToLower(before)
	return c.Env || letters >= judge.ScoreRandom ||
		letters >= 0 && (strings.Contains(low, "app") || strings.Contains(low, "google") || strings.Contains(low, "gmail"))
}

const (
	appGroup    = 4 // letters
	appPassword = 4*appGroup + 3
)

// fourGroups reports four groups of four small letters with blanks between them, as Google's passwords
// for single programs are shown.
func fourGroups(v string) bool {
	for i := range len(v) {
		if blank := i%(appGroup+1) == appGroup; blank != (v[i] == ' ') || !blank && !chars.IsLower(v[i]) {
			return false
		}
	}
	return true
}

// pastBlanks passes over blanks, also those that are written for a URL.
func pastBlanks(s string, at int) int {
	at = chars.RunOf(s, at, len(s), " \t")
	if strings.HasPrefix(s[at:], "\\\n") || strings.HasPrefix(s[at:], "\\\r\n") { // the line goes on
		at = chars.RunOf(s, at+1, len(s), "\r\n \t")
	}
	for n, sign := percent(s, min(at, len(s))); at < len(s) && s[at] == '%' && sign == ' '; n, sign = percent(s, min(at, len(s))) {
		at += n
	}
	return at
}

// changed returns where the value begins that s[at:end] was changed to, "x" -> "y" of Terraform or from x to y, and its place. It
// is 0 when nothing says so.
func changed(s string, at, end int, c judge.Context) (next int, as judge.Context) {
	const signs = "\"'`*"
	if c.Quoted && strings.HasPrefix(s[end:], "\" -> \"") && !c.Prose {
		return end + len("\" -> "), judge.Context{Class: c.Class}
	}
	for _, arrow := range [...]string{" => ", " -> "} {
		if next = end + len(arrow); c.Class == judge.Password && strings.HasPrefix(s[end:], arrow) && chars.HasDigit(s[at:end]) &&
			chars.HasDigit(s[next:chars.Until(s, next, next+chars.MaxToken, "")]) {
			return next, c
		}
	}
	if !c.Prose || !c.Stated || !strings.HasSuffix(strings.TrimRight(s[max(0, at-len(" from ")-4):at], signs), " from ") {
		return 0, c
	}
	for range 4 {
		if end < len(s) && strings.IndexByte(signs, s[end]) >= 0 {
			end++
		}
	}
	if strings.HasPrefix(s[end:], " to ") {
		return end + len(" to "), c
	}
	return 0, c
}

// tagged passes over what YAML has before a value: its type and a name by which it is used again.
func tagged(s string, at int) int {
	// new String("x") is of Java, and so is Optional[x]; Some(x) is of Rust
	for _, kind := range [...]string{"!!str ", "!!binary ", "ENC ", "new ", "Some(", "Optional["} {
		if rest, ok := strings.CutPrefix(s[at:], kind); ok {
			return chars.Run(s, len(s)-len(rest), len(s), chars.IsSpace)
		}
	}
	if at+1 < len(s) && (s[at] == '&' || s[at] == '!') && chars.IsLetter(s[at+1]) {
		end := chars.Run(s, at+1, at+chars.MaxToken, chars.IsName)
		if strings.HasPrefix(s[end:], " \"") || strings.HasPrefix(s[end:], " '") {
			return end + 1
		}
	}
	return at
}

// unclosed returns where the line ends when it ends in a value without its closing quote, which a
// program cut off: "password": "k8Zq2x
func unclosed(s string, at, end int, c judge.Context) int {
	line := chars.LineEnd(s, at)
	stop := line
	if stop > at && s[stop-1] == '\r' {
		stop--
	}
	if end > at || !c.Field || c.Class < judge.Key || stop-at < kind.ShortestCut || line == len(s) ||
		!chars.HasDigit(s[at:stop]) || !chars.All(s[at:stop],
		func(b byte) bool { return chars.IsLabel(b) || strings.IndexByte("!@#%^&*+/=", b) >= 0 }) {
		return end
	}
	return stop
}

// trimBlanks leaves out the blanks that are between the quotes of a value and the value.
func trimBlanks(s string, at, end int) (int, int) {
	at = chars.RunOf(s, at, end, " ")
	end = chars.RunOfBack(s, at, end, " ")
	return at, end
}

// formatted passes over what ends the string with the name, when the value is the next string:
// printf 'NAME=%s\n' 'x', and what a script sends.
func formatted(s string, at int) int {
	rest, ok := strings.CutPrefix(s[at:], "\"\n")
	if !ok {
		rest, ok = strings.CutPrefix(s[at:], "\"; ")
	}
	if ok {
		if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "send "); ok { // expect "Password:" and the answer
			return len(s) - len(strings.TrimPrefix(rest, "-- "))
		}
	}
	if !strings.HasPrefix(s[at:], "%s") {
		return at
	}
	rest = strings.TrimPrefix(strings.TrimLeft(s[at+len("%s"):], `\`), "n")
	if len(rest) < 3 || rest[0] != '\'' && rest[0] != '"' || rest[1] != ' ' || strings.IndexByte(`'"`, rest[2]) < 0 {
		return at
	}
	return len(s) - len(rest) + 2
}

// folded moves to the line below s[at:] when the value is there.
func folded(s string, at int, c *judge.Context) (value int, ok bool) {
	if at+1 < len(s) && s[at] == '(' && (s[at+1] == '"' || s[at+1] == '\'') {
		return at + 1, true
	}
	if c.Class < judge.Key || at == 0 || at >= len(s) || strings.IndexByte("\n\r>|(", s[at]) < 0 ||
		s[at] != '(' && strings.IndexByte(" :*", s[at-1]) < 0 {
		return at, false
	}
	if value, ok := nested(s, at); ok {
		return value, true
	}
	line, ok := below(s, at)
	if !ok {
		return at, false
	}
	if s[at] == '\n' || s[at] == '\r' {
		c.Prose, c.Stated, c.List = true, true, false
	}
	return line, true
}

// broken notes a value that goes on in another string or on the next line. s[from:] is behind the sign.
func (f *Finder) broken(from, at, end int, c judge.Context, folded bool) {
	s := f.S
	if end-at < shortestPiece || end >= len(s) || chars.TokenRun(s, at) != end {
		return
	}
	if c.Class >= judge.Key ||
		c.Class == judge.Weak && c.Quoted && end-at >= judge.WeakSecret && chars.Randomness(s[at:end]) >= chars.SurelyRandom {
		f.lines.Parts(from, end, func(run string) bool { return wrapped(run) || len(run) >= shortestPiece && chars.HasDigit(run) })
	}
	if end-at >= 2*shortestPiece && (s[end] == '\n' || s[end] == '\r' || s[end] == '\\') &&
		(folded || strings.HasPrefix(s[end:], "\\\n") || end-chars.LineStart(s, at) >= hidden.WrappedLine) {
		f.lines.Broken(from, end, wrapped)
	}
}

// fallback judges the string behind what is used when there is one: process.env.TOKEN ?? 'x'.
func (f *Finder) fallback(name string, end int, c judge.Context) {
	const longest = 40 // bytes of what is used, after its first word
	if c.Class < judge.Key || c.Quoted || c.Prose || end >= len(f.S) {
		return
	}
	rest := f.S[end:min(chars.LineEnd(f.S, end), end+longest)]
	for _, or := range [...]string{" ?? ", " || ", " or "} {
		i := strings.Index(rest, or)
		if from := i + len(or); i >= 0 && from < len(rest) && strings.IndexByte("\"'", rest[from]) >= 0 &&
			!strings.ContainsAny(strings.TrimPrefix(rest[:i], "<%="), ",;{}=") {
			f.value(name, end+from, c)
		}
	}
}

const fewestQuoted = 3 // words of a passphrase in quotes

const shortestPiece = 8 // of a value that is in several strings

// wrapped reports a run that may continue a value.
func wrapped(run string) bool {
	return len(run) >= 4 && (chars.Randomness(run) >= 4 || len(run) < 20 && chars.HasDigit(run))
}

// maxJudged bounds how many names may claim one value: key=key=key=...
const maxJudged = 8

func (f *Finder) again(end int) bool {
	if end != f.last.end {
		f.last = lastJudged{end: end}
	}
	f.last.times++
	return f.last.times <= maxJudged
}

// listStart passes over the opening of a list: tokens = ["...; keys:\n  - ...
func listStart(s, name string, at int) int {
	rest := strings.TrimLeft(s[at:min(len(s), at+40)], " ")
	if list, ok := strings.CutPrefix(rest, "["); ok {
		if items := strings.TrimLeft(list, " \r\n\t"); items != "" && strings.IndexByte("\"'\\", items[0]) >= 0 {
			return at + strings.IndexByte(s[at:], '[') + 1 + len(list) - len(items)
		}
	}
	if name[len(name)-1]|' ' == 's' && strings.HasPrefix(rest, "\n") {
		if items := strings.TrimLeft(rest, " \n"); strings.HasPrefix(items, "- ") {
			return at + strings.Index(s[at:], "- ") + 2
		}
	}
	return at
}

// called reports a bare value that is code: a call, an index, an argument of one, a member of an
// object ($config->getValue).
func called(s string, end int, c judge.Context) bool {
	if c.Quoted || end >= len(s) {
		return false
	}
	if member := s[end-1:]; strings.HasPrefix(member, "->") && len(member) > 2 && chars.IsWord(member[2]) {
		return true
	}
	return s[end] == '(' || s[end] == '[' || s[end] == '{'
}
