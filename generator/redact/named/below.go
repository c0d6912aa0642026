package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// A name and a colon may end a line; the value is alone on the next one, which may be in a block of
// code, or that of a scalar of YAML.

const (
	longestAnnouncement = 120 // from the name to the colon
	longestHeading      = 48
)

// below returns where the value begins that is alone on the line below s[at:], which is the rest of a line.
func below(s string, at int) (value int, ok bool) {
	end := chars.RunOf(s, at, len(s), " \t\r>|-*")
	if list := at < len(s) && s[at] == '('; list { // of strings that are one: ("abc" "def")
		value, ok = chars.NextLine(s, at+1)
		return value, ok && value < len(s) && strings.IndexByte("\"'", s[value]) >= 0
	}
	if end >= len(s) || s[end] != '\n' {
		return 0, false
	}
	for range 3 { // an empty line, and the fence of a block
		line := chars.OwnText(s, end+1)
		end = chars.LineEnd(s, line)
		text := strings.TrimSpace(s[line:end])
		if text == "" || strings.HasPrefix(text, "```") {
			if end >= len(s) {
				return 0, false
			}
			continue
		}
		if quoted := strings.TrimSuffix(text, ","); quoted != "" && strings.IndexByte("\"'", quoted[max(0, len(quoted)-1)]) >= 0 {
			text = quoted // {password:\n "x",
		}
		text = strings.Trim(text, "`*\"'")
		value = line + strings.Index(s[line:end], text)
		name, _, assigned := strings.Cut(strings.TrimRight(text, "="), "=")
		return value, len(text) >= 4 && len(text) <= chars.MaxToken && !strings.ContainsAny(text, " \t:<>(){}[],;") &&
			!(assigned && chars.All(name, chars.IsName))
	}
	return 0, false
}

// nested finds the value that is a field of the object on the line below: DEPLOY_PASS:, and value: x.
func nested(s string, at int) (value int, ok bool) {
	end := chars.RunOf(s, at, len(s), " \t\r")
	if end >= len(s) || s[end] != '\n' {
		return 0, false
	}
	field := chars.OwnText(s, end+1)
	rest, ok := strings.CutPrefix(s[field:], "value: ")
	return len(s) - len(rest), ok
}

// heading finds the value below a line that is a name and nothing else, of one to three words: API
// key. s[i] ends it.
func heading(s string, lo, i int) (value int, ok bool) {
	line := strings.Trim(s[chars.OwnText(s, chars.LineStart(s, lo)):i], "#*`_ \r")
	for _, words := range [...]string{"this is ", "here is ", "here's ", "that's ", "use this "} {
		if len(line) > len(words) && strings.EqualFold(line[:len(words)], words) {
			line = line[len(words):]
		}
	}
	if open := strings.LastIndex(line, " ("); open > 0 && line[len(line)-1] == ')' { // Network key (WPA2)
		line = line[:open]
	}
	line = strings.TrimLeft(line, " -*")
	path := line != "" && line[0] == '/' // as stores of settings list their keys, with the values below
	if path {
		line = line[strings.LastIndexByte(line, '/')+1:]
	}
	if line == "" || len(line) > longestHeading ||
		!chars.All(line, func(c byte) bool { return chars.IsName(c) || c == ' ' }) ||
		judge.Classify(line) < judge.Key {
		return 0, false
	}
	if value, ok = below(s, i); !ok || s[lo] != '-' && !chars.HasDigit(s[value:chars.LineEnd(s, value)]) {
		return 0, false
	}
	return value, strings.Count(line, " ") <= 2 && !path || drawnLine(s[value:chars.LineEnd(s, value)])
}

// remarkedHeading is heading for a name with a remark behind it: Network key (WPA2). The bracket is s[i].
func (l *label) remarkedHeading(i int) (value int, ok bool) {
	const longest = 24
	s := l.find.S
	end := i + strings.IndexByte(s[i:min(len(s), i+longest)], '\n')
	if rest := strings.TrimRight(s[i:max(i, end)], " \r"); rest == "" || rest[len(rest)-1] != ')' {
		return 0, false
	}
	if value, ok = heading(s, l.lo, end); !ok {
		return 0, false
	}
	return value, drawnLine(s[value:chars.LineEnd(s, value)])
}

// drawnLine reports a line that is a value which was drawn by chance, and nothing else.
func drawnLine(line string) bool {
	line = strings.TrimRight(line, " \r")
	if len(line) >= shortestNumbered && chars.All(line, chars.IsWord) && chars.HasDigit(line) && kind.StrongMix(line) &&
		chars.Randomness(line) >= scorePair {
		return true
	}
	return judge.Surely(line) || len(line) >= judge.WeakSecret && chars.All(line, chars.IsDigit) ||
		len(line) >= 2*judge.WeakSecret && chars.All(line, chars.IsHex) ||
		len(line) >= judge.WeakSecret && chars.HasDigit(line) && chars.Randomness(line) >= chars.SurelyRandom
}

// ofLine finds the value of a name of a password that is alone with it on a line of a configuration
// file: ppp chap password x, auth_pass x; or behind the name of a user, as Elasticsearch prints it:
// PASSWORD elastic = x.
func (l *label) ofLine(i int) (value int, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	line := strings.TrimRight(s[i:chars.LineEnd(s, i)], " \t\r")
	if s[hi] != ' ' && s[hi] != '\t' || line == "" || strings.Count(line, " ") > 2 || l.class != judge.Password {
		return 0, false
	}
	start := chars.OwnText(s, chars.LineStart(s, lo))
	if start > lo {
		return 0, false
	}
	if name, rest, ok := strings.Cut(line, " = "); ok && s[lo:hi] == "PASSWORD" && chars.All(name, chars.IsName) {
		return i + len(line) - len(rest), !strings.Contains(rest, " ")
	}
	before := strings.TrimSpace(s[start:lo])
	if before != "" && !chapWords[before] || strings.ContainsAny(line, " \t(){}[];,=") {
		return 0, false
	}
	if quote := s[i-1]; quote == '"' || quote == '\'' {
		return i - 1, line[len(line)-1] == quote
	}
	return i, true
}

// chapWords are before a password in configurations of routers and of PPP.
var chapWords = chars.Set("set", "ppp chap", "ppp pap", "ip ftp", "neighbor", "enable")

// announced finds the value below a line that names it and ends in a colon: Use the following
// password to log in:
func announced(s string, i int) (value int, ok bool) {
	rest := s[i:min(len(s), i+longestAnnouncement)]
	end := strings.IndexByte(rest, '\n')
	if end < 0 {
		return 0, false
	}
	if line := strings.TrimRight(rest[:end], " *\r"); !strings.HasSuffix(line, ":") || strings.ContainsAny(line[:len(line)-1], ":;{}=<>") {
		return 0, false
	}
	return below(s, i+end)
}
