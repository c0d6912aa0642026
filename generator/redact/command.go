package redact

import "strings"

// commands are programs that take a password behind a short flag. (Long flags
// such as --password are read like any other name.)
var commands = []struct {
	word  string
	flags []string
	pair  bool // the value is user:password
}{
	{"curl ", []string{"-u", "--user", "-U", "--proxy-user"}, true},
	{"http ", []string{"-a", "--auth"}, true},
	{"mysql", []string{"-p"}, false},
	{"mariadb", []string{"-p"}, false},
	{"sshpass ", []string{"-p"}, false},
	{"redis-cli ", []string{"-a"}, false},
	{"mongo", []string{"-p"}, false},
	{" login ", []string{"-p"}, false},
	{"ldapsearch ", []string{"-w"}, false},
	{"ldapmodify ", []string{"-w"}, false},
	{"sqlcmd ", []string{"-P"}, false},
	{"zip ", []string{"-P"}, false},
	{"mosquitto_", []string{"-P"}, false},
	{"ipmitool ", []string{"-P"}, false},
	{"openssl ", []string{"-k"}, false},
	{"wget ", []string{"--http-passwd"}, false},
}

const maxCommand = 400

// command looks for a password behind a flag on the rest of the line.
func (sc *scanner) command(index, start int) {
	s, cmd := sc.s, &commands[index]
	if !strings.HasPrefix(s[start:], cmd.word) || start > 0 && isWord(s[start-1]) && cmd.word[0] != ' ' {
		return
	}
	at := start + len(cmd.word) - 1
	end := min(len(s), start+maxCommand)
	for i := at; i < end; i++ {
		if s[i] == '\n' && s[i-1] != '\\' {
			end = i
		}
	}
	if index == sc.program {
		at = max(at, sc.lineEnd)
	}
	sc.program, sc.lineEnd = index, end
	for at < end {
		for at < end && s[at] != ' ' {
			at++
		}
		for at < end && s[at] == ' ' {
			at++
		}
		for _, f := range cmd.flags {
			if strings.HasPrefix(s[at:end], f) {
				sc.flagValue(at, at+len(f), end, cmd.pair)
			}
		}
	}
}

func (sc *scanner) flagValue(flag, at, end int, pair bool) {
	s := sc.s
	glued := at < end && s[at] != ' ' && s[at] != '='
	if glued && s[flag+1] == '-' {
		return
	}
	for at < end && (s[at] == ' ' || s[at] == '=') {
		at++
	}
	stop := at
	if at < end && (s[at] == '"' || s[at] == '\'') {
		quote := s[at]
		at++
		for stop = at; stop < end && s[stop] != quote; stop++ {
		}
	} else {
		for stop < end && !isSpace(s[stop]) && s[stop] != '"' && s[stop] != '\'' && s[stop] != '`' && s[stop] != ';' && s[stop] != '\\' {
			stop++
		}
	}
	if pair {
		colon := strings.IndexByte(s[at:stop], ':')
		if colon < 0 {
			return
		}
		at += colon + 1
	}
	v := s[at:stop]
	if len(v) < 4 || v[0] == '-' || v[0] == '/' || all(v, isDigit) && len(v) < 6 || !secretValue(v, context{class: classPassword, env: true}) {
		return
	}
	sc.add(at, stop, sc.e.rule("password"))
}

// piped handles echo PASSWORD | program that reads it: what stands at start says
// that it does.
func (sc *scanner) piped(start int) {
	s := sc.s
	from := max(0, start-200)
	from += strings.LastIndexByte(s[from:start], '\n') + 1
	echo := strings.LastIndex(s[from:start], "echo ")
	if echo < 0 || strings.IndexByte(s[from+echo:start], '|') < 0 {
		return
	}
	at := from + echo + len("echo ")
	for strings.HasPrefix(s[at:start], "-") {
		at += max(1, strings.IndexByte(s[at:start], ' ')+1)
	}
	stop := at + strings.IndexByte(s[at:start], '|')
	at, stop = trimQuotes(s, at, stop)
	if stop > at && secretValue(s[at:stop], context{class: classPassword, env: true}) {
		sc.add(at, stop, sc.e.rule("password"))
	}
}

func trimQuotes(s string, at, stop int) (int, int) {
	for stop > at && strings.IndexByte(" \"'", s[stop-1]) >= 0 {
		stop--
	}
	for at < stop && strings.IndexByte(" \"'", s[at]) >= 0 {
		at++
	}
	return at, stop
}

// pgpass handles host:port:database:user:password. s[start:end] is the port.
func (sc *scanner) pgpass(start, end int) {
	s := sc.s
	at := end
	for range 2 {
		i := strings.IndexAny(s[at:min(len(s), at+64)], ":\n ")
		if i < 0 || s[at+i] != ':' {
			return
		}
		at += i + 1
	}
	stop := at
	for stop < len(s) && stop < at+128 && !isSpace(s[stop]) && s[stop] != '"' && s[stop] != '\'' && s[stop] != '\\' {
		stop++
	}
	if start > 0 && stop > at && secretValue(s[at:stop], context{class: classPassword, env: true}) {
		sc.add(at, stop, sc.e.rule("password"))
	}
}
