// Package placed finds values by their place: where a command, an address or a statement of SQL has
// a password and nothing else. Each rule is a function of a Finder, in the file of what has the place: commands.go and
// command.go (programs), words.go (which word of one is its password), listed.go (their words in lists), piped.go, setter.go,
// calls.go and argument.go (functions of programs), address.go, sql.go, database.go, server.go (configuration files),
// manifest.go, log.go, tool.go.
package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
)

const maxCommand = 4096 // bytes of a line

// Finder looks for values at places where only one can be, in one text.
type Finder struct {
	*find.Text
	lineEnds  []int // by command: the end of the last line that was read; empty before the first
	statement int   // end of the last SQL statement read
	peers     int   // end of the last list of PPP's secrets read
}

// Reset begins with another text.
func (f *Finder) Reset(text *find.Text) {
	f.Text, f.lineEnds, f.statement, f.peers = text, f.lineEnds[:0], 0, 0
}

// Commands calls add with the word that each command begins with, and its number.
func Commands(add func(word string, command int)) {
	for i, n := range names {
		add(n.word, i)
	}
}

// Command looks for a password behind a flag on the rest of the line. The command begins at s[start:].
func Command(f *Finder, index, start int) {
	s, cmd := f.S, names[index]
	if start > 0 && chars.IsWord(s[start-1]) && cmd.word[0] != ' ' && cmd.word[0] != '.' {
		return
	}
	at := start + len(cmd.word) - 1
	if len(f.lineEnds) == 0 {
		f.lineEnds = append(f.lineEnds, make([]int, len(names))...)
	}
	if at < f.lineEnds[index] {
		return // the line was read already
	}
	end := min(len(s), start+maxCommand)
	end = commandEnd(s, at, end)
	f.lineEnds[index] = end
	if cmd.word == "htpasswd " {
		f.htpasswd(at, end)
		return
	}
	if cmd.positional != nil {
		f.positional(start, end, cmd.positional)
		return
	}
	if cmd.flags == nil && cmd.pair != "" {
		at = chars.Until(s, at, end, "")         // where the name of the program ends
		for strings.HasPrefix(s[at:end], " -") { // sqlplus -s joe/x
			at++
			at += max(1, strings.IndexByte(s[at:end], ' '))
		}
		f.flagValue(at, at, end, cmd.pair)
		return
	}
	for from := at; at < end; {
		at = chars.Run(s, at, end, func(c byte) bool { return c != ' ' })
		at = chars.RunOf(s, at, end, " ")
		if at+1 < end && s[at] == '\'' && s[at+1] == '-' { // as a shell traces what it runs: '-px!'
			at++
		}
		if nextCommand(s, from, at, end) {
			return
		}
		if cmd.word == "curl " && at+1 < end && s[at] == '-' && chars.IsLetter(s[at+1]) { // -sSu is -s -S -u
			last := chars.Run(s, at+1, end, chars.IsLetter)
			if last > at+2 && last < end && s[last] == ' ' && s[last-1] == 'u' {
				f.flagValue(at, last, end, cmd.pair)
			}
		}
		for _, flag := range cmd.flags {
			if strings.HasPrefix(s[at:end], flag) && !isDatabase(cmd.word, s[at+len(flag):end]) {
				f.flagValue(at, at+len(flag), end, cmd.pair)
			}
		}
	}
}

// nextCommand reports whether another command begins at s[at:], a word of the line that begins at from, outside of quotes.
func nextCommand(s string, from, at, end int) bool {
	if at >= end || s[at] != '|' && !strings.HasPrefix(s[at:end], "&& ") && (s[at-1] != ' ' || s[at-2] != ';') {
		return false
	}
	before := s[from:at]
	return strings.Count(before, `"`)%2 == 0 && strings.Count(before, "'")%2 == 0
}

// isDatabase reports whether what follows the flag of a password names a database, is what nmcli is to print the field of, or
// the community that all devices with SNMP come with.
func isDatabase(command, rest string) bool {
	word, behind := strings.CutPrefix(rest, " ")
	word = strings.TrimLeft(word, " ")
	word = word[:strings.IndexAny(word+" ", " ;|<>")]
	return behind && strings.HasPrefix(command, "snmp") && (word == "public" || word == "private") ||
		behind && command == "nmcli " && (word == "connection" || word == "con" || word == "c") ||
		behind && Database(command, strings.Trim(word, "\"'"))
}

// positional takes the password of a command that has it as one of its words.
func (f *Finder) positional(start, end int, which func(words []string) int) {
	s := f.S
	var words []string
	var starts []int
	for at := start; at < end && len(words) < 12; {
		at = chars.RunOf(s, at, end, " ")
		from := at
		for at < end && s[at] != ' ' && s[at] != '|' && s[at] != ')' && !(at > from && s[at] == '"' && s[from] != '"') {
			at++
		}
		if at == from || s[from] == '"' && at == from+1 || s[from] >= 0x80 || endsCommand(s[from:at]) {
			break
		}
		last := at > from+1 && s[at-1] == ';' // another command follows
		if last {
			at--
		}
		if s[from] != '-' && (s[from] != '/' || strings.IndexByte(s[from+1:at], '/') > 0) { // an option, but a path
			words, starts = append(words, s[from:at]), append(starts, from)
		}
		if last || at < end && s[at] == '"' && s[from] != '"' { // which the command is in
			break
		}
	}
	if i := which(words); i > 0 && i < len(words) && words[i] != "*" {
		from, to := chars.TrimQuotes(s, starts[i], starts[i]+len(words[i]))
		f.password(from, to)
	}
}

// commandEnd returns where the line of a command at s[at:] ends: at a line end, also an escaped
// one outside of quotes, that no backslash precedes.
func commandEnd(s string, at, end int) int {
	quote := byte(0)
	for i := at; i < end; i++ {
		switch c := s[i]; {
		case c == '\n' && s[i-1] != '\\', c == '\\' && quote == 0 && i+1 < end && s[i+1] == 'n' && s[i-1] != '\\':
			return i
		case (c == '\'' || c == '"') && s[i-1] != '\\' && (quote == 0 || quote == c):
			quote ^= c
		}
	}
	return end
}

// community finds what SNMP takes for a password, but for the words that all devices come with.
func community(words []string) int {
	if len(words) < 4 || words[3] != "RO" && words[3] != "RW" && words[3] != "ro" && words[3] != "rw" {
		return 0
	}
	return communityAt(2)(words)
}

// communityAt finds it as the word of that number.
func communityAt(number int) func(words []string) int {
	return func(words []string) int {
		if len(words) <= number || words[number] == "public" || words[number] == "private" || strings.HasSuffix(words[number], ",") {
			return 0
		}
		return number
	}
}

// mailLogin finds the password of IMAP's LOGIN joe "x".
func mailLogin(words []string) int {
	if len(words) != 3 || !chars.HasDigit(words[2]) ||
		words[2][0] != '"' && !strings.Contains(words[1], "@") && !judge.Surely(words[2]) {
		return 0
	}
	return 2
}

// htpasswd handles htpasswd -b file user password, where the flags hold a b.
func (f *Finder) htpasswd(at, end int) {
	s := f.S
	batch, words, want := false, 0, 3
	for at < end {
		at = chars.RunOf(s, at, end, " ")
		from := at
		at = chars.Run(s, at, end, func(c byte) bool { return c != ' ' })
		if flag := s[from:at]; strings.HasPrefix(flag, "-") && words == 0 {
			batch = batch || strings.IndexByte(flag, 'b') > 0
			if strings.IndexByte(flag, 'n') > 0 {
				want = 2
			}
			continue
		}
		if words++; words == want && batch {
			from, to := chars.TrimQuotes(s, from, at)
			f.password(from, to)
			return
		}
	}
}

// password adds s[at:end], which is where only a password can, unless it is a
// reference to another value.
func (f *Finder) password(at, end int) {
	if end > at && judge.Secret(f.S[at:end], judge.Context{Class: judge.Password, Env: true}) {
		f.AddAs(at, end, "password")
	}
}

// argument returns where the argument at s[at:end] begins and ends, without its quotes, which may be escaped.
func argument(s string, at, end int) (int, int) {
	escaped := at
	for at+1 < end && s[at] == '\\' && strings.IndexByte("\\\"'", s[at+1]) >= 0 {
		at++
	}
	if at == end || s[at] != '"' && s[at] != '\'' {
		return at, chars.Until(s, at, end, "\"'`;\\")
	}
	quote, plain := s[at], escaped == at
	return at + 1, chars.Run(s, at+1, end, func(c byte) bool { return c != quote && (plain || c != '\\') })
}

// flagValue judges the value of the flag at s[flag:at]: a password, or a user and a password with pair between them.
func (f *Finder) flagValue(flag, at, end int, pair string) {
	s := f.S
	glued := at > flag && at < end && s[at] != ' ' && s[at] != '='
	if glued && s[flag+1] == '-' {
		return
	}
	at, stop := argument(s, chars.RunOf(s, at, end, " ="), end)
	if pair != "" {
		i := strings.Index(s[at:stop], pair)
		if i < 0 {
			return
		}
		// a key, and no password
		if user := s[at : at+i]; pair == ":" && at+i+1 == stop && judge.Secret(user, judge.Context{Class: judge.Key, Env: true}) {
			f.AddAs(at, at+i, judge.Key.Rule())
			return
		}
		if user := s[at : at+i]; pair == ":" && s[at+i+1:stop] == "x-oauth-basic" {
			if judge.Secret(user, judge.Context{Class: judge.Key, Env: true}) {
				f.AddAs(at, at+i, judge.Key.Rule())
			}
			return
		}
		at += i + len(pair)
		if at == stop && at < end && (s[at] == '"' || s[at] == '\'') { // user:'password'
			at, stop = at+1, at+1+max(0, strings.IndexByte(s[at+1:end], s[at]))
		}
		if i := strings.LastIndexByte(s[at:stop], '@'); pair == "/" && i > 0 {
			stop = at + i
			if user := s[at:stop]; strings.IndexByte(user, ':') > 0 { // domain/joe:x@host of Windows' tools
				at += strings.IndexByte(user, ':') + 1
			}
		}
	}
	if v := s[at:stop]; len(v) < 4 || v[0] == '-' || v[0] == '/' || chars.All(v, chars.IsDigit) && len(v) < 6 {
		return
	}
	f.password(at, stop)
}
